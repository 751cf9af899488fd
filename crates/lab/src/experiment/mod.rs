//! Experiments: levels × methods × heuristics × seeds × repeats, run inside limits, kept run by run, and shown as
//! tables, plots and a report.

mod config;
mod page;
mod plan;
mod plot;
mod preset;
mod runner;
mod store;
mod summary;
mod tables;
mod trace;

pub use config::Config;
pub use page::report;
pub use plan::{Case, Cell, Plan, RunLimits, cross};
pub use plot::plots;
pub use preset::{PRESETS, Preset, preset};
pub use runner::run;
pub use store::{Row, RunStore};
pub use summary::summary;
pub use tables::{csv, json_lines, methods_table, table};
pub use trace::{Trace, TraceHead, tree_svg};
