//! The problems that ship, and what a turn in one comes to: each asks for the only turn that wins, and exact play proves it.

use std::sync::LazyLock;

use plyground_core::{
    Budget, Game, GameWorld, Outcome, OwnPlayer, Player, Position, Problem, Proof, Side, Spec,
    Verdict,
};

use crate::board::Board;
use crate::board::bits::Wide;
use crate::rules::{DropperGame, Ply, State};
use crate::world::Dropper;
use crate::{notation, solver};

/// The word of the one task there is: keep the win.
pub const TASK: &str = "win";
/// Turns of a refutation that are shown.
const SHOWN: usize = 5;
/// Megabytes of a prover's table.
const TABLE: usize = 16;

/// The task in a sentence, for the side to move.
pub fn goal(side: Side, turns: usize) -> String {
    let name = notation::letter(side);
    match turns {
        1 => format!("{name} to move: one turn alone wins the game. Find it."),
        2 => format!("{name} to move: find the only winning turn, and after the answer the next."),
        _ => format!("{name} to move: find the only winning turn, {turns} times in a row."),
    }
}

/// The problems that ship, the easiest first.
pub fn problems() -> &'static [Problem] {
    static PROBLEMS: LazyLock<Vec<Problem>> = LazyLock::new(|| {
        Problem::parse_all(include_str!("problems.txt")).expect("a test reads problems.txt")
    });
    &PROBLEMS
}

/// Says who wins; what it learned of a board helps with the next question.
pub struct Prover<'a> {
    game: &'a DropperGame,
    one: OwnPlayer<DropperGame>,
    all: OwnPlayer<DropperGame>,
}

impl std::fmt::Debug for Prover<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Prover").field(self.game).finish()
    }
}

impl<'a> Prover<'a> {
    /// A prover for positions of a game.
    pub fn new(game: &'a DropperGame) -> Self {
        let player = |all: bool| {
            let spec = Spec::new("solve").with("table", TABLE).with("all", all);
            solver::from_spec(&spec).expect("the options are in range")
        };
        Self { game, one: player(false), all: player(true) }
    }

    /// The result of best play.
    pub fn outcome(&mut self, state: &State) -> Outcome {
        self.game.outcome(state).unwrap_or_else(|| {
            let side = self.game.to_move(state);
            match solve(&mut *self.one, self.game, state).0 {
                Proof::Win => Outcome::Win(side),
                Proof::Loss => Outcome::Win(side.other()),
                Proof::Draw => Outcome::Draw,
            }
        })
    }

    /// All turns, or rests of one, that win for the side to move.
    pub fn winning_turns(&mut self, state: &State) -> Vec<Vec<Ply>> {
        if self.game.outcome(state).is_some() {
            return Vec::new();
        }
        let (proof, plies) = solve(&mut *self.all, self.game, state);
        if proof != Proof::Win {
            return Vec::new();
        }
        let mut turns = Vec::new();
        for ply in plies {
            let mut next = *state;
            self.game.play(&mut next, ply);
            if self.game.is_free_due(&next) {
                let rests = self.winning_turns(&next);
                turns.extend(rests.into_iter().map(|rest| [&[ply], &rest[..]].concat()));
            } else {
                turns.push(vec![ply]);
            }
        }
        turns
    }

    /// The answer of the side to move, which has lost, that leaves its opponent the fewest winning turns; `None` where the game
    /// is over.
    pub fn toughest(&mut self, state: &State) -> Option<Vec<Ply>> {
        let turns = Dropper.whole_turns(self.game, state).into_iter();
        let least = turns.min_by_key(|(_, after)| match self.game.outcome(after) {
            Some(_) => usize::MAX,
            None => self.winning_turns(after).len(),
        });
        least.map(|(turn, _)| turn)
    }

    /// What a turn comes to where so many were left to be found.
    pub fn judge(&mut self, state: &State, left: usize, turn: &[Ply]) -> Verdict<Vec<Ply>> {
        let (game, side) = (self.game, self.game.to_move(state));
        let after = played(game, state, turn);
        let outcome = self.outcome(&after);
        if outcome == Outcome::Win(side) {
            let answer = if left > 1 { self.toughest(&after) } else { None };
            return answer.map_or(Verdict::Solved, Verdict::Right);
        }
        let other = notation::letter(side.other());
        let why = match (game.outcome(&after), outcome) {
            (Some(_), Outcome::Draw) => "The game ends in a draw.".to_owned(),
            (Some(_), _) => format!("The game ends, and {other} has the larger groups."),
            (None, Outcome::Draw) => format!("{other} saves a draw."),
            (None, _) => format!("{other} wins from here."),
        };
        Verdict::Wrong { refutation: self.line(&after), why }
    }

    /// How best play goes on, turn by turn.
    fn line(&mut self, state: &State) -> Vec<Vec<Ply>> {
        let (mut state, mut line) = (*state, Vec::new());
        while line.len() < SHOWN && self.game.outcome(&state).is_none() {
            let mut turn = Vec::new();
            while turn.is_empty() || self.game.is_free_due(&state) {
                let (_, best) = solve(&mut *self.one, self.game, &state);
                turn.push(best[0]);
                self.game.play(&mut state, best[0]);
            }
            line.push(turn);
        }
        line
    }
}

/// The proven value of a position that is not over, and the best plies.
fn solve(
    player: &mut dyn Player<DropperGame>,
    game: &DropperGame,
    state: &State,
) -> (Proof, Vec<Ply>) {
    let position = Position { state: *state, history: Vec::new() };
    let thought = player.choose(game, &position, &Budget::default(), &mut |_| {});
    (thought.proof.expect("a search without limits ends in a proof"), thought.best)
}

/// The position after a turn.
pub fn played(game: &DropperGame, state: &State, turn: &[Ply]) -> State {
    let mut after = *state;
    turn.iter().for_each(|&ply| game.play(&mut after, ply));
    after
}

/// In how many squares two positions of a size differ, in the way they lie that makes them most alike: whose stones they are
/// counts from the side to move.
pub fn distance(game: &DropperGame, a: &State, b: &State) -> usize {
    let board = Board::<Wide>::new(game.size());
    let squares = |state: &State| -> Vec<Option<bool>> {
        let side = game.to_move(state);
        let stone = |square| game.stone_at(state, square).map(|of| of == side);
        (0..game.size() * game.size()).map(stone).collect()
    };
    let (a, b) = (squares(a), squares(b));
    let differ = |symmetry| {
        (0..a.len()).filter(|&square| a[board.turned(square, symmetry)] != b[square]).count()
    };
    (0..8).map(differ).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(position: &str) -> DropperGame {
        DropperGame::from_setup(&notation::parse_position(position).unwrap(), false)
    }

    #[test]
    fn a_turn_is_judged_by_the_result_of_best_play() {
        let game = game("XOO/XO./O.X X");
        let start = game.start();
        let mut prover = Prover::new(&game);
        let winning = prover.winning_turns(&start);
        for (turn, after) in Dropper.whole_turns(&game, &start) {
            let wins = prover.outcome(&after) == Outcome::Win(Side::First);
            assert_eq!(winning.contains(&turn), wins);
            assert_eq!(prover.judge(&start, 1, &turn).is_right(), wins);
        }
    }
}
