//! What the reports of experiments and tournaments share: the page, plots, replays, and where the figures come from.

mod environment;
mod page;
mod replay;
mod sheet;

pub(crate) use environment::Environment;
pub(crate) use page::{Page, table};
pub(crate) use replay::{Replay, ShownAt};
pub(crate) use sheet::{HEIGHT, LEFT, Sheet, TOP, WIDTH, begin, fill, line, round_step};
pub use sheet::{Plot, colour_rules};

/// Text that is safe inside HTML and SVG, attributes included.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Comma-separated values: a head line, then a line for each record, in quotes what needs them.
pub(crate) fn values(head: &[&str], records: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(head);
    let all =
        written.and_then(|()| records.into_iter().try_for_each(|one| writer.write_record(one)));
    debug_assert!(all.is_ok(), "records are as long as their head: {all:?}");
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
