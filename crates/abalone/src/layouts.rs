//! The named starting positions.

use std::sync::LazyLock;

use plyground_core::{Side, SpecError};

use crate::board::Cell;
use crate::rules::State;

/// A starting position with its names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// The word people type.
    pub id: &'static str,
    /// The name people read.
    pub name: &'static str,
    /// The position; black moves.
    pub start: State,
}

/// All layouts, Standard, Belgian Daisy and German Daisy first.
pub fn layouts() -> &'static [Layout] {
    static LAYOUTS: LazyLock<Vec<Layout>> = LazyLock::new(|| {
        include_str!("layouts.txt")
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| layout(line).expect("a test reads every line of layouts.txt"))
            .collect()
    });
    &LAYOUTS
}

fn layout(line: &'static str) -> Option<Layout> {
    let mut parts = line.split('|').map(str::trim);
    let (id, name, rows) = (parts.next()?, parts.next()?, parts.next()?);
    Some(Layout { id, name, start: read_rows(rows)? })
}

/// Reads rows from I to A, separated by slashes: `b`, `w`, and numbers of empty cells.
fn read_rows(text: &str) -> Option<State> {
    let mut marbles = [0; 2];
    let mut row = 9;
    for part in text.split('/') {
        let mut column = row.max(5) - 4;
        for c in part.chars() {
            match c {
                'b' | 'w' => {
                    marbles[usize::from(c == 'w')] |= Cell::at(row, column)?.bit();
                    column += 1;
                }
                _ => column += c.to_digit(10)? as usize,
            }
        }
        if column != row.min(5) + 5 {
            return None;
        }
        row = row.checked_sub(1)?;
    }
    (row == 0).then_some(State { marbles, captures: [0; 2], to_move: Side::First })
}

/// The layout of that id or name; an error suggests the nearest.
pub fn find(word: &str) -> Result<&'static Layout, SpecError> {
    let wanted = plain(word);
    layouts()
        .iter()
        .find(|layout| plain(layout.id) == wanted || plain(layout.name) == wanted)
        .ok_or_else(|| SpecError::unknown("layout", word, layouts().iter().map(|layout| layout.id)))
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_57_layouts_with_different_names_and_positions() {
        let all = layouts();
        assert_eq!(all.len(), 57);
        assert_eq!(
            [all[0].id, all[1].id, all[2].id],
            ["standard", "belgian-daisy", "german-daisy"]
        );
        assert_eq!(all.iter().map(|layout| layout.id).collect::<HashSet<_>>().len(), 57);
        assert_eq!(all.iter().map(|layout| plain(layout.name)).collect::<HashSet<_>>().len(), 57);
        assert_eq!(all.iter().map(|layout| layout.start).collect::<HashSet<_>>().len(), 57);
    }

    #[test]
    fn both_sides_of_a_layout_have_equally_many_marbles() {
        for layout in layouts() {
            let [black, white] = layout.start.marbles;
            assert_eq!(black.count_ones(), white.count_ones(), "{}", layout.id);
            assert_eq!(black & white, 0, "{}", layout.id);
        }
    }

    #[test]
    fn a_layout_is_found_by_id_and_by_name_in_any_case() {
        assert_eq!(find("Belgian Daisy").unwrap().id, "belgian-daisy");
        assert_eq!(find("GERMAN-daisy").unwrap().id, "german-daisy");
        assert_eq!(find("I'm a robot").unwrap().id, "i_m-a-robot");
    }

    #[test]
    fn an_unknown_layout_suggests_the_nearest() {
        let error = find("belgain-daisy").unwrap_err().to_string();
        assert!(error.contains("did you mean belgian-daisy?"), "{error}");
    }
}
