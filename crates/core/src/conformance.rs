//! What every world must keep. [`check_puzzle_world`] and [`check_game_world`] hold a world to all of it; the
//! catalog's tests call them for every world, and a world's own tests call the laws of puzzles and games with
//! levels and positions of their own.

mod game_world;
mod puzzle_world;

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::path::Path;

use crate::{Game, Intent, Motion, Puzzle, Rng, Scene, Successor, Successors, fingerprint};

pub use game_world::check_game_world;
pub use puzzle_world::check_puzzle_world;

/// A picture in a few letters.
fn digest(picture: &str) -> String {
    fingerprint(picture).chars().take(8).collect()
}

/// The cells on which something stands.
fn occupied(scene: &Scene) -> BTreeSet<usize> {
    scene.pieces.iter().filter_map(|piece| piece.cell).collect()
}

/// Everything in a scene names a cell that is there.
fn check_cells(scene: &Scene) {
    let cells = scene.cells.len();
    assert!(occupied(scene).iter().all(|&cell| cell < cells), "pieces stand on cells");
    let links = scene.links.iter().flat_map(|link| [link.from, link.to]);
    assert!(links.into_iter().all(|piece| piece < scene.pieces.len()), "links join pieces");
    let marks = scene.marks.iter().flat_map(|mark| [Some(mark.cell), mark.to]).flatten();
    assert!(marks.into_iter().all(|cell| cell < cells), "marks are on cells");
}

/// What travels leaves a cell on which something stood; then the cells are taken on which the next scene has
/// something.
fn check_motions(before: &Scene, motions: &[Motion], after: &Scene) {
    let stood = occupied(before);
    let left: BTreeSet<usize> = motions.iter().filter_map(|motion| motion.from).collect();
    let reached: BTreeSet<usize> = motions.iter().filter_map(|motion| motion.to).collect();
    assert!(left.is_subset(&stood), "{motions:?} begin where something stands: {stood:?}");
    let expected: BTreeSet<usize> = (&stood - &left).union(&reached).copied().collect();
    assert_eq!(expected, occupied(after), "{motions:?} lead to the next scene");
}

