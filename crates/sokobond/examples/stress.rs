//! Makes the stress set: `cargo run --release -p plyground-sokobond --example stress > crates/sokobond/benches/stress.txt`.
//!
//! Open rooms with few walls and many atoms, with and without modifiers: what a solver finds hard. Seeds are fixed, so
//! the same levels come out everywhere. With `SEED COUNT` as arguments, other levels of the same kinds.

use plyground_core::Rng;
use plyground_sokobond::generator::Structure;
use plyground_sokobond::{Atom, Board, Element, Level, Modifier, ModifierKind, Notes, notation};

/// A kind of level: title, the molecules in SMILES, whether helium steers, the room's inside, pairs of walls, modifiers,
/// and the seed of the level that is kept.
struct Kind {
    title: &'static str,
    molecules: &'static [&'static str],
    helium: bool,
    room: (usize, usize),
    walls: usize,
    modifiers: &'static str,
    seed: u64,
}

const fn kind(
    title: &'static str,
    molecules: &'static [&'static str],
    helium: bool,
    room: (usize, usize),
    walls: usize,
    modifiers: &'static str,
    seed: u64,
) -> Kind {
    Kind { title, molecules, helium, room, walls, modifiers, seed }
}

const KINDS: [Kind; 24] = [
    kind("Ethane", &["CC"], false, (8, 8), 0, "", 1),
    kind("Ethanol", &["CCO"], false, (8, 8), 2, "", 1),
    kind("Propane", &["CCC"], false, (8, 8), 0, "", 1),
    kind("Ethanolamine", &["NCCO"], false, (10, 8), 0, "", 1),
    kind("Dimethylamine", &["CNC"], false, (9, 8), 2, "", 1),
    kind("Three waters", &["O", "O", "O"], false, (8, 8), 1, "", 1),
    kind("Two ammonias", &["N", "N"], false, (8, 8), 2, "", 1),
    kind("Methane and water", &["C", "O"], false, (8, 8), 0, "", 1),
    kind("Glycol", &["OCCO"], false, (8, 8), 1, "", 1),
    kind("Cyclobutane", &["C1CCC1"], false, (8, 8), 0, "", 1),
    kind("Pushed ammonias", &["N", "N"], true, (8, 7), 2, "", 1),
    kind("Pushed waters", &["O", "O", "O"], true, (7, 7), 2, "", 1),
    kind("Pushed ethane", &["CC"], true, (8, 8), 1, "", 1),
    kind("Pushed methanol", &["CO", "[H][H]"], true, (8, 8), 0, "", 1),
    kind("Ethylene and hydrogen", &["C=C", "[H][H]"], false, (8, 8), 0, "+", 1),
    kind("Acetaldehyde and hydrogen", &["CC=O", "[H][H]"], false, (9, 8), 0, "++", 1),
    kind("Formic acid and water", &["OC=O", "O"], false, (8, 8), 1, "+", 1),
    kind("Ethanol, cut", &["CCO"], false, (8, 8), 0, "/", 1),
    kind("Hydrazine and water, cut", &["NN", "O"], false, (8, 8), 0, "//", 1),
    kind("Ethane, cut", &["CC"], false, (8, 8), 1, "/", 1),
    kind("Ethane, turned", &["CC"], false, (8, 8), 0, "@", 1),
    kind("Hydrazine and water, turned", &["NN", "O"], false, (8, 8), 1, "@@", 1),
    kind("Glycol, turned", &["OCCO"], false, (9, 8), 0, "@", 1),
    kind("Acetaldehyde, all three", &["CC=O", "O"], false, (8, 8), 0, "+/@", 1),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let first = numbers.next().transpose()?;
    let count = numbers.next().transpose()?.unwrap_or(1);
    let mut levels = Vec::new();
    for kind in &KINDS {
        let seeds = first.map_or(kind.seed..kind.seed + 1, |first| first..first + count);
        for seed in seeds {
            levels.push(kind.level(seed).ok_or_else(|| format!("{}: no room", kind.title))?);
        }
    }
    print!("{}", notation::text::print(&levels));
    Ok(())
}

impl Kind {
    /// The first level of a seed that can be set up and is not dead from the start.
    fn level(&self, seed: u64) -> Option<Level> {
        let mut rng = Rng::new(seed);
        (0..1000).find_map(|_| {
            let level = self.draft(&mut rng)?;
            let board = Board::new(&level, false).ok()?;
            let open = plyground_core::Puzzle::is_dead(&board, &board.start_state());
            (!open).then_some(level)
        })
    }

    fn draft(&self, rng: &mut Rng) -> Option<Level> {
        let mut elements = Vec::new();
        for smiles in self.molecules {
            elements.extend(smiles.parse::<Structure>().ok()?.elements());
        }
        if self.helium {
            elements.push(Element::Helium);
        }
        let (width, height) = (self.room.0 + 2, self.room.1 + 2);
        let mut floor = vec![false; width * height];
        for y in 1..height - 1 {
            floor[y * width + 1..(y + 1) * width - 1].fill(true);
        }
        for _ in 0..self.walls {
            let (x, y) = (1 + rng.below(width - 2), 1 + rng.below(height - 2));
            floor[y * width + x] = false;
            floor[y * width + width - 1 - x] = false;
        }
        let mut cells: Vec<(usize, usize)> = (0..width * height)
            .filter(|&index| floor[index])
            .map(|index| (index % width, index / width))
            .collect();
        rng.shuffle(&mut cells);
        let mut atoms: Vec<Atom> = Vec::new();
        for element in elements {
            let apart = |&&(x, y): &&(usize, usize)| {
                atoms.iter().all(|atom| atom.x.abs_diff(x) + atom.y.abs_diff(y) > 1)
            };
            let &(x, y) = cells.iter().find(apart)?;
            atoms.push(Atom { element, x, y });
        }
        let hero = if self.helium { atoms.len() - 1 } else { rng.below(atoms.len()) };
        let modifiers = self
            .modifiers
            .chars()
            .filter_map(|glyph| ModifierKind::ALL.into_iter().find(|kind| kind.glyph() == glyph))
            .map(|kind| {
                let (x, y) = (2 + rng.below(width - 5), 2 + rng.below(height - 5));
                Modifier { kind, x, y }
            })
            .collect();
        let notes = Notes { title: self.title.into(), ..Notes::default() };
        Some(Level { notes, width, height, floor, atoms, hero, modifiers })
    }
}
