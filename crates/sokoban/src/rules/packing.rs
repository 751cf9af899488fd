use super::Position;
use crate::{Board, Cell};

/// How the positions of one board are written into bytes: the player's cell, then the boxes as a list of
/// cells or as one bit a cell, whichever is shorter.
#[derive(Debug, Clone)]
pub(super) struct Packing {
    cells: usize,
    player_bytes: usize,
    /// Bytes of each box in the list; 0 for one bit a cell.
    box_bytes: usize,
    len: usize,
}

impl Packing {
    pub fn new(board: &Board) -> Self {
        let bytes_for = |cells: usize| if cells <= 256 { 1 } else { 2 };
        let player_bytes = bytes_for(board.cells());
        let box_bytes = bytes_for(board.box_cells());
        let list = board.box_count() * box_bytes;
        let bits = board.box_cells().div_ceil(8);
        Self {
            cells: board.cells(),
            player_bytes,
            box_bytes: if list < bits { box_bytes } else { 0 },
            len: player_bytes + list.min(bits),
        }
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    /// Writes the player's cell and leaves the boxes as they are.
    #[inline]
    pub fn put_player(&self, player: Cell, out: &mut [u8]) {
        let [low, high] = player.to_le_bytes();
        out[0] = low;
        if self.player_bytes == 2 {
            out[1] = high;
        }
    }

    pub fn pack(&self, position: &Position, out: &mut [u8]) {
        self.put_player(position.player, out);
        let boxes = &mut out[self.player_bytes..];
        match self.box_bytes {
            0 => {
                for (chunk, word) in boxes.chunks_mut(8).zip(position.boxes.words()) {
                    chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
                }
            }
            1 => {
                for (byte, cell) in boxes.iter_mut().zip(&position.boxes) {
                    *byte = cell as u8;
                }
            }
            _ => {
                for (pair, cell) in boxes.chunks_mut(2).zip(&position.boxes) {
                    pair.copy_from_slice(&cell.to_le_bytes());
                }
            }
        }
    }

    pub fn unpack(&self, bytes: &[u8]) -> Position {
        let (player, packed) = bytes.split_at(self.player_bytes);
        let player = match *player {
            [low, high] => Cell::from_le_bytes([low, high]),
            _ => Cell::from(player[0]),
        };
        let mut boxes = crate::CellSet::new(self.cells);
        match self.box_bytes {
            0 => {
                for (chunk, word) in packed.chunks(8).zip(boxes.words_mut()) {
                    let mut bytes = [0; 8];
                    bytes[..chunk.len()].copy_from_slice(chunk);
                    *word = u64::from_le_bytes(bytes);
                }
            }
            1 => packed.iter().for_each(|&byte| boxes.insert(Cell::from(byte))),
            _ => {
                for pair in packed.chunks_exact(2) {
                    boxes.insert(Cell::from_le_bytes([pair[0], pair[1]]));
                }
            }
        }
        Position { player, boxes }
    }
}
