use crate::{Grid, Tile};

/// The level, player left out, turned and mirrored in all eight ways: the least of them. Two levels that
/// are the same puzzle up to symmetry, or up to where the player starts, have the same.
pub(super) fn canonical(grid: &Grid) -> (usize, Vec<u8>) {
    let mut rows: Vec<Vec<u8>> = grid
        .rows()
        .map(|row| {
            row.iter()
                .map(|&tile| match tile {
                    Tile::Player => b' ',
                    Tile::PlayerOnGoal => b'.',
                    other => other.to_char() as u8,
                })
                .collect()
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_and_mirrored_levels_are_the_same() {
        let level = |text: &str| canonical(&Grid::from_text(text).expect("a level"));
        let first = level("######\n#@ $.#\n######");
        assert_eq!(first, level("######\n#.$ @#\n######"));
        assert_eq!(first, level("###\n#@#\n# #\n#$#\n#.#\n###"));
        assert_ne!(first, level("######\n#@$ .#\n######"));
    }
}
