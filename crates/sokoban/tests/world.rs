//! The world as the catalog sees it: looks, hands, warnings, options.

use std::path::Path;

use plyground_core::scene::{Ground, Shape, Tone, text};
use plyground_core::{HeuristicSource, Options, Puzzle, PuzzleVisitor, PuzzleWorld, conformance};
use plyground_search::solve;
use plyground_sokoban::{Level, MoveSpace, Position, Sokoban};

fn level(text: &str) -> Level {
    Sokoban.parse("test", text.as_bytes()).unwrap().remove(0)
}

fn board(text: &str) -> MoveSpace {
    Sokoban.board(&level(text), &Options::new()).unwrap()
}

fn at(board: &MoveSpace, moves: &str) -> Position {
    let steps = Sokoban.parse_moves(board, &board.start(), moves).unwrap();
    steps.into_iter().fold(board.start(), |state, step| board.play(&state, step))
}

const ROOM: &str = "  #####\n###   #\n#@$ . #\n#  $.##\n######\n";

#[test]
fn a_scene_shows_walls_floor_goals_boxes_and_the_player() {
    let board = board(ROOM);
    let scene = Sokoban.scene(&board, &board.start());
    assert_eq!(text::render(&scene, text::Charset::Ascii), ROOM);
    assert_eq!(scene.cells.len(), 7 * 5);
    assert_eq!(scene.cells[0].ground, Ground::Void);
    assert_eq!(scene.cells[2].ground, Ground::Wall);
    assert_eq!(scene.cells[18].ground, Ground::Goal);
    assert_eq!(scene.cells[18].name, "3,5");
    let pieces: Vec<_> = scene.pieces.iter().map(|p| (p.shape, p.tone, p.cell.unwrap())).collect();
    assert_eq!(
        pieces,
        [
            (Shape::Crate, Tone::Wood, 16),
            (Shape::Crate, Tone::Wood, 24),
            (Shape::Person, Tone::Blue, 15)
        ]
    );
    assert_eq!(
        scene.caption,
        "The player is in row 3 column 2; 0 of 2 boxes on goals; boxes still to bring home are in \
         row 3 column 3, row 4 column 4."
    );
}

#[test]
fn a_box_on_a_goal_is_gold_and_a_solved_position_says_so() {
    let board = board("#####\n#@$.#\n#####");
    let scene = Sokoban.scene(&board, &at(&board, "R"));
    assert_eq!(scene.pieces[0].tone, Tone::Gold);
    assert_eq!(scene.caption, "The player is in row 2 column 3; 1 of 1 boxes on goals; solved.");
}

#[test]
fn a_push_moves_the_player_and_the_box() {
    let board = board(ROOM);
    let steps = Sokoban.parse_moves(&board, &board.start(), "R").unwrap();
    let motions = Sokoban.motions(&board, &board.start(), steps[0]);
    let ways: Vec<_> = motions.iter().map(|m| (m.from.unwrap(), m.to.unwrap())).collect();
    assert_eq!(ways, [(15, 16), (16, 17)]);
}

#[test]
fn every_intent_is_a_legal_line_that_does_what_it_says() {
    for text in [ROOM, "#######\n#@ $. #\n# $   #\n# .   #\n#######"] {
        let board = board(text);
        let start = board.start();
        let intents = Sokoban.intents(&board, &start);
        assert!(intents.iter().any(|intent| intent.select.is_empty()));
        assert!(intents.iter().any(|intent| !intent.select.is_empty()));
        for intent in intents {
            let end = at(&board, &intent.text);
            let squares = |state: &Position| -> Vec<usize> {
                state.boxes.iter().map(|cell| board.board().square(cell)).collect()
            };
            match intent.select.as_slice() {
                [] => {
                    assert_eq!(board.board().square(end.player), intent.target);
                    assert_eq!(end.boxes, start.boxes);
                }
                [from] => {
                    assert!(squares(&start).contains(from) && !squares(&end).contains(from));
                    assert!(squares(&end).contains(&intent.target));
                }
                _ => panic!("too much to select: {intent:?}"),
            }
        }
    }
}

#[test]
fn a_box_is_pushed_the_shortest_way() {
    let board = board("########\n#      #\n# @$   #\n#     .#\n########");
    let intents = Sokoban.intents(&board, &board.start());
    let to = |row: usize, column: usize| {
        let target = row * 8 + column;
        let found =
            intents.iter().find(|intent| intent.target == target && !intent.select.is_empty());
        found.map(|intent| &*intent.text)
    };
    assert_eq!(to(2, 5), Some("RR"));
    assert_eq!(to(3, 4), Some("RurD"));
    assert_eq!(to(2, 2), Some("urrdL"));
}

