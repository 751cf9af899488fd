//! How a game stands, for the page.

use std::collections::BTreeMap;

use plyground_catalog::contest::Over;
use plyground_catalog::tree::{Assessment, Mark, Node};
use plyground_catalog::{NodeId, ThoughtText, TimeControl};
use plyground_core::{Intent, Lesson, Outcome, Side, Text};
use schemars::JsonSchema;
use serde::Serialize;

use super::super::{Picture, picture};
use super::room::GameRoom;

/// A turn of the game or of a variation; number 0 is the start.
#[derive(Serialize, JsonSchema)]
pub(crate) struct NodeView {
    id: u32,
    /// The position it was played from; null at the start.
    parent: Option<u32>,
    /// The turns from here, the main one first.
    children: Vec<u32>,
    /// The turn, in the world's notation.
    text: String,
    side: Option<Side>,
    seconds: Option<f64>,
    /// One of `!`, `?`, `!!`, `??`, `!?`, `?!`.
    #[schemars(with = "Option<String>")]
    mark: Option<Mark>,
    comment: String,
    assessment: Option<Assessment>,
}

impl NodeView {
    fn new(id: NodeId, node: &Node) -> Self {
        Self {
            id: id.0,
            parent: node.parent().map(|parent| parent.0),
            children: node.children().iter().map(|child| child.0).collect(),
            text: node.turn.clone(),
            side: node.side,
            seconds: node.seconds,
            mark: node.mark,
            comment: node.comment.clone(),
            assessment: node.assessment.clone(),
        }
    }
}

/// How something ended.
#[derive(Serialize, JsonSchema)]
pub(crate) struct EndingView {
    /// The result; null where it was stopped and can go on.
    outcome: Option<Outcome>,
    /// The reason in words.
    reason: String,
}

impl From<Over> for EndingView {
    fn from(over: Over) -> Self {
        Self { outcome: over.outcome, reason: over.reason }
    }
}

/// The clocks, in seconds, first side first.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ClockView {
    /// The time there is.
    settings: TimeControl,
    /// What is left of the game's time; null where there is no limit.
    left: [Option<f64>; 2],
    /// What was used.
    used: [f64; 2],
    /// How long the side to move has thought.
    thinking: f64,
    running: bool,
}

/// A turn, and how a hand would begin it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BetterView {
    turn: String,
    /// The cells to select.
    from: Vec<usize>,
    /// The cell to point at then.
    to: usize,
}

/// What never changes in a game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameTitle {
    /// The world's id.
    world: String,
    /// What the sides are called.
    sides: [Text; 2],
    /// `setup`, `size`, `position` and the world's own options.
    options: BTreeMap<String, String>,
}

/// How a game stands, where it is looked at.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// How many changes there were. Where it is not one more than before, the whole must be asked for.
    version: u64,
    #[serde(flatten)]
    picture: Picture,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    title: Option<GameTitle>,
    /// All turns with the whole picture; else those that are new or changed.
    nodes: Vec<NodeView>,
    /// The turns that are gone.
    dropped: Vec<u32>,
    /// Where it is looked at.
    cursor: u32,
    /// Where the game stands.
    tip: u32,
    /// Whose turn it is at the cursor.
    side: Side,
    /// Whether a turn begins at the cursor, and is not half done.
    turn_start: bool,
    /// The part of a turn that was played, where one is half done.
    part: Option<String>,
    /// What each side has, as people count it.
    score: [String; 2],
    /// The position as text.
    position: String,
    /// What a hand can do.
    intents: Vec<Intent>,
    /// What a newcomer should know here.
    lesson: Option<Lesson>,
    /// What would have been better than the turn that led here.
    better: Option<BetterView>,
    /// Whether a turn that was taken back can be played again.
    can_redo: bool,
    /// How it ended at the cursor; null where it goes on.
    ending: Option<EndingView>,
    /// How the game itself ended.
    over: Option<EndingView>,
    /// The methods that play, first side first; null is a person.
    players: [Option<String>; 2],
    clock: ClockView,
    /// What a method thought that has just played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thought: Option<ThoughtText>,
}

impl GameRoom {
    /// How it stands. `whole` sends the board and all turns, not only what changed.
    pub fn view(&mut self, whole: bool) -> GameView {
        self.contest.check_clock();
        let contest = &self.contest;
        let (session, tree) = (contest.session(), contest.tree());
        let ending = contest.ending_here();
        let nodes = if whole {
            tree.iter().map(|(id, node)| NodeView::new(id, node)).collect()
        } else {
            tree.changes().filter_map(|(id, node)| Some(NodeView::new(id, node?))).collect()
        };
        let gone = tree.changes().filter(|(_, node)| node.is_none()).map(|(id, _)| id.0);
        let part = (contest.place().1 > 0).then(|| session.last_turn()).flatten();
        GameView {
            id: None,
            version: self.version,
            picture: picture(&session.scene(), whole),
            title: whole.then(|| self.title()),
            nodes,
            dropped: gone.collect(),
            cursor: contest.cursor().0,
            tip: contest.tip().0,
            side: session.side(),
            turn_start: session.is_turn_start(),
            part: part.map(|turn| turn.text),
            score: session.score(),
            position: session.position_text(),
            intents: if ending.is_some() { Vec::new() } else { session.intents() },
            lesson: if ending.is_some() { None } else { session.lesson() },
            better: self.better(),
            can_redo: contest.is_live() && tree.first_child(contest.tip()).is_some(),
            ending: ending.map(EndingView::from),
            over: contest.ending().map(EndingView::from),
            players: contest.players().clone().map(|spec| spec.map(|spec| spec.to_string())),
            clock: ClockView {
                settings: contest.control(),
                left: Side::BOTH.map(|side| contest.left(side)),
                used: Side::BOTH.map(|side| contest.used(side)),
                thinking: contest.thinking(),
                running: contest.is_running(),
            },
            thought: None,
        }
    }

    /// The best turn in place of the last one, where the position before it was judged.
    fn better(&self) -> Option<BetterView> {
        let contest = &self.contest;
        let (tree, (node, parts)) = (contest.tree(), contest.place());
        let best = &tree[tree[node].parent()?].assessment.as_ref()?.best;
        if parts > 0 || best.is_empty() || *best == tree[node].turn {
            return None;
        }
        let mut before = contest.session().clone_box();
        before.undo();
        let intents = before.intents();
        let whole = intents.iter().find(|intent| intent.text == *best);
        let intent = whole.or_else(|| intents.iter().find(|part| best.starts_with(&part.text)))?;
        Some(BetterView { turn: best.clone(), from: intent.select.clone(), to: intent.target })
    }

    fn title(&self) -> GameTitle {
        let session = self.contest.session();
        let options = session.options().iter();
        GameTitle {
            world: session.world().info().id.into_owned(),
            sides: Side::BOTH.map(|side| self.contest.side_name(side)),
            options: options.map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
        }
    }
}
