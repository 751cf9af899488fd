use plyground_core::{
    Event, Heuristic, MethodInfo, OptionInfo, OptionKind, PruneReason, Puzzle, Rng,
};

use super::search::{From, Run, Search, Step};
use super::{H, Made, SEED, Setup};
use crate::room::{Full, reserve};
use crate::store::{Entry, NONE, Store};

const WIDTH: OptionInfo = OptionInfo {
    id: "width",
    kind: OptionKind::Number,
    default: "500",
    summary: "states kept in each layer",
};
const NOISE: OptionInfo = OptionInfo {
    id: "noise",
    kind: OptionKind::Decimal,
    default: "0",
    summary: "the most that chance adds to an estimate, in steps",
};
const RESTARTS: OptionInfo = OptionInfo {
    id: "restarts",
    kind: OptionKind::Number,
    default: "100",
    summary: "how often to begin anew, with more noise, when no state is left",
};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("beam search: layer by layer, keeping the most promising states only")
        .with([WIDTH, H, NOISE, RESTARTS, SEED])
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let options = &setup.spec.options;
    Ok(Box::new(Beam {
        heuristic: setup.heuristic()?,
        width: options.number("width", 500, 1..=10_000_000)?,
        noise: options.number("noise", 0.0, 0.0..=1000.0)?,
        restarts: options.number("restarts", 100, 0..=1_000_000_000)?,
        seed: options.number("seed", 1, 0..=u64::MAX)?,
        rng: Rng::new(0),
        round: 0,
        depth: 0,
        lost: false,
        store: Store::new(setup.puzzle.packed_len()),
        layer: Vec::new(),
        next: 0,
        candidates: Vec::new(),
        goals: Vec::new(),
        moves: Vec::new(),
        key: vec![0; setup.puzzle.packed_len()],
    }))
}

/// How much noise each restart adds, in steps.
const NOISE_STEP: f64 = 0.5;
/// The cost of a state that was dropped, and may be found anew.
const DROPPED: u32 = u32::MAX;

/// Beam search. A state kept once is not kept again; a dropped one may come back another way.
struct Beam<P: Puzzle> {
    heuristic: Box<dyn Heuristic<P>>,
    width: usize,
    noise: f64,
    restarts: u32,
    seed: u64,
    rng: Rng,
    round: u32,
    depth: u32,
    /// Whether a state was ever dropped: if not, the search is complete.
    lost: bool,
    store: Store,
    layer: Vec<u32>,
    /// The next of the layer to expand.
    next: usize,
    candidates: Vec<Candidate>,
    goals: Vec<u32>,
    moves: Vec<P::Move>,
    key: Vec<u8>,
}

/// A state that may be kept; the least are the best, and chance decides between equals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    rank: u32,
    chance: u32,
    id: u32,
}

impl<P: Puzzle> Beam<P> {
    fn begin(&mut self, run: &mut Run<'_, P>) -> Result<(), Full> {
        run.tell(&Event::Iteration { bound: self.round });
        self.rng = Rng::new(self.seed.wrapping_add(u64::from(self.round)));
        self.store.clear();
        self.lost = false;
        self.depth = 0;
        self.next = 0;
        run.puzzle.pack(&run.puzzle.start(), &mut self.key);
        if let Entry::New(vacant) = self.store.entry(&self.key) {
            let id = self.store.insert(vacant, &self.key, 0, NONE, &mut run.room)?;
            reserve(&mut self.layer, 1, &mut run.room)?;
            self.layer.push(id);
        }
        Ok(())
    }

    /// Takes in one successor.
    fn reach(&mut self, run: &mut Run<'_, P>, from: &From<'_, P>, g: u32) -> Result<(), Full> {
        let next = run.puzzle.play(from.state, from.mv);
        run.puzzle.pack(&next, &mut self.key);
        let entry = self.store.entry(&self.key);
        if let Entry::Known(id) = entry {
            let known_g = self.store.g(id);
            if g < known_g {
                self.store.set(id, g, from.id);
            }
            if known_g != DROPPED {
                run.pruned(from, PruneReason::Duplicate);
                return Ok(());
            }
        }
        if run.is_dead(&next, from) {
            self.leave(entry);
            return Ok(());
        }
        let Some(h) = run.estimate(&self.heuristic, &next, from) else {
            self.leave(entry);
            return Ok(());
        };
        let id = match entry {
            Entry::Known(id) => id,
            Entry::New(vacant) => {
                self.store.insert(vacant, &self.key, g, from.id, &mut run.room)?
            }
        };
        run.generated(id, from, g, h);
        if run.puzzle.is_solved(&next) {
            self.goals.push(id);
        }
        let noise = self.noise + f64::from(self.round) * NOISE_STEP;
        let extra = noise * f64::from(run.puzzle.unit()) * self.rng.unit();
        let rank = h.saturating_add(extra as u32);
        reserve(&mut self.candidates, 1, &mut run.room)?;
        self.candidates.push(Candidate { rank, chance: self.rng.next_u64() as u32, id });
        Ok(())
    }

    /// Leaves a state to be found anew.
    fn leave(&mut self, entry: Entry) {
        if let Entry::Known(id) = entry {
            self.store.set(id, DROPPED, NONE);
        }
    }

    /// The layer is done: the best of what it led to are the next one.
    fn select(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if let Some(&goal) = self.goals.iter().min_by_key(|&&goal| self.store.g(goal)) {
            let moves = self.store.path(run.puzzle, goal);
            return Ok(Step::Solved { moves, optimal: false });
        }
        if self.candidates.len() > self.width {
            self.candidates.select_nth_unstable(self.width);
            for candidate in self.candidates.drain(self.width..) {
                self.store.set(candidate.id, DROPPED, NONE);
            }
            self.lost = true;
        }
        self.candidates.sort_unstable();
        self.layer.clear();
        reserve(&mut self.layer, self.candidates.len(), &mut run.room)?;
        self.layer.extend(self.candidates.drain(..).map(|candidate| candidate.id));
        self.next = 0;
        self.depth += 1;
        if !self.layer.is_empty() {
            return Ok(Step::More);
        }
        if !self.lost {
            return Ok(Step::Unsolvable);
        }
        if self.round == self.restarts {
            return Ok(Step::GaveUp);
        }
        self.round += 1;
        self.begin(run)?;
        Ok(Step::More)
    }
}

impl<P: Puzzle> Search<P> for Beam<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.store.is_empty() {
            self.begin(run)?;
        }
        let Some(&id) = self.layer.get(self.next) else { return self.select(run) };
        self.next += 1;
        let state = run.puzzle.unpack(self.store.packed(id));
        let g = self.store.g(id);
        run.expanded(id, &state, g, 0, self.layer.len() - self.next);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        run.puzzle.moves(&state, &mut moves);
        for &mv in &moves {
            run.stats.generated += 1;
            let g = g.saturating_add(run.puzzle.cost(&state, mv)).min(DROPPED - 1);
            self.reach(run, &From { id, state: &state, mv }, g)?;
        }
        self.moves = moves;
        Ok(Step::More)
    }

    fn frontier(&self) -> u64 {
        (self.layer.len() - self.next + self.candidates.len()) as u64
    }

    fn bytes(&self) -> u64 {
        self.store.bytes()
            + (self.candidates.capacity() * size_of::<Candidate>()
                + self.layer.capacity() * size_of::<u32>()) as u64
    }

    fn note(&self, _puzzle: &P) -> String {
        format!("beam {}, depth {}", self.round + 1, self.depth)
    }
}
