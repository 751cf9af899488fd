use std::time::{Duration, Instant};

/// Steps a second, slowest first.
const SPEEDS: [f64; 9] = [0.5, 1.0, 2.0, 4.0, 6.0, 10.0, 20.0, 50.0, 200.0];

/// How fast something is shown step by step, and whether it goes on.
pub(crate) struct Playback {
    speed: usize,
    /// When the next step is due; `None` while it stands still.
    due: Option<Instant>,
}

impl Playback {
    /// Stands still, at the usual speed.
    pub fn new() -> Self {
        Self { speed: 4, due: None }
    }

    /// Whether it goes on by itself.
    pub fn is_running(&self) -> bool {
        self.due.is_some()
    }

    /// Goes on, or stands still.
    pub fn run(&mut self, on: bool) {
        self.due = on.then(|| Instant::now() + self.pause());
    }

    /// Goes faster or slower by so many notches.
    pub fn faster(&mut self, by: i32) {
        let last = SPEEDS.len() as i32 - 1;
        self.speed = (self.speed as i32 + by).clamp(0, last) as usize;
        if self.is_running() {
            self.run(true);
        }
    }

    /// Whether a step is due now; if so, the next one is planned.
    pub fn step_is_due(&mut self) -> bool {
        let now = Instant::now();
        let due = self.due.is_some_and(|due| due <= now);
        if due {
            self.due = Some(now + self.pause());
        }
        due
    }

    /// The time between two steps.
    pub fn pause(&self) -> Duration {
        Duration::from_secs_f64(1.0 / SPEEDS[self.speed])
    }

    /// The speed in words.
    pub fn words(&self) -> String {
        format!("{} steps a second", SPEEDS[self.speed])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_stays_within_its_notches() {
        let mut playback = Playback::new();
        playback.faster(100);
        assert_eq!(playback.words(), "200 steps a second");
        playback.faster(-100);
        assert_eq!(playback.words(), "0.5 steps a second");
    }

    #[test]
    fn nothing_is_due_while_it_stands_still() {
        let mut playback = Playback::new();
        assert!(!playback.step_is_due());
        playback.run(true);
        assert!(playback.is_running());
        playback.run(false);
        assert!(!playback.step_is_due());
    }
}
