//! Looks for any solution by going where nobody has been.
//!
//! In an open room nearly every position has a neighbour that looks better and leads nowhere, so a search that trusts an
//! estimate drowns in copies of one mistake. This one prefers what is new: a position counts as new if some atom, or
//! some pair of atoms, stands where none of its kind stood before among the positions with as many free electrons.
//! There are few pairs, so the new positions are few, and they lie far apart. A second queue follows the estimate; the
//! two take turns.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use plyground_core::Puzzle as _;
use plyground_search::room::Full;
use plyground_search::store::{Entry, NONE, Store};

use super::route::deed_to;
use crate::anatomy::Anatomy;
use crate::deadlock::is_dead_after;
use crate::heuristics::{lacks_partners, scatter_of};
use crate::layout::{Layout, unfolded};
use crate::symmetry::Symmetry;
use crate::walk::Walk;
use crate::{Board, Direction};

/// The kinds of atoms with their places that were seen together.
struct Novelties {
    /// Facts there can be.
    facts: usize,
    /// Free electrons → facts and pairs of facts seen, as bits.
    seen: Vec<Vec<u64>>,
}

impl Novelties {
    fn new(board: &Board) -> Self {
        let kinds = board.groups.len() + 1;
        let facts = kinds * 5 * board.place_of.len();
        Self { facts, seen: vec![Vec::new(); board.electrons as usize + 1] }
    }

    fn bytes(&self) -> u64 {
        self.seen.iter().map(|seen| seen.len() as u64 * 8).sum()
    }

    /// How new a position is, which is old from now on: 0 where some atom is new, 1 where a pair is, else 2.
    fn of<const P: usize, const A: usize>(&mut self, board: &Board, layout: &Layout<P, A>) -> u32 {
        let cells = board.place_of.len();
        let mut facts = [0usize; A];
        let mut count = 0;
        for seat in 0..layout.len {
            let kind = board.groups.iter().position(|group| group.contains(&seat));
            if kind.is_none() && board.valences[seat] == 0 {
                continue;
            }
            let kind = kind.map_or(0, |kind| kind + 1);
            let cell = board.number_of[layout.place[seat] as usize] as usize;
            facts[count] = (kind * 5 + layout.bonds.free[seat] as usize) * cells + cell;
            count += 1;
        }
        let seen = &mut self.seen[layout.bonds.total as usize];
        if seen.is_empty() {
            seen.resize((self.facts * self.facts).div_ceil(64), 0);
        }
        let mut novelty = 2;
        let facts = &facts[..count];
        for (index, &a) in facts.iter().enumerate() {
            for &b in &facts[..=index] {
                let bit = a.max(b) * self.facts + a.min(b);
                let word = &mut seen[bit / 64];
                if *word >> (bit % 64) & 1 == 0 {
                    *word |= 1 << (bit % 64);
                    novelty = novelty.min(u32::from(a != b));
                }
            }
        }
        novelty
    }
}

/// A queue: what counts first, then the moves made, then the order of arrival.
type Queue = BinaryHeap<Reverse<(u32, u32, u32)>>;
/// Bytes of an entry in each of the two queues, with what they grow by.
const QUEUED: u64 = 2 * 2 * size_of::<(u32, u32, u32)>() as u64 + 2;

/// How a turn of the explorer ended.
pub(super) enum Turn {
    Found(Vec<Direction>),
    /// There is more to see.
    Going,
    /// All was seen, and nothing solves the level.
    Nothing,
    /// There is no room for more.
    Full,
}

pub(super) struct Explorer<'b> {
    board: &'b Board,
    store: Store,
    /// Whether each state was expanded.
    closed: Vec<bool>,
    novelties: Novelties,
    fresh: Queue,
    promising: Queue,
    /// Whether the next state comes from the fresh ones.
    is_fresh_next: bool,
    goal: Option<u32>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

