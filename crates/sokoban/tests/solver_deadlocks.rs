//! What the solver's tests say of positions, against exhaustive search.

mod line;
mod small;

use std::collections::BTreeMap;

use plyground_core::PuzzleWorld;
use plyground_sokoban::solver::{Judge, Verdict};
use plyground_sokoban::{Board, Grid, Position, Push, Sokoban};

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
    for reason in [
        "frozen",
        "pair",
        "pattern",
        "assignment",
        "retrograde",
        "k-distance",
        "corral",
        "cluster",
        "room",
    ] {
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

/// Boxes on both sides of a diagonal of free cells, closed at both ends: no box can be pushed without shutting in
/// another. The proofs on clusters see them, as long as there are no more boxes than one proof takes.
#[test]
fn closed_diagonals_of_up_to_ten_boxes_are_called_dead() {
    for length in 2..=5 {
        let (rows, columns) = (length + 8, length + 10);
        let mut text = vec![vec![' '; columns]; rows];
        for (row, line) in text.iter_mut().enumerate() {
            for (column, tile) in line.iter_mut().enumerate() {
                let is_edge = row == 0 || column == 0 || row + 1 == rows || column + 1 == columns;
                if is_edge {
                    *tile = '#';
                }
            }
        }
        // The free cells (3 + k, 3 + k); left and right of each a box, and a box on both ends.
        let mut boxes = 0;
        for step in 0..length {
            for column in [2 + step, 4 + step] {
                text[3 + step][column] = '$';
                boxes += 1;
            }
        }
        for (row, column) in [(2, 3), (2, 2), (3 + length, 2 + length), (3 + length, 3 + length)] {
            text[row][column] = '#';
        }
        for goal in 0..boxes {
            text[rows - 2 - goal / (columns - 3)][columns - 2 - goal % (columns - 3)] = '.';
        }
        text[1][1] = '@';
        let text: Vec<String> = text.into_iter().map(|line| line.into_iter().collect()).collect();
        let board = Board::new(&Grid::from_text(&text.join("\n")).expect("a level"));
        let verdict = Judge::new(&board).look(&Position::start(&board));
        assert!(matches!(verdict, Verdict::Dead(_)), "{verdict:?}\n{}", text.join("\n"));
    }
}
