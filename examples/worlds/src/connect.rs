//! Connect Four: drop discs into columns; four in a line win.

use plyground::scene::{Grid, Ground, Piece, Scene, Shape, Tone};
use plyground::{
    Edit, EvaluationEntry, Game, GameWorld, Options, Outcome, Rules, Side, SpecError, Text,
    WorldInfo, evaluation_fn, mix,
};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
/// A column of bits has one more than rows, always empty, so that lines do not run into the next column.
const HIGH: usize = ROWS + 1;
/// Steps between bits along a line: up, across, and the two slopes.
const LINES: [usize; 4] = [1, HIGH, HIGH + 1, HIGH - 1];

/// A position: the discs of each side as bits, column by column from the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    discs: [u64; 2],
    to_move: Side,
}

const fn bit(column: usize, row: usize) -> u64 {
    1 << (column * HIGH + row)
}

impl State {
    const EMPTY: Self = Self { discs: [0; 2], to_move: Side::First };

    fn height(&self, column: usize) -> usize {
        let taken = self.discs[0] | self.discs[1];
        (0..ROWS).take_while(|&row| taken & bit(column, row) != 0).count()
    }

    fn at(&self, column: usize, row: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.discs[side.index()] & bit(column, row) != 0)
    }

    fn drop(&mut self, column: usize, side: Side) {
        self.discs[side.index()] |= bit(column, self.height(column));
    }

    /// Whether a side has four in a line.
    fn has_four(&self, side: Side) -> bool {
        let discs = self.discs[side.index()];
        LINES.iter().any(|&step| {
            let pairs = discs & (discs >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// The discs of each column from the left, bottom first: `X/OX//X/// O`.
    fn text(&self) -> String {
        let letters = |column| (0..ROWS).filter_map(move |row| self.at(column, row).map(letter));
        let columns: Vec<String> = (0..COLUMNS).map(|column| letters(column).collect()).collect();
        format!("{} {}", columns.join("/"), letter(self.to_move))
    }

    fn read(text: &str) -> Result<Self, String> {
        let (board, side) = text.trim().rsplit_once(' ').ok_or("expected columns, then X or O")?;
        let columns: Vec<&str> = board.split('/').collect();
        if columns.len() != COLUMNS || columns.iter().any(|column| column.chars().count() > ROWS) {
            return Err(format!("expected {COLUMNS} columns of at most {ROWS} discs"));
        }
        let mut state = Self { to_move: from_letter(side)?, ..Self::EMPTY };
        for (column, discs) in columns.into_iter().enumerate() {
            for disc in discs.chars() {
                state.drop(column, from_letter(&disc.to_string())?);
            }
        }
        Ok(state)
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

fn from_letter(text: &str) -> Result<Side, String> {
    let side = Side::BOTH.into_iter().find(|&side| letter(side).to_string() == text);
    side.ok_or_else(|| format!("{text:?} is neither X nor O"))
}

/// The game from a start.
#[derive(Debug, Clone, Copy)]
pub struct Four(State);

impl Game for Four {
    type State = State;
    /// A column.
    type Move = usize;

    fn start(&self) -> State {
        self.0
    }

    fn to_move(&self, state: &State) -> Side {
        state.to_move
    }

    fn moves(&self, state: &State, out: &mut Vec<usize>) {
        if self.outcome(state).is_none() {
            out.extend((0..COLUMNS).filter(|&column| state.height(column) < ROWS));
        }
    }

    fn play(&self, state: &mut State, column: usize) {
        state.drop(column, state.to_move);
        state.to_move = state.to_move.other();
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let winner = Side::BOTH.into_iter().find(|&side| state.has_four(side));
        let full = (0..COLUMNS).all(|column| state.height(column) == ROWS);
        winner.map(Outcome::Win).or(full.then_some(Outcome::Draw))
    }

    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.discs;
        mix(&[first, second, state.to_move.index() as u64])
    }

    fn order(&self, _: &State, column: usize) -> i32 {
        -(column.abs_diff(COLUMNS / 2) as i32)
    }

    fn move_slot(&self, _: &State, column: usize) -> usize {
        column
    }

    fn move_slots(&self) -> usize {
        COLUMNS
    }
}

/// Threes that a free place makes four, for the side to move.
fn threats(state: &State) -> i32 {
    let free = !(state.discs[0] | state.discs[1]);
    let of = |side: Side| {
        let discs = state.discs[side.index()];
        let centre = (discs >> (COLUMNS / 2 * HIGH) & 0x3f).count_ones() as i32;
        let places = (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| bit(column, row)));
        let wins = places.filter(|place| {
            let with = State { discs: [discs | place, 0], to_move: side };
            free & place != 0 && with.has_four(Side::First)
        });
        15 * centre + 100 * wins.count() as i32
    };
    of(state.to_move) - of(state.to_move.other())
}

/// The world.
#[derive(Debug, Clone, Copy, Default)]
pub struct Connect;

impl GameWorld for Connect {
    type Game = Four;

    fn info(&self) -> WorldInfo {
        WorldInfo::new("connect", "Connect Four", "two players drop discs; four in a line win")
    }

    fn sides(&self) -> [Text; 2] {
        ["Red".into(), "Gold".into()]
    }

    fn tones(&self) -> [Tone; 2] {
        [Tone::Red, Tone::Gold]
    }

    fn game(&self, options: &Options) -> Result<Four, SpecError> {
        let position = options.get("position").map(State::read).transpose();
        let start = position.map_err(|error| SpecError(format!("position: {error}")))?;
        Ok(Four(start.unwrap_or(State::EMPTY)))
    }

    fn position_text(&self, _: &Four, state: &State) -> String {
        state.text()
    }

    fn turn_text(&self, _: &Four, _: &State, turn: &[usize]) -> String {
        turn.iter().map(|&column| char::from(b'a' + column as u8)).collect()
    }

    fn scene(&self, game: &Four, state: &State) -> Scene {
        let mut scene = Scene::squares(Grid::Board, (COLUMNS, ROWS), |x, y| {
            (format!("{}{}", char::from(b'a' + x as u8), ROWS - y), Ground::Dent)
        });
        for cell in 0..COLUMNS * ROWS {
            let (column, row) = (cell % COLUMNS, ROWS - 1 - cell / COLUMNS);
            if let Some(side) = state.at(column, row) {
                let (name, tone) = (&self.sides()[side.index()], self.tones()[side.index()]);
                scene.put(cell, Piece::new(name.clone(), Shape::Disc, tone, letter(side)));
            }
        }
        let name = |side: Side| self.sides()[side.index()].clone();
        scene.caption = match game.outcome(state) {
            Some(Outcome::Win(side)) => format!("Connect Four: {} has won", name(side)),
            Some(Outcome::Draw) => "Connect Four: drawn".to_owned(),
            None => format!("Connect Four: {} to move", name(state.to_move)),
        };
        scene
    }

    fn rules(&self) -> Rules {
        let text = [
            "In turn, drop a disc into a column: it falls onto the discs that lie there.",
            "Four of your own in a line win: upright, across or sloping. A full board is drawn.",
        ];
        Rules::new(text, "").with_poster("position=/X/OX/XOXO/OXO/X/ O")
    }

    fn edit(&self, _: &Four, state: &State, edit: &Edit) -> Result<String, SpecError> {
        let mut next = State { to_move: state.to_move, ..State::EMPTY };
        for column in 0..COLUMNS {
            let mut discs: Vec<Side> = (0..ROWS).filter_map(|row| state.at(column, row)).collect();
            if let Edit::Put { cell, piece } = *edit
                && cell % COLUMNS == column
            {
                let row = ROWS - 1 - cell.min(COLUMNS * ROWS - 1) / COLUMNS;
                match piece {
                    Some(side) if row < discs.len() => discs[row] = side,
                    Some(side) if discs.len() < ROWS => discs.push(side),
                    None if row < discs.len() => drop(discs.remove(row)),
                    _ => {}
                }
            }
            discs.into_iter().for_each(|side| next.drop(column, side));
        }
        Ok(match *edit {
            Edit::Put { .. } => next,
            Edit::Turn(side) => State { to_move: side, ..*state },
            Edit::Clear => State { to_move: state.to_move, ..State::EMPTY },
        }
        .text())
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<Four>> {
        vec![EvaluationEntry::new("threats", "places that would make four, and the centre", |_| {
            Box::new(evaluation_fn(100, |_: &Four, state: &State| threats(state)))
        })]
    }
}
