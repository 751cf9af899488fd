use plyground_catalog::{Catalog, Kind, World};
use plyground_core::{OptionInfo, SetupInfo, Text};
use serde::Serialize;

use crate::failure::{Done, Failure};
use crate::output::{self, Style, styled};

/// List the worlds with their options
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground worlds")]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    world: Text,
    name: Text,
    kind: Kind,
    summary: Text,
    options: Vec<OptionInfo>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    packs: Vec<Text>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    setups: Vec<SetupInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<[usize; 3]>,
}

fn entry(world: &World) -> Entry {
    let info = world.info();
    let (mut packs, mut setups, mut sizes) = (Vec::new(), Vec::new(), None);
    match world {
        World::Puzzle(world) => packs = world.packs().into_iter().map(|pack| pack.name).collect(),
        World::Game(world) => {
            setups = world.setups();
            sizes = world.sizes().map(|(range, usual)| [*range.start(), *range.end(), usual]);
        }
    }
    Entry {
        world: info.id,
        name: info.name,
        kind: world.kind(),
        summary: info.summary,
        options: info.options,
        packs,
        setups,
        sizes,
    }
}

/// Lists the worlds.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let entries: Vec<Entry> = catalog.worlds().iter().map(entry).collect();
    if args.json {
        output::json(&entries)?;
        return Ok(Done::Yes);
    }
    for entry in entries {
        let kind = if entry.kind == Kind::Puzzle { "puzzle" } else { "game" };
        output::line(format!("{}  {kind}", styled(entry.world, Style::Bold)))?;
        output::line(format!("  {}", entry.summary))?;
        if !entry.packs.is_empty() {
            output::line(format!("  packs: {}", entry.packs.join(", ")))?;
        }
        if !entry.setups.is_empty() {
            let names: Vec<&str> = entry.setups.iter().map(|setup| setup.id.as_str()).collect();
            output::line(format!("  --setup: {}", names.join(", ")))?;
        }
        if let Some([least, most, usual]) = entry.sizes {
            output::line(format!("  --size: {least} to {most}, usually {usual}"))?;
        }
        output::text(&super::methods::option_lines(&entry.options, "  --set "))?;
    }
    Ok(Done::Yes)
}
