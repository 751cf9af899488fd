//! An engine that plays any game at random: `plyground match dropper --players greedy,'engine:target/release/examples/an_engine'`.
//!
//! It speaks the protocol of docs/engine.md: lines in, lines out.

use std::io::{BufRead, Write, stdin, stdout};

use plyground::{Catalog, GameSession, Options, Rng};

/// A game at the position of `start [moves M…]` or `TEXT [moves M…]`.
fn game(world: &str, options: &Options, rest: &str) -> Result<Box<dyn GameSession>, String> {
    let (place, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
    let options =
        if place == "start" { options.clone() } else { Options::new().with("position", place) };
    let world = Catalog::new().game_world(world).map_err(|error| error.to_string())?;
    let mut game = world.start(&options).map_err(|error| error.to_string())?;
    for word in moves.split_whitespace() {
        game.play(word).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let world = std::env::args().nth(1).unwrap_or("dropper".to_owned());
    let (mut options, mut rng) = (Options::new(), Rng::new(1));
    let mut now = game(&world, &options, "start");
    for line in stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "world" => println!("id {world}\nname A random mover\nok"),
            "setup" | "size" => options.set(word, rest),
            "position" => now = game(&world, &options, rest),
            "go" => match now.as_mut().map(|game| game.play_random(&mut rng)) {
                Ok(Some(turn)) => println!("bestmove {}", turn.text),
                Ok(None) => println!("error the game is over"),
                Err(reason) => println!("error {reason}"),
            },
            "quit" => break,
            _ => {} // Options of the rules do not matter to a random mover.
        }
        stdout().flush()?;
    }
    Ok(())
}
