use plyground_core::SpecError;
use plyground_dropper::evaluation::{FEATURES, Full, NAMES, WEIGHTS, staged};
use plyground_dropper::{DropperGame, State};
use plyground_lab::tune::Subject;

use super::Weights;

/// The largest group on the full board sets the scale.
const ANCHOR: usize = 3;

pub fn tune(way: &str) -> Result<(), SpecError> {
    let game = DropperGame::new(8);
    let subject = Subject {
        starts: vec![game.clone()],
        features: &|state: &State| staged(&game, state).to_vec(),
        evaluation: &|weights: &[i32]| {
            let weights = std::array::from_fn(|i| [weights[2 * i], weights[2 * i + 1]]);
            Box::new(Full { weights })
        },
    };
    let mut changes = vec![10; 2 * FEATURES];
    changes[ANCHOR] = 0;
    let weights = Weights {
        names: NAMES
            .iter()
            .flat_map(|name| [format!("{name}, early"), format!("{name}, late")])
            .collect(),
        old: WEIGHTS.as_flattened().to_vec(),
        anchor: ANCHOR,
        changes,
    };
    super::tune(&subject, &weights, way, &super::plan(9)?)
}
