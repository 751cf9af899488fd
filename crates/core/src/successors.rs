/// The legal moves from a position, with what solvers ask of each.
#[derive(Debug, Clone)]
pub struct Successors<M> {
    /// Moves, and whether each is quiet.
    moves: Vec<(M, bool)>,
    /// The packed positions after them, one after the other; what is behind the last is left over.
    packed: Vec<u8>,
    packed_len: usize,
    /// Room for a plain list of moves.
    list: Vec<M>,
}

/// A move, and where it leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Successor<'a, M> {
    /// The move.
    pub mv: M,
    /// Whether it is quiet, as [`Puzzle::is_quiet`](crate::Puzzle::is_quiet) says.
    pub quiet: bool,
    /// The position after it.
    pub packed: &'a [u8],
}

impl<M> Default for Successors<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), packed: Vec::new(), packed_len: 0, list: Vec::new() }
    }
}

impl<M: Copy> Successors<M> {
    /// Takes all out, to put in others of this packed length.
    pub fn clear(&mut self, packed_len: usize) {
        self.moves.clear();
        self.packed_len = packed_len;
    }

    /// Adds a move; the packed position after it is to be written into what comes back.
    #[inline]
    pub fn add(&mut self, mv: M, quiet: bool) -> &mut [u8] {
        let at = self.moves.len() * self.packed_len;
        self.moves.push((mv, quiet));
        if self.packed.len() < at + self.packed_len {
            self.packed.resize(at + self.packed_len, 0);
        }
        &mut self.packed[at..][..self.packed_len]
    }

    /// Lists moves, then adds each.
    pub(crate) fn with_moves(
        &mut self,
        list: impl FnOnce(&mut Vec<M>),
        mut add: impl FnMut(M, &mut Self),
    ) {
        let mut moves = std::mem::take(&mut self.list);
        moves.clear();
        list(&mut moves);
        for &mv in &moves {
            add(mv, self);
        }
        self.list = moves;
    }

    /// Each of them.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Successor<'_, M>> {
        self.moves.iter().enumerate().map(|(index, &(mv, quiet))| {
            let packed = &self.packed[index * self.packed_len..][..self.packed_len];
            Successor { mv, quiet, packed }
        })
    }
}
