//! Looks for any solution: a beam of the most promising positions, deed by deed.
//!
//! The wider the beam, the shorter the solutions it finds, and the longer it takes.

use std::collections::HashMap;

use plyground_core::Puzzle as _;

use super::route::deed_to;
use crate::anatomy::Anatomy;
use crate::deadlock::is_dead_after;
use crate::heuristics::{gap_of, scatter_of};
use crate::layout::{Layout, unfolded};
use crate::symmetry::Symmetry;
use crate::walk::Walk;
use crate::{Board, Direction, State};

/// Deeds after which a beam is given up, for each atom of the level.
const DEEDS_AN_ATOM: usize = 12;

/// A position of the beam.
#[derive(Clone, Copy)]
struct Node {
    state: State,
    moves: u32,
    /// Where its parent is in the layer before.
    parent: u32,
    worry: u32,
}

/// What a beam found, and what it took.
pub(super) struct Scouted {
    pub(super) solution: Option<Vec<Direction>>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

/// Looks for a solution of fewer than `most` moves; `stop` is asked after each layer with the states expanded.
pub(super) fn scout(
    board: &Board,
    width: usize,
    most: u32,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Scouted {
    let start = Node { state: board.start(), moves: 0, parent: 0, worry: 0 };
    let mut beam =
        Beam { board, most, layers: vec![vec![start]], seen: HashMap::new(), generated: 0 };
    let mut expanded = 0;
    let mut solution = None;
    for _ in 0..DEEDS_AN_ATOM * board.valences.len() {
        let Some(layer) = beam.layers.last() else { break };
        expanded += layer.len() as u64;
        if layer.is_empty() || stop(expanded) {
            break;
        }
        if let Some(goal) = beam.advance(width) {
            solution = beam.path(&goal);
            break;
        }
    }
    Scouted { solution, expanded, generated: beam.generated }
}

struct Beam<'b> {
    board: &'b Board,
    most: u32,
    layers: Vec<Vec<Node>>,
    /// The fewest moves to each position that was ever kept.
    seen: HashMap<State, u32>,
    generated: u64,
}

impl Beam<'_> {
    /// Makes the next layer, or finds the best goal in it.
    fn advance(&mut self, width: usize) -> Option<Node> {
        let layer = self.layers.last().cloned().unwrap_or_default();
        let mut news: HashMap<State, Node> = HashMap::new();
        let mut goal: Option<Node> = None;
        for (parent, node) in layer.iter().enumerate() {
            unfolded!(self.board, &node.state, |layout| {
                self.expand(&layout, node.moves, parent as u32, &mut news, &mut goal);
            });
        }
        if goal.is_some() {
            return goal;
        }
        let mut next: Vec<Node> = news.into_values().collect();
        // The state last, so that chance in the table decides nothing.
        let rank = |node: &Node| (node.worry, node.moves, node.state.seats().to_vec());
        if next.len() > width {
            next.sort_unstable_by_key(|node| (node.worry, node.moves));
            let edge = (next[width].worry, next[width].moves);
            next.retain(|node| (node.worry, node.moves) <= edge);
        }
        next.sort_by_cached_key(rank);
        next.truncate(width);
        self.seen.extend(next.iter().map(|node| (node.state, node.moves)));
        self.layers.push(next);
        None
    }

    fn expand<const P: usize, const A: usize>(
        &mut self,
        layout: &Layout<P, A>,
        before: u32,
        parent: u32,
        news: &mut HashMap<State, Node>,
        goal: &mut Option<Node>,
    ) {
        let board = self.board;
        let anatomy = Anatomy::new(board, layout);
        Walk::new(board, layout, &anatomy).each_deed(board, layout, |plan, moves| {
            self.generated += 1;
            let moves = before + moves;
            let after = plan.after(board);
            let state = after.fold(board);
            let known = [self.seen.get(&state).copied(), news.get(&state).map(|node| node.moves)];
            if known.into_iter().flatten().any(|known| known <= moves) {
                return;
            }
            let anatomy = Anatomy::new(board, &after);
            if is_dead_after(board, layout, &after, &anatomy) {
                return;
            }
            let Some(rest) = gap_of(board, &after, &anatomy) else { return };
            if moves + rest >= self.most {
                return;
            }
            let worry = moves + 3 * scatter_of(board, &after, &anatomy);
            let node = Node { state, moves, parent, worry };
            if board.is_solved(&state) && goal.is_none_or(|best| moves < best.moves) {
                *goal = Some(node);
            }
            news.insert(state, node);
        });
    }

    /// The moves to a goal after the last layer.
    fn path(&self, goal: &Node) -> Option<Vec<Direction>> {
        let mut line = vec![goal.state];
        let mut parent = goal.parent as usize;
        for layer in self.layers.iter().rev() {
            line.push(layer[parent].state);
            parent = layer[parent].parent as usize;
        }
        let mut moves = Vec::new();
        for pair in line.windows(2).rev() {
            unfolded!(self.board, &pair[1], |layout| deed_to(
                self.board,
                &Symmetry::NONE,
                &layout,
                &pair[0],
                &mut moves
            ))?;
        }
        Some(moves)
    }
}
