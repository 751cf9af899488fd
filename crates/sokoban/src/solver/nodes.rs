use crate::Cell;

/// No node.
pub(crate) const NO_NODE: u32 = u32::MAX;

/// The positions a search has met: boxes as bits and the lowest cell of the player's region, with the
/// position each came from. Two positions are the same only if they are equal; hashes only lead there.
#[derive(Debug)]
pub(crate) struct Nodes {
    words: usize,
    boxes: Vec<u64>,
    heads: Vec<Head>,
    table: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Head {
    parent: u32,
    hash: u32,
    player: Cell,
}

impl Nodes {
    /// None yet; `words` is the length of a set of boxes.
    pub fn new(words: usize) -> Self {
        Self { words, boxes: Vec::new(), heads: Vec::new(), table: vec![NO_NODE; 1024] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.boxes.capacity() * 8 + self.heads.capacity() * size_of::<Head>() + self.table.len() * 4
    }

    /// The boxes of a node.
    #[inline]
    pub fn boxes(&self, node: u32) -> &[u64] {
        let start = node as usize * self.words;
        &self.boxes[start..start + self.words]
    }

    /// The player's region of a node.
    #[inline]
    pub fn player(&self, node: u32) -> Cell {
        self.heads[node as usize].player
    }

    /// Where a node came from.
    pub fn parent(&self, node: u32) -> u32 {
        self.heads[node as usize].parent
    }

    /// Gives a node another parent.
    pub fn set_parent(&mut self, node: u32, parent: u32) {
        self.heads[node as usize].parent = parent;
    }

    /// The nodes from the root to a node.
    pub fn line(&self, node: u32) -> Vec<u32> {
        let mut line = Vec::new();
        let mut at = node;
        while at != NO_NODE {
            line.push(at);
            at = self.parent(at);
        }
        line.reverse();
        line
    }

    /// The node of a position, if it is one.
    pub fn find(&self, hash: u64, boxes: &[u64], player: Cell) -> Option<u32> {
        self.find_short((hash >> 32) as u32, boxes, player)
    }

    /// The node here of a position that is a node elsewhere.
    pub fn find_as_in(&self, others: &Self, node: u32) -> Option<u32> {
        let head = &others.heads[node as usize];
        self.find_short(head.hash, others.boxes(node), head.player)
    }

    fn find_short(&self, short: u32, boxes: &[u64], player: Cell) -> Option<u32> {
        let mask = self.table.len() - 1;
        let mut slot = short as usize & mask;
        loop {
            let node = self.table[slot];
            if node == NO_NODE {
                return None;
            }
            let head = &self.heads[node as usize];
            if head.hash == short && head.player == player && self.boxes(node) == boxes {
                return Some(node);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The node of a position, and whether it is new.
    pub fn add(&mut self, hash: u64, boxes: &[u64], player: Cell, parent: u32) -> (u32, bool) {
        let mask = self.table.len() - 1;
        let short = (hash >> 32) as u32;
        let mut slot = short as usize & mask;
        loop {
            let node = self.table[slot];
            if node == NO_NODE {
                break;
            }
            let head = &self.heads[node as usize];
            if head.hash == short && head.player == player && self.boxes(node) == boxes {
                return (node, false);
            }
            slot = (slot + 1) & mask;
        }
        let node = self.heads.len() as u32;
        self.table[slot] = node;
        self.heads.push(Head { parent, hash: short, player });
        self.boxes.extend_from_slice(boxes);
        if self.heads.len() * 2 > self.table.len() {
            self.grow();
        }
        (node, true)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, NO_NODE);
        for (node, head) in self.heads.iter().enumerate() {
            let mut slot = head.hash as usize & (size - 1);
            while self.table[slot] != NO_NODE {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = node as u32;
        }
    }
}
