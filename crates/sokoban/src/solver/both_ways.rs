use plyground_core::Stats;

use super::backwards::Backwards;
use super::best_first::BestFirst;
use super::ground::Ground;
use super::nodes::Nodes;
use super::strategy::{Step, Strategy};

/// The weight of the bound forwards: hardly more than the bound counts.
const WEIGHT: u32 = 30;

/// So many steps backwards with a single box take as long as one forwards; with more boxes, which are matched for each
/// position, fewer by the square of their number.
const PACE: usize = 5000;
const LONGEST_PACE: usize = 32;

/// Where no more than this part of the way to the start is left, the search backwards has so many times as many steps.
const NEAR: u64 = 16;
const ZEAL: usize = 8;

/// Greedy from both ends: boxes are pulled from the goals to where they start, and pushed from there to the
/// goals, in turns, until one search steps on what the other has met. For small crowded levels.
#[derive(Debug)]
pub(crate) struct BothWays {
    backwards: Backwards,
    forwards: BestFirst,
    /// Steps backwards for each step forwards.
    pace: usize,
    turn: usize,
}

impl BothWays {
    /// Both searches, at their ends of the way.
    pub fn new(ground: &mut Ground) -> Self {
        let boxes = ground.field.goals.len().max(1);
        Self {
            backwards: Backwards::new(ground),
            forwards: BestFirst::new(ground, WEIGHT),
            pace: (PACE / boxes.pow(2)).clamp(1, LONGEST_PACE),
            turn: 0,
        }
    }

    /// Steps backwards for each step forwards, as things stand.
    fn backwards_a_step(&self) -> usize {
        if self.backwards.is_near(NEAR) { self.pace * ZEAL } else { self.pace }
    }
}

impl Strategy for BothWays {
    fn name(&self) -> &'static str {
        "both ways"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        if self.turn == 0 {
            self.turn = self.backwards_a_step();
            self.forwards.step(ground, stats)
        } else {
            self.turn -= 1;
            self.backwards.step(ground, stats)
        }
    }

    fn pace(&self) -> usize {
        1 + self.backwards_a_step()
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
