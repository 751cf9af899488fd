//! The room of a level being played, and how it is kept: each action that can be undone is a part.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use plyground_catalog::{Catalog, PuzzleSession, level_text};
use serde::{Deserialize, Serialize};

use super::to_options;
use crate::error::ApiError;
use crate::library::LevelRef;
use crate::rooms::{Parts, Room, Rooms, Shelf};

/// The longest text of moves that one request may bring.
const LONGEST_LINE: usize = 100_000;
/// The most actions that a room remembers.
const MOST_ACTIONS: usize = 200_000;
/// How a part says that everything was taken back to the start.
const RESET: &str = "";

/// A level being played.
pub(crate) struct PuzzleRoom {
    pub world: String,
    pub level: LevelRef,
    pub session: Box<dyn PuzzleSession>,
    /// The level as text.
    pub text: String,
    /// How many actions are done, and how many are known with those that were undone.
    done: usize,
    known: usize,
    /// What was not written down yet.
    changes: Vec<(u32, Option<String>)>,
}

/// Everything but the actions.
#[derive(Serialize, Deserialize)]
pub(crate) struct PuzzleHead {
    world: String,
    level: LevelRef,
    text: String,
    options: BTreeMap<String, String>,
    /// The moves of a room that was kept before actions were.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    moves: String,
    #[serde(default)]
    done: usize,
}

impl PuzzleRoom {
    pub fn new(world: String, level: LevelRef, session: Box<dyn PuzzleSession>) -> Self {
        let text = level_text(&session.level()).unwrap_or_default();
        Self { world, level, session, text, done: 0, known: 0, changes: Vec::new() }
    }

    /// Plays a line, as one action or as many.
    pub fn play(&mut self, moves: &str, together: bool) -> Result<usize, ApiError> {
        check_length(moves)?;
        let steps =
            if together { self.session.play(moves)? } else { self.session.play_each(moves)? };
        let actions = if together { steps.min(1) } else { steps };
        let texts = self.session.last_actions(actions);
        self.note(texts);
        Ok(steps)
    }

    /// Notes actions that were just done; those that were undone are gone.
    fn note(&mut self, texts: Vec<String>) {
        if texts.is_empty() {
            return;
        }
        for text in texts {
            self.changes.push((self.done as u32, Some(text)));
            self.done += 1;
        }
        self.changes.extend((self.done..self.known).map(|number| (number as u32, None)));
        self.known = self.done;
    }

    pub fn undo(&mut self) -> bool {
        let undone = self.session.undo();
        self.done -= usize::from(undone);
        undone
    }

    pub fn redo(&mut self) -> bool {
        let redone = self.session.redo();
        self.done += usize::from(redone);
        redone
    }

    pub fn reset(&mut self) {
        if self.session.has_moved() {
            self.session.reset();
            self.note(vec![RESET.to_owned()]);
        }
    }

    /// Puts a line from the start behind redo; gives the number of its steps. A line that is refused changes
    /// nothing.
    pub fn load(&mut self, moves: &str) -> Result<usize, ApiError> {
        check_length(moves)?;
        self.session.check_line(moves)?;
        self.reset();
        let steps = self.play(moves, false)?;
        for _ in 0..steps {
            self.undo();
        }
        Ok(steps)
    }
}

fn check_length(moves: &str) -> Result<(), ApiError> {
    if moves.len() <= LONGEST_LINE {
        return Ok(());
    }
    let message = format!("a line of moves has at most {LONGEST_LINE} characters");
    Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message))
}

impl Room for PuzzleRoom {
    const KIND: &'static str = "puzzle/";
    type Head = PuzzleHead;

    fn head(&self) -> PuzzleHead {
        let options = self.session.options();
        PuzzleHead {
            world: self.world.clone(),
            level: LevelRef { text: None, ..self.level.clone() },
            text: self.text.clone(),
            options: options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            moves: String::new(),
            done: self.done,
        }
    }

    fn take_changes(&mut self) -> Vec<(u32, Option<String>)> {
        std::mem::take(&mut self.changes)
    }

    fn furnish(catalog: &Catalog, head: PuzzleHead, parts: Parts) -> Result<Self, ApiError> {
        let world = catalog.puzzle_world(&head.world)?;
        let levels = world.parse("the saved level", head.text.as_bytes())?;
        let level = levels.into_iter().next().ok_or_else(|| ApiError::missing("the level"))?;
        let session = level.start(&to_options(&head.options))?;
        let mut room = Self::new(head.world, head.level, session);
        room.text = head.text;
        if !head.moves.is_empty() {
            room.play(&head.moves, false)?;
            return Ok(room);
        }
        for (_, text) in parts.into_iter().take(MOST_ACTIONS) {
            if text == RESET {
                room.session.reset();
            } else {
                room.session.play(&text)?;
            }
            room.known += 1;
        }
        room.done = room.known;
        while room.done > head.done && room.undo() {}
        Ok(room)
    }

    fn shelf(rooms: &Rooms) -> &Shelf<Self> {
        &rooms.puzzles
    }
}
