use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use super::{check_cells, check_motions, check_playthrough, check_puzzle, digest, told_apart};
use crate::puzzle_world::PuzzleState;
use crate::scene::planes::{Planes, Raster};
use crate::scene::text::{self, Charset};
use crate::{
    HeuristicInfo, HeuristicSource, MethodInfo, Options, Puzzle, PuzzleVisitor, PuzzleWorld, Rng,
    Text,
};

/// Levels of each pack that are looked at: the smallest.
const LEVELS: usize = 4;
/// A space of more states is not small.
const SMALL: usize = 20_000;

/// Holds a world of puzzles to all that its trait promises: files read back, moves and intents are legal and
/// complete, motions agree with the next scene, search spaces keep the laws of puzzles, heuristics keep what
/// they declare on all small levels, and a golden playthrough is played as before.
///
/// # Panics
/// Where a law is broken.
pub fn check_puzzle_world<W: PuzzleWorld>(world: &W, golden: &Path) {
    let info = world.info();
    assert!(!info.id.is_empty() && info.id == info.id.to_lowercase(), "{:?} is a word", info.id);
    let formats = world.formats();
    assert!(!formats.is_empty(), "levels can be written");
    let infos = world.heuristics();
    let ids: BTreeSet<&str> = infos.iter().map(|info| &*info.id).collect();
    assert_eq!(ids.len(), infos.len(), "heuristics have names of their own");
    let (mut all, mut small) = (Vec::new(), 0);
    for pack in world.packs() {
        let levels = read(world, &pack.name, &pack.text);
        let mut by_size: Vec<&W::Level> = levels.iter().collect();
        by_size.sort_by_cached_key(|level| {
            let info = world.level_info(level);
            info.width * info.height
        });
        for level in by_size.into_iter().take(LEVELS) {
            small += check_level(world, level, &infos);
        }
        all.extend(levels);
    }
    for format in &formats {
        check_format(world, &all, format);
    }
    assert!(
        small > 0,
        "a world ships levels, and some are small enough to be searched to the last state"
    );
    let trial = world.rules().trial;
    let first = if trial.is_empty() { all } else { read(world, "the rules' example", &trial) };
    check_level(world, &first[0], &infos);
    let lines: Vec<String> = (1..=2).flat_map(|seed| playthrough(world, &first[0], seed)).collect();
    check_playthrough(golden, &lines);
}

fn read<W: PuzzleWorld>(world: &W, name: &str, text: &str) -> Vec<W::Level> {
    let levels = world.parse(name, text.as_bytes());
    let levels = levels.unwrap_or_else(|error| panic!("pack {name}: {error}"));
    assert!(!levels.is_empty(), "pack {name} has levels");
    levels
}

/// How a level looks at its start.
fn look<W: PuzzleWorld>(world: &W, level: &W::Level) -> String {
    let board = world.board(level, &Options::new()).expect("a level has a board");
    text::render(&world.scene(&board, &board.start()), Charset::Ascii)
}

/// What stands on a level's board at its start.
fn pieces<W: PuzzleWorld>(world: &W, level: &W::Level) -> Vec<Text> {
    let board = world.board(level, &Options::new()).expect("a level has a board");
    world.scene(&board, &board.start()).pieces.into_iter().map(|piece| piece.name).collect()
}

/// Levels that are written read back: as many, with the same pieces, and written the same again. What nobody can
/// reach may be lost, and a format need not hold every level; in the usual one nothing is.
fn check_format<W: PuzzleWorld>(world: &W, levels: &[W::Level], format: &str) {
    let usual = world.formats()[0] == format;
    let mut held = 0;
    for part in levels.chunks(levels.len()).chain(levels.chunks(1)) {
        let Ok(written) = world.print(part, format) else { continue };
        held += 1;
        let again = read(world, format, &written);
        assert_eq!(again.len(), part.len(), "{format}: levels that were read back");
        for (before, after) in part.iter().zip(&again) {
            assert_eq!(pieces(world, before), pieces(world, after), "{format}: a level read back");
            assert!(!usual || look(world, before) == look(world, after), "{format}: looks another");
        }
        let twice = world.print(&again, format).expect("what was read can be written");
        assert_eq!(twice, written, "{format}: written again");
    }
    assert!(held > 0 && (!usual || held > levels.len()), "{format} holds levels");
    check_joint(world, levels, format);
}

/// Levels that are written part by part make the file that they make together.
fn check_joint<W: PuzzleWorld>(world: &W, levels: &[W::Level], format: &str) {
    let (Some(joint), Ok(whole)) = (world.joint(format), world.print(levels, format)) else {
        return;
    };
    let parts = levels.chunks(2).map(|part| world.print(part, format).expect("a part of the file"));
    assert_eq!(parts.collect::<Vec<_>>().join(joint), whole, "{format}: written in parts");
}

