use plyground_core::{OptionInfo, OptionKind, Options, SpecError};

/// The parts of the search that can be switched off, to see what each is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    /// Late moves are searched less deep first.
    pub lmr: bool,
    /// Loud plies are followed beyond the horizon.
    pub quiescence: bool,
    /// A position so good that passing would still refute the opponent is cut.
    pub null: bool,
    /// Near the horizon, moves and positions far from the window are cut.
    pub pruning: bool,
    /// Searches start with a narrow window around the last score.
    pub aspiration: bool,
}

const fn switch(id: &'static str, summary: &'static str) -> OptionInfo {
    OptionInfo { id, kind: OptionKind::Switch, default: "true", summary }
}

pub(super) const SWITCHES: [OptionInfo; 5] = [
    switch("lmr", "search late moves less deep first"),
    switch("quiescence", "follow loud plies beyond the horizon"),
    switch("null", "cut where even a pass would refute the opponent, in games that allow it"),
    switch("pruning", "cut moves and positions far from the window near the horizon"),
    switch("aspiration", "start with a narrow window around the last score"),
];

impl Settings {
    pub fn new(options: &Options) -> Result<Self, SpecError> {
        Ok(Self {
            lmr: options.switch("lmr", true)?,
            quiescence: options.switch("quiescence", true)?,
            null: options.switch("null", true)?,
            pruning: options.switch("pruning", true)?,
            aspiration: options.switch("aspiration", true)?,
        })
    }
}
