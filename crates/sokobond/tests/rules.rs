//! One test for each rule, named after it.

mod common;

use common::{Cell, after, board, facts};
use plyground_core::Puzzle as _;
use plyground_sokobond::{Board, Direction, Refusal};

/// The bonds of a position as (x, y) of the upper or left atom, `>` or `v`, and the multiplicity.
fn bonds(board: &Board, moves: &str) -> Vec<String> {
    let facts = facts(board, &after(board, moves));
    let text = |(&(a, b), lines): (&(Cell, Cell), &u8)| {
        format!("{},{}{}{lines}", a.0, a.1, if a.1 == b.1 { '>' } else { 'v' })
    };
    facts.bonds.iter().map(text).collect()
}

fn refusal(board: &Board, moves: &str, way: Direction) -> Option<Refusal> {
    board.allows(&after(board, moves), way).err()
}

fn hero(board: &Board, moves: &str) -> (isize, isize) {
    facts(board, &after(board, moves)).hero
}

#[test]
fn loading_bonds_what_stands_together() {
    let board = board("xxxx\nxOhx\nx-hx\nxxxx\n");
    assert_eq!(bonds(&board, ""), ["1,1>1"]);
}

#[test]
fn a_wall_stops_the_hero_and_all_that_is_bonded_to_it() {
    let board = board("-h-x\n-O-x\n---h\n");
    assert_eq!(bonds(&board, ""), ["1,0v1"]);
    assert_eq!(refusal(&board, "", Direction::Up), Some(Refusal::Wall));
    assert_eq!(hero(&board, "R"), (2, 1));
    assert_eq!(refusal(&board, "R", Direction::Right), Some(Refusal::Wall));
}

#[test]
fn the_hero_pushes_what_it_does_not_bond_with() {
    let board = board("Ee-x\n");
    assert_eq!(hero(&board, "R"), (1, 0));
    assert_eq!(refusal(&board, "R", Direction::Right), Some(Refusal::Wall));
}

#[test]
fn a_push_chain_has_any_length() {
    let board = board("Eeeeee--\n");
    assert_eq!(hero(&board, "RR"), (2, 0));
    assert_eq!(refusal(&board, "RR", Direction::Right), Some(Refusal::Wall));
}

#[test]
fn pushed_atoms_drag_their_molecules() {
    let board = board("-h--\nEh--\n----\n");
    let after = facts(&board, &after(&board, "R"));
    assert_eq!(after.bonds.keys().collect::<Vec<_>>(), [&((2, 0), (2, 1))]);
}

#[test]
fn a_push_that_ends_beside_a_free_atom_bonds() {
    let board = board("Eh-o-\n");
    assert_eq!(bonds(&board, "R"), ["2,0>1"]);
    assert_eq!(board.free_electrons(&after(&board, "R")).iter().sum::<u8>(), 1);
}

#[test]
fn a_snake_steps_into_the_cell_that_its_tail_leaves() {
    // H–O–O–H lies in a square around a rotator; head and tail touch without a bond. The head goes down
    // where the tail is, and the tail is already on its way: it is followed, not pushed.
    let board = board("v2\n- - - -\n\n- H o -\n   @\n- h o -\n\n- - - -\n");
    assert_eq!(bonds(&board, ""), ["1,1>1", "1,2>1", "2,1v1"]);
    assert_eq!(hero(&board, "D"), (1, 2));
    assert_eq!(bonds(&board, "D"), ["1,1v1", "1,1>1", "2,1v1"]);
    assert_eq!(hero(&board, "DRUL"), (1, 1), "and so round and round");
}

#[test]
fn a_ring_on_a_rotator_is_illegal() {
    let board = board("v2\n- - - -\n\n- O o -\n   @\n- o o -\n\n- - - -\n\n- - - -\n");
    assert_eq!(bonds(&board, "").len(), 4);
    for way in Direction::ALL {
        assert_eq!(refusal(&board, "", way), Some(Refusal::Torn), "{way:?}");
    }
}

#[test]
fn two_atoms_that_would_end_on_one_cell_collide() {
    // Both hydrogens would turn into the cell that the hero leaves.
    let board = board("v2\n- - - - -\n\n- h O h -\n   @ @\n- - - - -\n");
    assert_eq!(refusal(&board, "", Direction::Down), Some(Refusal::Collision));
}

#[test]
fn a_rotator_turns_one_bond_by_a_quarter() {
    let board = board("v2\n- - - -\n\n- O h -\n   @\n- - - -\n");
    assert_eq!(bonds(&board, ""), ["1,1>1"]);
    assert_eq!(bonds(&board, "D"), ["1,1v1"]);
}

#[test]
fn a_turned_bond_keeps_its_multiplicity() {
    let board = board("v2\n- - - - -\n   + @\n- O o - -\n\n- - - - -\n");
    assert_eq!(bonds(&board, ""), ["1,1>1"]);
    assert_eq!(bonds(&board, "U"), ["1,0>2"], "up over the doubler");
    assert_eq!(bonds(&board, "UR"), ["2,0>2"]);
    assert_eq!(bonds(&board, "URD"), ["2,0v2"], "down over the rotator");
}

