use plyground_core::{MethodInfo, PruneReason, Puzzle, SpecError};

use super::bits::Bits;
use super::queue::Queue;
use super::search::{From, Run, Search, Step};
use super::{Made, Setup};
use crate::room::Full;
use crate::store::{Entry, NONE, Store, moves_between};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new(
        "uniform-cost search from the start and from the goals at once, until they meet",
    )
    .optimal()
    .backward()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let Some(goals) = setup.puzzle.goals() else {
        return Err(SpecError(
            "bidirectional needs a world that can move backwards from its goals; this one cannot"
                .to_owned(),
        ));
    };
    Ok(Box::new(Bidirectional {
        goals,
        sides: [Side::new(setup.puzzle), Side::new(setup.puzzle)],
        meeting: None,
        moves: Vec::new(),
        before: Vec::new(),
        key: vec![0; setup.puzzle.packed_len()],
    }))
}

/// Uniform-cost search from both ends. It is over when no two states still waiting could make a
/// cheaper meeting than the best one.
struct Bidirectional<P: Puzzle> {
    goals: Vec<P::State>,
    /// From the start, and from the goals.
    sides: [Side; 2],
    meeting: Option<Meeting>,
    moves: Vec<P::Move>,
    before: Vec<(P::State, P::Move)>,
    key: Vec<u8>,
}

/// One of the two searches.
struct Side {
    store: Store,
    open: Queue,
    expanded: Bits,
}

/// A state that both sides have reached.
#[derive(Debug, Clone, Copy)]
struct Meeting {
    cost: u32,
    ids: [u32; 2],
}

const FORWARD: usize = 0;
const BACKWARD: usize = 1;

impl Side {
    fn new<P: Puzzle>(puzzle: &P) -> Self {
        let store = Store::new(puzzle.packed_len());
        Self { store, open: Queue::default(), expanded: Bits::default() }
    }

    /// Notes a way to a state; its index where the way is new or cheaper.
    fn reach(
        &mut self,
        packed: &[u8],
        g: u32,
        parent: u32,
        run_room: &mut u64,
    ) -> Result<Option<(u32, bool)>, Full> {
        let (id, reopened) = match self.store.entry(packed) {
            Entry::Known(id) if g >= self.store.g(id) => return Ok(None),
            Entry::Known(id) => {
                self.store.set(id, g, parent);
                (id, self.expanded.remove(id))
            }
            Entry::New(vacant) => (self.store.insert(vacant, packed, g, parent, run_room)?, false),
        };
        self.open.push(g, id, run_room)?;
        Ok(Some((id, reopened)))
    }
}

impl<P: Puzzle> Bidirectional<P> {
    fn begin(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        for (side, states) in
            [(FORWARD, vec![run.puzzle.start()]), (BACKWARD, std::mem::take(&mut self.goals))]
        {
            for state in states {
                run.puzzle.pack(&state, &mut self.key);
                self.sides[side].reach(&self.key, 0, NONE, &mut run.room)?;
            }
        }
        Ok(Step::More)
    }

    /// Takes in the state in `key`, reached by one side.
    fn reach(
        &mut self,
        run: &mut Run<'_, P>,
        side: usize,
        g: u32,
        from: &From<'_, P>,
    ) -> Result<(), Full> {
        let parent = from.id / 2;
        let Some((id, reopened)) = self.sides[side].reach(&self.key, g, parent, &mut run.room)?
        else {
            run.pruned(from, PruneReason::Duplicate);
            return Ok(());
        };
        run.stats.reopened += u64::from(reopened);
        run.generated(number(id, side), from, g, 0);
        let other = &self.sides[1 - side].store;
        if let Entry::Known(there) = other.entry(&self.key) {
            let cost = g.saturating_add(other.g(there));
            if self.meeting.is_none_or(|meeting| cost < meeting.cost) {
                let ids = if side == FORWARD { [id, there] } else { [there, id] };
                self.meeting = Some(Meeting { cost, ids });
            }
        }
        Ok(())
    }

