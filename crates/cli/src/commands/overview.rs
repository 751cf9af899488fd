//! `plyground` alone: what there is, and what to try.

use plyground_catalog::{Kind, worlds};

use crate::failure::{Done, Failure};
use crate::output::{self, Style, styled};
use crate::table::{Align, table};

/// Prints the overview.
pub fn run() -> Result<Done, Failure> {
    output::line(styled("Plyground", Style::Bold))?;
    output::line("Play, solve, analyse and compare board worlds.\n")?;
    let rows: Vec<Vec<String>> = worlds()
        .iter()
        .map(|world| {
            let info = world.info();
            let kind = if world.kind() == Kind::Puzzle { "puzzle" } else { "game" };
            vec![format!("  {}", info.id), kind.to_owned(), info.summary.to_owned()]
        })
        .collect();
    output::text(&table(&[Align::Left; 3], &rows))?;
    output::line("\nTry:")?;
    for world in worlds() {
        let id = world.info().id;
        let example = match world.kind() {
            Kind::Puzzle => format!("plyground solve {id} --level 1"),
            Kind::Game => format!("plyground analyse {id}"),
        };
        output::line(format!("  {example}"))?;
    }
    output::line("  plyground methods\n  plyground --help")?;
    Ok(Done::Yes)
}
