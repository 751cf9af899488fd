//! The erased puzzle world, tried on a world that is known by heart.

#[path = "toys/corridor.rs"]
mod corridor;

use std::sync::LazyLock;

use corridor::Corridor;
use plyground_catalog::{AnyPuzzleWorld, Catalog, Hint, Puzzles, TraceEvent, Unwatched, Watcher};
use plyground_core::{Cancel, Generation, Limits, Options, Progress, Rng, Spec, Status};

static WORLD: LazyLock<Puzzles<Corridor>> = LazyLock::new(|| Puzzles::new(Corridor));

fn level(length: u8) -> plyground_catalog::Level {
    WORLD.parse("test", length.to_string().as_bytes()).unwrap().remove(0)
}

fn solve(length: u8, spec: &str) -> Result<plyground_catalog::Solved, plyground_core::SpecError> {
    let spec: Spec = spec.parse().unwrap();
    level(length).solve(&spec, &Options::new(), &Limits::default(), &mut Unwatched)
}

#[test]
fn a_level_is_solved_by_own_and_by_general_methods_alike() {
    for method in ["walk", "bfs", "astar(h=rest)"] {
        let solved = solve(5, method).unwrap();
        assert_eq!(solved.status, Status::Solved, "{method}");
        assert_eq!(solved.solution.as_deref(), Some("RRRR"), "{method}");
        assert_eq!(solved.measures.unwrap().moves, 4);
        assert_eq!(solved.method, method);
        assert!(solved.optimal);
    }
}

#[test]
fn what_a_board_takes_to_make_counts_for_the_time() {
    let limits = Limits::time(std::time::Duration::from_millis(30));
    let solved = level(u8::MAX).solve(&Spec::new("bfs"), &Options::new(), &limits, &mut Unwatched);
    assert_eq!(solved.unwrap().status, Status::TimeLimit);
}

#[test]
fn only_methods_that_run_are_listed_and_all_of_them_do() {
    let methods = WORLD.methods();
    assert!(methods.iter().all(|method| !method.backward), "nobody can walk this hall backwards");
    let general = plyground_search::solve::methods();
    assert!(general.iter().any(|method| method.backward));
    for method in methods.iter().filter(|method| method.id != "lie") {
        assert_eq!(solve(5, method.id).unwrap().status, Status::Solved, "{}", method.id);
    }
    assert!(solve(5, general.iter().find(|method| method.backward).unwrap().id).is_err());
}

#[test]
fn a_solution_that_does_not_replay_is_never_shown() {
    let error = solve(5, "lie").unwrap_err();
    assert!(error.to_string().contains("does not reach the goal"), "{error}");
}

#[test]
fn a_world_without_an_optimiser_of_its_own_gets_the_general_one() {
    let shorten = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        level(5).optimise(&texts, &Options::new(), &Limits::default(), &mut Unwatched)
    };
    for texts in [&["RRLLRRRLRR"][..], &["RLRLRRRR", "RRLLRRRLRR"]] {
        let solved = shorten(texts).unwrap();
        assert_eq!(solved.solution.as_deref(), Some("RRRR"));
        assert_eq!((solved.status, solved.optimal), (Status::Solved, true));
        assert_eq!(solved.measures.unwrap().moves, 4);
    }
    let refused = |texts: &[&str]| shorten(texts).unwrap_err().to_string();
    assert!(refused(&["RRR"]).contains("does not solve"), "{}", refused(&["RRR"]));
    assert!(refused(&["RRRR", "L"]).contains("solution 2"), "{}", refused(&["RRRR", "L"]));
    assert!(refused(&[]).contains("no solution"), "{}", refused(&[]));
}

#[test]
fn unknown_methods_options_and_heuristics_are_refused_with_suggestions() {
    for (spec, words) in [
        ("wlak", "did you mean walk?"),
        ("walk(speed=2)", "takes no options"),
        ("astar(h=rset)", "did you mean rest?"),
    ] {
        let error = solve(5, spec).unwrap_err().to_string();
        assert!(error.contains(words), "{spec}: {error}");
    }
    let colour = Options::new().with("colour", "red");
    assert!(level(3).start(&colour).is_err());
}

#[test]
fn a_watcher_sees_every_event_in_the_worlds_words() {
    #[derive(Default)]
    struct Trace(Vec<TraceEvent>, usize);
    impl Watcher for Trace {
        fn wants_events(&self) -> bool {
            true
        }
        fn event(&mut self, event: TraceEvent) {
            self.0.push(event);
        }
        fn progress(&mut self, _: &Progress) {
            self.1 += 1;
        }
    }
    let mut trace = Trace::default();
    let bfs = Spec::new("bfs");
    level(3).solve(&bfs, &Options::new(), &Limits::default(), &mut trace).unwrap();
    let steps: Vec<&str> = trace
        .0
        .iter()
        .filter_map(|event| match event {
            TraceEvent::Generated { step, .. } => Some(step.as_str()),
            _ => None,
        })
        .filter(|step| !step.is_empty())
        .collect();
    assert_eq!(steps, ["R", "R"]);
    assert!(trace.0.iter().any(|event| matches!(event, TraceEvent::Expanded { .. })));
    level(3).solve(&Spec::new("walk"), &Options::new(), &Limits::default(), &mut trace).unwrap();
    assert!(trace.1 > 0);
}

