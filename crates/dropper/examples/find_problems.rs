//! Finds the problems that ship: plays seeded games, and keeps endings in which exact play proves that one turn alone wins.
//!
//! `cargo run --release -p plyground-dropper --example find_problems -- [SEED] > crates/dropper/src/problems.txt`
//!
//! A problem goes on as long as, after the toughest answer, again one turn alone wins. One comes from a game at the most, and none is
//! like another, turned, mirrored or with colours swapped.

use plyground_core::{
    Budget, Evaluation, Game, GameWorld, HARDEST, Position, Problem, Rng, Side, Spec,
};
use plyground_dropper::evaluation::Full;
use plyground_dropper::problems::{Prover, TASK, distance, goal, played};
use plyground_dropper::{Dropper, DropperGame, Ply, State, notation};
use plyground_search::play;

/// How many problems of a size are wanted.
const SIZES: [(usize, usize); 5] = [(4, 6), (5, 10), (6, 10), (7, 6), (8, 8)];
/// How many of one, two and three turns at the most.
const LENGTHS: [usize; 3] = [16, 16, 12];
/// The most problems of one theme.
const OF_A_THEME: usize = 10;
/// The most problems of one difficulty.
const OF_A_DIFFICULTY: usize = 8;
/// The most empty squares, by whether a Free square is left: the proof must take no more than a moment.
const EMPTIES: u32 = 10;
const EMPTIES_WITH_FREE: u32 = 14;
/// The fewest turns to choose from.
const CHOICE: usize = 6;
/// Two problems of a size differ in at least such a part of the squares.
const APART: usize = 4;
/// One turn in so many is a random one.
const RANDOM: usize = 5;

fn main() {
    let seed = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut rng = Rng::new(seed);
    let mut found: Vec<Found> = Vec::new();
    let mut games = 0;
    let mut wanted = SIZES;
    while let Some(most) = wanted.iter().map(|(_, count)| *count).max().filter(|&most| most > 0) {
        // The sizes of which most are missing take turns.
        for (size, count) in wanted.iter_mut().filter(|(_, count)| *count == most) {
            games += 1;
            if let Some(new) = from_game(*size, &mut rng, &found) {
                let Problem { theme, difficulty, .. } = &new.problem;
                eprintln!(
                    "game {games}, size {size}: {} turns, {theme} {difficulty}",
                    new.problem.turns()
                );
                found.push(new);
                *count -= 1;
            }
        }
    }
    found.sort_by_key(|found| (found.problem.difficulty, found.size));
    let problems: Vec<Problem> = found.into_iter().map(|found| found.problem).collect();
    println!(
        "; Made by the example find_problems with seed {seed} from {games} games; each is proven again by a test.\n"
    );
    print!("{}", Problem::print_all(&problems));
}

/// A problem with what tells it from others.
struct Found {
    problem: Problem,
    size: usize,
    state: State,
}

/// Plays a game and gives the first problem in it.
fn from_game(size: usize, rng: &mut Rng, found: &[Found]) -> Option<Found> {
    let game = DropperGame::new(size);
    let depth = if size > 6 { 1 } else { 2 };
    let mut player =
        play::player(&Spec::new("alphabeta").with("depth", depth), Box::new(Full::default()))
            .ok()?;
    let mut position = Position::start(&game);
    let mut prover = Prover::new(&game);
    while game.outcome(&position.state).is_none() {
        let state = position.state;
        if !game.is_free_due(&state)
            && let Some(new) = candidate(&game, &state, &mut prover, found)
        {
            return Some(new);
        }
        let ply = if rng.below(RANDOM) == 0 {
            game.random_move(&state, rng, &mut Vec::new())?
        } else {
            player.choose(&game, &position, &Budget::default(), &mut |_| {}).best[0]
        };
        position.play(&game, ply);
    }
    None
}

