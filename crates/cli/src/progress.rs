//! One live line on stderr for work that takes longer than half a second; only on a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plyground_catalog::Watcher;
use plyground_core::Progress;

use crate::numbers;

const PATIENCE: Duration = Duration::from_millis(500);

/// A line that says how far the work is.
pub struct Live {
    began: Instant,
    what: String,
    bar: Option<ProgressBar>,
    silent: bool,
    patience: Duration,
}

impl Live {
    /// A line about `what`; nothing is shown yet.
    pub fn new(what: impl Into<String>) -> Self {
        let silent = !std::io::stderr().is_terminal();
        Self { began: Instant::now(), what: what.into(), bar: None, silent, patience: PATIENCE }
    }

    /// The same for work that is known to take long.
    pub fn at_once() -> Self {
        let mut live = Self::new("");
        live.patience = Duration::ZERO;
        live
    }

    /// Shows how far it is, once it takes long.
    pub fn show(&mut self, state: &str) {
        if self.silent || self.began.elapsed() < self.patience {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        });
        let gap = if self.what.is_empty() { "" } else { "  " };
        bar.set_message(format!("{}{gap}{state}", self.what));
    }

    /// Takes the line away, so that results can be printed.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// A time as it is said of what is to come: `40 s`, `12 min`, `3 h 20 min`.
fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..100 => format!("{seconds} s"),
        seconds @ 100..6000 => format!("{} min", (seconds + 30) / 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// How far an experiment or a tournament is, in words.
pub fn words(progress: &plyground_lab::Progress, what: &str) -> String {
    let left = progress.left.map_or_else(String::new, |left| format!(" · {} left", time(left)));
    let (done, total, running) = (progress.done, progress.total, progress.running);
    let Some(crew) = progress.workers else {
        return format!("{done} of {total} {what} · {running} running{left}");
    };
    let mut text = format!("{done} of {total} {what} · {} workers", crew.workers);
    for (count, words) in [
        (crew.slots, "slots"),
        (crew.refused, "of another version"),
        (crew.rejected, "results rejected"),
        (crew.failed, "failed"),
    ] {
        if count > 0 {
            text += &format!(" · {count} {words}");
        }
    }
    format!("{text} · {:.1} a second{left}", progress.rate)
}

impl Drop for Live {
    fn drop(&mut self) {
        self.clear();
    }
}

impl Watcher for Live {
    fn progress(&mut self, progress: &Progress) {
        let seconds = self.began.elapsed().as_secs_f64();
        let mut parts = vec![
            format!("{} states", numbers::grouped(progress.stats.expanded)),
            numbers::rate(progress.stats.expanded, seconds),
            numbers::bytes(progress.bytes),
            numbers::seconds(seconds),
        ];
        if !progress.note.is_empty() {
            parts.push(progress.note.clone());
        }
        self.show(&parts.join(" · "));
    }
}
