mod kept;

use std::path::PathBuf;

use plyground_catalog::{AnyPuzzleWorld, Catalog, Solved};
use plyground_core::{Limits, Measures, Options, Spec, Status};
use plyground_lab::experiment::{Case, Row, Run};

use crate::args::{LimitArgs, PuzzleArgs};
use crate::failure::{Done, Failure};
use crate::input::{Choice, Numbered, Source};
use crate::numbers::{counted, seconds};
use crate::output::{self, Style, styled};
use crate::progress::Live;
use kept::Kept;

/// Solve levels
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground solve {puzzle} my-levels.txt --level all --with astar --time 10\n  \
    plyground solve {puzzle} my-levels.txt --level all --out solved.txt")]
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
    /// Leave levels out that are broken, and name them
    #[arg(long)]
    skip_bad: bool,
    /// Write all levels of the file with their solutions, the better of old and new, to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The format of that file; told by its name, or the usual one, where none is given
    #[arg(long, requires = "out")]
    format: Option<String>,
    /// Print JSON, one object a level
    #[arg(long)]
    json: bool,
}

/// Solves the levels.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.puzzle_world(&args.world)?;
    let method = args.method.clone().unwrap_or_else(|| world.default_method());
    world.check_method(&method)?;
    let source = Source::open(&*world, args.file.as_deref())?;
    let count = source.count(&*world, args.level, args.skip_bad)?;
    let options = args.puzzle.options();
    let kept = match &args.out {
        None => None,
        Some(path) => {
            // A file of all levels needs all of them.
            let mut all = Vec::new();
            source.each_quietly(&*world, args.skip_bad, &mut |one| {
                all.push((one.number, one.level));
            })?;
            let (format, info) = (args.format.as_deref(), source.info(&*world));
            Some(Kept::new(&*world, path.clone(), format, info, &options, all)?)
        }
    };
    let mut task = Task {
        world: &*world,
        method,
        options,
        limits: args.limits.limits(),
        json: args.json,
        alone: count == 1,
        aside: args.out.as_ref().is_some_and(|out| out.as_os_str() == "-"),
        kept,
        summary: Summary::default(),
    };
    let mut done = Ok(());
    source.each(&*world, args.skip_bad, &mut |numbered| {
        let goes_on = done.is_ok() && !task.limits.cancel.is_cancelled();
        if goes_on && args.level.holds(numbered.number) {
            done = task.solve(numbered);
        }
    })?;
    done?;
    if let Some(kept) = &mut task.kept {
        kept.write()?;
    }
    if !args.json && count > 1 {
        task.tell(&task.summary.text(count, &task.method))?;
    }
    Ok((task.summary.solved == count).into())
}

/// What is done with each level.
struct Task<'a> {
    world: &'a dyn AnyPuzzleWorld,
    method: Spec,
    options: Options,
    limits: Limits,
    json: bool,
    /// Whether there is but one: then its solution is printed.
    alone: bool,
    /// Whether standard output belongs to the file of levels: then what is told goes to standard error.
    aside: bool,
    kept: Option<Kept<'a>>,
    summary: Summary,
}

impl Task<'_> {
    fn solve(&mut self, numbered: Numbered) -> Result<(), Failure> {
        let mut live = Live::new(numbered.title());
        let solved = numbered.level.solve(&self.method, &self.options, &self.limits, &mut live)?;
        live.clear();
        self.summary.add(&solved);
        if let (Some(kept), Some(solution), Some(measures)) =
            (&mut self.kept, &solved.solution, &solved.measures)
        {
            kept.take(numbered.number, solution, measures)?;
        }
        if !self.json {
            return self.print(&numbered, &solved);
        }
        let case = Case {
            file: numbered.file.to_string(),
            number: numbered.number,
            title: numbered.level.info().title,
            level: numbered.level,
        };
        let run = Run {
            world: self.world,
            case: &case,
            solver: &self.method.clone().into(),
            options: &self.options,
            limits: &self.limits,
            jobs: 1,
        };
        self.tell(&output::json_text(&Row::new(&run, solved))?)
    }

    fn tell(&self, text: &str) -> Result<(), Failure> {
        if !self.aside {
            return output::line(text);
        }
        output::remark(text);
        Ok(())
    }

    fn print(&self, numbered: &Numbered, solved: &Solved) -> Result<(), Failure> {
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
        self.tell(&format!("{:>4}  {title:<24}  {}", numbered.number, parts.join(" · ")))?;
        if !self.alone {
            return Ok(());
        }
        if let Some(solution) = &solved.solution {
            self.tell(solution)?;
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
}

/// `33 moves, 8 pushes`.
pub fn measures_text(measures: &Measures) -> String {
    let mut text = counted(measures.moves, "move");
    if let Some(pushes) = measures.pushes {
        text += &format!(", {} push{}", pushes, if pushes == 1 { "" } else { "es" });
    }
    text
}

/// How a search ended and what it found, in words.
pub fn status_text(solved: &Solved) -> String {
    match (solved.status, &solved.solution) {
        (Status::Solved, _) if solved.optimal => styled("solved, optimal", Style::Good),
        (Status::Solved, _) => styled("solved", Style::Good),
        (status, Some(_)) => styled(format!("solved, not proven ({})", limit(status)), Style::Good),
        (status, None) => end_text(status),
    }
}

/// How a search without a solution ended, in words.
pub fn end_text(status: Status) -> String {
    match status {
        Status::Unsolvable => styled("unsolvable: there is no solution", Style::Bad),
        Status::NotFound => styled("not found: the method ended without a solution", Style::Bad),
        status => styled(limit(status), Style::Warm),
    }
}

/// `time limit`.
fn limit(status: Status) -> String {
    status.word().replace('_', " ")
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
