//! A second, slow and obvious set of rules on a grid of characters, against which the bitboards are compared.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use plyground_core::{Game, Outcome, Rng, Side};
use plyground_dropper::{DropperGame, Ply, Setup, State, notation};

/// Rows of `.`, `X` and `O`, the first row being row 1; and the letter of the mover.
#[derive(Clone, PartialEq, Debug)]
struct Grid {
    rows: Vec<Vec<char>>,
    mover: char,
}

impl Grid {
    fn from(game: &DropperGame, state: &State) -> Self {
        let text = notation::position_text(game, state);
        let (board, side) = text.split_once(' ').unwrap();
        let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        rows.reverse();
        Self { rows, mover: side.chars().next().unwrap() }
    }

    fn squares(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let size = self.rows.len();
        (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)))
    }

    fn near(&self, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
        let last = self.rows.len() - 1;
        let along = move |at: usize| at.saturating_sub(1)..=(at + 1).min(last);
        let square = along(row).flat_map(|r| along(column).map(move |c| (r, c)));
        square.filter(|&other| other != (row, column)).collect()
    }

    fn at(&self, (row, column): (usize, usize)) -> char {
        self.rows[row][column]
    }

    fn name(&self, (row, column): (usize, usize)) -> String {
        format!("{}{}", char::from(b'A' + column as u8), row + 1)
    }

    fn other(&self) -> char {
        if self.mover == 'X' { 'O' } else { 'X' }
    }

    fn free(&self) -> Vec<(usize, usize)> {
        let touches = |&a: &(usize, usize)| self.near(a).iter().all(|&b| self.at(b) == '.');
        self.squares().filter(|&a| self.at(a) == '.').filter(touches).collect()
    }

    /// All turns as text with the positions after them; the mover of those is not yet changed.
    fn turns(&self) -> Vec<(String, Self)> {
        let mut turns = Vec::new();
        for from in self.squares().filter(|&a| self.at(a) == self.other()) {
            for to in self.near(from) {
                if self.at(to) != '.' {
                    continue;
                }
                let mut dropped = self.clone();
                dropped.rows[from.0][from.1] = self.mover;
                dropped.rows[to.0][to.1] = self.other();
                let text = format!("{}-{}", self.name(from), self.name(to));
                let free = dropped.free();
                for &square in &free {
                    let mut freed = dropped.clone();
                    freed.rows[square.0][square.1] = self.mover;
                    turns.push((format!("{text}+{}", self.name(square)), freed));
                }
                if free.is_empty() {
                    turns.push((text, dropped));
                }
            }
        }
        if turns.is_empty() {
            for square in self.free() {
                let mut freed = self.clone();
                freed.rows[square.0][square.1] = self.mover;
                turns.push((self.name(square), freed));
            }
        }
        turns
    }

    fn is_stuck(&self) -> bool {
        let empty = |&a: &(usize, usize)| self.at(a) == '.';
        let theirs = |a: &(usize, usize)| self.at(*a) == self.other();
        let drop = self.squares().filter(theirs).any(|a| self.near(a).iter().any(empty));
        !drop && self.free().is_empty()
    }

    fn sizes(&self, colour: char) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let mut sizes = Vec::new();
        for start in self.squares().filter(|&a| self.at(a) == colour) {
            let (mut open, mut size) = (vec![start], 0);
            while let Some(a) = open.pop() {
                if self.at(a) == colour && seen.insert(a) {
                    size += 1;
                    let beside = |b: &(usize, usize)| b.0 == a.0 || b.1 == a.1;
                    open.extend(self.near(a).into_iter().filter(beside));
                }
            }
            if size > 0 {
                sizes.push(size);
            }
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    fn result(&self) -> Outcome {
        let (first, second) = (self.sizes('X'), self.sizes('O'));
        for i in 0..first.len().max(second.len()) {
            let entry = |sizes: &Vec<usize>| sizes.get(i).copied().unwrap_or(0);
            match entry(&first).cmp(&entry(&second)) {
                Ordering::Greater => return Outcome::Win(Side::First),
                Ordering::Less => return Outcome::Win(Side::Second),
                Ordering::Equal => {}
            }
        }
        Outcome::Draw
    }
}

