use plyground_core::Status;

use super::backwards::Backwards;
use super::best_first::BestFirst;
use super::both_ways::BothWays;
use super::feature_space::{FeatureSpace, Style};
use super::fess::Fess;
use super::ground::Ground;
use super::imagined::Imagined;
use super::meter::Meter;
use super::parts::Parts;
use super::plan::Starts;
use super::reverse::Reverse;
use super::strategy::{Step, Strategy, pushes_of};
use crate::Push;

/// A strategy of the portfolio.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Entry {
    /// Best-first search with this weight.
    BestFirst(u32),
    /// Feature-space search with the moves in the cells of the best on their way, and this kind of plan.
    Fess(Starts),
    /// Search from the solved position.
    Backwards,
    /// Search from the solved position, and feature-space search towards what it has met.
    Imagined,
    /// Greedy search from both ends.
    BothWays,
    /// Search that frees the boxes first, and one from the solved position to where they are free.
    Reverse,
    /// Feature-space search in this style.
    Features(Style),
    /// Goal areas one after the other.
    Parts,
}

/// The strategies of the default solver with their shares of the turns. They differ in nature, so that what
/// misleads one does not mislead all.
pub(crate) const PORTFOLIO: [(Entry, usize); 10] = [
    (Entry::Fess(Starts::Rooms), 10),
    (Entry::Reverse, 6),
    (Entry::Fess(Starts::Any), 4),
    (Entry::Features(Style { fresh_starts: false, ranked: true, obstacles: true }), 1),
    (Entry::Features(Style { fresh_starts: false, ranked: false, obstacles: false }), 1),
    (Entry::Imagined, 1),
    (Entry::BestFirst(3), 1),
    (Entry::Features(Style { fresh_starts: true, ranked: false, obstacles: true }), 1),
    (Entry::BothWays, 3),
    (Entry::Parts, 10),
];

/// Steps of one share in the first round; each later round has twice as many as the one before.
const FIRST_UNIT: usize = 50;
/// The most steps of one share.
const LONGEST_UNIT: usize = 8_000;

/// Steps between two looks at what other threads know.
const TALK: usize = 64;

impl Entry {
    /// The steps of one share from which on it has turns: some seldom help where the others have not failed for a while.
    const fn first_unit(self) -> usize {
        match self {
            Self::BothWays => 4 * FIRST_UNIT,
            _ => FIRST_UNIT,
        }
    }

    /// Sets to work.
    pub fn begin(self, ground: &mut Ground) -> Box<dyn Strategy> {
        match self {
            Self::BestFirst(weight) => Box::new(BestFirst::new(ground, weight)),
            Self::Backwards => Box::new(Backwards::new(ground)),
            Self::Imagined => Box::new(Imagined::new(ground)),
            Self::Reverse => Box::new(Reverse::new(ground)),
            Self::BothWays => Box::new(BothWays::new(ground)),
            Self::Fess(starts) => Box::new(Fess::new(ground, starts)),
            Self::Features(style) => Box::new(FeatureSpace::new(ground, style)),
            Self::Parts => Box::new(Parts::new(ground)),
        }
    }

    /// Whether it is worth a place beside others: there may be but one part, and all of them search that.
    fn is_of_use(self, ground: &Ground) -> bool {
        !matches!(self, Self::Parts) || Parts::new(ground).are_several()
    }
}

/// A strategy with its place in the race.
struct Racer {
    entry: Entry,
    share: usize,
    /// From its first turn on.
    strategy: Option<Box<dyn Strategy>>,
    /// How much of the perimeter it has been compared with.
    compared: usize,
}

impl Racer {
    const fn new(entry: Entry, share: usize) -> Self {
        Self { entry, share, strategy: None, compared: 0 }
    }

    fn bytes(&self) -> usize {
        self.strategy.as_ref().map_or(0, |strategy| strategy.bytes())
    }
}

/// Lets the strategies take turns until one has a solution; or why there is none. Whoever gets on in its turn
/// has a longer one.
pub(crate) fn race(
    ground: &mut Ground,
    entries: &[(Entry, usize)],
    meter: &mut Meter<'_>,
) -> Result<Vec<Push>, Status> {
    let is_alone = entries.len() == 1;
    let mut racers: Vec<Racer> = (entries.iter())
        .filter(|(entry, _)| is_alone || entry.is_of_use(ground))
        .map(|&(entry, share)| Racer::new(entry, share))
        .collect();
    let mut unit = FIRST_UNIT;
    loop {
        for index in 0..racers.len() {
            let all: usize = racers.iter().map(Racer::bytes).sum();
            let others = all - racers[index].bytes();
            let Racer { entry, share, strategy, compared } = &mut racers[index];
            if unit < entry.first_unit() && !is_alone {
                continue;
            }
            let strategy = strategy.get_or_insert_with(|| entry.begin(ground)).as_mut();
            if let Some(nodes) = strategy.nodes() {
                let known = ground.perimeter.len();
                let met = ground.perimeter.meets(nodes, *compared);
                *compared = known;
                if let Some(node) = met {
                    return Ok(pushes_of(ground, nodes, node));
                }
            }
            let mut steps = *share * unit * strategy.pace();
            loop {
                let before = strategy.progress();
                if let Some(end) = turn(ground, strategy, steps, others, meter) {
                    return end;
                }
                if strategy.progress() == before {
                    break;
                }
                steps = *share * unit * strategy.pace() / 2;
            }
        }
        unit = (2 * unit).min(LONGEST_UNIT);
    }
}

/// Lets a strategy take some steps; how the race ended, if it did.
fn turn(
    ground: &mut Ground,
    strategy: &mut dyn Strategy,
    steps: usize,
    others: usize,
    meter: &mut Meter<'_>,
) -> Option<Result<Vec<Push>, Status>> {
    for step in 0..steps {
        if step % TALK == 0 {
            ground.talk();
        }
        match strategy.step(ground, meter.stats()) {
            Step::Working => {}
            Step::Solved(pushes) => return Some(Ok(pushes)),
            // What was cut off proves nothing; the check below says why it was.
            Step::Exhausted if ground.field.was_cut_off() => {}
            Step::Exhausted => return Some(Err(Status::Unsolvable)),
        }
        let bytes = ground.bytes() + others + strategy.bytes();
        if let Some(status) = meter.check(bytes, strategy) {
            return Some(Err(status));
        }
    }
    None
}
