use std::sync::Mutex;
use std::time::Duration;

use plyground_catalog::Catalog;
use plyground_cluster::Worker;

use crate::crew::Access;
use crate::failure::{Done, Failure};
use crate::progress::Live;
use crate::{args, interrupt, output};

/// Work for the experiments and tournaments of a cluster
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground worker --cluster nats://10.0.0.1 --jobs 8\n\n\
    A worker needs nothing but this program: levels and players come with the orders. Ctrl-C hands back what it is at.\n\
    Each piece is done in a process of its own: one that ignores its limits of time or memory is ended, and its row says so.")]
pub struct Args {
    /// The NATS server
    #[arg(long, value_name = "nats://HOST")]
    cluster: String,
    #[command(flatten)]
    access: Access,
    /// Pieces at the same time; all cores where none is given, 1 for clean timings
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Also start the programs that orders name (engine:CMD, exec:CMD); only for a server that nobody else gets into
    #[arg(long)]
    allow_exec: bool,
    /// End after so many seconds without work
    #[arg(long, value_name = "S", value_parser = args::seconds)]
    idle: Option<Duration>,
}

/// Works until Ctrl-C, or until there is nothing to do.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    plyground_lab::engine::adopt_orphans();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut worker =
        Worker::new(args.access.server(&args.cluster), args.jobs.map_or(cores, usize::from));
    (worker.allow_exec, worker.idle) = (args.allow_exec, args.idle);
    let program = std::env::current_exe().map_err(|error| {
        Failure::input(format!("this program does not know its own file: {error}"))
    })?;
    worker.process = Some(vec![program.into(), "slot".into()]);
    let (jobs, place) = (worker.jobs, worker.server.place());
    output::remark(&format!("{jobs} at a time for {place}; Ctrl-C ends"));
    let live = Mutex::new(Live::at_once());
    let told = |words: &str| {
        if let Ok(mut live) = live.lock() {
            live.show(words);
        }
    };
    let done = worker.run(catalog, &interrupt::cancel(), &told)?;
    if let Ok(mut live) = live.lock() {
        live.clear();
    }
    output::remark(&format!("{done} done"));
    Ok(Done::Yes)
}
