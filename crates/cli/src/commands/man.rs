use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;
use plyground_catalog::Catalog;

use crate::failure::{Done, Failure};
use crate::output;

/// Write the manual: one page for each command, to be read with man
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground man manual     # then: man ./manual/plyground-solve.1")]
pub struct Args {
    /// The folder for the pages
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let folder = &args.folder;
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder.display(), &error))?;
    let mut command = crate::command(catalog);
    // Sub-commands learn their full names, and options what they take, only now.
    command.build();
    let count = write(&command, "plyground", folder)?;
    output::line(format!("{count} pages written to {}", folder.display()))?;
    Ok(Done::Yes)
}

/// Writes the page of a command and those of its sub-commands; gives their number.
fn write(command: &Command, name: &str, folder: &Path) -> Result<usize, Failure> {
    let mut page = Vec::new();
    let titled = command.clone().name(name.to_owned()).bin_name(name.replace('-', " "));
    Man::new(titled).render(&mut page)?;
    output::file(&folder.join(format!("{name}.1")), &page)?;
    let mut count = 1;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        count += write(sub, &format!("{name}-{}", sub.get_name()), folder)?;
    }
    Ok(count)
}
