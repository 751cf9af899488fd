//! Proves the value of every opening of a board that is not the image of another, and prints each as it is found.
//!
//! `cargo run --release -p plyground-dropper --example openings -- SIZE TABLE_MB [SECONDS [OPENING…]]`; the
//! seconds are a limit for each opening, 0 for none; without openings, all are proven.

use std::time::{Duration, Instant};

use plyground_core::{Budget, Game, GameWorld, Limits, Position, Proof, Spec};
use plyground_dropper::{Dropper, DropperGame, Ply, notation};

fn number(index: usize, default: u64) -> u64 {
    std::env::args().nth(index).and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn main() {
    let size = number(1, 4) as usize;
    let game = DropperGame::new(size);
    let spec = Spec::new("solve").with("all", false).with("table", number(2, 256));
    let mut player = Dropper.own_player(&game, &spec).expect("the options are in range");
    let time = Some(Duration::from_secs(number(3, 0))).filter(|time| !time.is_zero());
    let wanted: Vec<String> = std::env::args().skip(4).collect();
    let limits = Limits { time, ..Limits::default() };
    let budget = Budget { limits, ..Budget::default() };
    let begin = Instant::now();
    // One eighth of the board; the openings nearest to the middle first.
    for row in (0..size.div_ceil(2)).rev() {
        for column in (row..size.div_ceil(2)).rev() {
            let opening = Ply::Free((row * size + column) as u8);
            let name = notation::turn_text(size, &[opening]);
            if !wanted.is_empty() && !wanted.contains(&name) {
                continue;
            }
            let mut position = Position::start(&game);
            game.play(&mut position.state, opening);
            let thought = player.choose(&game, &position, &budget, &mut |_| {});
            let value = match thought.proof {
                Some(Proof::Win) => "loses",
                Some(Proof::Draw) => "draws",
                Some(Proof::Loss) => "wins",
                None => "is not decided within the limit",
            };
            println!(
                "{name} {value}; reply {}; {} nodes; {:.1} s since the start",
                notation::turn_text(size, &thought.lines[0].moves[..1]),
                thought.nodes,
                begin.elapsed().as_secs_f64()
            );
        }
    }
}
