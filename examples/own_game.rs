//! A game of one's own: tic-tac-toe, alpha-beta against MCTS. `cargo run --release --example own_game`

use plyground::{Budget, Evaluation, Game, Outcome, Position, Side, SpecError, mix, player};

const LINES: [u16; 8] = [
    0b111,
    0b111_000,
    0b111_000_000,
    0b1_001_001,
    0b10_010_010,
    0b100_100_100,
    0b100_010_001,
    0b1_010_100,
];

struct TicTacToe;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Board {
    marks: [u16; 2],
    to_move: Side,
}

impl Game for TicTacToe {
    type State = Board;
    type Move = u8;

    fn start(&self) -> Board {
        Board { marks: [0; 2], to_move: Side::First }
    }
    fn to_move(&self, board: &Board) -> Side {
        board.to_move
    }
    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let taken = board.marks[0] | board.marks[1];
        if self.outcome(board).is_none() {
            out.extend((0..9).filter(|square| taken >> square & 1 == 0));
        }
    }
    fn play(&self, board: &mut Board, square: u8) {
        board.marks[board.to_move.index()] |= 1 << square;
        board.to_move = board.to_move.other();
    }
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        let has_line =
            |side: &Side| LINES.iter().any(|&line| board.marks[side.index()] & line == line);
        let winner = Side::BOTH.into_iter().find(has_line).map(Outcome::Win);
        let full = board.marks[0] | board.marks[1] == 0b111_111_111;
        winner.or(full.then_some(Outcome::Draw))
    }
    fn key(&self, board: &Board) -> u64 {
        let [first, second] = board.marks.map(u64::from);
        mix(&[first, second, board.to_move.index() as u64])
    }
}

/// The centre is worth a little.
struct Centre;

impl Evaluation<TicTacToe> for Centre {
    fn evaluate(&self, _: &TicTacToe, board: &Board) -> i32 {
        let has = |side: Side| i32::from(board.marks[side.index()] >> 4 & 1);
        10 * (has(board.to_move) - has(board.to_move.other()))
    }
}

fn main() -> Result<(), SpecError> {
    let mut players =
        [player("alphabeta(depth=9)", Centre)?, player("mcts(playouts=2000)", Centre)?];
    let mut position = Position::start(&TicTacToe);
    while position.outcome(&TicTacToe).is_none() {
        let side = TicTacToe.to_move(&position.state);
        let budget = Budget::default();
        let thought = players[side.index()].choose(&TicTacToe, &position, &budget, &mut |_| {});
        println!("{side:?} plays {} (depth {})", thought.best[0], thought.depth);
        position.play(&TicTacToe, thought.best[0]);
    }
    println!("{:?}", position.outcome(&TicTacToe));
    Ok(())
}
