//! The extension module behind `import plyground`: the catalog's objects as Python objects, and Python objects as
//! worlds, heuristics, evaluations and players of the catalog.
//!
//! What people see is written in Python, in `plyground/`; here is what must be fast or must speak to the crates.
//! Results that are data go over as JSON, so that a new field needs no change here.

mod batch;
mod error;
mod lab;
mod level;
mod own;
mod player;
mod record;
mod run;
mod state;
mod world;

use pyo3::prelude::*;

#[pymodule]
mod _plyground {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::lab::{compare, tournament};
    #[pymodule_export]
    use crate::level::Level;
    #[pymodule_export]
    use crate::own::{own_game, own_puzzle};
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::record::read_records;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::world::{World, world, worlds};
}
