use plyground_catalog::Catalog;

use crate::failure::{Done, Failure};

/// Do the pieces that a worker gives on standard input
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub struct Args {}

/// Works until there are no more pieces.
pub fn run(catalog: &Catalog, _: Args) -> Result<Done, Failure> {
    plyground_cluster::serve(catalog);
    Ok(Done::Yes)
}
