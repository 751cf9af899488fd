//! A position but for where the hero's molecule stands.
//!
//! Most moves only shift the hero's molecule, so most positions differ in nothing else. What they have in common is kept
//! once: the shape of that molecule, and all other atoms. Where it may stand is a set of places, each named by the upper
//! left cell of the molecule's box, and questions about all of them are answered at once.

use super::grid::{Bits, Grid, each_bit};
use super::needs::{Crew, Needs};
use crate::layout::{Bond, Side, Small};
use crate::rules::state::{Seat, State};
use crate::{Board, Direction};

/// The most atoms.
pub(super) const ATOMS: usize = 16;
/// Everybody a molecule of its own.
const OWN: [u8; ATOMS] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The atoms of a position, each with its cell and the bonds that it keeps.
#[derive(Clone)]
pub(super) struct Atoms {
    cell: [u8; ATOMS],
    /// The codes of the bonds, as seats keep them.
    code: [u8; ATOMS],
    /// The seats of the hero's molecule, as bits.
    members: u16,
}

/// A setting's bytes: two for each seat.
pub(super) struct Key {
    bytes: [u8; 2 * ATOMS],
    len: usize,
}

impl Key {
    /// The length of a board's keys.
    pub(super) const fn len_for(board: &Board) -> usize {
        2 * board.valences.len()
    }

