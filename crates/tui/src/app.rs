use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use plyground_catalog::{Catalog, Record, World};
use plyground_core::SpecError;
use plyground_data::Store;
use ratatui::crossterm::event::{Event, MouseButton, MouseEventKind};
use ratatui::layout::{Constraint, Flex, Layout, Position, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use ratatui::{Frame, Terminal};

use crate::game::GameScreen;
use crate::keys::Key;
use crate::levels::Levels;
use crate::menu::Menu;
use crate::puzzle::PuzzleScreen;
use crate::screen::{Desk, Go, Screen, Shared};
use crate::setup::Setup;
use crate::shelf::Shelf;
use crate::{Opening, PlayError};

/// No screen fits into less.
const SMALLEST: (u16, u16) = (64, 20);
/// How long to wait for an event while something moves by itself, and while nothing does.
const BUSY_WAIT: Duration = Duration::from_millis(30);
const IDLE_WAIT: Duration = Duration::from_millis(200);

/// Where events come from.
pub trait Events {
    /// The next event; `None` where none came in this time.
    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>>;
    /// Whether the app was asked from outside to end.
    fn is_over(&self) -> bool {
        false
    }
}

/// The terminal app: one screen at a time.
pub struct App {
    desk: Desk,
    screen: Box<dyn Screen>,
    /// The help is open, scrolled down by so many rows.
    help: Option<u16>,
    too_small: bool,
    over: bool,
}

/// Runs the app until the person quits or the events end it.
pub fn run<B>(
    app: &mut App,
    terminal: &mut Terminal<B>,
    events: &mut dyn Events,
) -> Result<(), PlayError>
where
    B: ratatui::backend::Backend,
    B::Error: Send + Sync + 'static,
{
    while !app.is_over() && !events.is_over() {
        terminal.draw(|frame| app.draw(frame)).map_err(io::Error::other)?;
        let wait = if app.screen.is_busy() { BUSY_WAIT } else { IDLE_WAIT };
        let mut event = events.next(wait)?;
        // Keys that came in a burst are all taken before the next picture.
        while let Some(taken) = event {
            app.handle(&taken);
            event = if app.is_over() { None } else { events.next(Duration::ZERO)? };
        }
        app.tick();
    }
    Ok(())
}

impl App {
    /// An app that begins where the opening says, on a store that is open.
    pub fn new(catalog: Catalog, opening: &Opening, store: Store) -> Result<Self, PlayError> {
        let desk = Rc::new(Shared { catalog, store, look: opening.look });
        let screen = first_screen(&desk, opening)?;
        Ok(Self { desk, screen, help: None, too_small: false, over: false })
    }

    /// Whether the person quit.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Takes an event.
    pub fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(event) => {
                if let Some(key) = Key::of(*event) {
                    self.key(key);
                }
            }
            Event::Mouse(mouse) if self.help.is_none() && !self.too_small => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => {
                    let go = self.screen.click(Position::new(mouse.column, mouse.row));
                    self.go(go);
                }
                MouseEventKind::ScrollDown => self.screen.scroll(2, 0),
                MouseEventKind::ScrollUp => self.screen.scroll(-2, 0),
                MouseEventKind::ScrollRight => self.screen.scroll(0, 2),
                MouseEventKind::ScrollLeft => self.screen.scroll(0, -2),
                _ => {}
            },
            _ => {}
        }
    }

    /// Lets time pass.
    pub fn tick(&mut self) {
        let go = self.screen.tick();
        self.go(go);
    }

    fn key(&mut self, key: Key) {
        if key == Key::Interrupt {
            self.over = true;
            return;
        }
        if self.too_small {
            self.over = key.command() == Key::Char('q');
            return;
        }
        if let Some(scrolled) = self.help {
            self.help = match key {
                Key::Down | Key::PageDown => Some(scrolled + 1),
                Key::Up | Key::PageUp => Some(scrolled.saturating_sub(1)),
                _ => None,
            };
            return;
        }
        let go = if self.screen.takes_text() {
            self.screen.key(key)
        } else {
            match key.command() {
                Key::Char('?') => {
                    self.help = Some(0);
                    Go::Stay
                }
                Key::Char('q') => Go::Quit,
                Key::Char('m') => Go::Menu,
                _ => self.screen.key(key),
            }
        };
        if matches!(go, Go::Stay) || self.screen.may_leave() {
            self.go(go);
        }
    }

    fn go(&mut self, go: Go) {
        match go {
            Go::Stay => {}
            Go::Menu => self.screen = Box::new(Menu::new(&self.desk)),
            Go::To(screen) => self.screen = screen,
            Go::Quit => self.over = true,
        }
    }

    /// Draws the screen.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.too_small = area.width < SMALLEST.0 || area.height < SMALLEST.1;
        if self.too_small {
            return self.draw_too_small(frame, area);
        }
        self.screen.draw(frame, area);
        if let Some(scrolled) = self.help {
            self.draw_help(frame, area, scrolled);
        }
        if self.desk.look.is_ascii() {
            make_plain(frame.buffer_mut());
        }
    }

    fn draw_too_small(&self, frame: &mut Frame<'_>, area: Rect) {
        let text = format!(
            "This terminal has {} x {} characters; at least {} x {} are needed. Make it larger, or \
             press Q to quit.",
            area.width, area.height, SMALLEST.0, SMALLEST.1
        );
        let style = self.desk.look.strong();
        frame.render_widget(Paragraph::new(text).style(style).wrap(Wrap { trim: true }), area);
    }

    fn draw_help(&self, frame: &mut Frame<'_>, area: Rect, scrolled: u16) {
        let look = self.desk.look;
        let common = [("M", "back to the menu"), ("?", "this help"), ("Q", "quit")];
        let common = common.map(|(key, words)| (key.to_owned(), words.to_owned()));
        let line = |(key, words): (String, String)| {
            Line::from(vec![Span::styled(format!(" {key:<12}"), look.strong()), Span::raw(words)])
        };
        let lines: Vec<Line<'_>> = self.screen.help().into_iter().chain(common).map(line).collect();
        let height = (lines.len() as u16 + 2).min(area.height);
        let [across] =
            Layout::horizontal([Constraint::Percentage(94)]).flex(Flex::Center).areas(area);
        let [place] =
            Layout::vertical([Constraint::Length(height)]).flex(Flex::Center).areas(across);
        let mut block = Block::bordered().title(" Keys (any key closes) ");
        if look.is_ascii() {
            block = block.border_set(ASCII_BORDER);
        }
        frame.render_widget(Clear, place);
        frame.render_widget(
            Paragraph::new(Text::from(lines)).block(block).scroll((scrolled, 0)),
            place,
        );
    }
}

