//! How easily a level is lost.

use std::collections::HashMap;

use plyground_core::Puzzle as _;

use crate::{Board, Direction, State};

/// The most positions that are looked at.
const MOST: usize = 60_000;

/// The share of moves beside the given solution that lose: from its positions, how many of the other legal moves lead
/// where no solution is left. `None` where the level has too many positions to know.
pub fn traps(board: &Board, moves: &[Direction]) -> Option<f64> {
    let graph = Graph::explore(board)?;
    let alive = graph.alive();
    let (mut lost, mut others) = (0, 0);
    let mut state = board.start();
    for &way in moves {
        for (other, next) in &graph.next[graph.number[&state]] {
            if *other != way {
                others += 1;
                lost += usize::from(!alive[*next]);
            }
        }
        state = board.play(&state, way);
    }
    Some(if others == 0 { 0.0 } else { f64::from(lost as u32) / f64::from(others as u32) })
}

/// Every position that can be reached, and the moves between them.
struct Graph {
    number: HashMap<State, usize>,
    next: Vec<Vec<(Direction, usize)>>,
    solved: Vec<bool>,
}

impl Graph {
    fn explore(board: &Board) -> Option<Self> {
        let mut states = vec![board.start()];
        let mut number = HashMap::from([(board.start(), 0)]);
        let mut next = Vec::new();
        let mut legal = Vec::new();
        while next.len() < states.len() {
            let state = states[next.len()];
            legal.clear();
            if !board.is_solved(&state) {
                board.moves(&state, &mut legal);
            }
            let mut edges = Vec::with_capacity(legal.len());
            for &way in &legal {
                let after = board.play(&state, way);
                let found = *number.entry(after).or_insert_with(|| {
                    states.push(after);
                    states.len() - 1
                });
                edges.push((way, found));
            }
            if states.len() > MOST {
                return None;
            }
            next.push(edges);
        }
        let solved = states.iter().map(|state| board.is_solved(state)).collect();
        Some(Self { number, next, solved })
    }

    /// From which positions a solution can be reached.
    fn alive(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.next.len()];
        for (from, edges) in self.next.iter().enumerate() {
            for &(_, to) in edges {
                before[to].push(from);
            }
        }
        let mut alive = self.solved.clone();
        let mut open: Vec<usize> = (0..alive.len()).filter(|&state| alive[state]).collect();
        while let Some(state) = open.pop() {
            for &from in &before[state] {
                if !std::mem::replace(&mut alive[from], true) {
                    open.push(from);
                }
            }
        }
        alive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;

    fn board(text: &str) -> Board {
        Board::new(&notation::parse(text.as_bytes()).unwrap()[0], false).unwrap()
    }

    #[test]
    fn a_level_that_cannot_be_lost_has_no_traps() {
        let board = board("xxxxxx\nxH--hx\nx----x\nxxxxxx\n");
        assert_eq!(traps(&board, &[Direction::Right, Direction::Right]), Some(0.0));
    }

    #[test]
    fn a_molecule_that_is_closed_too_early_is_a_trap() {
        // Two hydrogens that meet are done, and the oxygen stays alone.
        let board = board("xxxxxxx\nxh-H--x\nx-----x\nx--o--x\nxxxxxxx\n");
        assert!(traps(&board, &[Direction::Down]).unwrap() > 0.0);
    }
}
