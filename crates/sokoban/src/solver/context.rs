use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::field::{Field, back, contains};
use super::floor::Floor;
use super::pairing::Pairing;
use crate::heuristics::Matching;
use crate::{Cell, FAR, NONE};

/// No side: a wall.
pub(crate) const NO_SIDE: u8 = u8::MAX;

/// What is known of the board when some boxes are taken for walls: those that can never move again, or
/// those that a plan has packed.
#[derive(Debug)]
pub(crate) struct Context {
    /// Whether a cell holds such a box.
    pub is_wall: Vec<bool>,
    /// The boxes that are walls.
    pub walls: Vec<u64>,
    /// Pushes from each live cell to each goal that is left, goal by goal.
    distances: Vec<u16>,
    /// Pushes from each cell to the nearest goal that is left.
    pub nearest: Vec<u16>,
    /// The goals that are left.
    pub goals: Vec<Cell>,
    /// For each goal that is left, for each live cell: the numbers of the sides from which it can be reached.
    alive: Vec<u8>,
    sides: Sides,
    live: usize,
}

impl Context {
    /// The context in which these boxes are walls.
    pub fn new(field: &Field, walls: &[u64]) -> Self {
        let is_wall: Vec<bool> = (0..field.cells())
            .map(|cell| cell < field.live && contains(walls, cell as Cell))
            .collect();
        let sides = Sides::new(field, &is_wall);
        let goals: Vec<Cell> =
            field.goals.iter().copied().filter(|&goal| !is_wall[usize::from(goal)]).collect();
        let mut distances = vec![FAR; goals.len() * field.live];
        let mut nearest = vec![FAR; field.cells()];
        let mut alive = vec![0; goals.len() * field.live];
        let mut search = Backwards::new(field);
        for (index, &goal) in goals.iter().enumerate() {
            let row = &mut distances[index * field.live..][..field.live];
            if field.is_over() {
                break;
            }
            search.run(field, &sides, goal, row);
            alive[index * field.live..][..field.live].copy_from_slice(&search.seen);
            for (near, &distance) in nearest.iter_mut().zip(row.iter()) {
                *near = (*near).min(distance);
            }
        }
        let (walls, live) = (walls.to_vec(), field.live);
        Self { is_wall, walls, distances, nearest, goals, alive, sides, live }
    }

    /// The numbers of a box's sides, by direction: sides of one number are connected, if no other box is
    /// there. [`NO_SIDE`] for walls.
    #[inline]
    pub fn sides(&self, cell: Cell) -> [u8; 4] {
        self.sides.0[usize::from(cell)]
    }

    /// Whether a box on a cell can be brought to a goal, by its place among those that are left, by a player
    /// who is on the side of that number.
    #[inline]
    pub fn is_alive(&self, index: usize, cell: Cell, side: u8) -> bool {
        side != NO_SIDE && self.alive[index * self.live + usize::from(cell)] >> side & 1 != 0
    }

    /// Pushes from a cell to a goal, by its place among those that are left.
    #[inline]
    pub fn distance(&self, index: usize, cell: Cell) -> u16 {
        self.distances[index * self.live + usize::from(cell)]
    }

    /// Whether a box can stand on a cell and still reach some goal that is left.
    #[inline]
    pub fn is_live(&self, cell: Cell) -> bool {
        self.nearest[usize::from(cell)] != FAR
    }

    /// Matches the boxes that are no walls with the goals that are left.
    pub fn assign(&self, field: &Field, boxes: &[Cell], matching: &mut Matching) -> Option<u32> {
        let free: Vec<Cell> = self.free(boxes).collect();
        let cost = |row: usize, column| self.distance(column, free[row]);
        matching.cheapest_unless(free.len(), cost, || field.is_over())
    }

    /// Whether each box that is no wall can have a goal of its own, as far as lone boxes go.
    pub fn has_goals(&self, field: &Field, boxes: &[Cell], pairing: &mut Pairing) -> bool {
        let free: Vec<Cell> = self.free(boxes).collect();
        let fits = |row: usize, column| self.distance(column, free[row]) != FAR;
        pairing.is_possible((free.len(), self.goals.len()), fits, || field.is_over())
    }

