//! The measures of a level, compared with a plain search.

use std::collections::HashMap;
use std::sync::Arc;

use plyground_core::{Cancel, Generation, Options, Puzzle};
use plyground_sokoban::measure::{Interest, Loose, canonical, loose, outlined};
use plyground_sokoban::{Board, Grid, Position, RegionSpace, generator};

fn level(text: &str) -> Grid {
    Grid::from_text(text).expect("a level")
}

/// A few small levels of all kinds.
fn levels() -> Vec<Grid> {
    let options =
        Options::new().with("boxes", 2).with("width", 7).with("height", 7).with("effort", 5);
    let wanted = Generation { count: 12, seed: 9, options, states: None, cancel: Cancel::new() };
    let mut levels = Vec::new();
    generator::generate(&wanted, &mut |made| levels.push(made.level.grid)).expect("levels");
    levels
}

/// The fewest pushes from every position that can be reached, `None` where there is no solution.
fn plain(space: &RegionSpace) -> HashMap<Position, Option<u32>> {
    let mut next: HashMap<Position, Vec<Position>> = HashMap::new();
    let mut work = vec![space.start()];
    while let Some(position) = work.pop() {
        if next.contains_key(&position) {
            continue;
        }
        let mut pushes = Vec::new();
        space.moves(&position, &mut pushes);
        let after: Vec<Position> = pushes.iter().map(|&push| space.play(&position, push)).collect();
        work.extend(after.iter().cloned());
        next.insert(position, after);
    }
    let mut best: HashMap<Position, Option<u32>> = next
        .keys()
        .map(|position| (position.clone(), space.is_solved(position).then_some(0)))
        .collect();
    loop {
        let better: Vec<(Position, u32)> = next
            .iter()
            .filter_map(|(position, after)| {
                let pushes = 1 + after.iter().filter_map(|next| best[next]).min()?;
                (best[position].is_none_or(|known| pushes < known))
                    .then(|| (position.clone(), pushes))
            })
            .collect();
        if better.is_empty() {
            return best;
        }
        best.extend(better.into_iter().map(|(position, pushes)| (position, Some(pushes))));
    }
}

#[test]
fn pushes_and_losing_first_pushes_are_what_a_plain_search_finds() {
    for grid in levels() {
        let space = RegionSpace::new(Arc::new(Board::new(&grid)));
        let best = plain(&space);
        let interest = Interest::of(&grid, None).expect("measures");
        assert_eq!(Some(interest.pushes), best[&space.start()]);
        let mut pushes = Vec::new();
        space.moves(&space.start(), &mut pushes);
        let good = |push: &_| best[&space.play(&space.start(), *push)].is_some();
        let lost = pushes.len() - pushes.iter().filter(|push| good(push)).count();
        let whole = interest.whole.expect("a small level");
        assert_eq!(whole.first, (pushes.len() as u32, lost as u32));
        assert!(whole.states <= best.len() as u64);
    }
}

#[test]
fn solutions_that_differ_only_in_order_are_one() {
    // Two boxes that do not meet, one push each: either may go first.
    let apart = level("########\n#@     #\n# $. $.#\n#      #\n########");
    let whole = Interest::of(&apart, None).and_then(|interest| interest.whole).expect("measures");
    assert_eq!(whole.solutions, 1);
    // One box that goes right and down, or down and right.
    let either = level("######\n#    #\n# $  #\n# @. #\n#    #\n######");
    let whole = Interest::of(&either, None).and_then(|interest| interest.whole).expect("measures");
    assert_eq!(whole.solutions, 2);
}

#[test]
fn a_forced_line_and_its_changes_are_counted() {
    let corridor = level("########\n#@$   .#\n########");
    let interest = Interest::of(&corridor, None).expect("measures");
    let whole = interest.whole.expect("a small level");
    assert_eq!((interest.pushes, interest.changes, interest.detour), (4, 1, 0));
    assert_eq!((whole.forced, whole.traps, whole.starters, whole.first), (4, 0, 1, (1, 0)));
}

#[test]
fn levels_that_are_too_large_to_be_looked_at_whole_are_measured_by_a_solution() {
    let grid = level("########\n#@$   .#\n########");
    let interest = Interest::within(&grid, Some("RRRR"), 1).expect("measures");
    assert_eq!((interest.pushes, interest.changes, interest.whole), (4, 1, None));
    assert_eq!(Interest::within(&grid, Some("RR"), 1), None, "the line does not solve it");
}

#[test]
fn squares_and_walls_that_nothing_needs_are_found() {
    let roomy = level("########\n#@$ .  #\n### ####\n  ###");
    let squares = [Loose::Square(1, 5), Loose::Square(1, 6), Loose::Square(2, 3)];
    assert_eq!(loose(&roomy, "RR", 1000), squares);
    // A drawing that is symmetric stays so: the end of the passage has its image under the player.
    assert_eq!(loose(&level("########\n#@$ .  #\n########"), "RR", 1000), []);
    let bulky = level("#########\n##@$ .###\n#########");
    let bulk = loose(&bulky, "RR", 1000);
    assert!(!bulk.is_empty() && bulk.iter().all(|loose| matches!(loose, Loose::Wall(..))));
    let tight = outlined(&bulky).expect("a level");
    assert_eq!(loose(&tight, "RR", 1000), []);
    let idle = level("########\n#@$ .*##\n## #####\n ###");
    assert!(loose(&idle, "RR", 1000).contains(&Loose::Crate(1, 5)));
}

/// Where a level is too large to be looked at whole, only what no box has to do with is loose.
#[test]
fn squares_of_a_large_level_that_no_box_has_to_do_with_are_found() {
    let niche = level("######\n#@$ .#\n# ####\n# #\n###");
    assert_eq!(loose(&niche, "RR", 0), [Loose::Square(3, 1)]);
    let corner = level("#######\n#@$ . #\n#######");
    assert_eq!(loose(&corner, "RR", 0), [], "a box may be pushed too far");
}

#[test]
fn turned_mirrored_and_walled_in_levels_are_the_same() {
    let first = canonical(&level("######\n#@ $.#\n######"));
    assert_eq!(first, canonical(&level("######\n#.$ @#\n######")));
    assert_eq!(first, canonical(&level("###\n#@#\n# #\n#$#\n#.#\n###")));
    assert_eq!(first, canonical(&level("#######\n#@ $.##\n#######\n#######")));
    assert_ne!(first, canonical(&level("######\n#@$ .#\n######")));
}

#[test]
fn harder_levels_have_higher_grades() {
    let easy = Interest::of(&level("########\n#@$   .#\n########"), None).expect("measures");
    for grid in levels() {
        let other = Interest::of(&grid, None).expect("measures");
        assert!(other.difficulty() >= easy.difficulty() && other.difficulty() <= 10.0);
    }
}
