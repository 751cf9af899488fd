use std::fmt::Write as _;

use plyground_core::Status;

use super::study::{self, Study};
use super::summary::levels;
use crate::report::escape;
use crate::units;

/// What a variant did, in short: solved, length, states, time.
pub(super) struct Entry {
    /// The share of the levels that were solved, from 0 to 1.
    pub share: f64,
    /// `19 of 20`.
    pub solved: String,
    /// How much longer than the shortest known: `+4 %`.
    pub length: String,
    /// The middle level.
    pub states: String,
    /// The middle level.
    pub time: String,
}

impl Entry {
    pub fn new(study: &Study<'_>, variant: usize) -> Self {
        let (solved, tried) = (study.solved(variant), study.tried(variant));
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        let late = study.all_runs(variant).filter(|row| row.status == Status::TimeLimit);
        let limit = late.filter_map(|row| row.time_limit).reduce(f64::max);
        let time = study.typical(variant, study::time).map(units::seconds);
        Self {
            share: solved / tried.max(1) as f64,
            solved: format!("{} of {tried}", levels(solved)),
            length: or_dash(study.excess(variant).map(percent)),
            states: or_dash(study.typical(variant, study::states).map(units::count)),
            time: or_dash(
                time.or_else(|| limit.map(|limit| format!("> {}", units::seconds(limit)))),
            ),
        }
    }
}

/// How much more, such as `+4 %`.
fn percent(more: f64) -> String {
    match more * 100.0 {
        percent if percent < 0.05 => "best".to_owned(),
        percent if percent < 9.95 => format!("+{percent:.1} %"),
        percent => format!("+{percent:.0} %"),
    }
}

/// What the numbers of the matrix mean.
pub(super) const WORDS: &str = "Levels solved; then how much longer than the shortest solution known here (best: never \
     longer), states expanded, time. States and time are those of the middle level: half the levels take no more, \
     unsolved ones count as the slowest. Seeds and repeats are taken together.";

/// Methods down, heuristics across.
pub(super) fn matrix(study: &Study<'_>) -> String {
    let mut text = String::from(
        "<div class=\"wide card\" tabindex=\"0\"><table class=\"matrix\"><thead><tr><th scope=\"col\">method</th>",
    );
    let heuristics = study.heuristics();
    for heuristic in &heuristics {
        let _ =
            write!(text, "<th scope=\"col\">{}</th>", escape(heuristic.unwrap_or("no heuristic")));
    }
    text.push_str("</tr></thead><tbody>");
    for family in study.families() {
        let _ = write!(text, "<tr><th scope=\"row\">{}</th>", escape(family));
        for heuristic in &heuristics {
            let _ = match study.variant(family, *heuristic) {
                None => write!(text, "<td class=\"dim\">·</td>"),
                Some(variant) => {
                    let Entry { share, solved, length, states, time } = Entry::new(study, variant);
                    write!(
                        text,
                        "<td style=\"--share:{:.0}%\"><b>{solved}</b><br><small>{length} · {states} · {time}</small></td>",
                        share * 100.0
                    )
                }
            };
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table></div>");
    text
}
