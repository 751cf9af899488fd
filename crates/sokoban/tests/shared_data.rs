//! Real collections, where they are at hand.

mod line;

use std::path::PathBuf;

use plyground_core::{
    HeuristicSource, Limits, Options, Puzzle, PuzzleVisitor, PuzzleWorld, Silent, Spec,
};
use plyground_search::solve;
use plyground_sokoban::notation::{FORMATS, parse, print};
use plyground_sokoban::{Board, Level, Metric, Sokoban, solver};

/// The folder of the collections; `None`, with a word about it, where it is absent and not required.
fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/sokoban");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(
        std::env::var_os("PLYGROUND_REQUIRE_DATA").is_none(),
        "{} is required",
        folder.display()
    );
    println!("{} is absent: nothing is checked", folder.display());
    None
}

fn levels(file: &str) -> Option<Vec<Level>> {
    let path = folder()?.join(file);
    let bytes = std::fs::read(&path).unwrap();
    Some(parse(file, &bytes).unwrap_or_else(|error| panic!("{error}")))
}

const SEEDS: [&str; 9] = [
    "easy_map1",
    "easy_map2",
    "hard_map1",
    "hard_map2",
    "large_map1",
    "large_map2",
    "medium_map1",
    "medium_map2",
    "super_hard_map1",
];

#[test]
fn whole_collections_are_read_and_printed_back() {
    for (file, count) in
        [("microban.xsb", 155), ("xsokoban.xsb", 90), ("boxoban_medium_200.xsb", 200)]
    {
        let Some(levels) = levels(file) else { return };
        assert_eq!(levels.len(), count);
        assert!(levels.iter().all(|level| !level.title.is_empty()));
        for format in FORMATS.iter().filter(|&&format| format != "yaml") {
            let text = print(&levels, format).unwrap();
            assert_eq!(parse(file, text.as_bytes()).unwrap(), levels, "{file} as {format}");
        }
        for level in &levels {
            let text = print(std::slice::from_ref(level), "yaml").unwrap();
            let again = &parse(file, text.as_bytes()).unwrap()[0];
            let (ours, theirs) = (Board::new(&level.grid), Board::new(&again.grid));
            assert_eq!(ours.boxes(), theirs.boxes(), "{file} {} as yaml", level.title);
            assert_eq!(ours.goals(), theirs.goals(), "{file} {} as yaml", level.title);
            assert!(!ours.is_hopeless() && ours.box_count() > 0);
        }
    }
}

#[test]
fn study_maps_are_the_same_in_both_formats() {
    for name in SEEDS {
        let Some(text) = levels(&format!("seed/{name}.xsb")) else { return };
        let Some(map) = levels(&format!("seed/{name}.yaml")) else { return };
        assert_eq!(text[0].grid, map[0].grid, "{name}");
    }
    let Some(all) = levels("seed/seedmaps.xsb") else { return };
    assert_eq!(all.iter().map(|level| &*level.title).collect::<Vec<_>>(), SEEDS);
}

/// Solves with a general method and gives the solution's text.
struct Solve<'a>(&'a str);

impl PuzzleVisitor for Solve<'_> {
    type Output = String;
    fn visit<P: Puzzle>(self, puzzle: &P, heuristics: &dyn HeuristicSource<P>) -> String {
        let spec: Spec = self.0.parse().unwrap();
        let report =
            solve::solve(puzzle, heuristics, &spec, &Limits::default(), &mut Silent).unwrap();
        puzzle.line_text(&report.solution.expect("a solution"))
    }
}

#[test]
fn optimal_methods_find_the_optima_of_the_study_maps() {
    let Some(folder) = folder() else { return };
    let optima = std::fs::read_to_string(folder.join("seed/optimal.json")).unwrap();
    let optima: serde_json::Value = serde_json::from_str(&optima).unwrap();
    let Some(all) = levels("seed/seedmaps.xsb") else { return };
    for level in &all {
        let small = level.title.starts_with("easy") || level.title == "medium_map1";
        let mut runs = vec![
            ("moves", "moves_opt", "astar(h=hungarian)"),
            ("pushes", "push_opt", "astar(h=pushes)"),
        ];
        if small {
            runs.extend([
                ("moves", "moves_opt", "bfs"),
                ("moves", "moves_opt", "ucs"),
                ("moves", "moves_opt", "idastar(h=pushes)"),
                ("moves", "moves_opt", "astar(h=improved)"),
                ("moves", "moves_opt", "bidirectional"),
                ("pushes", "push_opt", "ucs"),
            ]);
        }
        runs.push(("pushes", "push_opt", "bidirectional"));
        for (metric, key, method) in runs {
            let options = Options::new().with("metric", metric);
            let info = solve::method(method.split('(').next().unwrap()).unwrap();
            let text = Sokoban.visit(level, &options, &info, Solve(method)).unwrap();
            let board = Sokoban.board(level, &Options::new()).unwrap();
            let steps = Sokoban.parse_moves(&board, &board.start(), &text).unwrap();
            let end = steps.iter().fold(board.start(), |state, &step| board.play(&state, step));
            assert!(board.is_solved(&end), "{} {method}", level.title);
            let measures = Sokoban.measure(&board, &steps);
            let best = &optima[&level.title][key];
            let what = format!("{} by {metric} with {method}: {text}", level.title);
            assert_eq!(measures.pushes, best["pushes"].as_u64(), "{what}");
            // Walks are not counted where only regions are known; bfs takes any of the shortest lines.
            if method != "bidirectional" || metric == "moves" {
                assert_eq!(Some(measures.moves), best["moves"].as_u64(), "{what}");
            }
        }
    }
}

/// Solves within so many states with a method that knows nothing of the solver's tests.
struct SolvePlainly(u64);

impl PuzzleVisitor for SolvePlainly {
    type Output = Option<String>;
    fn visit<P: Puzzle>(self, puzzle: &P, heuristics: &dyn HeuristicSource<P>) -> Option<String> {
        let spec: Spec = "greedy(h=hungarian)".parse().unwrap();
        let limits = Limits::states(self.0);
        let report = solve::solve(puzzle, heuristics, &spec, &limits, &mut Silent).unwrap();
        report.solution.map(|line| puzzle.line_text(&line))
    }
}

#[test]
fn no_position_of_a_solution_found_is_called_dead() {
    let spec = Spec::new("auto").with("shorten", false);
    for (file, plain, least) in [
        ("microban.xsb", 2000, 150),
        ("microban2.xsb", 1000, 120),
        ("xsokoban.xsb", 0, 50),
        ("sasquatch.xsb", 0, 12),
        ("boxoban_medium_200.xsb", 1000, 300),
    ] {
        let Some(levels) = levels(file) else { return };
        let mut walked = 0;
        for level in &levels {
            let board = Board::new(&level.grid);
            let limits = Limits::states(500);
            let ours = solver::solve(&board, &spec, Metric::Moves, &limits, &mut |_| {}).unwrap();
            let options = Options::new().with("metric", "pushes");
            let plain = match plain {
                0 => None,
                states => {
                    let greedy = solve::method("greedy").unwrap();
                    Sokoban.visit(level, &options, &greedy, SolvePlainly(states)).unwrap()
                }
            };
            for solution in [ours.solution, plain, level.solution.clone()].into_iter().flatten() {
                line::assert_alive(level, &solution);
                walked += 1;
            }
        }
        println!("{file}: {walked} solutions of {} levels walked", levels.len());
        assert!(walked >= least, "{file}: only {walked} solutions");
    }
}
