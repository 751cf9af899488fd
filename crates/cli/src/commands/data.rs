use std::fs::File;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};

use plyground_catalog::Catalog;
use plyground_core::file::Pending;
use plyground_data::{Claim, Store, backup, default_folder};
use plyground_lab::experiment::RunStore;
use plyground_lab::tournament::GameStore;

use crate::failure::{Done, Failure};
use crate::numbers::grouped;
use crate::output;

/// The databases of a data folder: what a person keeps, and what the page's lab found.
const FILES: [&str; 3] = ["plyground.sqlite", "lab/runs.sqlite", "lab/games.sqlite"];

/// Back up what you keep: progress, own levels, saved games, what is open, results of the lab
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground data export plyground.backup")]
pub struct Args {
    #[command(subcommand)]
    action: Action,
    /// The folder of progress, saved games and own levels
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Write everything into one file
    Export {
        /// The file
        file: PathBuf,
    },
    /// Add what such a file holds; what is there stays
    Import {
        /// The file
        file: PathBuf,
    },
    /// Say how much is kept, and how much may be
    Show,
}

/// Does it.
pub fn run(_: &Catalog, args: Args) -> Result<Done, Failure> {
    let folder = args.data.unwrap_or_else(default_folder);
    match args.action {
        Action::Export { file } => export(&folder, &file),
        Action::Import { file } => import(&folder, &file),
        Action::Show => show(&folder),
    }
}

fn export(folder: &Path, file: &Path) -> Result<Done, Failure> {
    // Opened as the server would: a damaged store is noticed now, not when the back-up is needed.
    remark_on(&Store::open(folder)?);
    let cannot = |error: std::io::Error| Failure::file(file.display(), &error);
    let mut out = Pending::create(file).map_err(cannot)?;
    let entries = backup::export(folder, &FILES, &mut out)?;
    out.flush().map_err(cannot)?;
    out.commit().map_err(cannot)?;
    output::line(format!("{} entries are in {}", grouped(entries as u64), file.display()))?;
    Ok(Done::Yes)
}

fn import(folder: &Path, file: &Path) -> Result<Done, Failure> {
    // A server would not see what changes behind it.
    let _claim = Claim::take(folder, "plyground data import")?;
    remark_on(&Store::open(folder)?);
    RunStore::open(&folder.join("lab"))?;
    GameStore::open(&folder.join("lab"))?;
    let from = File::open(file).map_err(|error| Failure::file(file.display(), &error))?;
    let (added, all) = backup::import(folder, &FILES, &mut BufReader::new(from))
        .map_err(|error| Failure::input(format!("{}: {error}", file.display())))?;
    let (added, all) = (grouped(added as u64), grouped(all as u64));
    output::line(format!("{added} of {all} entries were added; the others were there"))?;
    Ok(Done::Yes)
}

fn remark_on(store: &Store) {
    for remark in store.remarks() {
        output::remark(&remark);
    }
}

fn show(folder: &Path) -> Result<Done, Failure> {
    let store = Store::open(folder)?;
    let usage = store.usage()?;
    output::line(folder.display())?;
    for (words, share) in [("own levels", usage.levels), ("saved games", usage.games)] {
        let [kept, most] = [share.kept, share.most].map(|count| grouped(count as u64));
        let largest = share.largest >> 10;
        output::line(format!("{words}: {kept} of at most {most}, each up to {largest} kB"))?;
    }
    output::line(format!("{} kB in all", grouped(usage.bytes >> 10)))?;
    remark_on(&store);
    Ok(Done::Yes)
}
