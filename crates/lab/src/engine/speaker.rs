//! Our side of the line protocol by which other programs play: see `--help` of `plyground engine`.

use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use plyground_catalog::{AnyGameWorld, AnyPlayer, GameSession, ThoughtText};
use plyground_core::text::{excerpt, quoted};
use plyground_core::{Budget, Cancel, Options, Spec, SpecError};

/// No line is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// Why a conversation is over, or cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum SpeakError {
    /// The player is not known or not possible in this world.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// What was said cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Answers line by line until `quit` or the end of input; `say` gets the answers, also from the thread that thinks.
pub fn speak(
    world: Arc<dyn AnyGameWorld>,
    player: &Spec,
    input: &mut dyn BufRead,
    say: impl Fn(&str) + Send + Sync + 'static,
) -> Result<(), SpeakError> {
    let mut speaker = Speaker {
        player: Some(world.player(player)?),
        session: world.start(&Options::new())?,
        world,
        options: Options::new(),
        thinking: None,
        say: Arc::new(say),
    };
    loop {
        let mut bytes = Vec::new();
        let read = (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut bytes)? as u64;
        if read == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            skip_line(input)?;
            (speaker.say)("error the line is too long");
            continue;
        }
        let line = String::from_utf8_lossy(&bytes);
        let quit = read == 0 || line.trim() == "quit";
        if quit {
            speaker.finish();
            return Ok(());
        }
        if let Err(reason) = speaker.take(line.trim()) {
            (speaker.say)(&format!("error {}", reason.0.replace('\n', " ")));
        }
    }
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let (used, done) =
            (end.map_or(buffer.len(), |at| at + 1), end.is_some() || buffer.is_empty());
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

/// Stands for as many threads as there are cores.
const ALL_CORES: usize = 0;

/// A search that is under way on its own thread.
struct Thinking {
    cancel: Cancel,
    limited: bool,
    thread: JoinHandle<Box<dyn AnyPlayer>>,
}

struct Speaker {
    world: Arc<dyn AnyGameWorld>,
    /// `None` while it thinks.
    player: Option<Box<dyn AnyPlayer>>,
    session: Box<dyn GameSession>,
    options: Options,
    thinking: Option<Thinking>,
    say: Arc<dyn Fn(&str) + Send + Sync>,
}

