//! Moves as lists of marbles: `[[C3],1]`, `[[C3,C4],1]`.
//!
//! An older way of writing them: every marble that moves, then the direction. Where the marbles move along their own
//! line, the trailing one alone stands for them too.

use super::{check_own, inline, line, read_hour, side_step};
use crate::board::Cell;
use crate::rules::{Move, State};

/// Reads a move that begins with a bracket.
pub(super) fn read(state: &State, text: &str) -> Result<Move, String> {
    let expected = || "expected marbles and a direction, such as [[C3,C4],1]".to_owned();
    let is_filling = |c: char| c.is_whitespace() || matches!(c, '\'' | '"');
    let text: String = text.chars().filter(|&c| !is_filling(c)).collect();
    let inner = text.strip_prefix("[[").and_then(|rest| rest.strip_suffix(']'));
    let (marbles, hour) = inner.and_then(|rest| rest.split_once("],")).ok_or_else(expected)?;
    let mut cells = Vec::new();
    for name in marbles.split(',') {
        cells.push(name.parse::<Cell>()?);
    }
    let direction = read_hour(hour)?;
    cells.sort_unstable_by_key(|cell| cell.rank());
    let (first, last) = match cells[..] {
        [only] => return inline(state, only, direction),
        [first, .., last] if cells.len() <= 3 => (first, last),
        _ => return Err(format!("{} marbles; at most three move together", cells.len())),
    };
    let (along, count) = line(state, first, last)?;
    if count != cells.len()
        || (1..count).any(|steps| first.walk(along, steps) != Some(cells[steps]))
    {
        return Err("the marbles are not in one line, side by side".to_owned());
    }
    if direction.axis() != along.axis() {
        return side_step(state, first, last, direction);
    }
    let (trailing, leading) = if direction == along { (first, last) } else { (last, first) };
    if let Some(next) = leading.step(direction)
        && check_own(state, next).is_ok()
    {
        return Err(format!("{next} stands in the way; it would move too, so name it as well"));
    }
    inline(state, trailing, direction)
}

#[cfg(test)]
mod tests {
    use crate::layouts::layouts;
    use crate::notation::{parse_move, parse_position};

    #[test]
    fn every_legal_move_can_be_written_as_a_list_of_its_marbles() {
        for layout in layouts().iter().take(8) {
            let state = layout.start;
            let mut moves = Vec::new();
            state.moves(&mut moves);
            for mv in moves {
                let along = mv.axis().unwrap_or(mv.direction());
                let marbles: Vec<String> = (0..mv.count())
                    .rev()
                    .map(|steps| mv.cell().wrapping(along, steps).to_string())
                    .collect();
                let text = format!("[[{}], {}]", marbles.join(", "), mv.direction().hour());
                assert_eq!(parse_move(&state, &text), Ok(mv), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_move_is_refused_with_the_reason() {
        let state = parse_position("b C3b,C4b,C5b,E5b,D4w").unwrap();
        for (text, reason) in [
            ("[[C3,C4],3]", "C5 stands in the way"),
            ("[[C3,C5],3]", "not in one line, side by side"),
            ("[[C3,E5],3]", "C3"),
            ("[[C6],1]", "C6 is empty"),
            ("[[C3],2]", "not a direction"),
            ("[C3,1]", "expected marbles and a direction"),
            ("[[],1]", ""),
            ("[[C3,C4,C5,E5],1]", "at most three"),
            ("[", "expected marbles"),
        ] {
            let error = parse_move(&state, text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert_eq!(
            parse_move(&state, "[['c3'],3]"),
            parse_move(&state, "i-C3-3"),
            "the trailing one"
        );
    }
}
