//! The world of Sokoban: board, rules, notation, looks.

mod board;
mod daily;
pub mod deadlock;
pub mod generator;
mod guide;
pub mod heuristics;
mod level;
pub mod levels;
pub mod measure;
mod metric;
pub mod notation;
pub mod optimiser;
mod planes;
pub mod rules;
mod scene;
pub mod solver;
mod world;

pub use board::{Board, Cell, CellSet, Cells, Direction, FAR, NONE, Reach};
pub use level::{Grid, GridError, Level, MAX_BOXES, MAX_SIDE, Tile};
pub use metric::Metric;
pub use rules::{MoveSpace, Position, Push, PushSpace, RegionSpace, Step, UNIT, WalkPush};
pub use world::Sokoban;
