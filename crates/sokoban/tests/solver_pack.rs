//! The pack that ships: every level is fine, is what its remarks say, and is our own.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use plyground_core::{
    HeuristicSource, LevelInfo, Limits, Options, Puzzle, PuzzleVisitor, PuzzleWorld, Silent, Spec,
};
use plyground_search::solve::{solve, usual};
use plyground_sokoban::measure::{Interest, Loose, MOST_STATES, canonical, loose};
use plyground_sokoban::{Level, Sokoban, notation};

/// Levels of at most so many positions are measured and proven with every change, the others in a run of
/// their own.
const QUICK: f64 = 15_000.0;

fn pack() -> Vec<(Level, LevelInfo)> {
    let packs = Sokoban.packs();
    let pack = packs.iter().find(|pack| pack.name == "plyground").expect("the pack");
    let levels = Sokoban.parse(&pack.name, pack.text.as_bytes()).expect("levels");
    levels
        .into_iter()
        .map(|level| {
            let info = Sokoban.level_info(&level);
            (level, info)
        })
        .collect()
}

fn note<'a>(info: &'a LevelInfo, name: &str) -> Option<&'a str> {
    info.notes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

fn measured(info: &LevelInfo, name: &str) -> Option<f64> {
    info.measures.iter().find(|(key, _)| key == name).map(|(_, number)| *number)
}

fn pushes(info: &LevelInfo) -> u32 {
    measured(info, "pushes").expect("pushes") as u32
}

fn is_quick(info: &LevelInfo) -> bool {
    measured(info, "states").is_some_and(|states| states <= QUICK)
}

#[test]
fn every_shipped_level_has_a_title_an_idea_and_a_solution_that_works() {
    let mut titles = HashSet::new();
    let mut ideas = HashSet::new();
    for (level, info) in pack() {
        assert!(!info.title.is_empty() && titles.insert(info.title.clone()), "{}", info.title);
        let idea = info.idea.clone().unwrap_or_default();
        assert!(!idea.is_empty() && ideas.insert(idea), "{}: an idea of its own", info.title);
        let best = info.best.unwrap_or_else(|| panic!("{} has no good solution", info.title));
        assert!(best.measures.moves > 0);
        let board = Sokoban.board(&level, &Options::new()).expect("a board");
        assert!(!board.board().is_hopeless());
    }
}

#[test]
fn chapters_go_from_easy_to_hard_and_each_level_has_its_grade() {
    let mut chapters: Vec<String> = Vec::new();
    let mut before = 0.0;
    for (_, info) in pack() {
        let chapter = note(&info, "chapter").expect("a chapter").to_owned();
        if chapters.last() != Some(&chapter) {
            assert!(!chapters.contains(&chapter), "{chapter} is in two places");
            chapters.push(chapter);
            before = 0.0;
        }
        let difficulty: f64 =
            note(&info, "difficulty").expect("a grade").parse().expect("a number");
        assert!((1.0..=10.0).contains(&difficulty) && note(&info, "grade").is_some());
        assert!(difficulty >= before, "{} is easier than the one before", info.title);
        before = difficulty;
    }
    assert!(chapters.len() >= 12);
}

#[test]
fn the_pack_is_long_enough_in_every_sense() {
    let pack = pack();
    assert!((110..=130).contains(&pack.len()), "{} levels", pack.len());
    let infos: Vec<&LevelInfo> = pack.iter().map(|(_, info)| info).collect();
    let hauls = infos.iter().filter(|info| (60..=150).contains(&pushes(info))).count();
    assert!(hauls >= 15, "{hauls} levels of 60 to 150 pushes");
    let mut late: Vec<u32> = infos[infos.len() / 2..].iter().map(|info| pushes(info)).collect();
    late.sort_unstable();
    let (median, ninth) = (late[late.len() / 2], late[late.len() * 9 / 10]);
    assert!(median >= 30 && ninth >= 80, "second half: median {median}, 90th percentile {ninth}");
}

#[test]
fn the_second_half_is_the_harder_one() {
    let pack = pack();
    let mut grades: Vec<f64> = pack
        .iter()
        .map(|(_, info)| note(info, "difficulty").expect("a grade").parse().expect("a number"))
        .collect();
    let (early, late) = grades.split_at_mut(pack.len() / 2);
    early.sort_by(f64::total_cmp);
    late.sort_by(f64::total_cmp);
    assert!(early.last() < late.get(late.len() / 2), "{early:?} {late:?}");
}

/// Ten boxes and more, and none of them a mere matter of pushing what stands next to its goal.
#[test]
fn the_finales_are_crowded_and_long() {
    let pack = pack();
    let finales: Vec<&LevelInfo> = pack
        .iter()
        .map(|(_, info)| info)
        .filter(|info| measured(info, "boxes") >= Some(10.0))
        .collect();
    assert!(finales.len() >= 5, "{} finales", finales.len());
    for info in finales {
        let changes = measured(info, "changes").expect("changes");
        assert_eq!(note(info, "chapter"), Some("Finale"), "{}", info.title);
        assert!(pushes(info) >= 55 && changes >= 15.0, "{} is plain", info.title);
    }
}

