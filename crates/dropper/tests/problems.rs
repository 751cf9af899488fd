//! Every problem that ships, and the proofs against plain minimax.

use std::collections::HashMap;

use plyground_core::{Game, GameWorld, Options, Outcome, Problem, Side, prove};
use plyground_dropper::problems::{Prover, distance, goal, problems};
use plyground_dropper::{Dropper, DropperGame, State};

fn game(position: &str) -> DropperGame {
    Dropper.game(&Options::new().with("position", position)).unwrap()
}

/// The value for First by plain minimax over all that can happen.
fn plain(game: &DropperGame, state: &State, known: &mut HashMap<State, i8>) -> i8 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.outcome(state) {
        Some(Outcome::Win(Side::First)) => 1,
        Some(Outcome::Win(Side::Second)) => -1,
        Some(Outcome::Draw) => 0,
        None => {
            let nexts = Dropper.whole_turns(game, state).into_iter();
            let values = nexts.map(|(_, next)| plain(game, &next, known));
            match game.to_move(state) {
                Side::First => values.max(),
                Side::Second => values.min(),
            }
            .expect("a game that goes on has turns")
        }
    };
    known.insert(*state, value);
    value
}

#[test]
fn there_are_40_problems_from_easy_to_hard_on_several_boards() {
    assert_eq!(problems().len(), 40);
    assert!(problems().is_sorted_by_key(|problem| problem.difficulty));
    for turns in 1..=3 {
        assert!(problems().iter().filter(|problem| problem.turns() == turns).count() >= 5);
    }
    for size in 4..=8 {
        let of_size = problems().iter().filter(|problem| game(&problem.position).size() == size);
        assert!(of_size.count() >= 5, "{size}");
    }
}

#[test]
fn no_two_problems_are_alike() {
    let games: Vec<DropperGame> =
        problems().iter().map(|problem| game(&problem.position)).collect();
    for (index, one) in games.iter().enumerate() {
        for other in games[..index].iter().filter(|other| other.size() == one.size()) {
            let apart = distance(one, &other.start(), &one.start());
            assert!(apart * 4 >= one.size() * one.size(), "{index}: {apart}");
        }
    }
}

#[test]
fn the_smaller_problems_have_one_winning_turn_by_plain_minimax() {
    let mut looked_at = 0;
    for problem in problems() {
        let game = game(&problem.position);
        let start = game.start();
        if game.empties(&start) > 7 {
            continue;
        }
        looked_at += 1;
        let wanted = if game.to_move(&start) == Side::First { 1 } else { -1 };
        let mut known = HashMap::new();
        let turns = Dropper.whole_turns(&game, &start).into_iter();
        let winning: Vec<String> = turns
            .filter(|(_, next)| plain(&game, next, &mut known) == wanted)
            .map(|(turn, _)| Dropper.turn_text(&game, &start, &turn))
            .collect();
        assert_eq!(winning[..], problem.line[..1], "{problem}");
    }
    assert!(looked_at > 10, "{looked_at}");
}

/// Proves a problem, and that it goes on as long as one turn alone wins.
fn holds(problem: &Problem) {
    prove(&Dropper, problem).unwrap_or_else(|error| panic!("{problem}{error}"));
    let game = game(&problem.position);
    let mut state = game.start();
    assert_eq!(problem.goal, goal(game.to_move(&state), problem.turns()));
    let mut prover = Prover::new(&game);
    for (index, text) in problem.line.iter().enumerate() {
        if index.is_multiple_of(2) {
            assert_eq!(prover.winning_turns(&state).len(), 1, "{problem}");
        }
        for ply in Dropper.parse_turn(&game, &state, text).unwrap() {
            game.play(&mut state, ply);
        }
    }
}

#[test]
fn the_shorter_problems_have_one_solution() {
    problems().iter().filter(|problem| problem.turns() == 1).take(8).for_each(holds);
}

#[test]
#[ignore = "takes a while without optimisation; .ci/run runs it"]
fn every_problem_has_one_solution_and_goes_on_while_one_turn_alone_wins() {
    problems().iter().for_each(holds);
}
