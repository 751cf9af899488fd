//! Other people's solvers: a program gets a level and gives a solution, which is replayed before anybody believes it.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use plyground_catalog::{AnyPuzzleWorld, Level, Solved, level_text};
use plyground_core::{Limits, OptionInfo, OptionKind, Options, SpecError, Stats, Status};

use crate::command::Command;
use crate::engine::family::Family;

mod reading;

pub use reading::Reading;

/// No more is read of what a program says.
const LONGEST: u64 = 16 << 20;
/// How long its last words are waited for once it has ended.
const FAREWELL: Duration = Duration::from_millis(500);

const OPTIONS: [OptionInfo; 1] = [OptionInfo {
    id: "format",
    kind: OptionKind::Word,
    default: "",
    summary: "the format of the level; the world's usual one where none is given",
}];

/// A program that solves levels, written `exec:CMD` or `exec(format=rle):CMD`.
///
/// The level comes on its standard input, or in a file where the command names `{file}`; the solution is read from
/// its standard output, or from the file `{out}`. `{time}` is its time in whole seconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program(Command);

impl Program {
    /// Reads `exec:CMD`; `None` where the text is something else.
    pub fn parse(text: &str) -> Option<Result<Self, SpecError>> {
        Some(Command::parse("exec", text, &OPTIONS)?.map(Self))
    }

    /// Refuses a format that the world does not have, and a program that is not there.
    pub(crate) fn check(&self, world: &dyn AnyPuzzleWorld) -> Result<(), SpecError> {
        let formats = world.formats();
        if let Some(format) = self.0.options.get("format")
            && formats.iter().all(|known| &**known != format)
        {
            return Err(SpecError::unknown("format", format, formats.iter().map(|known| &**known)));
        }
        let program = Path::new(&self.0.words[0]);
        let there = |path: &Path| path.is_file();
        let found = match program.components().count() {
            1 => std::env::var_os("PATH").is_some_and(|folders| {
                std::env::split_paths(&folders).any(|folder| {
                    there(&folder.join(program))
                        || there(&folder.join(program).with_extension("exe"))
                })
            }),
            _ => there(program),
        };
        match found {
            true => Ok(()),
            false => Err(SpecError(format!("{self}: there is no program {}", program.display()))),
        }
    }