    fn new(values: &[u16]) -> Self {
        let mut key = Self { bytes: [0; 2 * ATOMS], len: 2 * values.len() };
        for (bytes, value) in key.bytes.chunks_exact_mut(2).zip(values) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
        key
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// Whether an atom belongs to the hero's molecule, its cell and the code of its bonds, in one number.
const fn value_of(member: bool, cell: u8, code: u8) -> u16 {
    (member as u16) << 11 | (cell as u16) << 4 | code as u16
}

impl Atoms {
    /// The atoms of a position that is unfolded.
    pub(super) fn of(grid: &Grid, layout: &Small, molecule: &[u8; ATOMS]) -> Self {
        let mut atoms = Self { cell: [0; ATOMS], code: [0; ATOMS], members: 0 };
        for (seat, &molecule) in molecule[..layout.len].iter().enumerate() {
            let lines = |side| layout.bonds.lines(Bond { owner: seat as u8, side });
            atoms.cell[seat] = grid.cell[layout.place[seat] as usize];
            atoms.code[seat] = Seat::new(0, lines(Side::Right), lines(Side::Down)).code() as u8;
            atoms.members |= u16::from(molecule == 0) << seat;
        }
        atoms
    }

    /// The setting of the position, and the place of the hero's molecule in it: the first among all images of them.
    pub(super) fn settled(&self, board: &Board, grid: &Grid) -> (Key, u8) {
        let len = board.valences.len();
        if grid.images.len() == 1 {
            let (values, place) = self.values(board, grid, &self.cell, &self.code);
            return (Key::new(&values[..len]), place);
        }
        // The lightest images come first; which they are is told soon, and hardly ever are there two.
        let weights: [u32; 8] = std::array::from_fn(|index| {
            let Some(image) = grid.images.get(index) else { return u32::MAX };
            let others = (0..len).filter(|seat| self.members >> seat & 1 == 0);
            others.fold(0, |sum: u32, seat| {
                let kind = board.elements[seat] as u32 + 1;
                sum.wrapping_add(grid.weight[image.cell[self.cell[seat] as usize] as usize] * kind)
            })
        });
        let lightest = weights[..grid.images.len()].iter().min().copied();
        let towards = self.lines_towards(board, grid);
        let mut best = ([u16::MAX; ATOMS], u8::MAX);
        for (image, &weight) in grid.images.iter().zip(&weights) {
            if Some(weight) != lightest {
                continue;
            }
            let (mut cell, mut code) = ([0; ATOMS], [0; ATOMS]);
            for seat in 0..len {
                cell[seat] = image.cell[self.cell[seat] as usize];
                let lines = |way: Direction| towards[seat][way as usize];
                code[seat] = Seat::new(0, lines(image.right), lines(image.down)).code() as u8;
            }
            best = best.min(self.values(board, grid, &cell, &code));
        }
        (Key::new(&best.0[..len]), best.1)
    }

    /// What a key holds of each seat, interchangeable atoms in order, and the place of the hero's molecule.
    fn values(
        &self,
        board: &Board,
        grid: &Grid,
        cell: &[u8; ATOMS],
        code: &[u8; ATOMS],
    ) -> ([u16; ATOMS], u8) {
        let len = board.valences.len();
        let (mut left, mut top) = (u8::MAX, u8::MAX);
        for seat in each_seat(self.members) {
            let [x, y] = grid.spot[cell[seat] as usize];
            (left, top) = (left.min(x), top.min(y));
        }
        let place = top * grid.width + left;
        let mut values = [u16::MAX; ATOMS];
        for seat in 0..len {
            let member = self.members >> seat & 1 == 1;
            let cell = cell[seat] - if member { place } else { 0 };
            values[seat] = value_of(member, cell, code[seat]);
        }
        for group in &board.groups {
            insertion_sort(&mut values[group.clone()]);
        }
        (values, place)
    }

    /// The lines of each atom in each direction.
    fn lines_towards(&self, board: &Board, grid: &Grid) -> [[u8; 4]; ATOMS] {
        let len = board.valences.len();
        let mut towards = [[0; 4]; ATOMS];
        for seat in 0..len {
            let (right, down) = Seat::from_code(0, self.code[seat].into()).bonds();
            for (way, lines) in [(Direction::Right, right), (Direction::Down, down)] {
                if lines > 0 {
                    let far = grid.next(self.cell[seat], way);
                    towards[seat][way as usize] = lines;
                    if let Some(other) = self.cell[..len].iter().position(|&cell| cell == far) {
                        towards[other][way.opposite() as usize] = lines;
                    }
                }
            }
        }
        towards
    }

    /// The same atoms as a state, in no order.
    pub(super) fn state(&self, board: &Board, grid: &Grid) -> State {
        let mut state = State::empty(board.valences.len());
        for (index, seat) in state.seats_mut().iter_mut().enumerate() {
            let place = grid.place[self.cell[index] as usize];
            *seat = Seat::from_code(board.number_of[place as usize], self.code[index].into());
        }
        state
    }
}

/// A setting, ready for questions.
pub(super) struct Setting<'g> {
    board: &'g Board,
    grid: &'g Grid,
    len: usize,
    /// Cells of the hero's molecule are counted from the corner of its box.
    atoms: Atoms,
    free: [u8; ATOMS],
    /// Everybody's molecule, by its lowest seat.
    molecule: [u8; ATOMS],
    /// The cells of the others.
    others: Bits,
    /// Cells of atoms that keep a bond to the right and one downwards; of the others and of the hero's molecule.
    keeps: [[Bits; 2]; 2],
    /// Atom → those that it is bonded with.
    mates: [u16; ATOMS],
    /// The seats with free electrons, as bits.
    open: u16,
    /// Where the hero's molecule has floor under it.
    fits: Bits,
    /// Where it does not lie on others.
    clear: Bits,
}

/// What a step of the hero's molecule comes to, from each of some places.
pub(super) struct Steps {
    /// Where it ends that only moved.
    pub(super) walks: Bits,
    /// Where it begins that pushes or meets a modifier.
    pub(super) deeds: Bits,
}

impl<'g> Setting<'g> {
    pub(super) fn new(board: &'g Board, grid: &'g Grid, key: &[u8]) -> Self {
        let len = board.valences.len();
        let mut atoms = Atoms { cell: [0; ATOMS], code: [0; ATOMS], members: 0 };
        let mut free = [0; ATOMS];
        let mut seat_at = [[0u8; Bits::BITS as usize]; 2];
        for (seat, bytes) in key.as_chunks().0.iter().enumerate() {
            let value = u16::from_le_bytes(*bytes);
            let member = value >> 11;
            atoms.code[seat] = (value & 15) as u8;
            atoms.cell[seat] = (value >> 4 & 127) as u8;
            atoms.members |= member << seat;
            free[seat] = board.valences[seat];
            seat_at[member as usize][atoms.cell[seat] as usize] = seat as u8;
        }
        let mut setting = Self {
            board,
            grid,
            len,
            atoms,
            free,
            molecule: OWN,
            others: 0,
            keeps: [[0; 2]; 2],
            mates: [0; ATOMS],
            open: 0,
            fits: Bits::MAX,
            clear: 0,
        };
        setting.find_bonds(&seat_at);
        setting.find_places();
        setting
    }