/// 1 where the level is small.
fn check_level<W: PuzzleWorld>(world: &W, level: &W::Level, infos: &[HeuristicInfo]) -> usize {
    let options = Options::new();
    let board = world.board(level, &options).expect("a level has a board");
    check_best(world, level, &board);
    check_puzzle(&board, 1, 3, 30);
    let mut rng = Rng::new(7);
    for _ in 0..3 {
        let mut state = board.start();
        for _ in 0..25 {
            check_position(world, level, &board, &state);
            let mut moves = Vec::new();
            board.moves(&state, &mut moves);
            let Some(&mv) = rng.pick(&moves) else { break };
            state = board.play(&state, mv);
        }
    }
    let forward = MethodInfo::new("searches forwards");
    let small = world.visit(level, &options, &forward, Laws { infos, backward: None });
    let laws = Laws { infos, backward: Some(world.goes_backward()) };
    world.visit(level, &options, &forward.backward(), laws).expect("a space to search");
    usize::from(small.expect("a space to search"))
}

/// A best solution that a level tells of solves it, and takes what is said.
fn check_best<W: PuzzleWorld>(world: &W, level: &W::Level, board: &W::Board) {
    let Some(best) = world.level_info(level).best else { return };
    let moves = world.parse_moves(board, &board.start(), &best.solution).expect("legal moves");
    let end = moves.iter().fold(board.start(), |state, &mv| board.play(&state, mv));
    assert!(board.is_solved(&end), "{} solves its level", best.solution);
    assert_eq!(world.measure(board, &moves), best.measures, "{}", best.solution);
}

fn check_position<W: PuzzleWorld>(
    world: &W,
    level: &W::Level,
    board: &W::Board,
    state: &PuzzleState<W>,
) {
    let scene = world.scene(board, state);
    check_cells(&scene);
    for warning in world.warnings(board, state) {
        assert!(warning.cells.iter().all(|&cell| cell < scene.cells.len()), "{warning:?}");
    }
    if let Some(here) = world.level_at(level, board, state) {
        let picture = text::render(&scene, Charset::Ascii);
        assert_eq!(look(world, &here), picture, "a level that starts here looks like here");
    }
    let mut moves = Vec::new();
    board.moves(state, &mut moves);
    let mut lines = Vec::new();
    for intent in told_apart(world.intents(board, state)) {
        let cells = intent.select.iter().chain([&intent.target]);
        assert!(cells.into_iter().all(|&cell| cell < scene.cells.len()), "{intent:?}");
        let line = world.parse_moves(board, state, &intent.text);
        lines.push(line.unwrap_or_else(|error| panic!("{intent:?} is legal: {error}")));
    }
    for &mv in &moves {
        let text = board.step_text(state, mv);
        let read = world.parse_moves(board, state, &text);
        assert_eq!(read.as_deref(), Ok(&[mv][..]), "{text} reads back");
        assert!(lines.iter().any(|line| line[..] == [mv]), "a hand can do {text} in {state:?}");
        let after = board.play(state, mv);
        check_motions(&scene, &world.motions(board, state, mv), &world.scene(board, &after));
        check_change(world, board, state, &after);
    }
}

/// Planes that are changed by a move show what planes that are written anew do.
fn check_change<W: PuzzleWorld>(
    world: &W,
    board: &W::Board,
    before: &PuzzleState<W>,
    after: &PuzzleState<W>,
) {
    let raster = Raster::of(&world.scene(board, before));
    let observe = |state| {
        let mut bytes = vec![0; world.planes().len() * raster.size()];
        let mut planes = Planes::new(&raster, &mut bytes);
        world.observe_ground(board, &mut planes);
        world.observe(board, state, &mut planes);
        bytes
    };
    let mut changed = observe(before);
    if world.observe_change(board, before, after, &mut Planes::new(&raster, &mut changed)) {
        assert_eq!(changed, observe(after), "planes after {before:?}");
    }
}

/// Plays a level at random; each line is a step and how the board looks after it, in short.
fn playthrough<W: PuzzleWorld>(world: &W, level: &W::Level, seed: u64) -> Vec<String> {
    let board = world.board(level, &Options::new()).expect("a level has a board");
    let (mut rng, mut state) = (Rng::new(seed), board.start());
    let mut lines = vec![format!("level {:?}", world.level_info(level).title)];
    for _ in 0..60 {
        let mut moves = Vec::new();
        board.moves(&state, &mut moves);
        let Some(&mv) = rng.pick(&moves) else { break };
        let step = board.step_text(&state, mv);
        state = board.play(&state, mv);
        let picture = text::render(&world.scene(&board, &state), Charset::Ascii);
        let solved = if board.is_solved(&state) { " solved" } else { "" };
        lines.push(format!("{step} of {} -> {}{solved}", moves.len(), digest(&picture)));
    }
    lines
}