#[test]
fn play_is_undone_and_redone_without_limit_and_so_is_reset() {
    let mut session = level(5).start(&Options::new()).unwrap();
    assert!(!session.undo() && !session.redo());
    assert_eq!(session.play("RR"), Ok(2));
    assert_eq!(session.play_each("RL"), Ok(2));
    assert_eq!((session.moves().as_str(), session.measures().moves), ("RRRL", 4));
    session.reset();
    assert_eq!(session.moves(), "");
    assert!(session.undo());
    assert_eq!(session.moves(), "RRRL");
    assert!(session.redo());
    assert_eq!(session.moves(), "");
    assert!(session.undo() && session.undo());
    assert_eq!(session.moves(), "RRR");
    assert!(session.undo() && session.undo());
    assert_eq!(session.moves(), "");
    assert!(!session.can_undo() && session.can_redo());
    while session.redo() {}
    assert_eq!(session.moves(), "");
    assert!(session.undo());
    assert_eq!(session.moves(), "RRRL");
    assert!(session.play("R").is_ok());
    assert!(!session.can_redo(), "a new move ends what could be redone");
}

#[test]
fn a_refused_line_changes_nothing_and_names_the_move() {
    let mut session = level(3).start(&Options::new()).unwrap();
    let error = session.play("RRR").unwrap_err();
    assert_eq!(error.number, 3);
    assert_eq!(session.moves(), "");
    assert_eq!(session.legal(), ["R"]);
}

#[test]
fn pieces_keep_their_ids_through_moves_undo_and_copies() {
    let mut session = level(4).start(&Options::new()).unwrap();
    let id = session.scene().pieces[0].id;
    session.play_each("RR").unwrap();
    assert_eq!(session.scene().pieces[0].id, id);
    assert_eq!(session.scene().marks.len(), 2);
    session.undo();
    assert_eq!(session.scene().pieces[0].id, id);
    session.reset();
    assert_eq!(session.clone().scene().pieces[0].id, id);
}

#[test]
fn a_hint_leads_to_the_goal_from_anywhere() {
    for line in ["", "R", "RR", "RRL"] {
        let mut session = level(5).start(&Options::new()).unwrap();
        session.play(line).unwrap();
        let mut steps = 0;
        while !session.is_solved() {
            let hint = session.hint(&Limits::default(), &mut Unwatched).unwrap();
            let Hint::Move(next) = hint else { panic!("{hint:?}") };
            session.play(&next.step).unwrap();
            steps += 1;
            assert!(steps < 9, "hints walk in circles");
        }
    }
}

#[test]
fn verify_says_what_a_line_reaches() {
    let level = level(4);
    let verify = |moves| level.verify(&Options::new(), moves).unwrap();
    assert!(verify("RRR").solved);
    assert!(verify("RR").valid && !verify("RR").solved);
    assert!(verify("L").error.unwrap().contains("wall"));
}

#[test]
fn levels_are_printed_and_made() {
    let levels = WORLD.parse("halls", b"3 5").unwrap();
    assert_eq!(WORLD.print(&levels, "number").unwrap(), "3 5");
    assert_eq!(levels[1].text("number").unwrap(), "5");
    let error = WORLD.parse("halls", b"x").err().unwrap();
    assert_eq!(error.to_string(), "halls, line 1, column 1: expected a number");
    let wanted = Generation {
        count: 3,
        seed: 1,
        options: Options::new(),
        states: None,
        cancel: Cancel::new(),
    };
    let mut made = Vec::new();
    WORLD.generate(&wanted, &mut |level| made.push(level)).unwrap();
    assert_eq!(made.len(), 3);
    assert_eq!(made[2].level.info().width, 4);
}

#[test]
fn what_is_counted_on_the_way_is_what_a_replay_counts() {
    let mut rng = Rng::new(4);
    for world in Catalog::new().puzzle_worlds() {
        let pack = &world.packs()[0];
        let level = world.parse(&pack.name, pack.text.as_bytes()).unwrap().remove(0);
        let mut session = level.start(&Options::new()).unwrap();
        for _ in 0..400 {
            match rng.below(8) {
                0 => drop(session.undo()),
                1 => drop(session.redo()),
                2 if rng.below(20) == 0 => session.reset(),
                _ => {
                    let legal = session.legal();
                    let text = rng.pick(&legal).cloned().unwrap_or_default();
                    session.play(&text).unwrap();
                }
            }
            let replayed = level.verify(&Options::new(), &session.moves()).unwrap();
            assert_eq!(session.measures(), replayed.measures, "{}", session.moves());
        }
    }
}

#[test]
fn after_the_solution_nothing_more_is_counted() {
    let mut session = level(3).start(&Options::new()).unwrap();
    session.play_each("RLRR").unwrap();
    assert_eq!(session.result().unwrap().moves, 4);
    session.play_each("LR").unwrap();
    assert_eq!(session.result().unwrap().moves, 4, "walking on is free");
    assert_eq!(session.solution().as_deref(), Some("RLRR"));
    assert!(session.undo() && session.undo());
    assert_eq!(session.result().unwrap().moves, 4);
    assert!(session.undo());
    assert_eq!(session.result(), None);
    session.reset();
    assert_eq!(session.result(), None);
    assert!(session.undo() && session.redo() && session.undo() && session.redo());
}
