use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use super::{check_cells, check_game, check_motions, check_playthrough, digest, told_apart};
use crate::game_world::GameState;
use crate::scene::text::{self, Charset};
use crate::{EVALUATION_LIMIT, Game, GameWorld, MethodInfo, Options, Rng};

/// Positions whose keys are looked at together.
const KEYS: usize = 4096;
/// The parts into which they must fall evenly, by their highest and by their lowest bits.
const PARTS: usize = 64;

/// Holds a world of games to all that its trait promises: every start has a game, positions and turns read back,
/// intents are legal and complete, motions agree with the next scene, the laws of games are kept, keys are
/// spread, plies have slots of their own, evaluations stay within their limit, and a golden playthrough is
/// played as before.
///
/// # Panics
/// Where a law is broken.
pub fn check_game_world<W: GameWorld>(world: &W, golden: &Path) {
    let info = world.info();
    assert!(!info.id.is_empty() && info.id == info.id.to_lowercase(), "{:?} is a word", info.id);
    let [first, second] = world.sides();
    assert!(first != second && !first.is_empty(), "sides have names of their own");
    let evaluations = world.evaluations();
    let ids: BTreeSet<&str> = evaluations.iter().map(|entry| &*entry.info.id).collect();
    assert_eq!(ids.len(), evaluations.len(), "evaluations have names of their own");
    for player in [MethodInfo::new("looks no further"), MethodInfo::new("").looks_ahead()] {
        let usual = world.usual_evaluation(&player);
        assert!(usual.is_none_or(|id| ids.contains(&*id)), "the usual evaluation is listed");
    }
    let mut lines = Vec::new();
    for options in starts(world) {
        let made = world.game(&options);
        let game = made.unwrap_or_else(|error| panic!("{options:?}: {error}"));
        check_game(&game, 1, 2, 40);
        walk(world, &game, &options);
        lines.extend(playthrough(world, &game, &options));
    }
    let game = world.game(&Options::new()).expect("a game without any options");
    check_keys(&game);
    check_playthrough(golden, &lines);
}

/// The usual start, some setups, and the smallest and largest size.
fn starts<W: GameWorld>(world: &W) -> Vec<Options> {
    let mut starts = vec![Options::new()];
    let setups = world.setups();
    starts
        .extend(setups.iter().skip(1).take(3).map(|setup| Options::new().with("setup", &setup.id)));
    if let Some((sizes, usual)) = world.sizes() {
        assert!(sizes.contains(&usual), "the usual size is one of the sizes");
        starts.extend([sizes.start(), sizes.end()].map(|size| Options::new().with("size", size)));
    }
    starts
}

/// Plays some games at random and checks each position.
fn walk<W: GameWorld>(world: &W, game: &W::Game, options: &Options) {
    let mut rng = Rng::new(5);
    for _ in 0..2 {
        let mut state = game.start();
        for _ in 0..40 {
            check_position(world, game, options, &state);
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let Some(&mv) = rng.pick(&moves) else { break };
            game.play(&mut state, mv);
        }
    }
}

