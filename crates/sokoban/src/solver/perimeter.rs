use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use super::field::Field;
use super::nodes::{NO_NODE, Nodes};
use crate::Cell;

/// A position: its boxes as bits, and a cell of the player's region.
pub(crate) type Place = (Vec<u64>, Cell);

/// The positions from which the way to the goals is known: what a search that goes backwards has met. A
/// forward search that steps on one of them is done. Clones share what is known, also between threads.
#[derive(Debug, Clone)]
pub(crate) struct Perimeter(Arc<RwLock<Nodes>>);

impl Perimeter {
    /// Nothing known yet.
    pub fn new(field: &Field) -> Self {
        Self(Arc::new(RwLock::new(Nodes::new(field.words))))
    }

    fn nodes(&self) -> RwLockReadGuard<'_, Nodes> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a position that pushing one box turns into another one, or that is solved.
    pub fn add(&self, hash: u64, boxes: &[u64], player: Cell, next: u32) -> (u32, bool) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).add(hash, boxes, player, next)
    }

    /// Whether a position is known, and as which.
    pub fn find(&self, hash: u64, boxes: &[u64], player: Cell) -> Option<u32> {
        self.nodes().find(hash, boxes, player)
    }

    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.nodes().len()
    }

    /// A position, but for the first so many, that is also among those of a search.
    pub fn meets(&self, others: &Nodes, first: usize) -> Option<u32> {
        let nodes = self.nodes();
        (first as u32..nodes.len() as u32).find_map(|node| others.find_as_in(&nodes, node))
    }

    /// A position.
    pub fn place(&self, node: u32) -> Place {
        let nodes = self.nodes();
        (nodes.boxes(node).to_vec(), nodes.player(node))
    }

    /// The positions from one of them, itself included, to a solved one.
    pub fn way(&self, node: u32) -> Vec<Place> {
        let nodes = self.nodes();
        let next = |&at: &u32| Some(nodes.parent(at)).filter(|&next| next != NO_NODE);
        std::iter::successors(Some(node), next)
            .map(|at| (nodes.boxes(at).to_vec(), nodes.player(at)))
            .collect()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.nodes().bytes()
    }
}

#[cfg(test)]
mod tests {
    use crate::solver::backwards::Backwards;
    use crate::solver::ground::Ground;
    use crate::solver::strategy::{Step, Strategy};
    use crate::{Board, Grid};
    use plyground_core::Stats;

    #[test]
    fn every_position_met_backwards_leads_forwards_to_the_goals() {
        let text = "#######\n#  .  #\n# $$  #\n#.#   #\n#  @  #\n#######";
        let board = Board::new(&Grid::from_text(text).expect("a level"));
        let mut ground = Ground::new(&board);
        let mut search = Backwards::new(&mut ground);
        let mut stats = Stats::default();
        for _ in 0..200 {
            if !matches!(search.step(&mut ground, &mut stats), Step::Working) {
                break;
            }
        }
        let met = ground.perimeter.nodes().len() as u32;
        assert!(met > 5, "{met} positions");
        let goals = ground.field.bits(&ground.field.goals);
        for node in 0..met {
            let way = ground.perimeter.way(node);
            assert_eq!(way.last().expect("a way").0, goals);
            for pair in way.windows(2) {
                // Some macro push of the one leads to the other.
                ground.lay(&pair[0].0, pair[0].1);
                let mut pushes = Vec::new();
                for index in 0..ground.boxes.len() {
                    ground.macro_pushes(0, ground.boxes[index], u16::MAX, &mut pushes);
                }
                assert!(pushes.iter().any(|push| {
                    let mut next = pair[0].0.clone();
                    super::super::field::remove(&mut next, push.from);
                    super::super::field::insert(&mut next, push.to);
                    next == pair[1].0 && push.player == pair[1].1
                }));
            }
        }
    }
}
