//! A job slot as a process of its own: whatever a piece does there, its worker goes on.
//!
//! Orders go in as lines of JSON on the process's standard input, what they gave comes out as lines on its standard output. A piece that
//! ignores its limits is ended together with its process, and handed in as failed with that reason; so is nothing else, for a process that
//! ends by itself is an attempt like that of a worker that never came back. A process whose worker is gone finds its input closed, and ends.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use plyground_catalog::Catalog;
use plyground_core::Cancel;
use plyground_lab::order::Order;
use plyground_lab::units;
use plyground_lab::wait::ended_within;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::server::{ClusterError, VERSION};

/// So long a process may take to begin, and to end when it is told to.
const START: Duration = Duration::from_secs(30);
const FAREWELL: Duration = Duration::from_secs(2);
/// So long a process whose worker is gone may take to leave its piece.
const LEAVE: Duration = Duration::from_secs(1);
/// Between two looks at the clock and at what the process holds.
const GLANCE: Duration = Duration::from_millis(100);
/// What a process holds beside the states of a search.
const BESIDE: u64 = 500_000_000;

#[derive(Serialize, Deserialize)]
struct Task {
    order: Order,
    jobs: usize,
}

/// What a process says.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    /// First of all: it is there, and of this version.
    Ready(String),
    /// A turn of a game was played.
    Turn,
    /// What the piece gave.
    Product(Value),
    /// Why it gave nothing.
    Failed(String),
}

/// How a piece ended.
pub(crate) enum Made {
    /// With this.
    Product(Value),
    /// With nothing, and why.
    Failed(String),
    /// Somebody asked to stop.
    Cut,
    /// Its process ended by itself: how.
    Died(String),
}

/// Does a piece; what goes wrong inside is told.
pub(crate) fn perform(
    order: &Order,
    catalog: &Catalog,
    jobs: usize,
    cancel: &Cancel,
    turn: &(dyn Fn() + Sync),
) -> Made {
    match catch_unwind(AssertUnwindSafe(|| order.perform(catalog, jobs, cancel, turn))) {
        Ok(Ok(Some(product))) => Made::Product(product),
        Ok(Ok(None)) => Made::Cut,
        Ok(Err(error)) => Made::Failed(error.to_string()),
        Err(panic) => {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
            Made::Failed(format!("it panicked: {}", said.unwrap_or("without a word")))
        }
    }
}

/// The life of such a process: does the orders on standard input until there are no more.
pub fn serve(catalog: &Catalog) {
    let output = Mutex::new(BufWriter::new(std::io::stdout()));
    let say = |word: &Word| {
        let mut output = output.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let line = serde_json::to_string(word).unwrap_or_default();
        writeln!(output, "{line}").and_then(|()| output.flush()).is_ok()
    };
    let cancel = Cancel::new();
    let (tasks, todo) = mpsc::channel();
    let over = cancel.clone();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if tasks.send(line).is_err() {
                return;
            }
        }
        // Nobody waits any more. What is under way ends by its flag, with all that it started; and if not, without.
        drop(tasks);
        over.cancel();
        std::thread::sleep(LEAVE);
        std::process::exit(1);
    });
    if !say(&Word::Ready(VERSION.to_owned())) {
        return;
    }
    for line in todo {
        let word = match serde_json::from_str::<Task>(&line) {
            Err(error) => Word::Failed(format!("the order cannot be read: {error}")),
            Ok(Task { order, jobs }) => {
                let turn = || {
                    say(&Word::Turn);
                };
                match perform(&order, catalog, jobs, &cancel, &turn) {
                    Made::Product(product) => Word::Product(product),
                    Made::Failed(reason) => Word::Failed(reason),
                    Made::Cut | Made::Died(_) => return,
                }
            }
        };
        if !say(&word) {
            return;
        }
    }
}

/// What a piece may use before it is ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    /// For the piece, or for a turn of a game.
    pub time: Option<Duration>,
    /// Bytes that the process may hold.
    pub memory: Option<u64>,
}