    fn is_member(&self, seat: usize) -> bool {
        self.atoms.members >> seat & 1 == 1
    }

    fn find_bonds(&mut self, seat_at: &[[u8; Bits::BITS as usize]; 2]) {
        for seat in 0..self.len {
            let cell = self.atoms.cell[seat];
            let member = usize::from(self.is_member(seat));
            if member == 1 {
                self.molecule[seat] = 0;
            }
            let (right, down) = Seat::from_code(0, self.atoms.code[seat].into()).bonds();
            for (side, lines, step) in [(0, right, 1), (1, down, self.grid.width)] {
                if lines == 0 {
                    continue;
                }
                let other = seat_at[member][(cell + step) as usize] as usize;
                self.free[seat] -= lines;
                self.free[other] -= lines;
                self.keeps[member][side] |= 1 << cell;
                self.mates[seat] |= 1 << other;
                self.mates[other] |= 1 << seat;
                if member == 0 {
                    let (a, b) = (self.molecule[seat], self.molecule[other]);
                    for name in
                        self.molecule[..self.len].iter_mut().filter(|name| **name == a.max(b))
                    {
                        *name = a.min(b);
                    }
                }
            }
        }
    }

    fn find_places(&mut self) {
        let mut wide = 0;
        for seat in 0..self.len {
            let (member, cell) = (self.is_member(seat), 1 << self.atoms.cell[seat]);
            if !member {
                self.others |= cell;
            }
            self.open |= u16::from(self.free[seat] > 0) << seat;
        }
        let mut taken = 0;
        for seat in each_seat(self.atoms.members) {
            let offset = self.atoms.cell[seat];
            wide = wide.max(self.grid.spot[offset as usize][0]);
            self.fits &= self.grid.floor >> offset;
            taken |= self.others >> offset;
        }
        self.fits &= self.grid.columns[wide as usize];
        self.clear = self.fits & !taken;
    }

    /// Where the hero's molecule bonds with another.
    pub(super) fn bonding(&self) -> Bits {
        let open = each_seat(self.open & !self.atoms.members)
            .fold(0, |open: Bits, seat| open | 1 << self.atoms.cell[seat]);
        let near = self.grid.beside(open);
        each_seat(self.atoms.members & self.open)
            .fold(0, |bonding, seat| bonding | near >> self.atoms.cell[seat])
    }

    /// What comes of a step from some places.
    pub(super) fn steps(&self, from: Bits, way: Direction) -> Steps {
        let (grid, across) = (self.grid, usize::from(!way.is_vertical()));
        let mut deeds = 0;
        if self.board.has_modifiers {
            for owner in each_bit(self.keeps[1][across]) {
                deeds |= from & grid.sweeps[way as usize] >> owner;
            }
        }
        let to = grid.slide(from & !deeds, way) & self.fits;
        let pushes = grid.slide(to & !self.clear, way.opposite());
        Steps { walks: to & self.clear, deeds: deeds | pushes }
    }

    /// The position with the hero's molecule on a place.
    pub(super) fn at(&self, place: u8) -> Atoms {
        let mut atoms = self.atoms.clone();
        for seat in each_seat(atoms.members) {
            atoms.cell[seat] += place;
        }
        atoms
    }

