//! The line protocol by which other programs play: see `--help` of the command.

use plyground_catalog::Catalog;
use plyground_core::Spec;
use plyground_lab::engine::speak;

use crate::failure::{Done, Failure};
use crate::output;

/// Speak a line protocol, so that other programs can play
#[derive(Debug, clap::Args)]
#[command(after_help = "\
world                               answers id, name, version, then ok
setup NAME | size N                 chooses the start
option NAME VALUE                   sets an option of the world or of the player; `option player SPEC`
                                    chooses the player
position start|TEXT [moves M…]      sets the position
go [time MS] [depth D] [nodes N]    answers info lines, then bestmove M
go MS TEXT                          thinks about the position TEXT for MS milliseconds and answers
                                    bestmove M depth D nodes N
                                    With a time alone, all cores think; `option threads N`
                                    sets fewer
stop                                ends thinking: bestmove follows
quit                                ends; a search with limits is finished first
An unknown or malformed line is answered by error … and changes nothing.

Example: printf 'position start\\ngo time 500\\nquit\\n' | plyground engine {game}")]
pub struct Args {
    /// The world
    world: String,
    /// The player with its options
    #[arg(long = "with", value_name = "SPEC")]
    player: Option<Spec>,
}

/// Answers line by line until `quit` or the end of input.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let world = catalog.game_world(&args.world)?;
    let spec = args.player.unwrap_or_else(|| world.default_player());
    // A reader that is gone cannot be told anything.
    let say = |line: &str| drop(output::line(line));
    speak(world, &spec, &mut std::io::stdin().lock(), say)?;
    Ok(Done::Yes)
}
