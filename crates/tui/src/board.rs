mod picture;

use plyground_core::Scene;
use plyground_core::scene::text::Dot;
use plyground_core::scene::{Grid, Mark, MarkKind, Piece, Shape};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use crate::theme::Look;

/// The board of any world: draws a scene, scrolls what does not fit, and knows which cell is where.
pub(crate) struct Board {
    scene: Scene,
    /// Cells that were selected by hand.
    selected: Vec<usize>,
    /// How far the person scrolled away from the middle of things: down, right.
    shift: (i32, i32),
    /// What was drawn last, to find the cell of a click.
    shown: Shown,
}

#[derive(Default)]
struct Shown {
    area: Rect,
    /// The first row and column that is seen.
    offset: (usize, usize),
    cells: Vec<Vec<Option<usize>>>,
}

impl Board {
    pub fn new(scene: Scene) -> Self {
        Self { scene, selected: Vec::new(), shift: (0, 0), shown: Shown::default() }
    }

    /// Shows another position; the view follows the piece that is steered again.
    pub fn show(&mut self, scene: Scene) {
        self.scene = scene;
        self.selected.clear();
        self.shift = (0, 0);
    }

    /// Points cells out.
    pub fn mark(&mut self, cells: impl IntoIterator<Item = usize>, kind: MarkKind) {
        self.scene.marks.extend(cells.into_iter().map(|cell| Mark { kind, cell, to: None }));
    }

    /// Selects cells, in place of those selected before.
    pub fn select(&mut self, cells: &[usize]) {
        self.selected = cells.to_vec();
    }

    /// Scrolls by rows and columns.
    pub fn scroll(&mut self, down: i32, right: i32) {
        self.shift = (self.shift.0 + down, self.shift.1 + right);
    }

    /// The piece that is steered, where there is one.
    fn hero(&self) -> Option<&Piece> {
        self.scene.pieces.iter().find(|piece| matches!(piece.shape, Shape::Person | Shape::Hero))
    }

    /// The cell under a place on the screen.
    pub fn cell_at(&self, at: Position) -> Option<usize> {
        let shown = &self.shown;
        if !shown.area.contains(at) {
            return None;
        }
        let row = shown.cells.get(usize::from(at.y - shown.area.y) + shown.offset.0)?;
        *row.get(usize::from(at.x - shown.area.x) + shown.offset.1)?
    }

    /// Draws the board in the middle of an area.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, look: Look) {
        let (room_across, room_down) = (usize::from(area.width), usize::from(area.height));
        let rows = picture::of(&self.scene, look.charset, room_across, room_down);
        let width = picture::width(&rows);
        // What does not fit leaves a row for saying so.
        let cut = width > room_across || rows.len() > room_down;
        let room_down = room_down - usize::from(cut && room_down > 1);
        let (seen_down, seen_across) = (rows.len().min(room_down), width.min(room_across));
        let focus = self.focus(&rows);
        let offset = (
            place(focus.0, &mut self.shift.0, rows.len(), seen_down),
            place(focus.1, &mut self.shift.1, width, seen_across),
        );
        let shown = Rect {
            x: area.x + ((room_across - seen_across) / 2) as u16,
            y: area.y + ((room_down - seen_down) / 2) as u16,
            width: seen_across as u16,
            height: seen_down as u16,
        };
        for (y, row) in rows.iter().skip(offset.0).take(seen_down).enumerate() {
            for (x, dot) in row.iter().skip(offset.1).take(seen_across).enumerate() {
                let at = (shown.x + x as u16, shown.y + y as u16);
                if let Some(cell) = frame.buffer_mut().cell_mut(at) {
                    let (glyph, style) = self.look_of(dot, look);
                    cell.set_char(glyph).set_style(style);
                }
            }
        }
        if cut {
            let words = format!(
                "rows {}-{} of {}, columns {}-{} of {width}",
                offset.0 + 1,
                offset.0 + seen_down,
                rows.len(),
                offset.1 + 1,
                offset.1 + seen_across,
            );
            let bottom = area.bottom().saturating_sub(1);
            frame.buffer_mut().set_stringn(area.x, bottom, words, room_across, look.quiet());
        }
        let cells = rows.iter().map(|row| row.iter().map(|dot| dot.cell).collect()).collect();
        self.shown = Shown { area: shown, offset, cells };
    }

    fn look_of(&self, dot: &Dot, look: Look) -> (char, Style) {
        let shape = dot.cell.filter(|_| dot.tone.is_some()).and_then(|cell| self.shape_on(cell));
        let filled = self.scene.grid != Grid::Linked;
        let (glyph, style) = look.dot(dot, shape, filled);
        if dot.cell.is_some_and(|cell| self.selected.contains(&cell)) {
            return (glyph, style.add_modifier(Modifier::REVERSED));
        }
        (glyph, style)
    }

    fn shape_on(&self, cell: usize) -> Option<Shape> {
        let on = |piece: &&Piece| piece.cell == Some(cell);
        self.scene.pieces.iter().rev().find(on).map(|piece| piece.shape)
    }

    /// The row and column to keep in view.
    fn focus(&self, rows: &[Vec<Dot>]) -> (usize, usize) {
        let middle = (rows.len() / 2, rows.first().map_or(0, Vec::len) / 2);
        let Some(cell) = self.hero().and_then(|hero| hero.cell) else { return middle };
        let find = |(y, row): (usize, &Vec<Dot>)| {
            row.iter().position(|dot| dot.cell == Some(cell)).map(|x| (y, x))
        };
        rows.iter().enumerate().find_map(find).unwrap_or(middle)
    }
}

/// Where a view of `seen` out of `all` begins: `focus` in its middle where possible, then scrolled by
/// `shift`, which is cut to what has an effect.
fn place(focus: usize, shift: &mut i32, all: usize, seen: usize) -> usize {
    let last = all.saturating_sub(seen) as i64;
    let usual = (focus as i64 - (seen / 2) as i64).clamp(0, last);
    let begin = (usual + i64::from(*shift)).clamp(0, last);
    *shift = (begin - usual) as i32;
    begin as usize
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn a_view_keeps_its_focus_in_the_middle_and_stays_on_the_board() {
        let placed = |focus, mut shift, all, seen| place(focus, &mut shift, all, seen);
        assert_eq!(placed(50, 0, 100, 20), 40);
        assert_eq!(placed(2, 0, 100, 20), 0);
        assert_eq!(placed(2, 8, 100, 20), 8);
        assert_eq!(placed(99, 0, 100, 20), 80);
        assert_eq!(placed(50, -1000, 100, 20), 0);
        assert_eq!(placed(5, 3, 10, 20), 0);
    }

    #[test]
    fn scrolling_beyond_the_edge_is_forgotten() {
        let mut shift = 1_000;
        place(50, &mut shift, 100, 20);
        assert_eq!(shift, 40);
    }
}
