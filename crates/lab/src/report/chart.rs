use std::fmt::Write as _;

use super::escape;
use super::plot::{begin, line, mark, round_step};

const WIDTH: f64 = 960.0;
const LEFT: f64 = 72.0;
const GAP: f64 = 18.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 34.0;
/// What a number with its unit takes.
const WIDEST: f64 = 58.0;
/// The share of an axis that is an end of it.
const AT_THE_END: f64 = 0.02;

/// Values along an axis.
pub(crate) struct Axis {
    label: String,
    low: f64,
    high: f64,
    logarithmic: bool,
    /// Marks: where, and what stands there.
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// Powers of ten around the values, as many as have room to be read.
    pub fn logarithmic(label: &str, values: &[f64], words: fn(f64) -> String, room: f64) -> Self {
        let (low, high) = ends(values);
        let low = low.max(1e-7).log10().floor();
        let high = high.max(1e-7).log10().ceil().max(low + 1.0);
        let every = ((high - low) * WIDEST / room).ceil().max(1.0);
        let ticks = (0..=((high - low) / every) as i32)
            .map(|i| 10f64.powf(low + f64::from(i) * every))
            .map(|value| (value, words(value)))
            .collect();
        let (low, high) = (10f64.powf(low), 10f64.powf(high));
        Self { label: label.to_owned(), low, high, logarithmic: true, ticks }
    }

    /// From 0 to a round number above the values.
    pub fn linear(label: &str, values: &[f64], words: fn(f64) -> String) -> Self {
        let highest = ends(values).1;
        let step = round_step(highest);
        let steps = (highest / step).ceil().max(1.0);
        let ticks =
            (0..=steps as i32).map(|i| f64::from(i) * step).map(|value| (value, words(value)));
        let (label, ticks) = (label.to_owned(), ticks.collect());
        Self { label, low: 0.0, high: steps * step, logarithmic: false, ticks }
    }

    /// A place for each name, from 0 on; not all names stand there where there are many.
    pub fn names(label: &str, names: &[String], room: f64) -> Self {
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
        let fit = (room / (widest.min(5) as f64 * 7.0 + 8.0)).max(1.0);
        let every = (names.len() as f64 / fit).ceil().max(1.0) as usize;
        let ticks = names.iter().enumerate().step_by(every);
        let ticks = ticks.map(|(place, name)| (place as f64, name.clone())).collect();
        let high = names.len() as f64 - 0.5;
        Self { label: label.to_owned(), low: -0.5, high, logarithmic: false, ticks }
    }

    /// Where a value stands, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let share = match self.logarithmic {
            true => (value.max(self.low) / self.low).log10() / (self.high / self.low).log10(),
            false => (value - self.low) / (self.high - self.low),
        };
        share.clamp(0.0, 1.0)
    }

    fn has_long_names(&self) -> bool {
        self.ticks.iter().any(|(_, words)| words.chars().count() > 6)
    }
}

fn ends(values: &[f64]) -> (f64, f64) {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    (finite().reduce(f64::min).unwrap_or(1.0), finite().reduce(f64::max).unwrap_or(10.0))
}

/// One value, and how far its repeats go.
pub(crate) struct Point {
    pub x: f64,
    pub y: f64,
    pub range: Option<(f64, f64)>,
    /// It is not a value but a limit that was reached.
    pub limit: bool,
}

/// Values that belong together.
pub(crate) struct Series {
    /// Its colour and shape.
    pub style: usize,
    pub points: Vec<Point>,
    /// Drawn as stairs: a value holds until the next.
    pub stairs: bool,
}

/// One of several small charts with the same axes.
pub(crate) struct Panel {
    pub title: String,
    pub series: Vec<Series>,
}

/// Small charts side by side, with a title, axes and one legend.
pub(crate) struct Chart {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub panels: Vec<Panel>,
    /// What the colours and shapes mean.
    pub legend: Vec<(usize, String)>,
    /// How many panels stand in a row.
    pub columns: usize,
    /// A value that is marked across all panels.
    pub limit: Option<(f64, String)>,
    /// Whether some points are limits.
    pub has_limits: bool,
}

/// Where a panel stands.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// How wide a panel is where so many stand in a row.
pub(crate) fn panel_width(columns: usize) -> f64 {
    (WIDTH - LEFT - RIGHT - GAP * (columns - 1) as f64) / columns as f64
}

