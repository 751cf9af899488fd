//! The line protocol of `plyground engine`, from both sides: other programs as players, and us as somebody's engine.

pub(crate) mod family;
mod process;
mod speaker;

use std::fmt;
use std::time::{Duration, Instant};

use plyground_catalog::GameSession;
use plyground_core::{Cancel, OptionInfo, OptionKind, SpecError};

pub use family::adopt_orphans;
use process::{Process, Silence, Wire};
pub use speaker::{SpeakError, speak};

use crate::command::Command;

/// How long a program may take to start and to greet.
const GREETING: Duration = Duration::from_secs(5);
/// How many lines a greeting may have.
const LONGEST_GREETING: usize = 100;
/// How long it may think where only nodes or depth are limited.
const PATIENCE: Duration = Duration::from_secs(60);
/// How much longer than its time it may take, where nothing else is said: starting and talking cost time too.
const MARGIN: u64 = 1_000;

const fn option(id: &'static str, default: &'static str, summary: &'static str) -> OptionInfo {
    OptionInfo { id, kind: OptionKind::Number, default, summary }
}

const OPTIONS: [OptionInfo; 4] = [
    option("time", "", "milliseconds for a move"),
    option("nodes", "", "positions for a move"),
    option("depth", "", "plies to look ahead"),
    option("margin", "1000", "milliseconds that a move may take beyond its time"),
];

/// A program that plays, written `engine:CMD` or `engine(time=200,margin=500):CMD`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engine {
    command: Command,
    effort: Effort,
    margin: Duration,
}

/// What a program is told it may use for a move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Effort {
    /// Wall time.
    pub time: Option<Duration>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
}

impl Effort {
    /// The stricter of two; a second where neither says anything.
    fn and(self, other: Self) -> Self {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        let both = Self {
            time: least(self.time, other.time),
            nodes: least(self.nodes, other.nodes),
            depth: least(self.depth, other.depth),
        };
        if both == Self::default() {
            return Self { time: Some(Duration::from_secs(1)), ..both };
        }
        both
    }
}

impl Engine {
    /// Reads `engine:CMD`; `None` where the text is something else.
    pub fn parse(text: &str) -> Option<Result<Self, SpecError>> {
        Some(Command::parse("engine", text, &OPTIONS)?.and_then(Self::new))
    }

    fn new(command: Command) -> Result<Self, SpecError> {
        let options = &command.options;
        let given = |name: &str, most: u64| match options.get(name) {
            None => Ok(None),
            Some(_) => options.number(name, 1, 1..=most).map(Some),
        };
        Ok(Self {
            effort: Effort {
                time: given("time", 86_400_000)?.map(Duration::from_millis),
                nodes: given("nodes", u64::MAX)?,
                depth: given("depth", 10_000)?.map(|depth| depth as u32),
            },
            margin: Duration::from_millis(options.number("margin", MARGIN, 0..=86_400_000)?),
            command,
        })
    }

    /// Refuses a program that cannot be started at all.
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        Process::start(&self.command.words)
            .map(drop)
            .map_err(|error| SpecError(format!("{self} cannot be started: {error}")))
    }

    /// Starts the program for one game, and tells it the rules.
    pub(crate) fn start(
        &self,
        session: &dyn GameSession,
        effort: Effort,
        cancel: &Cancel,
    ) -> Result<SeatedEngine, Fault> {
        let process = Process::start(&self.command.words)
            .map_err(|error| Fault::Loss(format!("cannot be started: {error}")))?;
        SeatedEngine::meet(Box::new(process), session, self.effort.and(effort), self.margin, cancel)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.command.fmt(f)
    }
}

/// Why there is no move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It loses the game, for this reason.
    Loss(String),
    /// The game is cut off from outside.
    Cancelled,
    /// The player cannot be used here.
    Spec(SpecError),
}

impl From<SpecError> for Fault {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

/// An engine that is in a game.
pub(crate) struct SeatedEngine {
    wire: Box<dyn Wire>,
    effort: Effort,
    margin: Duration,
    /// Whether it asked for the whole position as text before each move.
    is_told_all: bool,
}

impl SeatedEngine {
    /// Greets a program and tells it the rules of a game.
    fn meet(
        wire: Box<dyn Wire>,
        session: &dyn GameSession,
        effort: Effort,
        margin: Duration,
        cancel: &Cancel,
    ) -> Result<Self, Fault> {
        let mut engine = Self { wire, effort, margin, is_told_all: false };
        engine.greet(&session.world().info().id, cancel)?;
        for (name, value) in session.options().iter() {
            match name {
                "setup" | "size" if engine.is_told_all => {}
                "setup" | "size" => engine.wire.tell(&format!("{name} {value}")),
                "position" => {}
                _ => engine.wire.tell(&format!("option {name} {value}")),
            }
        }
        Ok(engine)
    }