fn candidate(
    game: &DropperGame,
    state: &State,
    prover: &mut Prover<'_>,
    found: &[Found],
) -> Option<Found> {
    let free = !game.free_squares(state).is_empty();
    let most = if free { EMPTIES_WITH_FREE } else { EMPTIES };
    let choice = Dropper.whole_turns(game, state).len();
    if game.empties(state) > most || choice < CHOICE {
        return None;
    }
    let size = game.size();
    let near = |other: &Found| distance(game, &other.state, state) * APART < size * size;
    if found.iter().filter(|other| other.size == size).any(near) {
        return None;
    }
    let line = line(game, state, prover)?;
    let theme = theme(game, state, &line[0]);
    let length = line.len().div_ceil(2);
    let of_length = found.iter().filter(|other| other.problem.turns() == length).count();
    let of_theme = found.iter().filter(|other| other.problem.theme == theme).count();
    if of_length >= LENGTHS[length - 1] || of_theme >= OF_A_THEME {
        return None;
    }
    let difficulty = difficulty(game, state, &line);
    let as_hard = found.iter().filter(|other| other.problem.difficulty == difficulty);
    if as_hard.count() >= OF_A_DIFFICULTY {
        return None;
    }
    let problem = Problem {
        position: notation::position_text(game, state),
        task: TASK.to_owned(),
        goal: goal(game.to_move(state), length),
        theme: theme.to_owned(),
        difficulty,
        line: line.iter().map(|turn| notation::turn_text(game.size(), turn)).collect(),
    };
    Some(Found { problem, size, state: *state })
}

/// The solution as far as one turn alone wins; `None` where that is not so at first.
fn line(game: &DropperGame, start: &State, prover: &mut Prover<'_>) -> Option<Vec<Vec<Ply>>> {
    let (mut state, mut line) = (*start, Vec::new());
    loop {
        let winning = prover.winning_turns(&state);
        let [only] = &winning[..] else { break };
        line.push(only.clone());
        state = played(game, &state, only);
        if line.len().div_ceil(2) == LENGTHS.len() || game.empties(&state) < 3 {
            break;
        }
        let Some(answer) = prover.toughest(&state) else { break };
        state = played(game, &state, &answer);
        line.push(answer);
    }
    if line.len().is_multiple_of(2) {
        line.pop();
    }
    (!line.is_empty()).then_some(line)
}

/// More where the turn looks worse at first sight than many others, where more turns are to be found and more squares are empty.
fn difficulty(game: &DropperGame, state: &State, line: &[Vec<Ply>]) -> u32 {
    let side = game.to_move(state);
    let looks = |after: &State| {
        let value = Full::default().evaluate(game, after);
        if game.to_move(after) == side { value } else { -value }
    };
    let own = looks(&played(game, state, &line[0]));
    let turns = Dropper.whole_turns(game, state);
    let better = turns.iter().filter(|(_, after)| looks(after) > own).count() as u32;
    let later = line.len() as u32 - 1;
    let wide = game.empties(state).saturating_sub(4) / 3;
    ((better + 1).ilog2() + later + wide).clamp(1, HARDEST)
}

/// What the turn does first of all.
fn theme(game: &DropperGame, state: &State, turn: &[Ply]) -> &'static str {
    let side = game.to_move(state);
    let after = played(game, state, turn);
    let [own, theirs] =
        [side, side.other()].map(|side| [state, &after].map(|at| groups(game, at, side)));
    let Ply::Drop { from, to } = turn[0] else { return "The free stone" };
    let beside = |square: u8, of: Side| {
        let near = neighbours(game.size(), usize::from(square));
        near.filter(|&square| game.stone_at(state, square) == Some(of)).count()
    };
    if turn.len() > 1 {
        "The free stone"
    } else if game.outcome(&after).is_some() {
        "The last word"
    } else if theirs[1].len() > theirs[0].len() && beside(from, side.other()) > 1 {
        "Cut them apart"
    } else if own[1].len() < own[0].len() {
        "Join your groups"
    } else if theirs[1][0] > theirs[0][0] {
        "Give to take"
    } else if own[1][0] > own[0][0] {
        "Grow the largest"
    } else if beside(to, side.other()) == 0 {
        "Drive a stone out"
    } else {
        "Count the empty squares"
    }
}

/// The sizes of a side's groups, largest first.
fn groups(game: &DropperGame, state: &State, side: Side) -> Vec<u32> {
    let list = &game.group_lists(state)[side.index()];
    list.split(',').filter_map(|size| size.parse().ok()).collect()
}

fn neighbours(size: usize, square: usize) -> impl Iterator<Item = usize> {
    let (column, row) = (square % size, square / size);
    let steps = [(0, 1), (1, 0), (1, 2), (2, 1)];
    let near = steps.into_iter().map(move |(x, y)| (column + x, row + y));
    near.filter(move |&(x, y)| (1..=size).contains(&x) && (1..=size).contains(&y))
        .map(move |(x, y)| (y - 1) * size + x - 1)
}
