//! Makes the pack of levels that ships: `make_pack > levels/sokoban/plyground.xsb`. The same program gives the
//! same pack. First steps are drawn by hand, the rest is generated, proven, graded and put in order.

use std::collections::HashSet;

use plyground_core::{
    Generated, Generation, HeuristicSource, Limits, Options, Puzzle, PuzzleVisitor, PuzzleWorld,
    Silent, Spec,
};
use plyground_search::solve;
use plyground_sokoban::{Grid, Level, Sokoban, generator, notation};

/// Levels drawn by hand, each with the one thing it shows.
const FIRST_STEPS: [(&str, &str); 8] = [
    ("First push", "######\n#    #\n#@$ .#\n#    #\n######"),
    ("Round the corner", "#######\n#     #\n# $   #\n#@    #\n####. #\n   ####"),
    ("From below", "#####\n#.  #\n#   #\n# $ #\n#  @#\n#####"),
    ("A door between", "########\n#  #   #\n# $  . #\n#@ #   #\n########"),
    ("Two friends", "#######\n#  .  #\n# $@$ #\n#  .  #\n#######"),
    ("The far one first", "#########\n#       #\n# $ $ ..#\n#@      #\n#########"),
    ("Never a corner", "#######\n#  #  #\n# $ $ #\n#@ . .#\n##   ##\n #####"),
    ("Make way", "#######\n#.    #\n# ##$ #\n# $  @#\n#.#####\n###"),
];

const TITLES: &str = include_str!("titles.txt");

/// Positions that the search for the fewest moves may expand.
const MOST_STATES: u64 = 10_000_000;

/// What each part of the pack is made of: width, height, boxes, how many to make, how many to keep.
const PARTS: [(usize, usize, usize, usize, usize); 9] = [
    (7, 6, 1, 12, 4),
    (7, 7, 2, 40, 9),
    (8, 7, 2, 40, 9),
    (8, 8, 3, 60, 15),
    (9, 8, 3, 60, 14),
    (10, 8, 4, 60, 13),
    (10, 9, 4, 50, 10),
    (11, 9, 5, 60, 10),
    (12, 10, 6, 60, 8),
];

fn main() {
    let mut levels = Vec::new();
    for (title, drawing) in FIRST_STEPS {
        let made = Grid::from_text(drawing).ok().and_then(|grid| generator::graded(&grid));
        match made {
            Some(made) => levels.push((title.to_owned(), made)),
            None => return eprintln!("{title} is no level"),
        }
    }
    let mut rest = Vec::new();
    for (part, (width, height, boxes, count, keep)) in PARTS.into_iter().enumerate() {
        let options =
            Options::new().with("width", width).with("height", height).with("boxes", boxes);
        let wanted =
            Generation { count, seed: 1000 + part as u64, options, cancel: Default::default() };
        let mut made = Vec::new();
        if let Err(error) = generator::generate(&wanted, &mut |level| made.push(level)) {
            eprintln!("part {part}: {error}");
        }
        // The hardest of each part are the ones with ideas in them.
        made.sort_by(|a, b| b.difficulty.total_cmp(&a.difficulty));
        made.truncate(keep);
        eprintln!("part {part}: {} levels", made.len());
        rest.append(&mut made);
    }
    rest.sort_by(|a, b| a.difficulty.total_cmp(&b.difficulty));
    levels.extend(TITLES.lines().map(str::to_owned).zip(rest));
    levels.sort_by(|(_, a), (_, b)| a.difficulty.total_cmp(&b.difficulty));
    let finished: Vec<Level> =
        levels.into_iter().map(|(title, made)| finish(title, made)).collect();
    let distinct: HashSet<&Grid> = finished.iter().map(|level| &level.grid).collect();
    eprintln!("{} levels, {} distinct", finished.len(), distinct.len());
    match notation::print(&finished, "xsb") {
        Ok(text) => print!("{text}"),
        Err(error) => eprintln!("{error}"),
    }
}

/// Gives a level its name and, where the search ends, a solution of the fewest moves.
fn finish(title: String, made: Generated<Level>) -> Level {
    let mut level = made.level;
    level.title = title;
    level.author = "Plyground".to_owned();
    let found = Sokoban.visit(&level, &Options::new(), &solve::usual(), FewestMoves);
    if let Ok(Some(solution)) = found {
        level.solution = Some(solution);
        level.comments.push("Proven: moves".to_owned());
    } else {
        eprintln!("{}: not proven", level.title);
    }
    level
}

struct FewestMoves;

impl PuzzleVisitor for FewestMoves {
    type Output = Option<String>;

    fn visit<P: Puzzle>(self, puzzle: &P, heuristics: &dyn HeuristicSource<P>) -> Option<String> {
        let spec = Spec::new("astar").with("h", "pushes");
        let limits = Limits::states(MOST_STATES);
        let report = solve::solve(puzzle, heuristics, &spec, &limits, &mut Silent).ok()?;
        report.solution.filter(|_| report.optimal).map(|moves| puzzle.line_text(&moves))
    }
}
