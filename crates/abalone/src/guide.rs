//! What Abalone says of itself, and how its positions are set up.

use plyground_core::scene::Tone;
use plyground_core::{Edit, Lesson, Opponent, Rules, SpecError};

use crate::board::Cell;
use crate::notation::position_text;
use crate::rules::{Move, State};

/// The rules in words, with a board to try them on.
pub fn rules() -> Rules {
    let text = [
        "Move one, two or three of your marbles that touch in a line, one step in any of six directions.",
        "In line, more push fewer: two push one, three push one or two, if the place behind is free or off the board.",
        "Side-steps need free places. You never push your own marbles off.",
        "Whoever pushes six opposing marbles off the board wins.",
    ];
    let notation = "i-C5-1 moves in line: the last marble of the line, and a clock hour for the direction (1 up right, \
                    3 right, 5 down right, 7 down left, 9 left, 11 up left). s-C3-C5-1 moves a line sideways: its two \
                    ends, and the direction.";
    Rules::new(text, "setup=belgian-daisy").with_notation(notation)
}

/// What to do now, for those who play for the first time: push off what can be pushed off, push, or move.
pub fn lesson(state: &State) -> Option<Lesson> {
    if state.outcome().is_some() {
        return None;
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let ranks = |cells: &mut dyn Iterator<Item = Cell>| cells.map(Cell::rank).collect::<Vec<_>>();
    let lost = |mv: &Move| mv.pushed_marbles().any(|cell| cell.step(mv.direction()).is_none());
    let (push, words) = match moves.iter().find(|mv| lost(mv)) {
        Some(mv) => (Some(mv), "You can push a marble off the board! Choose"),
        None => {
            (moves.iter().find(|mv| mv.pushed_marbles().next().is_some()), "You can push: choose")
        }
    };
    if let Some(mv) = push {
        let text = format!(
            "{words} the marbles on the green places, then the orange one ahead of them. More push fewer."
        );
        let own = ranks(&mut mv.marbles());
        let pushed = ranks(&mut mv.pushed_marbles());
        return Some(Lesson::new(text).with(Tone::Green, own).with(Tone::Orange, pushed));
    }
    let text = "Choose one, two or three of your marbles in a line, then a marked place beside them. Push six opposing \
                marbles off the board to win.";
    let mut movable: Vec<usize> = moves.iter().flat_map(|mv| ranks(&mut mv.marbles())).collect();
    movable.sort_unstable();
    movable.dedup();
    Some(Lesson::new(text).with(Tone::Green, movable))
}

/// Opponents, the weakest first; the ratings are those of `docs/opponents.md`.
pub fn opponents() -> Vec<Opponent> {
    vec![
        Opponent::new("random", "Newcomer").rated(1000),
        Opponent::new("mcts(cut=20,playouts=5)", "Beginner").rated(1191),
        Opponent::new("greedy(eval=simple)", "Easy").rated(1239),
        Opponent::new("greedy", "Casual").rated(1449),
        Opponent::new("alphabeta(nodes=1000)", "Medium").rated(1617),
        Opponent::new("alphabeta(nodes=6000)", "Strong").rated(1696),
        Opponent::new("alphabeta(nodes=40000)", "Expert").rated(1784),
        Opponent::new("alphabeta(nodes=200000)", "Master").rated(1893),
    ]
}

/// The position after a change to it.
pub fn edit(state: &State, edit: &Edit) -> Result<String, SpecError> {
    let mut next = *state;
    match *edit {
        Edit::Put { cell, piece } => {
            let Some(cell) = Cell::all().get(cell) else {
                return Err(SpecError(format!("there is no cell {cell} on the board")));
            };
            for marbles in &mut next.marbles {
                *marbles &= !cell.bit();
            }
            if let Some(side) = piece {
                next.marbles[side.index()] |= cell.bit();
            }
        }
        Edit::Turn(side) => next.to_move = side,
        Edit::Clear => next.marbles = [0; 2],
    }
    Ok(position_text(&next))
}
