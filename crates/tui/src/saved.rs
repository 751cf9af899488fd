use std::rc::Rc;
use std::sync::Arc;

use plyground_catalog::{AnyGameWorld, Record};
use plyground_data::SavedGame;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use crate::game::GameScreen;
use crate::keys::Key;
use crate::parts::{Chooser, Message, Parts};
use crate::screen::{Desk, Go, Screen};
use crate::words;

/// The saved games of a world.
pub(crate) struct SavedGames {
    desk: Desk,
    world: Arc<dyn AnyGameWorld>,
    games: Vec<SavedGame>,
    chooser: Chooser,
    message: Message,
}

impl SavedGames {
    pub fn new(desk: &Desk, world: Arc<dyn AnyGameWorld>) -> Self {
        let chooser = Chooser::default();
        let (games, message) = match desk.store.games(&world.info().id) {
            Err(error) => (Vec::new(), Message::bad(error.to_string())),
            Ok(games) if games.is_empty() => {
                (games, Message::plain("No saved games yet: S saves the one you play."))
            }
            Ok(games) => (games, Message::default()),
        };
        Self { desk: Rc::clone(desk), world, games, chooser, message }
    }

    fn choose(&mut self) -> Go {
        let Some(game) = self.games.get(self.chooser.chosen) else { return Go::Stay };
        let read = Record::parse(&game.name, &game.record);
        match read.and_then(|record| GameScreen::of_record(&self.desk, &record)) {
            Ok(screen) => Go::to(screen),
            Err(error) => {
                self.message = Message::bad(error.to_string());
                Go::Stay
            }
        }
    }

    fn drop_chosen(&mut self) {
        let Some(game) = self.games.get(self.chooser.chosen) else { return };
        match self.desk.store.drop_game(game.id) {
            Ok(_) => {
                let game = self.games.remove(self.chooser.chosen);
                self.message = Message::plain(format!("Deleted: {}", game.name));
            }
            Err(error) => self.message = Message::bad(error.to_string()),
        }
    }
}

impl Screen for SavedGames {
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let title = format!("{}: saved games", self.world.info().name);
        let parts = Parts::new(frame, area, look, &title);
        let games = &self.games;
        self.chooser.draw(frame, parts.body, games.len(), |index, chosen| {
            let style = if chosen { look.chosen() } else { look.strong() };
            Line::from(vec![
                Span::styled(format!(" {}  ", words::date(games[index].at)), look.quiet()),
                Span::styled(games[index].name.as_str(), style),
            ])
        });
        parts.say(frame, look, &self.message);
        let keys =
            [("Enter", "open"), ("Del", "delete"), ("M", "menu"), ("?", "keys"), ("Q", "quit")];
        parts.keys(frame, look, &keys);
    }

    fn key(&mut self, key: Key) -> Go {
        let count = self.games.len();
        match key.command() {
            Key::Up => self.chooser.go(-1, count),
            Key::Down => self.chooser.go(1, count),
            Key::PageUp => self.chooser.go(-self.chooser.page(), count),
            Key::PageDown => self.chooser.go(self.chooser.page(), count),
            Key::Enter => return self.choose(),
            Key::Delete => self.drop_chosen(),
            Key::Escape => return Go::Menu,
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, at: Position) -> Go {
        match self.chooser.choose_at(at, self.games.len()) {
            true => self.choose(),
            false => Go::Stay,
        }
    }

    fn scroll(&mut self, down: i32, _right: i32) {
        self.chooser.go(i64::from(down.signum()), self.games.len());
    }

    fn help(&self) -> Vec<(String, String)> {
        [("Up, Down", "choose a game"), ("Enter", "open it"), ("Delete", "delete it")]
            .map(|(key, words)| (key.to_owned(), words.to_owned()))
            .to_vec()
    }
}
