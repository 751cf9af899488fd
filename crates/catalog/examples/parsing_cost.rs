//! What reading costs at one size and at four times that: every reader is to be linear, so every ratio about 4.
//! `cargo run --release -p plyground-catalog --example parsing_cost`

use std::hint::black_box;
use std::time::Instant;

use plyground_catalog::{Catalog, Contest, Record};
use plyground_core::{Options, Spec};

/// Seconds of processor time that this thread has used, or wall time where the system does not tell.
fn now(began: Instant) -> f64 {
    let used = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let used = used.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    used.map_or_else(|| began.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// So long a text is read again and again: some systems count processor time in steps of several milliseconds.
const LEAST: f64 = 0.4;

/// What reading a text once takes, in milliseconds.
fn milliseconds(read: &dyn Fn(&str), text: &str) -> f64 {
    let began = Instant::now();
    let before = now(began);
    let mut count = 0.0;
    while now(began) - before < LEAST {
        read(black_box(text));
        count += 1.0;
    }
    (now(began) - before) / count * 1e3
}

/// About so many bytes: a beginning, something again and again, and an end.
fn filled(begin: &str, middle: &str, end: &str, bytes: usize) -> String {
    format!("{begin}{}{end}", middle.repeat(bytes / middle.len()))
}

fn main() {
    let catalog = Catalog::new();
    let sokoban = catalog.puzzle_world("sokoban").expect("it ships");
    let sokobond = catalog.puzzle_world("sokobond").expect("it ships");
    let abalone = catalog.game_world("abalone").expect("it ships");
    let drawn = b"#####\n#@$.#\n#   #\n#####\n";
    let level = sokoban.parse("drawn", drawn).expect("a level").remove(0);
    let levels = |text: &str| drop(black_box(sokoban.parse("bench", text.as_bytes())));
    let atoms = |text: &str| drop(black_box(sokobond.parse("bench", text.as_bytes())));
    let record = |text: &str| {
        let record = Record::parse("bench", text).expect("a record");
        drop(black_box(record.to_string()));
    };
    let replay = |text: &str| {
        let record = Record::parse("bench", text).expect("a record");
        drop(black_box(Contest::of_record_in(&*abalone, &record)));
    };
    let moves = |text: &str| drop(black_box(level.verify(&Options::new(), text)));
    let specs = |text: &str| drop(black_box(Spec::parse_list(text)));
    let row = "<L>#####</L><L>#@$.#</L><L>#####</L>";
    let slc = format!("<Level Id=\"a\">{row}</Level>");
    let head = "<SokobanLevels><LevelCollection>";
    let there = "[World \"abalone\"]\n\n";
    let bond = "v2\nx x x x x\n\nx O - o x\n     +\nx - - - x\n\nx x x x x\n\nTitle: A\n\n";
    type Case<'a> = (&'a str, &'a dyn Fn(&str), [&'a str; 3]);
    let cases: [Case<'_>; 12] = [
        ("SLC in one line", &levels, [head, &slc, "</LevelCollection></SokobanLevels>"]),
        ("tiny levels", &levels, ["", "#####\n#@$.#\n#####\n\n", ""]),
        ("tiny levels with titles", &levels, ["", "#####\n#@$.#\n#####\nTitle: a\n\n", ""]),
        ("tiny levels with run lengths", &levels, ["", "5#|#@$.#|5#\n\n", ""]),
        ("remarks that never end", &levels, ["", "Comment: a\nb\n", "#####\n#@$.#\n#####\n"]),
        ("a line of walls", &levels, ["", "#", "\n"]),
        ("levels of atoms", &atoms, ["", bond, ""]),
        ("moves", &moves, ["", "dlru", ""]),
        ("a list of methods", &specs, ["bfs", ",astar(h=manhattan)", ""]),
        ("a record in one line", &record, [there, "1. i-A1-1 {0.20s} i-I9-7 ", "*\n"]),
        ("variations in one line", &record, [there, "1. a b (1... c {x} 2. d) ", "*\n"]),
        ("a replay up to a forbidden turn", &replay, [there, "1. i-A1-1 ", "*\n"]),
    ];
    println!("{:<32} {:>9} {:>9} {:>6}", "", "200 kB", "800 kB", "ratio");
    for (name, read, [begin, middle, end]) in cases {
        let [one, four] =
            [200_000, 800_000].map(|n| milliseconds(read, &filled(begin, middle, end, n)));
        println!("{name:<32} {one:>6.2} ms {four:>6.2} ms {:>6.1}", four / one);
    }
}
