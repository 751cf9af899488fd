use std::fmt::Write as _;

use super::Tournament;
use crate::report::{Plot, begin, escape, fill, line, round_step};

/// Narrow enough for a phone: names stand above their intervals.
const WIDTH: f64 = 420.0;
const ROW: f64 = 46.0;
const SIDE: f64 = 24.0;
/// Where the first player stands, below the title.
const TOP: f64 = 38.0;

/// The players' ratings with their 95 % intervals, best first.
pub fn rating_plot(result: &Tournament) -> Plot {
    let title = "Elo with 95 % intervals";
    let ends = result.standings.iter().flat_map(|standing| {
        let rating = standing.rating;
        [rating.elo - rating.error, rating.elo + rating.error]
    });
    let (low, high) = ends.fold((0f64, 0f64), |(low, high), end| (low.min(end), high.max(end)));
    let step = round_step(high - low);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil().max(1.0) * step);
    let x = |elo: f64| SIDE + (elo - low) / (high - low) * (WIDTH - 2.0 * SIDE);
    let bottom = TOP + result.standings.len() as f64 * ROW;
    let mut out = begin(WIDTH, bottom + 28.0, title);
    let _ = write!(out, r#"<text class="head" x="{SIDE}" y="20">{title}</text>"#);
    for tick in 0..=((high - low) / step).round() as i32 {
        let elo = low + f64::from(tick) * step;
        let _ = write!(
            out,
            r#"<path class="grid" d="M{0:.1} {TOP}V{bottom:.1}"/><text x="{0:.1}" y="{1:.1}" text-anchor="middle">{elo:.0}</text>"#,
            x(elo),
            bottom + 20.0
        );
    }
    for (place, standing) in result.standings.iter().enumerate() {
        let y = TOP + place as f64 * ROW;
        let (fill, line) = (fill(standing.player), line(standing.player));
        let (elo, error) = (standing.rating.elo, standing.rating.error);
        let _ = write!(
            out,
            r#"<text x="{7:.1}" y="{0:.1}">{1}</text><text x="{2:.1}" y="{0:.1}" text-anchor="end">{elo:+.0} ± {error:.0}</text><path d="M{3:.1} {4:.1}H{5:.1}" class="{line}" stroke-width="9" stroke-opacity=".35" stroke-linecap="round"/><circle cx="{6:.1}" cy="{4:.1}" r="6" class="{fill}"/>"#,
            y + 14.0,
            escape(&shortened(&standing.name)),
            WIDTH - SIDE - 5.0,
            x(elo - error),
            y + 28.0,
            x(elo + error),
            x(elo),
            SIDE + 5.0,
        );
    }
    out.push_str("</svg>");
    Plot { name: "ratings", title: title.to_owned(), svg: out }
}

/// A name that leaves room for the numbers.
fn shortened(name: &str) -> String {
    const MOST: usize = 36;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}
