//! The characters of a board: those of the scene, spread out where there is room.

use plyground_core::Scene;
use plyground_core::scene::text::{self, Charset, Dot};
use plyground_core::scene::{Grid, Ground};

const BLANK: Dot = Dot { glyph: ' ', tone: None, ground: None, mark: None, cell: None };

/// The board as large as it can be in so many columns and rows; smaller than them or not.
pub(super) fn of(scene: &Scene, charset: Charset, columns: usize, rows: usize) -> Vec<Vec<Dot>> {
    let dots = text::dots(scene, charset);
    let long_labels = scene.labels.iter().any(|label| label.text.chars().count() > 1);
    let larger = match scene.grid {
        // A character is about twice as high as wide.
        Grid::Square => Some((2, 1)),
        Grid::Board | Grid::Hex if !long_labels => Some((2, 2)),
        Grid::Board | Grid::Hex | Grid::Linked => None,
    };
    let fits = |&(across, down): &(usize, usize)| {
        width(&dots) * across <= columns && dots.len() * down - (down - 1) <= rows
    };
    let spread = larger.filter(fits).unwrap_or((1, 1));
    let (across, down) = match scene.grid {
        Grid::Square => (1, 1),
        Grid::Linked => (4, 2),
        Grid::Board | Grid::Hex => (2, 1),
    };
    let block = (across * spread.0, down * spread.1);
    let mut picture = spread_out(&dots, spread);
    fill(&mut picture, block, scene.grid != Grid::Linked);
    if scene.grid == Grid::Linked {
        join_walls(&mut picture, block);
    }
    picture
}

/// The columns up to the last character of any row.
pub(super) fn width(rows: &[Vec<Dot>]) -> usize {
    let shown = |dot: &Dot| dot.glyph != ' ' || dot.cell.is_some();
    rows.iter().filter_map(|row| row.iter().rposition(shown)).max().map_or(0, |last| last + 1)
}

/// Puts blanks between the dots.
fn spread_out(dots: &[Vec<Dot>], (across, down): (usize, usize)) -> Vec<Vec<Dot>> {
    let columns = dots.first().map_or(0, Vec::len) * across;
    let mut picture = vec![vec![BLANK; columns]; (dots.len() * down).saturating_sub(down - 1)];
    for (y, row) in dots.iter().enumerate() {
        for (x, &dot) in row.iter().enumerate() {
            picture[y * down][x * across] = dot;
        }
    }
    picture
}

/// Gives the blanks right of and below a cell to it, so that a click there means it. Where the ground
/// is shown they show it too.
fn fill(picture: &mut [Vec<Dot>], (across, down): (usize, usize), grounded: bool) {
    let places: Vec<(usize, usize, Dot)> = picture
        .iter()
        .enumerate()
        .flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &dot)| (y, x, dot)))
        .filter(|(_, _, dot)| dot.cell.is_some())
        .collect();
    for (top, left, dot) in places {
        let glyph = if dot.ground == Some(Ground::Wall) { dot.glyph } else { ' ' };
        let part = if grounded { Dot { glyph, ..dot } } else { Dot { cell: dot.cell, ..BLANK } };
        for row in picture.iter_mut().skip(top).take(down) {
            for place in row.iter_mut().skip(left).take(across) {
                if *place == BLANK {
                    *place = part;
                }
            }
        }
    }
}

/// Draws a wall through from one of its cells to the next, right and down.
fn join_walls(picture: &mut [Vec<Dot>], (across, down): (usize, usize)) {
    let wall = |picture: &[Vec<Dot>], y: usize, x: usize| {
        picture
            .get(y)
            .and_then(|row| row.get(x))
            .copied()
            .filter(|dot| dot.ground == Some(Ground::Wall))
    };
    for y in (0..picture.len()).step_by(down) {
        for x in (0..picture[y].len()).step_by(across) {
            let Some(dot) = wall(picture, y, x) else { continue };
            if wall(picture, y, x + across).is_some() {
                picture[y][x..x + across].fill(dot);
            }
            if wall(picture, y + down, x).is_some() {
                for row in &mut picture[y..y + down] {
                    row[x] = dot;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::scene::{Ground, Link, Piece, Shape, Tone};

    /// A board of four by four squares.
    fn squares() -> Scene {
        Scene::squares(Grid::Board, (4, 4), |x, y| (format!("{x},{y}"), Ground::Floor))
    }

    #[test]
    fn a_board_is_spread_out_where_there_is_room() {
        let scene = squares();
        let small = of(&scene, Charset::Unicode, 14, 6);
        let large = of(&scene, Charset::Unicode, 60, 20);
        assert_eq!(small.len(), 4);
        assert_eq!(large.len(), 7);
        assert!(width(&large) > width(&small));
    }

    #[test]
    fn walls_and_bonds_are_drawn_through_where_cells_are_far_apart() {
        let wall = |x, y| if y == 1 && (x == 1 || x == 2) { Ground::Floor } else { Ground::Wall };
        let mut scene =
            Scene::squares(Grid::Linked, (4, 3), |x, y| (format!("{x},{y}"), wall(x, y)));
        scene.put(5, Piece::new("hero", Shape::Hero, Tone::White, 'H'));
        scene.put(6, Piece::new("atom", Shape::Atom, Tone::White, 'h'));
        scene.links.push(Link { from: 0, to: 1, count: 1 });
        let rows = of(&scene, Charset::Ascii, 60, 20);
        let text: Vec<String> =
            rows.iter().map(|row| row.iter().map(|dot| dot.glyph).collect()).collect();
        let trimmed: Vec<&str> = text.iter().map(|row| row.trim_end()).collect();
        assert_eq!(
            trimmed,
            ["#############", "#           #", "#   H---h   #", "#           #", "#############"]
        );
    }

    #[test]
    fn the_blanks_around_a_cell_belong_to_it() {
        let large = of(&squares(), Charset::Unicode, 60, 20);
        let cells = |row: &Vec<Dot>| row.iter().filter(|dot| dot.cell == Some(0)).count();
        assert_eq!(large.iter().map(cells).sum::<usize>(), 8);
    }
}
