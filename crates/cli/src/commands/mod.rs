//! One file per command.

mod analyse;
mod bench;
mod check;
mod cluster;
mod compare;
mod completions;
mod convert;
mod daily;
mod data;
mod engine;
mod enumerate;
mod expand;
mod generate;
mod hint;
mod levels;
mod man;
mod match_;
mod merge;
mod methods;
mod optimise;
mod perft;
mod play;
mod problems;
mod serve;
mod show;
mod slot;
mod solve;
mod tournament;
mod verify;
mod worker;
mod worlds;

use clap::{Parser, Subcommand};
use plyground_catalog::Catalog;

use crate::failure::{Done, Failure};

/// Plyground: a workbench for board worlds and search. Play, solve, analyse and compare puzzles and games
///
/// Without a command it starts the app and prints its address.
#[derive(Debug, Parser)]
#[command(
    name = "plyground",
    version,
    max_term_width = 100,
    after_help = "Examples:\n  \
        plyground solve {puzzle} --level 12\n  \
        plyground play {puzzle}\n  \
        plyground analyse {game}{setup} --time 2\n\n\
        `plyground worlds` says what there is to play, `plyground COMMAND --help` has examples of each command."
)]
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
    Check(check),
    Convert(convert),
    Show(show),
    Solve(solve),
    Optimise(optimise),
    Verify(verify),
    Hint(hint),
    Generate(generate),
    Daily(daily),
    Expand(expand),
    Perft(perft),
    Enumerate(enumerate),
    Play(play),
    Problems(problems),
    Analyse(analyse),
    Match(match_),
    Tournament(tournament),
    Compare(compare),
    Worker(worker),
    Slot(slot),
    Cluster(cluster),
    Merge(merge),
    Engine(engine),
    Data(data),
    Bench(bench),
    Completions(completions),
    Man(man),
}
