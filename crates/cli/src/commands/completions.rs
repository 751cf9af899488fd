use clap_complete::Shell;
use plyground_catalog::Catalog;

use crate::failure::{Done, Failure};
use crate::output;

/// Print what a shell needs to complete commands and options
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    plyground completions bash > plyground.bash     # then: source plyground.bash\n  \
    plyground completions zsh > _plyground          # into a folder of $fpath\n  \
    plyground completions fish > plyground.fish     # into ~/.config/fish/completions")]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let mut command = crate::command(catalog);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "plyground", &mut script);
    output::bytes(&script)?;
    Ok(Done::Yes)
}
