use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use plyground_catalog::game_world;
use plyground_core::{Budget, Limits, Spec};
use plyground_lab::matches::{Match, Played, Standing};
use plyground_lab::ratings::{Sprt, Verdict};
use serde::Serialize;

use crate::args::{self, GameArgs};
use crate::failure::{Done, Failure};
use crate::output::{self, Style, styled};
use crate::progress::Live;
use crate::{interrupt, numbers};

/// Play games between two players
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground match abalone --players 'alphabeta(time=200)',greedy \
                        --games 20 --setup belgian-daisy --seed 1")]
pub struct Args {
    /// The world
    world: String,
    /// The two players
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
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = args::milliseconds)]
    time_per_move: Option<Duration>,
    /// Positions for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Turns played at random before the players take over
    #[arg(long, value_name = "PLIES", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(0..=1000))]
    openings: u32,
    /// Only the very first move of a game is random
    #[arg(long, conflicts_with = "openings")]
    first_random: bool,
    /// End as soon as it is decided which difference in Elo holds
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
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

#[derive(Serialize)]
struct Entry {
    games: usize,
    wins: [usize; 2],
    draws: usize,
    elo: Option<f64>,
    elo_error: Option<f64>,
    llr: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scores: Option<[i64; 2]>,
}

/// Plays the match.
pub fn run(args: Args) -> Result<Done, Failure> {
    let players: [Spec; 2] =
        Spec::parse_list(&args.players)?.try_into().map_err(|list: Vec<Spec>| {
            Failure::input(format!("--players names {}; expected two", list.len()))
        })?;
    let sprt = args.sprt.as_deref().map(parse_sprt).transpose()?;
    let cancel = interrupt::cancel();
    let limits = Limits {
        time: args.time_per_move,
        states: args.nodes,
        cancel: cancel.clone(),
        ..Limits::default()
    };
    let plan = Match {
        world: game_world(&args.world)?,
        players,
        games: args.games as usize,
        options: args.game.options(),
        seed: args.seed,
        opening: if args.first_random { 1 } else { args.openings },
        budget: Budget { limits, ..Budget::default() },
        jobs: args.jobs.into(),
        sprt,
        cancel,
    };
    let mut live = Live::new("");
    let mut records = String::new();
    let mut outcome = Ok(());
    let standing = plan.run(&mut |game, standing| {
        let _ = writeln!(records, "{}", game.record);
        if !args.json && outcome.is_ok() {
            live.clear();
            outcome = output::line(game_line(&plan, game, standing));
        }
        live.show(&format!("{} of {} games", standing.games, plan.games));
        if outcome.is_err() {
            plan.cancel.cancel();
        }
    })?;
    live.clear();
    outcome?;
    if let Some(path) = &args.pgn {
        output::file(path, records.as_bytes())?;
    }
    if args.json {
        output::json(&entry(&plan, &standing))?;
    } else {
        print(&plan, &standing)?;
    }
    let decided = sprt.is_some_and(|test| test.verdict(&standing.pairs) != Verdict::Open);
    Ok((standing.games == plan.games || decided).into())
}

fn parse_sprt(text: &str) -> Result<Sprt, Failure> {
    let wrong = || {
        Failure::input(format!("--sprt {text:?}: expected two numbers, the smaller first: 0,20"))
    };
    let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    match (number(elo0), number(elo1)) {
        (Some(elo0), Some(elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
        _ => Err(wrong()),
    }
}

fn game_line(plan: &Match, game: &Played, standing: &Standing) -> String {
    let first = &plan.players[game.first];
    let turns = game.record.moves.len();
    let [ours, theirs] = standing.wins;
    format!(
        "{:>4}  {first} first · {} · {} in {turns} turns · {ours}–{theirs}, {} drawn",
        game.number, game.ending.outcome, game.ending.reason, standing.draws
    )
}

fn entry(plan: &Match, standing: &Standing) -> Entry {
    let elo = standing.elo();
    let round = |number: f64| (number * 100.0).round() / 100.0;
    Entry {
        games: standing.games,
        wins: standing.wins,
        draws: standing.draws,
        elo: elo.map(|elo| round(elo.difference)),
        elo_error: elo.map(|elo| round(elo.error)),
        llr: plan.sprt.map(|test| round(test.llr(&standing.pairs))),
        scores: standing.scores,
    }
}

fn print(plan: &Match, standing: &Standing) -> Result<(), Failure> {
    let [a, b] = &plan.players;
    let [wins, losses] = standing.wins;
    let result = format!("{wins} wins, {} draws, {losses} losses", standing.draws);
    output::line(format!("{a} against {b}: {}", styled(result, Style::Bold)))?;
    if let Some([ours, theirs]) = standing.scores {
        output::line(format!("score: {ours} against {theirs}"))?;
    }
    if let Some(elo) = standing.elo() {
        output::line(format!("Elo: {:+.0} ± {:.0}", elo.difference, elo.error))?;
    }
    if let Some(test) = plan.sprt {
        let words = match test.verdict(&standing.pairs) {
            Verdict::Accepted => format!("at least {} is accepted", test.elo1),
            Verdict::Rejected => format!("at most {} is accepted", test.elo0),
            Verdict::Open => "not decided".to_owned(),
        };
        let (llr, bound) = (test.llr(&standing.pairs), Sprt::BOUND);
        output::line(format!("SPRT: LLR {llr:.2} of ±{bound:.2}, {words}"))?;
    }
    output::remark(&format!("longest thought {}", numbers::seconds(standing.longest)));
    Ok(())
}
