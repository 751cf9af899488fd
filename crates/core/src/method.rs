use schemars::JsonSchema;
use serde::Serialize;

use crate::OptionInfo;

/// A solver or a player as it is listed to people, with all that others must know of it: nobody asks for
/// a method's name to find out what it is like.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MethodInfo {
    /// The word people type.
    pub id: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Its options.
    pub options: Vec<OptionInfo>,
    /// Finds a solution where there is one, given time and memory.
    pub complete: bool,
    /// Its solutions are the cheapest (with an admissible heuristic where it takes one), or, for a
    /// player, its moves are proven best.
    pub optimal: bool,
    /// Goes from the goals as well, so that it runs only where a world can go backwards.
    pub backward: bool,
    /// Works on as many threads as it may have.
    pub threads: bool,
    /// Looks beyond the turn it is about to play.
    pub looks_ahead: bool,
    /// Leaves the rest of a game to the world's exact player, where there is one and the rest is small.
    pub hands_over: bool,
    /// Holds a table or a tree of positions: the option that sets its size in megabytes.
    pub table: Option<&'static str>,
}

impl MethodInfo {
    /// A method that promises nothing, takes no options and has no name yet.
    pub const fn new(summary: &'static str) -> Self {
        Self {
            id: "",
            summary,
            options: Vec::new(),
            complete: false,
            optimal: false,
            backward: false,
            threads: false,
            looks_ahead: false,
            hands_over: false,
            table: None,
        }
    }

    /// The same under this name.
    #[must_use]
    pub fn named(self, id: &'static str) -> Self {
        Self { id, ..self }
    }

    /// The same with more options.
    #[must_use]
    pub fn with(mut self, options: impl IntoIterator<Item = OptionInfo>) -> Self {
        self.options.extend(options);
        self
    }

    /// The same, [complete](Self::complete).
    #[must_use]
    pub fn complete(self) -> Self {
        Self { complete: true, ..self }
    }

    /// The same, complete and [optimal](Self::optimal).
    #[must_use]
    pub fn optimal(self) -> Self {
        Self { complete: true, optimal: true, ..self }
    }

    /// The same, going [backward](Self::backward) as well.
    #[must_use]
    pub fn backward(self) -> Self {
        Self { backward: true, ..self }
    }

    /// The same, on many [threads](Self::threads).
    #[must_use]
    pub fn threads(self) -> Self {
        Self { threads: true, ..self }
    }

    /// The same, [looking ahead](Self::looks_ahead).
    #[must_use]
    pub fn looks_ahead(self) -> Self {
        Self { looks_ahead: true, ..self }
    }

    /// The same, [handing over](Self::hands_over) to exact play.
    #[must_use]
    pub fn hands_over(self) -> Self {
        Self { hands_over: true, ..self }
    }

    /// The same, holding a [table](Self::table) whose size this option sets.
    #[must_use]
    pub fn keeps_table(self, megabytes: &'static str) -> Self {
        Self { table: Some(megabytes), ..self }
    }

    /// Whether it takes the option.
    pub fn takes(&self, option: &str) -> bool {
        self.options.iter().any(|info| info.id == option)
    }
}
