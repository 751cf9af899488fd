//! What the solver's tests say of positions, against exhaustive search.

mod line;
mod small;

use std::collections::BTreeMap;

use plyground_core::PuzzleWorld;
use plyground_sokoban::solver::{Judge, Verdict};
use plyground_sokoban::{Push, Sokoban};

use line::assert_alive;
use small::each_level;

#[test]
fn no_verdict_is_refuted_by_exhaustive_search() {
    let mut seen = BTreeMap::<&str, usize>::new();
    let (mut dead, mut solvable) = (0, 0);
    each_level(11, 3000, |space, graph, distances, text| {
        let mut judge = Judge::new(space.board());
        for (state, distance) in graph.states.iter().zip(distances) {
            dead += usize::from(distance.is_none());
            solvable += usize::from(distance.is_some());
            if let Verdict::Dead(reason) = judge.look(state) {
                assert!(distance.is_none(), "{reason}\n{text}\n{state:?}");
                *seen.entry(reason).or_default() += 1;
            }
        }
    });
    let called: usize = seen.values().sum();
    println!("{solvable} solvable; {called} of {dead} dead positions are seen: {seen:?}");
    assert!(solvable > 10_000 && called > dead / 2);
    for reason in ["frozen", "pair", "pattern", "assignment", "retrograde", "corral", "cluster"] {
        assert!(seen.contains_key(reason), "no position was called dead by {reason}: {seen:?}");
    }
}

#[test]
fn pushing_first_what_is_urgent_loses_neither_solutions_nor_push_optimality() {
    let mut put_off = 0;
    each_level(12, 1500, |space, graph, distances, text| {
        let mut judge = Judge::new(space.board());
        let verdicts: Vec<Verdict> = graph.states.iter().map(|state| judge.look(state)).collect();
        let keep = |from: usize, push: Push| match &verdicts[from] {
            Verdict::First(boxes) => boxes.contains(&push.cell),
            _ => true,
        };
        assert_eq!(graph.distances(space, keep), distances, "{text}");
        put_off += graph.steps.iter().filter(|&&(from, push, _)| !keep(from, push)).count();
    });
    assert!(put_off > 1000, "only {put_off} pushes were put off");
}

#[test]
fn no_position_of_a_shipped_solution_is_called_dead() {
    for pack in Sokoban.packs() {
        let levels = Sokoban.parse(&pack.name, pack.text.as_bytes()).expect("levels");
        for level in &levels {
            let solution = level.solution.as_deref().expect("a solution");
            assert_alive(level, solution);
        }
    }
}
