//! Makes the packs that ship: `cargo run --release -p plyground-sokobond --example packs -- levels/sokobond`.
//! A second word makes only the pack whose file name contains it.
//!
//! Seeds are fixed, so the same packs come out everywhere. A few levels that teach one thing each are drawn by
//! hand; all others are the generator's, the hardest of many for each step of a chapter.

use plyground_core::{Cancel, Generation, Limits, Options, Puzzle as _};
use plyground_sokobond::generator::{self, Chapter};
use plyground_sokobond::{Board, Level, notation, solver};

/// Levels drawn by hand: chapter, text.
const BY_HAND: [(Chapter, &str); 4] = [
    (Chapter::Bonding, "xxxxxxx\nxh---hx\nx--O--x\nxxxxxxx\n"),
    (Chapter::Pushing, "xxxxxxx\nxE----x\nx--h--x\nx-----x\nx-h---x\nxxxxxxx\n"),
    (Chapter::Cutting, "v2\nx x x x x\n\nx O - o x\n     +\nx - - - x\n\nx x x x x\n"),
    (
        Chapter::Turning,
        "v2\nx x x x\n\nx O h x\n   @\nx - x x\n\nx - x x\n\nx - x x\n\nx h x x\n\nx x x x\n",
    ),
];

/// The steps of a chapter: the size of the room, the fewest and the most moves.
const STEPS: [(usize, usize, usize); 4] = [(4, 5, 10), (5, 8, 15), (5, 11, 20), (6, 14, 80)];
/// Levels kept, and levels made, for each step.
const KEPT: usize = 4;
const MADE: usize = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("expected the folder to write the packs to")?;
    let files = ["1-bonding", "2-pushing", "3-cutting", "4-turning"];
    let only = std::env::args().nth(2).unwrap_or_default();
    for (chapter, file) in Chapter::ALL.into_iter().zip(files) {
        if !file.contains(&only) {
            continue;
        }
        let levels = pack(chapter)?;
        println!("{file}: {} levels", levels.len());
        std::fs::write(format!("{folder}/{file}.txt"), notation::text::print(&levels))?;
    }
    Ok(())
}

fn pack(chapter: Chapter) -> Result<Vec<Level>, Box<dyn std::error::Error>> {
    let mut levels: Vec<Level> = Vec::new();
    for (seed, (size, least, most)) in STEPS.into_iter().enumerate() {
        let mut made = made(chapter, seed as u64 + 1, size, least, most);
        made.sort_by(|a, b| b.notes.difficulty.partial_cmp(&a.notes.difficulty).expect("numbers"));
        let before = levels.len();
        for often in 1..=3 {
            for level in &made {
                let same = |other: &&Level| other.notes.title == level.notes.title;
                if levels.len() < before + KEPT && levels.iter().filter(same).count() < often {
                    levels.push(level.clone());
                }
            }
            made.retain(|level| !levels.contains(level));
        }
    }
    levels.sort_by(|a, b| a.notes.difficulty.partial_cmp(&b.notes.difficulty).expect("numbers"));
    for (_, text) in BY_HAND.into_iter().filter(|(of, _)| *of == chapter) {
        levels.insert(0, by_hand(chapter, text)?);
    }
    number_titles(&mut levels);
    for level in &mut levels {
        level.notes.author = "Plyground".into();
    }
    Ok(levels)
}

fn made(chapter: Chapter, seed: u64, size: usize, least: usize, most: usize) -> Vec<Level> {
    let word = ["bonding", "pushing", "cutting", "turning"][chapter as usize];
    let options = Options::new()
        .with("chapter", word)
        .with("size", size)
        .with("least", least)
        .with("most", most);
    let wanted = Generation { count: MADE, seed, options, cancel: Cancel::new() };
    let mut levels = Vec::new();
    let result = generator::generate(&wanted, &mut |found| levels.push(found.level));
    println!("{word}, size {size}, {least} to {most} moves: {} made {result:?}", levels.len());
    levels
}

fn by_hand(chapter: Chapter, text: &str) -> Result<Level, Box<dyn std::error::Error>> {
    let mut level = notation::parse(text.as_bytes())?.remove(0);
    let board = Board::new(&level, false).map_err(|flaw| flaw.to_string())?;
    let outcome = solver::solve(&board, &Limits::default(), &mut |_| {});
    let moves = outcome.solution.ok_or_else(|| format!("no solution:\n{text}"))?;
    let end = moves.iter().fold(board.start(), |state, &way| board.play(&state, way));
    let molecule = generator::molecule_shown(&board, &end)
        .ok_or_else(|| format!("no known molecule:\n{text}"))?;
    let notes = &mut level.notes;
    notes.title = molecule.name.into();
    notes.formula = molecule.formula.into();
    notes.fact = molecule.fact.into();
    notes.chapter = chapter.title().into();
    notes.difficulty = Some(1.0);
    notes.solution = Some(notation::moves::print(&moves));
    notes.proven = true;
    Ok(level)
}

/// Tells levels of the same molecule apart.
fn number_titles(levels: &mut [Level]) {
    for index in 0..levels.len() {
        let name = levels[index].notes.title.clone();
        let before = levels[..index].iter().filter(|level| {
            level.notes.title == name || level.notes.title.starts_with(&format!("{name} I"))
        });
        let title = match before.count() {
            0 => continue,
            1 => format!("{name} II"),
            2 => format!("{name} III"),
            more => format!("{name} {}", more + 1),
        };
        levels[index].notes.title = title;
    }
}