/// What a hand can really do: of intents that select and point alike, front ends take the first.
fn told_apart(mut intents: Vec<Intent>) -> Vec<Intent> {
    let mut known = BTreeSet::new();
    intents.retain(|intent| {
        let mut select = intent.select.clone();
        select.sort_unstable();
        known.insert((select, intent.target))
    });
    intents
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Walks a puzzle at random and checks its laws: moves are distinct and always the same, play is
/// deterministic, packing is a faithful and canonical copy, equal states hash equally, a solved state is
/// not dead, quiet moves solve and lose nothing, backward steps invert forward ones.
///
/// # Panics
/// Where a law is broken.
pub fn check_puzzle<P: Puzzle>(puzzle: &P, seed: u64, walks: usize, steps: usize) {
    let mut rng = Rng::new(seed);
    let mut by_bytes: HashMap<Vec<u8>, P::State> = HashMap::new();
    let can_reverse = puzzle.goals().is_some();
    for _ in 0..walks {
        let mut state = puzzle.start();
        for _ in 0..steps {
            let mut bytes = vec![0; puzzle.packed_len()];
            puzzle.pack(&state, &mut bytes);
            let unpacked = puzzle.unpack(&bytes);
            assert_eq!(unpacked, state, "unpack(pack(state)) is the state");
            assert_eq!(hash_of(&unpacked), hash_of(&state), "equal states hash equally");
            let known = by_bytes.entry(bytes.clone()).or_insert_with(|| state.clone());
            assert_eq!(*known, state, "equal bytes mean equal states");
            assert!(!(puzzle.is_solved(&state) && puzzle.is_dead(&state)), "solved is not dead");

            let (mut moves, mut again) = (Vec::new(), Vec::new());
            puzzle.moves(&state, &mut moves);
            puzzle.moves(&state, &mut again);
            assert_eq!(moves, again, "the same moves in the same order");
            let mut all = Successors::default();
            all.clear(bytes.len());
            puzzle.successors(&state, &bytes, &mut all);
            if puzzle.move_slots() > 0 {
                // What was there before is not kept.
                let mut numbered = vec![moves.first().copied(); puzzle.move_slots()];
                puzzle.numbered_moves(&state, &mut numbered);
                for (slot, mv) in numbered.into_iter().enumerate() {
                    let legal = moves.iter().find(|&&mv| puzzle.move_slot(&state, mv) == slot);
                    assert_eq!(mv.as_ref(), legal, "the move {slot} of {state:?}");
                }
            }
            let mut successors = all.iter();
            for (i, mv) in moves.iter().enumerate() {
                assert!(!moves[..i].contains(mv), "{mv:?} is generated twice in {state:?}");
                let next = puzzle.play(&state, *mv);
                assert_eq!(next, puzzle.play(&state, *mv), "play is deterministic");
                let mut on = state.clone();
                puzzle.play_on(&mut on, *mv);
                assert_eq!(on, next, "{mv:?} played in place");
                assert!(!puzzle.step_text(&state, *mv).is_empty(), "{mv:?} has a text");
                if puzzle.move_slots() > 0 {
                    let slot = |mv: &P::Move| puzzle.move_slot(&state, *mv);
                    assert!(slot(mv) < puzzle.move_slots(), "{mv:?} has a number");
                    let shared = moves[..i].iter().any(|other| slot(other) == slot(mv));
                    assert!(!shared, "{mv:?} shares its number with another move in {state:?}");
                }
                let (mut packed, mut after) = (bytes.clone(), bytes.clone());
                puzzle.pack(&next, &mut packed);
                puzzle.pack_after(&state, &bytes, *mv, &mut after);
                assert_eq!(after, packed, "packed after {mv:?} from {state:?}");
                let successor = successors.next();
                let quiet = puzzle.is_quiet(&state, *mv);
                let expected = Successor { mv: *mv, quiet, packed: packed.as_slice() };
                assert_eq!(successor, Some(expected), "a successor of {state:?}");
                if quiet {
                    let ends = |state| (puzzle.is_solved(state), puzzle.is_dead(state));
                    assert_eq!(ends(&next), ends(&state), "quiet {mv:?} from {state:?}");
                }
                if can_reverse {
                    let mut before = Vec::new();
                    puzzle.backward(&next, &mut before);
                    assert!(
                        before.iter().any(|(earlier, back)| *earlier == state && back == mv),
                        "a backward step inverts {mv:?} from {state:?}"
                    );
                }
            }
            assert_eq!(successors.next(), None, "no move for a successor of {state:?}");
            let Some(&mv) = rng.pick(&moves) else { break };
            state = puzzle.play(&state, mv);
        }
    }
}

/// Plays a game at random and checks its laws: moves are distinct and always the same, equal states hash
/// equally and have equal keys, a game that is over has no moves and one that is not has some.
///
/// # Panics
/// Where a law is broken.
pub fn check_game<G: Game>(game: &G, seed: u64, games: usize, plies: usize) {
    let mut rng = Rng::new(seed);
    let mut by_key: HashMap<u64, G::State> = HashMap::new();
    for _ in 0..games {
        let mut state = game.start();
        for _ in 0..plies {
            let known = by_key.entry(game.key(&state)).or_insert_with(|| state.clone());
            assert_eq!(*known, state, "two positions share a key");
            assert_eq!(hash_of(known), hash_of(&state), "equal states hash equally");
            let (mut moves, mut again) = (Vec::new(), Vec::new());
            game.moves(&state, &mut moves);
            game.moves(&state, &mut again);
            assert_eq!(moves, again, "the same moves in the same order");
            assert_eq!(
                game.outcome(&state).is_some(),
                moves.is_empty(),
                "a game is over exactly where there are no moves: {state:?}"
            );
            for (i, mv) in moves.iter().enumerate() {
                assert!(!moves[..i].contains(mv), "{mv:?} is generated twice in {state:?}");
                assert!(game.move_slot(&state, *mv) < game.move_slots(), "{mv:?} has a slot");
                if game.move_slots() > 1 {
                    let slot = |mv: &G::Move| game.move_slot(&state, *mv);
                    let shared = moves[..i].iter().any(|other| slot(other) == slot(mv));
                    assert!(!shared, "{mv:?} shares its number with another ply in {state:?}");
                }
                let (mut a, mut b) = (state.clone(), state.clone());
                game.play(&mut a, *mv);
                game.play(&mut b, *mv);
                assert_eq!(a, b, "play is deterministic");
                assert_ne!(a, state, "{mv:?} changes the position");
            }
            let Some(&mv) = rng.pick(&moves) else { break };
            game.play(&mut state, mv);
        }
    }
}

/// Compares a playthrough with the golden file of that name; a missing file fails. With
/// `PLYGROUND_BLESS=1` in the environment the file is written instead.
///
/// # Panics
/// Where the file is missing or differs.
pub fn check_playthrough(file: impl AsRef<Path>, lines: &[String]) {
    let file = file.as_ref();
    let text = lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    });
    if std::env::var_os("PLYGROUND_BLESS").is_some() {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).expect("the playthrough's folder can be made");
        }
        std::fs::write(file, &text).expect("the playthrough can be written");
        return;
    }
    let golden = std::fs::read_to_string(file).unwrap_or_else(|error| {
        panic!("{}: {error}; every world has a golden playthrough", file.display())
    });
    for (number, (ours, theirs)) in text.lines().zip(golden.lines()).enumerate() {
        assert_eq!(ours, theirs, "{}, line {}", file.display(), number + 1);
    }
    assert_eq!(text.lines().count(), golden.lines().count(), "{}: length", file.display());
}

/// A random playthrough of a puzzle as text: each line one step, the state after it and the number of moves.
pub fn puzzle_playthrough<P: Puzzle>(puzzle: &P, seed: u64, steps: usize) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut state = puzzle.start();
    let mut lines = vec![format!("start {state:?}")];
    let mut moves = Vec::new();
    for _ in 0..steps {
        moves.clear();
        puzzle.moves(&state, &mut moves);
        let Some(&mv) = rng.pick(&moves) else { break };
        let step = puzzle.step_text(&state, mv);
        state = puzzle.play(&state, mv);
        lines.push(format!(
            "{step} of {} -> {state:?}{}",
            moves.len(),
            if puzzle.is_solved(&state) { " solved" } else { "" }
        ));
    }
    lines
}

/// A random playthrough of a game as text: each line one ply, the state after it and the number of moves.
pub fn game_playthrough<G: Game>(game: &G, seed: u64, plies: usize) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    let mut lines = vec![format!("start {state:?}")];
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.moves(&state, &mut moves);
        let Some(&mv) = rng.pick(&moves) else { break };
        game.play(&mut state, mv);
        lines.push(format!("{mv:?} of {} -> {state:?} {:?}", moves.len(), game.outcome(&state)));
    }
    lines
}
