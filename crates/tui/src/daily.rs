use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use plyground_catalog::{AnyPuzzleWorld, Date, MadeLevel, daily};
use plyground_core::{Options, SpecError};
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
use crate::worker::{Job, News};

/// The levels of a day, one of each puzzle, made in the background.
pub(crate) struct Daily {
    desk: Desk,
    date: Date,
    entries: Vec<Entry>,
    chooser: Chooser,
    message: Message,
}

struct Entry {
    world: Arc<dyn AnyPuzzleWorld>,
    level: Making,
}

enum Making {
    Going(Job<(), Result<Option<MadeLevel>, SpecError>>),
    Done(Box<Made>),
    Failed,
}

struct Made {
    difficulty: f64,
    shelf: Rc<RefCell<Shelf>>,
    board: Board,
}

impl Daily {
    /// The levels of today.
    pub fn new(desk: &Desk) -> Self {
        Self::of(desk, Date::today())
    }

    fn of(desk: &Desk, date: Date) -> Self {
        let worlds = desk.catalog.puzzle_worlds().filter(|world| world.daily(0).is_some());
        let entries = worlds.cloned().map(|world| {
            let maker = Arc::clone(&world);
            let making = Job::start(move |cancel, _| daily::level_of(&*maker, date, cancel));
            Entry { world, level: Making::Going(making) }
        });
        Self {
            desk: Rc::clone(desk),
            date,
            entries: entries.collect(),
            chooser: Chooser::default(),
            message: Message::default(),
        }
    }

    /// Another day, where there is one: not before 1970, and not before it comes.
    fn go(&mut self, forward: bool) {
        let date = if forward { Some(self.date.next()) } else { self.date.days_before(1) };
        match date.filter(|&date| date <= Date::today()) {
            Some(date) => {
                let chosen = self.chooser.chosen;
                *self = Self::of(&Rc::clone(&self.desk), date);
                self.chooser = Chooser::at(chosen);
            }
            None => self.message = Message::plain("These are the levels of today."),
        }
    }

    fn choose(&mut self) -> Go {
        let Some(entry) = self.entries.get(self.chooser.chosen) else { return Go::Stay };
        let Making::Done(made) = &entry.level else { return Go::Stay };
        match PuzzleScreen::new(&self.desk, Rc::clone(&made.shelf), 0) {
            Ok(screen) => Go::to(screen),
            Err(error) => {
                self.message = Message::bad(error.to_string());
                Go::Stay
            }
        }
    }

    /// Takes in what was made.
    fn hear(&mut self) {
        for entry in &mut self.entries {
            let Making::Going(job) = &mut entry.level else { continue };
            let made = match job.poll() {
                News::Going => continue,
                News::Done(made) => made,
                News::Lost => Err(SpecError("the level could not be made".to_owned())),
            };
            let shown = made.and_then(|made| {
                let made = made.ok_or_else(|| SpecError("there is no level".to_owned()))?;
                let MadeLevel { level, difficulty } = made;
                let board = Board::new(level.start(&Options::new())?.scene());
                let world = Arc::clone(&entry.world);
                let shelf = Shelf::of("daily", level, world, &self.desk.store);
                Ok(Made { difficulty, shelf: Rc::new(RefCell::new(shelf)), board })
            });
            entry.level = match shown {
                Ok(made) => Making::Done(Box::new(made)),
                Err(error) => {
                    self.message = Message::bad(error.to_string());
                    Making::Failed
                }
            };
        }
    }
}

impl Entry {
    /// What is known of its level.
    fn words(&self) -> String {
        match &self.level {
            Making::Going(_) => "is being made".to_owned(),
            Making::Failed => String::new(),
            Making::Done(made) => match made.shelf.borrow().solved(0) {
                Some(mine) => words::measures(mine),
                None => format!("difficulty {:.1}", made.difficulty),
            },
        }
    }

    fn is_solved(&self) -> bool {
        matches!(&self.level, Making::Done(made) if made.shelf.borrow().solved(0).is_some())
    }
}

impl Screen for Daily {
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let (date, grade) = (self.date, self.date.grade() + 1);
        let title = format!("Daily challenge: {} {date}, {grade} of 7", date.weekday());
        let parts = Parts::new(frame, area, look, &title);
        let half = parts.body.width.min(100) / 2;
        let entries = &self.entries;
        let list = Rect { width: half, ..parts.body };
        self.chooser.draw(frame, list, entries.len(), |index, chosen| {
            let entry = &entries[index];
            let mark = if entry.is_solved() { look.text("✓", "*") } else { " " };
            let style = if chosen { look.chosen() } else { look.strong() };
            Line::from(vec![
                Span::styled(format!(" {mark} "), look.good()),
                Span::styled(format!("{:<12}", entry.world.info().name), style),
                Span::styled(format!(" {}", entry.words()), look.quiet()),
            ])
        });
        let beside = parts.body.width - half;
        let preview =
            Rect { x: parts.body.x + half + 2, width: beside.saturating_sub(2), ..parts.body };
        if let Some(Entry { level: Making::Done(made), .. }) =
            self.entries.get_mut(self.chooser.chosen)
        {
            made.board.draw(frame, preview, look);
        }
        let message = if self.message.text.is_empty() {
            Message::plain(
                "One level of each puzzle, the same for everybody. Monday is gentle, Sunday hardest.",
            )
        } else {
            self.message.clone()
        };
        parts.say(frame, look, &message);
        let (arrows, across) = (look.text("↑↓", "up/down"), look.text("←→", "left/right"));
        let keys = [
            (arrows, "choose"),
            ("Enter", "play"),
            (across, "other days"),
            ("M", "menu"),
            ("?", "keys"),
            ("Q", "quit"),
        ];
        parts.keys(frame, look, &keys);
    }

    fn key(&mut self, key: Key) -> Go {
        let count = self.entries.len();
        match key.command() {
            Key::Up | Key::Char('w') => self.chooser.go(-1, count),
            Key::Down | Key::Char('s') => self.chooser.go(1, count),
            Key::Left => self.go(false),
            Key::Right => self.go(true),
            Key::Enter | Key::Char(' ') => return self.choose(),
            Key::Escape => return Go::Menu,
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, at: Position) -> Go {
        match self.chooser.choose_at(at, self.entries.len()) {
            true => self.choose(),
            false => Go::Stay,
        }
    }

    fn tick(&mut self) -> Go {
        self.hear();
        Go::Stay
    }

    fn is_busy(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry.level, Making::Going(_)))
    }

    fn help(&self) -> Vec<(String, String)> {
        [
            ("Up, Down", "choose a puzzle"),
            ("Enter", "play its level"),
            ("Left, Right", "the day before, the day after"),
        ]
        .map(|(key, words)| (key.to_owned(), words.to_owned()))
        .to_vec()
    }
}
