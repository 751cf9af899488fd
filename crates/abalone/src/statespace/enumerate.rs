//! The boards that can be reached in one, two, … plies.

use std::io;

use plyground_core::{Enumeration, Limits, Progress, Status};
use plyground_search::driver::{AtWork, Driver};

use super::sorted_moves;
use crate::rules::State;

/// Takes the boards of an enumeration as they are found.
pub trait Layers {
    /// A board that is new at its depth. Within a depth, boards come in the order of the positions
    /// before them and of the moves from these.
    fn board(&mut self, depth: u32, state: &State) -> io::Result<()>;
    /// All boards of a depth were handed over.
    fn layer_done(&mut self, _depth: u32) -> io::Result<()> {
        Ok(())
    }
    /// Called a few times a second.
    fn progress(&mut self, _progress: &Progress) {}
}

/// Finds the different boards after each number of plies up to `depth`, and hands them over one by
/// one. No rule ends the game. A board counts once a depth, however many lines lead to it.
pub fn enumerate(
    start: &State,
    depth: u32,
    limits: &Limits,
    layers: &mut dyn Layers,
) -> io::Result<Enumeration> {
    let mut result = Enumeration { counts: Vec::new(), stopped: None };
    let mut driver = Driver::start(limits);
    let mut layer = vec![*start];
    for depth in 1..=depth {
        let mut next = Distinct::default();
        result.counts.push(0);
        for state in &layer {
            let bytes = (layer.capacity() * size_of::<State>()) as u64 + next.bytes();
            let at_work = AtDepth { depth, boards: next.boards.len(), bytes };
            let tell = &mut |progress: &_| layers.progress(progress);
            let full = (next.boards.len() >= MOST_BOARDS).then_some(Status::MemoryLimit);
            result.stopped = full.or(driver.check(&at_work, tell).err());
            if result.stopped.is_some() {
                break;
            }
            for mv in sorted_moves(state) {
                let mut board = *state;
                board.play(mv);
                // Boards are compared, and scores are no part of a board.
                board.captures = [0; 2];
                if next.insert(board) {
                    layers.board(depth, &board)?;
                }
            }
            driver.parts().0.expanded += 1;
        }
        *result.counts.last_mut().expect("pushed above") = next.boards.len() as u64;
        if result.stopped.is_some() {
            break;
        }
        driver.parts().0.generated += next.boards.len() as u64;
        layers.layer_done(depth)?;
        layer = next.boards;
    }
    Ok(result)
}

/// Different boards in the order in which they came: a table of indices into the list.
#[derive(Default)]
struct Distinct {
    boards: Vec<State>,
    /// Index + 1; 0 where empty. Its length is a power of two.
    slots: Vec<u32>,
}

impl Distinct {
    /// Adds a board; `false` where it was there.
    fn insert(&mut self, board: State) -> bool {
        if self.slots.len() < 2 * (self.boards.len() + 1) {
            self.grow();
        }
        let slot = self.find(&board);
        if self.slots[slot] != 0 {
            return false;
        }
        self.boards.push(board);
        self.slots[slot] = self.boards.len() as u32;
        true
    }

    /// The slot of a board, or the empty one where it belongs.
    fn find(&self, board: &State) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = board.key() as usize & mask;
        while self.slots[slot] != 0 && self.boards[self.slots[slot] as usize - 1] != *board {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 2).max(1024)];
        for index in 0..self.boards.len() {
            let slot = self.find(&self.boards[index]);
            self.slots[slot] = index as u32 + 1;
        }
    }

    fn bytes(&self) -> u64 {
        (self.boards.capacity() * size_of::<State>() + self.slots.len() * size_of::<u32>()) as u64
    }
}

/// Boards that one table can hold.
const MOST_BOARDS: usize = u32::MAX as usize / 2;

/// A depth under way.
struct AtDepth {
    depth: u32,
    boards: usize,
    bytes: u64,
}

impl AtWork for AtDepth {
    fn bytes(&self) -> u64 {
        self.bytes
    }
    fn frontier(&self) -> u64 {
        self.boards as u64
    }
    fn note(&self) -> String {
        format!("depth {}", self.depth)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::statespace::{expand, parse_input};

    #[derive(Default)]
    struct Lines(Vec<Vec<String>>);

    impl Layers for Lines {
        fn board(&mut self, depth: u32, state: &State) -> io::Result<()> {
            self.0.resize(depth as usize, Vec::new());
            self.0[depth as usize - 1].push(crate::notation::marbles_text(state.marbles));
            Ok(())
        }
    }

    #[test]
    fn each_depth_holds_each_board_once_and_the_first_is_the_board_file() {
        let start = parse_input("b\nE5b,E6b,F6b,D4w,D5w").unwrap();
        let mut lines = Lines::default();
        let result = enumerate(&start, 3, &Limits::default(), &mut lines).unwrap();
        assert_eq!(result.stopped, None);
        assert_eq!(lines.0[0].join("\n") + "\n", expand(&start).boards);
        let mut plain: HashSet<State> = HashSet::from([start]);
        for (boards, &count) in lines.0.iter().zip(&result.counts) {
            let mut after = HashSet::new();
            for state in &plain {
                let mut moves = Vec::new();
                state.moves(&mut moves);
                for mv in moves {
                    let mut next = *state;
                    next.play(mv);
                    after.insert(State { captures: [0; 2], ..next });
                }
            }
            plain = after;
            assert_eq!(count as usize, plain.len());
            assert_eq!(boards.iter().collect::<HashSet<_>>().len(), plain.len());
            assert_eq!(boards.len(), plain.len());
        }
    }

    #[test]
    fn limits_and_cancellation_stop_it_and_say_so() {
        let start = crate::layouts::layouts()[1].start;
        let stopped =
            |limits: &Limits| enumerate(&start, 9, limits, &mut Lines::default()).unwrap().stopped;
        assert_eq!(stopped(&Limits::states(100)), Some(Status::StateLimit));
        let memory = Limits { memory: Some(100_000), ..Limits::default() };
        assert_eq!(stopped(&memory), Some(Status::MemoryLimit));
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        assert_eq!(stopped(&cancelled), Some(Status::Cancelled));
        assert_eq!(stopped(&Limits::time(std::time::Duration::ZERO)), Some(Status::TimeLimit));
    }
}
