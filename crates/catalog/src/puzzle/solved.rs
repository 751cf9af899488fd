use plyground_core::{Measures, Stats, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a solver found, as it is told outside: in texts, with a solution that was replayed. Where it is written down
/// (rows of the lab, JSON, answers of the API), its fields stand in the row itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Solved {
    /// The method, with its options.
    pub method: String,
    /// How it ended.
    pub status: Status,
    /// Why, where the status does not say it all: another program failed, or was not replayed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The solution in the world's notation. Also present where a limit came before the proof.
    pub solution: Option<String>,
    /// What the solution takes.
    #[serde(flatten, serialize_with = "write_taken", deserialize_with = "read_taken")]
    #[schemars(with = "Taken")]
    pub measures: Option<Measures>,
    /// Whether it is proven that no solution is better.
    pub optimal: bool,
    /// No solution is better than this, in the metric asked for.
    pub bound: Option<u64>,
    /// What it took.
    pub stats: Stats,
}

impl Solved {
    /// No solution, and how that came.
    pub fn nothing(method: impl Into<String>, status: Status, reason: impl Into<String>) -> Self {
        Self {
            method: method.into(),
            status,
            reason: Some(reason.into()),
            solution: None,
            measures: None,
            optimal: false,
            bound: None,
            stats: Stats::default(),
        }
    }
}

/// What a solution takes, as it is written: with no solution, its moves are null.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Taken {
    /// Steps of the player; null where no solution was found.
    moves: Option<u64>,
    /// Pushes, in worlds that count them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pushes: Option<u64>,
}

fn write_taken<S: Serializer>(
    measures: &Option<Measures>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let moves = measures.map(|measures| measures.moves);
    let pushes = measures.and_then(|measures| measures.pushes);
    Taken { moves, pushes }.serialize(serializer)
}

fn read_taken<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Measures>, D::Error> {
    let Taken { moves, pushes } = Taken::deserialize(deserializer)?;
    Ok(moves.map(|moves| Measures { moves, pushes }))
}

/// What a line of moves reaches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verified {
    /// Whether every move is legal.
    pub valid: bool,
    /// Whether the end is solved.
    pub solved: bool,
    /// What the line takes, as far as it is legal.
    #[serde(flatten)]
    pub measures: Measures,
    /// The move that was refused, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_holds_what_a_solution_takes_and_reads_back() {
        for measures in [None, Some(Measures { moves: 3, pushes: Some(1) })] {
            let solved = Solved {
                method: "bfs".into(),
                status: Status::Solved,
                reason: None,
                solution: measures.map(|_| "rrR".into()),
                measures,
                optimal: true,
                bound: Some(3),
                stats: Stats::default(),
            };
            let json = serde_json::to_value(&solved).unwrap();
            assert_eq!(json["moves"].as_u64(), measures.map(|measures| measures.moves));
            assert!(json.get("moves").is_some() && json.get("measures").is_none());
            assert_eq!(serde_json::from_value::<Solved>(json).unwrap(), solved);
        }
    }
}
