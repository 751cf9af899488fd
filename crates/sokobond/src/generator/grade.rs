use plyground_core::{Limits, Puzzle as _, Status};

use super::Chapter;
use super::molecules::{MOLECULES, Molecule};
use super::structure::Structure;
use crate::level::{Level, ModifierKind};
use crate::{Board, Direction, State, notation, solver};

/// States after which a draft is given up: a hint should come at once.
const MOST_STATES: u64 = 15_000;

/// A level that is worth keeping.
#[derive(Debug, Clone)]
pub(crate) struct Graded {
    pub(crate) level: Level,
    pub(crate) difficulty: f64,
    /// The moves of a shortest solution.
    pub(crate) length: usize,
}

/// Solves a draft and keeps it where it is interesting: one real molecule, nothing useless, a choice at most
/// steps, and the chapter's art is needed.
/// The states looked at are taken from `left`.
pub(crate) fn grade(
    draft: &Level,
    chapter: Chapter,
    (least, most): (usize, usize),
    left: &mut u64,
) -> Option<Graded> {
    let board = Board::new(draft, false).ok()?;
    let (moves, states) = shortest(&board, left)?;
    if !(least..=most).contains(&moves.len()) {
        return None;
    }
    let story = Story::of(&board, &moves);
    let molecule = built(&board, &story.end)?;
    if story.choices < 2.0 || story.turns * 4 < moves.len() || !chapter.shows_in(&story) {
        return None;
    }
    if !all_modifiers_matter(draft, moves.len(), left) {
        return None;
    }
    let difficulty = difficulty(&story, moves.len(), states);
    let mut level = draft.clone();
    let notes = &mut level.notes;
    notes.title = molecule.name.into();
    notes.formula = molecule.formula.into();
    notes.fact = molecule.fact.into();
    notes.chapter = chapter.title().into();
    notes.solution = Some(notation::moves::print(&moves));
    notes.proven = true;
    notes.difficulty = Some(difficulty);
    Some(Graded { level, difficulty, length: moves.len() })
}

/// A shortest solution and the states it took to prove it, which are taken from `left`.
pub(super) fn shortest(board: &Board, left: &mut u64) -> Option<(Vec<Direction>, u64)> {
    let most = MOST_STATES.min(*left);
    let limits = Limits { states: Some(most), threads: Some(1), ..Limits::default() };
    let report = solver::solve(board, &limits, &mut |_| {});
    *left = left.saturating_sub(report.stats.expanded);
    let found = report.status == Status::Solved && report.optimal;
    report.solution.filter(|_| found).map(|moves| (moves, report.stats.expanded))
}

/// The molecule that a solved position shows, where it is one that we know.
pub(crate) fn built(board: &Board, end: &State) -> Option<&'static Molecule> {
    let structure = Structure::of(board, end)?;
    MOLECULES
        .iter()
        .find(|molecule| molecule.structure().is_some_and(|other| other.matches(&structure)))
}

/// Without any one of its modifiers a level must be another: unsolvable, shorter or longer.
fn all_modifiers_matter(level: &Level, length: usize, left: &mut u64) -> bool {
    (0..level.modifiers.len()).all(|index| {
        let mut without = level.clone();
        without.modifiers.remove(index);
        let board = Board::new(&without, false).ok();
        board
            .and_then(|board| shortest(&board, left))
            .is_none_or(|(moves, _)| moves.len() != length)
    })
}

/// Rises with the length of the solution, with how often it turns, and with what a search has to look at.
fn difficulty(story: &Story, length: usize, states: u64) -> f64 {
    let raw = (states as f64).log2()
        + length as f64 / 4.0
        + story.turns as f64 / 4.0
        + story.pushes as f64 / 4.0;
    (raw * 10.0).round() / 10.0
}

/// What happens in a solution.
pub(crate) struct Story {
    /// Legal moves, on average.
    choices: f64,
    /// Changes of direction.
    turns: usize,
    /// Moves in which something outside the hero's molecule moved.
    pushes: usize,
    /// Moves that a modifier changed: cut, doubled, turned.
    worked: [usize; 3],
    end: State,
}

impl Story {
    fn of(board: &Board, moves: &[Direction]) -> Self {
        let mut story =
            Self { choices: 0.0, turns: 0, pushes: 0, worked: [0; 3], end: board.start() };
        let mut legal = Vec::new();
        for (index, &way) in moves.iter().enumerate() {
            legal.clear();
            board.moves(&story.end, &mut legal);
            story.choices += legal.len() as f64 / moves.len() as f64;
            story.turns += usize::from(index > 0 && moves[index - 1] != way);
            story.pushes += usize::from(board.pushes(&story.end, way));
            for kind in board.modifiers_met(&story.end, way) {
                story.worked[kind as usize] += 1;
            }
            story.end = board.play(&story.end, way);
        }
        story
    }

    fn works(&self, kind: ModifierKind) -> bool {
        self.worked[kind as usize] > 0
    }
}

impl Chapter {
    /// Whether a solution needs what the chapter teaches.
    fn shows_in(self, story: &Story) -> bool {
        match self {
            Self::Bonding => story.pushes == 0,
            Self::Pushing => story.pushes >= 1,
            Self::Cutting => story.works(ModifierKind::Cut) || story.works(ModifierKind::Double),
            Self::Turning => story.works(ModifierKind::Rotate),
        }
    }
}
