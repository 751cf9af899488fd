//! Monte Carlo tree search: proofs, determinism, limits.

mod play_games;

use std::time::Duration;

use play_games::{Flat, Nim, Noise, Ring, Row, TIC_TAC_TOE, Tree, true_value};
use plyground_core::{
    Budget, Evaluation, Game, Limits, Player, Position, Proof, Side, Spec, Thought,
};
use plyground_search::play::player;

fn make<G: Game + 'static>(
    spec: &str,
    evaluation: impl Evaluation<G> + 'static,
) -> Box<dyn Player<G>> {
    player(&spec.parse::<Spec>().unwrap(), Box::new(evaluation)).unwrap()
}

fn think<G: Game + 'static>(spec: &str, game: &G) -> Thought<G::Move> {
    make(spec, Flat).choose(game, &Position::start(game), &Budget::default(), &mut |_| {})
}

fn proves_the_truth<G: Game + 'static>(game: &G) {
    let thought = think("mcts(playouts=60000)", game);
    let start = game.start();
    let sign = if game.to_move(&start) == Side::First { 1 } else { -1 };
    let expected = match true_value(game, &start) * sign {
        1 => Proof::Win,
        -1 => Proof::Loss,
        _ => Proof::Draw,
    };
    assert_eq!(thought.proof, Some(expected));
    for mv in thought.best {
        let mut after = game.start();
        game.play(&mut after, mv);
        assert_eq!(true_value(game, &after), true_value(game, &start), "{mv:?} keeps the value");
    }
}

#[test]
fn small_games_are_proven() {
    for seed in 0..40 {
        proves_the_truth(&Tree { plies: 5, width: 60, ..Tree::new(seed) });
        proves_the_truth(&Tree { plies: 5, width: 60, alternating: true, ..Tree::new(seed) });
    }
    for heaps in [[1, 2, 3], [1, 1, 0], [2, 3, 1], [2, 2, 0]] {
        proves_the_truth(&Nim(heaps));
    }
    proves_the_truth(&Row { width: 3, height: 3, row: 3, falling: true });
}

#[test]
fn the_seed_and_the_playouts_decide_the_move_and_the_count() {
    let game = Row { width: 7, height: 6, row: 4, falling: true };
    for spec in ["mcts(playouts=500,seed=3)", "mcts(nodes=5000,seed=3)", "mcts(playouts=300,cut=4)"]
    {
        let (first, again) = (think(spec, &game), think(spec, &game));
        assert_eq!((&first.best, first.nodes), (&again.best, again.nodes), "{spec}");
        assert_eq!(first.lines, again.lines, "{spec}");
    }
    assert_eq!(think("mcts(nodes=5000)", &game).nodes, 5000);
}

#[test]
fn more_playouts_block_a_row_of_three() {
    // First threatens to complete a column; Second must block it.
    let mut state = TIC_TAC_TOE.start();
    for mv in [0, 8, 3] {
        TIC_TAC_TOE.play(&mut state, mv);
    }
    let position = Position { state, history: Vec::new() };
    let thought = make("mcts(playouts=2000)", Flat).choose(
        &TIC_TAC_TOE,
        &position,
        &Budget::default(),
        &mut |_| {},
    );
    assert_eq!(thought.best[0], 6);
}

#[test]
fn a_legal_move_comes_out_of_the_smallest_budget_and_memory() {
    let game = Row { width: 7, height: 6, row: 4, falling: true };
    for limits in [
        Limits::states(0),
        Limits::states(1),
        Limits::time(Duration::ZERO),
        Limits { memory: Some(0), states: Some(500), ..Limits::default() },
    ] {
        let budget = Budget { limits, ..Budget::default() };
        let thought =
            make("mcts", Noise(1)).choose(&game, &Position::start(&game), &budget, &mut |_| {});
        assert!(thought.best.len() == 1 && thought.best[0] < 7, "{thought:?}");
    }
}

#[test]
fn a_game_that_never_ends_by_itself_ends_by_its_draw_rules() {
    for (repetition_limit, ply_cap) in [(2, None), (3, None), (0, Some(6))] {
        let game = Ring { cells: 12, repetition_limit, ply_cap };
        let thought = think("mcts(playouts=3000,cut=20)", &game);
        assert!(!thought.best.is_empty());
    }
}

#[test]
fn lines_start_with_different_moves_and_are_legal() {
    let game = Row { width: 5, height: 4, row: 4, falling: true };
    let budget = Budget { lines: 3, ..Budget::default() };
    let thought = make("mcts(playouts=2000)", Flat).choose(
        &game,
        &Position::start(&game),
        &budget,
        &mut |_| {},
    );
    assert_eq!(thought.lines.len(), 3);
    for (i, line) in thought.lines.iter().enumerate() {
        assert!(thought.lines[..i].iter().all(|other| other.moves[0] != line.moves[0]));
        let mut state = game.start();
        for &mv in &line.moves {
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            assert!(legal.contains(&mv));
            game.play(&mut state, mv);
        }
    }
}
