//! The command line: argument parsing and printing, nothing else.
//!
//! Every command is a file in `commands/`. Results go to stdout, everything else to stderr. Exit codes:
//! 0 done, 1 an honest negative (unsolvable, a limit), 2 bad input. [`run`] is all of a program whose worlds are
//! those of a catalog.

mod args;
mod commands;
mod crew;
mod examples;
mod failure;
mod input;
mod interrupt;
mod numbers;
mod output;
mod progress;
mod table;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};
use plyground_catalog::Catalog;

/// Does what the arguments of the program say, with the worlds of this catalog.
pub fn run(catalog: &Catalog) -> ExitCode {
    let parsed = command(catalog)
        .try_get_matches()
        .and_then(|found| commands::Args::from_arg_matches(&found));
    match parsed {
        Ok(args) => failure::exit_code(commands::run(catalog, args)),
        Err(error) => {
            // Help and version go to stdout with code 0, usage errors to stderr with code 2.
            let _ = error.print();
            u8::try_from(error.exit_code()).unwrap_or(2).into()
        }
    }
}

/// The command line whole, its examples with the worlds of this catalog.
fn command(catalog: &Catalog) -> clap::Command {
    examples::fill(commands::Args::command(), catalog)
}

/// Every command line that the help gives as an example, for those who try them.
pub fn help_examples(catalog: &Catalog) -> Vec<String> {
    examples::all(&command(catalog))
}

/// Whether the arguments are understood; what is wrong with them where they are not.
pub fn check_arguments(catalog: &Catalog, arguments: &[String]) -> Result<(), String> {
    let found = command(catalog).try_get_matches_from(arguments);
    found.map(drop).map_err(|error| error.to_string())
}