/// The laws of a search space: `true` where it was small enough to hold its heuristics to what they declare.
struct Laws<'a> {
    infos: &'a [HeuristicInfo],
    /// Whether the world says that it goes backwards, where that is the question.
    backward: Option<bool>,
}

impl PuzzleVisitor for Laws<'_> {
    type Output = bool;

    fn visit<P: Puzzle>(self, puzzle: &P, heuristics: &dyn HeuristicSource<P>) -> bool {
        if let Some(backward) = self.backward {
            assert_eq!(puzzle.goals().is_some(), backward, "a world goes backwards as it says");
        }
        check_puzzle(puzzle, 2, 2, 20);
        let usual = self.infos.first().map_or("", |info| &*info.id);
        assert_eq!(heuristics.default_name(), usual, "the usual heuristic comes first");
        let Some(space) = Space::explore(puzzle) else { return false };
        for info in self.infos {
            let made = heuristics.heuristic(&info.id);
            let heuristic = made.unwrap_or_else(|error| panic!("{}: {error}", info.id));
            let promise = heuristic.properties();
            let declared = info.properties.iter().any(|(_, properties)| *properties == promise);
            assert!(declared, "{} promises {promise:?}, but lists otherwise", info.id);
            let estimates: Vec<Option<u32>> =
                space.states.iter().map(|state| heuristic.estimate(puzzle, state)).collect();
            space.check(&info.id, promise.admissible, promise.consistent, &estimates);
        }
        true
    }
}

/// Every state of a small space, with the true cost to the goal.
struct Space<P: Puzzle> {
    states: Vec<P::State>,
    /// Where moves lead, and what they cost.
    next: Vec<Vec<(usize, u32)>>,
    /// The cost to the goal; `None` where there is no way.
    rest: Vec<Option<u32>>,
}

impl<P: Puzzle> Space<P> {
    fn explore(puzzle: &P) -> Option<Self> {
        let mut numbers = HashMap::from([(puzzle.start(), 0)]);
        let mut states = vec![puzzle.start()];
        let mut next = Vec::new();
        let mut moves = Vec::new();
        while next.len() < states.len() {
            let state = states[next.len()].clone();
            moves.clear();
            puzzle.moves(&state, &mut moves);
            let mut ways = Vec::new();
            for &mv in &moves {
                let after = puzzle.play(&state, mv);
                let number = *numbers.entry(after.clone()).or_insert(states.len());
                if number == states.len() {
                    states.push(after);
                }
                ways.push((number, puzzle.cost(&state, mv)));
            }
            next.push(ways);
            if states.len() > SMALL {
                return None;
            }
        }
        let rest = costs_to_go(puzzle, &states, &next);
        for (state, rest) in states.iter().zip(&rest) {
            assert!(rest.is_none() || !puzzle.is_dead(state), "{state:?} is not dead: {rest:?}");
        }
        Some(Self { states, next, rest })
    }

    fn check(&self, id: &str, admissible: bool, consistent: bool, estimates: &[Option<u32>]) {
        for (number, state) in self.states.iter().enumerate() {
            let (h, rest) = (estimates[number], self.rest[number]);
            if let (true, Some(rest)) = (admissible, rest) {
                assert!(h.is_some_and(|h| h <= rest), "{id}: {h:?}, but {rest} do in {state:?}");
            }
            for &(after, cost) in self.next[number].iter().filter(|_| consistent) {
                let (Some(h), Some(later)) = (h, estimates[after]) else { continue };
                assert!(h <= later + cost, "{id} drops from {h} to {later} after {state:?}");
            }
        }
    }
}

/// Rounds over all moves until no cost falls: plain, and good enough for small spaces.
fn costs_to_go<P: Puzzle>(
    puzzle: &P,
    states: &[P::State],
    next: &[Vec<(usize, u32)>],
) -> Vec<Option<u32>> {
    let at_goal = |state| puzzle.is_solved(state).then_some(0);
    let mut rest: Vec<Option<u32>> = states.iter().map(at_goal).collect();
    loop {
        let mut fell = false;
        for (number, ways) in next.iter().enumerate().rev() {
            let costs = ways.iter().filter_map(|&(after, cost)| Some(rest[after]? + cost));
            let best = costs.chain(rest[number]).min();
            fell |= best != rest[number];
            rest[number] = best;
        }
        if !fell {
            return rest;
        }
    }
}
