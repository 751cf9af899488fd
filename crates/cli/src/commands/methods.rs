use plyground_catalog::{Catalog, World};
use plyground_core::{EvaluationInfo, HeuristicInfo, MethodInfo, OptionInfo, Properties, Text};
use serde::Serialize;

use crate::failure::{Done, Failure};
use crate::output::{self, Style, styled};
use crate::table::{Align, table};

/// List methods, heuristics and evaluations with their options and properties
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: plyground methods {puzzle}")]
pub struct Args {
    /// The world; all worlds where none is given
    world: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    world: Text,
    methods: Vec<MethodInfo>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    heuristics: Vec<HeuristicInfo>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evaluations: Vec<EvaluationInfo>,
}

fn entry(world: &World) -> Entry {
    let id = world.info().id;
    match world {
        World::Puzzle(world) => Entry {
            world: id,
            methods: world.methods(),
            heuristics: world.heuristics(),
            evaluations: Vec::new(),
        },
        World::Game(world) => Entry {
            world: id,
            methods: world.players(),
            heuristics: Vec::new(),
            evaluations: world.evaluations(),
        },
    }
}

/// Lists the methods.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let chosen = match &args.world {
        Some(name) => vec![catalog.world(name)?],
        None => catalog.worlds().to_vec(),
    };
    let entries: Vec<Entry> = chosen.iter().map(entry).collect();
    if args.json {
        output::json(&entries)?;
        return Ok(Done::Yes);
    }
    for (i, entry) in entries.iter().enumerate() {
        if i > 0 {
            output::line("")?;
        }
        print(entry)?;
    }
    Ok(Done::Yes)
}

fn print(entry: &Entry) -> Result<(), Failure> {
    output::line(styled(&entry.world, Style::Bold))?;
    for method in &entry.methods {
        let promise = styled(traits(method), Style::Dim);
        output::line(format!("  {:<14}{}{promise}", method.id, method.summary))?;
        output::text(&option_lines(&method.options, "      "))?;
    }
    if !entry.heuristics.is_empty() {
        output::line("  heuristics, h=…")?;
    }
    let rows: Vec<Vec<String>> = entry
        .heuristics
        .iter()
        .map(|h| vec![format!("    {}", h.id), h.summary.to_string(), promises(&h.properties)])
        .collect();
    output::text(&table(&[Align::Left; 3], &rows))?;
    if !entry.evaluations.is_empty() {
        output::line("  evaluations, eval=…")?;
    }
    let rows: Vec<Vec<String>> = entry
        .evaluations
        .iter()
        .map(|e| vec![format!("    {}", e.id), e.summary.to_string()])
        .collect();
    output::text(&table(&[Align::Left; 2], &rows))
}

/// What a method is like, in a few words.
fn traits(method: &MethodInfo) -> String {
    let words: Vec<&str> = [
        (method.optimal, "optimal"),
        (method.complete && !method.optimal, "complete"),
        (method.threads, "threads"),
    ]
    .into_iter()
    .filter_map(|(is_so, word)| is_so.then_some(word))
    .collect();
    if words.is_empty() { String::new() } else { format!("  ({})", words.join(", ")) }
}

fn promises(properties: &[(Text, Properties)]) -> String {
    let word = |p: Properties| match (p.admissible, p.consistent) {
        (_, true) => "consistent",
        (true, false) => "admissible",
        (false, false) => "a guide",
    };
    let parts: Vec<String> =
        properties.iter().map(|(metric, p)| format!("{metric}: {}", word(*p))).collect();
    parts.join(", ")
}

/// Options, one a line.
pub fn option_lines(options: &[OptionInfo], indent: &str) -> String {
    let rows: Vec<Vec<String>> = options
        .iter()
        .map(|option| {
            let value = if option.default.is_empty() { "…" } else { option.default };
            vec![format!("{indent}{}={value}", option.id), option.summary.to_owned()]
        })
        .collect();
    table(&[Align::Left; 2], &rows)
}
