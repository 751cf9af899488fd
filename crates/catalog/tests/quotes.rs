//! What is wrong with a text is said in a few words, however long the text is.

use plyground_catalog::{Catalog, Record, TimeControl};
use plyground_core::{Options, Spec};

/// Longer than any quote, by far.
const LONG: usize = 50_000;
/// A message may quote twice, and say what was expected, which may be a list of names.
const MOST: usize = 1_500;

fn short(what: &str, message: Option<String>) {
    let Some(message) = message else { return };
    assert!(message.chars().count() <= MOST, "{what}: {message:.300}…");
}

/// Lines of one word, of letters and signs that some reader understands.
fn lines() -> Vec<String> {
    let words =
        ["x", "#", "A1", "é", "(", "\"", "9", "-", "a=b,", "{", "u", "@$.", "\u{1b}[2J", "[", ":"];
    let mut lines: Vec<String> = words.iter().map(|word| word.repeat(LONG)).collect();
    lines.push(format!("Title: {}", "x".repeat(LONG)));
    lines.push(format!("{}: x", "x".repeat(LONG)));
    lines
}

#[test]
fn readers_of_levels_and_moves_quote_little() {
    for world in Catalog::new().puzzle_worlds() {
        let pack = world.packs().remove(0);
        let level = world.parse("pack", pack.text.as_bytes()).unwrap().remove(0);
        for line in lines() {
            for text in [
                line.clone(),
                format!("v2\n{line}\n"),
                format!("#####\n#{line}#\n#####\n"),
                format!("{{\"levels\": [{{\"{line}\": 1}}]}}"),
                format!("{{\"format\": \"{line}\", \"levels\": []}}"),
                format!("<{line}><Level Id=\"{line}\"><L>{line}</L></Level>"),
                format!("height: {line}\nwidth: 3\nplayer: [1, 1]\n"),
            ] {
                let error = world.parse("long", text.as_bytes()).err();
                short("level", error.map(|error| error.to_string()));
            }
            short("moves", level.verify(&Options::new(), &line).unwrap().error);
            let options = Options::new().with("metric", &line);
            short("option", level.start(&options).err().map(|error| error.0));
            short("name", level.start(&Options::new().with(&line, 1)).err().map(|error| error.0));
            short("format", level.text(&line).err().map(|error| error.0));
        }
    }
}

#[test]
fn readers_of_positions_turns_and_records_quote_little() {
    let catalog = Catalog::new();
    for world in catalog.game_worlds() {
        let id = world.info().id;
        for line in lines() {
            for name in ["position", "setup", "size", &line] {
                let started = world.start(&Options::new().with(name, &line));
                short(name, started.err().map(|error| error.0));
            }
            let mut session = world.start(&Options::new()).unwrap();
            short("turn", session.play(&line).err().map(|error| error.to_string()));
            for text in [
                line.clone(),
                format!("[World \"{line}\"]\n\n1. A1\n"),
                format!("[World \"{id}\"]\n[Result \"{line}\"]\n\n*\n"),
                format!("[World \"{id}\"]\n[Options \"{line}\"]\n\n*\n"),
                format!("[World \"{id}\"]\n\n1. {line}\n"),
                format!("[World \"{id}\"]\n\n1. x{}\n", "!".repeat(LONG)),
            ] {
                let read = Record::parse("long", &text);
                let error = read.and_then(|record| record.replay(&catalog).map(drop)).err();
                short("record", error.map(|error| error.to_string()));
            }
            short("player", world.player(&Spec::new(&line)).err().map(|error| error.0));
        }
    }
    for line in lines() {
        short("method", line.parse::<Spec>().err().map(|error| error.0));
        short("method", format!("bfs({line})").parse::<Spec>().err().map(|error| error.0));
        short("world", catalog.world(&line).err().map(|error| error.0));
        short("clock", line.parse::<TimeControl>().err().map(|error| error.0));
    }
}