/// Writes what titles and formulas bring along in plain characters.
fn make_plain(buffer: &mut ratatui::buffer::Buffer) {
    for cell in &mut buffer.content {
        if let Some(symbol) = cell.symbol().chars().next().filter(|c| !c.is_ascii()) {
            let plain = match symbol {
                '₀'..='₉' => char::from(b'0' + (symbol as u32 - '₀' as u32) as u8),
                '·' | '…' => '.',
                '×' => 'x',
                '–' | '—' => '-',
                _ => '?',
            };
            cell.set_char(plain);
        }
    }
}

/// A frame of plain characters.
const ASCII_BORDER: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

fn first_screen(desk: &Desk, opening: &Opening) -> Result<Box<dyn Screen>, PlayError> {
    let Some(name) = &opening.world else { return Ok(Box::new(Menu::new(desk))) };
    let file = opening.file.as_ref().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
    match desk.catalog.world(name)? {
        World::Puzzle(world) => {
            let shelf = Shelf::open(world, file, &desk.store)?;
            let Some(number) = opening.level else {
                return Ok(Box::new(Levels::new(desk, Rc::new(RefCell::new(shelf)))));
            };
            let count = shelf.entries.len();
            let index = number.checked_sub(1).filter(|&index| index < count).ok_or_else(|| {
                SpecError(format!("there is no level {number}; the levels go from 1 to {count}"))
            })?;
            Ok(Box::new(PuzzleScreen::new(desk, Rc::new(RefCell::new(shelf)), index)?))
        }
        World::Game(world) => {
            let Some((name, bytes)) = file else { return Ok(Box::new(Setup::new(desk, world))) };
            let records = Record::parse_all(name, &String::from_utf8_lossy(bytes))?;
            let (number, count) = (opening.level.unwrap_or(1), records.len());
            let record = number.checked_sub(1).and_then(|index| records.get(index));
            let record = record.ok_or_else(|| {
                SpecError(format!("there is no game {number}; the games go from 1 to {count}"))
            })?;
            let id = world.info().id;
            if record.world != id {
                let theirs = &record.world;
                return Err(SpecError(format!("{name}: a game of {theirs}; expected {id}")).into());
            }
            Ok(Box::new(GameScreen::of_record(desk, record).map_err(|e| e.in_file(name))?))
        }
    }
}