/// The turns of the game as text, with the states after them.
fn turns_of(game: &DropperGame, state: &State) -> Vec<(Vec<Ply>, State)> {
    let mut turns = Vec::new();
    let mut open = vec![(Vec::new(), *state)];
    while let Some((plies, state)) = open.pop() {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        for ply in moves {
            let (mut line, mut next): (Vec<Ply>, State) = (plies.clone(), state);
            line.push(ply);
            game.play(&mut next, ply);
            if game.is_free_due(&next) { open.push((line, next)) } else { turns.push((line, next)) }
        }
    }
    turns
}

fn compare(game: &DropperGame, state: &State, pass: bool) -> Vec<(Vec<Ply>, State)> {
    let grid = Grid::from(game, state);
    let ours = turns_of(game, state);
    let plain = grid.turns();
    let texts: BTreeSet<String> =
        ours.iter().map(|(line, _)| notation::turn_text(game.size(), line)).collect();
    let plain_texts: BTreeSet<String> = plain.iter().map(|(text, _)| text.clone()).collect();
    assert_eq!(texts, plain_texts, "{}", notation::position_text(game, state));
    assert_eq!(ours.len(), plain.len());
    assert_eq!(game.outcome(state), plain.is_empty().then(|| grid.result()));
    for (line, next) in &ours {
        let text = notation::turn_text(game.size(), line);
        let (_, after) = plain.iter().find(|(plain_text, _)| *plain_text == text).unwrap();
        let mut passed = after.clone();
        passed.mover = after.other();
        let stuck = passed.is_stuck();
        let expected = if pass && stuck { after.clone() } else { passed };
        assert_eq!(Grid::from(game, next), expected, "after {text}");
        assert_eq!(notation::parse_turn(game, state, &text).as_ref(), Ok(line));
    }
    ours
}

fn random_games(size: usize, pass: bool, seed: u64, games: usize) {
    let mut rng = Rng::new(seed);
    let game = DropperGame::from_setup(&Setup::empty(size), pass);
    for _ in 0..games {
        let mut state = game.start();
        loop {
            let turns = compare(&game, &state, pass);
            let Some((_, next)) = rng.pick(&turns) else { break };
            state = *next;
        }
    }
}

#[test]
fn turns_positions_and_results_are_those_of_the_plain_rules() {
    for (size, games) in [(2, 10), (3, 20), (4, 10), (5, 4), (6, 1)] {
        random_games(size, false, 5, games);
        random_games(size, true, 6, games);
    }
}

#[test]
fn wide_boards_follow_the_plain_rules() {
    let game = DropperGame::new(9);
    let mut rng = Rng::new(2);
    let mut state = game.start();
    for number in 0.. {
        let turns = if number % 12 == 4 || number > 55 {
            compare(&game, &state, false)
        } else {
            turns_of(&game, &state)
        };
        let Some((_, next)) = rng.pick(&turns) else { break };
        state = *next;
    }
}

#[test]
fn set_up_positions_follow_the_plain_rules() {
    let mut rng = Rng::new(9);
    for size in [2, 3, 4, 5, 6] {
        for fill in [2, 3, 6] {
            for _ in 0..20 {
                let mut setup = Setup::empty(size);
                for square in &mut setup.squares {
                    *square = [Some(Side::First), Some(Side::Second), None][rng.below(fill).min(2)];
                }
                setup.to_move = Side::BOTH[rng.below(2)];
                let game = DropperGame::from_setup(&setup, false);
                compare(&game, &game.start(), false);
            }
        }
    }
}

#[test]
fn random_plies_are_legal_and_reach_every_legal_one() {
    let mut rng = Rng::new(1);
    let position = "..../.XO./..../...X O";
    let game = DropperGame::from_setup(&notation::parse_position(position).unwrap(), false);
    let DropperGame::Small(rules) = &game else { panic!("4×4 is small") };
    let mut legal = BTreeSet::new();
    rules.each_ply(&rules.start, |ply| {
        legal.insert(ply);
    });
    let drawn: BTreeSet<Ply> =
        (0..2000).filter_map(|_| rules.random_ply(&rules.start, &mut rng)).collect();
    assert_eq!(drawn, legal);
}
