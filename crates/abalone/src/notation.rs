//! Moves and positions as text.
//!
//! Moves: `i-A1-3` (the trailing marble and the direction) and `s-A1-A3-1` (the two ends and the
//! direction), or Aba-Pro: `a1a2` (the trailing marble and where it goes) and `a1a3b2` (the two ends
//! and where the first goes). Older files list the marbles: `[[A1,A2],3]`. Positions: `b C5b,D5b,E6w`, the side to move and the marbles; after
//! them, where there are any, the captures of black and white: `2-1`.

mod listed;

use plyground_core::text::quoted;
use plyground_core::{MoveError, ParseError, Side};

use crate::board::{Cell, Direction};
use crate::rules::{CAPTURES_TO_WIN, Move, State};

/// Reads a legal move in any of the notations, in any case. The direction may be left out where only one
/// is possible.
pub fn parse_move(state: &State, text: &str) -> Result<Move, MoveError> {
    read_move(state, text.trim()).map_err(|reason| MoveError::new(text.trim(), reason))
}

fn read_move(state: &State, text: &str) -> Result<Move, String> {
    let lower = text.to_ascii_lowercase();
    if lower.starts_with('[') {
        return listed::read(state, &lower);
    }
    let parts: Vec<&str> = lower.split('-').collect();
    match parts[..] {
        ["i", cell] => only_inline(state, cell.parse()?),
        ["i", cell, hour] => inline(state, cell.parse()?, read_hour(hour)?),
        ["s", a, b] => only_side_step(state, a.parse()?, b.parse()?),
        ["s", a, b, hour] => side_step(state, a.parse()?, b.parse()?, read_hour(hour)?),
        [all] if all.is_ascii() && all.len() == 4 => {
            let (trailing, to) = (all[..2].parse()?, all[2..].parse()?);
            inline(state, trailing, neighbour(trailing, to)?)
        }
        [all] if all.is_ascii() && all.len() == 6 => {
            let (a, b, to): (Cell, _, _) =
                (all[..2].parse()?, all[2..4].parse()?, all[4..].parse()?);
            side_step(state, a, b, neighbour(a, to)?)
        }
        _ => Err(
            "expected a move such as i-A1-3 or s-A1-A3-1, or in Aba-Pro notation a1a2 or a1a3b2"
                .to_owned(),
        ),
    }
}

fn read_hour(text: &str) -> Result<Direction, String> {
    text.parse().ok().and_then(Direction::from_hour).ok_or_else(|| {
        format!("{text} is not a direction; expected 1, 3, 5, 7, 9 or 11", text = quoted(text))
    })
}

fn neighbour(from: Cell, to: Cell) -> Result<Direction, String> {
    from.direction_to(to)
        .ok_or_else(|| format!("{to} is not next to {from}: marbles move one cell at a time"))
}

/// Refuses a cell that holds no own marble.
fn check_own(state: &State, cell: Cell) -> Result<(), String> {
    if state.own() & cell.bit() != 0 {
        Ok(())
    } else if state.other() & cell.bit() != 0 {
        Err(format!("{cell} holds your opponent's marble"))
    } else {
        Err(format!("{cell} is empty"))
    }
}

/// The in-line move from a trailing marble, or the rule that forbids it.
fn inline(state: &State, trailing: Cell, direction: Direction) -> Result<Move, String> {
    check_own(state, trailing)?;
    let run = |mut from: usize, set: u64| {
        let first = from;
        while trailing.walk(direction, from).is_some_and(|cell| set & cell.bit() != 0) {
            from += 1;
        }
        from - first
    };
    let count = run(0, state.own());
    if count > 3 {
        return Err(format!(
            "{count} marbles stand in line from {trailing}; at most three move together"
        ));
    }
    if trailing.room(direction) < count {
        return Err("no marble of your own may leave the board".to_owned());
    }
    let pushed = run(count, state.other());
    if pushed == 0 {
        return Ok(Move::inline(trailing, direction, count, 0));
    }
    if pushed >= count {
        let rule = if count == 1 { ": a single marble never pushes" } else { "" };
        return Err(format!("{count} cannot push {pushed}{rule}"));
    }
    match trailing.walk(direction, count + pushed) {
        Some(behind) if state.own() & behind.bit() != 0 => {
            Err(format!("your own marble on {behind} blocks the push"))
        }
        _ => Ok(Move::inline(trailing, direction, count, pushed)),
    }
}