    /// What comes of a deed that begins on a place.
    pub(super) fn pushed(&self, place: u8, way: Direction) -> Pushed {
        let grid = self.grid;
        let mut hero: Bits = 0;
        let mut open: Bits = 0;
        let mut all = self.others;
        for seat in 0..self.len {
            let cell = self.atoms.cell[seat] + if self.is_member(seat) { place } else { 0 };
            open |= Bits::from(self.free[seat] > 0) << cell;
            hero |= Bits::from(self.is_member(seat)) << cell;
        }
        all |= hero;
        let mut moving = hero;
        let mut seats = self.atoms.members;
        let across = usize::from(!way.is_vertical());
        let keeps = self.keeps[1][across] << place | self.keeps[0][across];
        loop {
            if keeps & moving & grid.sweeps[way as usize] != 0 {
                return Pushed::Loudly;
            }
            if !grid.can_step(moving, way) {
                return Pushed::Nothing;
            }
            let ahead = grid.slide(moving, way) & all & !moving;
            if ahead == 0 {
                break;
            }
            let mut touched = 0u16;
            for seat in (0..self.len).filter(|&seat| !self.is_member(seat)) {
                touched |= ((ahead >> self.atoms.cell[seat] & 1) as u16) << self.molecule[seat];
            }
            for seat in (0..self.len).filter(|&seat| !self.is_member(seat)) {
                if touched >> self.molecule[seat] & 1 == 1 {
                    seats |= 1 << seat;
                    moving |= 1 << self.atoms.cell[seat];
                }
            }
        }
        if grid.beside(grid.slide(moving & open, way)) & open & !moving != 0 {
            return Pushed::Loudly;
        }
        let mut after = self.at(place);
        for seat in each_seat(seats) {
            after.cell[seat] = grid.next(after.cell[seat], way);
        }
        Pushed::Quietly(after)
    }

    /// The moves of the shortest walk between two places.
    pub(super) fn moves_between(&self, from: u8, to: u8) -> Option<u32> {
        let bonding = self.bonding();
        let (mut seen, mut edge): (Bits, Bits) = (1 << from, 1 << from);
        let mut moves = 0;
        while seen >> to & 1 == 0 {
            edge = Direction::ALL
                .into_iter()
                .fold(0, |next, way| next | self.steps(edge & !bonding, way).walks)
                & !seen;
            if edge == 0 {
                return None;
            }
            seen |= edge;
            moves += 1;
        }
        Some(moves)
    }

    /// What the estimates of this setting ask for.
    pub(super) fn needs(&self) -> Needs<'g> {
        let crew = Crew {
            cell: &self.atoms.cell,
            free: &self.free,
            molecule: &self.molecule,
            mates: &self.mates,
            members: self.atoms.members,
        };
        Needs::new(self.board, self.grid, &crew)
    }
}

/// What comes of a deed.
pub(super) enum Pushed {
    /// It is illegal.
    Nothing,
    /// Some atoms stand elsewhere, and that is all.
    Quietly(Atoms),
    /// Something bonds, or a modifier is met: the rules know more.
    Loudly,
}

/// The seats of a set.
pub(super) fn each_seat(mut seats: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let seat = (seats != 0).then(|| seats.trailing_zeros() as usize);
        seats &= seats.wrapping_sub(1);
        seat
    })
}

