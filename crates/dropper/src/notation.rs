//! Squares, turns and positions as text.

use plyground_core::text::quoted;
use plyground_core::{Game, MoveError, ParseError, Side};

use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::rules::{DropperGame, Ply, Setup, State};

/// The letters of First's and Second's stones.
pub const LETTERS: [char; 2] = ['X', 'O'];

/// The letter of a side's stones.
pub const fn letter(side: Side) -> char {
    LETTERS[side.index()]
}

/// A square's name: `D5`.
pub fn square_name(square: usize, size: usize) -> String {
    format!("{}{}", (b'A' + (square % size) as u8) as char, square / size + 1)
}

fn parse_square(text: &str, size: usize) -> Result<usize, String> {
    let mut chars = text.chars();
    let column = chars.next().filter(char::is_ascii_alphabetic);
    let digits = chars.as_str();
    let (Some(column), true) =
        (column, !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    else {
        return Err(format!(
            "{text} is not a square; expected a column and a row such as B2",
            text = quoted(text)
        ));
    };
    let column = usize::from(column.to_ascii_uppercase() as u8 - b'A');
    match digits.parse::<usize>() {
        Ok(row) if column < size && (1..=size).contains(&row) => Ok((row - 1) * size + column),
        _ => Err(format!(
            "{} is not on the board, which goes from A1 to {}",
            text.to_ascii_uppercase(),
            square_name(size * size - 1, size)
        )),
    }
}

/// The plies of a turn, or of a part of it, as text: `D5-C5+G5`, `F3-G2`, `D5`.
pub fn turn_text(size: usize, turn: &[Ply]) -> String {
    let name = |square: u8| square_name(usize::from(square), size);
    let halves = turn.iter().map(|ply| match *ply {
        Ply::Drop { from, to } => format!("{}-{}", name(from), name(to)),
        Ply::Free(square) => name(square),
    });
    halves.collect::<Vec<_>>().join("+")
}

/// Reads a turn, or the half of it that was typed: a Drop whose Free is still to come, or that Free.
pub fn parse_turn(game: &DropperGame, state: &State, text: &str) -> Result<Vec<Ply>, MoveError> {
    let refused = |reason: String| MoveError::new(text.trim(), reason);
    let typed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if typed.is_empty() {
        return Err(refused("nothing was typed; expected a turn such as D5-C5+G5".into()));
    }
    if game.outcome(state).is_some() {
        return Err(refused("the game is over".into()));
    }
    if game.is_free_due(state) {
        let free = typed.strip_prefix('+').unwrap_or(&typed);
        return parse_free_due(game, state, free).map_err(refused);
    }
    parse_whole(game, state, &typed).map_err(refused)
}

fn parse_free_due(game: &DropperGame, state: &State, typed: &str) -> Result<Vec<Ply>, String> {
    if typed.contains(['-', '>', '+']) {
        return Err(format!(
            "the Drop of this turn is played and its mandatory Free is missing; expected a square such as {}",
            example_free(game, state)
        ));
    }
    Ok(vec![parse_free(game, state, typed)?])
}

fn parse_whole(game: &DropperGame, state: &State, typed: &str) -> Result<Vec<Ply>, String> {
    let (first, free) = match typed.split_once('+') {
        Some((first, free)) => (first, Some(free)),
        None => (typed, None),
    };
    let mut plies = Vec::new();
    game.moves(state, &mut plies);
    let must_drop = matches!(plies.first(), Some(Ply::Drop { .. }));
    if !must_drop {
        if first.contains(['-', '>']) || free.is_some() {
            return Err(format!(
                "there is nothing to Drop on; expected a square alone, such as {}",
                example_free(game, state)
            ));
        }
        return Ok(vec![parse_free(game, state, first)?]);
    }
    let Some((from, to)) = first.split_once(['-', '>']) else {
        return Err(format!(
            "a turn begins with a Drop on a stone of the opponent; expected it as {}",
            turn_text(game.size(), &plies[..1])
        ));
    };
    let drop = parse_drop(game, state, from, to)?;
    let Some(free) = free else { return Ok(vec![drop]) };
    let mut after = *state;
    game.play(&mut after, drop);
    if !game.is_free_due(&after) {
        return Err(format!(
            "no Free square is left after the Drop; the turn is {} alone",
            turn_text(game.size(), &[drop])
        ));
    }
    if free.is_empty() {
        return Err(format!(
            "the mandatory Free after + is missing; expected a square such as {}",
            example_free(game, &after)
        ));
    }
    Ok(vec![drop, parse_free(game, &after, free)?])
}

fn example_free(game: &DropperGame, state: &State) -> String {
    game.free_squares(state).first().map_or_else(String::new, |&s| square_name(s, game.size()))
}

fn parse_drop(game: &DropperGame, state: &State, from: &str, to: &str) -> Result<Ply, String> {
    let size = game.size();
    let (from, to) = (parse_square(from, size)?, parse_square(to, size)?);
    let theirs = game.to_move(state).other();
    let (from_name, to_name) = (square_name(from, size), square_name(to, size));
    match game.stone_at(state, from) {
        None => {
            return Err(format!(
                "{from_name} is empty; a Drop goes on a stone of the opponent ({})",
                letter(theirs)
            ));
        }
        Some(side) if side != theirs => {
            return Err(format!(
                "{from_name} holds an own stone; a Drop goes on a stone of the opponent ({})",
                letter(theirs)
            ));
        }
        Some(_) => {}
    }
    let columns = (from % size).abs_diff(to % size);
    let rows = (from / size).abs_diff(to / size);
    if from == to || columns > 1 || rows > 1 {
        return Err(format!(
            "{to_name} is not a neighbour of {from_name}; a Drop pushes the stone to one of its eight neighbours"
        ));
    }
    if game.stone_at(state, to).is_some() {
        return Err(format!("{to_name} is occupied; a Drop pushes the stone to an empty square"));
    }
    Ok(Ply::Drop { from: from as u8, to: to as u8 })
}

fn parse_free(game: &DropperGame, state: &State, text: &str) -> Result<Ply, String> {
    let size = game.size();
    let square = parse_square(text, size)?;
    let name = square_name(square, size);
    if game.stone_at(state, square).is_some() {
        return Err(format!("{name} is occupied; a Free goes to an empty square"));
    }
    let touched = (0..size * size).find(|&other| {
        (square % size).abs_diff(other % size) <= 1
            && (square / size).abs_diff(other / size) <= 1
            && game.stone_at(state, other).is_some()
    });
    match touched {
        Some(other) => Err(format!(
            "{name} touches the stone on {}; a Free needs all neighbours of its square empty",
            square_name(other, size)
        )),
        None => Ok(Ply::Free(square as u8)),
    }
}

/// A position as text: rows from the top, then the side to move, with `+` where its Free is due.
pub fn position_text(game: &DropperGame, state: &State) -> String {
    let size = game.size();
    let row = |row: usize| -> String {
        let stones = (0..size).map(|column| game.stone_at(state, row * size + column));
        stones.map(|stone| stone.map_or('.', letter)).collect()
    };
    let rows: Vec<String> = (0..size).rev().map(row).collect();
    let due = if game.is_free_due(state) { "+" } else { "" };
    format!("{} {}{due}", rows.join("/"), letter(game.to_move(state)))
}

/// Reads a position; the rows give the size.
pub fn parse_position(text: &str) -> Result<Setup, ParseError> {
    let refused = |column: usize, message: String| Err(ParseError::new(1, column, message));
    let mut words = text.split_whitespace();
    let (Some(board), Some(side), None) = (words.next(), words.next(), words.next()) else {
        return refused(0, "expected rows and the side to move, such as .../.../X.. O".to_owned());
    };
    let size = board.split('/').count();
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        let rows = if size == 1 { "1 row".to_owned() } else { format!("{size} rows") };
        return refused(0, format!("{rows}; expected {MIN_SIZE} to {MAX_SIZE}"));
    }
    let mut setup = Setup::empty(size);
    let mut start = 1;
    for (index, row) in board.split('/').enumerate() {
        let length = row.chars().count();
        if length != size {
            let columns = if length == 1 { "column" } else { "columns" };
            return refused(
                start,
                format!(
                    "row {} has {length} {columns}; expected {size}, as many as rows",
                    size - index
                ),
            );
        }
        for (column, c) in row.chars().enumerate() {
            setup.squares[(size - 1 - index) * size + column] = match c {
                '.' => None,
                'X' | 'x' => Some(Side::First),
                'O' | 'o' => Some(Side::Second),
                _ => return refused(start + column, format!("{c:?}; expected one of . X O")),
            };
        }
        start += length + 1;
    }
    let side_column = text.chars().count() - text.trim_end().chars().count();
    let side_column = text.chars().count() - side_column - side.chars().count() + 1;
    (setup.to_move, setup.free_due) = match side.to_ascii_uppercase().as_str() {
        "X" => (Side::First, false),
        "O" => (Side::Second, false),
        "X+" => (Side::First, true),
        "O+" => (Side::Second, true),
        _ => {
            return refused(
                side_column,
                format!(
                    "{side} is no side; expected X or O, with + where its Free is due",
                    side = quoted(side)
                ),
            );
        }
    };
    let game = DropperGame::from_setup(&setup, false);
    if setup.free_due && game.free_squares(&game.start()).is_empty() {
        return refused(side_column, "no Free square is left, so no Free can be due".to_owned());
    }
    Ok(setup)
}
