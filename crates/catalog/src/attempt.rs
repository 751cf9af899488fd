//! A problem being solved: turns are played, judged and answered.

use std::sync::Arc;

use plyground_core::{Intent, MoveError, Options, Problem, SpecError, Verdict};

use crate::{AnyGameWorld, GameSession};

/// Somebody's way through a problem.
///
/// ```
/// use plyground_catalog::{Attempt, Catalog};
///
/// let world = Catalog::new().game_world("abalone")?;
/// let problem = world.problems().remove(0);
/// let mut attempt = Attempt::new(&world, &problem)?;
/// attempt.play(&problem.line[0])?;
/// assert!(attempt.verdict().is_some_and(|verdict| verdict.is_right()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Attempt {
    world: Arc<dyn AnyGameWorld>,
    problem: Problem,
    session: Box<dyn GameSession>,
    /// What the last whole turn came to.
    verdict: Option<Verdict<String>>,
    /// Right turns so far.
    found: usize,
}

/// Why a turn is not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayed {
    /// The rules forbid it.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The problem is over, or cannot be judged.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

/// What helps a little.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clue {
    /// In words.
    pub text: String,
    /// The cells of the pieces that are meant.
    pub cells: Vec<usize>,
    /// Where they go, in the last clue.
    pub target: Option<usize>,
}

impl Attempt {
    /// So many clues there are for a turn: the idea, the pieces, the turn.
    pub const CLUES: usize = 3;

    /// A problem at its start.
    pub fn new(world: &Arc<dyn AnyGameWorld>, problem: &Problem) -> Result<Self, SpecError> {
        let session = world.start(&Options::new().with("position", &problem.position))?;
        let (world, problem) = (Arc::clone(world), problem.clone());
        Ok(Self { world, problem, session, verdict: None, found: 0 })
    }

    /// The problem.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The board with what was played.
    pub fn session(&self) -> &dyn GameSession {
        &*self.session
    }

    /// What the last whole turn came to; `None` before the first, and while one is half done.
    pub const fn verdict(&self) -> Option<&Verdict<String>> {
        self.verdict.as_ref()
    }

    /// How many turns are to be found yet.
    pub fn left(&self) -> usize {
        self.problem.turns().saturating_sub(self.found)
    }

    /// Whether all turns were found.
    pub fn is_solved(&self) -> bool {
        matches!(self.verdict, Some(Verdict::Solved))
    }

    /// Plays a turn, or a part of one. A whole one is judged, and answered where more is to be found.
    pub fn play(&mut self, text: &str) -> Result<(), NotPlayed> {
        if matches!(self.verdict, Some(Verdict::Solved | Verdict::Wrong { .. })) {
            return Err(SpecError("the problem is over; begin it again".to_owned()).into());
        }
        self.verdict = None;
        if !self.session.play(text)?.complete {
            return Ok(());
        }
        let verdict = self.world.judge(&self.problem, &*self.session, self.left())?;
        self.found += usize::from(verdict.is_right());
        if let Verdict::Right(answer) = &verdict {
            self.session.play(answer)?;
        }
        self.verdict = Some(verdict);
        Ok(())
    }

    /// The turn that is to be found next, or the rest of it where it is half done; `None` where the problem is over, or where
    /// what was begun leads nowhere.
    pub fn next_turn(&self) -> Option<String> {
        if self.left() == 0 || matches!(self.verdict, Some(Verdict::Wrong { .. })) {
            return None;
        }
        let played: Vec<String> = self.session.turns().into_iter().map(|turn| turn.text).collect();
        if self.session.is_turn_start() && self.problem.line.starts_with(&played) {
            return self.problem.line.get(played.len()).cloned();
        }
        // Another way than that of the book: the first that is right.
        let right = |text: &String| {
            let mut trial = self.clone();
            trial.play(text).is_ok() && trial.verdict.is_some_and(|verdict| verdict.is_right())
        };
        self.session.legal_turns().into_iter().find(right)
    }

    /// What a hand does first for the next turn.
    pub fn next_intent(&self) -> Option<Intent> {
        let turn = self.next_turn()?;
        let fits =
            self.session.intents().into_iter().filter(|intent| turn.starts_with(&intent.text));
        fits.max_by_key(|intent| intent.text.len())
    }

    /// A clue for the next turn, from 1 to [`CLUES`](Self::CLUES); `None` where there is nothing to find from here.
    pub fn clue(&self, step: usize) -> Option<Clue> {
        if step <= 1 {
            let text = format!("The idea: {}.", self.problem.theme);
            return Some(Clue { text, cells: Vec::new(), target: None });
        }
        let turn = self.next_turn()?;
        let intent = self.next_intent();
        let cells = intent.as_ref().map_or_else(Vec::new, |intent| {
            if intent.select.is_empty() { vec![intent.target] } else { intent.select.clone() }
        });
        let last = step >= Self::CLUES;
        let text = match (last, cells.len()) {
            (true, _) => format!("The turn: {turn}."),
            (false, 0 | 1) => "Begin with the marked piece.".to_owned(),
            (false, _) => "Begin with the marked pieces.".to_owned(),
        };
        let target = intent.filter(|_| last).map(|intent| intent.target);
        Some(Clue { text, cells, target })
    }
}
