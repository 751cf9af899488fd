use std::collections::HashMap;

use plyground_core::{Event, Heuristic, MethodInfo, OptionInfo, OptionKind, Puzzle, Rng};

use super::search::{From, Run, Search, Step};
use super::{H, Made, SEED, Setup};
use crate::room::{Full, reserve};
use crate::store::{Entry, NONE, Store, moves_between};

const TRIALS: OptionInfo = OptionInfo {
    id: "trials",
    kind: OptionKind::Number,
    default: "1000000000",
    summary: "how often to walk from the start",
};
const STEPS: OptionInfo = OptionInfo {
    id: "steps",
    kind: OptionKind::Number,
    default: "1000",
    summary: "the most steps of the first walk; later ones go further",
};

pub(super) fn info() -> MethodInfo {
    MethodInfo::new("LRTA*: walks where the estimate leads, and learns better estimates on the way")
        .with([H, TRIALS, STEPS, SEED])
        .complete()
}

pub(super) fn make<'a, P: Puzzle + 'a>(setup: &Setup<'_, P>) -> Made<'a, P> {
    let options = &setup.spec.options;
    Ok(Box::new(LrtaStar {
        heuristic: setup.heuristic()?,
        trials: options.number("trials", 1_000_000_000, 1..=u32::MAX)?,
        steps: options.number("steps", 1_000, 1..=1_000_000_000)?,
        rng: Rng::new(options.number("seed", 1, 0..=u64::MAX)?),
        trial: 0,
        taken: 0,
        learned: Store::new(setup.puzzle.packed_len()),
        trail: Vec::new(),
        moves: Vec::new(),
        key: vec![0; setup.puzzle.packed_len()],
    }))
}

/// The estimate of a state from which no goal can be reached.
const LOST: u32 = u32::MAX;

/// Learning real-time A*. What is learned of a state outlives the walk: it is at least the cost to
/// the best successor and on from there.
struct LrtaStar<P: Puzzle> {
    heuristic: Box<dyn Heuristic<P>>,
    trials: u32,
    steps: usize,
    rng: Rng,
    trial: u32,
    /// Steps of this walk, those taken back included.
    taken: usize,
    /// Estimates, kept where other searches keep costs.
    learned: Store,
    /// The states of this walk.
    trail: Vec<u32>,
    moves: Vec<P::Move>,
    key: Vec<u8>,
}

/// The best successor seen so far.
struct Best {
    id: u32,
    through: u32,
    /// How many were as good.
    equals: usize,
}

impl<P: Puzzle> LrtaStar<P> {
    /// The number and the estimate of the state in `key`.
    fn look(
        &mut self,
        run: &mut Run<'_, P>,
        next: &P::State,
        from: &From<'_, P>,
    ) -> Result<(u32, u32), Full> {
        match self.learned.entry(&self.key) {
            Entry::Known(id) => Ok((id, self.learned.g(id))),
            Entry::New(vacant) => {
                let h = if run.is_dead(next, from) {
                    LOST
                } else {
                    run.estimate(&self.heuristic, next, from).map_or(LOST, |h| h.min(LOST - 1))
                };
                let id = self.learned.insert(vacant, &self.key, h, NONE, &mut run.room)?;
                if h != LOST {
                    run.generated(id, from, 0, h);
                }
                Ok((id, h))
            }
        }
    }

    fn begin(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        if self.trial == self.trials {
            return Ok(Step::GaveUp);
        }
        self.trial += 1;
        self.taken = 0;
        run.tell(&Event::Iteration { bound: self.trial });
        if self.learned.is_empty() {
            let start = run.puzzle.start();
            run.stats.evaluated += 1;
            let Some(h) = run.in_time(&self.heuristic, &start) else {
                return Ok(Step::Unsolvable);
            };
            run.puzzle.pack(&start, &mut self.key);
            if let Entry::New(vacant) = self.learned.entry(&self.key) {
                self.learned.insert(vacant, &self.key, h.min(LOST - 1), NONE, &mut run.room)?;
            }
        }
        self.trail.clear();
        reserve(&mut self.trail, 1, &mut run.room)?;
        self.trail.push(0);
        Ok(Step::More)
    }

    /// The moves of this walk without its circles.
    fn walk(&self, puzzle: &P) -> Vec<P::Move> {
        let last: HashMap<u32, usize> =
            self.trail.iter().enumerate().map(|(at, &id)| (id, at)).collect();
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(id) = self.trail.get(at) {
            line.push(self.learned.packed(*id));
            at = last[id] + 1;
        }
        moves_between(puzzle, &line)
    }

    /// Goes on to the best successor; back where all are lost.
    fn go(&mut self, id: u32, best: Option<Best>) -> Step<P::Move> {
        match best {
            Some(best) => {
                if best.through > self.learned.g(id) {
                    self.learned.set(id, best.through, NONE);
                }
                self.trail.push(best.id);
            }
            None => {
                self.learned.set(id, LOST, NONE);
                self.trail.pop();
                if self.trail.is_empty() {
                    return Step::Unsolvable;
                }
            }
        }
        Step::More
    }
}

impl<P: Puzzle> Search<P> for LrtaStar<P> {
    fn step(&mut self, run: &mut Run<'_, P>) -> Result<Step<P::Move>, Full> {
        let most = self.steps + self.steps / 16 * self.trial as usize;
        if self.trail.is_empty() || self.taken >= most {
            return self.begin(run);
        }
        self.taken += 1;
        let id = self.trail[self.trail.len() - 1];
        let state = run.puzzle.unpack(self.learned.packed(id));
        run.expanded(id, &state, 0, self.learned.g(id), self.trail.len());
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        run.puzzle.moves(&state, &mut moves);
        let mut best: Option<Best> = None;
        for &mv in &moves {
            run.stats.generated += 1;
            let next = run.puzzle.play(&state, mv);
            run.puzzle.pack(&next, &mut self.key);
            let (to, h) = self.look(run, &next, &From { id, state: &state, mv })?;
            if h == LOST {
                continue;
            }
            if run.puzzle.is_solved(&next) {
                reserve(&mut self.trail, 1, &mut run.room)?;
                self.trail.push(to);
                return Ok(Step::Solved { moves: self.walk(run.puzzle), optimal: false });
            }
            let through = run.puzzle.cost(&state, mv).saturating_add(h).min(LOST - 1);
            match &mut best {
                Some(best) if through == best.through => {
                    best.equals += 1;
                    if self.rng.below(best.equals) == 0 {
                        best.id = to;
                    }
                }
                Some(best) if through > best.through => {}
                _ => best = Some(Best { id: to, through, equals: 1 }),
            }
        }
        self.moves = moves;
        reserve(&mut self.trail, 1, &mut run.room)?;
        Ok(self.go(id, best))
    }

    fn frontier(&self) -> u64 {
        self.trail.len() as u64
    }

    fn bytes(&self) -> u64 {
        self.learned.bytes() + (self.trail.capacity() * size_of::<u32>()) as u64
    }

    fn note(&self, _puzzle: &P) -> String {
        format!("trial {}, {} states learned", self.trial, self.learned.len())
    }
}
