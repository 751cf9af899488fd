use std::fmt::Write as _;

use super::Tournament;
use crate::report::{COLOURS, Plot, STYLE, WIDTH, escape};

const ROW: f64 = 36.0;
const NAMES: f64 = 270.0;
const RIGHT: f64 = 110.0;

/// The players' ratings with their 95 % intervals, best first.
pub fn rating_plot(result: &Tournament) -> Plot {
    let title = "Elo with 95 % intervals";
    let ends = result.standings.iter().flat_map(|standing| {
        let rating = standing.rating;
        [rating.elo - rating.error, rating.elo + rating.error]
    });
    let (low, high) = ends.fold((0f64, 0f64), |(low, high), end| (low.min(end), high.max(end)));
    let step = step((high - low).max(1.0));
    let (low, high) = ((low / step).floor() * step, (high / step).ceil().max(1.0) * step);
    let x = |elo: f64| NAMES + (elo - low) / (high - low) * (WIDTH - NAMES - RIGHT);
    let bottom = 10.0 + result.standings.len() as f64 * ROW;
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {}" role="img" aria-label="{title}">{STYLE}"#,
        bottom + 28.0
    );
    for tick in 0..=((high - low) / step).round() as i32 {
        let elo = low + f64::from(tick) * step;
        let _ = write!(
            out,
            r#"<path class="grid" d="M{0:.1} 6V{bottom:.1}"/><text x="{0:.1}" y="{1:.1}" text-anchor="middle">{elo:.0}</text>"#,
            x(elo),
            bottom + 20.0
        );
    }
    for (place, standing) in result.standings.iter().enumerate() {
        let y = 10.0 + (place as f64 + 0.5) * ROW;
        let colour = COLOURS[standing.player % COLOURS.len()];
        let (elo, error) = (standing.rating.elo, standing.rating.error);
        let _ = write!(
            out,
            r#"<text x="{:.1}" y="{:.1}" text-anchor="end">{}</text><path d="M{:.1} {y:.1}H{:.1}" stroke="{colour}" stroke-width="10" stroke-opacity=".35" stroke-linecap="round"/><circle cx="{:.1}" cy="{y:.1}" r="7" fill="{colour}"/><text x="{:.1}" y="{:.1}">{elo:+.0} ± {error:.0}</text>"#,
            NAMES - 14.0,
            y + 4.0,
            escape(&shortened(&standing.name)),
            x(elo - error),
            x(elo + error),
            x(elo),
            WIDTH - RIGHT + 14.0,
            y + 4.0,
        );
    }
    out.push_str("</svg>");
    Plot { name: "ratings", title, svg: out }
}

/// A round distance between two marks of an axis: about six of them.
fn step(range: f64) -> f64 {
    let power = 10f64.powf((range / 6.0).log10().floor());
    let round = [1.0, 2.0, 5.0].into_iter().map(|factor| factor * power);
    round.into_iter().find(|step| range / step <= 6.0).unwrap_or(10.0 * power)
}

/// A name that fits beside the axis.
fn shortened(name: &str) -> String {
    const MOST: usize = 36;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}
