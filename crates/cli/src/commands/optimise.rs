use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plyground_catalog::{Catalog, Solved};
use plyground_core::text::quoted;
use plyground_core::{Limits, Measures, Options, Status};
use serde::{Deserialize, Serialize};

use super::solve::measures_text;
use crate::args::{LimitArgs, PuzzleArgs};
use crate::failure::{Done, Failure};
use crate::input::{self, Choice, Numbered};
use crate::numbers::seconds;
use crate::output::{self, Style, styled};
use crate::progress::Live;

/// Seconds for a level where no limit is given.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// Make solutions shorter; never worse
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A file of solutions has one on each line: the moves, after the level's number and a \
                        colon where it is not the next level; or an object as `solve --json` and \
                        `optimise --json` print them. Several solutions of a level are put together.\n\n\
                        Example: plyground optimise {puzzle} my-levels.txt --level 3 --solution rrUUdL \
                        --metric pushes --time 2"
)]
pub struct Args {
    /// The world
    world: String,
    /// A file of levels, - for standard input; the shipped packs where none is given
    file: Option<PathBuf>,
    /// Which levels: N, A-B or all
    #[arg(long)]
    level: Option<Choice>,
    /// The moves of a solution, again for another; the level's own where none is given
    #[arg(long, value_name = "MOVES", conflicts_with = "solutions")]
    solution: Vec<String>,
    /// A file of solutions
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print JSON, one object a level
    #[arg(long)]
    json: bool,
    /// Write the solutions to a file, level by level; with --solutions it can be gone on with
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Serialize)]
struct Entry<'a> {
    world: &'a str,
    file: &'a str,
    level: usize,
    title: String,
    before: Measures,
    #[serde(flatten)]
    solved: &'a Solved,
}

/// A line of a file of solutions.
#[derive(Deserialize)]
struct Given {
    level: usize,
    solution: Option<String>,
}

/// Makes the solutions shorter.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.puzzle_world(&args.world)?;
    let id = world.info().id;
    let given = args.solutions.as_deref().map(read).transpose()?;
    let choice = args.level.unwrap_or(if given.is_some() { Choice::All } else { FIRST });
    if !args.solution.is_empty() && !matches!(choice, Choice::Range(first, last) if first == last) {
        return Err(Failure::input("--solution is for one level; expected --level N"));
    }
    let levels = input::chosen_levels(&*world, args.file.as_deref(), choice, false)?;
    let options = args.puzzle.options();
    let mut limits = args.limits.limits();
    if limits.time.is_none() && limits.states.is_none() {
        limits.time = Some(USUAL_TIME);
    }
    let mut done = Tally::default();
    let mut written = String::new();
    for numbered in &levels {
        let solutions = match (&given, &args.solution[..]) {
            (Some(given), _) => given.get(&numbered.number).cloned().unwrap_or_default(),
            (None, []) => own(numbered),
            (None, some) => some.to_vec(),
        };
        if solutions.is_empty() {
            done.missing += 1;
            continue;
        }
        let (before, solved) = shorten(numbered, &solutions, &options, &limits)?;
        done.add(before, &solved);
        let entry = Entry {
            world: &id,
            file: &numbered.file,
            level: numbered.number,
            title: numbered.level.info().title,
            before,
            solved: &solved,
        };
        let text =
            serde_json::to_string(&entry).map_err(|error| Failure::input(error.to_string()))?;
        written += &(text.clone() + "\n");
        if let Some(out) = &args.out {
            output::file(out, written.as_bytes())?;
        }
        if args.json {
            output::line(text)?;
        } else {
            print(numbered, before, &solved, levels.len() == 1)?;
        }
        if limits.cancel.is_cancelled() {
            break;
        }
    }
    done.tell(&args, levels.len())
}

const FIRST: Choice = Choice::Range(1, 1);

/// The solution that a level brings.
fn own(numbered: &Numbered) -> Vec<String> {
    numbered.level.info().best.map(|best| best.solution).into_iter().collect()
}

