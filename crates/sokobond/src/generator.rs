//! Makes levels: choose a real molecule, scatter its atoms in a room, add walls and modifiers, solve, grade,
//! and keep the few that are interesting.

mod draft;
mod grade;
mod molecules;
mod structure;
mod tighten;
mod traps;

use plyground_core::{Generated, Generation, OptionInfo, OptionKind, Rng, SpecError};

use crate::{Board, Level, notation};

pub use molecules::{MOLECULES, Molecule};
pub use structure::{BadStructure, Structure};
pub use tighten::is_tight;
pub use traps::traps;

/// Drafts that are tried for one level.
const TRIES: usize = 4_000;

/// What a level teaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chapter {
    /// Meeting the atoms in the right order.
    Bonding,
    /// Moving what is not bonded.
    Pushing,
    /// Cutting and doubling bonds.
    Cutting,
    /// Turning bonds.
    Turning,
}

impl Chapter {
    /// All chapters in order.
    pub const ALL: [Self; 4] = [Self::Bonding, Self::Pushing, Self::Cutting, Self::Turning];
    const WORDS: [&'static str; 5] = ["bonding", "pushing", "cutting", "turning", "any"];

    /// The title people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Bonding => "Bonding",
            Self::Pushing => "Pushing",
            Self::Cutting => "Cutting and doubling",
            Self::Turning => "Turning",
        }
    }

    /// Whether a molecule can be built with the chapter's means.
    fn can_build(self, structure: &Structure) -> bool {
        match self {
            Self::Bonding | Self::Pushing => structure.most_lines() == 1,
            Self::Cutting | Self::Turning => true,
        }
    }
}

/// The settings of the generator.
pub fn options() -> Vec<OptionInfo> {
    OPTIONS.to_vec()
}

const OPTIONS: [OptionInfo; 5] = [
    OptionInfo {
        id: "chapter",
        kind: OptionKind::Word,
        default: "any",
        summary: "what the level teaches: bonding, pushing, cutting, turning or any",
    },
    OptionInfo {
        id: "size",
        kind: OptionKind::Number,
        default: "6",
        summary: "the longest side of the room, 3 to 12",
    },
    OptionInfo {
        id: "least",
        kind: OptionKind::Number,
        default: "8",
        summary: "the fewest moves of a shortest solution",
    },
    OptionInfo {
        id: "most",
        kind: OptionKind::Number,
        default: "60",
        summary: "the most moves of a shortest solution",
    },
    OptionInfo {
        id: "molecule",
        kind: OptionKind::Word,
        default: "any",
        summary: "what is built, by name or formula, such as ethanol or H2O2; any takes what comes",
    },
];

/// Makes the levels asked for, and hands each over as soon as it is made.
pub fn generate(
    wanted: &Generation,
    found: &mut dyn FnMut(Generated<Level>),
) -> Result<(), SpecError> {
    wanted.options.check("the generator", &OPTIONS)?;
    let word = wanted.options.word("chapter", "any", &Chapter::WORDS)?;
    let named = Chapter::WORDS.iter().position(|known| *known == word);
    let named = named.and_then(|index| Chapter::ALL.get(index).copied());
    let size = wanted.options.number("size", 6, 3..=12)?;
    let least = wanted.options.number("least", 8, 1..=200)?;
    let most = wanted.options.number("most", 60.max(least), least..=500)?;
    let chapters = named.map_or(Chapter::ALL.to_vec(), |chapter| vec![chapter]);
    let molecules = molecules_called(wanted.options.get("molecule").unwrap_or("any"))?;
    check(&molecules, &chapters, size)?;
    let mut rng = Rng::new(wanted.seed);
    let mut made: Vec<String> = Vec::new();
    let mut left = wanted.states.unwrap_or(u64::MAX);
    for _ in 0..wanted.count * TRIES {
        if made.len() == wanted.count || wanted.cancel.is_cancelled() || left == 0 {
            break;
        }
        let chapter = named.unwrap_or_else(|| Chapter::ALL[rng.below(4)]);
        let molecule = molecules[rng.below(molecules.len())];
        if !molecule.structure().is_some_and(|structure| chapter.can_build(&structure)) {
            continue;
        }
        let Some(draft) = draft::draft(&mut rng, chapter, molecule, size) else { continue };
        let grade =
            |level: &Level, left: &mut u64| grade::grade(level, chapter, (least, most), left);
        let Some(graded) = grade(&draft, &mut left) else { continue };
        let tight = tighten::tighten(&mut rng, &graded.level, graded.length, &mut left);
        let Some(graded) = grade(&tight, &mut left) else { continue };
        let text = notation::text::print(std::slice::from_ref(&graded.level));
        if !made.contains(&text) {
            made.push(text);
            found(Generated { level: graded.level, difficulty: graded.difficulty });
        }
    }
    if made.len() < wanted.count && !wanted.cancel.is_cancelled() {
        return Err(SpecError(format!(
            "only {} of {} levels were found with these settings; other sizes or lengths, or more states, may have more",
            made.len(),
            wanted.count
        )));
    }
    Ok(())
}

