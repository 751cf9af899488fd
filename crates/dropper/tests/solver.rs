//! The exact player against plain minimax, and what it says about small boards.

use std::collections::HashMap;

use plyground_core::{
    Budget, Game, GameWorld, Limits, MethodInfo, Options, Outcome, Position, Proof, Rng, Spec,
};
use plyground_dropper::{Dropper, DropperGame, Ply, Setup, State, notation};

/// The value for the side to move by trying everything.
fn minimax(game: &DropperGame, state: &State, known: &mut HashMap<State, i32>) -> i32 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let side = game.to_move(state);
    let value = match game.outcome(state) {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) => {
            if winner == side {
                1
            } else {
                -1
            }
        }
        None => {
            let mut plies = Vec::new();
            game.moves(state, &mut plies);
            plies.iter().map(|&ply| value_of(game, state, ply, known)).max().unwrap()
        }
    };
    known.insert(*state, value);
    value
}

fn value_of(game: &DropperGame, state: &State, ply: Ply, known: &mut HashMap<State, i32>) -> i32 {
    let mut next = *state;
    game.play(&mut next, ply);
    let value = minimax(game, &next, known);
    if game.to_move(&next) == game.to_move(state) { value } else { -value }
}

fn position_at(game: &DropperGame, state: State) -> Position<DropperGame> {
    Position { state, ..Position::start(game) }
}

/// Compares value, best plies and line of the exact player with plain minimax.
fn compare(game: &DropperGame, state: State, known: &mut HashMap<State, i32>) {
    let mut player = Dropper.own_player(game, &"solve(table=1)".parse().unwrap()).unwrap();
    let thought = player.choose(game, &position_at(game, state), &Budget::default(), &mut |_| {});
    let text = notation::position_text(game, &state);
    let value = minimax(game, &state, known);
    let proof = [Proof::Loss, Proof::Draw, Proof::Win][(value + 1) as usize];
    assert_eq!(thought.proof, Some(proof), "{text}");
    let mut plies = Vec::new();
    game.moves(&state, &mut plies);
    plies.retain(|&ply| value_of(game, &state, ply, known) == value);
    plies.sort();
    let mut best = thought.best.clone();
    best.sort();
    assert_eq!(best, plies, "{text}");
    let mut end = state;
    for &ply in &thought.lines[0].moves {
        assert_eq!(value_of(game, &end, ply, known), minimax(game, &end, known), "{text}");
        game.play(&mut end, ply);
    }
    assert!(game.outcome(&end).is_some(), "the line of {text} goes to the end");
}

#[test]
fn every_reachable_position_of_3x3_has_the_value_and_the_best_plies_of_minimax() {
    for pass in [false, true] {
        let game = DropperGame::from_setup(&Setup::empty(3), pass);
        let mut known = HashMap::new();
        minimax(&game, &game.start(), &mut known);
        let mut states: Vec<State> = known.keys().copied().collect();
        states.retain(|state| game.outcome(state).is_none());
        states.sort_by_key(|state| game.key(state));
        for &state in states.iter().step_by(37) {
            compare(&game, state, &mut known);
        }
        compare(&game, game.start(), &mut known);
    }
}

#[test]
fn endgames_of_larger_boards_have_the_value_and_the_best_plies_of_minimax() {
    let mut rng = Rng::new(3);
    for (size, empties, games) in
        [(4, 9, 6), (4, 7, 12), (5, 6, 12), (6, 5, 10), (8, 5, 10), (9, 5, 5)]
    {
        for number in 0..games {
            let game = DropperGame::from_setup(&Setup::empty(size), number % 2 == 1);
            let mut state = game.start();
            let mut plies = Vec::new();
            while game.empties(&state) > empties {
                plies.clear();
                game.moves(&state, &mut plies);
                let Some(&ply) = rng.pick(&plies) else { break };
                game.play(&mut state, ply);
            }
            if game.outcome(&state).is_none() {
                compare(&game, state, &mut HashMap::new());
            }
        }
    }
}

#[test]
fn a_draw_on_4x4_needs_a_central_opening() {
    let game = Dropper.game(&Options::new().with("size", 4)).unwrap();
    let mut player = Dropper.own_player(&game, &Spec::new("solve")).unwrap();
    let position = Position::start(&game);
    let thought = player.choose(&game, &position, &Budget::default(), &mut |_| {});
    let mut best: Vec<String> =
        thought.best.iter().map(|&ply| notation::turn_text(4, &[ply])).collect();
    best.sort();
    assert_eq!(thought.proof, Some(Proof::Draw));
    assert_eq!(best, ["B2", "B3", "C2", "C3"]);
    assert_eq!(thought.score, 0);
}

#[test]
fn where_one_best_ply_is_asked_for_one_of_them_is_found() {
    let mut rng = Rng::new(8);
    for _ in 0..20 {
        let game = DropperGame::new(5);
        let mut state = game.start();
        let mut plies = Vec::new();
        while game.empties(&state) > 7 {
            plies.clear();
            game.moves(&state, &mut plies);
            let Some(&ply) = rng.pick(&plies) else { break };
            game.play(&mut state, ply);
        }
        if game.outcome(&state).is_some() {
            continue;
        }
        let [all, one] = ["solve(table=1)", "solve(table=1,all=false)"].map(|spec| {
            let mut player = Dropper.own_player(&game, &spec.parse().unwrap()).unwrap();
            player.choose(&game, &position_at(&game, state), &Budget::default(), &mut |_| {})
        });
        assert_eq!(one.best.len(), 1);
        assert!(all.best.contains(&one.best[0]));
        assert_eq!(one.proof, all.proof);
    }
}

#[test]
fn a_search_that_is_stopped_still_has_a_legal_ply_and_claims_nothing() {
    let game = DropperGame::new(8);
    let mut player = Dropper.own_player(&game, &"solve(table=1)".parse().unwrap()).unwrap();
    let budget = Budget { limits: Limits::states(1000), ..Budget::default() };
    let thought = player.choose(&game, &Position::start(&game), &budget, &mut |_| {});
    let mut plies = Vec::new();
    game.moves(&game.start(), &mut plies);
    assert!(plies.contains(&thought.best[0]));
    assert_eq!((thought.proof, thought.score), (None, 0));
    assert!(thought.nodes <= 1001);
}

#[test]
fn endgames_are_handed_over_when_few_squares_are_empty() {
    let game = DropperGame::new(8);
    assert!(Dropper.endgame(&game, &game.start()).is_none());
    let few = notation::parse_position("XOX./OXOX/XOXO/OXO. X").unwrap();
    let game = DropperGame::from_setup(&few, false);
    assert!(Dropper.endgame(&game, &game.start()).is_some());
}

#[test]
fn unknown_players_and_options_are_refused() {
    let game = DropperGame::new(4);
    for spec in ["solver", "solve(tabel=3)", "solve(table=0)"] {
        assert!(Dropper.own_player(&game, &spec.parse().unwrap()).is_err(), "{spec}");
    }
}

#[test]
fn an_opponent_that_looks_no_further_than_its_turn_judges_by_the_largest_groups() {
    let player = MethodInfo::new("plays at once");
    assert_eq!(Dropper.usual_evaluation(&player), Some("groups".into()));
    assert_eq!(Dropper.usual_evaluation(&player.looks_ahead()), None);
}
