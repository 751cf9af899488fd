use std::path::PathBuf;

use plyground_catalog::Catalog;
use plyground_cluster::census::{self, Processes};
use plyground_core::{Census, Status};
use serde::Serialize;

use crate::args::{LimitArgs, PuzzleArgs};
use crate::failure::{Done, Failure};
use crate::input::{self, Numbered};
use crate::numbers::{bytes, counted, grouped, rate, seconds};
use crate::output;
use crate::progress::Live;
use crate::table::{Align, table};

/// Count every position of a level that can be reached
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground enumerate {puzzle} --level 1\n  \
    plyground enumerate {puzzle} --level 1 --cluster-hosts hosts.txt --process 0\n\n\
    With --cluster-hosts the positions are spread over several processes: start the same command on each machine, with\n\
    --process 0, 1, … by the lines of the file. Every process holds its part; the first one prints.")]
pub struct Args {
    /// The world
    world: String,
    /// A file of levels, - for standard input; the shipped packs where none is given
    file: Option<PathBuf>,
    /// Which level
    #[arg(long, value_name = "N", default_value_t = 1)]
    level: usize,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// The addresses of all processes, HOST:PORT, a line each
    #[arg(long, value_name = "FILE", requires = "process")]
    cluster_hosts: Option<PathBuf>,
    /// Which line of the file is this process, from 0
    #[arg(long, value_name = "I", requires = "cluster_hosts")]
    process: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry<'a> {
    world: &'a str,
    file: &'a str,
    level: usize,
    title: &'a str,
    depth: u64,
    branching: f64,
    #[serde(flatten)]
    census: &'a Census,
}

/// Counts.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.puzzle_world(&args.world)?;
    let numbered = input::one(&*world, args.file.as_deref(), args.level)?;
    let options = args.puzzle.options();
    let mut limits = args.limits.limits();
    limits.memory = limits.memory.or(Some(MEMORY));
    let threads = limits.threads.unwrap_or(1);
    let processes = processes(&args, threads)?;
    let census = if processes.hosts.is_empty() && threads == 1 {
        let mut live = Live::new(numbered.title());
        numbered.level.census(&options, &limits, &mut live)?
    } else {
        census::count(&numbered.level, &options, &limits, &processes)?
    };
    let done = census.stopped.is_none().into();
    if !processes.leads() {
        let first = &processes.hosts[0];
        output::remark(&format!("this part is done; the count is told by process 0, {first}"));
        return Ok(done);
    }
    if args.json {
        let (id, title) = (world.info().id, numbered.title());
        let (depth, branching) = (census.depth(), census.branching());
        let (file, level) = (&*numbered.file, numbered.number);
        let census = &census;
        output::json(&Entry { world: &id, file, level, title: &title, depth, branching, census })?;
    } else {
        print(&numbered, &census)?;
    }
    Ok(done)
}

/// What may be held where nothing is said: enough for a hundred million positions of a usual size.
const MEMORY: u64 = 6_000_000_000;

fn processes(args: &Args, threads: usize) -> Result<Processes, Failure> {
    let hosts = match &args.cluster_hosts {
        Some(path) => Processes::parse_hosts(&path.to_string_lossy(), &input::read_text(path)?)?,
        None => Vec::new(),
    };
    let process = args.process.unwrap_or(0);
    if process >= hosts.len().max(1) {
        let last = hosts.len() - 1;
        return Err(Failure::input(format!(
            "there is no process {process}; the processes go from 0 to {last}"
        )));
    }
    Ok(Processes { threads, hosts, process })
}

fn print(numbered: &Numbered, census: &Census) -> Result<(), Failure> {
    let rows: Vec<Vec<String>> = std::iter::once(vec!["steps".to_owned(), "positions".to_owned()])
        .chain(
            (0..)
                .zip(&census.layers)
                .map(|(depth, &count): (u64, _)| vec![grouped(depth), grouped(count)]),
        )
        .collect();
    output::line(table(&[Align::Right, Align::Right], &rows))?;
    let mut facts = vec![
        ("level", format!("{}, {}", numbered.number, numbered.title())),
        ("positions", grouped(census.states)),
        ("moves", format!("{:.2} in a position", census.branching())),
        ("solved", grouped(census.solved)),
    ];
    if let Some(shortest) = census.shortest {
        facts.push(("shortest", counted(shortest, "step")));
    }
    if let (Some(solvable), Some(dead)) = (census.solvable, census.dead) {
        let share =
            |part: u64| format!("{} ({:.1} %)", grouped(part), percent(part, census.states));
        facts.push(("solvable", share(solvable)));
        facts.push(("dead", share(dead)));
        let seen = percent(census.seen_dead, dead);
        facts.push(("seen dead", format!("{} ({seen:.1} % of those)", grouped(census.seen_dead))));
    }
    let deepest = census.layers.last().copied().unwrap_or(0);
    let (deepest, depth) = (counted(deepest, "position"), counted(census.depth(), "step"));
    facts.push(("deepest", format!("{deepest} after {depth}, such as {}", census.deepest)));
    let rows: Vec<Vec<String>> =
        facts.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    output::text(&table(&[Align::Left, Align::Left], &rows))?;
    if let Some(stopped) = census.stopped {
        output::line(stopped_text(stopped))?;
    }
    output::remark(&format!(
        "{}, {}, {}",
        seconds(census.seconds),
        rate(census.expanded, census.seconds),
        bytes(census.peak_bytes)
    ));
    Ok(())
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn stopped_text(status: Status) -> String {
    let limit = match status {
        Status::TimeLimit => "the time is up",
        Status::StateLimit => "the limit of states is reached",
        Status::MemoryLimit => "the memory is full; --memory MB gives more",
        _ => "it was stopped",
    };
    format!("not everything is counted: {limit}")
}
