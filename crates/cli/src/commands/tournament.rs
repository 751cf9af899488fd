use std::path::PathBuf;

use plyground_catalog::Catalog;
use plyground_data::Claim;
use plyground_lab::Progress;
use plyground_lab::contestant::Contestant;
use plyground_lab::frame::Format;
use plyground_lab::ratings::Sprt;
use plyground_lab::tournament::{self, Form, Game, GameStore, Plan, RatingMethod, Tournament};

use crate::args::{self, BudgetArgs, GameArgs};
use crate::crew::CrewArgs;
use crate::failure::{Done, Failure};
use crate::progress::{self, Live};
use crate::table::{Align, table};
use crate::{interrupt, output};

/// Play a tournament: ratings with error bars, cross table, report
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground tournament {game} --players random,greedy,'mcts(playouts=20)' --rounds 1 --out results\n  \
    plyground tournament {game} --players greedy,'engine(time=100):./my-engine' --rounds 2 --sprt 0,20\n\n\
    A program is written engine:CMD, with a budget of its own engine(time=MS,nodes=N,depth=D):CMD; margin=MS (usually 1000) is\n\
    what it may take beyond its time. A crash, a forbidden move or too much time is a loss, with the reason in the record.\n\
    What is finished is kept in the folder: run the same command again to go on where it stopped.")]
pub struct Args {
    /// The world
    world: String,
    /// The players; engine:CMD is a program that speaks the protocol of `plyground engine`
    #[arg(long, value_name = "SPEC,SPEC,…")]
    players: String,
    /// In a round every pairing plays one opening twice, with swapped sides
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// The first player meets all others; they do not meet each other
    #[arg(long)]
    gauntlet: bool,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    /// The seed of the openings and of chance
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Turns played at random before the players take over, or a file of openings (a line of moves each, or game records)
    #[arg(long, value_name = "PLIES|FILE", default_value = "2")]
    openings: String,
    /// How strength is judged
    #[arg(long, value_name = "elo|bayes", default_value = "elo")]
    ratings: RatingMethod,
    /// With two players: end as soon as it is decided which difference in Elo holds
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = args::sprt)]
    sprt: Option<Sprt>,
    /// Games at the same time; all cores where none is given, 1 for clean timings
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    crew: CrewArgs,
    /// The folder for games, tables, plots and the report
    #[arg(long, value_name = "DIR", default_value = "plyground-tournament")]
    out: PathBuf,
    /// Formats of the games as data: csv, jsonl, parquet
    #[arg(long, value_name = "F,…", value_delimiter = ',', default_value = "csv,jsonl")]
    format: Vec<Format>,
    /// Write the games to this file as well
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Print JSON: one object with standings, cross table and games
    #[arg(long)]
    json: bool,
}

/// Plays the tournament and writes what it gives.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    plyground_lab::engine::adopt_orphans();
    let plan = plan(catalog, &args)?;
    plan.check()?;
    if plan.sprt.is_some() && args.crew.is_part() {
        return Err(Failure::input(
            "a test is decided game by game: --sprt does not go with --shard",
        ));
    }
    let _claim = Claim::take(&args.out, "another plyground tournament")?;
    if let Some(remark) = GameStore::mend(&args.out)? {
        output::remark(&remark);
    }
    let store = GameStore::open(&args.out)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(cores, usize::from);
    let mut live = Live::at_once();
    let mut fresh = 0;
    let mut crew = args.crew.crew(&args.out, jobs)?;
    let told = &mut |progress: &Progress, _: &[Game]| {
        fresh = progress.done - progress.kept;
        live.show(&progress::words(progress, "games"));
    };
    let result = tournament::run_with(&plan, &store, &mut crew, &interrupt::cancel(), told)?;
    live.clear();
    let left = if result.finished { 0 } else { result.scheduled - result.games.len() };
    crew.remark(left);
    write_results(&args, &plan, &result)?;
    if let Some(path) = &args.pgn {
        output::file(path, tournament::records(&result.games).as_bytes())?;
    }
    if args.json {
        output::json(&result)?;
    } else {
        print(&result)?;
    }
    let news = match fresh {
        0 => "nothing new had to be played".to_owned(),
        1 => "1 was played now".to_owned(),
        _ => format!("{fresh} were played now"),
    };
    let (done, all) = (result.games.len(), result.scheduled);
    let report = args.out.join("report.html");
    output::remark(&format!("{done} of {all} games are done; {news}. {}", report.display()));
    Ok(result.finished.into())
}

fn plan(catalog: &Catalog, args: &Args) -> Result<Plan, Failure> {
    let world = catalog.game_world(&args.world)?;
    let options = args.game.options();
    let openings = args::openings(&args.openings, &*world, &options)?;
    Ok(Plan {
        form: if args.gauntlet { Form::Gauntlet } else { Form::RoundRobin },
        rounds: args.rounds as usize,
        options,
        seed: args.seed,
        openings,
        budget: args.budget.budget(),
        ratings: args.ratings,
        sprt: args.sprt,
        ..Plan::new(world, Contestant::parse_list(&args.players)?)
    })
}

fn write_results(args: &Args, plan: &Plan, result: &Tournament) -> Result<(), Failure> {
    let folder = &args.out;
    let games = tournament::games(plan, &result.games);
    for format in &args.format {
        let bytes = format.write(&games).map_err(|error| Failure::input(error.to_string()))?;
        output::file(&folder.join(format!("games.{}", format.word())), &bytes)?;
    }
    let plot = tournament::rating_plot(result);
    let json =
        serde_json::to_string_pretty(result).map_err(|error| Failure::input(error.to_string()))?;
    for (name, text) in [
        ("standings.csv", tournament::standings_csv(result)),
        ("cross-table.csv", tournament::cross_table_csv(result)),
        ("games.pgn", tournament::records(&result.games)),
        ("tournament.json", json),
        ("ratings.svg", plot.svg),
        ("report.html", tournament::report(plan, result)),
    ] {
        output::file(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

fn print(result: &Tournament) -> Result<(), Failure> {
    let (head, body) = tournament::standings_table(result);
    let head = head.into_iter().map(str::to_owned).collect();
    aligned(head, body, Align::Right)?;
    let (head, body) = tournament::cross_table(result);
    aligned(head, body, Align::Left)?;
    for sentence in tournament::summary(result) {
        output::line(sentence)?;
    }
    Ok(())
}

/// Prints a table whose second column holds names.
fn aligned(head: Vec<String>, body: Vec<Vec<String>>, others: Align) -> Result<(), Failure> {
    let mut align = vec![Align::Right, Align::Left];
    align.resize(head.len(), others);
    let mut lines = vec![head];
    lines.extend(body);
    output::line(table(&align, &lines))
}
