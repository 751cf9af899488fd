#![no_main]
//! What another program says to us when we are its engine.
use std::io::Cursor;
use std::sync::{Arc, Mutex};

use libfuzzer_sys::fuzz_target;
use plyground_catalog::Catalog;
use plyground_core::Spec;
use plyground_lab::engine::speak;

/// The same orders with little time to think: the numbers of a `go` have one digit, and there is always a time.
fn hurried(text: &str) -> String {
    let mut orders = String::new();
    for line in text.split('\n').take(40) {
        let words = line.split_whitespace();
        if words.clone().next() == Some("go") {
            orders.push_str("go time 2 ");
            for word in words.skip(1) {
                let mut digits = 0;
                orders.extend(word.chars().filter(|c| {
                    digits += usize::from(c.is_ascii_digit());
                    !c.is_ascii_digit() || digits < 2
                }));
                orders.push(' ');
            }
            orders.push_str("\nstop\n");
        } else if words.clone().any(|word| word.starts_with("hash") || word.contains("threads")) {
            // Tables of any size and threads by the hundred are the options of who owns the machine.
        } else {
            orders.push_str(line);
            orders.push('\n');
        }
    }
    orders
}

fuzz_target!(|text: &str| {
    let orders = hurried(text);
    for world in Catalog::new().game_worlds() {
        let answers = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&answers);
        let say = move |line: &str| heard.lock().expect("nobody panics").push(line.to_owned());
        speak(Arc::clone(world), &Spec::new("greedy"), &mut Cursor::new(&orders), say)
            .expect("words in memory can be read");
        for answer in answers.lock().expect("nobody panics").iter() {
            let first = answer.split(' ').next().unwrap_or_default();
            let known = ["id", "name", "version", "ok", "info", "bestmove", "error"];
            assert!(known.contains(&first) && !answer.contains('\n'), "{answer}");
        }
    }
});
