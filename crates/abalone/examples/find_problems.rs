//! Finds the problems that ship: plays seeded games, looks for positions with a task that one turn alone solves, and proves each.
//!
//! `cargo run --release -p plyground-abalone --example find_problems -- [SEED] > crates/abalone/src/problems.txt`
//!
//! The engine plays the games, with a random turn now and then, so that positions are such as people meet. A candidate is kept where
//! the claim is proven, where it cannot be had in fewer turns, where one turn alone has it, where the engine chooses that turn, and
//! where it is unlike what was kept before, turned, mirrored or with colours swapped.

use plyground_abalone::problems::{Claim, Task, distance, judge};
use plyground_abalone::{AbaloneGame, Move, State, evaluation, generate, layouts, notation};
use plyground_core::{
    Budget, Game, HARDEST, Options, Player, Position, Problem, Rng, Spec, Verdict,
};
use plyground_search::play;

/// How many problems of a task are wanted.
const WANTED: [(Task, usize); 5] = [
    (Task::Gain(1), 8),
    (Task::Gain(2), 12),
    (Task::Gain(3), 8),
    (Task::Hold(1), 6),
    (Task::Hold(2), 6),
];
/// The most problems of one theme with the same task, as a share of those wanted.
const SHARE: usize = 3;
/// The most problems of one difficulty.
const OF_A_DIFFICULTY: usize = 7;
/// Two problems differ in at least so many cells.
const APART: u32 = 14;
/// The engine's plies in a game, and the most that difficulty asks of it.
const PLAY_DEPTH: u32 = 3;
const DEEPEST: u32 = 6;
/// One turn in so many is a random one.
const RANDOM: usize = 6;
/// Plies of a game at the most.
const PLIES: usize = 140;

fn main() {
    let seed = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut rng = Rng::new(seed);
    let mut found: Vec<Found> = Vec::new();
    let wanted: usize = WANTED.iter().map(|(_, count)| count).sum();
    let mut games = 0;
    while found.len() < wanted {
        let setups = layouts::layouts();
        // Half of the games from the three that people know best.
        let among = if games % 2 == 0 { &setups[..3] } else { setups };
        let layout = rng.pick(among).expect("there are layouts");
        games += 1;
        let before = found.len();
        play_game(layout.start, &mut rng, &mut found);
        for new in &found[before..] {
            eprintln!("game {games} ({}): {} {}", layout.id, new.task, new.problem.theme);
        }
    }
    found.sort_by_key(|found| (found.problem.difficulty, found.problem.line.len()));
    let problems: Vec<Problem> = found.into_iter().map(|found| found.problem).collect();
    println!(
        "; Made by the example find_problems with seed {seed} from {games} games; each is proven again by a test.\n"
    );
    print!("{}", Problem::print_all(&problems));
}

/// A problem with what tells it from others.
struct Found {
    task: Task,
    state: State,
    problem: Problem,
}

/// An engine that looks so many plies ahead.
fn engine(depth: u32) -> Box<dyn Player<AbaloneGame>> {
    let evaluation =
        evaluation::table().remove(0).make(&AbaloneGame::new(layouts::layouts()[0].start));
    let spec = Spec { options: Options::new().with("depth", depth), ..Spec::new("alphabeta") };
    play::player(&spec, evaluation).expect("alphabeta plays every game")
}

fn choice(
    player: &mut dyn Player<AbaloneGame>,
    game: &AbaloneGame,
    position: &Position<AbaloneGame>,
) -> Move {
    player.choose(game, position, &Budget::default(), &mut |_| {}).best[0]
}

/// Plays a game and adds the first problem in it.
fn play_game(start: State, rng: &mut Rng, found: &mut Vec<Found>) {
    let game = AbaloneGame::new(start);
    let mut player = engine(PLAY_DEPTH);
    let mut position = Position::start(&game);
    for _ in 0..PLIES {
        if position.outcome(&game).is_some() {
            return;
        }
        if let Some(new) = candidate(&position.state, found) {
            found.push(new);
            return;
        }
        let mv = if rng.below(RANDOM) == 0 {
            let mut moves = Vec::new();
            game.moves(&position.state, &mut moves);
            *rng.pick(&moves).expect("the game goes on")
        } else {
            choice(&mut *player, &game, &position)
        };
        position.play(&game, mv);
    }
}

/// The task of a position with the one turn that solves it.
fn task_of(state: &State) -> Option<(Task, Move)> {
    let attack = Claim::new(state, state.to_move);
    if let Some(turns) = attack.shortest(state, 3) {
        let &[key] = &attack.keys(state, turns)[..] else { return None };
        return Some((Task::Gain(turns), key));
    }
    for turns in 1..=2 {
        let task = Task::Hold(turns);
        let mut moves = Vec::new();
        state.moves(&mut moves);
        moves.retain(|&mv| judge(task, state, state, 1, mv).is_right());
        match moves[..] {
            [key] => return Some((task, key)),
            [] => return None,
            _ => {}
        }
    }
    None
}

