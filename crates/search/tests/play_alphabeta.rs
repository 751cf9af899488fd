//! Alpha-beta against plain minimax and exhaustive search.

mod play_games;

use std::time::Duration;

use play_games::{Flat, Nim, Noise, Ring, Row, TIC_TAC_TOE, Tree, true_value};
use plyground_core::{
    Budget, Cancel, Evaluation, Game, Limits, Player, Position, Proof, Rng, Side, Spec, Thought,
};
use plyground_search::play::{WIN, player};

const PLAIN: &str = "lmr=false,quiescence=false,null=false,pruning=false";

fn make<G: Game + 'static>(
    spec: &str,
    evaluation: impl Evaluation<G> + 'static,
) -> Box<dyn Player<G>> {
    player(&spec.parse::<Spec>().unwrap(), Box::new(evaluation)).unwrap()
}

fn think<G: Game>(
    player: &mut dyn Player<G>,
    game: &G,
    state: &G::State,
    budget: &Budget,
) -> Thought<G::Move> {
    let position = Position { state: state.clone(), history: Vec::new() };
    player.choose(game, &position, budget, &mut |_| {})
}

fn depth(depth: u32) -> Budget {
    Budget { depth: Some(depth), ..Budget::default() }
}

/// Some positions that are not over, by random play.
fn positions<G: Game>(game: &G, seed: u64, count: usize) -> Vec<G::State> {
    let mut rng = Rng::new(seed);
    let mut found = vec![game.start()];
    while found.len() < count {
        let mut state = game.start();
        for _ in 0..rng.below(6) {
            let Some(mv) = game.random_move(&state, &mut rng, &mut Vec::new()) else { break };
            game.play(&mut state, mv);
        }
        if game.outcome(&state).is_none() {
            found.push(state);
        }
    }
    found
}

fn agrees_with_minimax<G: Game + 'static>(game: &G, seed: u64, count: usize, depths: u32) {
    for state in positions(game, seed, count) {
        for plies in 1..=depths {
            let mut slow = make(&format!("minimax(depth={plies})"), Noise(seed));
            let mut fast = make(&format!("alphabeta(depth={plies},{PLAIN},hash=1)"), Noise(seed));
            let (slow, fast) = (
                think(&mut *slow, game, &state, &depth(plies)),
                think(&mut *fast, game, &state, &depth(plies)),
            );
            assert_eq!(fast.score, slow.score, "{state:?} at depth {plies}");
            assert!(fast.nodes <= slow.nodes * 3, "{} against {}", fast.nodes, slow.nodes);
        }
    }
}

#[test]
fn without_reductions_the_value_is_that_of_minimax_on_random_trees() {
    for seed in 0..60 {
        agrees_with_minimax(&Tree::new(seed), seed, 4, 7);
        agrees_with_minimax(&Tree { alternating: true, width: 40, ..Tree::new(seed) }, seed, 4, 7);
    }
}

#[test]
fn without_reductions_the_value_is_that_of_minimax_in_tic_tac_toe() {
    agrees_with_minimax(&TIC_TAC_TOE, 1, 6, 5);
}

#[test]
fn without_reductions_the_value_is_that_of_minimax_in_falling_rows() {
    agrees_with_minimax(&Row { width: 5, height: 4, row: 3, falling: true }, 2, 8, 6);
}

#[test]
fn the_value_is_kept_when_the_side_does_not_alternate_and_the_table_is_reused() {
    for seed in 0..30 {
        let game = Tree { width: 30, ..Tree::new(seed) };
        let mut fast = make(&format!("alphabeta({PLAIN},hash=1)"), Noise(seed));
        for plies in [3, 5] {
            let mut slow = make(&format!("minimax(depth={plies})"), Noise(seed));
            let state = game.start();
            let expected = think(&mut *slow, &game, &state, &depth(plies)).score;
            assert_eq!(think(&mut *fast, &game, &state, &depth(plies)).score, expected, "{seed}");
        }
    }
}

