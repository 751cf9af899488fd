use plyground_catalog::{AnyGameWorld, AnyPuzzleWorld, Catalog, Unwatched, World};
use plyground_core::{Budget, Limits, Options, Spec, Text};
use serde::Serialize;

use crate::failure::{Done, Failure};
use crate::numbers::{grouped, rate};
use crate::{input, output};

/// Run a fixed set of searches and print one signature: it changes only when behaviour does
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground bench")]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How many shipped levels of a world are searched, spread evenly over its packs.
const LEVELS: usize = 4;
/// States a puzzle search may expand.
const STATES: u64 = 30_000;
/// Turns that a player plays from a start.
const TURNS: usize = 3;

/// Methods of every puzzle world, beside its default one.
const METHODS: &[&str] =
    &["bfs", "dfs", "greedy", "astar", "wastar(w=2)", "idastar", "beam", "lrtastar"];
/// Players of every game world: limited by depth or playouts, so that the positions they visit tell
/// how they search.
const PLAYERS: &[&str] =
    &["greedy", "minimax(depth=2)", "alphabeta(depth=5)", "mcts(playouts=500)"];

#[derive(Serialize)]
struct Case {
    world: Text,
    what: String,
    method: String,
    result: String,
    states: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Entry<'a> {
    signature: u64,
    cases: &'a [Case],
}

/// Runs the searches.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let mut cases = Vec::new();
    let mut report = |case: Case| -> Result<(), Failure> {
        if !args.json {
            output::line(format!(
                "{:<9} {:<28} {:<22} {:>12} states  {:>9}  {}",
                case.world,
                case.what,
                case.method,
                grouped(case.states),
                rate(case.states, case.seconds),
                case.result
            ))?;
        }
        cases.push(case);
        Ok(())
    };
    for world in catalog.worlds() {
        match world {
            World::Puzzle(world) => puzzles(&**world, &mut report)?,
            World::Game(world) => games(&**world, &mut report)?,
        }
    }
    let signature = cases.iter().map(|case| case.states).sum();
    if args.json {
        output::json(&Entry { signature, cases: &cases })?;
    } else {
        output::line(format!("signature {signature}"))?;
    }
    Ok(Done::Yes)
}

type Report<'a> = dyn FnMut(Case) -> Result<(), Failure> + 'a;

fn puzzles(world: &dyn AnyPuzzleWorld, report: &mut Report<'_>) -> Result<(), Failure> {
    let limits = Limits { threads: Some(1), ..Limits::states(STATES) };
    let mut methods = vec![world.default_method()];
    for text in METHODS {
        methods.push(text.parse()?);
    }
    if world.packs().is_empty() {
        return Ok(());
    }
    let levels = input::levels(world, None)?;
    for chosen in 0..LEVELS.min(levels.len()) {
        let numbered = &levels[chosen * levels.len() / LEVELS.min(levels.len())];
        for method in &methods {
            let solved = numbered.level.solve(method, &Options::new(), &limits, &mut Unwatched)?;
            report(Case {
                world: world.info().id,
                what: numbered.title(),
                method: method.to_string(),
                result: solved.status.to_string(),
                states: solved.stats.expanded,
                seconds: solved.stats.seconds,
            })?;
        }
    }
    Ok(())
}

fn games(world: &dyn AnyGameWorld, report: &mut Report<'_>) -> Result<(), Failure> {
    let mut starts: Vec<Options> = Vec::new();
    for setup in world.setups().iter().take(3) {
        starts.push(Options::new().with("setup", &setup.id));
    }
    if let Some((sizes, usual)) = world.sizes() {
        starts.extend(
            sizes
                .filter(|&size| size == 5 || size == usual)
                .map(|size| Options::new().with("size", size)),
        );
    }
    for options in &starts {
        for text in PLAYERS {
            report(one_game(world, options, &text.parse()?)?)?;
        }
    }
    Ok(())
}

/// A few turns of a player against itself.
fn one_game(world: &dyn AnyGameWorld, options: &Options, spec: &Spec) -> Result<Case, Failure> {
    let limits = Limits { threads: Some(1), ..Limits::default() };
    let budget = Budget { limits, ..Budget::default() };
    let (mut session, mut player) = (world.start(options)?, world.player(spec)?);
    let (mut states, mut seconds) = (0, 0.0);
    while session.turns().len() < TURNS && session.ending().is_none() {
        let thought = player.think(&*session, &budget, &mut |_| {})?;
        states += thought.nodes;
        seconds += thought.seconds;
        session.play(thought.best.first().map_or("", String::as_str))?;
    }
    let turns: Vec<String> = session.turns().into_iter().map(|turn| turn.text).collect();
    let what: Vec<&str> = options.iter().map(|(_, value)| value).collect();
    Ok(Case {
        world: world.info().id,
        what: what.join(" "),
        method: spec.to_string(),
        result: turns.join(" "),
        states,
        seconds,
    })
}
