//! Draws a scene as characters, for the terminal.

use super::{Grid, Ground, HEX_ROW, Link, MarkKind, Scene, Tone};

/// One character of the picture with what it stands for, so that a terminal can colour it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dot {
    /// The character.
    pub glyph: char,
    /// The colour of the piece it belongs to.
    pub tone: Option<Tone>,
    /// The ground it shows or stands on.
    pub ground: Option<Ground>,
    /// The mark on its cell.
    pub mark: Option<MarkKind>,
    /// The cell it belongs to: where a click on it goes.
    pub cell: Option<usize>,
}

const BLANK: Dot = Dot { glyph: ' ', tone: None, ground: None, mark: None, cell: None };

/// Which characters may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Charset {
    /// Lines and superscripts.
    #[default]
    Unicode,
    /// Plain ASCII.
    Ascii,
}

/// The picture as rows of characters; trailing blanks are cut.
pub fn render(scene: &Scene, charset: Charset) -> String {
    let mut text = String::new();
    for row in dots(scene, charset) {
        let line: String = row.iter().map(|dot| dot.glyph).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The picture as rows of [`Dot`]s, all of the same length.
pub fn dots(scene: &Scene, charset: Charset) -> Vec<Vec<Dot>> {
    let mut canvas = Canvas::new(scene);
    for (index, cell) in scene.cells.iter().enumerate() {
        let dot = Dot { glyph: cell.glyph, ground: Some(cell.ground), cell: Some(index), ..BLANK };
        canvas.put(cell.x, cell.y, 0, dot);
    }
    for mark in &scene.marks {
        for index in [Some(mark.cell), mark.to].into_iter().flatten() {
            if let Some(cell) = scene.cells.get(index) {
                canvas.change(cell.x, cell.y, |dot| dot.mark = Some(mark.kind));
            }
        }
    }
    for link in &scene.links {
        canvas.link(scene, link, charset);
    }
    for piece in &scene.pieces {
        canvas.change(piece.x, piece.y, |dot| {
            dot.glyph = piece.glyph;
            dot.tone = Some(piece.tone);
        });
        if piece.dots > 0 {
            let digits = match charset {
                Charset::Unicode => ['¹', '²', '³', '⁴'],
                Charset::Ascii => ['1', '2', '3', '4'],
            };
            let glyph = digits[usize::from(piece.dots.min(4)) - 1];
            canvas.put(piece.x, piece.y, 1, Dot { glyph, tone: Some(Tone::Orange), ..BLANK });
        }
    }
    let cells_left = scene.cells.iter().map(|cell| cell.x).fold(f32::MAX, f32::min);
    for label in &scene.labels {
        // Labels left of the cells end in one column, the others begin at their place.
        let first = if label.x < cells_left { 1 - length(&label.text) } else { 0 };
        for (shift, glyph) in (first..).zip(label.text.chars()) {
            canvas.put(label.x, label.y, shift, Dot { glyph, ..BLANK });
        }
    }
    canvas.rows
}

fn length(text: &str) -> i32 {
    text.chars().count() as i32
}

/// Characters at the places of a scene.
struct Canvas {
    rows: Vec<Vec<Dot>>,
    columns_per_cell: f32,
    rows_per_cell: f32,
    left: f32,
    top: f32,
}

impl Canvas {
    fn new(scene: &Scene) -> Self {
        let (columns_per_cell, rows_per_cell) = match scene.grid {
            Grid::Square => (1.0, 1.0),
            Grid::Linked => (4.0, 2.0),
            Grid::Board => (2.0, 1.0),
            Grid::Hex => (2.0, 1.0 / HEX_ROW),
        };
        let places = || {
            let cells = scene.cells.iter().map(|cell| (cell.x, cell.y));
            let pieces = scene.pieces.iter().map(|piece| (piece.x, piece.y));
            cells.chain(pieces).chain(scene.labels.iter().map(|label| (label.x, label.y)))
        };
        let left = places().map(|(x, _)| x).fold(f32::MAX, f32::min);
        let top = places().map(|(_, y)| y).fold(f32::MAX, f32::min);
        // Room for the longest label at the left edge, so that it does not touch the cells.
        let edge = scene.labels.iter().filter(|label| label.x <= left);
        let longest = edge.map(|label| length(&label.text)).max().unwrap_or(1);
        let left = left - (longest - 1) as f32 / columns_per_cell;
        let mut canvas = Self { rows: Vec::new(), columns_per_cell, rows_per_cell, left, top };
        let (mut width, mut height) = (0, 0);
        for (x, y) in places() {
            let (column, row) = canvas.place(x, y);
            width = width.max(column + 3);
            height = height.max(row + 1);
        }
        canvas.rows = vec![vec![BLANK; width]; height];
        canvas
    }

    fn place(&self, x: f32, y: f32) -> (usize, usize) {
        let column = ((x - self.left) * self.columns_per_cell).round();
        let row = ((y - self.top) * self.rows_per_cell).round();
        (column as usize, row as usize)
    }

    fn at(&mut self, x: f32, y: f32, shift: i32) -> Option<&mut Dot> {
        let (column, row) = self.place(x, y);
        let column = usize::try_from(column as i32 + shift).ok()?;
        self.rows.get_mut(row)?.get_mut(column)
    }

    fn put(&mut self, x: f32, y: f32, shift: i32, dot: Dot) {
        if let Some(place) = self.at(x, y, shift) {
            *place = dot;
        }
    }

    fn change(&mut self, x: f32, y: f32, change: impl FnOnce(&mut Dot)) {
        if let Some(place) = self.at(x, y, 0) {
            change(place);
        }
    }

    fn link(&mut self, scene: &Scene, link: &Link, charset: Charset) {
        let (Some(a), Some(b)) = (scene.pieces.get(link.from), scene.pieces.get(link.to)) else {
            return;
        };
        let (x, y) = ((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
        let bonds = usize::from(link.count.clamp(1, 4)) - 1;
        let dot = |glyph| Dot { glyph, ..BLANK };
        if (a.y - b.y).abs() < 0.1 {
            let glyph = match charset {
                Charset::Unicode => ['─', '═', '≡', '≣'][bonds],
                Charset::Ascii => ['-', '=', '3', '4'][bonds],
            };
            for shift in -1..=1 {
                self.put(x, y, shift, dot(glyph));
            }
        } else {
            let glyphs: &[char] = match charset {
                Charset::Unicode => [&['│'][..], &['║'], &['║', '│'], &['║', '║']][bonds],
                Charset::Ascii => [&['|'][..], &['"'], &['3'], &['4']][bonds],
            };
            for (shift, &glyph) in glyphs.iter().enumerate() {
                self.put(x, y, shift as i32, dot(glyph));
            }
        }
    }
}
