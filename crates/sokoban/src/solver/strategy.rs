use plyground_core::Stats;

use super::field::each_cell;
use super::ground::Ground;
use super::nodes::Nodes;
use super::perimeter::Place;
use crate::{Cell, Direction, NONE, Push};

/// What one step of a strategy led to.
#[derive(Debug)]
pub(crate) enum Step {
    /// There is more to do.
    Working,
    /// A line of pushes to a solution.
    Solved(Vec<Push>),
    /// Everything was tried: there is no solution.
    Exhausted,
}

/// A way to search for a solution, driven step by step.
pub(crate) trait Strategy: std::fmt::Debug {
    /// Its name, for the progress.
    fn name(&self) -> &'static str;
    /// Expands one position.
    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step;
    /// Bytes held.
    fn bytes(&self) -> usize;
    /// Positions waiting.
    fn frontier(&self) -> usize;
    /// A number that changes whenever it gets nearer to a solution than it ever was.
    fn progress(&self) -> u64 {
        0
    }
    /// How many of its steps make up one of a turn: many where they are quick.
    fn pace(&self) -> usize {
        1
    }
    /// The positions that it has reached from the start, where any way from them to the goals will do.
    fn nodes(&self) -> Option<&Nodes> {
        None
    }
    /// How far it is, in a few words.
    fn note(&self) -> String;
}

/// The single pushes from the start to a node that is solved or from which the way to the goals is known.
pub(crate) fn pushes_of(ground: &mut Ground, nodes: &Nodes, node: u32) -> Vec<Push> {
    let mut line: Vec<Place> = (nodes.line(node).into_iter())
        .map(|node| (nodes.boxes(node).to_vec(), nodes.player(node)))
        .collect();
    let (boxes, player) = (nodes.boxes(node), nodes.player(node));
    let mut hash = ground.field.player_key(player);
    each_cell(boxes, |cell| hash ^= ground.field.box_key(cell));
    if let Some(known) = ground.perimeter.find(hash, boxes, player) {
        line.extend(ground.perimeter.way(known).into_iter().skip(1));
    }
    pushes_along(ground, &line)
}

/// The single pushes along positions from the start, of which each came from the one before by pushing one box.
pub(crate) fn pushes_along(ground: &mut Ground, line: &[Place]) -> Vec<Push> {
    let mut pushes = Vec::new();
    let mut player = ground.field.player;
    for pair in line.windows(2) {
        let (before, after) = (&pair[0].0, &pair[1].0);
        let [from, to] = [(before, after), (after, before)].map(|(with, without)| {
            with.iter()
                .zip(without)
                .enumerate()
                .find(|(_, (a, b))| *a & !*b != 0)
                .map_or(NONE, |(index, (a, b))| {
                    (index * 64) as Cell + (a & !b).trailing_zeros() as Cell
                })
        });
        ground.lay(before, player);
        let part = push_box(ground, from, to, pair[1].1);
        player = part.last().map_or(player, |push| push.cell);
        pushes.extend(part);
    }
    pushes
}

/// The fewest pushes that bring a box of the position laid out from one cell to another and leave the
/// player in the region of `player`.
fn push_box(ground: &mut Ground, from: Cell, to: Cell, player: Cell) -> Vec<Push> {
    struct Reached {
        cell: Cell,
        player: Cell,
        before: usize,
        push: Option<Push>,
    }
    let start = ground.reach.lowest;
    let mut reached = vec![Reached { cell: from, player: start, before: 0, push: None }];
    let mut head = 0;
    let mut at = from;
    while head < reached.len() {
        let (cell, stood) = (reached[head].cell, reached[head].player);
        ground.shift(at, cell);
        at = cell;
        let occupied = std::mem::take(&mut ground.occupied);
        ground.reach.fill(&ground.field, &occupied, stood);
        ground.occupied = occupied;
        if cell == to && ground.reach.contains(player) {
            break;
        }
        for direction in Direction::ALL {
            let push = Push { cell, direction };
            let stand = ground.field.step(cell, direction.opposite() as usize);
            let next = ground.field.step(cell, direction as usize);
            let open = stand != NONE
                && next != NONE
                && usize::from(next) < ground.field.live
                && ground.reach.contains(stand)
                && !ground.occupied[usize::from(next)];
            let known = |other: &Reached| {
                other.cell == next && other.push.is_some_and(|push| push.direction == direction)
            };
            if open && !reached.iter().any(known) {
                reached.push(Reached { cell: next, player: cell, before: head, push: Some(push) });
            }
        }
        head += 1;
    }
    let mut pushes = Vec::new();
    while let Some(step) = reached.get(head) {
        let Some(push) = step.push else { break };
        pushes.push(push);
        head = step.before;
    }
    pushes.reverse();
    pushes
}
