use plyground_core::Stats;

use super::backwards::{Backwards, Found};
use super::fess::Fess;
use super::ground::Ground;
use super::nodes::Nodes;
use super::strategy::{Step, Strategy};

/// Steps of the first look forwards; each later one has twice as many as the one before, and every search
/// backwards has [`BACKWARDS`] times as many as the look before it.
const FIRST_LOOK: usize = 64;
const BACKWARDS: usize = 4;

/// The start, among the positions of the search forwards.
const START: u32 = 0;

/// For starts that are jammed: a feature-space search with no goals in mind first gets the boxes out of each other's
/// way, and a search backwards from the goals aims at the freest position it has found, instead of at the
/// start. Where they meet, the way is known.
#[derive(Debug)]
pub(crate) struct Reverse {
    forwards: Fess,
    backwards: Option<Backwards>,
    /// The position of the search forwards that the search backwards aims at.
    target: u32,
    /// Whether it only ever aims at the start.
    is_plain: bool,
    look: usize,
    step: usize,
}

impl Reverse {
    /// Both searches, at their ends of the way.
    pub fn new(ground: &mut Ground) -> Self {
        let forwards = Fess::freeing(ground);
        let (target, is_plain, look) = (START, false, FIRST_LOOK);
        Self { forwards, backwards: None, target, is_plain, look, step: 0 }
    }

    /// Aims at the freest position that is known by now. Where it is the same as before, the search goes on.
    fn aim(&mut self, ground: &mut Ground) {
        let freest = if self.is_plain { START } else { self.forwards.freest() };
        if self.backwards.is_none() || freest != self.target {
            self.backwards = Some(match self.forwards.place(freest) {
                Some(place) => Backwards::to(ground, place),
                None => Backwards::new(ground),
            });
            self.target = freest;
        }
    }
}

impl Strategy for Reverse {
    fn name(&self) -> &'static str {
        "reverse"
    }

    fn step(&mut self, ground: &mut Ground, stats: &mut Stats) -> Step {
        if self.step == self.look * (1 + BACKWARDS) {
            self.step = 0;
            self.look *= 2;
        }
        if self.step == self.look {
            self.aim(ground);
        }
        self.step += 1;
        let backwards = match &mut self.backwards {
            Some(backwards) if self.step > self.look => backwards,
            _ => return self.forwards.step(ground, stats),
        };
        match backwards.search(ground, stats) {
            Found::Nothing => Step::Working,
            Found::Aim(_) => Step::Solved(self.forwards.pushes_to(ground, self.target)),
            Found::Everything if self.target == START => Step::Exhausted,
            // No way leads on from what it aimed at: better not be clever.
            Found::Everything => {
                self.backwards = Some(Backwards::new(ground));
                self.target = START;
                self.is_plain = true;
                Step::Working
            }
        }
    }

    fn bytes(&self) -> usize {
        self.forwards.bytes() + self.backwards.as_ref().map_or(0, Strategy::bytes)
    }

    fn frontier(&self) -> usize {
        self.forwards.frontier() + self.backwards.as_ref().map_or(0, Strategy::frontier)
    }

    fn progress(&self) -> u64 {
        self.backwards.as_ref().map_or(0, Strategy::progress)
    }

    fn nodes(&self) -> Option<&Nodes> {
        self.forwards.nodes()
    }

    fn note(&self) -> String {
        let backwards = self.backwards.as_ref().map(Strategy::note);
        format!("{}; {}", self.forwards.note(), backwards.unwrap_or_default())
    }
}
