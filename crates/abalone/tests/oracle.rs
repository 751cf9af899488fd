//! The generator against a slow and obvious one, on random positions; symmetries; perft.

use std::collections::BTreeSet;

use plyground_abalone::board::{BOARD, Cell, Direction, image_of};
use plyground_abalone::{Move, State, generate, layouts};
use plyground_core::{Rng, Side};

/// A board as anybody would write it down: what lies on row and column, and what lies beyond.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    Off,
    Empty,
    Own,
    Other,
}

fn spot(state: &State, (row, column): (i32, i32)) -> Spot {
    let on_board = (1..=9).contains(&row) && (1..=9).contains(&column) && (row - column).abs() <= 4;
    if !on_board {
        return Spot::Off;
    }
    let cell = Cell::at(row as usize, column as usize).unwrap();
    match (state.own() & cell.bit() != 0, state.other() & cell.bit() != 0) {
        (true, _) => Spot::Own,
        (_, true) => Spot::Other,
        _ => Spot::Empty,
    }
}

type Places = BTreeSet<(i32, i32)>;
/// A move's text, the own and the other marbles after it, and whether it captures.
type Played = (String, [Places; 2], bool);

/// The legal moves by the words of the rules.
fn plain_moves(state: &State) -> BTreeSet<Played> {
    let all: Vec<(i32, i32)> =
        Cell::all().iter().map(|cell| (cell.row() as i32, cell.column() as i32)).collect();
    let name = |(row, column): (i32, i32)| format!("{}{column}", (b'@' + row as u8) as char);
    let on = |wanted| all.iter().copied().filter(|&at| spot(state, at) == wanted).collect();
    let own: BTreeSet<_> = on(Spot::Own);
    let other: BTreeSet<_> = on(Spot::Other);
    let mut found = BTreeSet::new();
    for &first in &all {
        for line in Direction::ALL {
            for count in 1..=3 {
                let along = |steps: i32| {
                    (first.0 + line.delta().0 * steps, first.1 + line.delta().1 * steps)
                };
                let group: Vec<_> = (0..count).map(along).collect();
                if group.iter().any(|&at| spot(state, at) != Spot::Own) {
                    continue;
                }
                for direction in Direction::ALL {
                    let step =
                        |at: (i32, i32)| (at.0 + direction.delta().0, at.1 + direction.delta().1);
                    let mut mine = own.clone();
                    let mut theirs = other.clone();
                    let mut ejected = false;
                    for &at in &group {
                        mine.remove(&at);
                    }
                    mine.extend(group.iter().map(|&at| step(at)));
                    let text;
                    if direction == line {
                        let mut row = Vec::new();
                        let mut ahead = along(count);
                        while spot(state, ahead) == Spot::Other {
                            row.push(ahead);
                            ahead = step(ahead);
                        }
                        let is_legal = match spot(state, ahead) {
                            Spot::Own => false,
                            Spot::Empty => row.is_empty() || row.len() < count as usize,
                            Spot::Off => !row.is_empty() && row.len() < count as usize,
                            Spot::Other => unreachable!(),
                        };
                        if !is_legal {
                            continue;
                        }
                        for &at in &row {
                            theirs.remove(&at);
                        }
                        theirs.extend(row.iter().map(|&at| step(at)));
                        ejected = spot(state, ahead) == Spot::Off;
                        if ejected {
                            theirs.remove(&ahead);
                        }
                        text = format!("i-{}-{}", name(first), direction.hour());
                    } else if count > 1 && direction != line.opposite() {
                        if group.iter().any(|&at| spot(state, step(at)) != Spot::Empty) {
                            continue;
                        }
                        let (low, high) =
                            (first.min(along(count - 1)), first.max(along(count - 1)));
                        text = format!("s-{}-{}-{}", name(low), name(high), direction.hour());
                    } else {
                        continue;
                    }
                    found.insert((text, [mine, theirs], ejected));
                }
            }
        }
    }
    found
}

fn set_of(set: u64) -> Places {
    Cell::all()
        .iter()
        .filter(|cell| set & cell.bit() != 0)
        .map(|cell| (cell.row() as i32, cell.column() as i32))
        .collect()
}

fn random_state(rng: &mut Rng) -> State {
    let mut cells = *Cell::all();
    rng.shuffle(&mut cells);
    let (black, white) = (rng.below(20), rng.below(20));
    let set = |cells: &[Cell]| cells.iter().fold(0, |set, cell| set | cell.bit());
    State {
        marbles: [set(&cells[..black]), set(&cells[black..black + white])],
        captures: [rng.below(6) as u8, rng.below(6) as u8],
        to_move: *rng.pick(&Side::BOTH).unwrap(),
    }
}

