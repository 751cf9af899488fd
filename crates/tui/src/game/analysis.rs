use std::time::Duration;

use plyground_catalog::{GameSession, ThoughtText};
use plyground_core::{Budget, Limits, Side, SpecError};

use crate::worker::{Job, News};

const TIME: Duration = Duration::from_secs(5);
const LINES: usize = 3;

/// The best lines of the position, on demand, by the world's best player.
#[derive(Default)]
pub(super) struct Analysis {
    on: bool,
    job: Option<Job<ThoughtText, Result<ThoughtText, SpecError>>>,
    /// The best thought so far, and whose it is.
    thought: Option<(Side, ThoughtText)>,
    side: Option<Side>,
    trouble: String,
}

impl Analysis {
    /// Whether it is wanted.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Whether it thinks.
    pub fn is_going(&self) -> bool {
        self.job.is_some()
    }

    /// Turns it on or off.
    pub fn toggle(&mut self, session: &dyn GameSession, over: bool) {
        self.on = !self.on;
        self.restart(session, over);
    }

    /// Begins anew for another position.
    pub fn restart(&mut self, session: &dyn GameSession, over: bool) {
        (self.job, self.thought) = (None, None);
        self.trouble.clear();
        if !self.on || over {
            return;
        }
        let world = session.world();
        match world.player(&world.default_player()) {
            Err(error) => self.trouble = error.to_string(),
            Ok(mut player) => {
                let session = session.clone_box();
                self.side = Some(session.side());
                self.job = Some(Job::start(move |cancel, tell| {
                    let cancel = cancel.clone();
                    let limits = Limits { time: Some(TIME), cancel, ..Limits::default() };
                    let budget = Budget { limits, lines: LINES, ..Budget::default() };
                    player.think(&*session, &budget, &mut |thought| tell(thought.clone()))
                }));
            }
        }
    }

    /// Takes in what was found; gives the best turn where it is new.
    pub fn hear(&mut self) -> Option<String> {
        let (job, side) = (self.job.as_mut()?, self.side?);
        let news = job.poll();
        let told = job.progress.take();
        let thought = match news {
            News::Going => told,
            News::Done(Ok(thought)) => {
                self.job = None;
                Some(thought)
            }
            News::Done(Err(error)) => {
                self.trouble = error.to_string();
                self.job = None;
                None
            }
            News::Lost => {
                "the analysis broke down".clone_into(&mut self.trouble);
                self.job = None;
                None
            }
        }?;
        let best = thought.best.first().cloned();
        self.thought = Some((side, thought));
        best
    }

    /// What it says: a line a row.
    pub fn rows(&self) -> Vec<String> {
        if !self.trouble.is_empty() {
            return vec![self.trouble.clone()];
        }
        let Some((side, thought)) = &self.thought else { return vec!["thinking".to_owned()] };
        let sign = if *side == Side::First { 1 } else { -1 };
        let value = |score: i32| format!("{:+}", sign * score);
        let mut rows: Vec<String> = thought
            .lines
            .iter()
            .take(LINES)
            .map(|line| format!("{} {}", value(line.score), line.moves.join(" ")))
            .collect();
        if rows.is_empty() {
            rows.push(format!("{} {}", value(thought.score), thought.best.join(" ")));
        }
        let proof = thought.proof.map_or_else(String::new, |proof| {
            let word = match proof {
                plyground_core::Proof::Win => "win",
                plyground_core::Proof::Loss => "loss",
                plyground_core::Proof::Draw => "draw",
            };
            format!(", proven {word}")
        });
        rows.push(format!("depth {}{proof}", thought.depth));
        rows
    }
}
