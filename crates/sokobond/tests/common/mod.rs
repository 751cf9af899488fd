//! What several tests share: the rules written down a second time, slowly and obviously; random levels.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};

use plyground_core::Rng;
use plyground_sokobond::{
    Atom, Board, Direction, Element, Level, Modifier, ModifierKind, Notes, State, notation,
};

pub type Cell = (isize, isize);

/// A position as the rules speak of it. Bonds name atoms by their index, the smaller first.
#[derive(Debug, Clone)]
pub struct Position {
    pub atoms: Vec<(Element, Cell)>,
    pub hero: usize,
    pub bonds: BTreeMap<(usize, usize), u8>,
}

/// A position without the names of atoms: what two implementations must agree on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Facts {
    pub hero: Cell,
    pub atoms: BTreeSet<(Cell, Element)>,
    pub bonds: BTreeMap<(Cell, Cell), u8>,
}

/// The rules of one level.
pub struct Oracle {
    floor: BTreeSet<Cell>,
    modifiers: BTreeMap<Cell, ModifierKind>,
    single_molecule: bool,
}

fn moved(cell: Cell, way: Direction) -> Cell {
    let (dx, dy) = way.step();
    (cell.0 + dx, cell.1 + dy)
}

fn key(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

impl Oracle {
    pub fn new(level: &Level, single_molecule: bool) -> (Self, Position) {
        let mut floor = BTreeSet::new();
        for y in 0..level.height {
            for x in 0..level.width {
                if level.is_floor(x, y) {
                    floor.insert((x as isize, y as isize));
                }
            }
        }
        let modifiers =
            level.modifiers.iter().map(|m| ((m.x as isize, m.y as isize), m.kind)).collect();
        let oracle = Self { floor, modifiers, single_molecule };
        let mut position = Position {
            atoms: level.atoms.iter().map(|a| (a.element, (a.x as isize, a.y as isize))).collect(),
            hero: level.hero,
            bonds: BTreeMap::new(),
        };
        oracle.bond(&mut position);
        (oracle, position)
    }

    pub fn free(&self, position: &Position, atom: usize) -> u8 {
        let used: u8 = position
            .bonds
            .iter()
            .filter(|((a, b), _)| *a == atom || *b == atom)
            .map(|(_, lines)| lines)
            .sum();
        position.atoms[atom].0.valence() - used
    }

    fn atom_at(&self, position: &Position, cell: Cell) -> Option<usize> {
        position.atoms.iter().position(|(_, at)| *at == cell)
    }

    /// 2.4
    fn bond(&self, position: &mut Position) {
        let mut candidates = Vec::new();
        for a in 0..position.atoms.len() {
            for (way, horizontal) in [(Direction::Down, 0), (Direction::Right, 1)] {
                let (ax, ay) = position.atoms[a].1;
                let Some(b) = self.atom_at(position, moved((ax, ay), way)) else { continue };
                let bonded = position.bonds.contains_key(&key(a, b));
                if bonded || self.free(position, a) == 0 || self.free(position, b) == 0 {
                    continue;
                }
                let without_hero = a != position.hero && b != position.hero;
                let valences =
                    i32::from(position.atoms[a].0.valence() + position.atoms[b].0.valence());
                candidates.push((without_hero, -valences, horizontal, ay, ax, a, b));
            }
        }
        candidates.sort_unstable();
        for (.., a, b) in candidates {
            if self.free(position, a) > 0 && self.free(position, b) > 0 {
                position.bonds.insert(key(a, b), 1);
            }
        }
    }

    /// One move; `None` where it is illegal.
    pub fn play(&self, before: &Position, way: Direction) -> Option<Position> {
        let mut position = before.clone();
        let mut dir: BTreeMap<usize, Direction> = BTreeMap::from([(position.hero, way)]);
        let mut order = vec![position.hero];
        let mut queue = std::collections::VecDeque::from([position.hero]);
        let mut handled = BTreeSet::new();
        let mut doubles = Vec::new();
        loop {
            // 2.1 A
            while let Some(a) = queue.pop_front() {
                let f = dir[&a];
                let cell = position.atoms[a].1;
                if !self.floor.contains(&moved(cell, f)) {
                    return None;
                }
                for to_b in Direction::ALL {
                    let Some(b) = self.atom_at(&position, moved(cell, to_b)) else { continue };
                    let bond = key(a, b);
                    if !position.bonds.contains_key(&bond) || !handled.insert(bond) {
                        continue;
                    }
                    let mut g = f;
                    if to_b.is_vertical() != f.is_vertical() {
                        let other = position.atoms[b].1;
                        let (x, y) = (cell.0.min(other.0), cell.1.min(other.1));
                        let corner = match f {
                            Direction::Right | Direction::Down => (x, y),
                            Direction::Left => (x - 1, y),
                            Direction::Up => (x, y - 1),
                        };
                        match self.modifiers.get(&corner) {
                            None => {}
                            Some(ModifierKind::Cut) => {
                                let lines = position.bonds[&bond] - 1;
                                if lines == 0 {
                                    position.bonds.remove(&bond);
                                    continue;
                                }
                                position.bonds.insert(bond, lines);
                            }
                            Some(ModifierKind::Double) => doubles.push(bond),
                            Some(ModifierKind::Rotate) => g = to_b.opposite(),
                        }
                    }
                    match dir.get(&b) {
                        None => {
                            dir.insert(b, g);
                            order.push(b);
                            queue.push_back(b);
                        }
                        Some(other) if *other != g => return None,
                        Some(_) => {}
                    }
                }
            }
            // 2.1 B
            let push = order.iter().find_map(|a| {
                let b = self.atom_at(&position, moved(position.atoms[*a].1, dir[a]))?;
                (!dir.contains_key(&b)).then_some((b, dir[a]))
            });
            let Some((b, f)) = push else { break };
            dir.insert(b, f);
            order.push(b);
            queue.push_back(b);
        }
        // 2.2
        let target = |atom: usize| match dir.get(&atom) {
            Some(&f) => moved(position.atoms[atom].1, f),
            None => position.atoms[atom].1,
        };
        for a in 0..position.atoms.len() {
            for b in a + 1..position.atoms.len() {
                let swap = target(a) == position.atoms[b].1 && target(b) == position.atoms[a].1;
                if swap || target(a) == target(b) {
                    return None;
                }
            }
        }
        let targets: Vec<Cell> = (0..position.atoms.len()).map(target).collect();
        for (atom, cell) in position.atoms.iter_mut().zip(targets) {
            atom.1 = cell;
        }
        // 2.3
        for (a, b) in doubles {
            if self.free(&position, a) > 0 && self.free(&position, b) > 0 {
                *position.bonds.get_mut(&(a, b)).expect("a remembered bond") += 1;
            }
        }
        self.bond(&mut position);
        Some(position)
    }

    pub fn is_solved(&self, position: &Position) -> bool {
        let all = 0..position.atoms.len();
        let used_up = all.clone().all(|atom| self.free(position, atom) == 0);
        let mut reached = BTreeSet::from([position.hero]);
        for _ in all {
            for &(a, b) in position.bonds.keys() {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
        }
        used_up && (!self.single_molecule || reached.len() == position.atoms.len())
    }
}

impl Position {
    pub fn facts(&self) -> Facts {
        let pair = |a: usize, b: usize| {
            let (a, b) = (self.atoms[a].1, self.atoms[b].1);
            (a.min(b), a.max(b))
        };
        Facts {
            hero: self.atoms[self.hero].1,
            atoms: self.atoms.iter().map(|&(element, cell)| (cell, element)).collect(),
            bonds: self.bonds.iter().map(|(&(a, b), &lines)| (pair(a, b), lines)).collect(),
        }
    }
}

/// The same facts of a state of the crate.
pub fn facts(board: &Board, state: &State) -> Facts {
    let mut bonds = BTreeMap::new();
    let mut atoms = BTreeSet::new();
    let mut hero = None;
    for atom in board.atoms(state) {
        let cell = (atom.x as isize, atom.y as isize);
        hero = hero.or(Some(cell));
        atoms.insert((cell, atom.element));
        for (lines, way) in [(atom.right, Direction::Right), (atom.down, Direction::Down)] {
            if lines > 0 {
                bonds.insert((cell, moved(cell, way)), lines);
            }
        }
    }
    Facts { hero: hero.expect("a hero"), atoms, bonds }
}

/// What a random level may hold.
pub struct Recipe {
    pub sides: std::ops::Range<usize>,
    pub atoms: std::ops::Range<usize>,
    pub modifiers: bool,
}

/// A random level: a walled box with some inner walls, random atoms, random modifiers.
pub fn random_level(rng: &mut Rng, recipe: &Recipe) -> Level {
    let pick = |rng: &mut Rng, range: &std::ops::Range<usize>| {
        range.start + rng.below(range.end - range.start)
    };
    let (width, height) = (pick(rng, &recipe.sides), pick(rng, &recipe.sides));
    let mut floor = vec![false; width * height];
    let mut cells = Vec::new();
    for y in 0..height {
        for x in 0..width {
            if rng.below(9) > 0 {
                floor[y * width + x] = true;
                cells.push((x, y));
            }
        }
    }
    rng.shuffle(&mut cells);
    if cells.is_empty() {
        floor[0] = true;
        cells.push((0, 0));
    }
    let count = pick(rng, &recipe.atoms).min(cells.len());
    let palette = [
        Element::Hydrogen,
        Element::Hydrogen,
        Element::Oxygen,
        Element::Nitrogen,
        Element::Carbon,
        Element::Helium,
        Element::Oxygen,
        Element::Carbon,
    ];
    let atoms: Vec<Atom> = cells[..count]
        .iter()
        .map(|&(x, y)| Atom { element: palette[rng.below(palette.len())], x, y })
        .collect();
    let density = 1 + rng.below(8);
    let mut modifiers = Vec::new();
    if recipe.modifiers {
        for y in 0..height.saturating_sub(1) {
            for x in 0..width.saturating_sub(1) {
                if rng.below(density) == 0 {
                    modifiers.push(Modifier { kind: ModifierKind::ALL[rng.below(3)], x, y });
                }
            }
        }
    }
    let hero = rng.below(count);
    Level { notes: Notes::default(), width, height, floor, atoms, hero, modifiers }
}

/// The same with walls and modifiers that look alike in a mirror, and often when turned.
pub fn mirrored_level(rng: &mut Rng, recipe: &Recipe) -> Level {
    let mut level = promising_level(rng, recipe);
    let (width, height) = (level.width, level.height);
    let twin = |x: usize, y: usize| (width - 1 - x, y);
    for y in 0..height {
        for x in 0..width {
            let (a, b) = twin(x, y);
            level.floor[y * width + x] |= level.floor[b * width + a];
        }
    }
    let modifiers: Vec<Modifier> = level
        .modifiers
        .iter()
        .filter(|modifier| 2 * modifier.x + 2 <= width)
        .flat_map(|modifier| [*modifier, Modifier { x: width - 2 - modifier.x, ..*modifier }])
        .collect();
    level.modifiers.clear();
    for modifier in modifiers {
        let taken = |other: &Modifier| (other.x, other.y) == (modifier.x, modifier.y);
        if !level.modifiers.iter().any(taken) {
            level.modifiers.push(modifier);
        }
    }
    level
}

/// Whether the slow, thorough versions of tests are asked for.
pub fn thorough() -> bool {
    ["PLYGROUND_REQUIRE_DATA", "PLYGROUND_THOROUGH"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| value != "0"))
}

/// The level of a text.
pub fn level(text: &str) -> Level {
    notation::parse(text.as_bytes()).expect("a level").remove(0)
}

/// The board of a text.
pub fn board(text: &str) -> Board {
    Board::new(&level(text), false).expect("a board")
}

/// The state after some moves, all legal.
pub fn after(board: &Board, moves: &str) -> State {
    use plyground_core::Puzzle as _;
    let moves = notation::moves::parse(board, &board.start(), moves).expect("legal moves");
    moves.iter().fold(board.start(), |state, &way| board.play(&state, way))
}

/// All positions that can be reached, with the fewest moves from each to a solved one.
pub struct Space {
    pub states: Vec<State>,
    pub distance: Vec<Option<u32>>,
    pub next: Vec<Vec<usize>>,
}

impl Space {
    /// Enumerates a level; `None` where there are more positions than `most`.
    pub fn of(board: &Board, most: usize) -> Option<Self> {
        use plyground_core::Puzzle as _;
        let mut states = vec![board.start()];
        let mut index = std::collections::HashMap::from([(board.start(), 0)]);
        let mut next: Vec<Vec<usize>> = Vec::new();
        while next.len() < states.len() {
            let state = states[next.len()];
            let mut here = Vec::new();
            for way in Direction::ALL {
                let Ok(after) = board.step(&state, way) else { continue };
                here.push(*index.entry(after).or_insert_with(|| {
                    states.push(after);
                    states.len() - 1
                }));
            }
            next.push(here);
            if states.len() > most {
                return None;
            }
        }
        let mut before = vec![Vec::new(); states.len()];
        for (from, tos) in next.iter().enumerate() {
            for &to in tos {
                before[to].push(from);
            }
        }
        let mut distance = vec![None; states.len()];
        let mut layer: Vec<usize> =
            (0..states.len()).filter(|&index| board.is_solved(&states[index])).collect();
        let mut moves = 0;
        while !layer.is_empty() {
            for &index in &layer {
                distance[index] = Some(moves);
            }
            let mut earlier: Vec<usize> =
                layer.iter().flat_map(|&index| before[index].iter().copied()).collect();
            earlier.retain(|&index| distance[index].is_none());
            earlier.sort_unstable();
            earlier.dedup();
            layer = earlier;
            moves += 1;
        }
        Some(Self { states, distance, next })
    }
}

/// A random level whose electrons can be used up, as far as their number tells.
pub fn promising_level(rng: &mut Rng, recipe: &Recipe) -> Level {
    loop {
        let level = random_level(rng, recipe);
        let electrons: u8 = level.atoms.iter().map(|atom| atom.element.valence()).sum();
        if electrons.is_multiple_of(2) && electrons > 0 {
            return level;
        }
    }
}
