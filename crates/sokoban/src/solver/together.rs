use plyground_core::{Cancel, Limits, Status};

use super::exchange::Exchange;
use super::ground::Ground;
use super::meter::Meter;
use super::race::{Entry, race};
use crate::{Board, Push};

/// The outcome of a race.
type Outcome = Result<Vec<Push>, Status>;

/// Runs the race on several threads, the strategies dealt out. What one learns of dead patterns and of the way to
/// the goals, all know. `ground` and `meter` are those of the first thread; each thread has the `limits`.
pub(crate) fn race_together(
    board: &Board,
    ground: &mut Ground,
    entries: &[(Entry, usize)],
    threads: usize,
    limits: &Limits,
    meter: &mut Meter<'_>,
) -> Outcome {
    let deal = |thread: usize| -> Vec<(Entry, usize)> {
        entries.iter().skip(thread).step_by(threads).copied().collect()
    };
    let stop = Cancel::new();
    let exchange = Exchange::new();
    meter.stop_with(&stop);
    ground.exchange = Some(exchange.clone());
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|thread| {
                let (part, perimeter) = (deal(thread), ground.perimeter.clone());
                let (exchange, stop) = (exchange.on_thread(thread), &stop);
                scope.spawn(move || {
                    let mut silent = |_: &_| {};
                    let mut meter = Meter::new(limits, &mut silent);
                    meter.stop_with(stop);
                    let mut ground = Ground::within(board, meter.clock());
                    ground.perimeter = perimeter;
                    ground.exchange = Some(exchange);
                    let outcome = race(&mut ground, &part, &mut meter);
                    if is_final(&outcome) {
                        stop.cancel();
                    }
                    (outcome, *meter.stats())
                })
            })
            .collect();
        let own = race(ground, &deal(0), meter);
        if is_final(&own) || matches!(own, Err(Status::Cancelled)) {
            stop.cancel();
        }
        let mut outcomes = vec![own];
        for helper in helpers {
            if let Ok((outcome, stats)) = helper.join() {
                meter.add(&stats);
                outcomes.push(outcome);
            }
        }
        meter.stop_with(&Cancel::new());
        let best = outcomes.iter().position(is_final).unwrap_or(0);
        outcomes.swap_remove(best)
    })
}

/// Whether an outcome leaves nothing to do for the other threads.
const fn is_final(outcome: &Outcome) -> bool {
    matches!(outcome, Ok(_) | Err(Status::Unsolvable))
}
