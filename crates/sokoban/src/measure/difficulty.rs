use super::Interest;

impl Interest {
    /// How hard a level is, from 1 to 10. Fitted so that it orders the levels of collections much as their
    /// authors did: `docs/levels.md` says how well.
    pub fn difficulty(&self) -> f64 {
        let log = |number: u32| f64::from(number).ln_1p();
        let (states, lost, solutions) = match &self.whole {
            Some(whole) => (whole.states as f64, whole.lost, log(whole.solutions)),
            None => (2.0 * super::MOST_STATES as f64, 0.8, log(3)),
        };
        let effort = 2.0 * log(self.pushes)
            + 7.0 * log(self.changes)
            + 4.0 * log(self.detour)
            + 9.0 * states.ln_1p()
            + 20.0 * lost
            - 5.0 * solutions;
        (1.0 + 9.0 * (effort - LEAST) / (MOST - LEAST)).clamp(1.0, 10.0)
    }
}

/// The sum of a level that is solved by looking at it.
const LEAST: f64 = 25.0;
/// The sum of the hardest levels people enjoy.
const MOST: f64 = 200.0;

/// The word for a difficulty.
pub(super) fn word(difficulty: f64) -> &'static str {
    match difficulty {
        ..2.0 => "first steps",
        ..3.5 => "easy",
        ..5.0 => "medium",
        ..6.5 => "tricky",
        ..8.0 => "hard",
        _ => "fierce",
    }
}