impl Bounds {
    /// The limits of an order, which it keeps by itself as a rule, and what it may take beyond.
    pub fn of(order: &Order, grace: Duration) -> Self {
        Self {
            time: order.patience().map(|time| time + time / 10 + grace),
            memory: order
                .memory()
                .map(|bytes| bytes.saturating_add(bytes / 4).saturating_add(BESIDE)),
        }
    }
}

/// A process, seen by its worker.
pub(crate) struct Slot {
    child: Child,
    input: Option<BufWriter<ChildStdin>>,
    words: Receiver<Word>,
}

impl Slot {
    /// Starts a process, and waits until it is there.
    pub fn start(command: &[OsString]) -> Result<Self, ClusterError> {
        let failed = |reason: &dyn std::fmt::Display| {
            ClusterError(format!("no process can be started for the pieces: {reason}"))
        };
        let [program, arguments @ ..] = command else { return Err(failed(&"it has no name")) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        alone(&mut command);
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let (says, words) = mpsc::channel();
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    let Ok(word) = serde_json::from_str(&line) else { return };
                    if says.send(word).is_err() {
                        return;
                    }
                }
            });
        }
        let input = child.stdin.take().map(BufWriter::new);
        let slot = Self { child, input, words };
        match slot.words.recv_timeout(START) {
            Ok(Word::Ready(version)) if version == VERSION => Ok(slot),
            Ok(Word::Ready(version)) => {
                Err(failed(&format!("{} is now of version {version}", program.display())))
            }
            _ => Err(failed(&format!("{} does not answer", program.display()))),
        }
    }

    /// Does a piece; says whether the process can do another.
    pub fn perform(
        &mut self,
        order: &Order,
        jobs: usize,
        bounds: &Bounds,
        cancel: &Cancel,
    ) -> (Made, bool) {
        let line = serde_json::to_string(&Task { order: order.clone(), jobs }).unwrap_or_default();
        let told =
            self.input.as_mut().map(|input| writeln!(input, "{line}").and_then(|()| input.flush()));
        if !matches!(told, Some(Ok(()))) {
            return (Made::Died(self.how_it_ended()), false);
        }
        let mut began = Instant::now();
        loop {
            match self.words.recv_timeout(GLANCE) {
                Ok(Word::Product(product)) => return (Made::Product(product), true),
                Ok(Word::Failed(reason)) => return (Made::Failed(reason), true),
                Ok(Word::Turn | Word::Ready(_)) => began = Instant::now(),
                Err(RecvTimeoutError::Disconnected) => {
                    return (Made::Died(self.how_it_ended()), false);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if cancel.is_cancelled() {
                return (Made::Cut, false);
            }
            if let Some(reason) = self.beyond(began.elapsed(), bounds) {
                return (Made::Failed(format!("ended by its worker: {reason}")), false);
            }
        }
    }

    /// What it does beyond its bounds, in words.
    fn beyond(&mut self, taken: Duration, bounds: &Bounds) -> Option<String> {
        if bounds.time.is_some_and(|most| taken > most) {
            let taken = units::seconds(taken.as_secs_f64());
            return Some(format!("it ignored its time limit and was at it for {taken}"));
        }
        let held = resident(self.child.id())
            .filter(|&held| bounds.memory.is_some_and(|most| held > most))?;
        // What it started besides is ended when its input is closed; the memory cannot wait for that.
        let _ = self.child.kill();
        Some(format!("it ignored its memory limit and held {}", units::bytes(held as f64)))
    }

    fn how_it_ended(&mut self) -> String {
        match ended_within(FAREWELL, &mut self.child) {
            Some(status) => format!("its process ended ({status})"),
            None => "its process says what nobody understands".to_owned(),
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        drop(self.input.take());
        if ended_within(FAREWELL, &mut self.child).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Bytes that a process holds in memory, where the system tells.
fn resident(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Ctrl-C is for the worker, which then says what becomes of the piece.
#[cfg(unix)]
fn alone(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}
#[cfg(windows)]
fn alone(command: &mut Command) {
    const NEW_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, NEW_GROUP);
}
#[cfg(not(any(unix, windows)))]
fn alone(_: &mut Command) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// A process that greets and does this with its order.
    fn slot(script: &str) -> Slot {
        let script = format!("echo '{{\"ready\":\"{VERSION}\"}}'; read order; {script}");
        Slot::start(&["sh".into(), "-c".into(), script.into()]).unwrap()
    }

    fn order() -> Order {
        let order = serde_json::json!({
            "kind": "run", "experiment": "e", "cell": "c", "world": "sokoban", "options": {}, "file": "f", "number": 1,
            "title": "t", "level": "#####\n#@$.#\n#####\n", "method": "bfs", "repeat": 0, "seconds": 1.0, "states": null,
            "memory": 1000, "threads": null,
        });
        serde_json::from_value(order).unwrap()
    }

    /// What a script gives under bounds, and whether its process could go on.
    fn made(script: &str, time: u64, memory: u64) -> (Made, bool) {
        let time = Some(Duration::from_millis(time));
        slot(script).perform(&order(), 1, &Bounds { time, memory: Some(memory) }, &Cancel::new())
    }

    #[test]
    fn a_piece_that_ignores_its_limits_is_ended_and_says_so() {
        let (Made::Failed(reason), false) = made("sleep 60", 300, u64::MAX) else {
            panic!("it slept")
        };
        assert!(reason.starts_with("ended by its worker: it ignored its time limit"), "{reason}");
        let hoard = "x=$(head -c 80000000 /dev/zero | tr '\\0' a); sleep 60";
        let (Made::Failed(reason), false) = made(hoard, 60_000, 40_000_000) else {
            panic!("it hoarded")
        };
        assert!(reason.starts_with("ended by its worker: it ignored its memory limit"), "{reason}");
    }

    #[test]
    fn a_process_that_ends_by_itself_is_an_attempt_and_one_that_answers_goes_on() {
        let (Made::Died(how), false) = made("kill -9 $$", 60_000, u64::MAX) else {
            panic!("it lived")
        };
        assert!(how.contains("signal: 9"), "{how}");
        let answer = "echo '\"turn\"'; echo '{\"failed\":\"no\"}'; read more";
        assert!(
            matches!(made(answer, 60_000, u64::MAX), (Made::Failed(reason), true) if reason == "no")
        );
    }

    #[test]
    fn turns_of_a_game_give_it_more_time() {
        let game = "for i in 1 2 3 4 5 6; do sleep 0.25; echo '\"turn\"'; done; echo '{\"product\":7}'; read more";
        assert!(matches!(made(game, 1000, u64::MAX), (Made::Product(_), true)));
    }

    #[test]
    fn whoever_asks_to_stop_is_heard() {
        let cancel = Cancel::new();
        cancel.cancel();
        let bounds = Bounds { time: None, memory: None };
        let (Made::Cut, false) = slot("sleep 60").perform(&order(), 1, &bounds, &cancel) else {
            panic!("it went on")
        };
    }

    #[test]
    fn another_version_and_what_does_not_greet_are_refused() {
        let greet =
            |words: &str| Slot::start(&["sh".into(), "-c".into(), words.into()]).err().unwrap().0;
        assert!(greet("echo '{\"ready\":\"0.0.9\"}'").contains("is now of version 0.0.9"));
        assert!(greet("echo hello").contains("does not answer"));
    }

    #[test]
    fn an_order_may_take_its_limits_and_a_grace() {
        let bounds = Bounds::of(&order(), Duration::from_secs(10));
        assert_eq!(bounds.time, Some(Duration::from_millis(11_100)));
        assert_eq!(bounds.memory, Some(1250 + BESIDE));
    }
}
