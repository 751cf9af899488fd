//! Estimates of the moves still to come.

mod gap;
mod study;

use plyground_core::{Heuristic, HeuristicInfo, HeuristicSource, Properties, SpecError};

use crate::Board;

pub(crate) use gap::gap_of;
pub use gap::{Gap, Open};
pub use study::{HeroDistance, Nearest, WeightedHeroDistance};

/// The heuristic used where none is named.
pub const DEFAULT: &str = "gap";

/// The heuristics there are.
pub fn infos() -> Vec<HeuristicInfo> {
    let info = |id: &'static str, summary: &'static str, properties| HeuristicInfo {
        id: id.into(),
        summary: summary.into(),
        properties: vec![("moves".into(), properties)],
    };
    vec![
        info(
            "gap",
            "how far the most lonely free electron is from its partners, the hero's way there included",
            gap::PROPERTIES,
        ),
        info("open", "gap, and three moves for each bond still to be made", Properties::NONE),
        info(
            "h1",
            "sum of the distances from the hero to every atom outside its molecule",
            Properties::NONE,
        ),
        info(
            "h2",
            "as h1, each distance times the atom's free electrons and one",
            Properties::NONE,
        ),
        info(
            "nearest",
            "distance from the hero to the nearest atom outside its molecule with a free electron",
            Properties::NONE,
        ),
        info(
            "nearest+dots",
            "nearest, and a tenth of the distance to the nearest modifier",
            Properties::NONE,
        ),
        info("zero", "nothing: all positions are alike", Properties::CONSISTENT),
    ]
}

/// Gives the heuristics by name.
#[derive(Debug, Clone, Copy)]
pub struct Heuristics;

impl HeuristicSource<Board> for Heuristics {
    fn heuristic(&self, name: &str) -> Result<Box<dyn Heuristic<Board>>, SpecError> {
        Ok(match name {
            "gap" => Box::new(Gap),
            "open" => Box::new(Open),
            "h1" => Box::new(HeroDistance),
            "h2" => Box::new(WeightedHeroDistance),
            "nearest" => Box::new(Nearest { dots: false }),
            "nearest+dots" => Box::new(Nearest { dots: true }),
            "zero" => Box::new(Zero),
            _ => {
                let known = infos().into_iter().map(|info| info.id);
                return Err(SpecError::unknown("heuristic", name, known));
            }
        })
    }

    fn default_name(&self) -> &str {
        DEFAULT
    }
}

/// Knows nothing.
#[derive(Debug, Clone, Copy)]
struct Zero;

impl Heuristic<Board> for Zero {
    fn estimate(&self, _board: &Board, _state: &crate::State) -> Option<u32> {
        Some(0)
    }
    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}
