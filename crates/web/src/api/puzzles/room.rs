//! The room of a level being played, and how it is kept: each action that can be undone is a part.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use plyground_catalog::{Catalog, PuzzleSession, level_text};
use plyground_core::MoveError;
use serde::{Deserialize, Serialize};

use super::to_options;
use crate::error::ApiError;
use crate::library::LevelRef;
use crate::rooms::{Parts, Room, Rooms, Shelf};

/// The longest text of moves that one request may bring, and the most moves that it may hold.
const LONGEST_LINE: usize = 100_000;
const MOST_MOVES: usize = 20_000;
/// The most actions that a room remembers, and the most bytes that it may hold for them.
const MOST_ACTIONS: usize = 200_000;
const MOST_BYTES: usize = 64 << 20;
/// How a part says that everything was taken back to the start.
const RESET: &str = "";

/// A level being played.
pub(crate) struct PuzzleRoom {
    pub world: String,
    pub level: LevelRef,
    pub session: Box<dyn PuzzleSession>,
    /// The level as text.
    pub text: String,
    /// How many actions are done.
    done: usize,
    /// The steps of each action that is known, with those that were undone, and of all together.
    known: Vec<usize>,
    steps: usize,
    /// How many changes there were.
    pub version: u64,
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
    #[serde(default)]
    version: u64,
}

impl PuzzleRoom {
    pub fn new(world: String, level: LevelRef, session: Box<dyn PuzzleSession>) -> Self {
        let text = level_text(&session.level()).unwrap_or_default();
        Self {
            world,
            level,
            session,
            text,
            done: 0,
            known: Vec::new(),
            steps: 0,
            version: 0,
            changes: Vec::new(),
        }
    }

    /// Plays a line, as one action or as many.
    pub fn play(&mut self, moves: &str, together: bool) -> Result<usize, ApiError> {
        self.check_room(checked(moves, || self.session.line_length(moves))?)?;
        let steps =
            if together { self.session.play(moves)? } else { self.session.play_each(moves)? };
        let actions = if together { steps.min(1) } else { steps };
        let texts = self.session.last_actions(actions);
        self.note(texts, if together { steps } else { 1 });
        Ok(steps)
    }

    /// Notes actions that were just done, of so many steps each; those that were undone are gone.
    fn note(&mut self, texts: Vec<String>, steps: usize) {
        if texts.is_empty() {
            return;
        }
        let known = self.known.len();
        for gone in self.known.drain(self.done..) {
            self.steps -= gone;
        }
        for text in texts {
            self.changes.push((self.done as u32, Some(text)));
            self.remember(steps);
        }
        self.changes.extend((self.done..known).map(|number| (number as u32, None)));
    }

    /// Counts an action that was done after all that are known.
    fn remember(&mut self, steps: usize) {
        self.known.push(steps);
        self.steps += steps;
        self.done += 1;
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
            self.note(vec![RESET.to_owned()], 0);
        }
    }

    /// Puts a line behind redo, from the start or from here; gives the number of its steps. A line that is refused
    /// changes nothing.
    pub fn load(&mut self, moves: &str, from_here: bool) -> Result<usize, ApiError> {
        if !from_here {
            self.check_room(checked(moves, || self.session.check_line(moves))?)?;
            self.reset();
        }
        let steps = self.play(moves, false)?;
        for _ in 0..steps {
            self.undo();
        }
        Ok(steps)
    }
}

impl PuzzleRoom {
    /// About how many bytes the memory of one move takes: a position has a bit or so for each of its cells.
    fn bytes_a_move(&self) -> usize {
        128 + self.text.len() / 4
    }

    /// Refuses more moves than there is room for.
    fn check_room(&self, moves: usize) -> Result<(), ApiError> {
        let most = (MOST_BYTES / self.bytes_a_move()).min(MOST_ACTIONS);
        if self.steps + moves <= most {
            return Ok(());
        }
        let message = format!("{most} moves were played here: open the level again to go on");
        Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message))
    }
}

/// The number of moves of a line, counted by `count`, where it is no more than one request may bring.
pub(crate) fn checked(
    moves: &str,
    count: impl FnOnce() -> Result<usize, MoveError>,
) -> Result<usize, ApiError> {
    let refused = |message| Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    if moves.len() > LONGEST_LINE {
        return refused(format!("a line of moves has at most {LONGEST_LINE} characters"));
    }
    let count = count()?;
    if count > MOST_MOVES {
        return refused(format!("a line of moves has at most {MOST_MOVES} of them"));
    }
    Ok(count)
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
            version: self.version,
        }
    }

    fn take_changes(&mut self) -> Vec<(u32, Option<String>)> {
        std::mem::take(&mut self.changes)
    }

    fn bytes(&self) -> usize {
        self.steps * self.bytes_a_move()
    }

    fn furnish(catalog: &Catalog, head: PuzzleHead, parts: Parts) -> Result<Self, ApiError> {
        let world = catalog.puzzle_world(&head.world)?;
        let levels = world.parse("the saved level", head.text.as_bytes())?;
        let level = levels.into_iter().next().ok_or_else(|| ApiError::missing("the level"))?;
        let session = level.start(&to_options(&head.options))?;
        let mut room = Self::new(head.world, head.level, session);
        room.text = head.text;
        room.version = head.version;
        if !head.moves.is_empty() {
            room.play(&head.moves, false)?;
            return Ok(room);
        }
        for (_, text) in parts.into_iter().take(MOST_ACTIONS) {
            let steps = if text == RESET {
                room.session.reset();
                0
            } else {
                room.session.play(&text)?
            };
            room.remember(steps);
        }
        while room.done > head.done && room.undo() {}
        Ok(room)
    }

    fn shelf(rooms: &Rooms) -> &Shelf<Self> {
        &rooms.puzzles
    }

    fn version(&self) -> u64 {
        self.version
    }
}
