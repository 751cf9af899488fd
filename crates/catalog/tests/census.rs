//! The count of a level's positions, against a plain one.

use std::collections::{BTreeMap, BTreeSet};

use plyground_catalog::{Catalog, Level, Unwatched};
use plyground_core::{Census, Limits, Options, PackedSpace, Status};

/// The levels that ship with a world, easiest first, and the options to count them under.
fn cases() -> Vec<(Level, Options)> {
    let mut cases = Vec::new();
    for world in Catalog::new().puzzle_worlds() {
        let metrics = match world.info().options.iter().any(|option| option.id == "metric") {
            true => vec![Options::new(), Options::new().with("metric", "pushes")],
            false => vec![Options::new()],
        };
        let mut count = 0;
        for pack in world.packs() {
            for level in world.parse(&pack.name, pack.text.as_bytes()).unwrap() {
                count += 1;
                if count % 9 == 1 && count < 60 {
                    cases.extend(metrics.iter().map(|options| (level.clone(), options.clone())));
                }
            }
        }
    }
    assert!(cases.len() > 12, "{}", cases.len());
    cases
}

const MOST: usize = 40_000;

/// Layers, moves, solved, solvable; `None` where there are too many positions for a slow way.
fn plainly(space: &mut dyn PackedSpace) -> Option<(Vec<u64>, u64, u64, u64)> {
    let length = space.packed_len();
    let mut start = vec![0; length];
    space.start(&mut start);
    let mut known: BTreeMap<Vec<u8>, Vec<Vec<u8>>> = BTreeMap::new();
    let mut solvable = BTreeSet::new();
    let (mut layers, mut moves) = (Vec::new(), 0);
    let mut layer = BTreeSet::from([start]);
    while !layer.is_empty() {
        layers.push(layer.len() as u64);
        let mut reached = BTreeSet::new();
        for packed in &layer {
            let mut out = Vec::new();
            if space.expand(packed, &mut out).solved {
                solvable.insert(packed.clone());
            }
            let next: Vec<Vec<u8>> = out.chunks(length).map(<[u8]>::to_vec).collect();
            moves += next.len() as u64;
            reached.extend(next.iter().cloned());
            known.insert(packed.clone(), next);
        }
        layer = reached.into_iter().filter(|packed| !known.contains_key(packed)).collect();
        if known.len() > MOST {
            return None;
        }
    }
    let solved = solvable.len() as u64;
    loop {
        let before = solvable.len();
        for (packed, next) in &known {
            if next.iter().any(|next| solvable.contains(next)) {
                solvable.insert(packed.clone());
            }
        }
        if solvable.len() == before {
            return Some((layers, moves, solved, before as u64));
        }
    }
}

fn count(level: &Level, options: &Options, limits: &Limits) -> Census {
    level.census(options, limits, &mut Unwatched).unwrap()
}

#[test]
fn layers_moves_solved_and_solvable_positions_are_those_of_a_plain_count() {
    let mut compared = 0;
    for (level, options) in cases() {
        let mut plain = None;
        level.positions(&options, &mut |space| plain = plainly(space)).unwrap();
        let Some((layers, moves, solved, solvable)) = plain else { continue };
        let census = count(&level, &options, &Limits::default());
        let title = level.info().title;
        assert_eq!(census.layers, layers, "{title}");
        assert_eq!((census.moves, census.solved), (moves, solved), "{title}");
        assert_eq!(census.solvable, Some(solvable), "{title}");
        assert_eq!(census.states, layers.iter().sum::<u64>(), "{title}");
        assert_eq!(census.dead, Some(census.states - solvable), "{title}");
        assert!(census.seen_dead <= census.states - solvable, "{title}");
        assert_eq!(census.stopped, None, "{title}");
        compared += 1;
    }
    assert!(compared > 8, "{compared} levels are small enough");
}

#[test]
fn the_first_solved_layer_is_the_shortest_solution_and_the_deepest_position_can_be_played() {
    for (level, options) in cases() {
        let census = count(&level, &options, &Limits::states(300_000));
        if census.stopped.is_some() {
            continue;
        }
        let solved =
            level.solve(&"bfs".parse().unwrap(), &options, &Limits::default(), &mut Unwatched);
        let measures = solved.unwrap().measures.unwrap();
        let pushes = options.get("metric") == Some("pushes");
        let length = if pushes { measures.pushes } else { Some(measures.moves) };
        assert_eq!(census.shortest, length, "{}", level.info().title);
        let deepest = level.verify(&options, &census.deepest).unwrap();
        assert!(deepest.valid, "{}: {:?}", census.deepest, deepest.error);
        let length = if pushes { deepest.measures.pushes } else { Some(deepest.measures.moves) };
        assert_eq!(Some(census.depth()), length);
    }
}

#[test]
fn a_limit_ends_the_count_and_says_so() {
    let all = &Limits::default();
    let (level, options) = cases()
        .into_iter()
        .find(|(level, options)| count(level, options, all).states > 5_000)
        .expect("one of them is of some size");
    let whole = count(&level, &options, all);
    let part = count(&level, &options, &Limits::states(whole.states / 2));
    assert_eq!((part.stopped, part.expanded), (Some(Status::StateLimit), whole.states / 2));
    assert_eq!((part.solvable, part.dead), (None, None));
    assert_eq!(part.layers.iter().sum::<u64>(), part.states);
    let whole_layers = part.layers.len() - 1;
    assert_eq!(part.layers[..whole_layers - 1], whole.layers[..whole_layers - 1]);
    let small = Limits { memory: Some(whole.peak_bytes / 2), ..Limits::default() };
    let small = count(&level, &options, &small);
    assert_eq!(small.stopped, Some(Status::MemoryLimit));
    assert!(small.peak_bytes <= whole.peak_bytes / 2);
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    assert_eq!(count(&level, &options, &cancelled).stopped, Some(Status::Cancelled));
}
