//! Variations, and what is said about turns.

use super::{Contest, Refusal};
use crate::tree::{Assessment, Mark, NodeId};

/// The longest comment on a turn, in characters.
pub const LONGEST_COMMENT: usize = 4_000;

impl Contest {
    /// Makes the variation that holds a turn the main line where it begins. Where that changes the game itself,
    /// the game then stands at the end of the line.
    pub fn promote(&mut self, id: NodeId) -> Result<(), Refusal> {
        self.known(id)?;
        let Some(branch) = self.tree.branch(id) else {
            return Err(Refusal::Not("this is the main line".to_owned()));
        };
        let begins = self.tree[branch].parent().unwrap_or(NodeId::ROOT);
        let of_game = begins != self.tip && self.tree.is_within(self.tip, begins);
        if !of_game {
            self.tree.put_first(branch);
            return Ok(());
        }
        let looking = self.cursor;
        let end = self.tree.end(branch);
        self.stand_at(end)?;
        self.tree.put_first(branch);
        self.tip = end;
        self.arrived();
        self.stand_at(looking)
    }

    /// Drops a variation from a turn on. The game itself is never dropped.
    pub fn delete(&mut self, id: NodeId) -> Result<(), Refusal> {
        self.known(id)?;
        if self.tree.is_within(self.tip, id) {
            let words = "this turn belongs to the game; it can be taken back, not deleted";
            return Err(Refusal::Not(words.to_owned()));
        }
        if self.tree.is_within(self.cursor, id) {
            self.stand_at(self.tree[id].parent().unwrap_or(NodeId::ROOT))?;
        }
        if self.part.as_ref().is_some_and(|part| self.tree.is_within(part.node, id)) {
            self.part = None;
        }
        self.tree.delete(id);
        Ok(())
    }

    /// Writes a comment on a turn; an empty one takes it away.
    pub fn comment(&mut self, id: NodeId, text: &str) -> Result<(), Refusal> {
        if text.chars().count() > LONGEST_COMMENT {
            let words = format!("a comment has at most {LONGEST_COMMENT} characters");
            return Err(Refusal::Not(words));
        }
        let node = self.tree.get_mut(id).ok_or(Refusal::Missing(id))?;
        text.trim().clone_into(&mut node.comment);
        Ok(())
    }

    /// Marks a turn; `None` takes the mark away.
    pub fn mark(&mut self, id: NodeId, mark: Option<Mark>) -> Result<(), Refusal> {
        if id == NodeId::ROOT {
            return Err(Refusal::Not("the start is no turn to mark".to_owned()));
        }
        self.tree.get_mut(id).ok_or(Refusal::Missing(id))?.mark = mark;
        Ok(())
    }

    /// Notes what a position is worth.
    pub fn assess(&mut self, id: NodeId, assessment: Assessment) -> Result<(), Refusal> {
        self.tree.get_mut(id).ok_or(Refusal::Missing(id))?.assessment = Some(assessment);
        Ok(())
    }

    fn known(&self, id: NodeId) -> Result<(), Refusal> {
        self.tree.get(id).map(drop).ok_or(Refusal::Missing(id))
    }
}
