//! The problems that ship, and what a turn in one comes to.

mod claim;

use std::str::FromStr;
use std::sync::LazyLock;

use plyground_core::{Problem, Side, SpecError, Verdict};

pub use claim::Claim;

use crate::board::image_of;
use crate::rules::{Move, State};

/// What is to be reached in a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Task {
    /// Win a marble within so many turns.
    Gain(usize),
    /// Play the one turn after which the other side does not win a marble within so many turns.
    Hold(usize),
}

impl FromStr for Task {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (word, turns) = text.split_once(' ').unwrap_or((text, ""));
        match (word, turns.parse()) {
            ("gain", Ok(turns @ 1..=3)) => Ok(Self::Gain(turns)),
            ("hold", Ok(turns @ 1..=2)) => Ok(Self::Hold(turns)),
            _ => Err(SpecError(format!(
                "{text:?} is no task; expected gain and 1 to 3 turns, or hold and 1 or 2, such as gain 2"
            ))),
        }
    }
}

impl std::fmt::Display for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Gain(turns) => write!(f, "gain {turns}"),
            Self::Hold(turns) => write!(f, "hold {turns}"),
        }
    }
}

impl Task {
    /// The task in a sentence, for the side to move.
    pub fn goal(self, side: Side) -> String {
        let (own, other) = (name(side), name(side.other()));
        match self {
            Self::Gain(1) => {
                format!("{own} to move: push a marble off and lose none in return.")
            }
            Self::Gain(turns) => {
                let turns = if turns == 2 { "two" } else { "three" };
                format!("{own} to move: win a marble in {turns} turns, whatever {other} does.")
            }
            Self::Hold(1) => {
                format!(
                    "{own} to move: {other} threatens to push a marble off. Find the only defence."
                )
            }
            Self::Hold(_) => {
                format!(
                    "{own} to move: every turn but one loses a marble within two turns. Find it."
                )
            }
        }
    }
}

/// The name of a side.
const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

/// The problems that ship, the easiest first.
pub fn problems() -> &'static [Problem] {
    static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
        Problem::parse_all(include_str!("problems.txt")).expect("a test reads problems.txt")
    });
    &PROBLEMS
}

/// What a turn from `state` comes to, where the problem began at `start` and so many turns were left to be found.
pub fn judge(
    task: Task,
    start: &State,
    state: &State,
    left: usize,
    turn: Move,
) -> Verdict<Vec<Move>> {
    let mut next = *state;
    next.play(turn);
    let solver = start.to_move;
    match task {
        Task::Gain(_) => attack(Claim::new(start, solver), solver, &next, left.max(1) - 1),
        Task::Hold(turns) => defend(Claim::new(start, solver.other()), solver, &next, turns),
    }
}

fn attack(claim: Claim, solver: Side, next: &State, turns: usize) -> Verdict<Vec<Move>> {
    if claim.stands(next, 0) {
        return Verdict::Solved;
    }
    if claim.stands(next, turns) {
        // A claim that stands only later leaves the other side a turn.
        return claim
            .toughest(next, turns)
            .map_or(Verdict::Solved, |answer| Verdict::Right(vec![answer]));
    }
    let other = name(solver.other());
    let answer = claim.answer(next, turns);
    let why = match answer {
        Some(answer) if answer.ejects() => format!("{other} pushes a marble off in return."),
        _ if turns == 0 => "No marble leaves the board.".to_owned(),
        _ => format!("{other} answers so, and no marble can be won in time."),
    };
    let shown = answer.filter(|answer| turns > 0 || answer.ejects());
    Verdict::Wrong { refutation: shown.map(|answer| vec![answer]).into_iter().collect(), why }
}

fn defend(claim: Claim, solver: Side, next: &State, turns: usize) -> Verdict<Vec<Move>> {
    if next.outcome().is_some() || !claim.is_forced(next, turns) {
        return Verdict::Solved;
    }
    let refutation = claim.line(next, turns).into_iter().map(|mv| vec![mv]).collect();
    Verdict::Wrong { refutation, why: format!("{} wins a marble.", name(solver.other())) }
}

/// In how many cells two positions differ, in the way they lie that makes them most alike: whose marbles they are
/// counts from the side to move.
pub fn distance(a: &State, b: &State) -> u32 {
    let differ = |[black, white]: [u64; 2], of: &State| {
        let sides = [of.own(), of.other()];
        (black ^ sides[0] | white ^ sides[1]).count_ones()
    };
    let images = (0..12).map(|symmetry| [a.own(), a.other()].map(|set| image_of(set, symmetry)));
    images.map(|image| differ(image, b)).min().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{parse_move, parse_position};

    fn judged(position: &str, task: Task, turn: &str) -> Verdict<Vec<Move>> {
        let start = parse_position(position).unwrap();
        judge(task, &start, &start, 1, parse_move(&start, turn).unwrap())
    }

    #[test]
    fn a_marble_is_won_where_it_is_not_taken_back_at_once() {
        let alone = "b E7b,E8b,E9w,A1w";
        assert_eq!(judged(alone, Task::Gain(1), "i-E7-3"), Verdict::Solved);
        assert!(!judged(alone, Task::Gain(1), "i-E7-9").is_right());
        // White pushes the marble off that took the place at the edge.
        let guarded = "b E7b,E8b,E9w,F9w,G9w";
        let Verdict::Wrong { refutation, why } = judged(guarded, Task::Gain(1), "i-E7-3") else {
            panic!("the marble is taken back")
        };
        assert!(refutation[0][0].ejects());
        assert_eq!(why, "White pushes a marble off in return.");
    }

    #[test]
    fn a_defence_lets_no_marble_be_pushed_off() {
        let threatened = "w E7b,E8b,E9w,A1w";
        assert_eq!(judged(threatened, Task::Hold(1), "i-E9-11"), Verdict::Solved);
        let Verdict::Wrong { refutation, why } = judged(threatened, Task::Hold(1), "i-A1-1") else {
            panic!("the marble falls")
        };
        assert_eq!(refutation[0][0].to_string(), "i-E7-3");
        assert_eq!(why, "Black wins a marble.");
    }

    #[test]
    fn tasks_read_what_they_write() {
        for task in [Task::Gain(1), Task::Gain(3), Task::Hold(1), Task::Hold(2)] {
            assert_eq!(task.to_string().parse(), Ok(task));
        }
        for text in ["", "gain", "gain 4", "hold 3", "win 1"] {
            assert!(text.parse::<Task>().is_err(), "{text}");
        }
    }
}
