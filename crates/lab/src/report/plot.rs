use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

/// A picture of results.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Plot {
    /// The file's name, without its ending.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// The picture, with its title, axes and legend; readable on light and dark.
    pub svg: String,
}

/// Colours that differ for colour-blind eyes, for light and for dark; beyond twelve, shapes tell apart.
const COLOURS: [(&str, &str); 12] = [
    ("#0072b2", "#4ea3e6"),
    ("#d55e00", "#f0883c"),
    ("#00946b", "#1fbf8f"),
    ("#c9609a", "#f0a6d0"),
    ("#c99700", "#f2e05a"),
    ("#3d3d3d", "#ffffff"),
    ("#8769f5", "#1e5ff5"),
    ("#8c1900", "#b94b0f"),
    ("#a5aa64", "#afe17d"),
    ("#821978", "#e61eb4"),
    ("#2d19a5", "#5a7d4b"),
    ("#e687fa", "#50ffb9"),
];

/// The rules of the colours, for light and for dark: what a page needs that shows a picture's insides as its
/// own. `before` stands before each selector.
pub fn colour_rules(before: &str) -> (String, String) {
    let rules = |pick: fn(&(&'static str, &'static str)) -> &'static str| {
        COLOURS.iter().enumerate().fold(String::new(), |mut rules, (i, both)| {
            let colour = pick(both);
            let _ = write!(
                rules,
                "{before}.fill{i}{{fill:{colour}}}{before}.line{i}{{stroke:{colour}}}"
            );
            rules
        })
    };
    (rules(|both| both.0), rules(|both| both.1))
}

/// The beginning of a picture: its size, what it shows, and its style for light and dark. What has the class of
/// [`fill`] or [`line`] has a colour of its own.
pub(crate) fn begin(width: f64, height: f64, title: &str) -> String {
    let (light, dark) = colour_rules("");
    let title = super::escape(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{title}\">\
         <style>text{{font:13px system-ui,sans-serif;fill:#2c2f36}}.head{{font-size:16px;font-weight:600}}\
         .part{{font-weight:600}}.axis{{fill:none;stroke:#8b8b8b;stroke-width:1}}\
         .grid{{stroke:#8b8b8b;stroke-opacity:.25}}{light}@media(prefers-color-scheme:dark){{text{{fill:#e7e4dc}}{dark}}}</style>",
    )
}

/// The class that fills with the `i`-th colour.
pub(crate) fn fill(i: usize) -> String {
    format!("fill{}", i % COLOURS.len())
}

/// The class that draws lines in the `i`-th colour.
pub(crate) fn line(i: usize) -> String {
    format!("line{}", i % COLOURS.len())
}

/// A mark in the `i`-th colour and shape; two of the same colour have different shapes.
pub(crate) fn mark(i: usize, x: f64, y: f64, r: f64) -> String {
    let class = fill(i);
    let (w, e, n, s) = (x - r, x + r, y - r, y + r);
    match (i + i / COLOURS.len()) % 6 {
        0 => format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{r}" class="{class}"/>"#),
        1 => format!(r#"<path d="M{w:.1} {n:.1}H{e:.1}V{s:.1}H{w:.1}Z" class="{class}"/>"#),
        2 => format!(r#"<path d="M{x:.1} {n:.1}L{e:.1} {s:.1}H{w:.1}Z" class="{class}"/>"#),
        3 => format!(
            r#"<path d="M{x:.1} {n:.1}L{e:.1} {y:.1}L{x:.1} {s:.1}L{w:.1} {y:.1}Z" class="{class}"/>"#
        ),
        4 => format!(r#"<path d="M{x:.1} {s:.1}L{e:.1} {n:.1}H{w:.1}Z" class="{class}"/>"#),
        _ => {
            let t = r / 3.0;
            let (a, b, c, d, bar) = (x - t, x + t, y - t, y + t, 2.0 * r);
            format!(
                r#"<path d="M{a:.1} {n:.1}H{b:.1}v{bar:.1}H{a:.1}ZM{w:.1} {c:.1}H{e:.1}V{d:.1}H{w:.1}Z" class="{class}"/>"#
            )
        }
    }
}

/// A round distance between two marks of an axis: about six of them.
pub(crate) fn round_step(range: f64) -> f64 {
    let range = range.max(1.0);
    let power = 10f64.powf((range / 6.0).log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| range / step <= 6.0)
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What eyes without one kind of cone see (Machado and others, 2009), in linear light; the first sees everything.
    const EYES: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    fn linear(colour: &str) -> [f64; 3] {
        [1, 3, 5].map(|i| {
            let part = f64::from(u8::from_str_radix(&colour[i..i + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn luminance([r, g, b]: [f64; 3]) -> f64 {
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The colour as such eyes see it, in the CIELAB space.
    fn seen(colour: &str, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = linear(colour);
        let [r, g, b] = eyes.map(|row| {
            row.iter().zip(light).map(|(share, part)| share * part).sum::<f64>().clamp(0.0, 1.0)
        });
        let root = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
        let y = root(luminance([r, g, b]));
        let z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn twelve_colours_stay_apart_for_all_eyes_and_stand_out_from_the_ground() {
        type Pick = fn(&(&'static str, &'static str)) -> &'static str;
        let sides: [(Pick, &str); 2] = [(|both| both.0, "#fffdf8"), (|both| both.1, "#1e2128")];
        for (pick, ground) in sides {
            let colours: Vec<&str> = COLOURS.iter().map(pick).collect();
            let ground = luminance(linear(ground));
            for (i, a) in colours.iter().enumerate() {
                let light = luminance(linear(a));
                let contrast = (light.max(ground) + 0.05) / (light.min(ground) + 0.05);
                assert!(contrast > 2.1, "{a}: {contrast}");
                for b in &colours[..i] {
                    for eyes in &EYES {
                        let (a_seen, b_seen) = (seen(a, eyes), seen(b, eyes));
                        let apart: f64 =
                            a_seen.iter().zip(b_seen).map(|(a, b)| (a - b).powi(2)).sum();
                        assert!(apart.sqrt() > 10.0, "{a} and {b}: {}", apart.sqrt());
                    }
                }
            }
        }
    }

    #[test]
    fn marks_beyond_the_palette_differ_in_shape() {
        let marks: std::collections::BTreeSet<String> =
            (0..36).map(|i| mark(i, 0.0, 0.0, 3.0)).collect();
        assert_eq!(marks.len(), 36);
    }
}