fn proves_the_truth<G: Game + 'static>(game: &G, state: &G::State, options: &str) {
    let mut player = make(&format!("alphabeta(depth=60,hash=1{options})"), Noise(3));
    let thought = think(&mut *player, game, state, &Budget::default());
    let sign = if game.to_move(state) == Side::First { 1 } else { -1 };
    let expected = match true_value(game, state) * sign {
        1 => Proof::Win,
        -1 => Proof::Loss,
        _ => Proof::Draw,
    };
    assert_eq!(thought.proof, Some(expected), "{state:?}: {thought:?}");
    let mut after = state.clone();
    game.play(&mut after, thought.best[0]);
    assert_eq!(
        true_value(game, &after),
        true_value(game, state),
        "{:?} keeps the value",
        thought.best
    );
}

#[test]
fn games_that_are_searched_to_the_end_are_proven_with_all_features_on() {
    for seed in 0..100 {
        let game = Tree { width: 60, ..Tree::new(seed) };
        proves_the_truth(&game, &game.start(), "");
    }
    for state in positions(&TIC_TAC_TOE, 5, 20) {
        proves_the_truth(&TIC_TAC_TOE, &state, "");
    }
    let falling = Row { width: 4, height: 4, row: 3, falling: true };
    for state in positions(&falling, 5, 10) {
        proves_the_truth(&falling, &state, "");
    }
    for heaps in [[1, 2, 3], [3, 4, 5], [1, 1, 0], [7, 4, 2]] {
        proves_the_truth(&Nim(heaps), &Nim(heaps).start(), "");
    }
}

#[test]
fn several_threads_prove_the_same_values() {
    for seed in 0..20 {
        let game = Tree { width: 60, ..Tree::new(seed) };
        proves_the_truth(&game, &game.start(), ",threads=3");
    }
    for state in positions(&TIC_TAC_TOE, 5, 5) {
        proves_the_truth(&TIC_TAC_TOE, &state, ",threads=2");
    }
}

#[test]
fn a_win_is_worth_more_the_nearer_it_is() {
    let mut player = make("alphabeta(depth=20)", Flat);
    // Heaps of 1 and 3: taking two leaves 1 and 1, and the win comes with the third ply.
    let thought = think(&mut *player, &Nim([1, 3, 0]), &Nim([1, 3, 0]).start(), &Budget::default());
    assert_eq!(thought.score, WIN - 3);
    assert_eq!(thought.best, [(1, 2)]);
    assert_eq!(thought.lines[0].moves.len(), 3);
}

#[test]
fn the_same_node_limit_gives_the_same_move_and_the_same_count() {
    let game = Row { width: 7, height: 6, row: 4, falling: true };
    for nodes in [1, 7, 100, 5000, 20_001] {
        let budget = Budget { limits: Limits::states(nodes), ..Budget::default() };
        let first = think(&mut *make("alphabeta", Noise(1)), &game, &game.start(), &budget);
        let again = think(&mut *make("alphabeta", Noise(1)), &game, &game.start(), &budget);
        assert_eq!(
            (&first.best, first.nodes, first.score),
            (&again.best, again.nodes, again.score)
        );
        assert_eq!(first.nodes, nodes);
    }
}

#[test]
fn the_smaller_of_the_limits_of_spec_and_budget_wins() {
    let game = Row { width: 7, height: 6, row: 4, falling: true };
    let budget = |nodes| Budget { limits: Limits::states(nodes), ..Budget::default() };
    let run = |spec: &str, budget| think(&mut *make(spec, Flat), &game, &game.start(), &budget);
    assert_eq!(run("alphabeta(nodes=300)", budget(900)).nodes, 300);
    assert_eq!(run("alphabeta(nodes=900)", budget(300)).nodes, 300);
    assert_eq!(run("alphabeta(depth=3)", depth(5)).depth, 3);
    assert_eq!(run("alphabeta(depth=5)", depth(3)).depth, 3);
}

#[test]
fn a_legal_move_comes_out_of_the_smallest_budget() {
    let game = Row { width: 7, height: 6, row: 4, falling: true };
    let cancelled = Cancel::new();
    cancelled.cancel();
    for limits in [
        Limits::states(0),
        Limits::states(1),
        Limits::time(Duration::ZERO),
        Limits { cancel: cancelled, ..Limits::default() },
        Limits { memory: Some(0), states: Some(50), ..Limits::default() },
    ] {
        for spec in ["alphabeta", "alphabeta(threads=2)", "minimax", "greedy", "random"] {
            let budget = Budget { limits: limits.clone(), ..Budget::default() };
            let thought = think(&mut *make(spec, Noise(1)), &game, &game.start(), &budget);
            assert!(thought.best.len() == 1 && thought.best[0] < 7, "{spec}: {thought:?}");
        }
    }
}

