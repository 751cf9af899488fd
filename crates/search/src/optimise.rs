//! Makes solutions of any puzzle cheaper.
//!
//! From each position of the line all that is near is searched, cheapest first, and the best shortcut to a later
//! position, or to any goal, is taken. When that brings nothing more, it looks farther. Where the search from
//! the start was not cut short, nothing cheaper exists at all.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};

use plyground_core::{Limits, Progress, Puzzle, Report, Status};

use crate::driver::{AtWork, Driver};

/// States of the first look around a position; each further round looks four times as far.
const FIRST_LOOK: usize = 1000;
/// Where no limit on memory is given.
const USUAL_BYTES: u64 = 1 << 30;

/// Makes a line that solves the puzzle from its start cheaper; it never gets dearer. With limits in states the
/// result is the same each time.
pub fn optimise<P: Puzzle>(
    puzzle: &P,
    line: &[P::Move],
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> Report<Vec<P::Move>> {
    let mut work = Work {
        puzzle,
        line: Line::new(puzzle, line.to_vec()),
        // The list and the table hold a state each, beside the heap.
        each: 2 * (size_of::<Reached<P>>() + puzzle.packed_len()) as u64 + 64,
        // A look keeps within the memory by itself.
        driver: Driver::start(&Limits { memory: None, ..limits.clone() }),
        progress,
        ended: None,
    };
    let proven = work.run(limits.memory.unwrap_or(USUAL_BYTES));
    let cost = work.line.cost();
    Report {
        status: work.ended.unwrap_or(Status::Solved),
        solution: Some(work.line.moves),
        cost: Some(cost),
        optimal: proven,
        bound: proven.then_some(cost),
        unit: puzzle.unit(),
        stats: *work.driver.stats(),
    }
}

/// A line of moves with the positions it passes through and what it costs to get to each.
struct Line<P: Puzzle> {
    moves: Vec<P::Move>,
    states: Vec<P::State>,
    costs: Vec<u64>,
}

impl<P: Puzzle> Line<P> {
    fn new(puzzle: &P, moves: Vec<P::Move>) -> Self {
        let mut states = vec![puzzle.start()];
        let mut costs = vec![0];
        for (index, &mv) in moves.iter().enumerate() {
            costs.push(costs[index] + u64::from(puzzle.cost(&states[index], mv)));
            states.push(puzzle.play(&states[index], mv));
        }
        Self { moves, states, costs }
    }

    fn cost(&self) -> u64 {
        self.costs[self.moves.len()]
    }
}

/// A cheaper way from a position to a later one.
struct Shortcut<M> {
    moves: Vec<M>,
    /// The index of the position it leads to; for a goal, the end of the line.
    to: usize,
}

/// What a look around a position led to.
struct Looked<M> {
    shortcut: Option<Shortcut<M>>,
    /// Whether everything that could be cheaper was seen.
    whole: bool,
}

/// How a position was reached.
struct Reached<P: Puzzle> {
    state: P::State,
    from: usize,
    mv: Option<P::Move>,
    cost: u64,
}

struct Work<'a, P: Puzzle> {
    puzzle: &'a P,
    line: Line<P>,
    /// Bytes of a state.
    each: u64,
    driver: Driver,
    progress: &'a mut dyn FnMut(&Progress),
    ended: Option<Status>,
}

