use plyground_abalone::evaluation::{FEATURES, Full, WEIGHTS, features};
use plyground_abalone::{AbaloneGame, State, layouts};
use plyground_core::SpecError;
use plyground_lab::tune::Subject;

use super::Weights;

/// Openings on which equals do not simply draw.
const SETUPS: [&str; 2] = ["belgian-daisy", "german-daisy"];

/// The first, a capture's, sets the scale.
const CHANGES: [i32; FEATURES] = [0, 40, 30, 40, 40, 15, 15, 20, 20, 60, 40, 40];

pub fn tune(way: &str) -> Result<(), SpecError> {
    let mut starts = Vec::new();
    for id in SETUPS {
        starts.push(AbaloneGame::new(layouts::find(id)?.start));
    }
    let subject = Subject {
        starts,
        features: &|state: &State| features(state).to_vec(),
        evaluation: &|weights: &[i32]| {
            let mut full = Full::default();
            full.weights[..FEATURES].copy_from_slice(weights);
            Box::new(full)
        },
    };
    let weights = Weights {
        names: WEIGHTS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        old: Full::default().weights.to_vec(),
        anchor: 0,
        changes: CHANGES.to_vec(),
    };
    super::tune(&subject, &weights, way, &super::plan(6)?)
}
