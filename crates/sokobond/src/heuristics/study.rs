//! The heuristics of the two studies that the world was first solved with. All measure from the hero, and
//! none is admissible: one push may serve several atoms, and some need no visit at all.

use plyground_core::{Heuristic, Properties};

use crate::anatomy::Anatomy;
use crate::layout::{Layout, unfolded};
use crate::rules::UNIT;
use crate::{Board, State};

fn distance(board: &Board, a: usize, b: usize) -> u32 {
    let ((ax, ay), (bx, by)) = (board.cell_of(a), board.cell_of(b));
    (ax.abs_diff(bx) + ay.abs_diff(by)) as u32
}

/// Distance from the hero and free electrons of each atom that is not in the hero's molecule.
fn outsiders<const P: usize, const A: usize>(
    board: &Board,
    layout: &Layout<P, A>,
) -> Vec<(u32, u32)> {
    let anatomy = Anatomy::new(board, layout);
    let hero = layout.place[0] as usize;
    (0..layout.len)
        .filter(|&seat| anatomy.molecule[seat] != 0)
        .map(|seat| {
            let away = distance(board, hero, layout.place[seat] as usize);
            (away, u32::from(anatomy.free[seat]))
        })
        .collect()
}

fn outsiders_of(board: &Board, state: &State) -> Vec<(u32, u32)> {
    unfolded!(board, state, |layout| outsiders(board, &layout))
}

/// `h1`: the sum of the distances to all atoms outside the hero's molecule.
#[derive(Debug, Clone, Copy)]
pub struct HeroDistance;

impl Heuristic<Board> for HeroDistance {
    fn estimate(&self, board: &Board, state: &State) -> Option<u32> {
        Some(UNIT * outsiders_of(board, state).iter().map(|(away, _)| away).sum::<u32>())
    }
    fn properties(&self) -> Properties {
        Properties::NONE
    }
}

/// `h2`: the same, each times its free electrons and one.
#[derive(Debug, Clone, Copy)]
pub struct WeightedHeroDistance;

impl Heuristic<Board> for WeightedHeroDistance {
    fn estimate(&self, board: &Board, state: &State) -> Option<u32> {
        let outsiders = outsiders_of(board, state);
        Some(UNIT * outsiders.iter().map(|(away, free)| away * (free + 1)).sum::<u32>())
    }
    fn properties(&self) -> Properties {
        Properties::NONE
    }
}

/// `nearest` and `nearest+dots`: the way to the nearest free atom, and a tenth of that to the nearest modifier.
#[derive(Debug, Clone, Copy)]
pub struct Nearest {
    /// Whether modifiers count.
    pub dots: bool,
}

impl Heuristic<Board> for Nearest {
    fn estimate(&self, board: &Board, state: &State) -> Option<u32> {
        let outsiders = outsiders_of(board, state);
        let open = outsiders.iter().filter(|(_, free)| *free > 0);
        let Some(nearest) = open.map(|(away, _)| *away).min() else { return Some(0) };
        let dots = if self.dots { distance_to_modifier(board, state) } else { 0 };
        Some(UNIT * nearest + UNIT / 10 * dots)
    }
    fn properties(&self) -> Properties {
        Properties::NONE
    }
}

/// From the hero to the nearest of the cells around a modifier; 0 where there is none.
fn distance_to_modifier(board: &Board, state: &State) -> u32 {
    let Some(hero) = board.atoms(state).next() else { return 0 };
    // A corner lies between two columns and two rows: the nearer ones count.
    let away = |at: usize, low: usize| low.saturating_sub(at) + at.saturating_sub(low + 1);
    let modifiers = board.level().modifiers.iter();
    modifiers.map(|corner| away(hero.x, corner.x) + away(hero.y, corner.y)).min().unwrap_or(0)
        as u32
}