/// Sorts few numbers that are nearly in order.
fn insertion_sort(values: &mut [u16]) {
    for at in 1..values.len() {
        let value = values[at];
        let mut to = at;
        while to > 0 && values[to - 1] > value {
            values[to] = values[to - 1];
            to -= 1;
        }
        values[to] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anatomy::Anatomy;
    use crate::deadlock::is_layout_dead;
    use crate::heuristics::{Gap, Pairing};
    use crate::notation;
    use crate::rules::UNIT;
    use plyground_core::{Heuristic as _, Puzzle as _, Rng};

    /// Rooms with none, one and all of the modifiers.
    const ROOMS: [&str; 4] = [
        "xxxxxxx\nxh---hx\nx-c---x\nx--Nh-x\nx-----x\nxo---hx\nxxxxxxx\n",
        "v2\nx x x x x\n\nx H - h x\n   / /\nx - o - x\n\nx - - c x\n\nx x x x x\n",
        "v2\n- C - -\n @\nh - - o\n   @ @\n- - - n\n @\nh h - -\n",
        "v2\n- C - -\n @ + @\nh - o -\n / / @\n- - - n\n + @ /\nh - - -\n",
    ];

    #[test]
    fn the_estimate_of_a_place_is_that_of_the_position() {
        let mut rng = Rng::new(9);
        for text in ROOMS {
            let level = notation::parse(text.as_bytes()).expect("a level").remove(0);
            let board = Board::new(&level, false).expect("a board");
            let grid = Grid::new(&board, &[]).expect("a small board");
            let mut state = board.start();
            for _ in 0..500 {
                let mut moves = Vec::new();
                board.moves(&state, &mut moves);
                let Some(&way) = rng.pick(&moves) else { break };
                state = board.play(&state, way);
                let layout = Small::new(&board, &state);
                let anatomy = Anatomy::new(&board, &layout);
                let atoms = Atoms::of(&grid, &layout, &anatomy.molecule);
                let (key, place) = atoms.settled(&board, &grid);
                let setting = Setting::new(&board, &grid, key.bytes());
                if !is_layout_dead(&board, &layout, &anatomy) {
                    let moves = |h: Option<u32>| h.map_or(u32::MAX, |h| h / UNIT);
                    let gap = moves(Gap.estimate(&board, &state));
                    let pairing = moves(Pairing.estimate(&board, &state));
                    let needs = setting.needs();
                    assert_eq!(needs.gap(place), gap, "{state:?} {text}");
                    for moves in gap..20 {
                        let can_pair = needs.can_pair(place, moves);
                        let asked = !board.has_cuts && !board.has_doublers;
                        assert!(!asked || can_pair == (pairing <= moves), "{state:?} {text}");
                    }
                }
            }
        }
    }

    #[test]
    fn steps_are_those_of_the_rules() {
        let mut rng = Rng::new(10);
        let levels = |text: &str| notation::parse(text.as_bytes()).expect("levels");
        for level in crate::levels::packs().iter().flat_map(|pack| levels(&pack.text)) {
            let board = Board::new(&level, false).expect("a board");
            let Some(grid) = Grid::new(&board, &[]) else { continue };
            let settled = |state: &State| {
                let layout = Small::new(&board, state);
                let molecule = layout.molecules(&board);
                let (key, place) = Atoms::of(&grid, &layout, &molecule).settled(&board, &grid);
                (key.bytes().to_vec(), place)
            };
            let mut state = board.start();
            for _ in 0..300 {
                let (key, place) = settled(&state);
                let setting = Setting::new(&board, &grid, &key);
                for way in Direction::ALL {
                    let after = board.step(&state, way).ok().map(|after| settled(&after));
                    let steps = setting.steps(1 << place, way);
                    let ours = match each_bit(steps.walks).next() {
                        Some(there) if setting.bonding() >> there & 1 == 1 => {
                            assert!(after.is_some_and(|after| after.0 != key), "{state:?}");
                            continue;
                        }
                        Some(there) => Some((key.clone(), there)),
                        None if steps.deeds == 0 => None,
                        None => match setting.pushed(place, way) {
                            Pushed::Nothing => None,
                            Pushed::Quietly(atoms) => {
                                let (key, place) = atoms.settled(&board, &grid);
                                Some((key.bytes().to_vec(), place))
                            }
                            Pushed::Loudly => continue,
                        },
                    };
                    assert_eq!(ours, after, "{way:?} in {state:?} of {}", level.notes.title);
                }
                let mut moves = Vec::new();
                board.moves(&state, &mut moves);
                let Some(&way) = rng.pick(&moves) else { break };
                state = board.play(&state, way);
            }
        }
    }
}