    fn expand_forward(
        &mut self,
        run: &mut Run<'_, P>,
        id: u32,
        state: &P::State,
    ) -> Result<(), Full> {
        let g = self.sides[FORWARD].store.g(id);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        run.puzzle.moves(state, &mut moves);
        for &mv in &moves {
            run.stats.generated += 1;
            let from = From { id: number(id, FORWARD), state, mv };
            let next = run.puzzle.play(state, mv);
            run.puzzle.pack(&next, &mut self.key);
            let known = self.sides[FORWARD].store.entry(&self.key);
            if matches!(known, Entry::New(_)) && run.is_dead(&next, &from) {
                continue;
            }
            let g = g.saturating_add(run.puzzle.cost(state, mv));
            self.reach(run, FORWARD, g, &from)?;
        }
        self.moves = moves;
        Ok(())
    }

    fn expand_backward(
        &mut self,
        run: &mut Run<'_, P>,
        id: u32,
        state: &P::State,
    ) -> Result<(), Full> {
        let g = self.sides[BACKWARD].store.g(id);
        let mut before = std::mem::take(&mut self.before);
        before.clear();
        run.puzzle.backward(state, &mut before);
        for (earlier, mv) in &before {
            run.stats.generated += 1;
            run.puzzle.pack(earlier, &mut self.key);
            let g = g.saturating_add(run.puzzle.cost(earlier, *mv));
            self.reach(run, BACKWARD, g, &From { id: number(id, BACKWARD), state, mv: *mv })?;
        }
        self.before = before;
        Ok(())
    }

    /// No meeting still to come is cheaper than this; `None` where a side is at its end.
    fn least(&self) -> Option<u64> {
        let [forward, backward] = &self.sides;
        Some(u64::from(forward.open.lowest()?) + u64::from(backward.open.lowest()?))
    }

    fn path(&self, puzzle: &P, meeting: Meeting) -> Vec<P::Move> {
        let [forward, backward] = &self.sides;
        let line = forward.store.ancestry(meeting.ids[FORWARD]);
        let mut states: Vec<&[u8]> = line.iter().map(|&id| forward.store.packed(id)).collect();
        let rest = backward.store.ancestry(meeting.ids[BACKWARD]);
        states.extend(rest.iter().rev().skip(1).map(|&id| backward.store.packed(id)));
        moves_between(puzzle, &states)
    }
}

/// The number of a state in events: each side counts its own.
const fn number(id: u32, side: usize) -> u32 {
    id.wrapping_mul(2) | side as u32
}

impl<P: Puzzle> Search<P> for Bidirectional<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.sides[FORWARD].store.is_empty() {
            return self.begin(run);
        }
        let least = self.least();
        match (self.meeting, least) {
            (None, None) => return Ok(Step::Unsolvable),
            (Some(meeting), least) if least.is_none_or(|least| least >= meeting.cost.into()) => {
                let moves = self.path(run.puzzle, meeting);
                return Ok(Step::Solved { moves, optimal: true });
            }
            _ => {}
        }
        let side = usize::from(self.sides[BACKWARD].open.len() < self.sides[FORWARD].open.len());
        let Some((g, id)) = self.sides[side].open.pop() else { return Ok(Step::More) };
        if !self.sides[side].expanded.add(id, &mut run.room)? {
            return Ok(Step::More);
        }
        let state = run.puzzle.unpack(self.sides[side].store.packed(id));
        run.expanded(number(id, side), &state, g, 0, self.frontier() as usize);
        if side == FORWARD {
            self.expand_forward(run, id, &state)?;
        } else {
            self.expand_backward(run, id, &state)?;
        }
        Ok(Step::More)
    }

    fn frontier(&self) -> u64 {
        self.sides.iter().map(|side| side.open.len() as u64).sum()
    }

    fn bytes(&self) -> u64 {
        self.sides
            .iter()
            .map(|side| side.store.bytes() + side.open.bytes() + side.expanded.bytes())
            .sum()
    }

    fn note(&self, puzzle: &P) -> String {
        let unit = puzzle.unit().max(1);
        self.meeting.map_or_else(String::new, |meeting| format!("met at {}", meeting.cost / unit))
    }

    fn best(&self, puzzle: &P) -> Option<Vec<P::Move>> {
        self.meeting.map(|meeting| self.path(puzzle, meeting))
    }

    fn bound(&self) -> Option<u64> {
        let meeting = self.meeting.map(|meeting| u64::from(meeting.cost));
        self.least().into_iter().chain(meeting).min()
    }
}