fn check_position<W: GameWorld>(
    world: &W,
    game: &W::Game,
    options: &Options,
    state: &GameState<W>,
) {
    let scene = world.scene(game, state);
    check_cells(&scene);
    if world.is_turn_start(game, state) {
        let text = world.position_text(game, state);
        let mut from_here = options.clone().with("position", &text);
        if world.sizes().is_some() && options.get("size").is_none() {
            from_here = Options::new().with("position", &text);
        }
        let read = world.game(&from_here);
        let start = read.unwrap_or_else(|error| panic!("{text:?} reads back: {error}")).start();
        assert_eq!(start, *state, "{text:?} reads back");
    }
    for entry in world.evaluations() {
        let value = entry.make(game).evaluate(game, state);
        assert!(value.abs() <= EVALUATION_LIMIT, "{}: {value} of {state:?}", entry.info.id);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let slots: BTreeSet<usize> = moves.iter().map(|&mv| game.move_slot(state, mv)).collect();
    let own = game.move_slots() == 1 || slots.len() == moves.len();
    assert!(own, "each ply has a slot of its own in {state:?}");
    let mut plies = Vec::new();
    for intent in told_apart(world.intents(game, state)) {
        let cells = intent.select.iter().chain([&intent.target]);
        assert!(cells.into_iter().all(|&cell| cell < scene.cells.len()), "{intent:?}");
        let turn = world.parse_turn(game, state, &intent.text);
        plies.push(turn.unwrap_or_else(|error| panic!("{intent:?} is legal: {error}")));
    }
    for &mv in &moves {
        let text = world.turn_text(game, state, &[mv]);
        let read = world.parse_turn(game, state, &text);
        assert_eq!(read.as_deref(), Ok(&[mv][..]), "{text} reads back in {state:?}");
        assert!(plies.iter().any(|turn| turn[..] == [mv]), "a hand can do {text} in {state:?}");
        let mut next = state.clone();
        game.play(&mut next, mv);
        check_motions(&scene, &world.motions(game, state, mv), &world.scene(game, &next));
    }
}

/// Tables take a position's place from some bits of its key: all must be as good as random.
fn check_keys<G: Game>(game: &G) {
    let mut rng = Rng::new(3);
    let mut keys = HashSet::new();
    for _ in 0..KEYS {
        let mut state = game.start();
        for _ in 0..60 {
            keys.insert(game.key(&state));
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let Some(&mv) = rng.pick(&moves) else { break };
            game.play(&mut state, mv);
        }
        if keys.len() >= KEYS {
            break;
        }
    }
    if keys.len() < 8 * PARTS {
        return; // too few positions to tell
    }
    for (which, shift) in [("highest", u64::BITS - PARTS.ilog2()), ("lowest", 0)] {
        let mut counts = [0usize; PARTS];
        for key in &keys {
            counts[(key >> shift) as usize % PARTS] += 1;
        }
        let expected = keys.len() / PARTS;
        let (least, most) = (counts.iter().min(), counts.iter().max());
        assert!(
            counts.iter().all(|&count| count > expected / 3 && count < 2 * expected + 8),
            "the {which} bits of keys are not spread: {least:?} to {most:?} instead of {expected}"
        );
    }
}

/// Plays a game at random; each line is a ply and how the board looks after it, in short.
fn playthrough<W: GameWorld>(world: &W, game: &W::Game, options: &Options) -> Vec<String> {
    let (mut rng, mut state) = (Rng::new(9), game.start());
    let given: Vec<String> =
        options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut lines = vec![format!("game {}", given.join(" ")).trim_end().to_owned()];
    for _ in 0..60 {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let Some(&mv) = rng.pick(&moves) else { break };
        let text = world.turn_text(game, &state, &[mv]);
        game.play(&mut state, mv);
        let picture = text::render(&world.scene(game, &state), Charset::Ascii);
        lines.push(format!("{text} of {} -> {}", moves.len(), digest(&picture)));
    }
    let end = game.outcome(&state).map_or_else(|| "goes on".to_owned(), |end| end.to_string());
    lines.push(format!("{end}: {}", world.position_text(game, &state)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outcome, Side, mix};

    /// Numbers that grow by eight branches; the keys are as good as asked for.
    struct Branches {
        mixed: bool,
    }

    impl Game for Branches {
        type State = u64;
        type Move = u64;
        fn start(&self) -> u64 {
            1
        }
        fn to_move(&self, _: &u64) -> Side {
            Side::First
        }
        fn moves(&self, &state: &u64, out: &mut Vec<u64>) {
            out.extend(0..if state < 1 << 30 { 8 } else { 0 });
        }
        fn play(&self, state: &mut u64, mv: u64) {
            *state = *state * 8 + mv;
        }
        fn outcome(&self, &state: &u64) -> Option<Outcome> {
            (state >= 1 << 30).then_some(Outcome::Draw)
        }
        fn key(&self, &state: &u64) -> u64 {
            if self.mixed { mix(&[state]) } else { state }
        }
    }

    #[test]
    fn mixed_keys_are_spread() {
        check_keys(&Branches { mixed: true });
    }

    #[test]
    #[should_panic = "the highest bits of keys are not spread"]
    fn keys_that_leave_their_high_bits_empty_are_caught() {
        check_keys(&Branches { mixed: false });
    }
}
