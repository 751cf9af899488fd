//! The world of Sokobond: steer an atom, bond the others into molecules.

mod anatomy;
mod board;
mod dead;
mod direction;
mod element;
pub mod generator;
mod guide;
pub mod heuristics;
mod jigsaw;
mod layout;
mod level;
pub mod levels;
pub mod notation;
mod puzzle;
mod rules;
pub mod scene;
pub mod solver;
mod state;
mod symmetry;
mod walk;
mod world;

pub use board::{AtomView, Board};
pub use direction::Direction;
pub use element::Element;
pub use level::{Atom, Flaw, Level, MAX_ATOMS, MAX_SIDE, Modifier, ModifierKind, Notes};
pub use puzzle::UNIT;
pub use rules::Refusal;
pub use state::State;
pub use world::Sokobond;
