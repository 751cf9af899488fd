use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use plyground_core::Cancel;

/// No line of a program is longer.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait to be heard; a program that says more has to wait.
const WAITING: usize = 256;
/// How long a program that is told to quit may take.
const FAREWELL: Duration = Duration::from_millis(300);

/// A program that is spoken to line by line. Two threads carry the lines, so that neither a program that does not
/// read nor one that does not answer can hold anybody up.
pub(super) struct Process {
    child: Child,
    orders: Option<Sender<String>>,
    answers: Option<Receiver<String>>,
}

/// Why nothing is heard.
pub(super) enum Silence {
    /// Time is up.
    Late,
    /// The program is gone, or has closed its output: how, in words.
    Gone(String),
    /// Somebody asked to stop.
    Cancelled,
}

impl Process {
    pub fn start(words: &[String]) -> io::Result<Self> {
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // A group of its own: what the program starts ends with it, and Ctrl-C is for us alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (orders, told) = mpsc::channel::<String>();
        if let Some(mut input) = child.stdin.take() {
            std::thread::spawn(move || {
                for line in told {
                    if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        let (says, answers) = mpsc::sync_channel(WAITING);
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Some(line) = read_line(&mut output) {
                    if says.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Self { child, orders: Some(orders), answers: Some(answers) })
    }

    /// Sends a line; a program that is gone is noticed when it is to answer.
    pub fn tell(&self, line: &str) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(line.to_owned());
        }
    }

    /// The next line.
    pub fn hear(&mut self, end: Instant, cancel: &Cancel) -> Result<String, Silence> {
        let Some(answers) = &self.answers else { return Err(Silence::Late) };
        loop {
            if cancel.is_cancelled() {
                return Err(Silence::Cancelled);
            }
            let left = end.saturating_duration_since(Instant::now());
            match answers.recv_timeout(left.min(Duration::from_millis(50))) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Silence::Gone(self.how_it_ended()));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn how_it_ended(&mut self) -> String {
        match self.wait(FAREWELL) {
            Some(status) => format!("ended by itself ({status})"),
            None => "closed its output".to_owned(),
        }
    }

    /// Waits for its end; `None` where it goes on.
    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= end {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.tell("quit");
        // Its input ends, and nobody listens any more.
        (self.orders, self.answers) = (None, None);
        let ended = self.wait(FAREWELL).is_some();
        end_group(&self.child);
        if !ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Ends what the program started.
#[cfg(unix)]
fn end_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_child: &Child) {}

/// The next line without its end; `None` where there is no more. What is not UTF-8 or too long is cut.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
    }
}