/// The direction from one end of a line of two or three own marbles to the other, and their number.
fn line(state: &State, from: Cell, to: Cell) -> Result<(Direction, usize), String> {
    check_own(state, from)?;
    check_own(state, to)?;
    if from == to {
        return Err(format!("a single marble never side-steps; write i-{from} and the direction"));
    }
    for along in Direction::ALL {
        for steps in 1..=from.room(along) {
            if from.walk(along, steps) != Some(to) {
                continue;
            }
            if steps > 2 {
                return Err(format!(
                    "{from} to {to} are {} cells; at most three marbles move together",
                    steps + 1
                ));
            }
            if steps == 2 {
                check_own(state, from.wrapping(along, 1))?;
            }
            return Ok((along, steps + 1));
        }
    }
    Err(format!("{from} and {to} are not in a straight line"))
}

/// The side-step of the line between two ends, or the rule that forbids it.
fn side_step(state: &State, a: Cell, b: Cell, direction: Direction) -> Result<Move, String> {
    let (along, count) = line(state, a, b)?;
    if direction.axis() == along.axis() {
        let trailing = if direction == along { a } else { b };
        return Err(format!(
            "{a} to {b} in direction {} is an in-line move; write i-{trailing}-{}",
            direction.hour(),
            direction.hour()
        ));
    }
    for steps in 0..count {
        let from = a.wrapping(along, steps);
        let Some(to) = from.step(direction) else {
            return Err(format!("no marble of your own may leave the board, as {from} would"));
        };
        if (state.own() | state.other()) & to.bit() != 0 {
            return Err(format!("{to} is not empty: a side-step never pushes"));
        }
    }
    let lower = if along == along.axis() { a } else { b };
    Ok(Move::side_step(lower, along, count, direction))
}

fn only_inline(state: &State, trailing: Cell) -> Result<Move, String> {
    check_own(state, trailing)?;
    only(|direction| inline(state, trailing, direction))
}

fn only_side_step(state: &State, a: Cell, b: Cell) -> Result<Move, String> {
    line(state, a, b)?;
    only(|direction| side_step(state, a, b, direction))
}

/// The move in the one direction in which there is one.
fn only(mv: impl FnMut(Direction) -> Result<Move, String>) -> Result<Move, String> {
    let moves: Vec<Move> = Direction::ALL.into_iter().map(mv).filter_map(Result::ok).collect();
    match moves[..] {
        [] => Err("these marbles cannot move in any direction".to_owned()),
        [mv] => Ok(mv),
        _ => {
            let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
            Err(format!("ambiguous; it could be {}", names.join(" or ")))
        }
    }
}

/// Writes a move in Aba-Pro notation.
pub fn aba_pro(mv: Move) -> String {
    let (first, to) = (mv.cell(), mv.cell().wrapping(mv.direction(), 1));
    match mv.axis() {
        None => format!("{first}{to}"),
        Some(_) => format!("{first}{}{to}", mv.end()),
    }
    .to_lowercase()
}

/// The letter of a side.
pub const fn side_letter(side: Side) -> char {
    match side {
        Side::First => 'b',
        Side::Second => 'w',
    }
}

/// Reads the letter of a side to move, in any case; `line` and `column` are for the error.
pub fn parse_side(text: &str, line: usize, column: usize) -> Result<Side, ParseError> {
    match text {
        "b" | "B" => Ok(Side::First),
        "w" | "W" => Ok(Side::Second),
        _ => Err(ParseError::new(
            line,
            column,
            format!("{text} is not a side to move; expected b or w", text = quoted(text)),
        )),
    }
}

