//! What stands beside and below the board of a puzzle.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::{Asking, PuzzleScreen};
use crate::parts::Message;
use crate::words;

impl PuzzleScreen {
    /// What is said at the bottom: a line being typed, a search, or the last message.
    pub(super) fn words(&self) -> Message {
        if let Some((asking, prompt)) = &self.prompt {
            let label = match asking {
                Asking::Moves => "Moves",
                Asking::Method => "Solve with",
            };
            let choices = prompt.choices.join(" ");
            return Message::plain(format!("{label}: {}_\n{choices}", prompt.text));
        }
        if let Some(menu) = &self.methods {
            return Message::plain(format!(
                "Solve with: _ Enter: {}; or type.\n{}",
                menu.spec(),
                menu.summary()
            ));
        }
        let Some(search) = &self.search else { return self.message.clone() };
        let seconds = search.began.elapsed().as_secs_f64();
        let told = search.progress.as_ref().map_or_else(String::new, |progress| {
            let stats = &progress.stats;
            format!(
                "{} states, {} waiting, {} MB {}",
                words::thousands(stats.expanded),
                words::thousands(progress.frontier),
                words::thousands(progress.bytes / 1_000_000),
                progress.note
            )
        });
        Message::plain(format!("Searching, {seconds:.0} s (Esc cancels) {told}"))
    }

    pub(super) fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let shelf = self.shelf.borrow();
        let info = shelf.entries[self.index].info();
        let row = |name: &str, value: String| {
            Line::from(vec![
                Span::styled(format!("{name:<9}"), look.quiet()),
                Span::styled(value, look.strong()),
            ])
        };
        let measures = self.session.measures();
        let mut lines = vec![row("moves", measures.moves.to_string())];
        if let Some(pushes) = measures.pushes {
            lines.push(row("pushes", pushes.to_string()));
        }
        let seconds = self.took.unwrap_or_else(|| self.began.elapsed().as_secs_f64());
        lines.push(row("time", words::clock(seconds)));
        if let Some(best) = &info.best {
            let proven = if best.proven { " (proven)" } else { "" };
            lines.push(row("best", format!("{}{proven}", best.measures.moves)));
        }
        if let Some(mine) = shelf.solved(self.index) {
            lines.push(row("yours", words::measures(mine)));
        }
        if let Some(steps) = self.shown_steps {
            lines.push(Line::default());
            let at = self.session.measures().moves;
            lines.push(row("solution", format!("step {at} of {steps}")));
            lines.push(row("speed", self.playback.words()));
        }
        lines.push(Line::default());
        for (name, value) in &info.notes {
            lines.push(Line::styled(format!("{name}: {value}"), look.quiet()));
        }
        // What a level is about would give it away.
        if let Some(idea) = info.idea.as_ref().filter(|_| shelf.solved(self.index).is_some()) {
            lines.push(Line::styled(format!("idea: {idea}"), look.quiet()));
        }
        frame.render_widget(Paragraph::new(Text::from(lines)).wrap(Wrap { trim: false }), area);
    }
}
