//! Toy puzzles with plain, slow oracles.
#![allow(dead_code)] // each test file uses its own part

use std::collections::BTreeSet;

use plyground_core::{
    Heuristic, HeuristicSource, Limits, Properties, Puzzle, Report, Rng, Silent, Spec, SpecError,
};
use plyground_search::solve;

/// Solves with a spec given as text.
pub fn run<P: Puzzle>(
    puzzle: &P,
    source: &dyn HeuristicSource<P>,
    spec: &str,
    limits: &Limits,
) -> Report<Vec<P::Move>> {
    solve::solve(puzzle, source, &spec.parse::<Spec>().unwrap(), limits, &mut Silent).unwrap()
}

/// The sliding-tile puzzle; 0 is the gap, and home is the last cell.
#[derive(Debug, Clone)]
pub struct Tiles {
    pub width: usize,
    pub start: Vec<u8>,
}

impl Tiles {
    /// A solvable puzzle: so many random steps away from home.
    pub fn scrambled(width: usize, height: usize, steps: usize, seed: u64) -> Self {
        let mut puzzle = Self { width, start: Self::home(width * height) };
        let mut rng = Rng::new(seed);
        for _ in 0..steps {
            let mut moves = Vec::new();
            puzzle.moves(&puzzle.start, &mut moves);
            puzzle.start = puzzle.play(&puzzle.start, *rng.pick(&moves).unwrap());
        }
        puzzle
    }

    pub fn home(cells: usize) -> Vec<u8> {
        (1..cells as u8).chain([0]).collect()
    }
}

impl Puzzle for Tiles {
    type State = Vec<u8>;
    /// The cell whose tile moves into the gap.
    type Move = u8;

    fn start(&self) -> Vec<u8> {
        self.start.clone()
    }
    fn moves(&self, state: &Vec<u8>, out: &mut Vec<u8>) {
        let gap = state.iter().position(|&tile| tile == 0).unwrap();
        let (x, y) = (gap % self.width, gap / self.width);
        if y > 0 {
            out.push((gap - self.width) as u8);
        }
        if x > 0 {
            out.push(gap as u8 - 1);
        }
        if x + 1 < self.width {
            out.push(gap as u8 + 1);
        }
        if gap + self.width < state.len() {
            out.push((gap + self.width) as u8);
        }
    }
    fn play(&self, state: &Vec<u8>, mv: u8) -> Vec<u8> {
        let mut next = state.clone();
        let gap = state.iter().position(|&tile| tile == 0).unwrap();
        next.swap(gap, mv as usize);
        next
    }
    fn is_solved(&self, state: &Vec<u8>) -> bool {
        *state == Self::home(state.len())
    }
    fn packed_len(&self) -> usize {
        self.start.len()
    }
    fn pack(&self, state: &Vec<u8>, out: &mut [u8]) {
        out.copy_from_slice(state);
    }
    fn unpack(&self, bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }
    fn step_text(&self, state: &Vec<u8>, mv: u8) -> String {
        state[mv as usize].to_string()
    }
    fn goals(&self) -> Option<Vec<Vec<u8>>> {
        Some(vec![Self::home(self.start.len())])
    }
    fn backward(&self, state: &Vec<u8>, out: &mut Vec<(Vec<u8>, u8)>) {
        let gap = state.iter().position(|&tile| tile == 0).unwrap() as u8;
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        out.extend(moves.iter().map(|&mv| (self.play(state, mv), gap)));
    }
}

/// The sum of the tiles' distances from home.
pub struct Distances;

impl Heuristic<Tiles> for Distances {
    fn estimate(&self, puzzle: &Tiles, state: &Vec<u8>) -> Option<u32> {
        let far = |a: usize, b: usize| {
            (a % puzzle.width).abs_diff(b % puzzle.width)
                + (a / puzzle.width).abs_diff(b / puzzle.width)
        };
        let tiles = state.iter().enumerate().filter(|(_, tile)| **tile > 0);
        Some(tiles.map(|(cell, &tile)| far(cell, tile as usize - 1) as u32).sum())
    }
    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}

