use std::path::PathBuf;

use plyground_catalog::{Catalog, Solved};
use plyground_core::{Measures, Spec, Stats, Status};
use serde::Serialize;

use crate::args::{LimitArgs, PuzzleArgs};
use crate::failure::{Done, Failure};
use crate::input::{self, Choice, Numbered};
use crate::numbers::{counted, seconds};
use crate::output::{self, Style, styled};
use crate::progress::Live;

/// Solve levels
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground solve {puzzle} my-levels.txt --level all \
                        --with astar --time 10")]
pub struct Args {
    /// The world
    world: String,
    /// A file of levels, - for standard input; the shipped packs where none is given
    file: Option<PathBuf>,
    /// Which levels: N, A-B or all
    #[arg(long, default_value = "1")]
    level: Choice,
    /// The method with its options; the world's best solver where none is given
    #[arg(long = "with", value_name = "SPEC")]
    method: Option<Spec>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print JSON, one object a level
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry<'a> {
    world: &'a str,
    file: &'a str,
    level: usize,
    title: &'a str,
    method: &'a str,
    status: Status,
    solution: Option<&'a str>,
    moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<u64>,
    optimal: bool,
    bound: Option<u64>,
    stats: Stats,
}

/// Solves the levels.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.puzzle_world(&args.world)?;
    let id = world.info().id;
    let method = args.method.clone().unwrap_or_else(|| world.default_method());
    world.check_method(&method)?;
    let levels = input::choose(input::levels(&*world, args.file.as_deref())?, args.level)?;
    let (options, limits) = (args.puzzle.options(), args.limits.limits());
    let mut summary = Summary::default();
    for numbered in &levels {
        let mut live = Live::new(numbered.title());
        let solved = numbered.level.solve(&method, &options, &limits, &mut live)?;
        live.clear();
        summary.add(&solved);
        if args.json {
            let title = numbered.level.info().title;
            output::json(&entry(&id, numbered, &title, &solved))?;
        } else {
            print(numbered, &solved, levels.len() == 1)?;
        }
        if limits.cancel.is_cancelled() {
            break;
        }
    }
    if !args.json && levels.len() > 1 {
        output::line(summary.text(levels.len(), &method))?;
    }
    Ok((summary.solved == levels.len()).into())
}

fn entry<'a>(
    world: &'a str,
    numbered: &'a Numbered,
    title: &'a str,
    solved: &'a Solved,
) -> Entry<'a> {
    Entry {
        world,
        file: &numbered.file,
        level: numbered.number,
        title,
        method: &solved.method,
        status: solved.status,
        solution: solved.solution.as_deref(),
        moves: solved.measures.map(|measures| measures.moves),
        pushes: solved.measures.and_then(|measures| measures.pushes),
        optimal: solved.optimal,
        bound: solved.bound,
        stats: solved.stats,
    }
}

/// `33 moves, 8 pushes`.
pub fn measures_text(measures: &Measures) -> String {
    let mut text = counted(measures.moves, "move");
    if let Some(pushes) = measures.pushes {
        text += &format!(", {} push{}", pushes, if pushes == 1 { "" } else { "es" });
    }
    text
}

/// How a search ended, in words.
pub fn status_text(solved: &Solved) -> String {
    let found = solved.solution.is_some();
    match solved.status {
        Status::Solved if solved.optimal => styled("solved, optimal", Style::Good),
        Status::Solved => styled("solved", Style::Good),
        Status::Unsolvable => styled("unsolvable: there is no solution", Style::Bad),
        Status::NotFound => styled("not found: the method ended without a solution", Style::Bad),
        limit => {
            let limit = match limit {
                Status::TimeLimit => "time limit",
                Status::StateLimit => "state limit",
                Status::MemoryLimit => "memory limit",
                _ => "cancelled",
            };
            let text =
                if found { format!("solved, not proven ({limit})") } else { limit.to_owned() };
            styled(text, if found { Style::Good } else { Style::Warm })
        }
    }
}

fn print(numbered: &Numbered, solved: &Solved, alone: bool) -> Result<(), Failure> {
    let mut parts = vec![status_text(solved)];
    if let Some(measures) = &solved.measures {
        parts.push(measures_text(measures));
    }
    if let (false, Some(bound)) = (solved.optimal, solved.bound) {
        parts.push(format!("at least {bound}"));
    }
    parts.push(counted(solved.stats.expanded, "state"));
    parts.push(seconds(solved.stats.seconds));
    let title = numbered.title();
    output::line(format!("{:>4}  {title:<24}  {}", numbered.number, parts.join(" · ")))?;
    if !alone {
        return Ok(());
    }
    if let Some(solution) = &solved.solution {
        output::line(solution)?;
    }
    let stats = &solved.stats;
    output::remark(&format!(
        "{}: {} generated, {} evaluated, {} dead ends, {} waiting at most, {}",
        solved.method,
        counted(stats.generated, "state"),
        stats.evaluated,
        stats.dead_ends,
        stats.peak_frontier,
        crate::numbers::bytes(stats.peak_bytes),
    ));
    Ok(())
}

#[derive(Default)]
struct Summary {
    solved: usize,
    tried: usize,
    expanded: u64,
    seconds: f64,
    slowest: f64,
    measures: Measures,
}

impl Summary {
    fn add(&mut self, solved: &Solved) {
        self.tried += 1;
        self.expanded += solved.stats.expanded;
        self.seconds += solved.stats.seconds;
        self.slowest = self.slowest.max(solved.stats.seconds);
        if let Some(measures) = solved.measures {
            self.solved += 1;
            self.measures.moves += measures.moves;
            if let Some(pushes) = measures.pushes {
                *self.measures.pushes.get_or_insert(0) += pushes;
            }
        }
    }

    fn text(&self, levels: usize, method: &Spec) -> String {
        let style = if self.solved == levels { Style::Good } else { Style::Warm };
        let mut parts = vec![
            styled(format!("{} of {levels} solved", self.solved), style),
            measures_text(&self.measures),
            counted(self.expanded, "state"),
            format!("{} in all, {} at most", seconds(self.seconds), seconds(self.slowest)),
            method.to_string(),
        ];
        if self.tried < levels {
            parts.push(format!("{} not tried", levels - self.tried));
        }
        parts.join(" · ")
    }
}
