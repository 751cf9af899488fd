//! The world of Sokoban: board, rules, notation, looks.

mod board;
mod cells;
pub mod deadlock;
pub mod generator;
mod guide;
pub mod heuristics;
mod intents;
mod level;
pub mod measure;
mod metric;
pub mod notation;
pub mod optimiser;
mod reach;
mod reachable;
pub mod rules;
mod scene;
pub mod solver;
mod world;

pub use board::{Board, FAR};
pub use cells::{Cell, CellSet, Cells, Direction, NONE};
pub use level::{Grid, GridError, Level, MAX_BOXES, MAX_SIDE, Tile};
pub use metric::Metric;
pub use reach::Reach;
pub use rules::{MoveSpace, Position, Push, PushSpace, RegionSpace, Step, UNIT, WalkPush};
pub use world::Sokoban;
