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
            let report =
                solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
            (report.status, report.solution, report.stats.expanded, report.stats.generated)
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
        let report =
            solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
        if report.status != Status::Solved {
            assert_eq!(report.status, Status::MemoryLimit, "{spec:?}");
        }
        assert!(report.stats.peak_bytes < 1 << 20, "{spec:?}: {}", report.stats.peak_bytes);
    });
}

#[test]
fn no_memory_at_all_is_a_limit_and_no_accident() {
    let board = board();
    each_method(|spec| {
        let limits = Limits { memory: Some(1), ..Limits::default() };
        let report =
            solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
        assert_eq!(report.status, Status::MemoryLimit, "{spec:?}");
    });
}

#[test]
fn a_raised_flag_ends_the_search() {
    let board = board();
    each_method(|spec| {
        let cancel = Cancel::new();
        cancel.cancel();
        let limits = Limits { cancel, ..Limits::default() };
        let report =
            solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
        assert_eq!(report.status, Status::Cancelled, "{spec:?}");
    });
}

#[test]
fn no_time_at_all_ends_the_search() {
    let board = board();
    each_method(|spec| {
        let limits = Limits::time(Duration::ZERO);
        let report =
            solver::solve(&board, spec, Metric::Moves, &limits, &mut |_| {}).expect("known");
        assert_eq!(report.status, Status::TimeLimit, "{spec:?}");
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

/// An open room of boxes on the left and as many goals on the right, every other cell free.
fn open_room(boxes: usize, height: usize, width: usize) -> Board {
    let mut rows = vec![vec![b' '; width]; height];
    for (number, row) in rows.iter_mut().enumerate() {
        row[0] = b'#';
        row[width - 1] = b'#';
        if number == 0 || number == height - 1 {
            row.fill(b'#');
        }
    }
    rows[1][1] = b'@';
    let in_row = (width - 4) / 4;
    for index in 0..boxes {
        let (row, column) = (2 + 2 * (index / in_row), 2 * (index % in_row));
        rows[row][2 + column] = b'$';
        rows[row][width - 3 - column] = b'.';
    }
    let rows: Vec<&str> =
        rows.iter().map(|row| std::str::from_utf8(row).expect("plain text")).collect();
    Board::new(&Grid::from_text(&rows.join("\n")).expect("a level"))
}

/// A single step takes minutes on such boards: only work that asks within its steps ends at all.
#[test]
fn hundreds_of_boxes_end_when_the_time_is_over_or_somebody_asks() {
    let (done, is_done) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for board in [open_room(300, 43, 75), open_room(1_000, 79, 115)] {
            each_method(|spec| {
                let solve = |limits: &Limits| {
                    let told = solver::solve(&board, spec, Metric::Moves, limits, &mut |_| {});
                    told.expect("a known method").status
                };
                assert_eq!(solve(&Limits::time(Duration::ZERO)), Status::TimeLimit, "{spec:?}");
                let amid_a_step = Limits::time(Duration::from_millis(300));
                assert_eq!(solve(&amid_a_step), Status::TimeLimit, "{spec:?}");
                let limits = Limits::default();
                limits.cancel.cancel();
                assert_eq!(solve(&limits), Status::Cancelled, "{spec:?}");
            });
        }
        done.send(()).expect("somebody waits");
    });
    // Not a measure of speed: without a look at the clock within a step this takes far longer.
    is_done.recv_timeout(Duration::from_secs(120)).expect("all ended as asked");
}