/// An idea is of one level: no two of them say the same of different boxes.
#[test]
fn no_idea_is_another_one_with_a_few_words_changed() {
    let words = |info: &LevelInfo| -> HashSet<String> {
        let idea = info.idea.clone().unwrap_or_default().to_lowercase();
        idea.split(|letter: char| !letter.is_alphabetic()).map(str::to_owned).collect()
    };
    let ideas: Vec<(String, HashSet<String>)> =
        pack().iter().map(|(_, info)| (info.title.clone(), words(info))).collect();
    for (number, (title, idea)) in ideas.iter().enumerate() {
        for (other, known) in &ideas[..number] {
            let (both, all) = (idea.intersection(known).count(), idea.union(known).count());
            assert!(both * 2 < all, "{title} and {other} have one idea");
        }
    }
}

#[test]
fn no_level_is_another_one_turned_or_mirrored() {
    let mut known: HashMap<_, String> = HashMap::new();
    for (level, info) in pack() {
        let twin = known.insert(canonical(&level.grid), info.title.clone());
        assert_eq!(twin, None, "{} is the same", info.title);
    }
}

#[test]
fn no_level_is_a_copy_of_a_public_one() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/sokoban");
    let sets =
        ["microban", "microban2", "sasquatch", "xsokoban", "boxoban_medium_200", "seed/seedmaps"];
    if !folder.is_dir() {
        assert!(std::env::var_os("PLYGROUND_REQUIRE_DATA").is_none(), "{folder:?} is required");
        println!("{} is absent: nothing is checked", folder.display());
        return;
    }
    let ours: HashMap<_, String> =
        pack().into_iter().map(|(level, info)| (canonical(&level.grid), info.title)).collect();
    for set in sets {
        let bytes = std::fs::read(folder.join(format!("{set}.xsb"))).expect("a collection");
        for level in notation::parse(set, &bytes).expect("levels") {
            let same = ours.get(&canonical(&level.grid));
            assert_eq!(same, None, "{} of {set}", level.title);
        }
    }
}

#[test]
fn small_levels_are_tight_and_measured_right() {
    check_measures(is_quick);
}

#[test]
#[ignore = "slow without optimisation: run by .ci/run in release"]
fn all_other_levels_are_tight_and_measured_right() {
    check_measures(|info| !is_quick(info));
}

fn check_measures(wanted: impl Fn(&LevelInfo) -> bool) {
    for (level, info) in pack().into_iter().filter(|(_, info)| wanted(info)) {
        let solution = level.solution.as_deref().expect("a solution");
        let interest = Interest::of(&level.grid, Some(solution)).expect("measures");
        let expected: Vec<(String, f64)> = interest
            .measures()
            .into_iter()
            .map(|(name, number)| (name.to_owned(), number))
            .collect();
        assert_eq!(info.measures, expected, "{}", info.title);
        let difficulty = format!("{:.1}", interest.difficulty());
        assert_eq!(note(&info, "difficulty"), Some(difficulty.as_str()), "{}", info.title);
        assert_eq!(loose(&level.grid, solution, MOST_STATES), [], "{}", info.title);
    }
}

#[test]
fn small_levels_cannot_be_solved_in_fewer_moves() {
    check_proofs(is_quick);
}

#[test]
#[ignore = "slow without optimisation: run by .ci/run in release"]
fn all_other_levels_that_say_so_cannot_be_solved_in_fewer_moves() {
    check_proofs(|info| !is_quick(info));
}

fn check_proofs(wanted: impl Fn(&LevelInfo) -> bool) {
    for (level, info) in pack().into_iter().filter(|(_, info)| wanted(info)) {
        let best = info.best.as_ref().expect("a solution");
        if best.proven {
            let fewest = Sokoban.visit(&level, &Options::new(), &usual(), FewestMoves);
            assert_eq!(fewest.expect("a search"), best.measures.moves, "{}", info.title);
        }
    }
}

struct FewestMoves;

impl PuzzleVisitor for FewestMoves {
    type Output = u64;

    fn visit<P: Puzzle>(self, puzzle: &P, heuristics: &dyn HeuristicSource<P>) -> u64 {
        let spec = Spec::new("astar").with("h", "pushes");
        let report =
            solve(puzzle, heuristics, &spec, &Limits::default(), &mut Silent).expect("a search");
        assert!(report.optimal);
        report.solution.expect("a solution").len() as u64
    }
}

/// A wall behind a wall is bulk wherever it is, so that this holds for the largest levels too.
#[test]
fn no_level_has_walls_beyond_its_outline() {
    for (level, info) in pack() {
        let found = loose(&level.grid, "", 0);
        let bulk = found.iter().any(|loose| matches!(loose, Loose::Wall(..)));
        assert!(!bulk, "{}: {found:?}", info.title);
    }
}
