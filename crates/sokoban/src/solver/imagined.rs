use plyground_core::Stats;

use super::backwards::Backwards;
use super::fess::Fess;
use super::ground::Ground;
use super::nodes::Nodes;
use super::strategy::{Step, Strategy};

/// Steps of the first look backwards; each later one has twice as many as the one before, and every search
/// forwards has [`FORWARDS`] times as many as the look before it.
const FIRST_LOOK: usize = 128;
const FORWARDS: usize = 2;

/// Aims at an imagined target: a search backwards from the goals comes as near to the start as it can, and a
/// feature-space search from the start aims at the nearest position it has met, instead of at the goals. From
/// there the way is known. For goals that are scattered, or that fill up in no clear order.
#[derive(Debug)]
pub(crate) struct Imagined {
    backwards: Backwards,
    forwards: Option<Fess>,
    /// The position of the perimeter that the search forwards aims at.
    target: Option<u32>,
    look: usize,
    step: usize,
}

impl Imagined {
    /// Both searches, at their ends of the way.
    pub fn new(ground: &mut Ground) -> Self {
        let backwards = Backwards::new(ground);
        Self { backwards, forwards: None, target: None, look: FIRST_LOOK, step: 0 }
    }

    /// Aims at the nearest position that is known by now. Where it is the same as before, the search goes on.
    fn aim(&mut self, ground: &mut Ground) {
        let nearest = self.backwards.nearest();
        if self.forwards.is_none() || nearest != self.target {
            let goals = || ground.field.bits(&ground.field.goals);
            let target = nearest.map_or_else(goals, |node| ground.perimeter.place(node).0);
            self.forwards = Some(Fess::aiming(ground, target));
            self.target = nearest;
        }
    }
}

impl Strategy for Imagined {
    fn name(&self) -> &'static str {
        "imagined target"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        if self.step == self.look * (1 + FORWARDS) {
            self.step = 0;
            self.look *= 2;
        }
        if self.step == self.look {
            self.aim(ground);
        }
        self.step += 1;
        match &mut self.forwards {
            Some(forwards) if self.step > self.look => forwards.step(ground, stats),
            _ => self.backwards.step(ground, stats),
        }
    }

    fn bytes(&self) -> usize {
        self.backwards.bytes() + self.forwards.as_ref().map_or(0, Strategy::bytes)
    }

    fn frontier(&self) -> usize {
        self.backwards.frontier() + self.forwards.as_ref().map_or(0, Strategy::frontier)
    }

    fn progress(&self) -> u64 {
        self.backwards.progress()
    }

    fn nodes(&self) -> Option<&Nodes> {
        self.forwards.as_ref().and_then(Strategy::nodes)
    }

    fn note(&self) -> String {
        let forwards = self.forwards.as_ref().map(Strategy::note);
        format!("{}; {}", self.backwards.note(), forwards.unwrap_or_default())
    }
}
