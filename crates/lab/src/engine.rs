//! Other programs as players, by the line protocol of `plyground engine`.

mod process;

use std::fmt;
use std::time::{Duration, Instant};

use plyground_catalog::GameSession;
use plyground_core::{Cancel, OptionInfo, OptionKind, Options, Spec, SpecError};

use process::{Process, Silence};

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
    words: Vec<String>,
    command: String,
    options: Options,
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
        let rest = text.strip_prefix("engine")?;
        let (options, command) = match rest.strip_prefix('(') {
            Some(inside) => inside.split_once("):")?,
            None => ("", rest.strip_prefix(':')?),
        };
        Some(Self::new(options, command.trim()))
    }

    fn new(options: &str, command: &str) -> Result<Self, SpecError> {
        let options = format!("engine({options})").parse::<Spec>()?.options;
        options.check("engine", &OPTIONS)?;
        let given = |name: &str, most: u64| match options.get(name) {
            None => Ok(None),
            Some(_) => options.number(name, 1, 1..=most).map(Some),
        };
        let words = words(command)?;
        if words.is_empty() {
            return Err(SpecError("engine: names no program; expected engine:CMD".to_owned()));
        }
        Ok(Self {
            words,
            command: command.to_owned(),
            effort: Effort {
                time: given("time", 86_400_000)?.map(Duration::from_millis),
                nodes: given("nodes", u64::MAX)?,
                depth: given("depth", 10_000)?.map(|depth| depth as u32),
            },
            margin: Duration::from_millis(options.number("margin", MARGIN, 0..=86_400_000)?),
            options,
        })
    }

    /// Refuses a program that cannot be started at all.
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        Process::start(&self.words)
            .map(drop)
            .map_err(|error| SpecError(format!("{self} cannot be started: {error}")))
    }

    /// Starts the program for one game, and tells it the rules.
    pub(crate) fn start(
        &self,
        session: &dyn GameSession,
        effort: Effort,
        cancel: &Cancel,
    ) -> Result<Opponent, Fault> {
        let process = Process::start(&self.words)
            .map_err(|error| Fault::Loss(format!("cannot be started: {error}")))?;
        let effort = self.effort.and(effort);
        let mut opponent = Opponent { process, effort, margin: self.margin };
        opponent.greet(&session.world().info().id, cancel)?;
        for (name, value) in session.options().iter() {
            match name {
                "setup" | "size" => opponent.process.tell(&format!("{name} {value}")),
                "position" => {}
                _ => opponent.process.tell(&format!("option {name} {value}")),
            }
        }
        Ok(opponent)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = Spec { name: "engine".to_owned(), options: self.options.clone() };
        write!(f, "{head}:{}", self.command)
    }
}

/// The words of a command; quotes keep blanks.
fn words(command: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in command.chars() {
        match (c, quote) {
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, Some(open)) if c == open => quote = None,
            (_, None) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(SpecError(format!("engine:{command} lacks a closing quote")));
    }
    words.extend(word);
    Ok(words)
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

/// A program that is in a game.
pub(crate) struct Opponent {
    process: Process,
    effort: Effort,
    margin: Duration,
}

impl Opponent {
    /// Waits until it has said who it is.
    fn greet(&mut self, world: &str, cancel: &Cancel) -> Result<(), Fault> {
        self.process.tell("world");
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
                Some(("error", _)) => break,
                _ => {}
            }
        }
        Err(strange(&line, "a greeting that ends with ok"))
    }

    /// Its move here.
    pub fn choose(&mut self, session: &dyn GameSession, cancel: &Cancel) -> Result<String, Fault> {
        let start = session.options().get("position").unwrap_or("start");
        let moves: Vec<String> = session.turns().into_iter().map(|turn| turn.text).collect();
        let gap = if moves.is_empty() { "" } else { " moves " };
        self.process.tell(&format!("position {start}{gap}{}", moves.join(" ")));
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
        self.process.tell(&go);
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
        self.process.hear(end, cancel).map_err(|silence| match silence {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_into_words_and_quotes_keep_blanks() {
        let split = words("  my \"fine engine\"  --with 'a b'x ''").unwrap();
        assert_eq!(split, ["my", "fine engine", "--with", "a bx", ""]);
        assert!(words("an 'open quote").is_err());
    }

    #[test]
    fn the_stricter_effort_counts_and_there_is_always_one() {
        let short = Effort { time: Some(Duration::from_millis(5)), ..Effort::default() };
        let long = Effort { time: Some(Duration::from_secs(5)), nodes: Some(7), depth: None };
        assert_eq!(short.and(long), Effort { nodes: Some(7), ..short });
        let none = Effort::default().and(Effort::default());
        assert_eq!(none.time, Some(Duration::from_secs(1)));
    }
}