impl Chart {
    /// As a picture.
    pub fn svg(&self) -> String {
        let columns = self.columns.clamp(1, self.panels.len().max(1));
        let height = match columns {
            1 => 300.0,
            2 => 210.0,
            _ => 180.0,
        };
        let names = if self.x.has_long_names() { 70.0 } else { 20.0 };
        let head = if self.panels.len() > 1 { 24.0 } else { 6.0 };
        let rows = self.panels.len().div_ceil(columns);
        let row = head + height + names + 14.0;
        let legend = self.legend_lines();
        let below = TOP + rows as f64 * row;
        let mut out = begin(WIDTH, below + 30.0 + legend.len() as f64 * 22.0, &self.title);
        let _ = write!(out, r#"<text class="head" x="8" y="20">{}</text>"#, escape(&self.title));
        for (i, panel) in self.panels.iter().enumerate() {
            let (across, down) = ((i % columns) as f64, (i / columns) as f64);
            let width = panel_width(columns);
            let left = LEFT + across * (width + GAP);
            let frame = Frame { left, top: TOP + down * row + head, width, height };
            self.draw(&mut out, panel, &frame, i % columns == 0);
        }
        let middle = TOP + head + (rows as f64 * row - head) / 2.0 - 20.0;
        let _ = write!(
            out,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="middle" fill-opacity=".75">{}</text><text transform="translate(16 {middle:.1}) rotate(-90)" text-anchor="middle" fill-opacity=".75">{}</text>"#,
            f64::midpoint(LEFT, WIDTH),
            below + 8.0,
            escape(&self.x.label),
            escape(&self.y.label),
        );
        for (line, entries) in legend.iter().enumerate() {
            let y = below + 36.0 + line as f64 * 22.0;
            for (x, style, words) in entries {
                out.push_str(&match style {
                    Some(style) => mark(*style, *x, y - 4.0, 5.0),
                    None => cross("axis", *x, y - 4.0),
                });
                let _ =
                    write!(out, r#"<text x="{:.1}" y="{y:.1}">{}</text>"#, x + 12.0, escape(words));
            }
        }
        out.push_str("</svg>");
        out
    }

    /// The legend, broken into lines: where each entry stands, its style and its words.
    fn legend_lines(&self) -> Vec<Vec<(f64, Option<usize>, String)>> {
        let limits = self.has_limits.then(|| (None, "not solved: at its limit".to_owned()));
        let entries = self.legend.iter().map(|(style, words)| (Some(*style), words.clone()));
        let mut lines = vec![Vec::new()];
        let mut x = LEFT + 6.0;
        for (style, words) in entries.chain(limits) {
            let width = words.chars().count() as f64 * 7.4 + 36.0;
            if x + width > WIDTH && lines.last().is_some_and(|line| !line.is_empty()) {
                lines.push(Vec::new());
                x = LEFT + 6.0;
            }
            if let Some(line) = lines.last_mut() {
                line.push((x, style, words));
            }
            x += width;
        }
        lines
    }

    fn draw(&self, out: &mut String, panel: &Panel, frame: &Frame, first: bool) {
        let Frame { left, top, width, height } = *frame;
        let (right, bottom) = (left + width, top + height);
        let x = |value: f64| left + self.x.share(value) * width;
        let y = |value: f64| bottom - self.y.share(value) * height;
        if self.panels.len() > 1 {
            let title = escape(&panel.title);
            let _ = write!(
                out,
                r#"<text class="part" x="{left:.1}" y="{:.1}">{title}</text>"#,
                top - 7.0
            );
        }
        for (value, words) in &self.y.ticks {
            let at = y(*value);
            let _ = write!(out, r#"<path class="grid" d="M{left:.1} {at:.1}H{right:.1}"/>"#);
            if first {
                let _ = write!(
                    out,
                    r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{}</text>"#,
                    left - 6.0,
                    at + 4.0,
                    escape(words)
                );
            }
        }
        let turned = self.x.has_long_names();
        for (value, words) in &self.x.ticks {
            let (at, words) = (x(*value), escape(words));
            let _ = write!(out, r#"<path class="grid" d="M{at:.1} {top:.1}V{bottom:.1}"/>"#);
            // At the ends of the axis words stay within it: beyond lie the next panel and the edge of the picture.
            let anchor = match self.x.share(*value) {
                share if share < AT_THE_END => "start",
                share if share > 1.0 - AT_THE_END => "end",
                _ => "middle",
            };
            let _ = match turned {
                false => write!(
                    out,
                    r#"<text x="{at:.1}" y="{:.1}" text-anchor="{anchor}">{words}</text>"#,
                    bottom + 17.0
                ),
                true => write!(
                    out,
                    r#"<text transform="translate({:.1} {:.1}) rotate(-45)" text-anchor="end">{words}</text>"#,
                    at + 4.0,
                    bottom + 14.0
                ),
            };
        }
        let _ =
            write!(out, r#"<path class="axis" d="M{left:.1} {top:.1}V{bottom:.1}H{right:.1}"/>"#);
        if let Some((value, words)) = &self.limit {
            let at = y(*value);
            let _ = write!(
                out,
                r#"<path class="axis" stroke-dasharray="5 4" d="M{left:.1} {at:.1}H{right:.1}"/><text x="{:.1}" y="{:.1}" text-anchor="end" fill-opacity=".75">{}</text>"#,
                right - 4.0,
                at - 4.0,
                escape(words)
            );
        }
        for series in &panel.series {
            let small = series.points.len() > 40;
            let r = if small { 2.0 } else { 3.5 };
            let mut path = String::new();
            let mut pen_up = true;
            for point in &series.points {
                let (px, py) = (x(point.x), y(point.y));
                if point.limit {
                    pen_up = true;
                    continue;
                }
                let _ = match (pen_up, series.stairs) {
                    (true, true) => write!(path, "M{px:.1} {bottom:.1}V{py:.1}"),
                    (true, false) => write!(path, "M{px:.1} {py:.1}"),
                    (false, true) => write!(path, "H{px:.1}V{py:.1}"),
                    (false, false) => write!(path, "L{px:.1} {py:.1}"),
                };
                pen_up = false;
            }
            if series.stairs && !pen_up {
                let _ = write!(path, "H{right:.1}");
            }
            let class = line(series.style);
            let opacity = if series.stairs { "1" } else { ".45" };
            if !path.is_empty() {
                let _ = write!(
                    out,
                    r#"<path d="{path}" fill="none" class="{class}" stroke-width="1.8" stroke-opacity="{opacity}"/>"#
                );
            }
            for point in &series.points {
                let (px, py) = (x(point.x), y(point.y));
                if let Some((low, high)) = point.range.filter(|(low, high)| high > low) {
                    let (low, high) = (y(low), y(high));
                    let _ = write!(
                        out,
                        r#"<path d="M{px:.1} {low:.1}V{high:.1}" class="{class}" stroke-width="1.4" stroke-opacity=".7"/>"#
                    );
                }
                match point.limit {
                    true => out.push_str(&cross(&class, px, py)),
                    false => out.push_str(&mark(series.style, px, py, r)),
                }
            }
        }
    }
}

/// A cross: no value, but a limit.
fn cross(class: &str, x: f64, y: f64) -> String {
    format!(
        r#"<path d="M{:.1} {:.1}l7 7m0 -7l-7 7" class="{class}" fill="none" stroke-width="1.8"/>"#,
        x - 3.5,
        y - 3.5
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_at_the_ends_of_an_axis_stay_within_it() {
        let word = |value: f64| format!("{value}");
        let panel = |title: &str| Panel { title: title.to_owned(), series: Vec::new() };
        let chart = Chart {
            title: "Two".to_owned(),
            x: Axis::logarithmic("time", &[1.0, 1_000.0], word, panel_width(2)),
            y: Axis::linear("levels", &[3.0], word),
            panels: vec![panel("one"), panel("other")],
            legend: Vec::new(),
            columns: 2,
            limit: None,
            has_limits: false,
        };
        let svg = chart.svg();
        for (anchor, words) in
            [("start", "1"), ("middle", "10"), ("middle", "100"), ("end", "1000")]
        {
            let count = svg.matches(&format!("text-anchor=\"{anchor}\">{words}</text>")).count();
            assert!(count >= 2, "{words}: {svg}");
        }
    }
}