#[test]
fn the_player_is_told_that_a_box_can_no_longer_reach_a_goal() {
    let board = board("########\n#   .  #\n# @$   #\n#      #\n########");
    assert!(Sokoban.warnings(&board, &board.start()).is_empty());
    let warnings = Sokoban.warnings(&board, &at(&board, "urD"));
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].text, "this box can no longer reach a goal");
    assert_eq!(warnings[0].cells, [3 * 8 + 3]);
}

#[test]
fn the_player_is_told_of_boxes_that_hold_each_other_fast() {
    let pair = board("#########\n#@$ $ ..#\n#       #\n#########");
    assert!(Sokoban.warnings(&pair, &pair.start()).is_empty());
    let warnings = Sokoban.warnings(&pair, &at(&pair, "R"));
    assert_eq!(warnings[0].text, "these boxes can no longer be moved, and they are not on goals");
    assert_eq!(warnings[0].cells, [9 + 3, 9 + 4]);
    let never = board("########\n#@$ .  #\n#   ####\n#   #$.#\n########");
    assert!(Sokoban.warnings(&never, &never.start())[0].text.contains("can never be moved"));
}

#[test]
fn moves_that_the_rules_forbid_are_refused_with_the_rule() {
    let board = board("#######\n#$    #\n#@$$..#\n#  .  #\n#######");
    for (moves, number, words) in [
        ("l", 1, "wall"),
        ("R", 1, "another box"),
        ("dx", 2, "expected one of l u r d"),
        ("u", 1, "never be moved"),
        ("~d", 1, "never pulled"),
    ] {
        let error = Sokoban.parse_moves(&board, &board.start(), moves).unwrap_err();
        assert_eq!(error.number, number, "{moves}: {error}");
        assert!(error.reason.contains(words), "{moves}: {error}");
    }
}

#[test]
fn in_the_pull_variant_stepping_back_may_drag_the_box_behind() {
    let text = "########\n#.  $@ #\n########";
    let options = Options::new().with("pull", true);
    let board = Sokoban.board(&level(text), &options).unwrap();
    let mut steps = Vec::new();
    board.moves(&board.start(), &mut steps);
    let texts: Vec<String> =
        steps.iter().map(|&step| board.step_text(&board.start(), step)).collect();
    assert_eq!(texts, ["r", "L", "~r"]);
    let dragged = board.play(&board.start(), steps[2]);
    let square = |cell| board.board().square(cell);
    assert_eq!(square(dragged.player), 8 + 6);
    assert_eq!(dragged.boxes.iter().map(square).collect::<Vec<_>>(), [8 + 5]);
    let moves = Sokoban.parse_moves(&board, &board.start(), "~rr").unwrap_err();
    assert_eq!(moves.number, 2, "{moves}");
}

#[test]
fn options_decide_which_space_is_searched() {
    struct Name;
    impl PuzzleVisitor for Name {
        type Output = &'static str;
        fn visit<P: Puzzle>(self, _: &P, heuristics: &dyn HeuristicSource<P>) -> &'static str {
            assert!(heuristics.heuristic(heuristics.default_name()).is_ok());
            std::any::type_name::<P>()
        }
    }
    let level = level(ROOM);
    let space = |options: Options, method: &str| {
        let method = solve::method(method).unwrap();
        Sokoban.visit(&level, &options, &method, Name)
    };
    assert!(space(Options::new(), "astar").unwrap().ends_with("MoveSpace"));
    let pushes = Options::new().with("metric", "pushes");
    assert!(space(pushes.clone(), "astar").unwrap().ends_with("PushSpace"));
    assert!(space(pushes.clone(), "bidirectional").unwrap().ends_with("RegionSpace"));
    assert!(space(pushes.with("pull", true), "astar").is_err());
    assert!(space(Options::new().with("metric", "steps"), "astar").is_err());
    assert!(space(Options::new().with("metrik", "moves"), "astar").is_err());
}

#[test]
fn a_level_tells_its_solution_only_if_it_solves_it() {
    let good = level("#####\n#@$.#\n#####\nTitle: one\nSolution: R\nComment: Proven: moves\n");
    let info = Sokoban.level_info(&good);
    let best = info.best.unwrap();
    assert_eq!((best.measures.moves, best.measures.pushes, best.proven), (1, Some(1), true));
    let bad = level("######\n#@ $.#\n######\nSolution: r\n");
    assert!(Sokoban.level_info(&bad).best.is_none());
}

#[test]
fn the_golden_playthrough_is_still_played() {
    let board = board(ROOM);
    let mut lines = conformance::puzzle_playthrough(&board, 1, 60);
    let pulls = Sokoban.board(&level(ROOM), &Options::new().with("pull", true)).unwrap();
    lines.extend(conformance::puzzle_playthrough(&pulls, 2, 40));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs/sokoban.txt");
    conformance::check_playthrough(&file, &lines);
}
