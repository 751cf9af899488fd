//! Counts a space that is spread over several processes, on timely dataflow.
//!
//! Every position belongs to one worker, chosen by a hash of its packed bytes. In a round each worker expands its part
//! of a layer and sends what it finds to the owners, who keep what is new. Afterwards a word goes back from every solved
//! position to where it was reached from, so that all solvable positions are found.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use plyground_catalog::Level;
use plyground_core::text::quoted;
use plyground_core::{Census, Limits, Options, PackedSpace, SpecError, Status, mix};
use plyground_search::store::{Entry, NONE, Store};
use timely::CommunicationConfig;

use crate::mail::{Letter, Mail};

/// Who counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Processes {
    /// Threads of each process.
    pub threads: usize,
    /// The addresses of all processes; none where this one is alone.
    pub hosts: Vec<String>,
    /// Which of them this process is.
    pub process: usize,
}

impl Processes {
    /// Reads a file of addresses, a line each.
    pub fn parse_hosts(file: &str, text: &str) -> Result<Vec<String>, SpecError> {
        let mut hosts = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let port = line.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
            if port.is_none_or(|port| port == 0) {
                return Err(SpecError(format!(
                    "{file}, line {}: {line} is not an address; expected HOST:PORT",
                    index + 1,
                    line = quoted(line)
                )));
            }
            hosts.push(line.to_owned());
        }
        match hosts.len() {
            0 => Err(SpecError(format!("{file}: no addresses; expected HOST:PORT, a line each"))),
            _ => Ok(hosts),
        }
    }

    fn config(&self) -> CommunicationConfig {
        match &self.hosts[..] {
            [] | [_] => CommunicationConfig::Process(self.threads),
            hosts => CommunicationConfig::Cluster {
                threads: self.threads,
                process: self.process,
                addresses: hosts.to_vec(),
                report: false,
                zerocopy: false,
            },
        }
    }

    /// Whether this process has the first worker, which tells the way to a deepest position.
    pub fn leads(&self) -> bool {
        self.process == 0
    }
}

/// Counts the positions of a level together with the other processes; all must be given the same level and options.
/// Limits of memory and time hold for each process, a limit of states for all together, layer by layer.
pub fn count(
    level: &Level,
    options: &Options,
    limits: &Limits,
    processes: &Processes,
) -> Result<Census, SpecError> {
    let config = timely::Config { communication: processes.config(), ..timely::Config::thread() };
    let (level, options, limits) = (Arc::clone(level), options.clone(), limits.clone());
    let threads = processes.threads as u64;
    let refused = Arc::new(Mutex::new(None));
    let reason = Arc::clone(&refused);
    let guards = timely::execute(config, move |worker| {
        let mut census = None;
        let looked = level.positions(&options, &mut |space| {
            census = Some(Part::new(space, Mail::new(worker), &limits, threads).run());
        });
        if let (Err(error), Ok(mut reason)) = (looked, reason.lock()) {
            *reason = Some(error);
        }
        census
    })
    .map_err(|error| SpecError(format!("the processes cannot reach each other: {error}")))?;
    let mut first = None;
    for part in guards.join() {
        let part = part.map_err(|error| SpecError(format!("a worker ended early: {error}")))?;
        first = first.or(part);
    }
    let refused = refused.lock().map(|mut reason| reason.take()).unwrap_or_default();
    first.ok_or_else(|| refused.unwrap_or_else(|| SpecError("nothing was counted".to_owned())))
}

/// Positions sent in one letter, about.
const LETTER: usize = 1 << 15;
/// Positions expanded between two looks at what has come in and at the clock.
const STRIDE: u32 = 256;

/// A way back: `child` was reached from position `parent` of worker `owner`.
#[derive(Debug, Clone, Copy)]
struct Back {
    child: u32,
    owner: u32,
    parent: u32,
}

/// What one worker holds.
struct Part<'a> {
    space: &'a mut dyn PackedSpace,
    mail: Mail<'a>,
    limits: &'a Limits,
    /// Bytes that this worker may hold.
    memory: u64,
    began: Instant,
    /// The cost of a position here is the worker that reached it first, its parent an index there.
    store: Store,
    room: u64,
    back: Vec<Back>,
    solved: Vec<u32>,
    moves: u64,
    seen_dead: u64,
    /// A limit that this worker came to.
    stopped: Option<Status>,
}

/// The limits as numbers that can be summed up.
const STOPS: [Status; 4] =
    [Status::TimeLimit, Status::MemoryLimit, Status::StateLimit, Status::Cancelled];

