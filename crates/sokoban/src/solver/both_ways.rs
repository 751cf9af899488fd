use plyground_core::Stats;

use super::backwards::Backwards;
use super::best_first::BestFirst;
use super::ground::Ground;
use super::nodes::Nodes;
use super::strategy::{Step, Strategy};

/// The weight of the bound forwards: hardly more than the bound counts.
const WEIGHT: u32 = 30;

/// Greedy from both ends: boxes are pulled from the goals to where they start, and pushed from there to the
/// goals, a step of each in turn, until one search steps on what the other has met. For small crowded levels.
#[derive(Debug)]
pub(crate) struct BothWays {
    backwards: Backwards,
    forwards: BestFirst,
    is_forwards: bool,
}

impl BothWays {
    /// Both searches, at their ends of the way.
    pub fn new(ground: &mut Ground) -> Self {
        let backwards = Backwards::new(ground);
        Self { backwards, forwards: BestFirst::new(ground, WEIGHT), is_forwards: false }
    }
}

impl Strategy for BothWays {
    fn name(&self) -> &'static str {
        "both ways"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        self.is_forwards = !self.is_forwards;
        if self.is_forwards {
            self.forwards.step(ground, stats)
        } else {
            self.backwards.step(ground, stats)
        }
    }

    fn bytes(&self) -> usize {
        self.backwards.bytes() + self.forwards.bytes()
    }

    fn frontier(&self) -> usize {
        self.backwards.frontier() + self.forwards.frontier()
    }

    fn progress(&self) -> u64 {
        self.backwards.progress() << 32 | self.forwards.progress()
    }

    fn nodes(&self) -> Option<&Nodes> {
        self.forwards.nodes()
    }

    fn note(&self) -> String {
        format!("{}; {}", self.backwards.note(), self.forwards.note())
    }
}