impl<P: Puzzle> Work<'_, P> {
    /// Works in so many bytes until nothing more can be found; true where that is proven.
    fn run(&mut self, bytes: u64) -> bool {
        let most = usize::try_from(bytes / self.each).unwrap_or(usize::MAX);
        let mut look = FIRST_LOOK.min(most);
        loop {
            let mut at = 0;
            let mut found = false;
            while at < self.line.moves.len() {
                let looked = self.look(at, look);
                if let Some(shortcut) = looked.shortcut {
                    found = true;
                    self.take(at, shortcut);
                    if at == 0 && looked.whole {
                        return true;
                    }
                    // The same position may have another.
                    continue;
                }
                if self.ended.is_some() {
                    return false;
                }
                if at == 0 && looked.whole {
                    return true;
                }
                at += 1;
            }
            if self.line.moves.is_empty() {
                return true;
            }
            if !found {
                if look >= most {
                    self.ended = Some(Status::MemoryLimit);
                    return false;
                }
                look = (look * 4).min(most);
            }
        }
    }

    fn take(&mut self, from: usize, shortcut: Shortcut<P::Move>) {
        let mut moves = self.line.moves.clone();
        moves.splice(from..shortcut.to, shortcut.moves);
        let line = Line::new(self.puzzle, moves);
        let ends = line.states.last().is_some_and(|state| self.puzzle.is_solved(state));
        if ends && line.cost() < self.line.cost() {
            self.line = line;
        }
    }

    /// Searches around a position of the line, at most so many states.
    fn look(&mut self, from: usize, most: usize) -> Looked<P::Move> {
        let limit = self.line.cost() - self.line.costs[from];
        let mut later: HashMap<P::State, usize> = HashMap::new();
        for (index, state) in self.line.states.iter().enumerate().skip(from + 1) {
            later.insert(state.clone(), index);
        }
        let start = self.line.states[from].clone();
        let mut known = HashMap::from([(start.clone(), 0)]);
        let mut reached = vec![Reached::<P> { state: start, from: 0, mv: None, cost: 0 }];
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        let mut moves = Vec::new();
        let mut best: Option<(u64, usize, usize)> = None;
        let mut settled = 0;
        let mut whole = true;
        while let Some(Reverse((cost, index))) = open.pop() {
            if cost > reached[index].cost {
                continue;
            }
            // No way from here on saves more than what was found.
            if cost + best.map_or(0, |(saved, ..)| saved) >= limit {
                break;
            }
            let state = reached[index].state.clone();
            let solved = self.puzzle.is_solved(&state);
            let to = if solved { Some(self.line.moves.len()) } else { later.get(&state).copied() };
            if let Some(to) = to {
                let saved = (self.line.costs[to] - self.line.costs[from]).saturating_sub(cost);
                if saved > best.map_or(0, |(most, ..)| most) {
                    best = Some((saved, index, to));
                }
            }
            if settled == most || !self.goes_on(reached.len()) {
                whole = false;
                break;
            }
            settled += 1;
            if solved {
                continue;
            }
            moves.clear();
            self.puzzle.moves(&state, &mut moves);
            for &mv in &moves {
                let next = self.puzzle.play(&state, mv);
                let then = cost + u64::from(self.puzzle.cost(&state, mv));
                self.driver.parts().0.generated += 1;
                if then >= limit || self.puzzle.is_dead(&next) {
                    continue;
                }
                let step = Reached { state: next.clone(), from: index, mv: Some(mv), cost: then };
                let at = match known.entry(next) {
                    Entry::Vacant(new) => {
                        new.insert(reached.len());
                        reached.push(step);
                        reached.len() - 1
                    }
                    Entry::Occupied(old) if then < reached[*old.get()].cost => {
                        reached[*old.get()] = step;
                        *old.get()
                    }
                    Entry::Occupied(_) => continue,
                };
                open.push(Reverse((then, at)));
            }
        }
        let shortcut = best.map(|(_, index, to)| Shortcut { moves: way_to(&reached, index), to });
        Looked { shortcut, whole }
    }

    /// Counts a state, and tells whether the limits allow it.
    fn goes_on(&mut self, held: usize) -> bool {
        let steps = self.line.cost() / u64::from(self.puzzle.unit().max(1));
        let looking = Looking { held, each: self.each, steps };
        self.ended = self.driver.check(&looking, self.progress).err();
        self.driver.parts().0.expanded += u64::from(self.ended.is_none());
        self.ended.is_none()
    }
}

/// A look around a position, between two states.
struct Looking {
    held: usize,
    each: u64,
    steps: u64,
}

impl AtWork for Looking {
    fn bytes(&self) -> u64 {
        self.held as u64 * self.each
    }
    fn frontier(&self) -> u64 {
        self.held as u64
    }
    fn note(&self) -> String {
        format!("{} steps", self.steps)
    }
}