impl<'a> Part<'a> {
    fn new(
        space: &'a mut dyn PackedSpace,
        mail: Mail<'a>,
        limits: &'a Limits,
        threads: u64,
    ) -> Self {
        let memory = limits.memory.unwrap_or(u64::MAX) / threads;
        Self {
            store: Store::new(space.packed_len()),
            space,
            mail,
            limits,
            memory,
            room: memory,
            began: Instant::now(),
            back: Vec::new(),
            solved: Vec::new(),
            moves: 0,
            seen_dead: 0,
            stopped: None,
        }
    }

    fn run(mut self) -> Census {
        let mut start = vec![0; self.space.packed_len()];
        self.space.start(&mut start);
        if self.owner(&start) == self.mail.me() {
            self.arrive(&start, NONE, NONE);
        }
        let mut layers = Vec::new();
        let (mut first, mut shortest, mut expanded) = (0, None, 0);
        // The first position of this worker in the last layer that was not empty.
        let mut deepest = first..first;
        let stopped = loop {
            let end = self.store.len() as u32;
            let stop = self.stops();
            let [reached, stops @ ..] =
                self.mail.sums([u64::from(end - first), stop[0], stop[1], stop[2], stop[3]]);
            if reached > 0 {
                layers.push(reached);
                deepest = first..end;
            }
            let stop = STOPS.iter().zip(stops).find(|(_, count)| *count > 0);
            if reached == 0 || stop.is_some() {
                break stop.map(|(status, _)| *status);
            }
            let solved = self.solved.len();
            let done = self.expand(first..end);
            let [solved, done] =
                self.mail.sums([(self.solved.len() - solved) as u64, u64::from(done)]);
            if solved > 0 {
                shortest.get_or_insert(layers.len() as u64 - 1);
            }
            expanded += done;
            if self.limits.states.is_some_and(|most| expanded >= most) {
                self.stopped = self.stopped.or(Some(Status::StateLimit));
            }
            first = end;
        };
        let solvable = if stopped.is_none() { Some(self.spread()) } else { None };
        let way = self.way(deepest, layers.len());
        let bytes = self.bytes();
        let [moves, seen_dead, solved, peak_bytes] =
            self.mail.sums([self.moves, self.seen_dead, self.solved.len() as u64, bytes]);
        let states = layers.iter().sum();
        let way: Vec<&[u8]> = way.iter().map(Vec::as_slice).collect();
        Census {
            stopped,
            states,
            layers,
            expanded,
            moves,
            solved,
            shortest,
            solvable,
            dead: solvable.map(|solvable| states - solvable),
            seen_dead,
            deepest: self.space.line(&way),
            peak_bytes,
            seconds: self.began.elapsed().as_secs_f64(),
        }
    }

    fn bytes(&self) -> u64 {
        self.store.bytes() + (self.back.capacity() * size_of::<Back>()) as u64
    }

    fn stops(&self) -> [u64; 4] {
        STOPS.map(|status| u64::from(self.stopped == Some(status)))
    }

    fn owner(&self, packed: &[u8]) -> usize {
        // Other bits than those by which the store finds its slots.
        let hash = packed.chunks(8).fold(0x5eed, |hash, part| {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            mix(&[hash, u64::from_le_bytes(word)])
        });
        (hash % self.mail.peers() as u64) as usize
    }

    /// Expands the positions of a range and sends what they lead to; how many were expanded.
    fn expand(&mut self, range: std::ops::Range<u32>) -> u32 {
        let length = self.space.packed_len();
        let mut letters = vec![Vec::new(); self.mail.peers()];
        let (mut packed, mut next) = (vec![0; length], Vec::new());
        let mut done = 0;
        for index in range {
            if done % STRIDE == 0 {
                self.look();
                while let Some(letter) = self.mail.peek() {
                    self.read(&letter);
                }
            }
            if self.stopped.is_some() {
                break;
            }
            packed.copy_from_slice(self.store.packed(index));
            next.clear();
            let kind = self.space.expand(&packed, &mut next);
            self.seen_dead += u64::from(kind.seen_dead);
            if kind.solved {
                self.solved.push(index);
            }
            for successor in next.chunks_exact(length) {
                self.moves += 1;
                let to = self.owner(successor);
                letters[to].extend_from_slice(successor);
                letters[to].extend_from_slice(&index.to_le_bytes());
                if letters[to].len() >= LETTER {
                    self.mail.post(to, std::mem::take(&mut letters[to]));
                }
            }
            done += 1;
        }
        for (to, letter) in letters.into_iter().enumerate() {
            if !letter.is_empty() {
                self.mail.post(to, letter);
            }
        }
        self.mail.close();
        while let Some(letter) = self.mail.next() {
            self.read(&letter);
        }
        done
    }

