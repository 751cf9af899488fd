use plyground_core::{Puzzle, Successors};

use crate::board::Board;
use crate::layout::unfolded;
use crate::level::ModifierKind;
use crate::rules::state::{Seat, State};
use crate::rules::{Plan, Refusal};
use crate::{Direction, deadlock};

/// The cost of a move: one unit of ten parts, so that estimates may have tenths.
pub const UNIT: u32 = 10;

impl Board {
    /// Whether the hero may go in a direction, and if not, why.
    pub fn allows(&self, state: &State, way: Direction) -> Result<(), Refusal> {
        unfolded!(self, state, |layout| Plan::new(self, &layout, way).map(|_| ()))
    }

    /// The position after a move, if it is legal.
    pub fn step(&self, state: &State, way: Direction) -> Result<State, Refusal> {
        unfolded!(self, state, |layout| Plan::new(self, &layout, way)
            .map(|plan| plan.carry_out(self)))
    }

    /// The cells, as (x, y), that atoms leave and enter in a legal move.
    pub fn travels(&self, state: &State, way: Direction) -> Vec<[(usize, usize); 2]> {
        unfolded!(self, state, |layout| Plan::new(self, &layout, way).map_or_else(
            |_| Vec::new(),
            |plan| plan
                .steps(self)
                .map(|(from, to)| [self.cell_of(from), self.cell_of(to)])
                .collect()
        ))
    }

    /// Whether a legal move moves anything outside the hero's molecule.
    pub fn pushes(&self, state: &State, way: Direction) -> bool {
        unfolded!(self, state, |layout| {
            let molecule = layout.molecules(self);
            Plan::new(self, &layout, way)
                .is_ok_and(|plan| plan.moving().iter().any(|&seat| molecule[seat as usize] != 0))
        })
    }

    /// The modifiers that bonds sweep over in a legal move, one entry for each bond.
    pub fn modifiers_met(&self, state: &State, way: Direction) -> Vec<ModifierKind> {
        unfolded!(self, state, |layout| Plan::new(self, &layout, way)
            .map_or_else(|_| Vec::new(), |plan| plan.met(self)))
    }

    /// The free electrons of each atom, in the order of [`Board::atoms`].
    pub fn free_electrons(&self, state: &State) -> Vec<u8> {
        unfolded!(self, state, |layout| layout.bonds.free[..layout.len].to_vec())
    }
}

impl Puzzle for Board {
    type State = State;
    type Move = Direction;

    fn start(&self) -> State {
        self.start_state()
    }

    fn moves(&self, state: &State, out: &mut Vec<Direction>) {
        unfolded!(self, state, |layout| out.extend(
            Direction::ALL.into_iter().filter(|&way| Plan::new(self, &layout, way).is_ok())
        ));
    }

    fn play(&self, state: &State, mv: Direction) -> State {
        self.step(state, mv).unwrap_or(*state)
    }

    fn is_solved(&self, state: &State) -> bool {
        // All electrons are used exactly where all bonds together use them.
        let lines: u32 = state
            .seats()
            .iter()
            .map(|seat| {
                let (right, down) = seat.bonds();
                u32::from(right + down)
            })
            .sum();
        2 * lines == self.electrons
            && (!self.single_molecule
                || unfolded!(self, state, |layout| layout.molecules(self)[..layout.len]
                    .iter()
                    .all(|&molecule| molecule == 0)))
    }

    fn is_dead(&self, state: &State) -> bool {
        deadlock::is_dead(self, state)
    }

    fn unit(&self) -> u32 {
        UNIT
    }

    fn packed_len(&self) -> usize {
        self.packed_len
    }

    fn pack(&self, state: &State, out: &mut [u8]) {
        let (mut bits, mut count, mut at) = (0u64, 0, 0);
        for (seat, &pair_bits) in state.seats().iter().zip(&self.pair_bits) {
            bits |= (u64::from(seat.cell()) << pair_bits | u64::from(seat.code())) << count;
            count += self.cell_bits + pair_bits;
            if count >= u32::BITS {
                out[at..at + 4].copy_from_slice(&(bits as u32).to_le_bytes());
                (bits, count, at) = (bits >> u32::BITS, count - u32::BITS, at + 4);
            }
        }
        for byte in &mut out[at..] {
            *byte = bits as u8;
            bits >>= 8;
        }
    }

    fn unpack(&self, bytes: &[u8]) -> State {
        let mut state = State::empty(self.valences.len());
        let (mut bits, mut count) = (0u64, 0);
        let mut rest = bytes;
        for (seat, &pair_bits) in state.seats_mut().iter_mut().zip(&self.pair_bits) {
            let width = self.cell_bits + pair_bits;
            if count < width {
                let word;
                (word, rest) = split_word(rest);
                bits |= u64::from(word) << count;
                count += u32::BITS;
            }
            let value = (bits & ((1 << width) - 1)) as u16;
            *seat = Seat::from_code(value >> pair_bits, value & ((1 << pair_bits) - 1));
            (bits, count) = (bits >> width, count - width);
        }
        state
    }

    fn is_quiet(&self, state: &State, mv: Direction) -> bool {
        unfolded!(self, state, |layout| Plan::new(self, &layout, mv)
            .is_ok_and(|plan| plan.is_quiet(self, &plan.after(self))))
    }

    fn successors(&self, state: &State, _packed: &[u8], out: &mut Successors<Direction>) {
        unfolded!(self, state, |layout| for way in Direction::ALL {
            let Ok(plan) = Plan::new(self, &layout, way) else { continue };
            let after = plan.after(self);
            self.pack(&after.fold(self), out.add(way, plan.is_quiet(self, &after)));
        });
    }

    fn move_slot(&self, _state: &State, mv: Direction) -> usize {
        mv as usize
    }

    fn move_slots(&self) -> usize {
        Direction::ALL.len()
    }

    fn step_text(&self, _state: &State, mv: Direction) -> String {
        mv.letter().to_string()
    }
}

/// The first four bytes as a number, or as many as there are, and the rest.
fn split_word(bytes: &[u8]) -> (u32, &[u8]) {
    match bytes.split_first_chunk() {
        Some((word, rest)) => (u32::from_le_bytes(*word), rest),
        None => (bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte)), &[]),
    }
}
