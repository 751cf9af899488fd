//! Letters between the workers of a timely dataflow, in rounds: a round is over when all its letters have come.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use timely::dataflow::operators::{Exchange, Input, Inspect, Probe};
use timely::dataflow::{InputHandleVec, ProbeHandle};
use timely::worker::Worker;

/// Some bytes for a worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Letter {
    to: u64,
    /// Who wrote it.
    pub from: u32,
    /// What it says.
    pub bytes: Vec<u8>,
}

/// One worker's way to all others and to itself.
pub struct Mail<'a> {
    worker: &'a mut Worker,
    input: InputHandleVec<u64, Letter>,
    probe: ProbeHandle<u64>,
    inbox: Rc<RefCell<VecDeque<(u64, Letter)>>>,
    /// The round whose letters are read.
    round: u64,
}

impl<'a> Mail<'a> {
    /// Joins the others; all workers of a dataflow must.
    pub fn new(worker: &'a mut Worker) -> Self {
        let mut input = InputHandleVec::new();
        let inbox = Rc::new(RefCell::new(VecDeque::new()));
        let arrived = Rc::clone(&inbox);
        let probe = worker.dataflow(|scope| {
            scope
                .input_from(&mut input)
                .exchange(|letter: &Letter| letter.to)
                .inspect_time(move |&round, letter: &Letter| {
                    arrived.borrow_mut().push_back((round, letter.clone()));
                })
                .probe()
                .0
        });
        Self { worker, input, probe, inbox, round: 0 }
    }

    /// This worker's number.
    pub fn me(&self) -> usize {
        self.worker.index()
    }

    /// How many workers there are.
    pub fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Sends a letter in this round.
    pub fn post(&mut self, to: usize, bytes: Vec<u8>) {
        self.input.send(Letter { to: to as u64, from: self.me() as u32, bytes });
    }

    /// A letter of this round, if one is here already.
    pub fn peek(&mut self) -> Option<Letter> {
        self.worker.step();
        self.take()
    }

    fn take(&self) -> Option<Letter> {
        let mut inbox = self.inbox.borrow_mut();
        // A worker that is ahead writes letters of the next round.
        let at = inbox.iter().position(|(round, _)| *round == self.round)?;
        inbox.remove(at).map(|(_, letter)| letter)
    }

    /// Sends no more letters in this round. Those that are still to come are read with [`next`](Self::next).
    pub fn close(&mut self) {
        self.input.advance_to(self.round + 1);
    }

    /// Waits for a letter of the round that was closed; `None` where everybody has closed it and all are read.
    pub fn next(&mut self) -> Option<Letter> {
        loop {
            let over = !self.probe.less_than(&(self.round + 1));
            match self.take() {
                Some(letter) => return Some(letter),
                None if over => {
                    self.round += 1;
                    return None;
                }
                None => {
                    self.worker.step_or_park(None);
                }
            }
        }
    }

    /// Tells everybody these numbers, and gives the sums of what all have told.
    pub fn sums<const N: usize>(&mut self, numbers: [u64; N]) -> [u64; N] {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        for to in 0..self.peers() {
            self.post(to, bytes.clone());
        }
        let mut sums = [0; N];
        self.close();
        while let Some(letter) = self.next() {
            for (sum, number) in sums.iter_mut().zip(letter.bytes.chunks_exact(8)) {
                let number: [u8; 8] = number.try_into().unwrap_or_default();
                *sum += u64::from_le_bytes(number);
            }
        }
        sums
    }
}
