use super::budget::Budget;
use super::terrain::Walker;
use super::work::{Method, Work};
use crate::{Cell, Push};

/// Above so many pushes a box's turns are moved whole; below, also their first parts.
const MOST_FOR_PARTS: usize = 1500;

/// Does things in another order: a run of pushes of one box is done earlier, everything else as before.
#[derive(Debug, Default)]
pub(super) struct Rearrange {
    /// The end of the run to be moved next.
    at: usize,
}

impl Rearrange {
    /// Tries to do the pushes `from..to` earlier, at any place between; true where that is cheaper.
    fn try_earlier<const N: usize>(
        work: &mut Work<N>,
        (from, to): (usize, usize),
        earliest: usize,
        walker: &mut Walker,
        budget: &mut Budget<'_>,
    ) -> Option<bool> {
        for place in (earliest..from).rev() {
            let pushes = &work.line.pushes;
            let order = pushes[from..to].iter().chain(&pushes[place..from]).copied();
            let (is_better, played) = betters(work, walker, place, to, order);
            if !budget.take(played, 0) {
                return None;
            }
            if is_better {
                let order: Vec<Push> =
                    pushes[from..to].iter().chain(&pushes[place..from]).copied().collect();
                return Some(work.replace(place, to, &order));
            }
        }
        Some(false)
    }
}

/// Whether the whole line is legal and costs less with its pushes between two places in another order, and how many of
/// them had to be played to see that.
fn betters<const N: usize>(
    work: &Work<N>,
    walker: &mut Walker,
    from: usize,
    to: usize,
    order: impl Iterator<Item = Push>,
) -> (bool, usize) {
    let line = &work.line;
    // The push after them is the first whose walk may change.
    let limit = line.costs[(to + 1).min(line.pushes.len())];
    let mut place = line.places[from];
    let mut cost = line.costs[from];
    let mut played = 0;
    for push in order.chain(line.pushes.get(to).copied()) {
        played += 1;
        let Some(more) = place.price(&work.terrain, walker, work.price, push) else {
            return (false, played);
        };
        cost += more;
        if cost >= limit {
            return (false, played);
        }
        place = place.after(&work.terrain, push);
    }
    (true, played)
}

impl<const N: usize> Method<N> for Rearrange {
    fn name(&self) -> String {
        "rearrangement".into()
    }

    fn pass(&mut self, work: &mut Work<N>, budget: &mut Budget<'_>) {
        let mut walker = Walker::default();
        let mut movers = work.line.movers(&work.terrain);
        while self.at < movers.len() {
            let from = self.at;
            let end =
                from + movers[from..].iter().take_while(|&&box_| box_ == movers[from]).count();
            let parts = if movers.len() > MOST_FOR_PARTS { end - 1..end } else { from..end };
            let mut better = false;
            for last in parts.rev() {
                let run = (from, last + 1);
                match Self::try_earlier(work, run, earliest(&movers, from), &mut walker, budget) {
                    None => return,
                    Some(found) => better |= found,
                }
                if better {
                    break;
                }
            }
            if better {
                movers = work.line.movers(&work.terrain);
            } else {
                self.at = end;
            }
        }
        self.at = 0;
    }
}

/// The pushes of a box cannot be done before the last push of the same box.
fn earliest(movers: &[Cell], from: usize) -> usize {
    movers[..from].iter().rposition(|&mover| mover == movers[from]).map_or(0, |last| last + 1)
}
