//! How a position looks. The cells of a scene are the squares of the level, row by row.

mod intents;

use plyground_core::Motion;
use plyground_core::scene::{Cell as SceneCell, Grid, Ground, Piece, Scene, Shape, Tone};

use crate::{Board, Cell, Direction, MoveSpace, NONE, Position, Step, Tile};

pub use intents::intents;

/// More boxes than this are counted in the caption, not named.
const NAMED_BOXES: usize = 30;

/// The picture of a position.
pub fn scene(board: &Board, position: &Position) -> Scene {
    let mut scene = Scene::new(Grid::Square, board.width() as f32, board.height() as f32);
    let outside = outside(board);
    for (square, &tile) in board.tiles().iter().enumerate() {
        let (row, column) = (square / board.width(), square % board.width());
        let (ground, glyph) = match tile {
            Tile::Wall => (Ground::Wall, '#'),
            _ if tile.is_goal() => (Ground::Goal, '.'),
            _ if outside[square] => (Ground::Void, ' '),
            _ => (Ground::Floor, ' '),
        };
        let (x, y) = (column as f32 + 0.5, row as f32 + 0.5);
        let name = format!("{},{}", row + 1, column + 1);
        scene.cells.push(SceneCell { name, x, y, ground, glyph });
    }
    let movable = position.boxes.iter().map(|cell| board.square(cell));
    let mut boxes: Vec<usize> = movable.chain(board.fixed_boxes().iter().copied()).collect();
    boxes.sort_unstable();
    for &square in &boxes {
        let home = board.tiles()[square].is_goal();
        let (tone, glyph) = if home { (Tone::Gold, '*') } else { (Tone::Wood, '$') };
        put(&mut scene, square, "box", Shape::Crate, tone, glyph);
    }
    let player = board.square(position.player);
    let glyph = if board.tiles()[player].is_goal() { '+' } else { '@' };
    put(&mut scene, player, "player", Shape::Person, Tone::Blue, glyph);
    scene.caption = caption(board, position, &boxes);
    scene
}

fn put(
    scene: &mut Scene,
    square: usize,
    name: &'static str,
    shape: Shape,
    tone: Tone,
    glyph: char,
) {
    let (x, y) = (scene.cells[square].x, scene.cells[square].y);
    let id = scene.pieces.len() as u32;
    scene.pieces.push(Piece {
        id,
        name: name.into(),
        x,
        y,
        cell: Some(square),
        shape,
        tone,
        letter: "".into(),
        dots: 0,
        glyph,
    });
}

/// Squares outside the walls: blanks that the level's edge opens onto.
fn outside(board: &Board) -> Vec<bool> {
    let (width, height) = (board.width(), board.height());
    let is_blank =
        |square: usize| board.tiles()[square] == Tile::Floor && board.cell_at(square) == NONE;
    let mut outside = vec![false; board.tiles().len()];
    let mut work: Vec<usize> = (0..outside.len())
        .filter(|square| {
            let (row, column) = (square / width, square % width);
            row == 0 || column == 0 || row + 1 == height || column + 1 == width
        })
        .filter(|&square| is_blank(square))
        .collect();
    while let Some(square) = work.pop() {
        if std::mem::replace(&mut outside[square], true) {
            continue;
        }
        for direction in Direction::ALL {
            let (down, right) = direction.offset();
            let row = (square / width).checked_add_signed(down).filter(|&row| row < height);
            let column =
                (square % width).checked_add_signed(right).filter(|&column| column < width);
            if let (Some(row), Some(column)) = (row, column)
                && is_blank(row * width + column)
            {
                work.push(row * width + column);
            }
        }
    }
    outside
}

fn caption(board: &Board, position: &Position, boxes: &[usize]) -> String {
    let name = |square: usize| {
        format!("row {} column {}", square / board.width() + 1, square % board.width() + 1)
    };
    let home = boxes.iter().filter(|&&square| board.tiles()[square].is_goal()).count();
    let mut caption = format!(
        "The player is in {}; {home} of {} boxes on goals",
        name(board.square(position.player)),
        boxes.len()
    );
    if position.is_solved(board) {
        caption += "; solved";
    } else if boxes.len() <= NAMED_BOXES {
        let away: Vec<String> = boxes
            .iter()
            .filter(|&&square| !board.tiles()[square].is_goal())
            .map(|&square| name(square))
            .collect();
        caption += &format!("; boxes still to bring home are in {}", away.join(", "));
    }
    caption + "."
}

/// What travels in a step: the player, and the box it moves.
pub fn motions(space: &MoveSpace, position: &Position, step: Step) -> Vec<Motion> {
    let board = space.board();
    let motion = |from: Cell, to: Cell| Motion {
        from: Some(board.square(from)),
        to: Some(board.square(to)),
    };
    let to = board.step(position.player, step.direction);
    let mut motions = vec![motion(position.player, to)];
    if step.pull {
        let behind = board.step(position.player, step.direction.opposite());
        motions.push(motion(behind, position.player));
    } else if position.boxes.contains(to) {
        motions.push(motion(to, board.step(to, step.direction)));
    }
    motions
}