fn way_to<P: Puzzle>(reached: &[Reached<P>], end: usize) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let mut at = end;
    while let Some(mv) = reached[at].mv {
        moves.push(mv);
        at = reached[at].from;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use plyground_core::Rng;

    use super::*;

    /// A square of cells, some of them walls, to be crossed from one corner to the other.
    struct Maze {
        side: usize,
        walls: Vec<bool>,
    }

    impl Puzzle for Maze {
        type State = usize;
        type Move = usize;

        fn start(&self) -> usize {
            0
        }
        fn moves(&self, &at: &usize, out: &mut Vec<usize>) {
            let (row, column) = (at / self.side, at % self.side);
            let mut add = |open: bool, to: usize| {
                if open && !self.walls[to] {
                    out.push(to);
                }
            };
            add(row > 0, at.wrapping_sub(self.side));
            add(column > 0, at.wrapping_sub(1));
            add(column + 1 < self.side, at + 1);
            add(row + 1 < self.side, at + self.side);
        }
        fn play(&self, _: &usize, mv: usize) -> usize {
            mv
        }
        fn is_solved(&self, &at: &usize) -> bool {
            at + 1 == self.side * self.side
        }
        /// Going up is dear.
        fn cost(&self, &at: &usize, mv: usize) -> u32 {
            if mv + self.side == at { 3 } else { 1 }
        }
        fn packed_len(&self) -> usize {
            8
        }
        fn pack(&self, at: &usize, out: &mut [u8]) {
            out.copy_from_slice(&at.to_le_bytes());
        }
        fn unpack(&self, bytes: &[u8]) -> usize {
            bytes.iter().rev().fold(0, |at, &byte| at << 8 | usize::from(byte))
        }
        fn step_text(&self, _: &usize, mv: usize) -> String {
            format!("{mv} ")
        }
    }

    fn maze(rng: &mut Rng) -> Maze {
        let side = 4 + rng.below(9);
        let mut walls: Vec<bool> = (0..side * side).map(|_| rng.below(4) == 0).collect();
        walls[0] = false;
        walls[side * side - 1] = false;
        Maze { side, walls }
    }

    /// A walk at random until it is solved; `None` where that takes too long.
    fn wander(maze: &Maze, rng: &mut Rng) -> Option<Vec<usize>> {
        let mut at = 0;
        let mut line = Vec::new();
        while !maze.is_solved(&at) {
            let mut moves = Vec::new();
            maze.moves(&at, &mut moves);
            if moves.is_empty() || line.len() > 3000 {
                return None;
            }
            at = moves[rng.below(moves.len())];
            line.push(at);
        }
        Some(line)
    }

    /// The least cost, by relaxing every step until nothing changes.
    fn least(maze: &Maze) -> u64 {
        let mut costs = vec![u64::MAX; maze.walls.len()];
        costs[0] = 0;
        for _ in 0..maze.walls.len() {
            for at in 0..maze.walls.len() {
                let mut moves = Vec::new();
                maze.moves(&at, &mut moves);
                for to in moves {
                    let then = costs[at].saturating_add(u64::from(maze.cost(&at, to)));
                    costs[to] = costs[to].min(then);
                }
            }
        }
        costs[maze.walls.len() - 1]
    }

    #[test]
    fn a_random_walk_becomes_the_cheapest_and_is_proven() {
        let mut rng = Rng::new(4);
        let mut tried = 0;
        while tried < 60 {
            let maze = maze(&mut rng);
            let Some(line) = wander(&maze, &mut rng) else { continue };
            tried += 1;
            let report = optimise(&maze, &line, &Limits::default(), &mut |_| {});
            assert_eq!(report.cost, Some(least(&maze)));
            assert!(report.optimal && report.status == Status::Solved);
            let cost = |moves: &[usize]| Line::new(&maze, moves.to_vec()).cost();
            assert_eq!(report.cost, report.solution.as_deref().map(cost));
        }
    }

    #[test]
    fn with_few_states_the_line_is_never_dearer_and_always_the_same() {
        let mut rng = Rng::new(9);
        let mut tried = 0;
        while tried < 30 {
            let maze = maze(&mut rng);
            let Some(line) = wander(&maze, &mut rng) else { continue };
            tried += 1;
            let mut before = Line::new(&maze, line.clone()).cost();
            for states in [0, 1, 5, 20, 100, 1000] {
                let run = || optimise(&maze, &line, &Limits::states(states), &mut |_| {});
                let report = run();
                assert_eq!(report.solution, run().solution);
                assert!(report.stats.expanded <= states);
                let cost = report.cost.unwrap();
                assert!(cost <= before, "{states} states");
                before = before.min(Line::new(&maze, line.clone()).cost());
                assert_eq!(report.solution.unwrap().last(), line.last());
            }
        }
    }
}
