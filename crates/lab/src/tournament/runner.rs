use std::ops::ControlFlow;

use plyground_core::Cancel;

use super::bout;
use super::{Fixture, Game, GameStore, Plan, Tournament};
use crate::matches::Tally;
use crate::pool::{self, Progress};
use crate::ratings::Verdict;
use crate::store::RunError;

/// Plays every game of a plan that is not in the store yet, `jobs` at a time; each is kept as soon as it is finished.
///
/// `told` hears of every finished game how far the tournament is, and gets the games whose turn has come in the order of
/// the schedule (none, or several, where games finish out of order). The same seed gives the same openings; with players
/// that count nodes, not time, it gives the same games, however many jobs there are. Fewer games are in the result where
/// it was cancelled or the test was decided.
pub fn run(
    plan: &Plan,
    store: &GameStore,
    jobs: usize,
    cancel: &Cancel,
    told: &mut dyn FnMut(&Progress, &[Game]),
) -> Result<Tournament, RunError> {
    plan.check()?;
    let fixtures = plan.fixtures();
    let mut games = store.games(&fixtures)?;
    let open: Vec<&Fixture> = fixtures
        .iter()
        .zip(&games)
        .filter(|(_, game)| game.is_none())
        .map(|(fixture, _)| fixture)
        .collect();
    let kept = fixtures.len() - open.len();
    let jobs = jobs.clamp(1, open.len().max(1));
    let mut progress = Progress::new(fixtures.len(), kept, jobs);
    let mut order = InOrder::default();
    let mut decided = order.advance(plan, &games, |settled| told(&progress, settled));
    if decided.is_continue() {
        let work = |index: usize, stop: &Cancel| {
            (open[index], bout::play(plan, open[index], cancel, stop))
        };
        pool::each(open.len(), jobs, cancel, work, |_, (fixture, game)| {
            let Some(mut game) = game? else { return Ok(ControlFlow::Continue(())) };
            game.jobs = jobs as u32;
            store.add(fixture, &game)?;
            games[fixture.number - 1] = Some(game);
            progress.step();
            decided = order.advance(plan, &games, |settled| told(&progress, settled));
            Ok::<_, RunError>(decided)
        })?;
    }
    let counted = if decided.is_break() { order.count } else { games.len() };
    let games: Vec<Game> = games.into_iter().take(counted).flatten().collect();
    Ok(Tournament::new(plan, games, fixtures.len()))
}

/// The games from the first on without a gap, and what a test says of them.
#[derive(Default)]
struct InOrder {
    count: usize,
    tally: Tally,
}

impl InOrder {
    /// Goes on through the games that are there, up to where a test is decided; `told` gets them.
    fn advance(
        &mut self,
        plan: &Plan,
        games: &[Option<Game>],
        mut told: impl FnMut(&[Game]),
    ) -> ControlFlow<()> {
        let mut settled = Vec::new();
        let mut decided = ControlFlow::Continue(());
        while let (Some(Some(game)), ControlFlow::Continue(())) = (games.get(self.count), decided) {
            self.count += 1;
            self.tally.add(game);
            settled.push(game.clone());
            if plan.sprt.is_some_and(|test| test.verdict(&self.tally.pairs) != Verdict::Open) {
                decided = ControlFlow::Break(());
            }
        }
        told(&settled);
        decided
    }
}
