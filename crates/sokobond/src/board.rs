mod direction;

use std::ops::Range;

use crate::Element;
use crate::deadlock::{Answers, Floor, Places};
use crate::layout::{Large, Small};
use crate::level::{Flaw, Level, ModifierKind};
use crate::rules::state::{PAIR_BITS, State};
use crate::symmetry::Symmetry;

pub use direction::Direction;

/// Marks a place that is not floor.
pub(crate) const BLOCKED: u16 = u16::MAX;

/// A level set up for play: its geometry in tables, and the rules' options.
///
/// Floor cells have *numbers* in reading order, which states keep. Work on a position uses *places*:
/// indices into the board with a rim of blocked places, so that neighbours are at fixed offsets.
#[derive(Debug, Clone)]
pub struct Board {
    level: Level,
    /// Whether everything must end in the hero's molecule.
    pub(crate) single_molecule: bool,
    pub(crate) stride: usize,
    /// Direction → what to add to a place, with wrap-around.
    steps: [usize; 4],
    pub(crate) places: usize,
    /// Number of a floor cell → place.
    pub(crate) place_of: Vec<u16>,
    /// Place → number of the floor cell, or [`BLOCKED`].
    pub(crate) number_of: Vec<u16>,
    /// Place of the cell to the upper left of a corner → the modifier on it.
    pub(crate) corners: Vec<Option<ModifierKind>>,
    /// The element of each seat of a state; the hero's first.
    pub(crate) elements: Vec<Element>,
    /// The valence of each seat.
    pub(crate) valences: Vec<u8>,
    /// The bits that pack the bonds of each seat.
    pub(crate) pair_bits: Vec<u32>,
    /// The sum of all valences.
    pub(crate) electrons: u32,
    /// Runs of seats, hero excluded, whose atoms are interchangeable.
    pub(crate) groups: Vec<Range<usize>>,
    /// Place → column and row, the rim included.
    pub(crate) column_row: Vec<[u8; 2]>,
    /// Whether floor cells have three neighbours and more on average.
    pub(crate) is_open: bool,
    /// Whether it counts for dead ends where molecules can be pushed: where nothing changes them, and it is worth while.
    pub(crate) minds_places: bool,
    pub(crate) has_modifiers: bool,
    pub(crate) has_cuts: bool,
    pub(crate) has_doublers: bool,
    pub(crate) has_rotators: bool,
    pub(crate) cell_bits: u32,
    pub(crate) packed_len: usize,
    start: State,
    /// The ways to lay the board onto itself.
    pub(crate) symmetry: Symmetry,
    pub(crate) jigsaws: Answers,
    /// The floor, where places count.
    pub(crate) floor: Floor,
}

