use std::sync::{Arc, Mutex, PoisonError};

use super::deadlock::{Pattern, Patterns};

/// What the threads of one race tell each other of dead patterns. Clones share one board.
#[derive(Debug, Clone)]
pub(crate) struct Exchange {
    board: Arc<Mutex<Vec<(usize, Pattern)>>>,
    /// The thread's number.
    thread: usize,
    /// How much of the board it has read.
    read: usize,
    /// How many of its own patterns are on the board or came from there.
    told: usize,
}

impl Exchange {
    /// An empty board, as the first thread sees it.
    pub fn new() -> Self {
        Self { board: Arc::default(), thread: 0, read: 0, told: 0 }
    }

    /// The same board, as another thread sees it.
    pub fn on_thread(&self, thread: usize) -> Self {
        Self { thread, ..self.clone() }
    }

    /// Tells what is new here, and learns what is new elsewhere.
    pub fn talk(&mut self, patterns: &mut Patterns, cells: usize) {
        let mut board = self.board.lock().unwrap_or_else(PoisonError::into_inner);
        board
            .extend(patterns.since(self.told).iter().map(|pattern| (self.thread, pattern.clone())));
        for (thread, pattern) in &board[self.read..] {
            if *thread != self.thread && !patterns.is_full() {
                patterns.take(pattern.clone(), cells);
            }
        }
        self.read = board.len();
        self.told = patterns.len();
    }
}
