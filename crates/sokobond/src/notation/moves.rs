//! Lines of moves, written `UDLR`.

use plyground_core::MoveError;

use crate::{Board, Direction, State};

/// Reads moves of any case, with blanks between them ignored, and checks each against the rules.
pub fn parse(board: &Board, from: &State, text: &str) -> Result<Vec<Direction>, MoveError> {
    let mut state = *from;
    let mut moves = Vec::new();
    for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
        let number = moves.len() + 1;
        let refuse = |reason: &str| MoveError::new(letter.to_string(), reason).at(number);
        let way = Direction::from_letter(letter)
            .ok_or_else(|| refuse("expected one of the letters U, D, L, R"))?;
        state = board.step(&state, way).map_err(|refusal| refuse(refusal.reason()))?;
        moves.push(way);
    }
    Ok(moves)
}

/// Writes moves.
pub fn print(moves: &[Direction]) -> String {
    moves.iter().map(|way| way.letter()).collect()
}
