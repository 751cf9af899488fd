//! Experiments: levels × methods × heuristics × seeds × repeats, run inside limits, kept run by run, and shown as
//! tables, plots and a report.

mod config;
mod findings;
mod import;
mod load;
mod matrix;
mod page;
mod plan;
mod plots;
mod preset;
mod row;
mod runner;
mod store;
mod study;
mod summary;
mod tables;
mod trace;

pub use config::{Config, Setting, Trace as TraceLength};
pub use findings::comparisons;
pub use import::import;
pub use load::Runs;
pub use page::report;
pub use plan::{Case, Cell, Plan, RunLimits, cross};
pub use plots::plots;
pub use preset::{PRESETS, Preset, preset};
pub use row::{COLUMNS, DATA_VERSION, Row, Run, runs};
pub use runner::{finished, run, run_with};
pub(crate) use store::FILE;
pub use store::RunStore;
pub use summary::summary;
pub use tables::{Table, cactus, matrix_table, methods_table, solved_set, table};
pub use trace::{Trace, TraceFile, TraceHead, tree_svg};
