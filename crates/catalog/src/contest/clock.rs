//! Time: how much there is, and how much of it is gone.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use plyground_core::SpecError;
use plyground_core::text::quoted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much time the sides have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, JsonSchema, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeControl {
    /// Seconds for the whole game; 0 for no limit.
    pub game: f64,
    /// Seconds added with every turn.
    pub increment: f64,
    /// Seconds for one turn; 0 for no limit.
    pub turn: f64,
}

impl TimeControl {
    /// The share of a game's time that a method takes for one turn, and of what is added.
    const TURNS_TO_COME: f64 = 25.0;
    const OF_INCREMENT: f64 = 0.8;
    const OF_TURN: f64 = 0.8;
    /// A method never takes more than this share of what is left, whatever is added afterwards.
    const OF_REST: f64 = 0.5;
    /// The least that a method thinks.
    const LEAST: Duration = Duration::from_millis(1);

    /// Whether nobody can run out of time.
    pub fn is_endless(&self) -> bool {
        self.game <= 0.0 && self.turn <= 0.0
    }

    /// The time a method may take for a turn with so many seconds left of the game's time; `None` where there
    /// is no limit. A method that keeps to it does not run out of time.
    pub fn allowance(&self, left: Option<f64>) -> Option<Duration> {
        let of_game = left.map(|left| {
            let share = left / Self::TURNS_TO_COME + self.increment * Self::OF_INCREMENT;
            share.min(left * Self::OF_REST)
        });
        let of_turn = (self.turn > 0.0).then_some(self.turn * Self::OF_TURN);
        let least = [of_game, of_turn].into_iter().flatten().reduce(f64::min)?;
        let time = Duration::try_from_secs_f64(least).unwrap_or(Self::LEAST);
        Some(time.max(Self::LEAST))
    }
}

impl fmt::Display for TimeControl {
    /// `300+5/30`: seconds for the game, added with every turn, and for one turn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}/{}", self.game, self.increment, self.turn)
    }
}

impl FromStr for TimeControl {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let read = |part: &str| {
            part.trim().parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0)
        };
        let (game, rest) = text.split_once('+').unwrap_or((text, "0/0"));
        let (increment, turn) = rest.split_once('/').unwrap_or((rest, "0"));
        match (read(game), read(increment), read(turn)) {
            (Some(game), Some(increment), Some(turn)) => Ok(Self { game, increment, turn }),
            _ => Err(SpecError(format!(
                "{text} is no time; expected seconds such as 300+5 or 300+5/30",
                text = quoted(text)
            ))),
        }
    }
}

/// Where a contest reads the time.
#[derive(Clone)]
pub struct TimeSource(Arc<dyn Fn() -> Duration + Send + Sync>);

impl TimeSource {
    /// The time of the machine.
    pub fn machine() -> Self {
        let began = Instant::now();
        Self::new(move || began.elapsed())
    }

    /// Another time, which never goes back: for tests.
    pub fn new(read: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    fn now(&self) -> Duration {
        (self.0)()
    }
}

/// The clock of one turn: it runs or stands still.
#[derive(Clone)]
pub(super) struct TurnClock {
    source: TimeSource,
    /// Since when it runs; `None` while it stands still.
    since: Option<Duration>,
    /// Seconds before that.
    before: f64,
}

impl TurnClock {
    /// A clock that stands still at so many seconds.
    pub fn new(source: TimeSource, before: f64) -> Self {
        Self { source, since: None, before }
    }

    pub fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// What it shows.
    pub fn seconds(&self) -> f64 {
        let running = self.since.map(|since| self.source.now().saturating_sub(since));
        self.before + running.unwrap_or_default().as_secs_f64()
    }

    /// Lets it run, or stops it.
    pub fn run(&mut self, on: bool) {
        self.before = self.seconds();
        self.since = on.then(|| self.source.now());
    }

    /// Back to zero; it runs on if it ran.
    pub fn restart(&mut self) {
        self.before = 0.0;
        self.since = self.since.map(|_| self.source.now());
    }
}
