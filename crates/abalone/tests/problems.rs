//! The claims that problems are made of against a plain search, and every problem that ships.

use plyground_abalone::board::RINGS;
use plyground_abalone::problems::{Claim, Task, distance, problems};
use plyground_abalone::{Abalone, State, notation};
use plyground_core::{Rng, Side, prove};

/// Whether the attacker comes out so far ahead, found by trying everything; `turns` are the attacker's that are left.
fn plainly_forced(state: &State, attacker: Side, lead: i32, turns: usize) -> bool {
    let ahead = |state: &State| {
        let captures = state.captures.map(i32::from);
        captures[attacker.index()] - captures[attacker.other().index()] >= lead
    };
    let after = |state: &State| {
        let (state, mut moves) = (*state, Vec::new());
        state.moves(&mut moves);
        moves.into_iter().map(move |mv| {
            let mut next = state;
            next.play(mv);
            next
        })
    };
    turns > 0
        && after(state).any(|mine| {
            after(&mine)
                .all(|next| ahead(&next) || plainly_forced(&next, attacker, lead, turns - 1))
        })
}

#[test]
fn a_claim_is_what_trying_everything_finds() {
    let mut rng = Rng::new(7);
    let (mut forced, mut seen) = (0, 0);
    while seen < 150 {
        // White marbles on the edge and black ones behind them, where something happens.
        let places = [RINGS[2] | RINGS[3], RINGS[4]];
        let mut marbles = [0_u64; 2];
        for (side, count) in [(0, 16), (1, 9)] {
            for _ in 0..count {
                marbles[side] |= places[side] & 1 << rng.below(61);
            }
        }
        let state = State { marbles, captures: [0; 2], to_move: Side::First };
        if state.outcome().is_some() || marbles.iter().any(|set| set.count_ones() < 3) {
            continue;
        }
        seen += 1;
        let claim = Claim::new(&state, Side::First);
        for turns in 1..=2 {
            let found = claim.is_forced(&state, turns);
            assert_eq!(
                found,
                plainly_forced(&state, Side::First, 1, turns),
                "{state:?} in {turns}"
            );
            assert_eq!(found, !claim.keys(&state, turns).is_empty());
            forced += usize::from(found);
        }
    }
    assert!(forced > 10, "{forced} of {seen} positions have something to win");
}

#[test]
fn there_are_40_problems_from_easy_to_hard_for_attack_and_defence() {
    let tasks: Vec<Task> = problems().iter().map(|problem| problem.task.parse().unwrap()).collect();
    assert_eq!(tasks.len(), 40);
    let of = |wanted: fn(&Task) -> bool| tasks.iter().filter(|task| wanted(task)).count();
    assert!(of(|task| matches!(task, Task::Gain(1))) >= 5);
    assert!(of(|task| matches!(task, Task::Gain(2))) >= 5);
    assert!(of(|task| matches!(task, Task::Gain(3))) >= 5);
    assert!(of(|task| matches!(task, Task::Hold(_))) >= 10);
    assert!(problems().is_sorted_by_key(|problem| problem.difficulty));
}

#[test]
fn no_two_problems_are_alike() {
    let read = |text: &str| notation::parse_position(text).unwrap();
    let states: Vec<State> = problems().iter().map(|problem| read(&problem.position)).collect();
    for (index, state) in states.iter().enumerate() {
        assert!(states[..index].iter().all(|other| distance(other, state) >= 14), "{index}");
    }
}

#[test]
fn every_problem_has_one_solution_and_none_that_is_shorter() {
    for problem in problems() {
        prove(&Abalone, problem).unwrap_or_else(|error| panic!("{problem}{error}"));
        let state = notation::parse_position(&problem.position).unwrap();
        let task: Task = problem.task.parse().unwrap();
        assert_eq!(problem.goal, task.goal(state.to_move));
        let claim = Claim::new(&state, state.to_move);
        match task {
            Task::Gain(turns) => assert_eq!(claim.shortest(&state, turns), Some(turns)),
            // Who could win a marble would not look for a defence.
            Task::Hold(_) => assert_eq!(claim.shortest(&state, 3), None),
        }
    }
}
