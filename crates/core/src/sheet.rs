use crate::scene::{Cell, Grid, Ground, Piece, Shape, Tone};
use crate::{Scene, Transform};

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

    /// Mirrors, turns or trims it; `is_blank` says which rows and columns at the edge do nothing, as long as the next one
    /// inside is like that too.
    pub fn transform(&mut self, change: Transform, is_blank: impl Fn(char) -> bool) {
        match change {
            Transform::Mirror => self.rows.iter_mut().for_each(|row| row.reverse()),
            Transform::Rotate => self.rotate(),
            Transform::Trim => self.cut(self.edges(is_blank)),
        }
    }

    fn rotate(&mut self) {
        let column = |x: usize| self.rows.iter().rev().map(|row| row[x]).collect();
        self.rows = (0..self.width()).map(column).collect();
    }

    /// How many rows and columns at the edges (top, right, bottom, left) do nothing: they are blank, and so is the next
    /// one inside.
    pub fn edges(&self, is_blank: impl Fn(char) -> bool) -> [usize; 4] {
        let (width, height) = (self.width(), self.height());
        let row = |y: usize| self.rows[y].iter().all(|&glyph| is_blank(glyph));
        let column = |x: usize| self.rows.iter().all(|row| is_blank(row[x]));
        let top = (1..height).take_while(|&y| row(y - 1) && row(y)).count();
        let bottom = (1..height - top.min(height)).rev().map(|y| y + top);
        let bottom = bottom.take_while(|&y| row(y) && row(y - 1)).count();
        let left = (1..width).take_while(|&x| column(x - 1) && column(x)).count();
        let right = (1..width - left.min(width)).rev().map(|x| x + left);
        let right = right.take_while(|&x| column(x) && column(x - 1)).count();
        [top, right, bottom, left]
    }

    /// Takes rows and columns away at the edges (top, right, bottom, left).
    pub fn cut(&mut self, [top, right, bottom, left]: [usize; 4]) {
        self.rows.truncate(self.rows.len().saturating_sub(bottom));
        self.rows.drain(..top.min(self.rows.len()));
        for row in &mut self.rows {
            row.truncate(row.len().saturating_sub(right));
            row.drain(..left.min(row.len()));
        }
    }

    /// Drops the lines around the rows that begin so, as a solution that no longer fits.
    pub fn forget(&mut self, beginning: &str) {
        let begins = |line: &String| {
            line.get(..beginning.len()).is_some_and(|head| head.eq_ignore_ascii_case(beginning))
        };
        self.around.iter_mut().for_each(|lines| lines.retain(|line| !begins(line)));
    }

    /// The draft as text.
    pub fn text(&self) -> String {
        let rows = self.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned());
        let [before, after] = &self.around;
        let lines = before.iter().cloned().chain(rows).chain(after.iter().cloned());
        lines.fold(String::new(), |text, line| text + &line + "\n")
    }

    /// A picture of it, whatever is missing: what each character looks like.
    pub fn sketch(&self, look: impl Fn(char) -> (Ground, Option<Piece>)) -> Scene {
        let (width, height) = (self.width(), self.height());
        let mut scene = Scene::new(Grid::Square, width as f32, height as f32);
        for (index, &glyph) in self.rows.iter().flatten().enumerate() {
            let (x, y) = ((index % width) as f32 + 0.5, (index / width) as f32 + 0.5);
            let (ground, piece) = look(glyph);
            let name = format!("{},{}", index / width + 1, index % width + 1);
            scene.cells.push(Cell { name, x, y, ground, glyph });
            if let Some(piece) = piece {
                scene.put(index, piece);
            }
        }
        scene.caption = "A level that is being made.".to_owned();
        scene
    }

    /// How a character looks where nothing is known of it: walls as walls, all else as a letter.
    pub fn plain_look(glyph: char) -> (Ground, Option<Piece>) {
        if glyph == '#' {
            return (Ground::Wall, None);
        }
        let letter = Piece::new("letter", Shape::Letter, Tone::Black, glyph);
        let shown = glyph.is_ascii_graphic() && glyph != '-';
        (Ground::Floor, shown.then(|| letter.with_letter(glyph.to_string())))
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

    #[test]
    fn a_draft_is_mirrored_turned_and_trimmed() {
        let text = "######\n######\n##@ ##\n##  .#\n######\n";
        let changed = |changes: &[Transform]| {
            let mut sheet = Sheet::read(text, ' ', |_| true);
            changes.iter().for_each(|&change| sheet.transform(change, |glyph| glyph == '#'));
            sheet.text()
        };
        assert_eq!(changed(&[Transform::Trim]), "#####\n#@ ##\n#  .#\n#####\n");
        assert_eq!(changed(&[Transform::Trim, Transform::Mirror]), "#####\n## @#\n#.  #\n#####\n");
        assert_eq!(
            changed(&[Transform::Trim, Transform::Rotate]),
            "####\n# @#\n#  #\n#.##\n####\n"
        );
        assert_eq!(changed(&[Transform::Mirror; 2]), text);
        assert_eq!(changed(&[Transform::Rotate; 4]), text);
    }
}
