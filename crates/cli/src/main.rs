//! The `plyground` binary: argument parsing and printing, nothing else.
//!
//! Every command is a file in `commands/`. Results go to stdout, everything else to stderr. Exit codes:
//! 0 done, 1 an honest negative (unsolvable, a limit), 2 bad input.

mod args;
mod commands;
mod failure;
mod input;
mod interrupt;
mod numbers;
mod output;
mod progress;
mod table;

use clap::Parser;
use plyground_catalog::Catalog;

fn main() -> std::process::ExitCode {
    let args = match commands::Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version go to stdout with code 0, usage errors to stderr with code 2.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2).into();
        }
    };
    failure::exit_code(commands::run(&Catalog::new(), args))
}
