//! The methods' moves, thought about in the background.

use std::time::Duration;

use plyground_catalog::{AnyPlayer, ThoughtText};
use plyground_core::{Budget, Limits, Spec, SpecError};

use super::GameScreen;
use crate::parts::Message;
use crate::words::sentence;
use crate::worker::{Job, News};

/// A method that thinks, and the player it comes back with.
pub(super) type Thinking = Job<ThoughtText, (Box<dyn AnyPlayer>, Result<ThoughtText, SpecError>)>;

impl GameScreen {
    /// Lets a method think where it is its turn.
    pub(super) fn proceed(&mut self) {
        let busy = self.thinking.is_some() || self.ready.is_some();
        if !self.contest.is_running() || busy || self.contest.ending().is_some() {
            return;
        }
        let Some(spec) = self.contest.player_to_move().cloned() else { return };
        let mut player = match self.waiting_player(&spec) {
            Ok(player) => player,
            Err(error) => {
                self.run(false);
                self.message = Message::bad(sentence(&error.to_string()));
                return;
            }
        };
        let session = self.contest.session().clone_box();
        let time = self.contest.allowance();
        self.thinking = Some(Job::start(move |cancel, tell| {
            let limits = Limits { time, cancel: cancel.clone(), ..Limits::default() };
            let budget = Budget { limits, ..Budget::default() };
            let thought = player.think(&*session, &budget, &mut |thought| tell(thought.clone()));
            (player, thought)
        }));
    }

    fn waiting_player(&mut self, spec: &Spec) -> Result<Box<dyn AnyPlayer>, SpecError> {
        match self.waiting[self.contest.side().index()].take() {
            Some(player) if player.spec() == spec => Ok(player),
            _ => self.contest.session().world().player(spec),
        }
    }

    /// Takes what a method thought, and plays it when it is time.
    pub(super) fn hear(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            let began = thinking.began;
            match thinking.poll() {
                News::Going => {}
                News::Done((player, Ok(thought))) => {
                    self.thinking = None;
                    self.waiting[self.contest.side().index()] = Some(player);
                    self.ready = Some((began, thought));
                }
                News::Done((_, Err(error))) => {
                    self.run(false);
                    self.message = Message::bad(sentence(&error.to_string()));
                }
                News::Lost => {
                    self.run(false);
                    self.message = Message::bad("The method broke down; you can play on yourself.");
                }
            }
        }
        if let Some((_, thought)) =
            self.ready.take_if(|(began, _)| began.elapsed() >= self.pace.pause())
        {
            match thought.best.first() {
                Some(turn) => {
                    let took = Duration::try_from_secs_f64(thought.seconds).unwrap_or_default();
                    let played = self.contest.answer(turn, took).map(drop);
                    self.played(turn, played);
                }
                None => self.run(false),
            }
        }
    }
}
