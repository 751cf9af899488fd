use plyground_catalog::{AnyGameWorld, Attempt, Catalog};
use plyground_core::Problem;
use plyground_core::scene::text::{self, Charset};
use serde::Serialize;

use crate::failure::{Done, Failure};
use crate::output;
use crate::table::{Align, table};

/// List the problems of a game, show one, or prove all of them again
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples: plyground problems {game}\n          \
                        plyground problems {game} --number 12 --solution\n          \
                        plyground problems {game} --check")]
pub struct Args {
    /// The world
    world: String,
    /// Show this one, with its board
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// Show the idea and the solution too
    #[arg(long)]
    solution: bool,
    /// Prove that each has one solution; the exit code is 1 where one does not hold
    #[arg(long)]
    check: bool,
    /// Plain ASCII instead of line characters
    #[arg(long)]
    ascii: bool,
    /// Print JSON, one object a problem
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry<'a> {
    number: usize,
    turns: usize,
    #[serde(flatten)]
    problem: &'a Problem,
    /// Whether it was proven again; only where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<bool>,
    /// What does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Lists, shows or proves them.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.game_world(&args.world)?;
    let problems: Vec<(usize, Problem)> = (1..).zip(world.problems()).collect();
    let name = world.info().name;
    let count = problems.len();
    let wanted: Vec<&(usize, Problem)> = problems
        .iter()
        .filter(|(number, _)| args.number.is_none_or(|wanted| wanted == *number))
        .collect();
    if let (Some(number), true) = (args.number, wanted.is_empty()) {
        let reason = match count {
            0 => format!("{name} has no problems"),
            _ => format!("{name} has no problem {number}; it has 1 to {count}"),
        };
        return Err(Failure::input(reason));
    }
    if args.check {
        return check(&*world, &wanted, args.json);
    }
    if args.json {
        for (number, problem) in wanted {
            output::json(&entry(*number, problem, None))?;
        }
        return Ok(Done::Yes);
    }
    if let (Some(_), [(_, problem)]) = (args.number, &wanted[..]) {
        let attempt = Attempt::new(&world, problem)?;
        let charset = if args.ascii { Charset::Ascii } else { Charset::Unicode };
        output::text(&text::render(&attempt.session().scene(), charset))?;
        output::line(&problem.goal)?;
        output::line(format!("difficulty {} of 10; {}", problem.difficulty, problem.position))?;
        if args.solution {
            output::line(format!("{}: {}", problem.theme, problem.line.join(" ")))?;
        }
        return Ok(Done::Yes);
    }
    let rows: Vec<Vec<String>> =
        wanted.iter().map(|(number, problem)| row(*number, problem, args.solution)).collect();
    let align = [Align::Right, Align::Right, Align::Left, Align::Left];
    output::text(&table(&align, &rows))?;
    Ok(Done::Yes)
}

fn row(number: usize, problem: &Problem, solution: bool) -> Vec<String> {
    let mut row = vec![number.to_string(), problem.difficulty.to_string(), problem.goal.clone()];
    if solution {
        row.push(format!("{}: {}", problem.theme, problem.line.join(" ")));
    }
    row
}

fn entry(number: usize, problem: &Problem, proof: Option<Result<(), String>>) -> Entry<'_> {
    let (proven, error) = (proof.as_ref().map(Result::is_ok), proof.and_then(Result::err));
    Entry { number, turns: problem.turns(), problem, proven, error }
}

fn check(
    world: &dyn AnyGameWorld,
    wanted: &[&(usize, Problem)],
    json: bool,
) -> Result<Done, Failure> {
    let mut broken = 0;
    for (number, problem) in wanted {
        let proof = world.prove(problem);
        broken += usize::from(proof.is_err());
        if json {
            output::json(&entry(*number, problem, Some(proof)))?;
        } else if let Err(error) = proof {
            output::line(format!("{number}: {error}"))?;
        }
    }
    if !json {
        output::line(format!("{} of {} problems hold", wanted.len() - broken, wanted.len()))?;
    }
    Ok((broken == 0).into())
}