fn check(state: &State) {
    let mut moves: Vec<Move> = Vec::new();
    state.moves(&mut moves);
    assert_eq!(generate::count(state.own(), state.other()), moves.len() as u64, "{state:?}");
    let ours: BTreeSet<_> = moves
        .iter()
        .map(|mv| {
            let mut next = *state;
            next.play(*mv);
            assert_eq!(next.to_move, state.to_move.other());
            assert_eq!((next.marbles[0] | next.marbles[1]) & !BOARD, 0);
            let mover = state.to_move.index();
            let ejected = next.captures[mover] == state.captures[mover] + 1;
            assert_eq!(ejected, mv.ejects());
            (mv.to_string(), [set_of(next.other()), set_of(next.own())], ejected)
        })
        .collect();
    assert_eq!(ours.len(), moves.len(), "no move twice");
    assert_eq!(ours, plain_moves(state), "{state:?}");
    assert_eq!(state.can_move(), !moves.is_empty());
    let mut ejections = Vec::new();
    generate::list_ejections(state.own(), state.other(), &mut ejections);
    moves.retain(|mv| mv.ejects());
    assert_eq!(ejections, moves, "the captures, in their order");
}

#[test]
fn the_generator_agrees_with_the_plain_one_on_random_positions() {
    let mut rng = Rng::new(4);
    for _ in 0..400 {
        check(&random_state(&mut rng));
    }
}

#[test]
fn the_generator_agrees_with_the_plain_one_in_random_games_from_every_layout() {
    let mut rng = Rng::new(5);
    for layout in layouts::layouts() {
        let mut state = layout.start;
        for _ in 0..8 {
            check(&state);
            let mut moves = Vec::new();
            state.moves(&mut moves);
            state.play(*rng.pick(&moves).unwrap());
        }
    }
}

#[test]
fn every_move_text_reads_back_as_the_move() {
    let mut rng = Rng::new(6);
    for _ in 0..300 {
        let state = random_state(&mut rng);
        let mut moves = Vec::new();
        state.moves(&mut moves);
        for mv in moves {
            let read = |text: &str| plyground_abalone::notation::parse_move(&state, text);
            assert_eq!(read(&mv.to_string()), Ok(mv));
            assert_eq!(read(&plyground_abalone::notation::aba_pro(mv)), Ok(mv));
        }
        let text = plyground_abalone::notation::position_text(&state);
        assert_eq!(plyground_abalone::notation::parse_position(&text), Ok(state));
    }
}

#[test]
fn no_text_makes_a_move_that_the_generator_does_not_know() {
    let mut rng = Rng::new(7);
    for _ in 0..20 {
        let state = random_state(&mut rng);
        let mut moves = Vec::new();
        state.moves(&mut moves);
        for &a in Cell::all() {
            for hour in [1, 3, 5, 7, 9, 11] {
                let text = format!("i-{a}-{hour}");
                if let Ok(mv) = plyground_abalone::notation::parse_move(&state, &text) {
                    assert!(moves.contains(&mv), "{text} in {state:?}");
                }
                let b = *rng.pick(Cell::all()).unwrap();
                let text = format!("s-{a}-{b}-{hour}");
                if let Ok(mv) = plyground_abalone::notation::parse_move(&state, &text) {
                    assert!(moves.contains(&mv), "{text} in {state:?}");
                }
            }
        }
    }
}

#[test]
fn the_twelve_symmetries_and_the_exchange_of_colours_keep_perft() {
    let mut rng = Rng::new(8);
    for _ in 0..10 {
        let state = random_state(&mut rng);
        let expected = state.perft(3);
        for symmetry in 0..12 {
            let image =
                State { marbles: state.marbles.map(|set| image_of(set, symmetry)), ..state };
            assert_eq!(image.perft(3), expected, "symmetry {symmetry} of {state:?}");
        }
        let [black, white] = state.marbles;
        let exchanged = State {
            marbles: [white, black],
            captures: [state.captures[1], state.captures[0]],
            to_move: state.to_move.other(),
        };
        assert_eq!(exchanged.perft(3), expected);
    }
}

#[test]
fn perft_counts_are_the_known_ones() {
    for (id, counts) in [
        ("standard", [44, 1936, 98_912, 5_045_110]),
        ("belgian-daisy", [52, 2692, 149_322, 8_270_666]),
    ] {
        let start = layouts::find(id).unwrap().start;
        assert_eq!(start.perft(0), 1);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(start.perft(depth), count, "{id} at depth {depth}");
        }
    }
}
