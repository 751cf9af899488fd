//! Aligned columns.

/// Which side of a column is straight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// Rows with aligned columns, two blanks between; the last column is not padded.
pub fn table(columns: &[Align], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for ((cell, &align), &width) in row.iter().zip(columns).zip(&widths) {
            let blanks = " ".repeat(width - cell.chars().count());
            match align {
                Align::Left => line.extend([cell.as_str(), &blanks, "  "]),
                Align::Right => line.extend([blanks.as_str(), cell, "  "]),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_lines_end_without_blanks() {
        let rows =
            [["1", "bfs", "x"], ["10", "idastar", ""]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            table(&[Align::Right, Align::Left, Align::Left], &rows),
            " 1  bfs      x\n10  idastar\n"
        );
    }
}
