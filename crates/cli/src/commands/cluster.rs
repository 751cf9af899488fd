use plyground_catalog::Catalog;
use plyground_cluster::{cancel, status};

use crate::crew::Access;
use crate::failure::{Done, Failure};
use crate::output;
use crate::table::{Align, table};

/// See and end what is under way on a cluster
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground cluster status --cluster nats://10.0.0.1\n  \
    plyground cluster cancel study-1a2b3c4d --cluster nats://10.0.0.1")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// List experiments and tournaments
    Status(Status),
    /// End one: its queue is emptied, workers drop what they do for it
    Cancel(Cancel),
}

#[derive(Debug, clap::Args)]
struct Status {
    /// The NATS server
    #[arg(long, value_name = "nats://HOST")]
    cluster: String,
    #[command(flatten)]
    access: Access,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct Cancel {
    /// Its name, as `status` lists it
    name: String,
    /// The NATS server
    #[arg(long, value_name = "nats://HOST")]
    cluster: String,
    #[command(flatten)]
    access: Access,
}

/// Lists or ends.
pub fn run(_: &Catalog, args: Args) -> Result<Done, Failure> {
    match args.command {
        Command::Status(args) => list(&args)?,
        Command::Cancel(args) => {
            cancel(&args.access.server(&args.cluster), &args.name)?;
            output::line(format!("{} is cancelled; what was taken in is kept", args.name))?;
        }
    }
    Ok(Done::Yes)
}

fn list(args: &Status) -> Result<(), Failure> {
    let found = status(&args.access.server(&args.cluster))?;
    if args.json {
        return output::json(&found);
    }
    if found.experiments.is_empty() {
        return output::line("nothing is under way");
    }
    let head = ["name", "version", "coordinator", "begun with", "queued", "to take in"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(found.experiments.into_iter().map(|one| {
        let numbers = [one.pieces.to_string(), one.queued.to_string(), one.results.to_string()];
        [one.name, one.version, one.host].into_iter().chain(numbers).collect()
    }));
    let mut align = vec![Align::Left; 3];
    align.resize(head.len(), Align::Right);
    output::text(&table(&align, &rows))?;
    output::line(format!("{} of the queued are being done", found.running))
}