fn shorten(
    numbered: &Numbered,
    solutions: &[String],
    options: &Options,
    limits: &Limits,
) -> Result<(Measures, Solved), Failure> {
    let named = |error: String| Failure::input(format!("level {}: {error}", numbered.number));
    let mut before: Option<Measures> = None;
    for solution in solutions {
        let verified = numbered.level.verify(options, solution)?;
        if let (Some(error), _) = (&verified.error, verified.solved) {
            return Err(named(format!("the rules refuse the solution: {error}")));
        }
        let better = |best: &Measures| key(options, &verified.measures) < key(options, best);
        if before.as_ref().is_none_or(better) {
            before = Some(verified.measures);
        }
    }
    let mut live = Live::new(numbered.title());
    let solved = numbered.level.optimise(solutions, options, limits, &mut live);
    live.clear();
    let solved = solved.map_err(|error| named(error.to_string()))?;
    Ok((before.unwrap_or_default(), solved))
}

/// What is to be small, the asked metric first.
fn key(options: &Options, measures: &Measures) -> (u64, u64) {
    let pushes = measures.pushes.unwrap_or(0);
    let by_pushes = options.iter().any(|(name, value)| name == "metric" && value == "pushes");
    if by_pushes { (pushes, measures.moves) } else { (measures.moves, pushes) }
}

/// The solutions of a file, by level.
fn read(path: &Path) -> Result<BTreeMap<usize, Vec<String>>, Failure> {
    let text = input::read_text(path)?;
    let mut solutions: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut next = 1;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        let problem =
            |why: String| Failure::input(format!("{}, line {}: {why}", path.display(), index + 1));
        let (level, solution) = if line.starts_with('{') {
            let given: Given = serde_json::from_str(line).map_err(|error| {
                problem(format!("{error}; expected an object with level and solution"))
            })?;
            (given.level, given.solution)
        } else if let Some((number, moves)) = line.split_once(':') {
            let number = number.trim().parse().map_err(|_| {
                problem(format!(
                    "{number} is not a level; expected its number before the colon",
                    number = quoted(number)
                ))
            })?;
            (number, Some(moves.trim().to_owned()))
        } else {
            (next, Some(line.to_owned()))
        };
        next = level + 1;
        solutions.entry(level).or_default().extend(solution);
    }
    Ok(solutions)
}

fn print(
    numbered: &Numbered,
    before: Measures,
    solved: &Solved,
    alone: bool,
) -> Result<(), Failure> {
    let after = solved.measures.unwrap_or(before);
    let title = numbered.title();
    let mut parts = vec![if after == before {
        format!("{} as before", measures_text(&after))
    } else {
        let text = format!("{} → {}", measures_text(&before), measures_text(&after));
        styled(text, Style::Good)
    }];
    parts.push(end_text(solved));
    parts.push(seconds(solved.stats.seconds));
    output::line(format!("{:>4}  {title:<24}  {}", numbered.number, parts.join(" · ")))?;
    if let (true, Some(solution)) = (alone, &solved.solution) {
        output::line(solution)?;
    }
    Ok(())
}

/// Why the work ended, in words.
fn end_text(solved: &Solved) -> String {
    match (solved.optimal, solved.status) {
        (true, _) => "optimal".into(),
        (_, Status::Solved) => "nothing more found".into(),
        (_, status) => status.word().replace('_', " "),
    }
}

#[derive(Default)]
struct Tally {
    levels: usize,
    shorter: usize,
    missing: usize,
    before: Measures,
    after: Measures,
}

impl Tally {
    fn add(&mut self, before: Measures, solved: &Solved) {
        let after = solved.measures.unwrap_or(before);
        self.levels += 1;
        self.shorter += usize::from(after != before);
        for (sum, one) in [(&mut self.before, before), (&mut self.after, after)] {
            sum.moves += one.moves;
            if let Some(pushes) = one.pushes {
                *sum.pushes.get_or_insert(0) += pushes;
            }
        }
    }

    fn tell(&self, args: &Args, asked: usize) -> Result<Done, Failure> {
        if self.levels == 0 {
            return Err(Failure::input(
                "there is no solution to make shorter; give one with --solution or --solutions",
            ));
        }
        if !args.json && asked > 1 {
            let mut parts = vec![
                format!("{} of {} shorter", self.shorter, self.levels),
                format!("{} → {}", measures_text(&self.before), measures_text(&self.after)),
            ];
            if self.missing > 0 {
                parts.push(format!("{} without a solution", self.missing));
            }
            output::line(parts.join(" · "))?;
        }
        Ok(true.into())
    }
}
