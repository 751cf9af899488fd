use std::cell::RefCell;
use std::rc::Rc;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use crate::board::Board;
use crate::keys::Key;
use crate::parts::{Chooser, Message, Parts};
use crate::puzzle::PuzzleScreen;
use crate::screen::{Desk, Go, Screen};
use crate::shelf::Shelf;
use crate::words;

/// A shelf that the level list and the puzzle share.
pub(crate) type SharedShelf = Rc<RefCell<Shelf>>;

/// The level list of a world.
pub(crate) struct Levels {
    desk: Desk,
    shelf: SharedShelf,
    chooser: Chooser,
    /// The chosen level's picture, and its index.
    preview: Option<(usize, Board)>,
    message: Message,
}

impl Levels {
    /// The list, with the first unsolved level chosen.
    pub fn new(desk: &Desk, shelf: SharedShelf) -> Self {
        let first = shelf.borrow().first_unsolved();
        Self::at(desk, shelf, first)
    }

    /// The list, with this level chosen.
    pub fn at(desk: &Desk, shelf: SharedShelf, index: usize) -> Self {
        let message = {
            let mut shelf = shelf.borrow_mut();
            match shelf.refresh(&desk.store) {
                Err(error) => Message::bad(error.to_string()),
                Ok(()) if shelf.entries.is_empty() => {
                    let info = shelf.world.info();
                    Message::bad(format!(
                        "No levels ship with {}: name a file, as in plyground play {} FILE.",
                        info.name, info.id
                    ))
                }
                Ok(()) => Message::default(),
            }
        };
        let chooser = Chooser::at(index);
        Self { desk: Rc::clone(desk), shelf, chooser, preview: None, message }
    }

    fn choose(&mut self) -> Go {
        if self.shelf.borrow().entries.is_empty() {
            return Go::Stay;
        }
        match PuzzleScreen::new(&self.desk, Rc::clone(&self.shelf), self.chooser.chosen) {
            Ok(screen) => Go::to(screen),
            Err(error) => {
                self.message = Message::bad(error.to_string());
                Go::Stay
            }
        }
    }

    fn draw_preview(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let index = self.chooser.chosen;
        if self.preview.as_ref().is_none_or(|(shown, _)| *shown != index) {
            let shelf = self.shelf.borrow();
            let Some(entry) = shelf.entries.get(index) else { return };
            let session = entry.level.start(&plyground_core::Options::new());
            self.preview = session.ok().map(|session| (index, Board::new(session.scene())));
        }
        if let Some((_, board)) = &mut self.preview {
            board.draw(frame, area, self.desk.look);
        }
    }

    fn go(&mut self, by: i64) {
        let count = self.shelf.borrow().entries.len();
        self.chooser.go(by, count);
    }
}

impl Screen for Levels {
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let shelf = Rc::clone(&self.shelf);
        let shelf = shelf.borrow();
        let title = match shelf.entries.get(self.chooser.chosen) {
            None => format!("{}: levels", shelf.world.info().name),
            Some(entry) => {
                let (solved, all) = shelf.pack_count(&entry.pack);
                let name = shelf.world.info().name;
                format!("{name}: {} - {solved} of {all} solved", entry.pack)
            }
        };
        let parts = Parts::new(frame, area, look, &title);
        let half = parts.body.width.min(100) / 2;
        let list = Rect { width: half, ..parts.body };
        self.chooser.draw(frame, list, shelf.entries.len(), |index, chosen| {
            let solved = shelf.solved(index);
            let entry = &shelf.entries[index];
            let info = entry.info();
            let took = match (solved, &info.best) {
                (Some(mine), _) => words::measures(mine),
                (None, Some(best)) => format!("best {}", best.measures.moves),
                (None, None) => format!("{}x{}", info.width, info.height),
            };
            let mark = if solved.is_some() { look.text("✓", "*") } else { " " };
            let room = usize::from(half).saturating_sub(took.chars().count() + 9);
            let title: String = shelf.title(index).chars().take(room).collect();
            let style = if chosen { look.chosen() } else { ratatui::style::Style::new() };
            Line::from(vec![
                Span::styled(format!("{mark} "), look.good()),
                Span::styled(format!("{:>4}  {title:<room$}", index + 1), style),
                Span::styled(format!(" {took}"), look.quiet()),
            ])
        });
        let beside = parts.body.width - half;
        let preview =
            Rect { x: parts.body.x + half + 2, width: beside.saturating_sub(2), ..parts.body };
        drop(shelf);
        self.draw_preview(frame, preview);
        parts.say(frame, look, &self.message);
        let arrows = look.text("↑↓", "up/down");
        let keys =
            [(arrows, "choose"), ("Enter", "play"), ("M", "menu"), ("?", "keys"), ("Q", "quit")];
        parts.keys(frame, look, &keys);
    }

    fn key(&mut self, key: Key) -> Go {
        match key.command() {
            Key::Up | Key::Char('w') => self.go(-1),
            Key::Down | Key::Char('s') => self.go(1),
            Key::PageUp => self.go(-self.chooser.page()),
            Key::PageDown => self.go(self.chooser.page()),
            Key::Home => self.go(i64::from(i32::MIN)),
            Key::End => self.go(i64::from(i32::MAX)),
            Key::Enter | Key::Char(' ') => return self.choose(),
            Key::Escape => return Go::Menu,
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, at: Position) -> Go {
        let count = self.shelf.borrow().entries.len();
        match self.chooser.line_at(at, count) {
            Some(index) if index == self.chooser.chosen => self.choose(),
            Some(index) => {
                self.chooser.chosen = index;
                Go::Stay
            }
            None => Go::Stay,
        }
    }

    fn scroll(&mut self, down: i32, _right: i32) {
        self.go(i64::from(down));
    }

    fn help(&self) -> Vec<(String, String)> {
        [("Up, Down", "choose a level"), ("Page keys", "a page at once"), ("Enter", "play it")]
            .map(|(key, words)| (key.to_owned(), words.to_owned()))
            .to_vec()
    }
}