    /// Waits until it has said who it is.
    fn greet(&mut self, world: &str, cancel: &Cancel) -> Result<(), Fault> {
        self.wire.tell("world");
        let end = Instant::now() + GREETING;
        let late = format!("did not greet within {} s", GREETING.as_secs());
        let mut line = String::new();
        for _ in 0..LONGEST_GREETING {
            line = self.hear(end, cancel, &late)?;
            match line.split_once(' ') {
                _ if line == "ok" => return Ok(()),
                Some(("id", id)) if id.trim() != world => {
                    return Err(Fault::Loss(format!("plays {}, not {world}", id.trim())));
                }
                Some(("wants", "position")) => self.is_told_all = true,
                Some(("error", _)) => break,
                _ => {}
            }
        }
        Err(strange(&line, "a greeting that ends with ok"))
    }

    /// Its move here.
    pub fn choose(&mut self, session: &dyn GameSession, cancel: &Cancel) -> Result<String, Fault> {
        if self.is_told_all {
            self.wire.tell(&format!("position {}", session.position_text()));
        } else {
            let start = session.options().get("position").unwrap_or("start");
            let moves: Vec<String> = session.turns().into_iter().map(|turn| turn.text).collect();
            let gap = if moves.is_empty() { "" } else { " moves " };
            self.wire.tell(&format!("position {start}{gap}{}", moves.join(" ")));
        }
        let Effort { time, nodes, depth } = self.effort;
        let mut go = "go".to_owned();
        let limits = [
            ("time", time.map(|time| time.as_millis() as u64)),
            ("nodes", nodes),
            ("depth", depth.map(u64::from)),
        ];
        for (name, value) in limits {
            if let Some(value) = value {
                go.push_str(&format!(" {name} {value}"));
            }
        }
        self.wire.tell(&go);
        let allowed = time.map_or(PATIENCE, |time| time + self.margin);
        let end = Instant::now() + allowed;
        let late = format!("gave no move within {:.1} s", allowed.as_secs_f64());
        loop {
            let line = self.hear(end, cancel, &late)?;
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (None | Some("info"), _) => {}
                (Some("bestmove"), Some(mv)) => return Ok(mv.to_owned()),
                _ => return Err(strange(&line, "info or bestmove with a move")),
            }
        }
    }

    fn hear(&mut self, end: Instant, cancel: &Cancel, late: &str) -> Result<String, Fault> {
        self.wire.hear(end, cancel).map_err(|silence| match silence {
            Silence::Late => Fault::Loss(late.to_owned()),
            Silence::Gone(how) => Fault::Loss(how),
            Silence::Cancelled => Fault::Cancelled,
        })
    }
}

/// A line that the protocol does not have.
fn strange(line: &str, expected: &str) -> Fault {
    let short: String = line.chars().take(80).collect();
    Fault::Loss(format!("said {short:?}; expected {expected}"))
}

/// Plays a game in which all turns are what a program said, from its greeting on. Gives how many turns it made, and why
/// it made no more. For tests and fuzzing of all that reads what programs say.
pub fn rehearse(
    session: &mut dyn GameSession,
    said: impl std::io::Read + 'static,
) -> (usize, String) {
    let wire = Box::new(process::Recorded::new(said));
    let (effort, cancel) = (Effort::default().and(Effort::default()), Cancel::new());
    let mut turns = 0;
    let play = || -> Result<(), Fault> {
        let mut engine = SeatedEngine::meet(wire, session, effort, Duration::ZERO, &cancel)?;
        while session.ending().is_none() {
            let turn = engine.choose(session, &cancel)?;
            session.play(&turn).map_err(|error| Fault::Loss(error.to_string()))?;
            turns += 1;
        }
        Ok(())
    };
    let why = match play() {
        Ok(()) => "the game is over".to_owned(),
        Err(Fault::Loss(why)) => why,
        Err(Fault::Spec(error)) => error.0,
        Err(Fault::Cancelled) => "cancelled".to_owned(),
    };
    (turns, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stricter_effort_counts_and_there_is_always_one() {
        let short = Effort { time: Some(Duration::from_millis(5)), ..Effort::default() };
        let long = Effort { time: Some(Duration::from_secs(5)), nodes: Some(7), depth: None };
        assert_eq!(short.and(long), Effort { nodes: Some(7), ..short });
        let none = Effort::default().and(Effort::default());
        assert_eq!(none.time, Some(Duration::from_secs(1)));
    }

    #[test]
    fn what_a_program_says_is_taken_line_by_line_and_nothing_strange_passes() {
        let play = |said: &str| {
            let world = plyground_catalog::Catalog::new().game_world("dropper").unwrap();
            let options = plyground_core::Options::new().with("size", 4);
            let mut session = world.start(&options).unwrap();
            rehearse(&mut *session, std::io::Cursor::new(said.to_owned()))
        };
        let hello = "id dropper\nname x\nok\n";
        assert_eq!(play("").1, "closed its output");
        assert_eq!(play("id abalone\nok\n").1, "plays abalone, not dropper");
        assert_eq!(play(&format!("{hello}info depth 1\n\nbestmove B2\n")).0, 1);
        let strange = format!("{hello}{}", "x".repeat(1 << 20));
        let (turns, why) = play(&strange);
        assert!(turns == 0 && why.contains("expected info or bestmove"), "{why}");
        assert!(why.chars().count() < 400);
        let (_, why) = play(&format!("{hello}bestmove {}\n", "é".repeat(1 << 15)));
        assert!(why.chars().count() < 600, "{why}");
    }
}
