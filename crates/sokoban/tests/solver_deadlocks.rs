//! What the solver's tests say of positions, against exhaustive search.

mod line;
mod small;

use std::collections::BTreeMap;
use std::sync::Arc;

use plyground_core::{PuzzleWorld, Rng};
use plyground_sokoban::solver::{Judge, Verdict};
use plyground_sokoban::{Board, Grid, Position, Push, RegionSpace, Sokoban};

use line::assert_alive;
use small::{Graph, each_level};

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
        "diagonal",
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

/// Where boxes and walls stand around a diagonal of free cells that begins on a cell: its two ends first, then all sides.
fn around_diagonal((row, column): (usize, usize), length: usize) -> Vec<(usize, usize)> {
    let end = (row + length, column + length);
    let pairs = (0..=length)
        .flat_map(|step| [(row + step - 1, column + step), (row + step, column + step - 1)]);
    [(row - 1, column - 1), end].into_iter().chain(pairs).collect()
}

fn board_of(text: &[Vec<char>]) -> (Board, String) {
    let lines: Vec<String> = text.iter().map(|line| line.iter().collect()).collect();
    let text = lines.join("\n");
    (Board::new(&Grid::from_text(&text).expect("a level")), text)
}

fn walled_room(rows: usize, columns: usize) -> Vec<Vec<char>> {
    let mut text = vec![vec![' '; columns]; rows];
    for (row, line) in text.iter_mut().enumerate() {
        for (column, tile) in line.iter_mut().enumerate() {
            if row == 0 || column == 0 || row + 1 == rows || column + 1 == columns {
                *tile = '#';
            }
        }
    }
    text
}

/// Boxes on both sides of a diagonal of free cells, closed at both ends: no box can be pushed without shutting in
/// another.
#[test]
fn closed_diagonals_of_any_length_are_called_dead() {
    for length in 1..=14 {
        let (rows, columns) = (length + 8, length + 10);
        let mut text = walled_room(rows, columns);
        let around = around_diagonal((3, 3), length);
        for &(row, column) in &around {
            text[row][column] = '$';
        }
        // One end is a wall with a wall beside it, the other one a box.
        text[2][2] = '#';
        text[2][3] = '#';
        for goal in 0..around.len() - 2 {
            text[rows - 2 - goal / (columns - 3)][columns - 2 - goal % (columns - 3)] = '.';
        }
        text[1][1] = '@';
        let (board, text) = board_of(&text);
        let verdict = Judge::new(&board).look(&Position::start(&board));
        assert_eq!(verdict, Verdict::Dead("diagonal"), "{text}");
    }
}

/// Diagonals with walls and goals anywhere among what is around them, and all that becomes of them.
#[test]
fn no_diagonal_that_can_be_dealt_with_is_called_dead() {
    let mut rng = Rng::new(31);
    let (mut closed, mut solvable, mut levels) = (0, 0, 0);
    while levels < 400 {
        let length = 1 + rng.below(3);
        let size = length + 5;
        let mut text = walled_room(size, size);
        let around = around_diagonal((2, 2), length);
        for &(row, column) in &around {
            text[row][column] = if rng.below(5) < 2 { '#' } else { '$' };
        }
        let inside: Vec<_> = (0..length).map(|step| (2 + step, 2 + step)).collect();
        let mut floor: Vec<(usize, usize)> = (1..size - 1)
            .flat_map(|row| (1..size - 1).map(move |column| (row, column)))
            .filter(|place| !around.contains(place) && !inside.contains(place))
            .collect();
        rng.shuffle(&mut floor);
        let player = floor[0];
        text[player.0][player.1] = '@';
        let boxes = around.iter().filter(|&&(row, column)| text[row][column] == '$').count();
        let mut places: Vec<_> = around.iter().chain(&inside).copied().collect();
        rng.shuffle(&mut places);
        let elsewhere = rng.below(boxes.min(3) + 1);
        let goals: Vec<_> = (floor[1..=elsewhere].iter().copied())
            .chain(places.into_iter().filter(|&(row, column)| text[row][column] != '#'))
            .take(boxes)
            .collect();
        if !(2..=5).contains(&boxes) || goals.len() < boxes {
            continue;
        }
        for &(row, column) in &goals {
            let tile = &mut text[row][column];
            *tile = if *tile == '$' { '*' } else { '.' };
        }
        if rng.below(2) == 0 {
            text.iter_mut().for_each(|line| line.reverse());
        }
        let (board, text) = board_of(&text);
        if board.is_hopeless() {
            continue;
        }
        levels += 1;
        let space = RegionSpace::new(Arc::new(board));
        let graph = Graph::of(&space);
        let distances = graph.distances(&space, |_, _| true);
        let mut judge = Judge::new(space.board());
        for (state, distance) in graph.states.iter().zip(&distances) {
            let verdict = judge.look(state);
            assert!(
                !matches!(verdict, Verdict::Dead(_)) || distance.is_none(),
                "{verdict:?}\n{text}\n{state:?}"
            );
            closed += usize::from(verdict == Verdict::Dead("diagonal"));
        }
        solvable += usize::from(distances[0].is_some());
    }
    println!("{solvable} levels can be solved; {closed} positions have a dead diagonal");
    assert!(solvable > 100 && closed > 1000);
}
