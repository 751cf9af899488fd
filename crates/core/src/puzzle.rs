use std::fmt::Debug;
use std::hash::Hash;

use crate::successors::Successors;

/// A one-player puzzle: a start, moves, a goal.
///
/// Solvers keep states *packed*: [`pack`](Puzzle::pack) writes a state into
/// [`packed_len`](Puzzle::packed_len) bytes and [`unpack`](Puzzle::unpack) reads it back. Two states
/// are equal exactly when their packed bytes are, so a state must be canonical.
///
/// ```
/// use plyground_core::{Puzzle, pack_plain};
///
/// /// Count up to a number by ones and threes.
/// struct Count(u8);
///
/// impl Puzzle for Count {
///     type State = u8;
///     type Move = u8;
///     pack_plain!();
///     fn start(&self) -> u8 {
///         0
///     }
///     fn moves(&self, now: &u8, out: &mut Vec<u8>) {
///         out.extend([1, 3].into_iter().filter(|step| now + step <= self.0));
///     }
///     fn play(&self, now: &u8, step: u8) -> u8 {
///         now + step
///     }
///     fn is_solved(&self, now: &u8) -> bool {
///         *now == self.0
///     }
///     fn step_text(&self, _: &u8, step: u8) -> String {
///         step.to_string()
///     }
/// }
///
/// assert_eq!(Count(7).line_text(&[3, 3, 1]), "331");
/// ```
pub trait Puzzle: Send + Sync {
    /// A position. Canonical: equal positions are equal values.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// One step from a position to the next.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The position the puzzle starts from.
    fn start(&self) -> Self::State;
    /// Appends the legal moves, each once, always in the same order. `out` is empty on entry.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);
    /// The position after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;
    /// Plays a legal move in place, which can be cheaper; by default it is not.
    fn play_on(&self, state: &mut Self::State, mv: Self::Move) {
        *state = self.play(state, mv);
    }
    /// Whether the goal is reached.
    fn is_solved(&self, state: &Self::State) -> bool;
    /// True only where no solution exists from here.
    fn is_dead(&self, _state: &Self::State) -> bool {
        false
    }

    /// True only where the position after a legal move is solved if this one is and dead if this one
    /// is, and not otherwise: a step that changes the player's place and nothing else.
    fn is_quiet(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// What a move costs, in the same units as heuristic estimates.
    fn cost(&self, _state: &Self::State, _mv: Self::Move) -> u32 {
        self.unit()
    }
    /// The cost of one step of the metric people count. What a cost has below a whole unit breaks
    /// ties (fewest pushes among the fewest moves) and lets estimates have fractions.
    fn unit(&self) -> u32 {
        1
    }

    /// The number of bytes of a packed state; the same for all states of one puzzle.
    fn packed_len(&self) -> usize;
    /// Writes a state into exactly `packed_len` bytes.
    fn pack(&self, state: &Self::State, out: &mut [u8]);
    /// Reads what [`pack`](Puzzle::pack) wrote.
    fn unpack(&self, bytes: &[u8]) -> Self::State;
    /// Writes the packed position after a legal move; `packed` is `state`, packed. Worth its own way
    /// where a move changes few of the bytes: most successors are known, and need not be built.
    fn pack_after(&self, state: &Self::State, _packed: &[u8], mv: Self::Move, out: &mut [u8]) {
        self.pack(&self.play(state, mv), out);
    }

    /// Adds every legal move, in the order of [`moves`](Puzzle::moves), with the packed position after it;
    /// `packed` is `state`, packed. Worth its own way where to find out whether a move is legal is to
    /// make it.
    fn successors(&self, state: &Self::State, packed: &[u8], out: &mut Successors<Self::Move>) {
        out.with_moves(
            |moves| self.moves(state, moves),
            |mv, out| self.pack_after(state, packed, mv, out.add(mv, self.is_quiet(state, mv))),
        );
    }

    /// The step as people write it. A step that stands for several (walk there, then push) writes
    /// them all.
    fn step_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// A number for a legal move, below [`move_slots`](Puzzle::move_slots); no two legal moves of a position share it.
    fn move_slot(&self, _state: &Self::State, _mv: Self::Move) -> usize {
        0
    }
    /// The number of different slots; 0 where moves have no numbers of their own, and are numbered by their place in
    /// the list.
    fn move_slots(&self) -> usize {
        0
    }

    /// Writes the legal moves at their numbers, and `None` at all others; `out` has a place for each number.
    fn numbered_moves(&self, state: &Self::State, out: &mut [Option<Self::Move>]) {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        out.fill(None);
        for mv in moves {
            out[self.move_slot(state, mv)] = Some(mv);
        }
    }

    /// All solved positions, where the puzzle can be searched backwards; `None` where it cannot.
    fn goals(&self) -> Option<Vec<Self::State>> {
        None
    }
    /// Appends every `(previous, move)` such that `move` leads from `previous` to `state`.
    /// Only called where [`goals`](Puzzle::goals) gives some.
    fn backward(&self, _state: &Self::State, _out: &mut Vec<(Self::State, Self::Move)>) {}

    /// The text of a line of moves from the start.
    fn line_text(&self, moves: &[Self::Move]) -> String {
        let mut state = self.start();
        let mut text = String::new();
        for &mv in moves {
            text.push_str(&self.step_text(&state, mv));
            state = self.play(&state, mv);
        }
        text
    }
}
