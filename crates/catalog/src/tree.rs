//! A game with its side lines: a tree of turns.
//!
//! The first child of each node is the main line, the others are variations. Nodes are named by numbers
//! that are never used twice, so that a name kept elsewhere never means another turn. Nothing here recurses:
//! a tree may be as deep as a game is long.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use plyground_core::text::quoted;
use plyground_core::{Outcome, Side, SpecError};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The start of the game.
    pub const ROOT: Self = Self(0);
}

/// What somebody thinks of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl Mark {
    /// Every mark.
    pub const ALL: [Self; 6] = [
        Self::Good,
        Self::Mistake,
        Self::Brilliant,
        Self::Blunder,
        Self::Interesting,
        Self::Dubious,
    ];

    /// How it is written.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Mistake => "?",
            Self::Brilliant => "!!",
            Self::Blunder => "??",
            Self::Interesting => "!?",
            Self::Dubious => "?!",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.glyph())
    }
}

impl FromStr for Mark {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let known = Self::ALL.into_iter().find(|mark| mark.glyph() == text);
        known.ok_or_else(|| {
            SpecError(format!(
                "{text} is no mark; expected !, ?, !!, ??, !? or ?!",
                text = quoted(text)
            ))
        })
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.glyph())
    }
}

impl<'de> Deserialize<'de> for Mark {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What a position is worth.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema, Deserialize)]
pub struct Assessment {
    /// The value for the first side.
    pub score: i32,
    /// How the game ends with best play, where that is proven.
    #[serde(default, with = "proof", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub proof: Option<Outcome>,
    /// The best turn from here; empty where it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub best: String,
}

/// Results as the words of a record: `1-0`.
mod proof {
    use super::{Deserialize, Deserializer, Outcome, Serializer};

    pub fn serialize<S: Serializer>(proof: &Option<Outcome>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&proof.map_or_else(String::new, |outcome| outcome.to_string()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Outcome>, D::Error> {
        let text = String::deserialize(from)?;
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(serde::de::Error::custom)
    }
}

/// A turn, and what is said about it and the position after it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Node {
    /// The turn that leads here, in the world's notation; empty at the start.
    pub turn: String,
    /// Who played it; `None` where only the rules would tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What somebody wrote.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What somebody thinks of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// How long it was thought about, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// What the position after it is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assessment: Option<Assessment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<NodeId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    children: Vec<NodeId>,
}

impl Node {
    /// The position that the turn was played from; `None` at the start.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The turns from here, the main one first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Whether the turn and what is said about it are those of another.
    fn says_what(&self, other: &Self) -> bool {
        let said = |node: &Self| (node.mark, node.seconds, node.assessment.clone());
        self.turn == other.turn && self.comment == other.comment && said(self) == said(other)
    }
}

/// The turns of a game and its variations.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Option<Node>>,
    /// How many of them there are.
    count: usize,
    /// The nodes that are not as they were when somebody last asked.
    changed: BTreeSet<NodeId>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Tree {
    /// Whether they say the same. The names of the nodes do not matter, nor who played: the rules say that.
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((mine, theirs)) = pairs.pop() {
            let (mine, theirs) = (&self[mine], &other[theirs]);
            if mine.children.len() != theirs.children.len() || !mine.says_what(theirs) {
                return false;
            }
            pairs.extend(mine.children.iter().copied().zip(theirs.children.iter().copied()));
        }
        true
    }
}

impl std::ops::Index<NodeId> for Tree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        self.get(id).expect("a node of this tree")
    }
}

impl Tree {
    /// A game that has not begun.
    pub fn new() -> Self {
        let nodes = vec![Some(Node::default())];
        Self { nodes, count: 1, changed: BTreeSet::from([NodeId::ROOT]) }
    }

    /// The tree of nodes that were kept; an error where they do not fit together.
    pub fn of_nodes(kept: impl IntoIterator<Item = (NodeId, Node)>) -> Result<Self, SpecError> {
        let mut nodes: Vec<Option<Node>> = Vec::new();
        for (id, node) in kept {
            let place = id.0 as usize;
            // Names are given one after the other; what has a far larger one is not a tree of ours.
            if place > nodes.len() + MOST_GAP {
                return Err(SpecError(format!("turn {place} of the game is out of place")));
            }
            if place >= nodes.len() {
                nodes.resize(place + 1, None);
            }
            nodes[place] = Some(node);
        }
        let count = nodes.iter().flatten().count();
        let tree = Self { nodes, count, changed: BTreeSet::new() };
        tree.check()?;
        Ok(tree)
    }

