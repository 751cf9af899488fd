use std::ops::ControlFlow;

use plyground_core::Cancel;

use super::{Fixture, Game, GameStore, Games, Plan, Tournament};
use crate::crew::{Crew, Local, News};
use crate::forecast::Forecast;
use crate::matches::Tally;
use crate::pool::Progress;
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
    run_with(plan, store, &mut Local { jobs }, cancel, told)
}

/// The same with any crew. The result is of the games that the crew takes.
pub fn run_with(
    plan: &Plan,
    store: &GameStore,
    crew: &mut impl Crew,
    cancel: &Cancel,
    told: &mut dyn FnMut(&Progress, &[Game]),
) -> Result<Tournament, RunError> {
    plan.check()?;
    let fixtures = plan.fixtures();
    let mut games = store.games(&fixtures)?;
    let taken = fixtures.iter().filter(|fixture| crew.takes(&fixture.id)).count();
    let open: Vec<&Fixture> = fixtures
        .iter()
        .zip(&games)
        .filter(|(fixture, game)| game.is_none() && crew.takes(&fixture.id))
        .map(|(fixture, _)| fixture)
        .collect();
    // Games of the same two players take about as long.
    let count = plan.players.len();
    let pairing =
        |players: [usize; 2]| players[0].min(players[1]) * count + players[0].max(players[1]);
    let mut forecast = Forecast::new(count * count, 1, None);
    for (fixture, game) in fixtures.iter().zip(&games) {
        match game {
            Some(game) => forecast.learn(pairing(fixture.players), 0, game.seconds),
            None if crew.takes(&fixture.id) => forecast.expect(pairing(fixture.players), 0),
            None => {}
        }
    }
    let mut progress = Progress::new(taken, taken - open.len(), crew.jobs(), forecast);
    let mut order = InOrder::default();
    let mut decided = order.advance(plan, &games, |settled| told(&progress, settled));
    if decided.is_continue() {
        crew.work(&Games::of(plan, open.iter().copied()), cancel, &mut |news| {
            match news {
                News::Made(made) => {
                    store.add_all(made.iter().map(|(index, game)| (open[*index], game)))?;
                    progress.step(
                        made.iter().map(|(_, game)| (pairing(game.players), 0, game.seconds)),
                    );
                    for (index, game) in made {
                        games[open[index].number - 1] = Some(game);
                    }
                }
                News::Workers(workers) => progress.hear(workers),
            }
            decided = order.advance(plan, &games, |settled| told(&progress, settled));
            Ok(decided)
        })?;
    }
    let counted = if decided.is_break() { order.count } else { games.len() };
    let games = games.into_iter().take(counted).zip(&fixtures);
    let games = games.filter(|(_, fixture)| crew.takes(&fixture.id)).filter_map(|(game, _)| game);
    Ok(Tournament::new(plan, games.collect(), taken))
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
