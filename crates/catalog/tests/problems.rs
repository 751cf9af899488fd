//! Problems as front ends see them: turns are judged and answered, hints lead to the solution, and levels of a day are the same
//! for everybody.

use std::sync::Arc;

use plyground_catalog::{AnyGameWorld, Attempt, Catalog, Date, daily, level_text};
use plyground_core::{Cancel, Problem, Verdict};

fn worlds() -> Vec<Arc<dyn AnyGameWorld>> {
    let catalog = Catalog::new();
    catalog.game_worlds().filter(|world| !world.problems().is_empty()).cloned().collect()
}

/// The first problem of so many turns.
fn problem_of(world: &dyn AnyGameWorld, turns: usize) -> Problem {
    world.problems().into_iter().find(|problem| problem.turns() == turns).unwrap()
}

#[test]
fn the_turns_of_the_book_solve_a_problem_and_the_answers_are_played() {
    for world in worlds() {
        let problem = problem_of(&*world, 2);
        let mut attempt = Attempt::new(&world, &problem).unwrap();
        for (index, own) in problem.line.iter().step_by(2).enumerate() {
            assert!(!attempt.is_solved());
            assert_eq!(attempt.left(), 2 - index);
            assert_eq!(attempt.next_turn().as_ref(), Some(own));
            let intent = attempt.next_intent().unwrap();
            assert!(own.starts_with(&intent.text));
            attempt.play(own).unwrap();
        }
        assert!(attempt.is_solved());
        assert_eq!(attempt.next_turn(), None);
        assert!(attempt.play(&problem.line[0]).is_err());
        let played: Vec<String> =
            attempt.session().turns().into_iter().map(|turn| turn.text).collect();
        assert_eq!(played, problem.line);
    }
}

#[test]
fn a_wrong_turn_is_refuted_with_turns_that_can_be_played() {
    for world in worlds() {
        let problem = problem_of(&*world, 1);
        let start = Attempt::new(&world, &problem).unwrap();
        let mut refuted = 0;
        for turn in start.session().legal_turns() {
            let mut attempt = start.clone();
            attempt.play(&turn).unwrap();
            match attempt.verdict().unwrap() {
                Verdict::Wrong { refutation, why } => {
                    assert!(!why.is_empty());
                    let mut session = attempt.session().clone_box();
                    refutation.iter().for_each(|turn| {
                        session.play(turn).unwrap();
                    });
                    refuted += refutation.len();
                    assert!(attempt.play(&turn).is_err(), "a problem is over after a wrong turn");
                }
                _ => assert_eq!(turn, problem.line[0]),
            }
        }
        assert!(refuted > 0);
    }
}

#[test]
fn a_level_of_a_day_is_the_same_every_time_and_another_the_day_after() {
    let catalog = Catalog::new();
    // A Monday: the levels are quickly made.
    let monday: Date = "2026-11-16".parse().unwrap();
    assert_eq!(monday.grade(), 0);
    let mut worlds = 0;
    for world in catalog.puzzle_worlds() {
        let level = |date| {
            let made = daily::level_of(&**world, date, &Cancel::new()).unwrap().unwrap();
            level_text(&made.level).unwrap()
        };
        let text = level(monday);
        assert_eq!(text, level(monday));
        assert_ne!(text, level(monday.next()));
        let read = world.parse("", text.as_bytes()).unwrap();
        assert!(read[0].info().title.contains("2026-11-16"));
        assert!(read[0].info().best.is_some(), "it is proven to be solvable");
        assert!((0..7).all(|grade| world.daily(grade).is_some()));
        worlds += 1;
    }
    assert!(worlds > 1);
}