impl Speaker {
    fn take(&mut self, line: &str) -> Result<(), SpecError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let nothing_more = || {
            if rest.is_empty() {
                Ok(())
            } else {
                Err(SpecError(format!("{}: nothing was expected after {word}", quoted(rest))))
            }
        };
        match word {
            "" => Ok(()),
            "stop" => {
                nothing_more()?;
                self.stop();
                Ok(())
            }
            "world" => {
                nothing_more()?;
                let info = self.world.info();
                (self.say)(&format!("id {}", info.id));
                (self.say)(&format!("name {}", info.name));
                (self.say)(&format!("version {}", env!("CARGO_PKG_VERSION")));
                (self.say)("ok");
                Ok(())
            }
            "setup" | "size" | "option" | "position" | "go" => {
                self.finish();
                match word {
                    "option" => self.option(rest),
                    "position" => self.position(rest),
                    "go" => self.go(rest),
                    _ => self.restart(word, rest),
                }
            }
            _ => Err(SpecError::unknown(
                "command",
                word,
                ["world", "setup", "size", "option", "position", "go", "stop", "quit"],
            )),
        }
    }

    /// A new game with another setup, size or rule.
    fn restart(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        if value.is_empty() {
            return Err(SpecError(format!("{name}: a value is missing")));
        }
        let options = self.options.clone().with(name, value);
        self.session = self.world.start(&options)?;
        self.options = options;
        Ok(())
    }

    fn option(&mut self, rest: &str) -> Result<(), SpecError> {
        let Some((name, value)) = rest.split_once(char::is_whitespace) else {
            return Err(SpecError("expected option NAME VALUE".to_owned()));
        };
        let value = value.trim();
        if name == "player" {
            self.player = Some(self.world.player(&value.parse()?)?);
            return Ok(());
        }
        if self.world.info().options.iter().any(|option| option.id == name) {
            return self.restart(name, value);
        }
        let spec = self.player()?.spec().clone().with(name, value);
        self.player = Some(self.world.player(&spec)?);
        Ok(())
    }

    fn position(&mut self, rest: &str) -> Result<(), SpecError> {
        let (place, moves) = match rest.strip_suffix(" moves") {
            Some(place) => (place, ""),
            None => rest.split_once(" moves ").unwrap_or((rest, "")),
        };
        let mut session = match place.trim() {
            "" => return Err(SpecError("expected position start|TEXT [moves M…]".to_owned())),
            "start" => self.world.start(&self.options)?,
            text => self.set_up(text)?,
        };
        for (index, word) in moves.split_whitespace().enumerate() {
            session.play(word).map_err(|error| SpecError(error.at(index + 1).to_string()))?;
        }
        self.session = session;
        Ok(())
    }

    /// A game that starts at a position; setup and size make room for it.
    fn set_up(&self, text: &str) -> Result<Box<dyn GameSession>, SpecError> {
        let mut options = Options::new();
        for (name, value) in
            self.options.iter().filter(|&(name, _)| name != "setup" && name != "size")
        {
            options.set(name, value);
        }
        self.world.start(&options.with("position", text))
    }

    fn go(&mut self, rest: &str) -> Result<(), SpecError> {
        let first = rest.split_whitespace().next().unwrap_or_default();
        let mut budget = Budget::default();
        if first.starts_with(|c: char| c.is_ascii_digit()) {
            let text = rest[first.len()..].trim();
            budget.limits.time = Some(milliseconds(first)?);
            let session = if text.is_empty() { self.session.clone() } else { self.set_up(text)? };
            return self.think(session, budget, Style::Short);
        }
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            let value = words
                .next()
                .ok_or_else(|| SpecError(format!("{}: a value is missing", excerpt(word))))?;
            match word {
                "time" => budget.limits.time = Some(milliseconds(value)?),
                "depth" => {
                    let depth = positive(word, value)?.min(u64::from(u16::MAX));
                    budget.depth = Some(depth as u32);
                }
                "nodes" => budget.limits.states = Some(positive(word, value)?),
                _ => return Err(SpecError::unknown("limit", word, ["time", "depth", "nodes"])),
            }
        }
        self.think(self.session.clone(), budget, Style::Long)
    }

    fn think(
        &mut self,
        session: Box<dyn GameSession>,
        mut budget: Budget,
        style: Style,
    ) -> Result<(), SpecError> {
        if let Some(ending) = session.ending() {
            return Err(SpecError(format!("the game is over: {}", ending.reason)));
        }
        let cancel = Cancel::new();
        budget.limits.cancel = cancel.clone();
        let limited = budget.limits.time.is_some()
            || budget.limits.states.is_some()
            || budget.depth.is_some();
        let timed = budget.limits.time.is_some();
        if timed && budget.limits.states.is_none() && budget.depth.is_none() {
            // Threads together never search twice the same; but neither does a thread by the clock.
            budget.limits.threads = Some(ALL_CORES);
        }
        let mut player = self.player.take().ok_or_else(busy)?;
        let say = Arc::clone(&self.say);
        let thread = std::thread::spawn(move || {
            let mut tell = |thought: &ThoughtText| {
                if style == Style::Long {
                    say(&info(thought));
                }
            };
            match player.think(&*session, &budget, &mut tell) {
                Ok(thought) => say(&answer(&thought, style)),
                Err(reason) => say(&format!("error {reason}")),
            }
            player
        });
        self.thinking = Some(Thinking { cancel, limited, thread });
        Ok(())
    }

    fn player(&self) -> Result<&dyn AnyPlayer, SpecError> {
        self.player.as_deref().ok_or_else(busy)
    }

    /// Waits for the answer of a search that has limits; ends one that has none.
    fn finish(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            if !thinking.limited {
                thinking.cancel.cancel();
            }
            self.player = thinking.thread.join().ok();
        }
    }

    fn stop(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.cancel.cancel();
        }
        self.finish();
    }
}

/// How much is said about a thought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Info lines, then the move.
    Long,
    /// One line with everything.
    Short,
}

fn busy() -> SpecError {
    SpecError("the player is not ready".to_owned())
}

fn info(thought: &ThoughtText) -> String {
    let line = thought.lines.first().map_or_else(
        || thought.best.first().cloned().unwrap_or_default(),
        |line| line.moves.join(" "),
    );
    let ThoughtText { depth, score, nodes, .. } = thought;
    format!("info depth {depth} score {score} nodes {nodes} pv {line}")
}

fn answer(thought: &ThoughtText, style: Style) -> String {
    let best = thought.best.first().map_or("", String::as_str);
    match style {
        Style::Long => format!("bestmove {best}"),
        Style::Short => format!("bestmove {best} depth {} nodes {}", thought.depth, thought.nodes),
    }
}

fn milliseconds(text: &str) -> Result<Duration, SpecError> {
    positive("time", text).map(Duration::from_millis)
}

fn positive(name: &str, text: &str) -> Result<u64, SpecError> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(SpecError(format!("{name} {}: expected a whole number above 0", excerpt(text)))),
    }
}
