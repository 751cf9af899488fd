//! The parts every screen has: a title, a body, what there is to say, and the keys.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::theme::Look;

/// Columns of the panel beside a board.
const PANEL: u16 = 31;

/// How a message is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Mood {
    #[default]
    Plain,
    Good,
    Bad,
}

/// Something to say.
#[derive(Debug, Clone, Default)]
pub(crate) struct Message {
    pub text: String,
    pub mood: Mood,
}

impl Message {
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), mood: Mood::Plain }
    }
    pub fn good(text: impl Into<String>) -> Self {
        Self { text: text.into(), mood: Mood::Good }
    }
    pub fn bad(text: impl Into<String>) -> Self {
        Self { text: text.into(), mood: Mood::Bad }
    }
}

/// Where the parts are.
pub(crate) struct Parts {
    pub body: Rect,
    message: Rect,
    keys: Rect,
}

impl Parts {
    /// Draws the title and shares the rest out.
    pub fn new(frame: &mut Frame<'_>, area: Rect, look: Look, title: &str) -> Self {
        let [top, body, message, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(0),
            Constraint::Length(2),
            Constraint::Length(1),
        ])
        .areas(area);
        let title = Line::from(format!(" {title}"));
        frame.render_widget(Paragraph::new(title).style(look.title()), top);
        Self { body, message, keys }
    }

    /// The body as a board with a panel beside it.
    pub fn board_and_panel(&self) -> (Rect, Rect) {
        let [board, _, panel] = Layout::horizontal([
            Constraint::Min(0),
            Constraint::Length(1),
            Constraint::Length(PANEL),
        ])
        .areas(self.body);
        (board, panel)
    }

    /// Says something below the body.
    pub fn say(&self, frame: &mut Frame<'_>, look: Look, message: &Message) {
        let style = match message.mood {
            Mood::Plain => ratatui::style::Style::new(),
            Mood::Good => look.good(),
            Mood::Bad => look.bad(),
        };
        let text = Paragraph::new(message.text.as_str()).style(style).wrap(Wrap { trim: true });
        frame.render_widget(text, self.message);
    }

    /// Lists the keys at the bottom.
    pub fn keys(&self, frame: &mut Frame<'_>, look: Look, keys: &[(&str, &str)]) {
        let mut spans = Vec::new();
        for (key, words) in keys {
            spans.push(Span::styled(format!(" {key}"), look.strong()));
            spans.push(Span::styled(format!(" {words} "), look.quiet()));
        }
        frame.render_widget(Line::from(spans), self.keys);
    }
}

/// A list in which one line is chosen: keeps the choice in view and finds the line of a click.
#[derive(Debug, Default)]
pub(crate) struct Chooser {
    /// The chosen line.
    pub chosen: usize,
    first: usize,
    area: Rect,
}

impl Chooser {
    /// A list with this line chosen.
    pub fn at(chosen: usize) -> Self {
        Self { chosen, ..Self::default() }
    }

    /// Moves the choice; it stays within `count` lines.
    pub fn go(&mut self, by: i64, count: usize) {
        let last = count.saturating_sub(1) as i64;
        self.chosen = (self.chosen as i64 + by).clamp(0, last) as usize;
    }

    /// The lines of a page.
    pub fn page(&self) -> i64 {
        i64::from(self.area.height.max(2)) - 1
    }

    /// Draws the lines that fit; `line` makes one, given whether it is chosen.
    pub fn draw<'a>(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        count: usize,
        mut line: impl FnMut(usize, bool) -> Line<'a>,
    ) {
        self.area = area;
        let rows = usize::from(area.height).max(1);
        self.chosen = self.chosen.min(count.saturating_sub(1));
        self.first = self.first.min(self.chosen).max((self.chosen + 1).saturating_sub(rows));
        for (row, index) in (self.first..count).take(rows).enumerate() {
            let place = Rect { y: area.y + row as u16, height: 1, ..area };
            frame.render_widget(line(index, index == self.chosen), place);
        }
    }

    /// The line at a place on the screen.
    pub fn line_at(&self, at: ratatui::layout::Position, count: usize) -> Option<usize> {
        let inside = self.area.contains(at);
        let index = inside.then(|| self.first + usize::from(at.y - self.area.y))?;
        (index < count).then_some(index)
    }

    /// Chooses the line at a place on the screen; says whether there is one.
    pub fn choose_at(&mut self, at: ratatui::layout::Position, count: usize) -> bool {
        let line = self.line_at(at, count);
        self.chosen = line.unwrap_or(self.chosen);
        line.is_some()
    }
}
