use std::rc::Rc;

use plyground_catalog::Catalog;
use plyground_data::Store;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::keys::Key;
use crate::theme::Look;

/// What all screens share.
pub(crate) struct Shared {
    /// The worlds there are.
    pub catalog: Catalog,
    /// Progress, saved games, own levels.
    pub store: Store,
    /// Colours and characters.
    pub look: Look,
}

/// A handle on it.
pub(crate) type Desk = Rc<Shared>;

/// Where to go after an event.
pub(crate) enum Go {
    /// Nowhere.
    Stay,
    /// To the menu.
    Menu,
    /// To another screen.
    To(Box<dyn Screen>),
    /// Out.
    Quit,
}

impl Go {
    /// To another screen.
    pub fn to(screen: impl Screen + 'static) -> Self {
        Self::To(Box::new(screen))
    }
}

/// One screen of the app.
pub(crate) trait Screen {
    /// Draws itself.
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect);
    /// A key was pressed.
    fn key(&mut self, key: Key) -> Go;
    /// The mouse was pressed.
    fn click(&mut self, _at: Position) -> Go {
        Go::Stay
    }
    /// The wheel was turned, or a page key pressed: rows down, columns right.
    fn scroll(&mut self, _down: i32, _right: i32) {}
    /// Time has passed.
    fn tick(&mut self) -> Go {
        Go::Stay
    }
    /// Whether something moves by itself, so that time must pass in small steps.
    fn is_busy(&self) -> bool {
        false
    }
    /// Whether letters are text here, not commands.
    fn takes_text(&self) -> bool {
        false
    }
    /// Whether it may be left; where something would be lost, it says so once and asks again.
    fn may_leave(&mut self) -> bool {
        true
    }
    /// The keys and what they do.
    fn help(&self) -> Vec<(String, String)>;
}
