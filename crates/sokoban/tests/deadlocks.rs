//! No pruning loses a solution: compared with exhaustive search on thousands of small random levels.

mod small;

use plyground_core::Puzzle;
use plyground_sokoban::deadlock::{self, corral_pushes, frozen};
use plyground_sokoban::{Board, Grid, Push, Reach};

use small::each_level;

#[test]
fn no_position_that_can_be_solved_is_called_dead() {
    let (mut dead, mut called, mut solvable) = (0, 0, 0);
    each_level(1, 2000, |space, graph, distances, text| {
        for (state, distance) in graph.states.iter().zip(distances) {
            let is_called = space.is_dead(state);
            assert!(distance.is_none() || !is_called, "{text}\n{state:?}");
            dead += usize::from(distance.is_none());
            called += usize::from(is_called);
            solvable += usize::from(distance.is_some());
        }
    });
    println!("{solvable} solvable; {called} of {dead} dead positions are seen");
    assert!(solvable > 10_000 && called > dead / 3);
}

#[test]
fn frozen_boxes_never_move_in_a_solution() {
    each_level(2, 500, |space, graph, distances, text| {
        for &(from, push, to) in &graph.steps {
            if distances[from].is_some() && distances[to].is_some() {
                let held = frozen(space.board(), &graph.states[from].boxes);
                assert!(!held.contains(push.cell), "{text}\n{:?}", graph.states[from]);
            }
        }
    });
}

#[test]
fn dealing_with_corrals_first_loses_neither_solutions_nor_push_optimality() {
    let (mut pruned, mut all, mut dead) = (0, 0, 0);
    each_level(3, 2000, |space, graph, distances, text| {
        let board = space.board();
        let mut reach = Reach::new();
        let urgent: Vec<Option<Vec<Push>>> = graph
            .states
            .iter()
            .map(|state| {
                reach.fill(board, state.player, &state.boxes);
                corral_pushes(board, &state.boxes, &reach)
            })
            .collect();
        let keep = |from: usize, push: Push| {
            urgent[from].as_ref().is_none_or(|pushes| pushes.contains(&push))
        };
        assert_eq!(graph.distances(space, keep), distances, "{text}");
        all += graph.steps.len();
        pruned += graph.steps.iter().filter(|&&(from, push, _)| !keep(from, push)).count();
        for (pushes, distance) in urgent.iter().zip(distances) {
            if pushes.as_ref().is_some_and(Vec::is_empty) {
                assert!(distance.is_none(), "{text}");
                dead += 1;
            }
        }
    });
    println!("{pruned} of {all} pushes are put off; {dead} positions are dead corrals");
    assert!(pruned > all / 50 && dead > 0);
}

#[test]
fn a_box_in_a_corner_is_dead_and_two_on_a_wall_freeze() {
    let dead = |text: &str| {
        let board = Board::new(&Grid::from_text(text).unwrap());
        deadlock::is_dead(&board, board.boxes())
    };
    assert!(!dead("#######\n#     #\n#@$ . #\n#     #\n#######"));
    assert!(dead("########\n#     $#\n#@$ .  #\n#   .  #\n########"));
    assert!(!dead("########\n# $ ...#\n#@$ $  #\n#      #\n########"));
}
