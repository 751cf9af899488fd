//! The simple players.

mod play_games;

use play_games::{Flat, Nim, Noise, Row, TIC_TAC_TOE, Tree};
use plyground_core::{
    Budget, EVALUATION_LIMIT, Evaluation, Game, Limits, Player, Position, Side, Spec, evaluation_fn,
};
use plyground_search::play::{methods, player};

fn make<G: Game + 'static>(
    spec: &str,
    evaluation: impl Evaluation<G> + 'static,
) -> Box<dyn Player<G>> {
    player(&spec.parse::<Spec>().unwrap(), Box::new(evaluation)).unwrap()
}

/// Plays a whole game of a player against itself; every ply must be legal.
fn self_play<G: Game>(player: &mut dyn Player<G>, game: &G, plies: usize) -> Vec<G::Move> {
    let mut position = Position::start(game);
    let mut played = Vec::new();
    while position.outcome(game).is_none() && played.len() < plies {
        let limits = Limits { states: Some(2_000), ..Limits::default() };
        let budget = Budget { limits, depth: Some(3), ..Budget::default() };
        let thought = player.choose(game, &position, &budget, &mut |_| {});
        let mut legal = Vec::new();
        game.moves(&position.state, &mut legal);
        assert!(legal.contains(&thought.best[0]), "{:?}", position.state);
        position.play(game, thought.best[0]);
        played.push(thought.best[0]);
    }
    played
}

#[test]
fn every_player_is_listed_once_with_its_options_and_can_be_made() {
    let methods = methods();
    for (i, info) in methods.iter().enumerate() {
        assert!(methods[..i].iter().all(|other| other.id != info.id));
        let mut player = make::<Nim>(info.id, Flat);
        self_play(&mut *player, &Nim([2, 2, 1]), 100);
        for option in &info.options {
            if !option.default.is_empty() {
                let spec = Spec::new(info.id).with(option.id, option.default);
                make::<Nim>(&spec.to_string(), Flat);
            }
        }
    }
}

#[test]
fn an_evaluation_given_as_a_function_serves_as_well_as_a_type() {
    let game = Tree::new(7);
    let by_type = self_play(&mut *make("minimax(depth=2)", Noise(3)), &game, 100);
    let noise = evaluation_fn(100, |game: &Tree, state| Noise(3).evaluate(game, state));
    assert_eq!(self_play(&mut *make("minimax(depth=2)", noise), &game, 100), by_type);
    let bold = evaluation_fn(100, |_: &Tree, _| i32::MAX);
    assert_eq!(bold.evaluate(&game, &game.start()), EVALUATION_LIMIT);
}

#[test]
fn every_player_plays_legal_plies_to_the_end() {
    for info in methods() {
        for seed in 0..5 {
            self_play(&mut *make(info.id, Noise(seed)), &Tree::new(seed), 100);
        }
        self_play(&mut *make(info.id, Noise(1)), &TIC_TAC_TOE, 100);
        self_play(
            &mut *make(info.id, Noise(1)),
            &Row { width: 4, height: 4, row: 4, falling: true },
            100,
        );
    }
}

#[test]
fn the_seed_decides_the_moves_of_random_and_of_ties_in_greedy() {
    for name in ["random", "greedy"] {
        let games: Vec<_> = [1, 1, 2]
            .into_iter()
            .map(|seed| {
                self_play(
                    &mut *make(&format!("{name}(seed={seed})"), Flat),
                    &Row { width: 6, height: 6, row: 6, falling: false },
                    30,
                )
            })
            .collect();
        assert_eq!(games[0], games[1], "{name}");
        assert_ne!(games[0], games[2], "{name}");
    }
}

#[test]
fn greedy_wins_where_one_turn_is_enough() {
    let mut player = make("greedy", Noise(1));
    let position = Position { state: ([0, 3, 0], Side::First), history: Vec::new() };
    let thought = player.choose(&Nim([0, 3, 0]), &position, &Budget::default(), &mut |_| {});
    assert_eq!(thought.best, [(1, 3)]);
    assert_eq!(thought.proof, Some(plyground_core::Proof::Win));
}

#[test]
fn greedy_looks_to_the_end_of_its_turn_however_many_plies_it_has() {
    for seed in 0..50 {
        let game = Tree::new(seed);
        let position = Position::start(&game);
        let thought =
            make("greedy", Noise(seed)).choose(&game, &position, &Budget::default(), &mut |_| {});
        let mut state = game.start();
        for &mv in &thought.lines[0].moves {
            assert_eq!(game.to_move(&state), Side::First);
            game.play(&mut state, mv);
        }
        assert!(game.outcome(&state).is_some() || game.to_move(&state) == Side::Second);
    }
}

#[test]
fn minimax_lists_all_moves_that_are_proven_equally_good() {
    let position = Position { state: ([2, 2, 0], Side::First), history: Vec::new() };
    let thought = make("minimax(depth=6)", Flat).choose(
        &Nim([2, 2, 0]),
        &position,
        &Budget::default(),
        &mut |_| {},
    );
    assert_eq!(thought.proof, Some(plyground_core::Proof::Loss));
    // Taking one stone loses as slowly from either heap.
    assert_eq!(thought.best, [(0, 1), (1, 1)]);
}