/// Reads marbles such as `C5b,D5b,E6w`, in any order; `line` and `column` tell where the text
/// begins, for the error. Blanks around the commas do not matter, nor does a comma at the end.
pub fn parse_marbles(text: &str, line: usize, column: usize) -> Result<[u64; 2], ParseError> {
    let mut marbles = [0u64; 2];
    let mut start = column;
    for (number, part) in text.split(',').enumerate() {
        let token = part.trim();
        let place = start + part.chars().take_while(|c| c.is_whitespace()).count();
        let refuse = |message: String| Err(ParseError::new(line, place, message));
        start += part.chars().count() + 1;
        if token.is_empty() {
            let is_last = text.split(',').count() == number + 1;
            if is_last {
                continue;
            }
            return refuse("an empty place between commas; expected a marble such as C5b".into());
        }
        let colour = token.chars().next_back();
        let name = token.strip_suffix(|_: char| true).unwrap_or_default();
        let side = match colour {
            Some('b' | 'B') => 0,
            Some('w' | 'W') => 1,
            _ => {
                return refuse(format!(
                    "{token} has no known colour; expected b or w at its end, as in C5b",
                    token = quoted(token)
                ));
            }
        };
        let cell: Cell = match name.parse() {
            Ok(cell) => cell,
            Err(reason) => return refuse(format!("{token}: {reason}", token = quoted(token))),
        };
        if (marbles[0] | marbles[1]) & cell.bit() != 0 {
            return refuse(format!(
                "{token}: there is already a marble on {cell}",
                token = quoted(token)
            ));
        }
        marbles[side] |= cell.bit();
    }
    Ok(marbles)
}

/// Writes marbles as `C5b,D5b,E6w`: black before white, then by row and column.
pub fn marbles_text(marbles: [u64; 2]) -> String {
    let mut text = String::with_capacity(128);
    for (set, letter) in marbles.into_iter().zip(['b', 'w']) {
        for &cell in Cell::all() {
            if set & cell.bit() != 0 {
                if !text.is_empty() {
                    text.push(',');
                }
                text.push((b'A' + cell.row() as u8 - 1) as char);
                text.push((b'0' + cell.column() as u8) as char);
                text.push(letter);
            }
        }
    }
    text
}

/// Writes a position in one line; captures only where there are any.
pub fn position_text(state: &State) -> String {
    let mut text = format!("{} {}", side_letter(state.to_move), marbles_text(state.marbles));
    if state.captures != [0; 2] {
        text += &format!(" {}-{}", state.captures[0], state.captures[1]);
    }
    text
}

