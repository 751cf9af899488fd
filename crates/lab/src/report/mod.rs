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

/// A field of comma-separated values, in quotes where it needs them.
pub(crate) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
