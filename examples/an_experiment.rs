//! Three methods on ten levels, as a table: `cargo run --release --example an_experiment`.

use plyground::lab::experiment::{Case, Plan, RunStore, methods_table, run, summary};
use plyground::lab::solver::Solver;
use plyground::{Cancel, Catalog};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = Catalog::new().puzzle_world("sokoban")?;
    let pack = world.packs().remove(0);
    let levels = world.parse(&pack.name, pack.text.as_bytes())?.into_iter().take(10);
    let cases = (1..).zip(levels).map(|(number, level)| Case {
        file: pack.name.to_string(),
        number,
        title: level.info().title,
        level,
    });
    let methods = Solver::parse_list("bfs,astar(h=manhattan),astar(h=pushes)")?;
    let plan = Plan::new(world, cases.collect(), methods);
    let rows = run(&plan, &RunStore::in_memory()?, 1, &Cancel::new(), &mut |_, _| {})?;
    let (head, body) = methods_table(&rows);
    println!("{}", head.join("\t"));
    for row in body {
        println!("{}", row.join("\t"));
    }
    for sentence in summary(&rows) {
        println!("{sentence}");
    }
    Ok(())
}
