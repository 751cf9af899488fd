//! Makes large levels of several parts: `join_levels FILE PARTS COUNT [SEED]` prints COUNT levels, each of PARTS levels of the
//! file drawn by lot, side by side, with corridors between them. The player of the first one has it all to do.

use plyground_core::Rng;
use plyground_sokoban::{Grid, notation};

/// How often a level that does not come about is drawn anew.
const DRAWS: usize = 10_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, parts, count, seed @ ..] = &arguments[..] else {
        return Err("usage: join_levels FILE PARTS COUNT [SEED]".into());
    };
    let (parts, count): (usize, usize) = (parts.parse()?, count.parse()?);
    let mut rng = Rng::new(seed.first().map_or(Ok(1), |seed| seed.parse())?);
    let levels = notation::parse(file, &std::fs::read(file)?)?;
    let plans: Vec<Plan> = levels.iter().map(|level| Plan::of(&level.grid)).collect();
    for number in 1..=count {
        let text = (0..DRAWS).find_map(|_| {
            let text = joined(&plans, parts, &mut rng)?.text();
            Grid::from_text(&text).is_ok().then_some(text)
        });
        let text = text.ok_or("these levels cannot be joined within the size of a level")?;
        println!("; {number}\n{text}\n");
    }
    Ok(())
}

/// Some of the levels side by side; `None` where one of them has no way out to the next.
fn joined(plans: &[Plan], parts: usize, rng: &mut Rng) -> Option<Plan> {
    let first = rng.pick(plans)?.clone();
    (1..parts).try_fold(first, |joined, _| {
        let next = rng.pick(plans)?;
        joined.beside(next, rng)
    })
}

/// The rows of a level, with `-` for floor inside and a blank for what is outside.
#[derive(Clone)]
struct Plan(Vec<Vec<char>>);

impl Plan {
    fn of(grid: &Grid) -> Self {
        let rows = grid.rows().map(|row| row.iter().map(|tile| tile.to_char()).collect());
        let mut plan = Self(rows.collect());
        for (row, column) in plan.flood(|square| square != '#') {
            let square = &mut plan.0[row][column];
            *square = if *square == ' ' { '-' } else { *square };
        }
        plan
    }

    fn width(&self) -> usize {
        self.0[0].len()
    }

    /// The squares that the player gets to over those that are open.
    fn flood(&self, is_open: impl Fn(char) -> bool) -> Vec<(usize, usize)> {
        let squares = |row: usize| (0..self.width()).map(move |column| (row, column));
        let all = (0..self.0.len()).flat_map(squares);
        let mut met: Vec<_> =
            all.filter(|&(row, column)| matches!(self.0[row][column], '@' | '+')).collect();
        let mut head = 0;
        while let Some(&(row, column)) = met.get(head) {
            head += 1;
            for next in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            {
                if is_open(self.0[next.0][next.1]) && !met.contains(&next) {
                    met.push(next);
                }
            }
        }
        met
    }

    /// Floor that the player walks to, with nothing inside between it and the right or the left side.
    fn doors(&self, to_the_right: bool) -> Vec<(usize, usize)> {
        let is_door = |&(row, column): &(usize, usize)| {
            let squares = &self.0[row];
            let way = if to_the_right { &squares[column + 1..] } else { &squares[..column] };
            matches!(squares[column], '-' | '@') && way.iter().all(|square| "# ".contains(*square))
        };
        let walk = self.flood(|square| matches!(square, '-' | '.'));
        walk.into_iter().filter(is_door).collect()
    }

    /// This level with another one on its right, and a corridor between them.
    fn beside(&self, other: &Self, rng: &mut Rng) -> Option<Self> {
        let &(here, from) = rng.pick(&self.doors(true))?;
        let &(there, to) = rng.pick(&other.doors(false))?;
        let (left, to) = (self.width() + 1, self.width() + 1 + to);
        // A row above and below for the walls of the corridor.
        let level = here.max(there) + 1;
        let (top, shift) = (level - here, level - there);
        let height = (top + self.0.len()).max(shift + other.0.len()) + 1;
        let mut rows = vec![vec![' '; left + other.width()]; height];
        for (row, squares) in self.0.iter().enumerate() {
            rows[top + row][..squares.len()].copy_from_slice(squares);
        }
        for (row, squares) in other.0.iter().enumerate() {
            for (column, &square) in squares.iter().enumerate() {
                let without_player = match square {
                    '@' => '-',
                    '+' => '.',
                    _ => square,
                };
                rows[shift + row][left + column] = without_player;
            }
        }
        rows[level][from + 1..to].fill('-');
        for side in [level - 1, level + 1] {
            for square in rows[side][from + 1..to].iter_mut().filter(|square| **square == ' ') {
                *square = '#';
            }
        }
        Some(Self(rows))
    }

    fn text(&self) -> String {
        let line = |row: &Vec<char>| {
            let text: String = row.iter().collect();
            text.trim_end().replace('-', " ")
        };
        let lines: Vec<String> = self.0.iter().map(line).filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    }
}
