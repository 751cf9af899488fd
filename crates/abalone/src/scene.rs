//! How a position looks, what travels in a move, and what a hand can do.

use plyground_core::scene::{Cell as Place, Grid, Ground, HEX_ROW, Label, Piece, Shape, Tone};
use plyground_core::{Intent, Motion, Outcome, Scene, Side};

use crate::board::Cell;
use crate::rules::{Move, State};

/// Room for coordinates on the left.
const MARGIN: f32 = 1.0;

/// The names of the sides.
pub const SIDES: [&str; 2] = ["Black", "White"];

/// The picture of a position; its cells are those of the board from A1 to I9, row by row.
pub fn scene(state: &State) -> Scene {
    let mut scene = Scene::new(Grid::Hex, 9.5 + MARGIN, 9.0 * HEX_ROW + 1.5);
    for &cell in Cell::all() {
        let (x, y) = centre(cell.row(), cell.column());
        scene.cells.push(Place { name: cell.to_string(), x, y, ground: Ground::Dent, glyph: '.' });
        for side in Side::BOTH {
            if state.marbles[side.index()] & cell.bit() != 0 {
                scene.pieces.push(marble(side, cell));
            }
        }
    }
    for row in 1..=9 {
        let (x, y) = centre(row, row.max(5) - 5);
        scene.labels.push(Label { x, y, text: char::from(b'@' + row as u8).to_string() });
    }
    for column in 1..=9 {
        let (x, y) = centre(column.max(5) - 5, column);
        scene.labels.push(Label { x, y, text: column.to_string() });
    }
    scene.caption = caption(state);
    scene
}

/// The place of a row and a column, on the board or beside it.
fn centre(row: usize, column: usize) -> (f32, f32) {
    let (row, column) = (row as f32, column as f32);
    (MARGIN + column - row / 2.0 + 2.0, 1.0 + (9.0 - row) * HEX_ROW)
}

fn marble(side: Side, cell: Cell) -> Piece {
    let (x, y) = centre(cell.row(), cell.column());
    let (name, tone, glyph) = match side {
        Side::First => ("black marble", Tone::Black, 'b'),
        Side::Second => ("white marble", Tone::White, 'w'),
    };
    let place = cell.rank();
    Piece {
        id: place as u32,
        name: name.into(),
        x,
        y,
        cell: Some(place),
        shape: Shape::Marble,
        tone,
        letter: "".into(),
        dots: 0,
        glyph,
    }
}

fn caption(state: &State) -> String {
    let now = match state.outcome() {
        Some(Outcome::Win(side)) => format!("{} has won", SIDES[side.index()]),
        Some(Outcome::Draw) => "drawn".to_owned(),
        None => format!("{} to move", SIDES[state.to_move.index()]),
    };
    let [black, white] = state.captures;
    format!("Abalone: {now}; captured by Black {black}, by White {white}")
}

/// The marbles that travel in a move, own ones first.
pub fn motions(mv: Move) -> Vec<Motion> {
    mv.marbles()
        .chain(mv.pushed_marbles())
        .map(|cell| Motion {
            from: Some(cell.rank()),
            to: cell.step(mv.direction()).map(Cell::rank),
        })
        .collect()
}

/// Every legal move as a hand makes it: select all own marbles that move, then point at a cell. For
/// an in-line move that is the cell ahead of the front marble, whatever lies there; for a side-step,
/// the cell to which the lower end goes (in a row, the left end). The six directions of a selection
/// have six different targets.
pub fn intents(state: &State) -> Vec<Intent> {
    let mut moves = Vec::new();
    if state.outcome().is_none() {
        state.moves(&mut moves);
    }
    moves.into_iter().map(intent).collect()
}

/// A move as a hand makes it.
pub fn intent(mv: Move) -> Intent {
    let mut select: Vec<usize> = mv.marbles().map(Cell::rank).collect();
    select.sort_unstable();
    let steps = if mv.axis().is_some() { 1 } else { mv.count() };
    Intent {
        text: mv.to_string(),
        select,
        target: mv.cell().wrapping(mv.direction(), steps).rank(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plyground_core::Rng;
    use plyground_core::scene::text::{Charset, render};

    use super::*;
    use crate::layouts;
    use crate::notation::{parse_move, parse_position};

    #[test]
    fn the_board_is_drawn_with_row_i_on_top() {
        let text = render(&scene(&layouts::find("belgian-daisy").unwrap().start), Charset::Ascii);
        let expected = [
            "    I w w . b b",
            "   H w w w b b b",
            "  G . w w . b b .",
            " F . . . . . . . .",
            "E . . . . . . . . .",
            " D . . . . . . . . 9",
            "  C . b b . w w . 8",
            "   B b b b w w w 7",
            "    A b b . w w 6",
            "       1 2 3 4 5",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_selection_and_target_means_one_move() {
        let mut rng = Rng::new(3);
        for layout in layouts::layouts() {
            let mut state = layout.start;
            for _ in 0..10 {
                let intents = intents(&state);
                let hands: HashSet<_> =
                    intents.iter().map(|intent| (&intent.select, intent.target)).collect();
                assert_eq!(hands.len(), intents.len());
                let intent = rng.pick(&intents).unwrap();
                state.play(parse_move(&state, &intent.text).unwrap());
            }
        }
    }

    #[test]
    fn motions_lead_from_one_scene_to_the_next() {
        let state = parse_position("b E6b,E7b,E8b,E9w,A1w").unwrap();
        let mv = parse_move(&state, "i-E6-3").unwrap();
        let motions = motions(mv);
        assert_eq!(motions.len(), 4);
        assert_eq!(motions[3].to, None);
        let mut next = state;
        next.play(mv);
        let (before, mut after) = (scene(&state), scene(&next));
        after.carry_ids(&before, &motions);
        let id = |scene: &Scene, name: &str| {
            let cell = scene.cell(name);
            scene.pieces.iter().find(|piece| piece.cell == cell).map(|piece| piece.id)
        };
        assert_eq!(id(&before, "E6"), id(&after, "E7"));
        assert_eq!(id(&before, "E8"), id(&after, "E9"));
        assert_eq!(id(&before, "A1"), id(&after, "A1"));
    }

    #[test]
    fn the_caption_says_who_moves_and_what_was_captured() {
        let caption = |text| scene(&parse_position(text).unwrap()).caption;
        assert_eq!(
            caption("w E5b,E6w 2-1"),
            "Abalone: White to move; captured by Black 2, by White 1"
        );
        assert_eq!(
            caption("w E5b,E6w 6-1"),
            "Abalone: Black has won; captured by Black 6, by White 1"
        );
    }
}
