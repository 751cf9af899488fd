//! State-space files: a position in, all moves and the boards they give out.
//!
//! `NAME.input` holds the side to move and the marbles; `NAME.move` one legal move a line;
//! `NAME.board` the resulting boards, line for line. The files say nothing of the score, so that no
//! rule ends the game here. The moves are those of the engine's generator, in the files' order.

mod enumerate;
mod files;

use plyground_core::text::quoted;
use plyground_core::{Expansion, ExpansionPictures, ParseError, Scene, Side};

pub use enumerate::{Layers, enumerate};
pub use files::{Files, expand_file, read_input};

use crate::board::Direction;
use crate::notation::{marbles_text, parse_marbles, parse_side};
use crate::rules::{Move, State};
use crate::scene;

/// Reads a `.input` file: line 1 the side to move, line 2 the marbles. Takes either line ending, a
/// missing last one, blanks, and marbles in any order.
pub fn parse_input(text: &str) -> Result<State, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines();
    let missing =
        |line, what: &str| ParseError::new(line, 0, format!("is missing; expected {what}"));
    let side = lines.next().ok_or_else(|| missing(1, "b or w, the side to move"))?;
    let to_move: Side = parse_side(side.trim(), 1, 1)?;
    let marbles = lines.next().ok_or_else(|| missing(2, "marbles such as C5b,D5b,E6w"))?;
    if marbles.trim().is_empty() {
        return Err(ParseError::new(2, 0, "is empty; expected marbles such as C5b,D5b,E6w"));
    }
    let marbles = parse_marbles(marbles, 2, 1)?;
    for (number, line) in (3..).zip(lines) {
        if !line.trim().is_empty() {
            return Err(ParseError::new(
                number,
                1,
                format!("{} is too much; expected two lines", quoted(line.trim())),
            ));
        }
    }
    Ok(State { marbles, captures: [0; 2], to_move })
}

/// Writes a position as a `.input` file.
pub fn input_text(state: &State) -> String {
    let side = crate::notation::side_letter(state.to_move);
    format!("{side}\n{}\n", marbles_text(state.marbles))
}

/// The legal moves in the order of the files: in-line moves by their trailing marble, then by
/// direction; side-steps by their lower end, then by axis, count and direction.
pub fn sorted_moves(state: &State) -> Vec<Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves.sort_unstable_by_key(|mv| {
        let axis = mv.axis().and_then(|axis| Direction::AXES.iter().position(|&a| a == axis));
        let count = if axis.is_some() { mv.count() } else { 0 };
        (axis.is_some(), mv.cell().rank(), axis, count, mv.direction())
    });
    moves
}

/// All moves from a position, and the boards they give.
pub fn expand(state: &State) -> Expansion {
    let mut expansion = Expansion { moves: String::new(), boards: String::new() };
    for mv in sorted_moves(state) {
        let mut next = *state;
        next.play(mv);
        expansion.moves += &format!("{mv}\n");
        expansion.boards += &marbles_text(next.marbles);
        expansion.boards.push('\n');
    }
    expansion
}

/// How a position looks, and all moves from it with the boards they give.
pub fn pictures(state: &State) -> ExpansionPictures {
    let after = |mv: Move| -> Scene {
        let mut next = *state;
        next.play(mv);
        let mut picture = scene::scene(&next);
        let motions = scene::motions(mv);
        for piece in &mut picture.pieces {
            let travelled = motions.iter().find(|motion| motion.to == piece.cell);
            if let Some(from) = travelled.and_then(|motion| motion.from) {
                piece.id = from as u32;
            }
        }
        picture
    };
    ExpansionPictures {
        start: scene::scene(state),
        moves: sorted_moves(state).into_iter().map(|mv| (scene::intent(mv), after(mv))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_read_with_all_habits_of_real_files() {
        let plain = parse_input("b\nC5b,D5b,E6w\n").unwrap();
        for text in [
            "b\r\nC5b,D5b,E6w\r\n",
            "b\nC5b,D5b,E6w",
            "b \nC5b, D5b, E6w \n\n",
            "b\nE6w,D5b,C5b\n",
            "\u{feff}B\nc5b,d5b,e6w,",
        ] {
            assert_eq!(parse_input(text), Ok(plain), "{text:?}");
        }
        assert_eq!(input_text(&plain), "b\nC5b,D5b,E6w\n");
    }

    #[test]
    fn broken_inputs_are_refused_with_line_and_token() {
        for (text, expected) in [
            ("", "line 1: is missing; expected b or w, the side to move"),
            ("x\nA1b", "line 1, column 1: \"x\" is not a side to move; expected b or w"),
            ("\nA1b", "line 1, column 1: \"\" is not a side to move; expected b or w"),
            ("b", "line 2: is missing; expected marbles such as C5b,D5b,E6w"),
            ("b\n\n", "line 2: is empty; expected marbles such as C5b,D5b,E6w"),
            (
                "b\nA1b,A6w",
                "line 2, column 5: \"A6w\": A6 is off the board; row A has columns 1 to 5",
            ),
            ("b\nA1b, A1w", "line 2, column 6: \"A1w\": there is already a marble on A1"),
            (
                "b\nA1r",
                "line 2, column 1: \"A1r\" has no known colour; expected b or w at its end, as in C5b",
            ),
            ("b\nA1b\nA2b", "line 3, column 1: \"A2b\" is too much; expected two lines"),
        ] {
            assert_eq!(parse_input(text).unwrap_err().to_string(), expected, "{text:?}");
        }
    }

    #[test]
    fn in_line_moves_come_first_then_side_steps_by_end_axis_count_and_direction() {
        let state = parse_input("b\nE5b,E6b,F5b,A1w").unwrap();
        let expansion = expand(&state);
        let moves: Vec<&str> = expansion.moves.lines().collect();
        assert_eq!(moves[..4], ["i-E5-1", "i-E5-3", "i-E5-5", "i-E5-7"]);
        let side_steps: Vec<&&str> = moves.iter().filter(|mv| mv.starts_with('s')).collect();
        assert_eq!(
            side_steps,
            [&"s-E5-E6-1", &"s-E5-E6-5", &"s-E5-E6-7", &"s-E5-F5-1", &"s-E5-F5-7", &"s-E5-F5-9"]
        );
        assert_eq!(expansion.boards.lines().count(), moves.len());
        assert_eq!(expansion.boards.lines().nth(2), Some("D5b,E6b,F5b,A1w"));
    }

    #[test]
    fn pictures_show_the_moves_line_for_line_and_marbles_keep_their_ids() {
        let state = parse_input("b\nE5b,E6b,E7w,A1w").unwrap();
        let (files, shown) = (expand(&state), pictures(&state));
        let texts: Vec<&str> = shown.moves.iter().map(|(mv, _)| mv.text.as_str()).collect();
        assert_eq!(texts, files.moves.lines().collect::<Vec<_>>());
        let ids = |picture: &Scene| {
            let mut ids: Vec<_> =
                picture.pieces.iter().map(|piece| (piece.id, piece.name.clone())).collect();
            ids.sort();
            ids
        };
        for (mv, picture) in &shown.moves {
            assert_eq!(ids(picture), ids(&shown.start), "{}", mv.text);
        }
    }

    #[test]
    fn no_score_ends_the_game() {
        let state = parse_input("w\nA1b,A2b,I8w,I9w").unwrap();
        assert!(!expand(&state).moves.is_empty());
    }
}
