use plyground_catalog::{Catalog, LineText, ThoughtText};
use plyground_core::{Budget, Proof, Spec};
use serde::Serialize;

use crate::args::{GameArgs, LimitArgs};
use crate::failure::{Done, Failure};
use crate::numbers::{grouped, seconds};
use crate::output::{self, Style, styled};
use crate::progress::Live;

/// The best moves with evaluation and line
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground analyse {game}{setup} --time 2 --lines 3")]
pub struct Args {
    /// The world
    world: String,
    #[command(flatten)]
    game: GameArgs,
    /// Turns played before the position
    #[arg(long, value_name = "LIST")]
    moves: Option<String>,
    /// The player that analyses, with its options
    #[arg(long = "with", value_name = "SPEC")]
    method: Option<Spec>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Plies to look ahead at most
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,
    /// How many different first moves to give lines for
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    lines: u16,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry<'a> {
    best: &'a [String],
    value: Option<Proof>,
    score: i32,
    depth: u32,
    nodes: u64,
    lines: &'a [LineText],
}

/// Analyses the position.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.game_world(&args.world)?;
    let session = args.game.session(&*world, args.moves.as_deref())?;
    let spec = args.method.clone().unwrap_or_else(|| world.default_player());
    let limits = args.limits.limits();
    let mut player = world.player_within(&spec, limits.memory)?;
    let budget = Budget { limits, depth: args.depth, lines: args.lines.into() };
    let mut live = Live::new(spec.to_string());
    let mut tell = |thought: &ThoughtText| live.show(&brief(thought));
    let thought = player.think(&*session, &budget, &mut tell)?;
    live.clear();
    if args.json {
        output::json(&Entry {
            best: &thought.best,
            value: thought.proof,
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
            lines: &thought.lines,
        })?;
    } else {
        let side = world.side_name(session.side());
        print(&side, &thought)?;
    }
    Ok(Done::Yes)
}

fn brief(thought: &ThoughtText) -> String {
    let best = thought.best.first().map_or("", String::as_str);
    let (depth, score, nodes) = (thought.depth, thought.score, grouped(thought.nodes));
    format!("depth {depth} · {score:+} · {nodes} nodes · {} · {best}", seconds(thought.seconds))
}

fn print(side: &str, thought: &ThoughtText) -> Result<(), Failure> {
    let value = match thought.proof {
        Some(Proof::Win) => styled(format!("{side} wins"), Style::Good),
        Some(Proof::Loss) => styled(format!("{side} loses"), Style::Bad),
        Some(Proof::Draw) => styled("draw", Style::Warm),
        None => format!("{:+} for {side}", thought.score),
    };
    let word = if thought.best.len() > 1 { "best, all equal" } else { "best" };
    let best = styled(thought.best.join("  "), Style::Bold);
    output::line(format!("{word}: {best}"))?;
    output::line(format!(
        "value: {value} · depth {} · {} nodes · {}",
        thought.depth,
        grouped(thought.nodes),
        seconds(thought.seconds)
    ))?;
    for line in &thought.lines {
        output::line(format!("{:>+8}  {}", line.score, line.moves.join(" ")))?;
    }
    Ok(())
}