impl HeuristicSource<Tiles> for Distances {
    fn heuristic(&self, name: &str) -> Result<Box<dyn Heuristic<Tiles>>, SpecError> {
        match name {
            "manhattan" => Ok(Box::new(Self)),
            _ => Err(SpecError::unknown("heuristic", name, ["manhattan"])),
        }
    }
    fn default_name(&self) -> &'static str {
        "manhattan"
    }
}

/// A puzzle given as a graph.
#[derive(Debug, Clone)]
pub struct Graph {
    /// From each node: to which, at what cost.
    pub edges: Vec<Vec<(u32, u32)>>,
    pub goals: BTreeSet<u32>,
    pub unit: u32,
    pub reversible: bool,
    /// Nodes that the puzzle calls dead; none of them reaches a goal.
    pub dead: BTreeSet<u32>,
}

/// What a graph's steps cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Costs {
    /// All 1.
    One,
    /// Anything, zero included.
    Any,
    /// A unit of 65536, and sometimes one more.
    UnitAndTie,
}

impl Graph {
    /// A random graph; the start is node 0. Some have no solution.
    pub fn random(seed: u64, costs: Costs) -> Self {
        let mut rng = Rng::new(seed);
        let nodes = 2 + rng.below(60);
        let degree = 1 + rng.below(4);
        let cost = |rng: &mut Rng| match costs {
            Costs::One => 1,
            Costs::Any => rng.below(12) as u32,
            Costs::UnitAndTie => 65536 + rng.below(2) as u32,
        };
        let edges = (0..nodes)
            .map(|_| {
                let count = rng.below(degree + 1);
                (0..count).map(|_| (rng.below(nodes) as u32, cost(&mut rng))).collect()
            })
            .collect();
        let goals = (0..1 + rng.below(3)).map(|_| 1 + rng.below(nodes - 1) as u32).collect();
        let unit = if costs == Costs::UnitAndTie { 65536 } else { 1 };
        let mut graph = Self { edges, goals, unit, reversible: true, dead: BTreeSet::new() };
        let far = graph.distances();
        graph.dead =
            (0..nodes as u32).filter(|&n| far[n as usize].is_none() && rng.below(2) == 0).collect();
        graph
    }

    /// A grid whose cells cost 1 to 9 to enter, from one corner to the other.
    pub fn grid(size: u32, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let enter: Vec<u32> = (0..size * size).map(|_| 1 + rng.below(9) as u32).collect();
        let edges = (0..size * size)
            .map(|cell| {
                let (x, y) = (cell % size, cell / size);
                let mut to = Vec::new();
                if x > 0 {
                    to.push(cell - 1);
                }
                if y > 0 {
                    to.push(cell - size);
                }
                if x + 1 < size {
                    to.push(cell + 1);
                }
                if y + 1 < size {
                    to.push(cell + size);
                }
                to.into_iter().map(|next| (next, enter[next as usize])).collect()
            })
            .collect();
        Self {
            edges,
            goals: [size * size - 1].into(),
            unit: 1,
            reversible: true,
            dead: BTreeSet::new(),
        }
    }