impl<'b> Explorer<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        Self {
            board,
            store: Store::new(board.packed_len()),
            closed: Vec::new(),
            novelties: Novelties::new(board),
            fresh: Queue::new(),
            promising: Queue::new(),
            is_fresh_next: true,
            goal: None,
            expanded: 0,
            generated: 0,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.store.bytes() + self.novelties.bytes() + self.closed.len() as u64 * QUEUED
    }

    /// Expands so many positions; `room` bytes may be used in all.
    pub(super) fn go_on(&mut self, steps: u64, room: u64) -> Turn {
        for _ in 0..steps {
            match self.step(room.saturating_sub(self.bytes())) {
                Err(Full) => return Turn::Full,
                Ok(_) if self.goal.is_some() => {
                    return self.solution().map_or(Turn::Full, Turn::Found);
                }
                Ok(true) => {}
                Ok(false) => return Turn::Nothing,
            }
        }
        Turn::Going
    }

    /// Expands one more position; false where there is none.
    fn step(&mut self, mut room: u64) -> Result<bool, Full> {
        let index = if self.store.is_empty() {
            let board = self.board;
            let mut packed = vec![0; board.packed_len()];
            board.pack(&board.start(), &mut packed);
            let Entry::New(vacant) = self.store.entry(&packed) else { return Ok(false) };
            self.closed.push(true);
            self.store.insert(vacant, &packed, 0, NONE, &mut room)?
        } else {
            let Some(index) = self.next() else { return Ok(false) };
            index
        };
        self.closed[index as usize] = true;
        self.expanded += 1;
        let state = self.board.unpack(self.store.packed(index));
        unfolded!(self.board, &state, |layout| self.expand(index, &layout, &mut room))?;
        Ok(true)
    }

    /// Takes the next position that was not expanded, from the one queue and the other by turns.
    fn next(&mut self) -> Option<u32> {
        loop {
            self.is_fresh_next = !self.is_fresh_next;
            let (first, second) = if self.is_fresh_next {
                (&mut self.fresh, &mut self.promising)
            } else {
                (&mut self.promising, &mut self.fresh)
            };
            let Reverse((_, _, index)) = first.pop().or_else(|| second.pop())?;
            if !self.closed[index as usize] {
                return Some(index);
            }
        }
    }

    fn expand<const P: usize, const A: usize>(
        &mut self,
        parent: u32,
        layout: &Layout<P, A>,
        room: &mut u64,
    ) -> Result<(), Full> {
        let board = self.board;
        let before = self.store.g(parent);
        let anatomy = Anatomy::new(board, layout);
        let mut packed = vec![0; board.packed_len()];
        let mut outcome = Ok(());
        Walk::new(board, layout, &anatomy).each_deed(board, layout, |plan, moves| {
            self.generated += 1;
            let moves = before + moves;
            let after = plan.after(board);
            let state = after.fold(board);
            board.pack(&state, &mut packed);
            let vacant = match self.store.entry(&packed) {
                Entry::Known(index) => {
                    if self.store.g(index) > moves && !self.closed[index as usize] {
                        self.store.set(index, moves, parent);
                    }
                    return;
                }
                Entry::New(vacant) => vacant,
            };
            let anatomy = Anatomy::new(board, &after);
            if is_dead_after(board, layout, &after, &anatomy)
                || lacks_partners(board, &after, &anatomy)
            {
                return;
            }
            let index = match self.store.insert(vacant, &packed, moves, parent, room) {
                Ok(index) => index,
                Err(Full) => {
                    outcome = Err(Full);
                    return;
                }
            };
            self.closed.push(false);
            if board.is_solved(&state) {
                self.goal = Some(index);
            }
            let novelty = self.novelties.of(board, &after);
            self.fresh.push(Reverse((novelty << 16 | anatomy.total, moves, index)));
            let worry = moves + 3 * scatter_of(board, &after, &anatomy);
            self.promising.push(Reverse((worry, moves, index)));
        });
        outcome
    }

    /// The moves to the solution that was found.
    fn solution(&self) -> Option<Vec<Direction>> {
        let line = self.store.ancestry(self.goal?);
        let mut moves = Vec::new();
        for pair in line.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|at| self.board.unpack(self.store.packed(at)));
            unfolded!(self.board, &from, |layout| deed_to(
                self.board,
                &Symmetry::NONE,
                &layout,
                &to,
                &mut moves
            ))?;
        }
        Some(moves)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fmt::Write as _;

    use super::*;
    use crate::notation;
    use plyground_core::Rng;

    /// A small room with a few atoms and perhaps modifiers, by chance.
    fn room(rng: &mut Rng) -> Board {
        let (width, height) = (3 + rng.below(3), 3 + rng.below(2));
        let mut cells = vec!['-'; width * height];
        for _ in 0..rng.below(3) {
            cells[rng.below(width * height)] = 'x';
        }
        for _ in 0..2 + rng.below(3) {
            let at = rng.below(width * height);
            cells[at] = *rng.pick(&['h', 'h', 'o', 'n']).expect("an atom");
        }
        cells[rng.below(width * height)] = *rng.pick(&['H', 'O', 'C']).expect("a hero");
        let modifiers = rng.below(2) == 0;
        let mut text = String::from("v2\n");
        for (number, row) in (1..).zip(cells.chunks(width)) {
            for cell in row {
                let _ = write!(text, "{cell} ");
            }
            text.push('\n');
            for _ in 1..if number < height { width } else { 1 } {
                let corner = if modifiers && rng.below(4) == 0 { rng.pick(b"/+@") } else { None };
                let _ = write!(text, " {}", corner.map_or(' ', |&corner| corner.into()));
            }
            text.push('\n');
        }
        let level = notation::parse(text.as_bytes()).expect("a level").remove(0);
        Board::new(&level, rng.below(4) == 0).expect("a board")
    }

    /// Whether some position that can be reached is solved.
    fn has_solution(board: &Board) -> bool {
        let mut seen = HashSet::from([board.start()]);
        let mut stack = vec![board.start()];
        while let Some(state) = stack.pop() {
            if board.is_solved(&state) {
                return true;
            }
            let next = Direction::ALL.into_iter().filter_map(|way| board.step(&state, way).ok());
            stack.extend(next.filter(|&state| seen.insert(state)));
        }
        false
    }

    #[test]
    fn the_explorer_finds_a_solution_exactly_where_there_is_one() {
        let mut rng = Rng::new(21);
        let (mut solved, mut hopeless) = (0, 0);
        for _ in 0..300 {
            let board = room(&mut rng);
            if board.is_solved(&board.start()) {
                continue;
            }
            let mut explorer = Explorer::new(&board);
            let turn = loop {
                match explorer.go_on(16, u64::MAX) {
                    Turn::Going => {}
                    turn => break turn,
                }
            };
            match turn {
                Turn::Found(moves) => {
                    let end =
                        moves.iter().try_fold(board.start(), |state, &way| board.step(&state, way));
                    assert!(end.is_ok_and(|end| board.is_solved(&end)), "{:?}", board.level());
                    solved += 1;
                }
                Turn::Nothing => {
                    assert!(!has_solution(&board), "{:?}", board.level());
                    hopeless += 1;
                }
                Turn::Going | Turn::Full => panic!("{:?}", board.level()),
            }
        }
        assert!(solved > 20 && hopeless > 20, "{solved} solved, {hopeless} hopeless");
    }
}
