//! What the reports of experiments and tournaments share: the page, plots, replays, and where the figures come from.

pub(crate) mod chart;
mod environment;
mod page;
mod plot;
mod replay;

pub(crate) use environment::{Environment, load_words};
pub(crate) use page::{Page, table};
pub use plot::{Plot, colour_rules};
pub(crate) use plot::{begin, fill, line, round_step};
pub(crate) use replay::{Replay, ShownAt};

use plyground_core::text::visible;

/// Text that is safe inside HTML and SVG, attributes included.
pub(crate) fn escape(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A cell that no spreadsheet takes for a formula: what begins like one, and is no number, gets an apostrophe before it.
fn harmless(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formula && cell.parse::<f64>().is_err() {
        return format!("'{}", visible(cell));
    }
    visible(cell).into_owned()
}

/// Comma-separated values: a head line, then a line for each record, in quotes what needs them.
pub(crate) fn values(head: &[&str], records: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(head);
    let all = written.and_then(|()| {
        let mut records = records.into_iter();
        records.try_for_each(|cells| writer.write_record(cells.iter().map(|cell| harmless(cell))))
    });
    debug_assert!(all.is_ok(), "records are as long as their head: {all:?}");
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_numbers_stay_numbers() {
        let cells = ["=HYPERLINK(1)", "+1+1", "-2+3", "@SUM(A1)", "-1.5", "+3", "plain\x1b[2J"];
        let text = values(&["a"; 7], [cells.map(str::to_owned).to_vec()]);
        let line = text.lines().nth(1).unwrap();
        assert_eq!(line, "'=HYPERLINK(1),'+1+1,'-2+3,'@SUM(A1),-1.5,+3,plain␛[2J");
    }
}
