//! The default solver keeps its limits and gives the same result each time.

use std::time::Duration;

use plyground_core::{Cancel, Limits, Spec, Status};
use plyground_sokoban::{Board, Grid, Metric, solver};

/// A warehouse that takes many thousand positions.
const HARD: &str = "
  ########
  #      #
  #    $ #
  #    ###
 ###   #.###
 # $  $....#
## #$  #.###
# @#  $# $ #
#  #       #
############";

fn board() -> Board {
    Board::new(&Grid::from_text(HARD).expect("a level"))
}

fn each_method(mut test: impl FnMut(&Spec)) {
    for method in solver::methods() {
        test(&Spec::new(method.id));
    }
}

#[test]
fn a_limit_on_states_gives_the_same_result_each_time() {
    let board = board();
    each_method(|spec| {
        let run = || {
            let limits = Limits::states(300);
            let summary =
                solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
            (summary.status, summary.solution, summary.stats.expanded, summary.stats.generated)
        };
        let first = run();
        assert_eq!(first, run(), "{spec:?}");
        assert!(first.2 <= 300, "{spec:?}: {} states", first.2);
    });
}

#[test]
fn threads_find_a_solution_keep_the_limits_and_heed_the_flag() {
    let board = board();
    let spec = Spec::new("auto");
    let run = |limits: Limits| {
        let limits = Limits { threads: Some(3), ..limits };
        solver::solve(&board, &spec, Metric::Moves, &limits, &mut |_| {}).expect("known")
    };
    assert_eq!(run(Limits::default()).status, Status::Solved);
    let few = run(Limits::states(30));
    assert!(few.status == Status::Solved || few.status == Status::StateLimit);
    assert!(few.stats.expanded <= 30, "{} states", few.stats.expanded);
    let cancel = Cancel::new();
    cancel.cancel();
    assert_eq!(run(Limits { cancel, ..Limits::default() }).status, Status::Cancelled);
}

#[test]
fn a_small_memory_ends_the_search_within_it() {
    let board = board();
    each_method(|spec| {
        let limits = Limits { memory: Some(50_000), ..Limits::default() };
        let summary =
            solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
        if summary.status != Status::Solved {
            assert_eq!(summary.status, Status::MemoryLimit, "{spec:?}");
        }
        assert!(summary.stats.peak_bytes < 1 << 20, "{spec:?}: {}", summary.stats.peak_bytes);
    });
}

#[test]
fn no_memory_at_all_is_a_limit_and_no_accident() {
    let board = board();
    each_method(|spec| {
        let limits = Limits { memory: Some(1), ..Limits::default() };
        let summary =
            solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
        assert_eq!(summary.status, Status::MemoryLimit, "{spec:?}");
    });
}

#[test]
fn a_raised_flag_ends_the_search() {
    let board = board();
    each_method(|spec| {
        let cancel = Cancel::new();
        cancel.cancel();
        let limits = Limits { cancel, ..Limits::default() };
        let summary =
            solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
        assert_eq!(summary.status, Status::Cancelled, "{spec:?}");
    });
}

#[test]
fn no_time_at_all_ends_the_search() {
    let board = board();
    each_method(|spec| {
        let limits = Limits::time(Duration::ZERO);
        let summary =
            solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
        assert_eq!(summary.status, Status::TimeLimit, "{spec:?}");
    });
}

#[test]
fn unknown_methods_and_options_are_refused() {
    let board = board();
    let refused = |spec: Spec| {
        solver::solve(&board, &spec, Metric::Moves, &Limits::default(), &mut |_| {})
            .expect_err("refused")
    };
    assert!(refused(Spec::new("aut")).to_string().contains("did you mean auto?"));
    assert!(refused(Spec::new("bestfirst").with("w", 0)).to_string().contains("1 to 100"));
    assert!(refused(Spec::new("auto").with("w", 2)).to_string().contains("shorten"));
}
