use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use plyground_catalog::{Catalog, GameSession};
use serde::Serialize;

use crate::args::GameArgs;
use crate::failure::{Done, Failure};
use crate::progress::Live;
use crate::table::{Align, table};
use crate::{numbers, output};

/// Count move sequences
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground perft {game}{setup} --depth 4 --divide")]
pub struct Args {
    /// The world
    world: String,
    #[command(flatten)]
    game: GameArgs,
    /// Turns played before counting begins
    #[arg(long, value_name = "LIST")]
    moves: Option<String>,
    /// How many turns deep
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Also print the count of each first turn
    #[arg(long)]
    divide: bool,
    /// Threads; all cores where none is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<(String, u64)>>,
}

/// Counts.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let session = args.game.session(&*catalog.game_world(&args.world)?, args.moves.as_deref())?;
    let began = Instant::now();
    let parts = count(&*session, &args);
    let nodes = parts.iter().map(|(_, nodes)| nodes).sum();
    if args.json {
        let divide = args.divide.then_some(parts);
        output::json(&Entry { depth: args.depth, nodes, divide })?;
        return Ok(Done::Yes);
    }
    if args.divide {
        let rows: Vec<Vec<String>> =
            parts.into_iter().map(|(turn, nodes)| vec![turn, nodes.to_string()]).collect();
        output::text(&table(&[Align::Left, Align::Right], &rows))?;
    }
    let seconds = began.elapsed().as_secs_f64();
    output::remark(&format!("{}, {}", numbers::seconds(seconds), numbers::rate(nodes, seconds)));
    output::line(nodes)?;
    Ok(Done::Yes)
}

/// The count of each first turn; the turns are shared out among threads.
fn count(session: &dyn GameSession, args: &Args) -> Vec<(String, u64)> {
    let turns = session.legal_turns();
    if args.depth == 1 {
        return turns.into_iter().map(|turn| (turn, 1)).collect();
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(vec![0; turns.len()]);
    let live = Mutex::new(Live::new("counting"));
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, turns.len().max(1)) {
            let own = session.clone_box();
            scope.spawn(|| {
                let mut own = own;
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(turn) = turns.get(index) else { break };
                    let nodes = match own.play(turn) {
                        Ok(_) => own.perft(args.depth - 1),
                        Err(_) => 0,
                    };
                    own.undo();
                    if let (Ok(mut counts), Ok(mut live)) = (counts.lock(), live.lock()) {
                        counts[index] = nodes;
                        live.show(&format!("{} of {} first turns", index + 1, turns.len()));
                    }
                }
            });
        }
    });
    let counts = counts.into_inner().unwrap_or_default();
    turns.into_iter().zip(counts).collect()
}
