use plyground_core::{Game, Outcome, Rng, Side};

use super::super::logarithm::ln;

/// A position in the tree, reached by one ply from its parent.
pub(super) struct Node<M> {
    /// The ply that led here; `None` for the root.
    pub mv: Option<M>,
    /// Who played it.
    pub mover: Side,
    /// The result, once it is proven.
    pub proven: Option<Outcome>,
    parent: u32,
    first_child: u32,
    children: u32,
    pub visits: u32,
    /// The sum of the playouts' results, for the mover.
    total: f32,
}

impl<M> Node<M> {
    /// The mean result for the mover; a proven one counts as what it is.
    pub fn mean(&self) -> f64 {
        match self.proven {
            Some(outcome) => outcome.points(self.mover),
            None => f64::from(self.total) / f64::from(self.visits.max(1)),
        }
    }
}

/// The root's number.
pub(super) const ROOT: usize = 0;

/// The positions looked at so far. They never take more than the memory they were given.
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree of the root alone that may take so many bytes, or at least so many nodes.
    pub fn new(bytes: u64, least: usize, to_move: Side) -> Self {
        let capacity = (bytes as usize / size_of::<Node<M>>()).clamp(least, u32::MAX as usize);
        // Reserved at once: growing would need the old and the new memory at the same time.
        let mut nodes = Vec::with_capacity(capacity);
        nodes.push(Self::node(None, to_move.other(), 0));
        Self { nodes, capacity }
    }

    fn node(mv: Option<M>, mover: Side, parent: usize) -> Node<M> {
        Node {
            mv,
            mover,
            proven: None,
            parent: parent as u32,
            first_child: 0,
            children: 0,
            visits: 0,
            total: 0.0,
        }
    }

    pub fn get(&self, node: usize) -> &Node<M> {
        &self.nodes[node]
    }

    /// The numbers of a node's children; none before it is expanded.
    pub fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Node { first_child, children, .. } = self.nodes[node];
        first_child as usize..(first_child + children) as usize
    }

    /// Adds all plies from a node, the most promising ones first and equal ones in random order.
    /// Nothing happens where memory is used up.
    pub fn expand<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &G::State,
        node: usize,
        moves: &mut Vec<M>,
        rng: &mut Rng,
    ) {
        moves.clear();
        game.moves(state, moves);
        if self.nodes.len() + moves.len() > self.capacity {
            return;
        }
        rng.shuffle(moves);
        moves.sort_by_key(|&mv| -i64::from(game.order(state, mv)));
        let mover = game.to_move(state);
        self.nodes[node].first_child = self.nodes.len() as u32;
        self.nodes[node].children = moves.len() as u32;
        self.nodes.extend(moves.iter().map(|&mv| Self::node(Some(mv), mover, node)));
    }

    /// The child to look at next: good ones and neglected ones, by upper confidence bounds. Children
    /// whose result is proven need no more looks.
    pub fn select(&self, node: usize, exploration: f64) -> Option<usize> {
        let parent = &self.nodes[node];
        let range = self.children(node);
        let mover = self.nodes.get(range.start)?.mover;
        // A child not yet visited is guessed to be as good as its parent.
        let mean = parent.mean();
        let guess = if mover == parent.mover { mean } else { 1.0 - mean };
        let log = ln(f64::from(parent.visits.max(1)));
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        for child in range {
            let Node { visits, proven, .. } = self.nodes[child];
            if proven.is_some() {
                continue;
            }
            let value = if visits == 0 { guess } else { self.nodes[child].mean() };
            let bound = value + exploration * (log / f64::from(visits.max(1))).sqrt();
            if bound > best_bound {
                best_bound = bound;
                best = Some(child);
            }
        }
        best
    }

    /// Counts a playout for a node and all above it. `first` is the result for the first side.
    pub fn count(&mut self, mut node: usize, first: f64) {
        loop {
            let entry = &mut self.nodes[node];
            entry.visits += 1;
            entry.total += match entry.mover {
                Side::First => first as f32,
                Side::Second => 1.0 - first as f32,
            };
            if node == ROOT {
                return;
            }
            node = entry.parent as usize;
        }
    }

    /// Notes a proven result, and what it proves above.
    pub fn prove(&mut self, mut node: usize, mut outcome: Outcome) {
        loop {
            self.nodes[node].proven = Some(outcome);
            if node == ROOT {
                return;
            }
            let mover = self.nodes[node].mover;
            node = self.nodes[node].parent as usize;
            if outcome != Outcome::Win(mover) {
                let Some(best) = self.best_of_proven(node, mover) else { return };
                outcome = best;
            }
        }
    }

    /// The result of a node all of whose children are proven.
    fn best_of_proven(&self, node: usize, mover: Side) -> Option<Outcome> {
        let mut best = Outcome::Win(mover.other());
        for child in &self.nodes[self.children(node)] {
            if child.proven? == Outcome::Draw {
                best = Outcome::Draw;
            }
        }
        Some(best)
    }

    /// A node's children, best first: by proof, then by visits; what is lost comes last.
    pub fn ranking(&self, node: usize) -> Vec<usize> {
        let mut ranking: Vec<usize> = self.children(node).collect();
        let trusted = ranking
            .iter()
            .map(|&child| &self.nodes[child])
            .filter(|child| child.proven.is_none())
            .max_by_key(|child| child.visits)
            .map_or(0.0, Node::mean);
        ranking.sort_by_key(|&child| {
            let entry = &self.nodes[child];
            let class = match entry.proven {
                Some(Outcome::Win(winner)) if winner == entry.mover => 0,
                // A sure draw is better than what looks worse than one.
                Some(Outcome::Draw) if trusted < 0.5 => 1,
                None => 2,
                Some(Outcome::Draw) => 3,
                Some(Outcome::Win(_)) => 4,
            };
            (class, std::cmp::Reverse(entry.visits))
        });
        ranking
    }

    /// The plies that follow a node where both sides play what was looked at most.
    pub fn line(&self, mut node: usize) -> Vec<M> {
        let mut line: Vec<M> = self.nodes[node].mv.into_iter().collect();
        while let Some(&child) = self.ranking(node).first() {
            if self.nodes[child].visits == 0 {
                break;
            }
            line.extend(self.nodes[child].mv);
            node = child;
        }
        line
    }
}