impl Board {
    /// Sets a level up; `single_molecule` asks for everything in the hero's molecule.
    pub fn new(level: &Level, single_molecule: bool) -> Result<Self, Flaw> {
        if let Some(flaw) = level.flaw() {
            return Err(flaw);
        }
        let stride = level.width + 2;
        let places = stride * (level.height + 2);
        let place = |x: usize, y: usize| (y + 1) * stride + x + 1;
        let mut place_of = Vec::new();
        let mut number_of = vec![BLOCKED; places];
        for y in 0..level.height {
            for x in 0..level.width {
                if level.is_floor(x, y) {
                    number_of[place(x, y)] = place_of.len() as u16;
                    place_of.push(place(x, y) as u16);
                }
            }
        }
        let mut corners = vec![None; places];
        for modifier in &level.modifiers {
            corners[place(modifier.x, modifier.y)] = Some(modifier.kind);
        }

        let mut order: Vec<usize> = (0..level.atoms.len()).collect();
        order.sort_by_key(|&index| (index != level.hero, level.atoms[index].element));
        let elements: Vec<Element> =
            order.iter().map(|&index| level.atoms[index].element).collect();
        let mut groups = Vec::new();
        let mut begin = 1;
        while begin < elements.len() {
            let same = elements[begin..].iter().take_while(|&&e| e == elements[begin]).count();
            groups.push(begin..begin + same);
            begin += same;
        }

        let cell_bits = usize::BITS - (place_of.len() - 1).leading_zeros();
        let valences: Vec<u8> = elements.iter().map(|element| element.valence()).collect();
        let pair_bits: Vec<u32> =
            valences.iter().map(|&valence| PAIR_BITS[valence as usize]).collect();
        let bits: u32 = pair_bits.iter().map(|pair_bits| cell_bits + pair_bits).sum();
        let has = |kind| level.modifiers.iter().any(|modifier| modifier.kind == kind);
        let mut board = Self {
            level: level.clone(),
            single_molecule,
            stride,
            steps: Direction::ALL.map(|way| match way {
                Direction::Up => stride.wrapping_neg(),
                Direction::Down => stride,
                Direction::Left => 1usize.wrapping_neg(),
                Direction::Right => 1,
            }),
            places,
            place_of,
            number_of,
            corners,
            elements,
            electrons: valences.iter().map(|&valence| u32::from(valence)).sum(),
            valences,
            pair_bits,
            groups,
            column_row: (0..places)
                .map(|place| [(place % stride) as u8, (place / stride) as u8])
                .collect(),
            is_open: false,
            minds_places: false,
            has_modifiers: !level.modifiers.is_empty(),
            has_cuts: has(ModifierKind::Cut),
            has_doublers: has(ModifierKind::Double),
            has_rotators: has(ModifierKind::Rotate),
            cell_bits,
            packed_len: (bits as usize).div_ceil(8).max(1),
            start: State::empty(0),
            symmetry: Symmetry::NONE,
            jigsaws: Answers::default(),
            floor: Floor::default(),
        };
        board.symmetry = Symmetry::of(&board);
        let is_floor = |place: &usize| !board.is_blocked(*place);
        let neighbours = |&place: &u16| {
            Direction::ALL
                .map(|way| board.next(place as usize, way))
                .iter()
                .filter(|to| is_floor(to))
                .count()
        };
        let sum: usize = board.place_of.iter().map(neighbours).sum();
        board.is_open = sum >= 3 * board.place_of.len();
        // A hero that bonds with nobody pushes others together nearly everywhere in a room: to ask takes longer than it saves.
        let is_told_by_places = !board.is_open || board.valences[0] > 0;
        board.minds_places =
            is_told_by_places && !board.has_modifiers && board.places <= Places::MOST;
        if board.minds_places {
            board.floor = Floor::of(&board.place_of);
        }
        let seats: Vec<usize> =
            order.iter().map(|&index| place(level.atoms[index].x, level.atoms[index].y)).collect();
        board.start = Large::unbonded(&board, &seats).settled(&board);
        Ok(board)
    }

    /// The level that was set up.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The position after the bonding phase that loading runs.
    pub fn start_state(&self) -> State {
        self.start
    }

    /// The atoms of a position, the hero first.
    pub fn atoms<'a>(&'a self, state: &'a State) -> impl Iterator<Item = AtomView> + 'a {
        state.seats().iter().zip(&self.elements).map(|(seat, &element)| {
            let (x, y) = self.cell_of(self.place_of[seat.cell() as usize] as usize);
            let (right, down) = seat.bonds();
            AtomView { element, x, y, right, down }
        })
    }

    /// Whether small scratch space is enough.
    pub(crate) fn is_small(&self) -> bool {
        Small::holds(self)
    }

    /// Whether the atoms have an odd number of electrons to share.
    pub(crate) const fn has_odd_electron(&self) -> bool {
        !self.electrons.is_multiple_of(2)
    }

    /// Column and row of a place.
    pub(crate) const fn cell_of(&self, place: usize) -> (usize, usize) {
        (place % self.stride - 1, place / self.stride - 1)
    }

    /// The place one step on.
    pub(crate) const fn next(&self, place: usize, direction: Direction) -> usize {
        place.wrapping_add(self.steps[direction as usize])
    }

    /// Whether a place is a light one of the chessboard.
    pub(crate) fn is_light(&self, place: usize) -> bool {
        let [column, row] = self.column_row[place];
        (column + row).is_multiple_of(2)
    }

    /// The modifier on the corner that a bond sweeps over when it moves sideways; `place` is that of its upper or
    /// left atom.
    pub(crate) fn swept_corner(&self, place: usize, way: Direction) -> Option<ModifierKind> {
        let corner = match way {
            Direction::Right | Direction::Down => place,
            Direction::Left => place - 1,
            Direction::Up => place - self.stride,
        };
        self.corners[corner]
    }

    pub(crate) fn is_blocked(&self, place: usize) -> bool {
        self.number_of[place] == BLOCKED
    }
}

/// An atom of a position, as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtomView {
    /// What it is.
    pub element: Element,
    /// Column.
    pub x: usize,
    /// Row.
    pub y: usize,
    /// Multiplicity of its bond to the right; 0 for none.
    pub right: u8,
    /// Multiplicity of its bond downwards; 0 for none.
    pub down: u8,
}
