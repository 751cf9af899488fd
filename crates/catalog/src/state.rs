//! Bare states: positions that programs play by the million. Nothing is drawn on the way.

use std::any::Any;

use plyground_core::{MoveError, Scene, Side, Text};

use crate::GameSession;

/// A position of a puzzle or a game, with its moves as numbers.
///
/// ```
/// use plyground_catalog::Catalog;
/// use plyground_core::Options;
///
/// let world = Catalog::new().game_world("dropper")?;
/// let mut state = world.state(&Options::new().with("size", 3))?;
/// while !state.is_terminal() {
///     let first = state.legal_actions()[0];
///     state.apply(first)?;
/// }
/// assert_eq!(state.returns().iter().sum::<f64>(), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyState: Send {
    /// All numbers of moves are below this; 0 where moves are numbered by their place among the legal ones.
    fn action_count(&self) -> usize;
    /// The numbers of the legal moves, each once; none where it is over.
    fn legal_actions(&self) -> Vec<usize>;
    /// A legal move as people write it.
    fn action_text(&self, action: usize) -> Result<String, MoveError>;
    /// Plays a move; a refused one changes nothing.
    fn apply(&mut self, action: usize) -> Result<(), MoveError>;
    /// Whether nothing more can be played: solved, won, drawn, or without a move.
    fn is_terminal(&self) -> bool;
    /// Whose move it is; a puzzle has one player, the first.
    fn to_move(&self) -> Side;
    /// What each side has at the end: 1 for a win, -1 for a loss, 0 otherwise. A puzzle gives 1 to the first where it is
    /// solved.
    fn returns(&self) -> [f64; 2];
    /// The names of the planes of an observation, in order.
    fn planes(&self) -> Vec<Text>;
    /// Planes, rows and columns of an observation. Cells of a hexagonal board stand in their rows from the left.
    fn shape(&self) -> [usize; 3];
    /// Writes the planes into as many bytes as the [`shape`](AnyState::shape) has.
    fn observe(&self, out: &mut [u8]);
    /// A few bytes that equal positions share; of a puzzle, different positions never do.
    fn key(&self) -> Vec<u8>;
    /// The position as text.
    fn text(&self) -> String;
    /// How it looks.
    fn scene(&self) -> Scene;
    /// A session that goes on from here, for players; `None` for a puzzle.
    fn session(&self) -> Option<Box<dyn GameSession>>;
    /// The position as the world itself has it, where it lets programs see that.
    fn own(&self) -> Option<Box<dyn Any>>;
    /// A copy, to go on with elsewhere.
    fn clone_box(&self) -> Box<dyn AnyState>;
}

impl Clone for Box<dyn AnyState> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// The move of that number among the legal ones: by its slot where there are slots, by its place otherwise.
pub(crate) fn find<M: Copy>(
    moves: &[M],
    slots: usize,
    slot: impl Fn(M) -> usize,
    action: usize,
) -> Result<M, MoveError> {
    let found = match slots {
        0 | 1 => moves.get(action).copied(),
        _ => moves.iter().copied().find(|&mv| slot(mv) == action),
    };
    found.ok_or_else(|| MoveError::new(action.to_string(), "no legal move has this number"))
}

/// The numbers of the moves.
pub(crate) fn numbers<M: Copy>(moves: &[M], slots: usize, slot: impl Fn(M) -> usize) -> Vec<usize> {
    match slots {
        0 | 1 => (0..moves.len()).collect(),
        _ => moves.iter().map(|&mv| slot(mv)).collect(),
    }
}
