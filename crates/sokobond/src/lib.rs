//! The world of Sokobond: steer an atom, bond the others into molecules.

mod anatomy;
mod board;
mod daily;
mod deadlock;
mod element;
pub mod generator;
mod guide;
pub mod heuristics;
mod layout;
mod level;
pub mod levels;
pub mod notation;
mod planes;
mod rules;
pub mod scene;
pub mod solver;
mod symmetry;
mod walk;
mod world;

pub use board::{AtomView, Board, Direction};
pub use element::Element;
pub use level::{Atom, Flaw, Level, MAX_ATOMS, MAX_SIDE, Modifier, ModifierKind, Notes};
pub use rules::{Refusal, State, UNIT};
pub use world::Sokobond;
