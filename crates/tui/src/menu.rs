use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use plyground_catalog::{AnyGameWorld, World};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use crate::daily::Daily;
use crate::keys::Key;
use crate::levels::Levels;
use crate::parts::{Chooser, Message, Parts};
use crate::problems::Problems;
use crate::saved::SavedGames;
use crate::screen::{Desk, Go, Screen};
use crate::setup::Setup;
use crate::shelf::Shelf;
use crate::words::sentence;

/// The first screen: what there is to play.
pub(crate) struct Menu {
    desk: Desk,
    entries: Vec<Entry>,
    chooser: Chooser,
    message: Message,
}

#[derive(Clone)]
enum Entry {
    Play(World),
    Daily,
    Problems(Arc<dyn AnyGameWorld>),
    Watch(Arc<dyn AnyGameWorld>),
    Saved(Arc<dyn AnyGameWorld>),
    Quit,
}

impl Entry {
    fn words(&self) -> (String, String) {
        match self {
            Self::Play(world) => {
                let info = world.info();
                (info.name.into_owned(), info.summary.into_owned())
            }
            Self::Daily => {
                ("Daily challenge".to_owned(), "one level of each puzzle, new every day".to_owned())
            }
            Self::Problems(world) => (
                format!("{}: problems", world.info().name),
                "find the one turn that does it".to_owned(),
            ),
            Self::Watch(world) => {
                (format!("{}: watch", world.info().name), "computer against computer".to_owned())
            }
            Self::Saved(world) => {
                (format!("{}: saved games", world.info().name), "go on, or look again".to_owned())
            }
            Self::Quit => ("Quit".to_owned(), String::new()),
        }
    }
}

impl Menu {
    pub fn new(desk: &Desk) -> Self {
        let games = || desk.catalog.game_worlds().cloned();
        let is_daily = desk.catalog.puzzle_worlds().any(|world| world.daily(0).is_some());
        let problems = games().filter(|world| !world.problems().is_empty());
        let entries = desk.catalog.worlds().iter().cloned().map(Entry::Play);
        let entries = entries.chain(is_daily.then_some(Entry::Daily));
        let entries = entries.chain(problems.map(Entry::Problems));
        let entries = entries.chain(games().map(Entry::Watch)).chain(games().map(Entry::Saved));
        Self {
            desk: Rc::clone(desk),
            entries: entries.chain([Entry::Quit]).collect(),
            chooser: Chooser::default(),
            message: Message::default(),
        }
    }

    fn choose(&mut self) -> Go {
        match self.entries.get(self.chooser.chosen).cloned() {
            None => Go::Stay,
            Some(Entry::Quit) => Go::Quit,
            Some(Entry::Play(World::Puzzle(world))) => {
                match Shelf::open(world, None, &self.desk.store) {
                    Ok(shelf) => Go::to(Levels::new(&self.desk, Rc::new(RefCell::new(shelf)))),
                    Err(error) => {
                        self.message = Message::bad(error.to_string());
                        Go::Stay
                    }
                }
            }
            Some(Entry::Play(World::Game(world))) => Go::to(Setup::new(&self.desk, world)),
            Some(Entry::Daily) => Go::to(Daily::new(&self.desk)),
            Some(Entry::Problems(world)) => match Problems::new(&self.desk, world) {
                Ok(screen) => Go::to(screen),
                Err(error) => {
                    self.message = Message::bad(error.to_string());
                    Go::Stay
                }
            },
            Some(Entry::Watch(world)) => Go::to(Setup::watching(&self.desk, world)),
            Some(Entry::Saved(world)) => Go::to(SavedGames::new(&self.desk, world)),
        }
    }
}

impl Screen for Menu {
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let parts = Parts::new(frame, area, look, "Plyground");
        let body = Rect { y: parts.body.y + 1, height: parts.body.height - 1, ..parts.body };
        let entries = &self.entries;
        self.chooser.draw(frame, body, entries.len(), |index, chosen| {
            let (name, summary) = entries[index].words();
            let style = if chosen { look.chosen() } else { look.strong() };
            let pointer = if chosen { look.text("›", ">") } else { " " };
            Line::from(vec![
                Span::raw(format!(" {pointer} ")),
                Span::styled(format!("{name:<22}"), style),
                Span::styled(format!(" {summary}"), look.quiet()),
            ])
        });
        let message = match entries.get(self.chooser.chosen) {
            Some(entry) if self.message.text.is_empty() => {
                Message::plain(sentence(&entry.words().1))
            }
            _ => self.message.clone(),
        };
        parts.say(frame, look, &message);
        let arrows = look.text("↑↓", "up/down");
        let keys = [(arrows, "choose"), ("Enter", "play"), ("?", "keys"), ("Q", "quit")];
        parts.keys(frame, look, &keys);
    }

    fn key(&mut self, key: Key) -> Go {
        let count = self.entries.len();
        match key.command() {
            Key::Up | Key::Char('w') => self.chooser.go(-1, count),
            Key::Down | Key::Char('s') => self.chooser.go(1, count),
            Key::Home => self.chooser.chosen = 0,
            Key::End => self.chooser.go(count as i64, count),
            Key::Enter | Key::Right | Key::Char(' ') => return self.choose(),
            Key::Char(digit @ '1'..='9') => {
                let index = digit as usize - '1' as usize;
                if index < count {
                    self.chooser.chosen = index;
                    return self.choose();
                }
            }
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

    fn scroll(&mut self, down: i32, _right: i32) {
        self.chooser.go(i64::from(down.signum()), self.entries.len());
    }

    fn help(&self) -> Vec<(String, String)> {
        [("Up, Down", "choose"), ("Enter", "play"), ("1 … 9", "play that entry"), ("Click", "play")]
            .map(|(key, words)| (key.to_owned(), words.to_owned()))
            .to_vec()
    }
}