fn candidate(state: &State, found: &[Found]) -> Option<Found> {
    let (task, key) = task_of(state)?;
    let wanted = WANTED.iter().find(|(of, _)| *of == task).map_or(0, |(_, count)| *count);
    let alike = found.iter().filter(|other| other.task == task);
    if alike.clone().count() >= wanted {
        return None;
    }
    let theme = theme(task, state, key);
    let same_theme = alike.filter(|other| other.problem.theme == theme).count();
    if same_theme >= wanted.div_ceil(SHARE)
        || found.iter().any(|other| distance(&other.state, state) < APART)
    {
        return None;
    }
    let difficulty = difficulty(task, state, key)?;
    let as_hard = found.iter().filter(|other| other.problem.difficulty == difficulty);
    if as_hard.count() >= OF_A_DIFFICULTY {
        return None;
    }
    let line = line(task, state, key);
    let problem = Problem {
        position: notation::position_text(state),
        task: task.to_string(),
        goal: task.goal(state.to_move),
        theme: theme.to_owned(),
        difficulty,
        line: line.iter().map(ToString::to_string).collect(),
    };
    Some(Found { task, state: *state, problem })
}

/// The solution with the toughest answers; of the later turns the first that keeps to the task.
fn line(task: Task, start: &State, key: Move) -> Vec<Move> {
    let (mut state, mut line, mut next) = (*start, Vec::new(), key);
    let most = match task {
        Task::Gain(turns) => turns,
        Task::Hold(_) => 1,
    };
    for left in (1..=most).rev() {
        line.push(next);
        match judge(task, start, &state, left, next) {
            Verdict::Right(answer) => {
                state.play(next);
                state.play(answer[0]);
                line.push(answer[0]);
                next = Claim::new(start, start.to_move).keys(&state, left - 1)[0];
            }
            _ => break,
        }
    }
    line
}

/// How many plies the engine must look ahead to choose the turn and stay with it, two more for each turn that is to be found
/// after it, one more for a longer defence, one more where it pushes nothing; `None` where the engine does not choose it at all.
fn difficulty(task: Task, state: &State, key: Move) -> Option<u32> {
    let game = AbaloneGame::new(*state);
    let position = Position::start(&game);
    let chooses = |depth: &u32| choice(&mut *engine(*depth), &game, &position) == key;
    let blind = (1..=DEEPEST).rev().take_while(chooses).last()?;
    let later = match task {
        Task::Gain(turns) => 2 * (turns as u32 - 1),
        Task::Hold(turns) => turns as u32 - 1,
    };
    Some((blind + later + u32::from(key.pushed() == 0)).min(HARDEST))
}

/// The marbles that the side to move can push off.
fn victims(state: &State) -> u64 {
    let mut moves = Vec::new();
    generate::list_ejections(state.own(), state.other(), &mut moves);
    moves
        .into_iter()
        .filter_map(|mv| mv.pushed_marbles().last())
        .fold(0, |set, cell| set | cell.bit())
}

/// The same position with the other side to move.
const fn passed(state: &State) -> State {
    State { to_move: state.to_move.other(), ..*state }
}

fn theme(task: Task, state: &State, key: Move) -> &'static str {
    let mut next = *state;
    next.play(key);
    match task {
        Task::Gain(1) if victims(state).count_ones() > 1 => "Choose the right victim",
        Task::Gain(1) if generate_ejections(state) > 1 => "Choose the right push",
        Task::Gain(1) if key.pushed() == 2 => "Three push two",
        Task::Gain(1) => "Over the edge",
        Task::Gain(turns) => {
            let answer = Claim::new(state, state.to_move).toughest(&next, turns - 1);
            if key.ejects() {
                "Exchange first"
            } else if answer.is_some_and(Move::ejects) {
                "Let one go"
            } else if victims(&passed(&next)).count_ones() > 1 {
                "Double threat"
            } else if key.axis().is_some() {
                "Side-step into line"
            } else if key.pushed() > 0 {
                "Push to the brink"
            } else {
                "Bring up support"
            }
        }
        Task::Hold(_) if key.ejects() => "Strike first",
        Task::Hold(_) if key.pushed() > 0 => "Push back",
        Task::Hold(_) => {
            let endangered = victims(&passed(state));
            if key.marbles().any(|cell| endangered & cell.bit() != 0) {
                "Out of danger"
            } else if key.axis().is_some() {
                "Side-step into the gap"
            } else {
                "Stand behind it"
            }
        }
    }
}

fn generate_ejections(state: &State) -> usize {
    let mut moves = Vec::new();
    generate::list_ejections(state.own(), state.other(), &mut moves);
    moves.len()
}
