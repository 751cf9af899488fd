use super::floor::inside;
use crate::{Grid, Tile};

/// What the player of a level can reach, player left out, turned and mirrored in all eight ways: the least of
/// them. Two levels that are the same puzzle up to symmetry, up to where the player starts, and up to walls
/// and decoration out of reach have the same.
pub fn canonical(grid: &Grid) -> (usize, Vec<u8>) {
    let shown = inside(grid);
    let is_shown = |square: usize| shown.as_ref().is_none_or(|shown| shown[square]);
    let letter = |square: usize| match grid.tiles()[square] {
        _ if !is_shown(square) => b'#',
        Tile::Player => b' ',
        Tile::PlayerOnGoal => b'.',
        other => other.to_char() as u8,
    };
    let places = || (0..grid.tiles().len()).filter(|&square| letter(square) != b'#');
    let bounds = |of: fn(usize, usize) -> usize| {
        let numbers = || places().map(|square| of(square, grid.width()));
        numbers().min().unwrap_or(0)..=numbers().max().unwrap_or(0)
    };
    let (down, across) =
        (bounds(|square, width| square / width), bounds(|square, width| square % width));
    let mut rows: Vec<Vec<u8>> = down
        .map(|row| across.clone().map(|column| letter(row * grid.width() + column)).collect())
        .collect();
    let mut least: Option<(usize, Vec<u8>)> = None;
    for _ in 0..4 {
        rows = turned(&rows);
        for _ in 0..2 {
            for row in &mut rows {
                row.reverse();
            }
            let form = (rows.first().map_or(0, Vec::len), rows.concat());
            if least.as_ref().is_none_or(|least| form < *least) {
                least = Some(form);
            }
        }
    }
    least.unwrap_or_default()
}

/// A quarter turn.
fn turned(rows: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|column| rows.iter().rev().map(|row| row[column]).collect()).collect()
}
