//! Every heuristic keeps what it declares, on all positions of small levels.

use std::collections::HashMap;
use std::sync::Arc;

use plyground_core::{HeuristicSource, Puzzle, Rng};
use plyground_sokoban::heuristics::{Space, infos, of};
use plyground_sokoban::{Board, Grid, MoveSpace, Position, PushSpace, RegionSpace};

/// A random small level: mostly solvable ones and some that are not.
fn random_grid(rng: &mut Rng) -> Grid {
    loop {
        let (height, width) = (3 + rng.below(3), 3 + rng.below(4));
        let mut rows = vec![vec!['#'; width + 2]; height + 2];
        for row in &mut rows[1..=height] {
            for square in &mut row[1..=width] {
                *square = if rng.below(5) == 0 { '#' } else { ' ' };
            }
        }
        let boxes = 1 + rng.below(3);
        for piece in "$$$"[..boxes].chars().chain("..."[..boxes].chars()).chain(['@']) {
            rows[1 + rng.below(height)][1 + rng.below(width)] = piece;
        }
        let text: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        if let Ok(grid) = Grid::from_text(&text.join("\n")) {
            return grid;
        }
    }
}

/// All positions that can be reached, with the steps between them: `(from, to, cost)`.
fn explore<S: Space>(space: &S) -> (Vec<Position>, Vec<(usize, usize, u32)>) {
    let mut states = vec![space.start()];
    let mut known = HashMap::from([(space.start(), 0)]);
    let mut edges = Vec::new();
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        let mut moves = Vec::new();
        space.moves(&state, &mut moves);
        for mv in moves {
            let after = space.play(&state, mv);
            let id = *known.entry(after.clone()).or_insert_with(|| {
                states.push(after);
                states.len() - 1
            });
            edges.push((next, id, space.cost(&state, mv)));
        }
        next += 1;
    }
    (states, edges)
}

/// The true cost to a goal from each position, by relaxing all steps until nothing changes.
fn true_costs<S: Space>(
    space: &S,
    states: &[Position],
    edges: &[(usize, usize, u32)],
) -> Vec<Option<u32>> {
    let mut costs: Vec<Option<u32>> =
        states.iter().map(|state| space.is_solved(state).then_some(0)).collect();
    loop {
        let mut changed = false;
        for &(from, to, cost) in edges.iter().rev() {
            if let Some(rest) = costs[to]
                && costs[from].is_none_or(|known| known > rest + cost)
            {
                costs[from] = Some(rest + cost);
                changed = true;
            }
        }
        if !changed {
            return costs;
        }
    }
}

fn check<S: Space>(space: &S, text: &str) -> usize {
    let (states, edges) = explore(space);
    let costs = true_costs(space, &states, &edges);
    for (state, cost) in states.iter().zip(&costs) {
        assert!(
            cost.is_none() || !space.is_dead(state),
            "a solvable position is called dead\n{text}"
        );
    }
    for info in infos() {
        let heuristic = of(space).heuristic(&info.id).unwrap();
        let properties = heuristic.properties();
        let estimates: Vec<Option<u32>> =
            states.iter().map(|state| heuristic.estimate(space, state)).collect();
        for (estimate, cost) in estimates.iter().zip(&costs) {
            if let Some(cost) = cost {
                let estimate = estimate.expect("a solvable position has an estimate");
                assert!(!properties.admissible || estimate <= *cost, "{} exceeds\n{text}", info.id);
                assert!(*cost > 0 || estimate == 0, "{} at a goal\n{text}", info.id);
            }
        }
        for &(from, to, cost) in &edges {
            let consistent = match (estimates[from], estimates[to]) {
                (Some(before), Some(after)) => before <= after + cost,
                (None, Some(_)) => false,
                (_, None) => true,
            };
            assert!(
                !properties.consistent || consistent,
                "{} drops from {:?} at {:?} to {:?} at {:?}\n{text}",
                info.id,
                estimates[from],
                states[from],
                estimates[to],
                states[to]
            );
        }
    }
    usize::from(costs[0].is_some())
}

#[test]
fn heuristics_keep_their_declared_properties_in_every_space() {
    let mut rng = Rng::new(11);
    let (mut solvable, levels) = (0, 250);
    for _ in 0..levels {
        let grid = random_grid(&mut rng);
        let text = format!("{grid:?}");
        let board = Arc::new(Board::new(&grid));
        solvable += check(&MoveSpace::new(board.clone()), &text);
        check(&PushSpace::new(board.clone()), &text);
        check(&RegionSpace::new(board), &text);
        check(&MoveSpace::new(Arc::new(Board::with_pulls(&grid))), &text);
    }
    assert!(solvable > levels / 6, "only {solvable} of {levels} levels can be solved");
}

#[test]
fn the_push_estimate_sees_that_a_box_has_no_goal_left() {
    let grid = Grid::from_text("#########\n#@$  $ .#\n#   $  .#\n#  .    #\n#########").unwrap();
    let space = MoveSpace::new(Arc::new(Board::new(&grid)));
    let estimate = |name: &str| {
        let heuristic = of(&space).heuristic(name).unwrap();
        heuristic.estimate(&space, &space.start())
    };
    assert!(estimate("manhattan").is_some() && estimate("hungarian").is_some());
    assert_eq!(estimate("pushes"), None);
    assert!(estimate("improved").is_some());
}

#[test]
fn an_unknown_heuristic_is_refused_with_the_nearest() {
    let grid = Grid::from_text("#####\n#@$.#\n#####").unwrap();
    let space = MoveSpace::new(Arc::new(Board::new(&grid)));
    let error = of(&space).heuristic("manhatan").err().unwrap();
    assert!(error.to_string().contains("did you mean manhattan?"), "{error}");
}

#[test]
fn walks_are_quiet_solve_and_lose_nothing_and_change_no_estimate() {
    let mut rng = Rng::new(8);
    for round in 0..200 {
        let grid = random_grid(&mut rng);
        let pulls = round % 2 == 1;
        let board = if pulls { Board::with_pulls(&grid) } else { Board::new(&grid) };
        let space = MoveSpace::new(Arc::new(board));
        let heuristics: Vec<_> =
            infos().iter().map(|info| of(&space).heuristic(&info.id).unwrap()).collect();
        let mut moves = Vec::new();
        for state in explore(&space).0 {
            moves.clear();
            space.moves(&state, &mut moves);
            for &mv in &moves {
                let next = space.play(&state, mv);
                assert_eq!(space.is_quiet(&state, mv), state.boxes == next.boxes);
                if !space.is_quiet(&state, mv) {
                    continue;
                }
                let ends = |state| (space.is_solved(state), space.is_dead(state));
                assert_eq!(ends(&state), ends(&next), "{state:?} {mv:?}");
                for heuristic in heuristics.iter().filter(|h| h.ignores_quiet_moves()) {
                    let estimate = |state| heuristic.estimate(&space, state);
                    assert_eq!(estimate(&state), estimate(&next), "{state:?} {mv:?}");
                }
            }
        }
    }
}
