//! Playing, looking, taking back.

use std::time::Duration;

use super::{Contest, Part, Refusal, ended_by_rule};
use crate::PlayedTurn;
use crate::tree::NodeId;

/// The most turns that one contest holds, variations included.
pub const MOST_TURNS: usize = 50_000;

impl Contest {
    /// Plays a turn or a part of one at the cursor. Where the game stands this goes on with it, and the clock goes
    /// over to the other side; elsewhere it is a variation.
    pub fn play(&mut self, text: &str) -> Result<PlayedTurn, Refusal> {
        self.check_clock();
        self.play_timed(text, self.clock.seconds())
    }

    /// Plays what a method thought about for so long, where the game stands; the cursor stays where somebody
    /// looks, unless that is there. A method that thought too long has lost.
    pub fn answer(&mut self, text: &str, took: Duration) -> Result<PlayedTurn, Refusal> {
        let looking = (!self.is_live()).then_some(self.cursor);
        self.stand_at(self.tip)?;
        let by_method = self.player_to_move().is_some();
        let thought = if by_method { took.as_secs_f64() } else { self.thinking() };
        let answered = if self.ending().is_none() && self.is_out_of_time(thought) {
            self.lose(self.side, "is out of time");
            Err(Refusal::Over("out of time".to_owned()))
        } else {
            self.play_timed(text, thought)
        };
        if let Some(looking) = looking {
            self.stand_at(looking)?;
        }
        answered
    }

    /// Plays again, where the game stands, a turn that took so long when it was played.
    pub fn recall(&mut self, text: &str, took: Duration) -> Result<PlayedTurn, Refusal> {
        self.play_timed(text, took.as_secs_f64())
    }

    fn play_timed(&mut self, text: &str, seconds: f64) -> Result<PlayedTurn, Refusal> {
        let live = self.is_live();
        let played = self.enter(text)?;
        if played.complete && live {
            self.advance(seconds);
        }
        Ok(played)
    }

    /// Plays a turn or a part of one at the cursor, which goes along; the game stays where it stands.
    fn enter(&mut self, text: &str) -> Result<PlayedTurn, Refusal> {
        if let Some(over) = self.ending_here() {
            return Err(Refusal::Over(over.reason));
        }
        if self.tree.len() >= MOST_TURNS {
            return Err(Refusal::Not(format!("a game holds at most {MOST_TURNS} turns")));
        }
        let played = self.session.play(text)?;
        if !played.complete {
            self.take_part(played.text.clone());
            return Ok(played);
        }
        self.drop_part();
        self.cursor = self.turn_node();
        self.drop_part();
        Ok(played)
    }

    /// Plays a line from the cursor as a variation, and looks at its end. The game stays as it is, wherever the cursor
    /// is, and its clock stands still. Where a turn is refused, nothing was played.
    pub fn explore(&mut self, line: &[String]) -> Result<(), Refusal> {
        self.check_clock();
        self.clock.run(false);
        let (from, part) = (self.cursor, self.part.clone());
        let mut fresh = None;
        for text in line {
            let known = self.tree.len();
            let entered = self.enter(text);
            if self.tree.len() > known {
                fresh = fresh.or(Some(self.cursor));
            }
            if let Err(refusal) = entered {
                self.forget_line(from, part, fresh)?;
                return Err(refusal);
            }
        }
        if self.cursor != from && self.part.is_none() {
            self.part = part;
        }
        Ok(())
    }

    /// Back to where a line began, which is dropped from its first new turn on.
    fn forget_line(
        &mut self,
        from: NodeId,
        part: Option<Part>,
        fresh: Option<NodeId>,
    ) -> Result<(), Refusal> {
        let moved = self.cursor != from;
        if moved {
            self.stand_at(from)?;
        } else if self.part != part {
            self.session.undo();
        }
        if moved || self.part != part {
            self.part = part;
            self.resume_part()?;
        }
        if let Some(id) = fresh {
            self.tree.delete(id);
        }
        Ok(())
    }

    /// Forgets the part of a turn that was once played from the cursor.
    fn drop_part(&mut self) {
        self.part.take_if(|part| part.node == self.cursor);
    }

    fn take_part(&mut self, text: String) {
        match &mut self.part {
            Some(part) if part.node == self.cursor => part.texts.push(text),
            _ => self.part = Some(Part { node: self.cursor, texts: vec![text] }),
        }
    }

    /// The node of the turn that the session has just played from the cursor.
    pub(super) fn turn_node(&mut self) -> NodeId {
        let turn = self.session.last_turn().expect("a turn was played");
        let known = self.tree.child(self.cursor, &turn.text);
        let node = known.unwrap_or_else(|| self.tree.add(self.cursor, turn.text));
        if let Some(entry) = self.tree.get_mut(node) {
            entry.side = Some(turn.side);
        }
        node
    }