#[test]
fn cancelling_ends_a_search_without_limits() {
    let game = Row { width: 7, height: 6, row: 4, falling: true };
    let limits = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
    let budget = Budget { limits, ..Budget::default() };
    let mut player = make("alphabeta(threads=2)", Noise(1));
    let position = Position { state: game.start(), history: Vec::new() };
    let thought = player.choose(&game, &position, &budget, &mut |thought| {
        if thought.depth == 4 {
            budget.limits.cancel.cancel();
        }
    });
    assert_eq!(thought.depth, 4);
}

#[test]
fn several_lines_have_different_first_moves_and_the_scores_of_minimax() {
    for seed in 0..20 {
        let game = Row { width: 4, height: 4, row: 3, falling: true };
        let budget = Budget { lines: 3, ..depth(4) };
        let slow =
            think(&mut *make("minimax(depth=4)", Noise(seed)), &game, &game.start(), &budget);
        let spec = format!("alphabeta({PLAIN})");
        let fast = think(&mut *make(&spec, Noise(seed)), &game, &game.start(), &budget);
        let scores = |thought: &Thought<usize>| -> Vec<i32> {
            thought.lines.iter().map(|line| line.score).collect()
        };
        assert_eq!(scores(&fast), scores(&slow));
        let mut firsts: Vec<_> = fast.lines.iter().map(|line| line.moves[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), 3);
    }
}

#[test]
fn each_line_is_legal_and_each_depth_is_told() {
    let game = Row { width: 5, height: 4, row: 4, falling: true };
    let mut depths = Vec::new();
    let position = Position { state: game.start(), history: Vec::new() };
    make("alphabeta", Noise(2)).choose(&game, &position, &depth(6), &mut |thought| {
        depths.push(thought.depth);
        let mut state = game.start();
        for &mv in &thought.lines[0].moves {
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            assert!(legal.contains(&mv));
            game.play(&mut state, mv);
        }
    });
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_repeated_position_is_a_draw_where_the_rules_say_so() {
    // The first can only lose the race by walking; going back and forth repeats.
    let game = Ring { cells: 12, repetition_limit: 3, ply_cap: None };
    let mut position = Position { state: game.start(), history: Vec::new() };
    for mv in [true, true, false, false, true, true, false] {
        position.play(&game, mv);
    }
    // One step back and this position has occurred three times.
    let mut after = Position { state: position.state, history: position.history.clone() };
    after.play(&game, false);
    assert_eq!(after.outcome(&game), Some(plyground_core::Outcome::Draw));
    let budget = Budget { lines: 2, ..depth(1) };
    let thought = make("alphabeta(quiescence=false)", Noise(1)).choose(
        &game,
        &position,
        &budget,
        &mut |_| {},
    );
    let line = thought.lines.iter().find(|line| !line.moves[0]).unwrap();
    assert_eq!(line.score, 0);
}

#[test]
fn the_ply_cap_ends_the_lines_of_a_search() {
    for cap in 2..9 {
        let game = Ring { cells: 12, repetition_limit: 0, ply_cap: Some(cap) };
        let slow = think(&mut *make("minimax(depth=8)", Flat), &game, &game.start(), &depth(8));
        let fast = think(
            &mut *make(&format!("alphabeta({PLAIN})"), Flat),
            &game,
            &game.start(),
            &depth(8),
        );
        assert_eq!(fast.score, slow.score, "cap {cap}");
    }
}

#[test]
fn unknown_options_and_impossible_values_are_refused() {
    for (spec, word) in [
        ("alphabeta(dept=3)", "depth"),
        ("alphabeta(depth=0)", "depth=0"),
        ("alphabeta(time=0)", "time=0"),
        ("alphabeta(hash=0)", "hash=0"),
        ("alphabeta(lmr=maybe)", "true or false"),
        ("alfabeta", "alphabeta"),
        ("random(depth=3)", "seed"),
        ("random(seed=x)", "seed=x"),
        ("minimax(depth=x)", "depth=x"),
        ("greedy(speed=1)", "seed"),
    ] {
        let error = player::<Nim>(&spec.parse::<Spec>().unwrap(), Box::new(Flat)).err().unwrap();
        assert!(error.to_string().contains(word), "{spec}: {error}");
    }
}