    /// The cheapest cost from each node to a goal, by relaxing until nothing changes.
    pub fn distances(&self) -> Vec<Option<u64>> {
        let mut far: Vec<Option<u64>> =
            (0..self.edges.len() as u32).map(|n| self.goals.contains(&n).then_some(0)).collect();
        loop {
            let mut changed = false;
            for (node, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    if let Some(rest) = far[to as usize] {
                        let through = rest + u64::from(cost);
                        if far[node].is_none_or(|known| through < known) {
                            far[node] = Some(through);
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                return far;
            }
        }
    }

    /// The fewest steps to a goal and the cheapest cost among those, layer by layer.
    pub fn fewest_steps(&self) -> Option<(usize, u64)> {
        let mut layer = vec![None; self.edges.len()];
        layer[0] = Some(0u64);
        for steps in 0..=self.edges.len() {
            if let Some(cost) = self.goals.iter().filter_map(|&goal| layer[goal as usize]).min() {
                return Some((steps, cost));
            }
            let mut next = vec![None; self.edges.len()];
            for (node, cost) in layer.iter().enumerate() {
                let Some(cost) = cost else { continue };
                for &(to, more) in &self.edges[node] {
                    let through = cost + u64::from(more);
                    let known: &mut Option<u64> = &mut next[to as usize];
                    *known = Some(known.map_or(through, |known| known.min(through)));
                }
            }
            layer = next;
        }
        None
    }
}

impl Puzzle for Graph {
    type State = u32;
    /// The number of the edge at its node.
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }
    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        out.extend(0..self.edges[*state as usize].len() as u32);
    }
    fn play(&self, state: &u32, mv: u32) -> u32 {
        self.edges[*state as usize][mv as usize].0
    }
    fn is_solved(&self, state: &u32) -> bool {
        self.goals.contains(state)
    }
    fn is_dead(&self, state: &u32) -> bool {
        self.dead.contains(state)
    }
    fn cost(&self, state: &u32, mv: u32) -> u32 {
        self.edges[*state as usize][mv as usize].1
    }
    fn unit(&self) -> u32 {
        self.unit
    }
    fn packed_len(&self) -> usize {
        4
    }
    fn pack(&self, state: &u32, out: &mut [u8]) {
        out.copy_from_slice(&state.to_le_bytes());
    }
    fn unpack(&self, bytes: &[u8]) -> u32 {
        u32::from_le_bytes(bytes.try_into().unwrap())
    }
    fn step_text(&self, _state: &u32, mv: u32) -> String {
        format!("{mv} ")
    }
    fn goals(&self) -> Option<Vec<u32>> {
        self.reversible.then(|| self.goals.iter().copied().collect())
    }
    fn backward(&self, state: &u32, out: &mut Vec<(u32, u32)>) {
        for (node, edges) in self.edges.iter().enumerate() {
            for (mv, (to, _)) in edges.iter().enumerate() {
                if to == state {
                    out.push((node as u32, mv as u32));
                }
            }
        }
    }
}

/// Estimates of a graph, made from the true distances.
#[derive(Clone)]
pub struct Estimates {
    of: Vec<Option<u32>>,
    properties: Properties,
}

impl Heuristic<Graph> for Estimates {
    fn estimate(&self, _puzzle: &Graph, state: &u32) -> Option<u32> {
        self.of[*state as usize]
    }
    fn properties(&self) -> Properties {
        self.properties
    }
}

/// The heuristics of a graph: `zero`, `exact` (consistent), `wild` (admissible, but it jumps),
/// `liar` (anything).
pub struct GraphHeuristics {
    distances: Vec<Option<u64>>,
    seed: u64,
}

impl GraphHeuristics {
    pub fn of(graph: &Graph, seed: u64) -> Self {
        Self { distances: graph.distances(), seed }
    }
}

impl HeuristicSource<Graph> for GraphHeuristics {
    fn heuristic(&self, name: &str) -> Result<Box<dyn Heuristic<Graph>>, SpecError> {
        let mut rng = Rng::new(self.seed);
        let mut map = |change: &mut dyn FnMut(&mut Rng, u32) -> u32| {
            self.distances
                .iter()
                .map(|far| far.map_or(None, |far| Some(change(&mut rng, far as u32))))
                .collect::<Vec<_>>()
        };
        let (of, properties) = match name {
            "zero" => (vec![Some(0); self.distances.len()], Properties::CONSISTENT),
            "exact" => (map(&mut |_, far| far), Properties::CONSISTENT),
            "wild" => {
                (map(&mut |rng, far| (f64::from(far) * rng.unit()) as u32), Properties::ADMISSIBLE)
            }
            "liar" => {
                (map(&mut |rng, far| rng.below(3 * far as usize + 1) as u32), Properties::NONE)
            }
            _ => {
                return Err(SpecError::unknown(
                    "heuristic",
                    name,
                    ["zero", "exact", "wild", "liar"],
                ));
            }
        };
        Ok(Box::new(Estimates { of, properties }))
    }
    fn default_name(&self) -> &'static str {
        "wild"
    }
}
