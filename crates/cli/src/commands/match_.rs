use std::path::PathBuf;

use plyground_catalog::Catalog;
use plyground_lab::contestant::Contestant;
use plyground_lab::matches::{MatchResult, Tally};
use plyground_lab::ratings::{Sprt, Verdict};
use plyground_lab::tournament::{self, Game, GameRow, GameStore, Plan};

use crate::args::{self, BudgetArgs, GameArgs};
use crate::failure::{Done, Failure};
use crate::output::{self, Style, styled};
use crate::progress::Live;
use crate::{interrupt, numbers};

/// Play games between two players
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground match {game} --players 'alphabeta(depth=3)',greedy \
                        --games 4{setup} --seed 1")]
pub struct Args {
    /// The world
    world: String,
    /// The two players; engine:CMD is a program that speaks the protocol of `plyground engine`
    #[arg(long, value_name = "SPEC,SPEC")]
    players: String,
    /// How many games; they are paired with swapped sides
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    game: GameArgs,
    /// The seed of the openings and of chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    budget: BudgetArgs,
    /// Turns played at random before the players take over, or a file of openings (a line of moves each, or game records)
    #[arg(long, value_name = "PLIES|FILE", default_value = "2")]
    openings: String,
    /// Only the very first move of a game is random
    #[arg(long, conflicts_with = "openings")]
    first_random: bool,
    /// End as soon as it is decided which difference in Elo holds
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = args::sprt)]
    sprt: Option<Sprt>,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays the match.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    plyground_lab::engine::adopt_orphans();
    let players = Contestant::parse_list(&args.players)?;
    if players.len() != 2 {
        let count = players.len();
        return Err(Failure::input(format!("--players names {count}; expected two")));
    }
    let games = args.games as usize;
    let (world, options) = (catalog.game_world(&args.world)?, args.game.options());
    let openings = if args.first_random { "1" } else { &args.openings };
    let plan = Plan {
        rounds: games.div_ceil(2),
        most: Some(games),
        openings: args::openings(openings, &*world, &options)?,
        options,
        seed: args.seed,
        budget: args.budget.budget(),
        sprt: args.sprt,
        ..Plan::new(world, players)
    };
    let cancel = interrupt::cancel();
    let mut live = Live::new("");
    let mut tally = Tally::default();
    let mut outcome = Ok(());
    let store = GameStore::in_memory()?;
    let jobs = args.jobs.into();
    let result = tournament::run(&plan, &store, jobs, &cancel, &mut |progress, settled| {
        for game in settled {
            tally.add(game);
            if !args.json && outcome.is_ok() {
                live.clear();
                outcome = output::line(game_line(&plan, game, &tally));
            }
        }
        live.show(&format!("{} of {} games", progress.done, progress.total));
        if outcome.is_err() {
            cancel.cancel();
        }
    })?;
    live.clear();
    outcome?;
    // Where the match was cut off, games beyond a gap do not count: pairs must be whole.
    let counted = &result.games[..tally.games.min(result.games.len())];
    if let Some(path) = &args.pgn {
        output::file(path, tournament::records(counted).as_bytes())?;
    }
    if args.json {
        output::json(&entry(&plan, &tally, counted))?;
    } else {
        print(&plan, &tally)?;
    }
    Ok(result.finished.into())
}

fn game_line(plan: &Plan, game: &Game, tally: &Tally) -> String {
    let first = &plan.players[game.players[0]];
    let [ours, theirs] = tally.wins;
    let turns = numbers::counted(game.turns as u64, "turn");
    format!(
        "{:>4}  {first} first · {} · {} in {turns} · {ours}–{theirs}, {} drawn",
        game.number,
        game.result(),
        game.reason,
        tally.draws
    )
}

fn entry(plan: &Plan, tally: &Tally, games: &[Game]) -> MatchResult {
    let elo = tally.elo();
    let round = |number: f64| (number * 100.0).round() / 100.0;
    MatchResult {
        games: tally.games,
        wins: tally.wins,
        draws: tally.draws,
        elo: elo.map(|elo| round(elo.difference)),
        elo_error: elo.map(|elo| round(elo.error)),
        llr: plan.sprt.map(|test| round(test.llr(&tally.pairs))),
        scores: tally.scores,
        played: games.iter().map(|game| GameRow::new(plan, game)).collect(),
    }
}

fn print(plan: &Plan, tally: &Tally) -> Result<(), Failure> {
    let (a, b) = (&plan.players[0], &plan.players[1]);
    let [wins, losses] = tally.wins;
    let losses = match losses {
        1 => "1 loss".to_owned(),
        _ => format!("{losses} losses"),
    };
    let count = |number: usize, one: &str| numbers::counted(number as u64, one);
    let result = format!("{}, {}, {losses}", count(wins, "win"), count(tally.draws, "draw"));
    output::line(format!("{a} against {b}: {}", styled(result, Style::Bold)))?;
    if let Some([ours, theirs]) = tally.scores {
        let [one, many] = plan.world.score_words();
        let word = if ours == 1 { one } else { many };
        output::line(format!("{ours} {word} against {theirs}"))?;
    }
    if let Some(elo) = tally.elo() {
        output::line(format!("Elo: {:+.0} ± {:.0}", elo.difference, elo.error))?;
    }
    if let Some(test) = plan.sprt {
        let words = match test.verdict(&tally.pairs) {
            Verdict::Accepted => format!("at least {} is accepted", test.elo1),
            Verdict::Rejected => format!("at most {} is accepted", test.elo0),
            Verdict::Open => "not decided".to_owned(),
        };
        let (llr, bound) = (test.llr(&tally.pairs), Sprt::BOUND);
        output::line(format!("SPRT: LLR {llr:.2} of ±{bound:.2}, {words}"))?;
    }
    output::remark(&format!("longest thought {}", numbers::seconds(tally.longest)));
    Ok(())
}