    /// Runs it on a level.
    pub(crate) fn solve(
        &self,
        level: &Level,
        options: &Options,
        limits: &Limits,
    ) -> Result<Solved, SpecError> {
        let text = match self.0.options.get("format") {
            Some(format) => level.text(format)?,
            None => level_text(level)?,
        };
        let began = Instant::now();
        let told = match Desk::new(&self.0.words, &text, limits) {
            Ok(mut desk) => desk.work(limits, began),
            Err(error) => Told::failed(format!("cannot be started: {error}")),
        };
        let mut solved = told.judge(self, |moves| level.verify(options, moves))?;
        solved.stats.seconds = began.elapsed().as_secs_f64();
        Ok(solved)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a program said, and how it ended.
struct Told {
    text: String,
    status: Option<Status>,
    reason: Option<String>,
    peak_bytes: u64,
}

impl Told {
    fn failed(reason: String) -> Self {
        let status = Some(Status::Failed);
        Self { text: String::new(), status, reason: Some(reason), peak_bytes: 0 }
    }

    /// Looks for a solution in what was said.
    fn judge(
        self,
        program: &Program,
        verify: impl Fn(&str) -> Result<plyground_catalog::Verified, SpecError>,
    ) -> Result<Solved, SpecError> {
        let reading = Reading::new(&self.text, verify)?;
        let limited = matches!(
            self.status,
            Some(Status::TimeLimit | Status::MemoryLimit | Status::Cancelled)
        );
        let (status, reason, found) = match (reading, self.status) {
            (Reading::Solution(solution, measures), status) => {
                let status = status.filter(|_| limited).unwrap_or(Status::Solved);
                (status, self.reason.filter(|_| limited), Some((solution, measures)))
            }
            (_, Some(status)) => (status, self.reason, None),
            (Reading::Wrong(why), None) => {
                (Status::Failed, Some(format!("wrong solution: {why}")), None)
            }
            (Reading::Nothing, None) => {
                (Status::NotFound, Some("gave no solution".to_owned()), None)
            }
        };
        let (solution, measures) = found.unzip();
        let stats = Stats { peak_bytes: self.peak_bytes, ..Stats::default() };
        let method = program.to_string();
        Ok(Solved {
            method,
            status,
            reason,
            solution,
            measures,
            optimal: false,
            bound: None,
            stats,
        })
    }
}

/// A program at work, with the files it was given.
struct Desk {
    child: Child,
    family: Family,
    output: Option<Receiver<Vec<u8>>>,
    errors: Option<Receiver<Vec<u8>>>,
    folder: PathBuf,
    out: Option<PathBuf>,
}

impl Desk {
    fn new(words: &[String], level: &str, limits: &Limits) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("plyground-exec-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder)?;
        let (file, out) = (folder.join("level.txt"), folder.join("solution.txt"));
        std::fs::write(&file, level)?;
        let seconds = limits.time.map_or(0, |time| time.as_secs_f64().ceil() as u64);
        let fill = |word: &String| {
            word.replace("{file}", &file.to_string_lossy())
                .replace("{out}", &out.to_string_lossy())
                .replace("{time}", &seconds.to_string())
        };
        let filled: Vec<String> = words.iter().map(fill).collect();
        let names = |place: &str| words.iter().any(|word| word.contains(place));
        let mut command = Process::new(&filled[0]);
        command.args(&filled[1..]).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Family::start(&mut command);
        let out = names("{out}").then_some(out);
        let (mut child, family) = match started {
            Ok(started) => started,
            Err(error) => {
                let _ = std::fs::remove_dir_all(&folder);
                return Err(error);
            }
        };
        let output = child.stdout.take().map(listen);
        let errors = child.stderr.take().map(listen);
        if let (Some(mut input), false) = (child.stdin.take(), names("{file}")) {
            // A program that does not read must not hold us up.
            let level = level.to_owned();
            std::thread::spawn(move || {
                let _ = input.write_all(level.as_bytes());
            });
        }
        Ok(Self { child, family, output, errors, folder, out })
    }

    /// Waits for its end, or for a limit.
    fn work(&mut self, limits: &Limits, began: Instant) -> Told {
        let mut peak_bytes = 0;
        let mut pause = Duration::from_millis(1);
        let (status, reason, ended) = loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                break (None, None, Some(status));
            }
            let bytes = memory(self.child.id());
            peak_bytes = peak_bytes.max(bytes);
            if limits.cancel.is_cancelled() {
                break (Some(Status::Cancelled), None, None);
            }
            if let Some(time) = limits.time
                && began.elapsed() >= time
            {
                let reason = format!("was ended after {} s", time.as_secs_f64());
                break (Some(Status::TimeLimit), Some(reason), None);
            }
            if limits.memory.is_some_and(|most| bytes > most) {
                let reason = format!("was ended at {} MB", bytes / 1_000_000);
                break (Some(Status::MemoryLimit), Some(reason), None);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        self.end();
        let heard = |from: &mut Option<Receiver<Vec<u8>>>| {
            let bytes = from.take().and_then(|from| from.recv_timeout(FAREWELL).ok());
            String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
        };
        let (mut text, errors) = (heard(&mut self.output), heard(&mut self.errors));
        if let Some(out) = &self.out {
            let bytes = plyground_core::file::read(out).unwrap_or_default();
            text = format!("{}\n\n{text}", String::from_utf8_lossy(&bytes));
        }
        let crash = ended.and_then(|status| crash(status, &errors));
        Told {
            text,
            status: status.or(crash.as_ref().map(|_| Status::Failed)),
            reason: reason.or(crash),
            peak_bytes,
        }
    }

    fn end(&mut self) {
        self.family.end();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.end();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// How a program broke down, with its last words; `None` where it ended well.
fn crash(status: ExitStatus, errors: &str) -> Option<String> {
    if status.success() {
        return None;
    }
    let last = errors.lines().rev().map(str::trim).find(|line| !line.is_empty());
    let last: String = last.unwrap_or_default().chars().take(200).collect();
    let gap = if last.is_empty() { "" } else { ": " };
    Some(format!("ended with {status}{gap}{last}"))
}

/// Reads all that comes, on a thread of its own; what is too much is dropped.
fn listen(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (say, hear) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.by_ref().take(LONGEST).read_to_end(&mut bytes);
        let _ = io::copy(&mut from, &mut io::sink());
        let _ = say.send(bytes);
    });
    hear
}

/// The most memory that a process has held, in bytes; 0 where the system does not tell.
fn memory(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
    kilobytes.map_or(0, |kilobytes: u64| kilobytes * 1024)
}
