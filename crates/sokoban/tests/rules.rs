//! One test for each rule of the game, and the laws every space keeps.

use std::sync::Arc;

use plyground_core::{Puzzle, conformance};
use plyground_sokoban::{Board, Direction, Grid, MoveSpace, PushSpace, RegionSpace, Step, UNIT};

fn board(text: &str) -> Arc<Board> {
    Arc::new(Board::new(&Grid::from_text(text).unwrap()))
}

fn moves_of(board: &Arc<Board>) -> Vec<Direction> {
    let space = MoveSpace::new(board.clone());
    let mut moves = Vec::new();
    space.moves(&space.start(), &mut moves);
    moves.into_iter().map(|step| step.direction).collect()
}

#[test]
fn the_player_moves_up_down_left_and_right_on_floor() {
    let level = board("#######\n#     #\n#  @  #\n#    $#\n#    .#\n#######");
    assert_eq!(moves_of(&level), Direction::ALL);
    let corner = board("#####\n#@  #\n# $.#\n#####");
    assert_eq!(moves_of(&corner), [Direction::Right, Direction::Down]);
}

#[test]
fn moving_into_a_box_pushes_it_one_square() {
    let level = board("######\n#@$ .#\n######");
    let space = MoveSpace::new(level.clone());
    let next = space.play(&space.start(), Step::new(Direction::Right));
    assert_eq!(level.place(next.player), (1, 2));
    assert_eq!(next.boxes.iter().map(|cell| level.place(cell)).collect::<Vec<_>>(), [(1, 3)]);
    assert_eq!(space.step_text(&space.start(), Step::new(Direction::Right)), "R");
}

#[test]
fn a_box_is_not_pushed_into_a_wall() {
    assert!(!moves_of(&board("#####\n#@$##\n#  .#\n#####")).contains(&Direction::Right));
}

#[test]
fn two_boxes_are_never_pushed_at_once() {
    assert!(!moves_of(&board("#######\n#@$$..#\n#     #\n#######")).contains(&Direction::Right));
}

#[test]
fn a_box_is_never_pulled() {
    let level = board("#######\n# @$. #\n#     #\n#######");
    let space = MoveSpace::new(level.clone());
    let next = space.play(&space.start(), Step::new(Direction::Left));
    assert_eq!(next.boxes, *level.boxes());
    assert!(!space.is_legal(&space.start(), Step { direction: Direction::Left, pull: true }));
}

#[test]
fn the_level_is_solved_when_every_box_is_on_a_goal() {
    let level = board("########\n#@$.*  #\n########");
    let space = MoveSpace::new(level);
    assert!(!space.is_solved(&space.start()));
    let next = space.play(&space.start(), Step::new(Direction::Right));
    assert!(space.is_solved(&next));
}

#[test]
fn a_move_costs_a_unit_and_a_push_a_little_more() {
    let space = MoveSpace::new(board("######\n# @$.#\n######"));
    let start = space.start();
    assert_eq!(space.cost(&start, Step::new(Direction::Left)), UNIT);
    assert_eq!(space.cost(&start, Step::new(Direction::Right)), UNIT + 1);
}

#[test]
fn a_push_costs_a_unit_and_a_little_more_for_each_move() {
    let space = PushSpace::new(board("#######\n#@ $ .#\n#######"));
    let mut moves = Vec::new();
    space.moves(&space.start(), &mut moves);
    assert_eq!(moves.len(), 1);
    assert_eq!(space.cost(&space.start(), moves[0]), UNIT + 2);
    assert_eq!(space.step_text(&space.start(), moves[0]), "rR");
}

#[test]
fn positions_that_differ_by_a_walk_are_one_region() {
    let space = RegionSpace::new(board("#######\n#  $ .#\n#    @#\n#######"));
    let start = space.start();
    for &cell in &[0, 1, 2, 3] {
        if !start.boxes.contains(cell) {
            assert_eq!(space.normalised(cell, start.boxes.clone()), start);
        }
    }
}