/// Refuses wishes that contradict each other: a molecule that cannot be built with the means of the chapter, or that has
/// more atoms than the room has cells.
fn check(molecules: &[&Molecule], chapters: &[Chapter], size: usize) -> Result<(), SpecError> {
    let structures = molecules.iter().filter_map(|molecule| molecule.structure());
    let can_build = |structure: &Structure| chapters.iter().any(|one| one.can_build(structure));
    let least = structures.filter(can_build).map(|structure| structure.elements().len()).min();
    let Some(least) = least else {
        return Err(SpecError(
            "this molecule has double bonds, which this chapter cannot make; expected the chapter cutting or turning"
                .to_owned(),
        ));
    };
    if least * draft::CELLS_AN_ATOM > size * size {
        return Err(SpecError(format!(
            "{least} atoms have no room to move in {size} by {size} cells; expected a larger size"
        )));
    }
    Ok(())
}

/// The molecules of that name or formula.
fn molecules_called(word: &str) -> Result<Vec<&'static Molecule>, SpecError> {
    let fits = |molecule: &&Molecule| {
        word == "any"
            || molecule.name.eq_ignore_ascii_case(word)
            || molecule.formula.eq_ignore_ascii_case(word)
    };
    let found: Vec<&Molecule> = MOLECULES.iter().filter(fits).collect();
    if found.is_empty() {
        let names = MOLECULES.iter().map(|molecule| molecule.name);
        return Err(SpecError::unknown("molecule", word, names));
    }
    Ok(found)
}

/// The name of the molecule that a position shows, where it is a finished one that we know.
pub fn molecule_shown(board: &Board, state: &crate::State) -> Option<&'static Molecule> {
    grade::built(board, state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_core::{Cancel, Options};

    /// What the generator says to such wishes, where it says it before it tries anything.
    fn refused(options: Options) -> Option<String> {
        let cancel = Cancel::new();
        // Whoever gets as far as trying is told to leave off.
        cancel.cancel();
        let wanted = Generation { count: 1, seed: 1, options, states: None, cancel };
        generate(&wanted, &mut |_| {}).err().map(|error| error.0)
    }

    #[test]
    fn wishes_that_contradict_each_other_are_refused_before_anything_is_tried() {
        let wish = |name: &str, value: &str| Options::new().with(name, value);
        assert_eq!(refused(Options::new()), None);
        assert_eq!(refused(wish("molecule", "CO2").with("chapter", "cutting")), None);
        let double = refused(wish("molecule", "CO2").with("chapter", "bonding"));
        assert!(double.unwrap().contains("double bonds"));
        let small = refused(wish("molecule", "ethanol").with("size", 3));
        assert!(small.unwrap().contains("expected a larger size"));
        assert!(refused(wish("least", "9").with("most", 3)).is_some());
    }
}