/// Reads a position as [`position_text`] writes it. Blanks after commas do not matter.
pub fn parse_position(text: &str) -> Result<State, ParseError> {
    let text = text.trim();
    let (side, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let to_move = parse_side(side, 1, 1)?;
    let column = side.chars().count() + 2;
    let (marbles, captures) = match rest.trim_end().rsplit_once(char::is_whitespace) {
        Some((marbles, score)) if score.contains('-') => {
            (marbles, parse_captures(score, column + marbles.chars().count() + 1)?)
        }
        _ if rest.contains('-') => ("", parse_captures(rest.trim(), column)?),
        _ => (rest, [0; 2]),
    };
    Ok(State { marbles: parse_marbles(marbles, 1, column)?, captures, to_move })
}

fn parse_captures(text: &str, column: usize) -> Result<[u8; 2], ParseError> {
    let read = |number: &str| number.parse().ok().filter(|&n| n <= CAPTURES_TO_WIN);
    text.split_once('-')
        .and_then(|(black, white)| Some([read(black)?, read(white)?]))
        .filter(|captures| captures.iter().any(|&n| n < CAPTURES_TO_WIN))
        .ok_or_else(|| {
            ParseError::new(
                1,
                column,
                format!(
                    "{text} are not the captures of black and white; expected 0-0 to 6-5",
                    text = quoted(text)
                ),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> State {
        parse_position(text).unwrap()
    }

    fn refusal(state: &State, text: &str) -> String {
        parse_move(state, text).unwrap_err().reason
    }

    #[test]
    fn in_line_moves_name_the_trailing_marble_and_the_direction() {
        let state = position("b I9b,H8b,A1w");
        let mv = parse_move(&state, "i-I9-7").unwrap();
        assert_eq!(mv, Move::inline("I9".parse().unwrap(), Direction::DownLeft, 2, 0));
        assert_eq!(mv.to_string(), "i-I9-7");
        assert_eq!(parse_move(&state, " I-i9-7 "), Ok(mv));
    }

    #[test]
    fn side_steps_name_the_two_ends_lower_one_first() {
        let state = position("b F4b,G4b,H4b,A1w");
        let mv = parse_move(&state, "s-F4-H4-7").unwrap();
        assert_eq!(mv.to_string(), "s-F4-H4-7");
        assert_eq!(parse_move(&state, "S-h4-f4-7"), Ok(mv));
        assert_eq!(mv.marbles().count(), 3);
    }

    #[test]
    fn aba_pro_is_read_and_written() {
        let state = position("b I9b,F4b,G4b,H4b,A1w");
        let inline = parse_move(&state, "i9h8").unwrap();
        assert_eq!((inline.to_string(), aba_pro(inline)), ("i-I9-7".into(), "i9h8".into()));
        let side = parse_move(&state, "F4H4E3").unwrap();
        assert_eq!((side.to_string(), aba_pro(side)), ("s-F4-H4-7".into(), "f4h4e3".into()));
        assert_eq!(parse_move(&state, "h4f4g3"), Ok(side));
    }

    #[test]
    fn refusals_name_the_rule() {
        let state = position("b C3b,C4b,C5b,D4b,E2b,E3b,E1b,G4b,A1b,C6w,C7w,D5w,E4w,E5w,E6w,B3w");
        for (text, reason) in [
            ("i-C6-3", "C6 holds your opponent's marble"),
            ("i-F6-3", "F6 is empty"),
            ("i-E1-3", "3 cannot push 3"),
            ("i-D4-3", "1 cannot push 1: a single marble never pushes"),
            ("i-A1-9", "no marble of your own may leave the board"),
            ("i-A6-3", "A6 is off the board; row A has columns 1 to 5"),
            ("i-A1-2", "\"2\" is not a direction; expected 1, 3, 5, 7, 9 or 11"),
            ("a1c1", "C1 is not next to A1: marbles move one cell at a time"),
            ("s-C3-C5-3", "C3 to C5 in direction 3 is an in-line move; write i-C3-3"),
            ("s-C3-C5-5", "B3 is not empty: a side-step never pushes"),
            ("s-C3-E3-1", "D3 is empty"),
            ("s-C3-D5-1", "D5 holds your opponent's marble"),
            ("s-C3-E2-1", "C3 and E2 are not in a straight line"),
            ("s-A1-A1-1", "a single marble never side-steps; write i-A1 and the direction"),
            ("s-A1-D4-1", "A1 to D4 are 4 cells; at most three marbles move together"),
            (
                "i-G4",
                "ambiguous; it could be i-G4-1 or i-G4-3 or i-G4-5 or i-G4-7 or i-G4-9 or i-G4-11",
            ),
        ] {
            assert_eq!(refusal(&state, text), reason, "{text}");
        }
        for text in ["", "i", "x-A1-3", "i-A1-3-5", "a1", "a1a2a", "éé", "s-A1", "-", "i--"] {
            assert!(parse_move(&state, text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn four_in_line_do_not_move_and_own_marbles_block() {
        let state = position("b C3b,C4b,C5b,C6b,F3b,F4b,F5w,F6b");
        assert_eq!(
            refusal(&state, "i-C3-3"),
            "4 marbles stand in line from C3; at most three move together"
        );
        assert_eq!(refusal(&state, "i-F3-3"), "your own marble on F6 blocks the push");
    }

    #[test]
    fn a_direction_may_be_left_out_where_only_one_is_possible() {
        let state = position("b A1b,A2w,B1w");
        assert_eq!(parse_move(&state, "i-A1").unwrap().to_string(), "i-A1-1");
        let state = position("b A1b,A2b,B2w");
        assert_eq!(
            parse_move(&state, "s-A1-A2").unwrap_err().reason,
            "these marbles cannot move in any direction"
        );
    }

    #[test]
    fn positions_read_what_they_write() {
        for text in ["b C5b,D5b,E6w", "w A1b,I9w 2-5", "b ", "w A1b"] {
            assert_eq!(position_text(&position(text)), text);
        }
        assert_eq!(position("W  i9W, a1B 0-1"), position("w A1b,I9w 0-1"));
        assert_eq!(position("b 2-1").captures, [2, 1]);
    }

    #[test]
    fn broken_positions_are_refused_with_the_token() {
        for (text, place, part) in [
            ("", 1, "not a side"),
            ("x A1b", 1, "not a side"),
            ("b A1b,A6w", 7, "\"A6w\""),
            ("b A1b, A1w", 8, "already"),
            ("b A1x", 3, "colour"),
            ("b A1b,,A2b", 7, "empty place"),
            ("b A1b 7-0", 7, "captures"),
            ("b A1b 6-6", 7, "captures"),
            ("b A1b A2b", 3, "not a cell"),
        ] {
            let error = parse_position(text).unwrap_err();
            assert!(error.column == place && error.message.contains(part), "{text}: {error}");
        }
    }
}