#[test]
fn a_cutter_takes_one_line_and_the_last_line_parts() {
    let board = board("v2\n- - - -\n   /\n- H h -\n\n- - - -\n");
    assert_eq!(bonds(&board, ""), ["1,1>1"]);
    assert_eq!(bonds(&board, "U"), Vec::<String>::new(), "the hydrogen stays behind");
    let double = common::board("v2\n- - - -\n   +\n- O o -\n   /\n- - - -\n");
    assert_eq!(bonds(&double, "U"), ["1,0>2"]);
    assert_eq!(bonds(&double, "UD"), ["1,1>2"], "nothing is free to double a second time");
    assert_eq!(bonds(&double, "UDD"), ["1,2>1"], "what is left of the bond drags along");
}

#[test]
fn a_cut_releases_electrons_for_a_double_in_the_same_move() {
    // Going up, O–O sweeps over the cutter and O=O… the hero has two bonds sideways: left one doubled, right one cut.
    let board = board("v2\n- - - - -\n   + /\n- o O h -\n\n- - - - -\n");
    assert_eq!(bonds(&board, ""), ["1,1>1", "2,1>1"]);
    assert_eq!(bonds(&board, "U"), ["1,0>2"], "the electron cut off the hydrogen doubles the bond");
}

#[test]
fn a_double_without_free_electrons_does_nothing() {
    let board = board("v2\n- - - -\n   +\n- O h -\n\n- - - -\n");
    assert_eq!(bonds(&board, "U"), ["1,0>1"]);
}

#[test]
fn carbon_can_bond_four_times_with_carbon() {
    let board = board("v2\n- - - -\n   +\n- C c -\n   +\n- - - -\n");
    assert_eq!(bonds(&board, "U"), ["1,0>2"]);
    assert_eq!(bonds(&board, "UD"), ["1,1>3"]);
    assert_eq!(bonds(&board, "UDD"), ["1,2>4"]);
    assert!(board.is_solved(&after(&board, "UDD")));
    assert_eq!(bonds(&board, "UDDU"), ["1,1>4"], "and no more");
}

#[test]
fn parallel_bonds_meet_no_modifier() {
    let board = board("v2\n- - - -\n / / /\n- H h -\n / / /\n- - - -\n");
    assert_eq!(bonds(&board, "R"), ["2,1>1"]);
    assert_eq!(bonds(&board, "RL"), ["1,1>1"]);
}

#[test]
fn standing_molecules_meet_no_modifier() {
    let board = board("v2\nO - - -\n\n- - h h\n     /\n- - - -\n");
    assert_eq!(bonds(&board, "DD"), ["2,1>1"]);
}

#[test]
fn pushed_molecules_meet_modifiers() {
    let board = board("v2\n- E - -\n\n- h h -\n   /\n- - - -\n\n- - - -\n");
    assert_eq!(bonds(&board, ""), ["1,1>1"]);
    assert_eq!(bonds(&board, "D"), Vec::<String>::new(), "pushed down over the cutter");
}

#[test]
fn the_hero_bonds_first() {
    // The oxygen in the middle could bond with carbon; the hero is served first.
    let board = board("-c-\ncoH\n-c-\n");
    assert_eq!(bonds(&board, "")[..], ["1,0v1", "1,1>1"]);
}

#[test]
fn larger_valences_bond_first() {
    let board = board("-n-\nhoc\n-H-\n");
    assert_eq!(bonds(&board, ""), ["1,1v1", "1,1>1"], "the hero, then carbon");
}

#[test]
fn vertical_bonds_come_before_horizontal_ones() {
    let board = board("ho-E\n-h--\n-h--\n");
    // H–O to the left and O–H below are equal in all but direction; H–H below H loses.
    assert_eq!(bonds(&board, ""), ["0,0>1", "1,0v1"]);
    let one = common::board("oh-E\n-o--\n");
    assert_eq!(bonds(&one, ""), ["1,0v1"]);
}

#[test]
fn equal_pairs_bond_in_reading_order() {
    let board = board("-h-E\n-h--\n-h--\n");
    assert_eq!(bonds(&board, ""), ["1,0v1"]);
}

#[test]
fn adjacency_never_raises_a_bond() {
    let board = board("-----\n-Oo--\n-----\n");
    assert_eq!(bonds(&board, "UDLR"), ["1,1>1"]);
}

#[test]
fn bonds_form_inside_a_molecule_too() {
    let board = board("-oo-\n-oO-\n");
    assert_eq!(bonds(&board, "").len(), 4);
    assert!(board.is_solved(&board.start()));
}

#[test]
fn several_molecules_win() {
    let board = board("Hh-hh\n");
    assert!(board.is_solved(&board.start()));
    let single = Board::new(board.level(), true).expect("a board");
    assert!(!single.is_solved(&single.start()), "but not where a single molecule is asked for");
}

#[test]
fn helium_needs_nothing_and_may_be_the_hero() {
    let board = board("Eh-h-\n");
    assert!(!board.is_solved(&board.start()));
    assert!(board.is_solved(&after(&board, "R")));
}

#[test]
fn atoms_of_one_element_are_interchangeable() {
    let board = board("E----\n-h-h-\n-----\n-----\n");
    let one = after(&board, "RD");
    let other = after(&board, "RRRD");
    assert_ne!(one, other);
    assert_eq!(facts(&board, &one).atoms.len(), 3);
}

#[test]
fn a_level_without_moves_is_possible() {
    let board = board("xxx\nxOx\nxxx\n");
    let mut moves = Vec::new();
    board.moves(&board.start(), &mut moves);
    assert!(moves.is_empty() && !board.is_solved(&board.start()));
}