#[test]
fn a_line_of_region_pushes_walks_from_where_the_player_really_is() {
    let space = RegionSpace::new(board("########\n#  $  .#\n#     @#\n########"));
    let mut state = space.start();
    let mut line = Vec::new();
    while !space.is_solved(&state) {
        let mut moves = Vec::new();
        space.moves(&state, &mut moves);
        let push = moves.into_iter().find(|push| push.direction == Direction::Right).unwrap();
        line.push(push);
        state = space.play(&state, push);
    }
    assert_eq!(space.line_text(&line), "lllluRRR");
}

#[test]
fn boxes_that_can_never_be_reached_are_decoration_on_goals_and_hopeless_beside_them() {
    let decorated = board("########\n#@$.#*##\n########");
    assert_eq!((decorated.box_count(), decorated.fixed_boxes().len()), (1, 1));
    assert!(!decorated.is_hopeless());
    let hopeless = board("########\n#@$.#$.#\n########");
    assert!(hopeless.is_hopeless());
    let space = MoveSpace::new(hopeless);
    let next = space.play(&space.start(), Step::new(Direction::Right));
    assert!(!space.is_solved(&next) && space.is_dead(&next));
}

#[test]
fn a_box_in_the_border_that_cannot_move_is_a_wall() {
    let level = board("*****\n*@$.*\n*****");
    assert_eq!(level.box_count(), 1);
    assert_eq!(level.cells(), 3);
}

const LEVELS: [&str; 5] = [
    "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####",
    "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######",
    "########\n#      #\n# .**$@#\n#      #\n#####  #\n    ####",
    "#######\n#.    #\n#  .  #\n## $ ##\n###$@ #\n###  ##\n###.  #\n##  $##\n##    #\n#######",
    "  *  ####\n  ####  #\n###@ $. #\n#  $  ###\n# .#  #\n#######",
];

/// Every backward step from positions near the goals is a legal step forwards.
fn check_backward_steps_are_legal<P: Puzzle>(space: &P) {
    let mut layer = space.goals().unwrap();
    for _ in 0..4 {
        let mut earlier = Vec::new();
        for state in layer.iter().take(200) {
            let mut before = Vec::new();
            space.backward(state, &mut before);
            for (previous, mv) in before {
                let mut moves = Vec::new();
                space.moves(&previous, &mut moves);
                assert!(moves.contains(&mv), "{mv:?} from {previous:?}");
                assert_eq!(space.play(&previous, mv), *state);
                earlier.push(previous);
            }
        }
        layer = earlier;
    }
}

#[test]
fn every_space_keeps_the_laws_of_puzzles() {
    for text in LEVELS {
        let board = board(text);
        conformance::check_puzzle(&MoveSpace::new(board.clone()), 1, 20, 60);
        conformance::check_puzzle(&PushSpace::new(board.clone()), 2, 20, 40);
        conformance::check_puzzle(&RegionSpace::new(board.clone()), 3, 20, 40);
        check_backward_steps_are_legal(&RegionSpace::new(board.clone()));
        check_backward_steps_are_legal(&MoveSpace::new(board.clone()));
        let corrals_first = RegionSpace::with_corrals_first(board);
        conformance::check_puzzle(&corrals_first, 3, 20, 40);
        check_backward_steps_are_legal(&corrals_first);
        let pulls = Arc::new(Board::with_pulls(&Grid::from_text(text).unwrap()));
        conformance::check_puzzle(&MoveSpace::new(pulls), 4, 20, 60);
    }
}

#[test]
fn a_board_of_the_largest_size_keeps_the_laws_too() {
    let side = 127;
    let mut rows = vec![vec!['#'; side]; side];
    for row in &mut rows[1..side - 1] {
        row[1..side - 1].fill(' ');
    }
    rows[60][60] = '@';
    for i in 0..4 {
        rows[50][50 + 2 * i] = '$';
        rows[70][50 + 2 * i] = '.';
    }
    let text: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let board = board(&text.join("\n"));
    assert_eq!(board.cells(), 125 * 125);
    conformance::check_puzzle(&MoveSpace::new(board.clone()), 1, 2, 40);
    conformance::check_puzzle(&RegionSpace::new(board), 1, 1, 4);
}
