use std::fmt::Write as _;

use super::escape;

/// A picture of results.
#[derive(Debug, Clone)]
pub struct Plot {
    /// The file's name, without its ending.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The picture; readable on light and dark.
    pub svg: String,
}

/// Colours that differ for colour-blind eyes, for light and for dark; shapes differ as well.
const COLOURS: [(&str, &str); 8] = [
    ("#2f6db5", "#6ea4e6"),
    ("#e07b2a", "#f09a50"),
    ("#1f8a7d", "#46b8a8"),
    ("#b8487a", "#e07fa9"),
    ("#8a7430", "#c4ab5e"),
    ("#7d55a8", "#ad8cd6"),
    ("#6b7280", "#a3a9b4"),
    ("#c23b3b", "#ea7480"),
];
pub(crate) const WIDTH: f64 = 900.0;
pub(crate) const HEIGHT: f64 = 380.0;
pub(crate) const LEFT: f64 = 70.0;
pub(crate) const TOP: f64 = 20.0;

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
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{title}\">\
         <style>text{{font:13px system-ui,sans-serif;fill:#2c2f36}}.axis{{fill:none;stroke:#8b8b8b;stroke-width:1}}\
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

/// A sheet with axes on which values are placed.
pub(crate) struct Sheet {
    pub out: String,
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Sheet {
    /// Axes for these values.
    pub fn new(title: &str, values: &[f64], logarithmic: bool, legend_rows: usize) -> Self {
        let (mut low, mut high) = values
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
        if values.is_empty() {
            (low, high) = (1.0, 10.0);
        }
        if logarithmic {
            low = 10f64.powf(low.log10().floor());
            high = 10f64.powf(high.log10().ceil().max(low.log10() + 1.0));
        } else {
            let step = round_step(high);
            (low, high) = (0.0, (high / step).ceil().max(1.0) * step);
        }
        let height = TOP + HEIGHT + 74.0 + 22.0 * legend_rows as f64;
        let out = begin(WIDTH, height, title);
        let mut sheet = Self { out, low, high, logarithmic };
        sheet.value_axis();
        sheet
    }

    /// Where a value stands.
    pub fn y(&self, value: f64) -> f64 {
        let share = if self.logarithmic {
            (value / self.low).log10() / (self.high / self.low).log10()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        TOP + HEIGHT * (1.0 - share.clamp(0.0, 1.0))
    }

    fn value_axis(&mut self) {
        let ticks: Vec<f64> = if self.logarithmic {
            let decades = (self.high / self.low).log10().round() as i32;
            (0..=decades).map(|decade| self.low * 10f64.powi(decade)).collect()
        } else {
            let step = round_step(self.high);
            (0..=(self.high / step).round() as i32).map(|i| f64::from(i) * step).collect()
        };
        for tick in ticks {
            let y = self.y(tick);
            let _ = write!(
                self.out,
                r#"<path class="grid" d="M{LEFT} {y:.1}H{WIDTH}"/><text x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
                LEFT - 8.0,
                y + 4.0,
                short(tick)
            );
        }
        let _ =
            write!(self.out, r#"<path class="axis" d="M{LEFT} {TOP}V{}H{WIDTH}"/>"#, TOP + HEIGHT);
    }

    /// What runs across.
    pub fn below(&mut self, words: &str) {
        let (x, y) = ((LEFT + WIDTH) / 2.0, TOP + HEIGHT + 40.0);
        let _ = write!(
            self.out,
            r#"<text x="{x}" y="{y}" text-anchor="middle" fill-opacity=".7">{words}</text>"#
        );
    }

    /// What the colours and shapes mean.
    pub fn legend(&mut self, methods: &[&str]) {
        for (i, method) in methods.iter().enumerate() {
            let (x, y) =
                (LEFT + 10.0 + (i % 3) as f64 * 275.0, TOP + HEIGHT + 72.0 + (i / 3) as f64 * 22.0);
            self.mark(i, x, y - 4.0);
            let _ = write!(
                self.out,
                r#"<text x="{:.1}" y="{y:.1}">{}</text>"#,
                x + 14.0,
                escape(method)
            );
        }
    }

    /// A mark in the method's colour and shape.
    pub fn mark(&mut self, method: usize, x: f64, y: f64) {
        let shape = match method % 5 {
            0 => format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="5""#),
            1 => format!(r#"<rect x="{:.1}" y="{:.1}" width="9" height="9""#, x - 4.5, y - 4.5),
            2 => format!(r#"<path d="M{x:.1} {:.1}l6 10h-12z""#, y - 6.0),
            3 => format!(r#"<path d="M{x:.1} {:.1}l6 6-6 6-6-6z""#, y - 6.0),
            _ => format!(r#"<path d="M{x:.1} {:.1}l-6-10h12z""#, y + 6.0),
        };
        let _ = write!(self.out, r#"{shape} class="{}" fill-opacity=".9"/>"#, fill(method));
    }

    pub fn finish(mut self) -> String {
        self.out.push_str("</svg>");
        self.out
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

fn short(value: f64) -> String {
    let size = value.abs();
    if size >= 1e9 {
        format!("{}G", trimmed(value / 1e9))
    } else if size >= 1e6 {
        format!("{}M", trimmed(value / 1e6))
    } else if size >= 1e3 {
        format!("{}k", trimmed(value / 1e3))
    } else {
        trimmed(value)
    }
}

fn trimmed(value: f64) -> String {
    let text = format!("{value:.5}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text.is_empty() { "0".to_owned() } else { text.to_owned() }
}