    fn free(&self, boxes: &[Cell]) -> impl Iterator<Item = Cell> {
        boxes.iter().copied().filter(|&cell| !self.is_wall[usize::from(cell)])
    }

    fn bytes(&self) -> usize {
        self.distances.len() * 3 + self.nearest.len() * 7 + 192
    }
}

/// For a box on each cell: which of its sides the player can walk between. Sides of one number are
/// connected.
#[derive(Debug)]
pub(crate) struct Sides(pub Vec<[u8; 4]>);

impl Sides {
    pub fn new(field: &Field, is_wall: &[bool]) -> Self {
        let mut sides = vec![[NO_SIDE; 4]; field.cells()];
        let mut is_met = vec![false; field.cells()];
        let mut floor = Floor::default();
        for from in (0..field.cells()).filter(|&cell| !is_wall[cell]) {
            if is_met[from] {
                continue;
            }
            if field.is_over() {
                break;
            }
            floor.walk(field, is_wall, from as Cell);
            for cell in floor.cells() {
                is_met[usize::from(cell)] = true;
                if usize::from(cell) < field.live {
                    sides[usize::from(cell)] = floor.sides(field, cell, NO_SIDE);
                }
            }
        }
        Self(sides)
    }
}

/// A search backwards from a goal over a lone box and the side the player is on.
struct Backwards {
    seen: Vec<u8>,
    queue: Vec<(Cell, u8, u16)>,
}

impl Backwards {
    fn new(field: &Field) -> Self {
        Self { seen: vec![0; field.live], queue: Vec::new() }
    }

    fn run(&mut self, field: &Field, sides: &Sides, goal: Cell, best: &mut [u16]) {
        self.seen.fill(0);
        self.queue.clear();
        best[usize::from(goal)] = 0;
        for side in sides.0[usize::from(goal)] {
            self.reach(goal, side, 0);
        }
        let mut head = 0;
        while let Some(&(cell, side, pushes)) = self.queue.get(head) {
            head += 1;
            best[usize::from(cell)] = best[usize::from(cell)].min(pushes);
            for way in 0..4 {
                let before = field.step(cell, back(way));
                if before == NONE
                    || usize::from(before) >= field.live
                    || sides.0[usize::from(cell)][back(way)] != side
                {
                    continue;
                }
                self.reach(before, sides.0[usize::from(before)][back(way)], pushes + 1);
            }
        }
    }

    fn reach(&mut self, cell: Cell, side: u8, pushes: u16) {
        if side != NO_SIDE && self.seen[usize::from(cell)] >> side & 1 == 0 {
            self.seen[usize::from(cell)] |= 1 << side;
            self.queue.push((cell, side, pushes));
        }
    }
}

/// The contexts a search has met, by number; number 0 is the empty board.
#[derive(Debug)]
pub(crate) struct Contexts {
    all: Vec<Context>,
    numbers: HashMap<Vec<u64>, u32, FixedState>,
    bytes: usize,
}

/// The most bytes that contexts may hold; beyond, positions keep the context they have.
const MOST_BYTES: usize = 256 << 20;

impl Contexts {
    /// The context of the empty board.
    pub fn new(field: &Field) -> Self {
        let walls = vec![0; field.words];
        let first = Context::new(field, &walls);
        let bytes = first.bytes();
        Self { all: vec![first], numbers: HashMap::from_iter([(walls, 0)]), bytes }
    }

    /// The context of a number.
    #[inline]
    pub fn get(&self, number: u32) -> &Context {
        &self.all[number as usize]
    }

    /// The number of the context in which these boxes are walls; `otherwise` where there is no room for another,
    /// or no time.
    pub fn number(&mut self, field: &Field, walls: &[u64], otherwise: u32) -> u32 {
        if let Some(&number) = self.numbers.get(walls) {
            return number;
        }
        if self.bytes > MOST_BYTES {
            return otherwise;
        }
        let context = Context::new(field, walls);
        if field.was_cut_off() {
            return otherwise;
        }
        self.bytes += context.bytes();
        let number = self.all.len() as u32;
        self.all.push(context);
        self.numbers.insert(walls.to_vec(), number);
        number
    }

    /// Bytes held.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }
}
