use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use plyground_core::Cancel;
use plyground_core::text::visible;

use super::family::Family;
use crate::wait::ended_within;

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
    family: Family,
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

/// A way to speak with a program, line by line.
pub(super) trait Wire {
    /// Sends a line; a program that is gone is noticed when it is to answer.
    fn tell(&self, line: &str);
    /// The next line.
    fn hear(&mut self, end: Instant, cancel: &Cancel) -> Result<String, Silence>;
}

/// What a program said, without the program.
pub(super) struct Recorded<R>(BufReader<R>);

impl<R: Read> Recorded<R> {
    pub fn new(said: R) -> Self {
        Self(BufReader::new(said))
    }
}

impl<R: Read> Wire for Recorded<R> {
    fn tell(&self, _line: &str) {}

    fn hear(&mut self, _: Instant, _: &Cancel) -> Result<String, Silence> {
        read_line(&mut self.0).ok_or_else(|| Silence::Gone("closed its output".to_owned()))
    }
}

impl Process {
    pub fn start(words: &[String]) -> io::Result<Self> {
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let (mut child, family) = Family::start(&mut command)?;
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
        Ok(Self { child, family, orders: Some(orders), answers: Some(answers) })
    }

    fn how_it_ended(&mut self) -> String {
        match ended_within(FAREWELL, &mut self.child) {
            Some(status) => format!("ended by itself ({status})"),
            None => "closed its output".to_owned(),
        }
    }
}

impl Wire for Process {
    fn tell(&self, line: &str) {
        if let Some(orders) = &self.orders {
            let _ = orders.send(line.to_owned());
        }
    }

    fn hear(&mut self, end: Instant, cancel: &Cancel) -> Result<String, Silence> {
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
}

impl Drop for Process {
    fn drop(&mut self) {
        self.tell("quit");
        // Its input ends, and nobody listens any more.
        (self.orders, self.answers) = (None, None);
        let ended = ended_within(FAREWELL, &mut self.child).is_some();
        self.family.end();
        if !ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The next line without its end; `None` where there is no more. What is not UTF-8 or too long is
/// cut, and what a terminal would obey is not passed on.
fn read_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(visible(String::from_utf8_lossy(&bytes).trim_end()).into_owned()),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_left_the_group_of_the_program_ends_with_it() {
        // A program that starts another in a session of its own, tells its number and goes.
        let script = "setsid sleep 1000 & echo $!; read line";
        let words = ["sh", "-c", script].map(str::to_owned);
        let mut program = Process::start(&words).unwrap();
        let end = Instant::now() + Duration::from_secs(60);
        let Ok(number) = program.hear(end, &Cancel::new()) else { panic!("it tells a number") };
        let place = std::path::PathBuf::from(format!("/proc/{number}"));
        let runs = || {
            let state = std::fs::read_to_string(place.join("stat")).unwrap_or_default();
            !state.is_empty() && !state.contains(") Z")
        };
        assert!(runs());
        // Until it has left the group, ending the group would be enough.
        while std::fs::read_to_string(place.join("comm")).unwrap_or_default().trim() != "sleep" {
            assert!(Instant::now() < end);
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(program);
        assert!(!runs());
    }
}