    /// Looks whether time is up or somebody asked to stop.
    fn look(&mut self) {
        if self.limits.cancel.is_cancelled() {
            self.stopped = Some(Status::Cancelled);
        } else if self.limits.time.is_some_and(|time| self.began.elapsed() >= time) {
            self.stopped = Some(Status::TimeLimit);
        } else if self.bytes() > self.memory {
            self.stopped = Some(Status::MemoryLimit);
        }
    }

    /// Takes in the positions of a letter.
    fn read(&mut self, letter: &Letter) {
        for record in letter.bytes.chunks_exact(self.space.packed_len() + 4) {
            let (packed, parent) = record.split_at(record.len() - 4);
            self.arrive(packed, letter.from, number(parent));
        }
    }

    /// Keeps a position, if it is new, and where it was reached from.
    fn arrive(&mut self, packed: &[u8], owner: u32, parent: u32) {
        let child = match self.store.entry(packed) {
            Entry::Known(index) => index,
            Entry::New(vacant) => {
                match self.store.insert(vacant, packed, owner, parent, &mut self.room) {
                    Ok(index) => index,
                    Err(_) => {
                        self.stopped = Some(Status::MemoryLimit);
                        return;
                    }
                }
            }
        };
        if parent != NONE {
            self.back.push(Back { child, owner, parent });
        }
    }

    /// Finds all positions of all workers that lead to a solved one; how many.
    fn spread(&mut self) -> u64 {
        self.back.sort_unstable_by_key(|back| back.child);
        let mut solvable = vec![false; self.store.len()];
        let mut fresh = self.solved.clone();
        fresh.iter().for_each(|&index| solvable[index as usize] = true);
        let mut all = 0;
        loop {
            let [found] = self.mail.sums([fresh.len() as u64]);
            all += found;
            if found == 0 {
                return all;
            }
            let mut letters = vec![Vec::new(); self.mail.peers()];
            for index in fresh.drain(..) {
                let at = self.back.partition_point(|back| back.child < index);
                for back in self.back[at..].iter().take_while(|back| back.child == index) {
                    letters[back.owner as usize].extend_from_slice(&back.parent.to_le_bytes());
                }
            }
            for (to, letter) in letters.into_iter().enumerate() {
                if !letter.is_empty() {
                    self.mail.post(to, letter);
                }
            }
            self.mail.close();
            while let Some(letter) = self.mail.next() {
                for index in letter.bytes.chunks_exact(4).map(number) {
                    if !std::mem::replace(&mut solvable[index as usize], true) {
                        fresh.push(index);
                    }
                }
            }
        }
    }

    /// The positions on the way to a deepest one; only the first worker hears them all.
    fn way(&mut self, deepest: std::ops::Range<u32>, layers: usize) -> Vec<Vec<u8>> {
        // Whoever has the position with the lowest bytes begins, so that it is the same one however many count.
        let own = deepest.min_by_key(|&index| self.store.packed(index).to_vec());
        let best = own.map(|index| self.store.packed(index).to_vec());
        if let Some(best) = &best {
            for to in 0..self.mail.peers() {
                self.mail.post(to, best.clone());
            }
        }
        let mut lowest: Option<(Vec<u8>, u32)> = None;
        self.mail.close();
        while let Some(letter) = self.mail.next() {
            let other = (letter.bytes, letter.from);
            if lowest.as_ref().is_none_or(|lowest| other < *lowest) {
                lowest = Some(other);
            }
        }
        let begins = lowest.is_some_and(|(_, from)| from as usize == self.mail.me());
        let mut here = own.filter(|_| begins);
        let mut way = Vec::new();
        for _ in 0..layers {
            if let Some(index) = here.take() {
                let mut told = vec![1];
                told.extend_from_slice(self.store.packed(index));
                self.mail.post(0, told);
                let (owner, parent) = (self.store.g(index), self.store.parent(index));
                if parent != NONE {
                    let mut asked = vec![0];
                    asked.extend_from_slice(&parent.to_le_bytes());
                    self.mail.post(owner as usize, asked);
                }
            }
            self.mail.close();
            while let Some(letter) = self.mail.next() {
                match letter.bytes.split_first() {
                    Some((1, packed)) => way.push(packed.to_vec()),
                    Some((_, index)) => here = Some(number(index)),
                    None => {}
                }
            }
        }
        way.reverse();
        way
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.try_into().map_or(NONE, u32::from_le_bytes)
}
