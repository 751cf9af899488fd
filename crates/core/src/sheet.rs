use crate::Scene;
use crate::scene::{Cell, Grid, Ground, Piece, Shape, Tone};

/// A level as rows of characters while it is being edited: it may not be a level yet.
///
/// Worlds whose notation is one character a cell edit through this; what stands below the rows (a title, an
/// author) is kept as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    rows: Vec<Vec<char>>,
    /// Lines before the rows and after them.
    around: [Vec<String>; 2],
}

impl Sheet {
    /// Reads a draft; its rows are the first lines in a row for which `is_row` holds. Shorter rows are filled up
    /// with `blank`.
    pub fn read(text: &str, blank: char, is_row: impl Fn(&str) -> bool) -> Self {
        let mut sheet = Self { rows: Vec::new(), around: [Vec::new(), Vec::new()] };
        for line in text.lines().map(|line| line.trim_end_matches('\r')) {
            let ended = !sheet.around[1].is_empty();
            if !ended && is_row(line) {
                sheet.rows.push(line.chars().collect());
            } else {
                sheet.around[usize::from(!sheet.rows.is_empty())].push(line.to_owned());
            }
        }
        let width = sheet.width();
        for row in &mut sheet.rows {
            row.resize(width, blank);
        }
        sheet
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The character of a cell; cells are counted row by row.
    pub fn get(&self, cell: usize) -> Option<char> {
        let width = self.width().max(1);
        self.rows.get(cell / width)?.get(cell % width).copied()
    }

    /// Writes a character into a cell; false where there is no such cell.
    pub fn set(&mut self, cell: usize, glyph: char) -> bool {
        let width = self.width().max(1);
        let place = self.rows.get_mut(cell / width).and_then(|row| row.get_mut(cell % width));
        place.map(|place| *place = glyph).is_some()
    }

    /// Writes `to` wherever `from` stands.
    pub fn replace(&mut self, from: char, to: char) {
        for place in self.rows.iter_mut().flatten().filter(|place| **place == from) {
            *place = to;
        }
    }

    /// Makes it larger or smaller; new cells are `fill`.
    pub fn resize(&mut self, width: usize, height: usize, fill: char) {
        self.rows.resize_with(height, Vec::new);
        for row in &mut self.rows {
            row.resize(width, fill);
        }
    }

    /// The draft as text.
    pub fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned());
        let [before, after] = &self.around;
        let lines = before.iter().cloned().chain(rows).chain(after.iter().cloned());
        lines.fold(String::new(), |text, line| text + &line + "\n")
    }

    /// A picture of it, whatever is missing: what each character is made of, and the characters that stand
    /// for pieces as letters.
    pub fn sketch(&self, ground: impl Fn(char) -> Ground) -> Scene {
        let (width, height) = (self.width(), self.height());
        let mut scene = Scene::new(Grid::Square, width as f32, height as f32);
        for (index, &glyph) in self.rows.iter().flatten().enumerate() {
            let (x, y) = ((index % width) as f32 + 0.5, (index / width) as f32 + 0.5);
            let ground = ground(glyph);
            let name = format!("{},{}", index / width + 1, index % width + 1);
            scene.cells.push(Cell { name, x, y, ground, glyph });
            if ground == Ground::Floor && glyph.is_ascii_graphic() && glyph != '-' {
                let piece = Piece::new("letter", Shape::Letter, Tone::Black, glyph);
                scene.put(index, piece.with_letter(glyph.to_string()));
            }
        }
        scene.caption = "A level that is being made.".to_owned();
        scene
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_keeps_what_stands_around_its_rows() {
        let text = "; mine\n###\n# \nTitle: Small\n";
        let mut sheet = Sheet::read(text, ' ', |line| line.starts_with('#'));
        assert_eq!((sheet.width(), sheet.height()), (3, 2));
        assert!(sheet.set(4, '@') && sheet.set(5, '#'));
        assert!(!sheet.set(6, '#'));
        assert_eq!(sheet.text(), "; mine\n###\n#@#\nTitle: Small\n");
        sheet.resize(4, 1, '.');
        assert_eq!(sheet.text(), "; mine\n###.\nTitle: Small\n");
    }
}