    /// Every node but the first has a parent with a smaller name that knows it once.
    fn check(&self) -> Result<(), SpecError> {
        let torn = |id: NodeId| SpecError(format!("turn {} of the game hangs in the air", id.0));
        if self.get(NodeId::ROOT).is_none_or(|root| root.parent.is_some()) {
            return Err(torn(NodeId::ROOT));
        }
        let mut linked = 0;
        for (id, node) in self.iter() {
            let parent = node.parent.filter(|&parent| parent < id);
            let known = parent.and_then(|parent| self.get(parent));
            if id != NodeId::ROOT && known.is_none() {
                return Err(torn(id));
            }
            let mut seen = BTreeSet::new();
            for &child in &node.children {
                if self.get(child).is_none_or(|node| node.parent != Some(id)) || !seen.insert(child)
                {
                    return Err(torn(child));
                }
                linked += 1;
            }
        }
        if linked + 1 == self.count { Ok(()) } else { Err(torn(NodeId::ROOT)) }
    }

    /// The node of that name, if there is one.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)?.as_ref()
    }

    /// A node that may be changed; what is said about it, not where it hangs.
    pub fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        let node = self.nodes.get_mut(id.0 as usize)?.as_mut()?;
        self.changed.insert(id);
        Some(node)
    }

    fn links(&mut self, id: NodeId) -> &mut Node {
        self.get_mut(id).expect("a node of this tree")
    }

    /// Every node with its name.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        let named = self.nodes.iter().enumerate();
        named.filter_map(|(place, node)| Some((NodeId(place as u32), node.as_ref()?)))
    }

    /// The number of turns, variations included.
    pub fn len(&self) -> usize {
        self.count - 1
    }

    /// Whether nothing was played.
    pub fn is_empty(&self) -> bool {
        self[NodeId::ROOT].children.is_empty()
    }

    /// Adds a turn after the others that begin at `parent`.
    pub fn add(&mut self, parent: NodeId, turn: impl Into<String>) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let node = Node { turn: turn.into(), parent: Some(parent), ..Node::default() };
        self.nodes.push(Some(node));
        self.count += 1;
        self.changed.insert(id);
        self.links(parent).children.push(id);
        id
    }

    /// The turn of that text from a node, where it was played.
    pub fn child(&self, parent: NodeId, turn: &str) -> Option<NodeId> {
        self[parent].children.iter().copied().find(|&child| self[child].turn == turn)
    }

    /// The main turn from a node.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self[id].children.first().copied()
    }

    /// The way from the start to a node, without the start.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&id| self[id].parent).collect();
        path.pop();
        path.reverse();
        path
    }

    /// The main line from a node on, without the node.
    pub fn line(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(from), |&id| self.first_child(id))
    }

    /// The end of the main line from a node on.
    pub fn end(&self, from: NodeId) -> NodeId {
        self.line(from).last().unwrap_or(from)
    }

    /// Whether the way to `id` leads through `ancestor`, or ends there.
    pub fn is_within(&self, id: NodeId, ancestor: NodeId) -> bool {
        // Parents have smaller names, so that the way up ends early.
        std::iter::successors(Some(id), |&id| self[id].parent)
            .take_while(|&id| id >= ancestor)
            .any(|id| id == ancestor)
    }

    /// Makes a turn the main one where it was played.
    pub fn put_first(&mut self, id: NodeId) {
        let Some(parent) = self[id].parent else { return };
        if self.first_child(parent) == Some(id) {
            return;
        }
        let siblings = &mut self.links(parent).children;
        siblings.retain(|&sibling| sibling != id);
        siblings.insert(0, id);
    }

    /// Makes the way to a node the main line.
    pub fn put_path_first(&mut self, id: NodeId) {
        for step in self.path(id) {
            self.put_first(step);
        }
    }

    /// The node where the variation that holds `id` begins; `None` on the main line.
    pub fn branch(&self, id: NodeId) -> Option<NodeId> {
        std::iter::successors(Some(id), |&id| self[id].parent)
            .find(|&id| self[id].parent.is_some_and(|parent| self.first_child(parent) != Some(id)))
    }

    /// Drops a turn and all that follows it. The start stays.
    pub fn delete(&mut self, id: NodeId) {
        let Some(parent) = self[id].parent else { return };
        self.links(parent).children.retain(|&child| child != id);
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            if let Some(node) = self.nodes[id.0 as usize].take() {
                doomed.extend(node.children);
                self.count -= 1;
                self.changed.insert(id);
            }
        }
    }

    /// The nodes that were added, changed or dropped (`None`) since [`take_changes`](Self::take_changes).
    pub fn changes(&self) -> impl Iterator<Item = (NodeId, Option<&Node>)> {
        self.changed.iter().map(|&id| (id, self.get(id)))
    }

    /// The same, and forgets them.
    pub fn take_changes(&mut self) -> Vec<(NodeId, Option<Node>)> {
        let changed = std::mem::take(&mut self.changed);
        changed.into_iter().map(|id| (id, self.get(id).cloned())).collect()
    }
}

/// How many names in a row may be missing in what was kept.
const MOST_GAP: usize = 1 << 20;
