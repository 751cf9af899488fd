//! The real terminal: taken over at the start, given back at the end, whatever the end is.

use std::io::{self, IsTerminal as _, Stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use plyground_catalog::Catalog;
use plyground_data::{Store, default_folder};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::app::{App, Events, run};
use crate::{Opening, PlayError};

/// Plays in the terminal until the person quits.
pub fn play(catalog: &Catalog, opening: &Opening) -> Result<(), PlayError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(PlayError::NoTerminal);
    }
    let folder = opening.data.clone().unwrap_or_else(default_folder);
    let mut app = App::new(catalog.clone(), opening, Store::open(&folder)?)?;
    let mut keyboard = Keyboard::new();
    let _guard = Guard::take()?;
    let mut terminal = Terminal::new(CrosstermBackend::<Stdout>::new(io::stdout()))?;
    run(&mut app, &mut terminal, &mut keyboard)
}

/// Holds the terminal; gives it back when dropped.
struct Guard;

impl Guard {
    fn take() -> io::Result<Self> {
        let main = thread::current().id();
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // A search that breaks down on its thread is reported on the screen, which stays.
            if thread::current().id() == main {
                restore();
                earlier(info);
            }
        }));
        enable_raw_mode()?;
        let guard = Self;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
        if !thread::panicking() {
            let _ = panic::take_hook();
        }
    }
}

/// Gives the terminal back. What fails here cannot be helped, and the rest is still tried.
fn restore() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// How long the app has to end by itself once it was told to.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Keys and mouse of the terminal, and signals that ask the app to end.
struct Keyboard {
    ended: Arc<AtomicBool>,
}

impl Keyboard {
    fn new() -> Self {
        let ended = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&ended);
        // Where no handler can be set, a signal ends the program at once, as it does everywhere.
        let _ = ctrlc::set_handler(move || {
            raised.store(true, Ordering::Relaxed);
            // Where the terminal itself is gone, waiting for a key never ends: do not wait for that.
            thread::sleep(PATIENCE);
            restore();
            std::process::exit(1);
        });
        Self { ended }
    }
}

impl Events for Keyboard {
    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        match event::poll(wait) {
            Ok(true) => event::read().map(Some),
            Ok(false) => Ok(None),
            // A signal came in between: the loop looks at it.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }
}
