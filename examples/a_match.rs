//! A match of two players: `cargo run --release --example a_match`.

use plyground::lab::tournament::{GameStore, Plan, run, summary};
use plyground::{Cancel, Catalog, Spec};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = Catalog::new().game_world("dropper")?;
    let players = Spec::parse_list("alphabeta(depth=4),greedy")?;
    let mut plan = Plan::new(world, players.into_iter().map(Into::into).collect());
    plan.options.set("size", 6);
    plan.rounds = 5;
    let store = GameStore::in_memory()?;
    let result = run(&plan, &store, 1, &Cancel::new(), &mut |_, games| {
        for game in games {
            println!("game {}: {}", game.number, game.reason);
        }
    })?;
    for sentence in summary(&result) {
        println!("{sentence}");
    }
    Ok(())
}
