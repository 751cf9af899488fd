//! Contests and their records.

use plyground_core::{ParseError, Side, Spec, SpecError};

use super::{Contest, Over, Part, Refusal, TimeControl};
use crate::tree::{Node, NodeId};
use crate::{AnyGameWorld, Catalog, Record};

/// The headers of a record that a contest understands beside the usual ones: why it ended, the time there was,
/// and how many turns the game has where those after them were taken back.
const ENDING: &str = "Ending";
const TIME: &str = "Time";
const TURNS: &str = "Turns";

impl Contest {
    /// The record of the game, with its variations and all that is said about its turns.
    pub fn record(&self) -> Record {
        let mut tree = self.tree.clone();
        let path = tree.path(self.tip);
        let mut headers = Vec::new();
        if let Some(over) = self.ending() {
            headers.push((ENDING.to_owned(), over.reason));
        }
        if self.control != TimeControl::default() {
            headers.push((TIME.to_owned(), self.control.to_string()));
        }
        if tree.first_child(self.tip).is_some() {
            headers.push((TURNS.to_owned(), path.len().to_string()));
        }
        if let Some(part) = &self.part
            && part.node == self.tip
        {
            let mut node = part.node;
            for text in &part.texts {
                node = tree.add(node, text.as_str());
                tree.put_first(node);
            }
        }
        let first = tree.first_child(NodeId::ROOT);
        let begins = first.and_then(|id| tree[id].side).unwrap_or(self.side);
        Record {
            world: self.session.world().info().id.into_owned(),
            options: self.session.options().clone(),
            players: self
                .players
                .clone()
                .map(|spec| spec.map_or_else(|| "human".to_owned(), |spec| spec.to_string())),
            result: self.ending().and_then(|over| over.outcome),
            headers,
            second_begins: first.is_some() && begins == Side::Second,
            tree,
            ..Record::default()
        }
    }

    /// A game as its record tells it, at its end, the clock standing still. Methods that are known here play on.
    pub fn of_record(catalog: &Catalog, record: &Record) -> Result<Self, ParseError> {
        let world = catalog.game_world(&record.world);
        let world = world.map_err(|error| ParseError::new(0, 0, error.0))?;
        Self::of_record_in(&*world, record)
    }

    /// The same in a world that is at hand.
    pub fn of_record_in(world: &dyn AnyGameWorld, record: &Record) -> Result<Self, ParseError> {
        let whole = |error: SpecError| ParseError::new(0, 0, error.0);
        let session = world.start(&record.options).map_err(whole)?;
        let header = |name: &str| {
            let mut headers = record.headers.iter();
            headers.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
        };
        let control = header(TIME).and_then(|text| text.parse().ok()).unwrap_or_default();
        let known = |name: &String| {
            name.parse::<Spec>().ok().filter(|spec| {
                let mut players = world.players().into_iter();
                players.any(|info| {
                    info.id == spec.name && spec.options.check(&spec.name, &info.options).is_ok()
                })
            })
        };
        let players = [known(&record.players[0]), known(&record.players[1])];
        let mut contest = Self::new(session, players, control);
        let half = contest.replay(record)?;
        let end = contest.tree.end(NodeId::ROOT);
        let turns = header(TURNS).and_then(|text| text.parse::<usize>().ok());
        let tip = match turns {
            Some(0) => NodeId::ROOT,
            Some(turns) => contest.tree.line(NodeId::ROOT).take(turns).last().unwrap_or(end),
            None => end,
        };
        let lost = |error: Refusal| ParseError::new(0, 0, error.to_string());
        contest.go_on_from(tip).map_err(lost)?;
        contest.part = half.filter(|part| part.node == tip);
        contest.resume_part().map_err(lost)?;
        contest.check_result(record, header(ENDING))?;
        Ok(contest)
    }

    /// Plays every turn of a record through the rules, variations too, and goes back to the start; an error names
    /// the line and the turn. Gives half a turn at the end of the game, which is still to be finished.
    fn replay(&mut self, record: &Record) -> Result<Option<Part>, ParseError> {
        let said = |from: &Node, to: &mut Node| {
            to.comment.clone_from(&from.comment);
            to.assessment.clone_from(&from.assessment);
            to.mark = from.mark;
            to.seconds = from.seconds;
        };
        if let Some(root) = self.tree.get_mut(NodeId::ROOT) {
            said(&record.tree[NodeId::ROOT], root);
        }
        // Where each turn of the record is played from: a node, and the parts of a turn after it.
        let mut waiting = vec![(NodeId::ROOT, NodeId::ROOT, Vec::<String>::new(), 0, true)];
        let mut rest: Option<Part> = None;
        while let Some((theirs, ours, parts, depth, main)) = waiting.pop() {
            let at = |error: Refusal, line: usize| match error {
                Refusal::Move(error) => ParseError::new(line, 0, error.at(depth).to_string()),
                error => ParseError::new(line, 0, format!("move {depth}: {error}")),
            };
            let line = record.line_of(theirs);
            let (mut ours, mut parts) = (ours, parts);
            if theirs != NodeId::ROOT {
                let turn = &record.tree[theirs].turn;
                self.reach(ours, &parts).map_err(|error| at(error, line))?;
                let played =
                    self.session.play(turn).map_err(|error| at(Refusal::Move(error), line))?;
                if played.complete {
                    self.cursor = self.turn_node();
                    (ours, parts) = (self.cursor, Vec::new());
                    rest.take_if(|_| main);
                    if let Some(node) = self.tree.get_mut(ours) {
                        said(&record.tree[theirs], node);
                    }
                } else {
                    parts.push(played.text);
                    if main {
                        rest = Some(Part { node: ours, texts: parts.clone() });
                    }
                }
            }
            let children = record.tree[theirs].children();
            for (index, &child) in children.iter().enumerate().rev() {
                waiting.push((child, ours, parts.clone(), depth + 1, main && index == 0));
            }
        }
        self.reach(NodeId::ROOT, &[]).map_err(|error| ParseError::new(0, 0, error.to_string()))?;
        Ok(rest)
    }

    /// Brings the session to a node and the parts of a turn after it, whatever it has played.
    fn reach(&mut self, node: NodeId, parts: &[String]) -> Result<(), Refusal> {
        if !self.session.is_turn_start() && self.session.ending().is_none() {
            self.session.undo();
        }
        self.walk(node)?;
        for part in parts {
            self.session.play(part)?;
        }
        Ok(())
    }

    /// Holds the result that the record claims against the rules.
    fn check_result(&mut self, record: &Record, reason: Option<&str>) -> Result<(), ParseError> {
        let Some(claimed) = record.result else { return Ok(()) };
        match &self.by_rule {
            Some(over) if over.outcome != Some(claimed) => {
                let result = over.outcome.map_or_else(String::new, |outcome| outcome.to_string());
                let reason = &over.reason;
                let message = format!(
                    "the result is given as {claimed}, but the moves end in {result}: {reason}"
                );
                Err(ParseError::new(0, 0, message))
            }
            Some(_) => Ok(()),
            None => {
                let reason = reason.unwrap_or("by agreement").to_owned();
                self.decided = Some((self.tip, Over { outcome: Some(claimed), reason }));
                Ok(())
            }
        }
    }
}
