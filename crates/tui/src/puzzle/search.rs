//! Hints and solvers of a level, in the background.

use std::sync::Arc;
use std::time::Duration;

use plyground_catalog::{Hint, NextMove, Solved, Watcher};
use plyground_core::scene::MarkKind;
use plyground_core::{Limits, Progress, Spec, SpecError, Status};

use super::PuzzleScreen;
use crate::parts::Message;
use crate::words::{self, sentence};
use crate::worker::{Job, News};

const HINT_TIME: Duration = Duration::from_secs(20);
const SOLVE_TIME: Duration = Duration::from_secs(120);
const SOLVE_BYTES: u64 = 2_000_000_000;

/// What a search found.
pub(super) enum Answer {
    Hint(Result<Hint, SpecError>),
    Solved(Result<Solved, SpecError>),
}

/// Passes progress on.
struct Teller<'a>(&'a mut dyn FnMut(Progress));

impl Watcher for Teller<'_> {
    fn progress(&mut self, progress: &Progress) {
        (self.0)(progress.clone());
    }
}

impl PuzzleScreen {
    /// Takes in what a search has found.
    pub(super) fn hear(&mut self) {
        let Some(search) = &mut self.search else { return };
        match search.poll() {
            News::Going => {}
            News::Done(answer) => {
                self.search = None;
                self.answered(answer);
            }
            News::Lost => {
                self.search = None;
                self.message = Message::bad("The search broke down.");
            }
        }
    }

    pub(super) fn hint(&mut self) {
        let session = self.session.clone();
        self.message = Message::default();
        self.search = Some(Job::start(move |cancel, tell| {
            let limits =
                Limits { time: Some(HINT_TIME), cancel: cancel.clone(), ..Limits::default() };
            Answer::Hint(session.hint(&limits, &mut Teller(tell)))
        }));
    }

    pub(super) fn solve(&mut self, spec: &str) {
        let world = Arc::clone(&self.shelf.borrow().world);
        let spec =
            match spec.parse::<Spec>().and_then(|spec| world.check_method(&spec).map(|()| spec)) {
                Ok(spec) => spec,
                Err(error) => {
                    self.message = Message::bad(sentence(&error.to_string()));
                    return;
                }
            };
        let (level, options) = (self.session.level(), self.session.options().clone());
        self.message = Message::default();
        self.search = Some(Job::start(move |cancel, tell| {
            let limits = Limits {
                time: Some(SOLVE_TIME),
                memory: Some(SOLVE_BYTES),
                cancel: cancel.clone(),
                ..Limits::default()
            };
            Answer::Solved(level.solve(&spec, &options, &limits, &mut Teller(tell)))
        }));
    }

    fn answered(&mut self, answer: Answer) {
        match answer {
            Answer::Hint(Err(error)) | Answer::Solved(Err(error)) => {
                self.message = Message::bad(sentence(&error.to_string()));
            }
            Answer::Hint(Ok(hint)) => self.show_hint(hint),
            Answer::Solved(Ok(solved)) => self.show_solution(&solved),
        }
    }

    fn show_hint(&mut self, hint: Hint) {
        let ended = match hint {
            Hint::Move(next) => return self.show_next(&next),
            Hint::Solved => {
                self.message = Message::plain("This is solved already.");
                return;
            }
            Hint::Unsolvable => Status::Unsolvable,
            Hint::Stopped { status } => status,
        };
        let words = words::no_solution(ended);
        self.message = Message::bad(format!("No hint. {words} from here."));
    }

    fn show_next(&mut self, next: &NextMove) {
        let steps = self.shelf.borrow().world.steps();
        let known = steps.iter().find(|step| step.text.eq_ignore_ascii_case(&next.step));
        let word = known.map_or(next.step.as_str(), |step| &step.word);
        let remain = if next.remaining == 1 { "move remains" } else { "moves remain" };
        self.message = Message::plain(format!("Hint: {word}. {} {remain}.", next.remaining));
        if let Some([_, cell]) = next.arrow {
            self.board.mark([cell], MarkKind::Hint);
        }
    }

    /// Puts the solution behind redo and plays it step by step.
    fn show_solution(&mut self, solved: &Solved) {
        let stats = &solved.stats;
        let effort = format!(
            "{} states in {:.2} s, {} MB",
            words::thousands(stats.expanded),
            stats.seconds,
            words::thousands(stats.peak_bytes / 1_000_000)
        );
        let (Some(solution), Some(measures)) = (&solved.solution, &solved.measures) else {
            let words = words::no_solution(solved.status);
            self.message = Message::bad(format!("{}: {words}. {effort}.", solved.method));
            return;
        };
        self.session.reset();
        let steps = match self.session.play_each(solution) {
            Ok(steps) => steps,
            Err(refused) => {
                self.message = Message::bad(refused.to_string());
                return;
            }
        };
        for _ in 0..steps {
            self.session.undo();
        }
        self.refresh();
        let best = if solved.optimal { ", proven best" } else { "" };
        let took = words::measures(measures);
        self.message = Message::good(format!("{}: {took}{best}. {effort}.", solved.method));
        self.shown_steps = Some(steps);
        self.playback.run(true);
    }
}
