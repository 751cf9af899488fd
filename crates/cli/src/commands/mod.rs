//! One file per command.

mod analyse;
mod bench;
mod compare;
mod engine;
mod expand;
mod generate;
mod hint;
mod levels;
mod match_;
mod methods;
mod optimise;
mod perft;
mod play;
mod serve;
mod show;
mod solve;
mod tournament;
mod verify;
mod worlds;

use clap::{Parser, Subcommand};
use plyground_catalog::Catalog;

use crate::failure::{Done, Failure};

/// Play, solve, analyse and compare board worlds
#[derive(Debug, Parser)]
#[command(name = "plyground", version, about, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

macro_rules! commands {
    ($($variant:ident($module:ident),)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($variant($module::Args),)*
        }

        /// Runs the command.
        pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
            match args.command {
                None => serve::run(catalog, serve::Args::default()),
                $(Some(Command::$variant(args)) => $module::run(catalog, args),)*
            }
        }
    };
}

commands! {
    Serve(serve),
    Worlds(worlds),
    Methods(methods),
    Levels(levels),
    Show(show),
    Solve(solve),
    Optimise(optimise),
    Verify(verify),
    Hint(hint),
    Generate(generate),
    Expand(expand),
    Perft(perft),
    Play(play),
    Analyse(analyse),
    Match(match_),
    Tournament(tournament),
    Compare(compare),
    Engine(engine),
    Bench(bench),
}