    /// The game goes on to the cursor.
    fn advance(&mut self, seconds: f64) {
        self.tree.put_first(self.cursor);
        if let Some(node) = self.tree.get_mut(self.cursor) {
            node.seconds = Some(seconds);
        }
        self.tip = self.cursor;
        let spent = &mut self.spent[self.side.index()];
        spent.seconds += seconds;
        spent.turns += 1;
        self.decided = None;
        self.settle();
        self.clock.restart();
        self.clock.run(self.by_rule.is_none());
    }

    /// Notes what holds where the game stands; the session stands there.
    pub(super) fn settle(&mut self) {
        self.side = self.session.side();
        self.by_rule = ended_by_rule(&*self.session);
    }

    /// Looks at another position. The clock stands still meanwhile.
    pub fn go_to(&mut self, id: NodeId) -> Result<(), Refusal> {
        self.check_clock();
        self.stand_at(id)?;
        self.clock.run(false);
        Ok(())
    }

    /// Looks so many turns further along the line (back where negative), as far as it goes.
    pub fn step(&mut self, by: i64) -> Result<(), Refusal> {
        let mut id = self.cursor;
        for _ in 0..by.unsigned_abs() {
            let next = if by < 0 { self.tree[id].parent() } else { self.tree.first_child(id) };
            let Some(next) = next else { break };
            id = next;
        }
        self.go_to(id)
    }

    /// Takes the last turn of the game back, or the part of one that was played. It stays as a variation, and the
    /// clock stands still; an end that was decided is taken back too. False where there is nothing.
    pub fn take_back(&mut self) -> bool {
        if self.stand_at(self.tip).is_err() {
            return false;
        }
        let reopened = self.decided.take_if(|(tip, _)| *tip == self.tip).is_some();
        self.clock.run(false);
        if self.part.take_if(|part| part.node == self.tip).is_some() {
            return self.session.undo();
        }
        let Some(parent) = self.tree[self.tip].parent() else { return reopened };
        self.session.undo();
        (self.cursor, self.tip) = (parent, parent);
        self.drop_part();
        self.arrived();
        true
    }

    /// Plays again the turn that was taken back; false where there is none.
    pub fn play_again(&mut self) -> bool {
        self.tree.first_child(self.tip).is_some_and(|child| self.go_on_from(child).is_ok())
    }

    /// The game goes on from here. What was played otherwise stays as a variation.
    pub fn go_on_from(&mut self, id: NodeId) -> Result<(), Refusal> {
        self.stand_at(id)?;
        self.tree.put_path_first(id);
        self.tip = id;
        self.decided = None;
        self.arrived();
        Ok(())
    }

    /// The game stands somewhere else than before; the session too.
    pub(super) fn arrived(&mut self) {
        self.clock.run(false);
        self.clock.restart();
        self.spent = Default::default();
        for id in self.tree.path(self.tip) {
            let node = &self.tree[id];
            if let Some(side) = node.side {
                let spent = &mut self.spent[side.index()];
                spent.seconds += node.seconds.unwrap_or(0.0);
                spent.turns += 1;
            }
        }
        self.settle();
    }

    /// Brings the session and the cursor to a node.
    pub(super) fn stand_at(&mut self, id: NodeId) -> Result<(), Refusal> {
        if self.tree.get(id).is_none() {
            return Err(Refusal::Missing(id));
        }
        let from = self.cursor;
        if from == id {
            return Ok(());
        }
        if self.part.as_ref().is_some_and(|part| part.node == from) {
            self.session.undo();
        }
        let reached = self.walk(id);
        if reached.is_err() {
            // Only a damaged tree has turns that cannot be played; the way back is known to be sound.
            let _ = self.walk(from);
        }
        self.resume_part()?;
        reached
    }

    /// Plays the part of a turn that was played from the cursor before.
    pub(super) fn resume_part(&mut self) -> Result<(), Refusal> {
        if let Some(part) = self.part.as_ref().filter(|part| part.node == self.cursor) {
            for text in &part.texts {
                self.session.play(text)?;
            }
        }
        Ok(())
    }

    /// Back to where the ways part, then along the other one.
    pub(super) fn walk(&mut self, to: NodeId) -> Result<(), Refusal> {
        let mut ahead = Vec::new();
        let mut id = to;
        // The one with the larger name is never nearer to the start.
        while self.cursor != id {
            if self.cursor > id {
                self.session.undo();
                self.cursor = self.tree[self.cursor].parent().unwrap_or(NodeId::ROOT);
            } else {
                ahead.push(id);
                id = self.tree[id].parent().unwrap_or(NodeId::ROOT);
            }
        }
        for id in ahead.into_iter().rev() {
            self.session.play(&self.tree[id].turn)?;
            self.cursor = id;
        }
        Ok(())
    }
}
