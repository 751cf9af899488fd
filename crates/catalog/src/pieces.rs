//! What a session adds to a scene: stable names for the pieces, and marks of the last move.

use std::collections::HashMap;

use plyground_core::scene::{Mark, MarkKind};
use plyground_core::{Motion, Scene};

/// What the pieces on the cells are called, from one position to the next. Kept up from motions alone, so that a
/// move costs no scene.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    at: HashMap<usize, u32>,
    next: u32,
}

/// What some cells held before a move, and the next name then.
#[derive(Debug, Clone)]
pub(crate) struct Earlier {
    cells: Vec<(usize, Option<u32>)>,
    next: u32,
}

impl Names {
    /// The names that a scene gives.
    pub fn of(scene: &Scene) -> Self {
        let at = scene.pieces.iter().rev().filter_map(|piece| Some((piece.cell?, piece.id)));
        let next = scene.pieces.iter().map(|piece| piece.id + 1).max().unwrap_or(0);
        Self { at: at.collect(), next }
    }

    /// Pieces that travel keep their names, new ones get fresh ones. Gives what it takes to go back.
    pub fn carry(&mut self, motions: &[Motion]) -> Earlier {
        let mut touched: Vec<usize> =
            motions.iter().flat_map(|motion| [motion.from, motion.to]).flatten().collect();
        touched.sort_unstable();
        touched.dedup();
        let held = |cell: usize| (cell, self.at.get(&cell).copied());
        let earlier = Earlier { cells: touched.into_iter().map(held).collect(), next: self.next };
        let arrived: Vec<(usize, Option<u32>)> = motions
            .iter()
            .filter_map(|motion| {
                Some((motion.to?, motion.from.and_then(|from| self.at.get(&from).copied())))
            })
            .collect();
        for from in motions.iter().filter_map(|motion| motion.from) {
            self.at.remove(&from);
        }
        for (to, name) in arrived {
            let name = name.unwrap_or(self.next);
            self.next = self.next.max(name + 1);
            self.at.insert(to, name);
        }
        earlier
    }

    /// Back to before a move.
    pub fn restore(&mut self, earlier: &Earlier) {
        for &(cell, name) in &earlier.cells {
            match name {
                Some(name) => self.at.insert(cell, name),
                None => self.at.remove(&cell),
            };
        }
        self.next = earlier.next;
    }

    /// Gives a scene's pieces their names. One that no motion brought is called after its cell.
    pub fn give(&self, scene: &mut Scene) {
        for piece in &mut scene.pieces {
            if let Some(cell) = piece.cell {
                piece.id = self.at.get(&cell).copied().unwrap_or(UNMOVED + cell as u32);
            }
        }
    }
}

/// Above all names that are given one after the other.
const UNMOVED: u32 = 1 << 30;

/// Points out where pieces came from and went to.
pub(crate) fn mark_last(scene: &mut Scene, motions: &[Motion]) {
    for motion in motions {
        for cell in [motion.from, motion.to].into_iter().flatten() {
            let mark = Mark { kind: MarkKind::Last, cell, to: None };
            if !scene.marks.contains(&mark) {
                scene.marks.push(mark);
            }
        }
    }
}
