mod methods;
mod panel;
mod search;

use std::rc::Rc;
use std::time::Instant;

use plyground_catalog::PuzzleSession;
use plyground_core::scene::MarkKind;
use plyground_core::{Options, Progress, SpecError, Text};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::begun;
use crate::board::Board;
use crate::keys::Key;
use crate::levels::{Levels, SharedShelf};
use crate::parts::{Message, Parts};
use crate::playback::Playback;
use crate::prompt::{Prompt, Typed};
use crate::screen::{Desk, Go, Screen};
use crate::words::{self, sentence};
use crate::worker::Job;
use methods::{MethodMenu, Picked};
use search::Answer;

/// A level being played.
pub(crate) struct PuzzleScreen {
    desk: Desk,
    shelf: SharedShelf,
    index: usize,
    session: Box<dyn PuzzleSession>,
    board: Board,
    /// The cell that was clicked first.
    selected: Option<usize>,
    message: Message,
    /// When the level was begun, and the seconds it took once it is solved.
    began: Instant,
    took: Option<f64>,
    search: Option<Job<Progress, Answer>>,
    /// The number of steps of a solution that is being shown.
    shown_steps: Option<usize>,
    playback: Playback,
    prompt: Option<(Asking, Prompt)>,
    /// The list from which a solver is picked.
    methods: Option<MethodMenu>,
}

/// What a line is typed for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asking {
    Moves,
    Method,
}

impl PuzzleScreen {
    pub fn new(desk: &Desk, shelf: SharedShelf, index: usize) -> Result<Self, SpecError> {
        let session = {
            let shelf = shelf.borrow();
            let entry = shelf.entries.get(index);
            let entry = entry.ok_or_else(|| SpecError("there is no such level".to_owned()))?;
            entry.level.start(&Options::new())?
        };
        let board = Board::new(session.scene());
        let mut screen = Self {
            desk: Rc::clone(desk),
            shelf,
            index,
            session,
            board,
            selected: None,
            message: Message::default(),
            began: Instant::now(),
            took: None,
            search: None,
            shown_steps: None,
            playback: Playback::new(),
            prompt: None,
            methods: None,
        };
        screen.refresh();
        screen.go_on();
        Ok(screen)
    }

    /// Plays the moves with which the level was left the last time.
    fn go_on(&mut self) {
        let (world, key) = self.name();
        let moves = begun::find(&self.desk.store, &world, &key);
        if moves.is_some_and(|moves| self.session.play_each(&moves).is_ok()) {
            self.refresh();
            if self.message.text.is_empty() {
                self.message = Message::plain("You were here before. R starts anew.");
            }
        }
    }

    /// The world and the name of the level, under which things are kept.
    fn name(&self) -> (Text, String) {
        let shelf = self.shelf.borrow();
        (shelf.world.info().id, shelf.entries[self.index].key().to_owned())
    }

    /// Keeps the moves for the next time, unless they solve the level.
    fn remember(&mut self) {
        let (world, key) = self.name();
        let solved = self.session.is_solved();
        let moves = if solved { String::new() } else { self.session.moves() };
        if let Err(error) = begun::keep(&self.desk.store, &world, &key, &moves) {
            self.message = Message::bad(format!("Your moves could not be kept: {error}"));
        }
    }

    /// Shows the position as it is now, with what the player should know.
    fn refresh(&mut self) {
        self.board.show(self.session.scene());
        self.selected = None;
        if self.session.is_solved() {
            return;
        }
        let warnings = self.session.warnings();
        self.board.mark(warnings.iter().flat_map(|w| w.cells.clone()), MarkKind::Warning);
        self.message = match warnings.first() {
            Some(warning) => Message::bad(warning.text.clone()),
            None => Message::default(),
        };
    }

    /// Plays moves by hand; `together` makes them one action for undo.
    fn play(&mut self, moves: &str, together: bool) {
        if self.search.is_some() {
            self.message = Message::plain("A search is going on; Esc cancels it.");
            return;
        }
        self.stop_showing();
        let played =
            if together { self.session.play(moves) } else { self.session.play_each(moves) };
        match played {
            Err(refused) => self.message = Message::bad(sentence(&refused.reason)),
            Ok(_) => {
                self.refresh();
                self.remember();
                if self.session.is_solved() {
                    self.solved_by_hand();
                }
            }
        }
    }

    fn solved_by_hand(&mut self) {
        self.took.get_or_insert(self.began.elapsed().as_secs_f64());
        let measures = self.session.measures();
        let (world, key) = self.name();
        let moves = self.session.moves();
        let kept = self.desk.store.keep_solution(&world, &key, measures, &moves);
        // The list of what is solved is read again with the next level list at the latest.
        let _ = self.shelf.borrow_mut().refresh(&self.desk.store);
        let best = self.session.level().info().best.map(|best| best.measures.moves);
        let against = match best {
            Some(best) if measures.moves < best => " Better than the best known!".to_owned(),
            Some(best) if measures.moves == best => " That is the best known.".to_owned(),
            Some(best) => format!(" The best known takes {best}."),
            None => String::new(),
        };
        let words = words::measures(&measures);
        self.message = match kept {
            Ok(_) => Message::good(format!("Solved: {words}.{against} N: next level.")),
            Err(error) => Message::bad(format!("Solved: {words}, but not kept: {error}")),
        };
    }

    fn stop_showing(&mut self) {
        self.shown_steps = None;
        self.playback.run(false);
    }

    /// Undo, redo or restart.
    fn act(&mut self, act: impl FnOnce(&mut dyn PuzzleSession)) {
        if self.search.is_none() {
            self.playback.run(false);
            act(&mut *self.session);
            self.refresh();
            if self.shown_steps.is_none() {
                self.remember();
            }
        }
    }

    fn open(&mut self, by: i64) {
        let next = self.index as i64 + by;
        let count = self.shelf.borrow().entries.len() as i64;
        if (0..count).contains(&next) {
            match Self::new(&self.desk, Rc::clone(&self.shelf), next as usize) {
                Ok(screen) => *self = screen,
                Err(error) => self.message = Message::bad(error.to_string()),
            }
        } else {
            let which = if by > 0 { "last" } else { "first" };
            self.message = Message::plain(format!("This is the {which} level."));
        }
    }

    /// The methods there are.
    fn method_names(&self) -> Vec<&'static str> {
        self.shelf.borrow().world.methods().iter().map(|method| method.id).collect()
    }

    /// The methods that the digits stand for, first one first.
    fn quick_names(&self) -> Vec<&'static str> {
        self.shelf.borrow().world.quick_methods().iter().map(|method| method.id).collect()
    }

    fn toggle_playback(&mut self) {
        if let Some(steps) = self.shown_steps {
            let on = !self.playback.is_running();
            if on && !self.session.can_redo() {
                for _ in 0..steps {
                    self.session.undo();
                }
                self.show_position();
            }
            self.playback.run(on);
        }
    }

    /// Shows the position without a word about it.
    fn show_position(&mut self) {
        let message = std::mem::take(&mut self.message);
        self.refresh();
        self.message = message;
    }

    /// A key while the list of methods is open.
    fn pick(&mut self, key: Key) {
        let Some(mut menu) = self.methods.take() else { return };
        match menu.key(key) {
            Picked::Going => self.methods = Some(menu),
            Picked::Left => {}
            Picked::Done(spec) => self.solve(&spec),
            Picked::Typing(key) => {
                self.prompt = Some((Asking::Method, Prompt::default()));
                self.typed(key);
            }
        }
    }

    fn typed(&mut self, key: Key) {
        let Some((asking, mut prompt)) = self.prompt.take() else { return };
        let known = || match asking {
            Asking::Moves => self.session.legal(),
            Asking::Method => self.method_names().into_iter().map(str::to_owned).collect(),
        };
        match prompt.key(key, known) {
            Typed::Going => self.prompt = Some((asking, prompt)),
            Typed::Left => {}
            Typed::Done(text) if text.trim().is_empty() => {}
            Typed::Done(text) if asking == Asking::Moves => self.play(&text, false),
            Typed::Done(text) => self.solve(&text),
        }
    }
}

impl Screen for PuzzleScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let title = {
            let shelf = self.shelf.borrow();
            let (solved, pack) =
                (shelf.solved(self.index).is_some(), &shelf.entries[self.index].pack);
            let mark = if solved { look.text(" ✓", " *") } else { "" };
            let name = shelf.world.info().name;
            format!("{name}: {pack} {} - {}{mark}", self.index + 1, shelf.title(self.index))
        };
        let parts = Parts::new(frame, area, look, &title);
        let (board, panel) = parts.board_and_panel();
        self.board.draw(frame, board, look);
        match &mut self.methods {
            Some(menu) => menu.draw(frame, panel, look),
            None => self.draw_panel(frame, panel),
        }
        parts.say(frame, look, &self.words());
        let showing = [
            ("Space", "play/pause"),
            ("+ -", "speed"),
            ("Z Y", "step"),
            ("R", "restart"),
            ("?", "keys"),
        ];
        let playing = [
            ("Z", "undo"),
            ("Y", "redo"),
            ("R", "restart"),
            ("H", "hint"),
            ("1-9", "solve"),
            ("N", "next"),
            ("L", "levels"),
            ("?", "keys"),
            ("Q", "quit"),
        ];
        let keys: &[_] = if self.shown_steps.is_some() { &showing } else { &playing };
        parts.keys(frame, look, keys);
    }

    fn key(&mut self, key: Key) -> Go {
        if self.prompt.is_some() {
            self.typed(key);
            return Go::Stay;
        }
        if self.methods.is_some() {
            self.pick(key);
            return Go::Stay;
        }
        if let Some(arrow) = key.direction() {
            let steps = self.shelf.borrow().world.steps();
            if let Some(step) = steps.iter().find(|step| step.arrow == arrow) {
                self.play(&step.text, false);
            }
            return Go::Stay;
        }
        match key.command() {
            Key::Char('z') => self.act(|session| _ = session.undo()),
            Key::Char('y') => self.act(|session| _ = session.redo()),
            Key::Char('r') => {
                self.act(|session| session.reset());
                self.stop_showing();
                (self.began, self.took) = (Instant::now(), None);
            }
            Key::Char('l') => {
                return Go::to(Levels::at(&self.desk, Rc::clone(&self.shelf), self.index));
            }
            Key::Char('n') => self.open(1),
            Key::Char('p') => self.open(-1),
            Key::Char(' ') => self.toggle_playback(),
            Key::Char('+' | '=') => self.playback.faster(1),
            Key::Char('-') => self.playback.faster(-1),
            Key::Escape => {
                if let Some(search) = &self.search {
                    search.cancel();
                }
            }
            Key::PageUp => self.board.scroll(-8, 0),
            Key::PageDown => self.board.scroll(8, 0),
            Key::Home => self.board.scroll(0, -16),
            Key::End => self.board.scroll(0, 16),
            _ if self.search.is_some() => {}
            Key::Char('h') => self.hint(),
            Key::Char('0') => {
                self.methods = Some(MethodMenu::new(&*self.shelf.borrow().world));
            }
            Key::Enter => self.prompt = Some((Asking::Moves, Prompt::default())),
            Key::Char(digit @ '1'..='9') => {
                let names = self.quick_names();
                if let Some(name) = names.get(digit as usize - '1' as usize) {
                    self.solve(name);
                }
            }
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, at: Position) -> Go {
        let Some(cell) = self.board.cell_at(at) else { return Go::Stay };
        if self.search.is_some() {
            return Go::Stay;
        }
        let intents = self.session.intents();
        let chosen = self.selected.take();
        let mut fits =
            intents.iter().filter(|intent| intent.target == cell && chosen != Some(cell));
        let found = fits.find(|intent| intent.select.first().copied() == chosen);
        if let Some(intent) = found {
            self.play(&intent.text, true);
            return Go::Stay;
        }
        self.show_position();
        let starts: Vec<usize> = intents
            .iter()
            .filter(|intent| intent.select.first() == Some(&cell))
            .map(|intent| intent.target)
            .collect();
        if chosen != Some(cell) && !starts.is_empty() {
            self.selected = Some(cell);
            self.board.select(&[cell]);
            self.board.mark(starts, MarkKind::Target);
        }
        Go::Stay
    }

    fn scroll(&mut self, down: i32, right: i32) {
        self.board.scroll(down, right);
    }

    fn tick(&mut self) -> Go {
        self.hear();
        if self.shown_steps.is_some() && self.playback.step_is_due() {
            if self.session.redo() {
                self.show_position();
            }
            if !self.session.can_redo() {
                self.playback.run(false);
            }
        }
        Go::Stay
    }

    fn is_busy(&self) -> bool {
        self.search.is_some() || self.playback.is_running()
    }

    fn takes_text(&self) -> bool {
        self.prompt.is_some() || self.methods.is_some()
    }

    fn help(&self) -> Vec<(String, String)> {
        let mut lines: Vec<(String, String)> = [
            ("Arrows, WASD", "move"),
            ("Z / Y", "undo / redo"),
            ("R", "restart (can be undone)"),
            ("H", "hint"),
            ("L", "levels"),
            ("N / P", "next / previous level"),
            ("Enter", "type moves (Tab completes)"),
            ("Click", "walk there; a box, then where it should go"),
            ("Space", "play or pause a solution; + and - change the speed"),
            ("Page keys", "scroll a board that is larger than the screen"),
            ("Esc", "cancel a search"),
        ]
        .map(|(key, words)| (key.to_owned(), words.to_owned()))
        .to_vec();
        // As many on a line as the narrowest screen holds.
        let names = self.quick_names();
        for (row, three) in names.chunks(3).enumerate() {
            let first = 3 * row + 1;
            let keys: Vec<String> = (first..first + three.len()).map(|n| n.to_string()).collect();
            lines.push((keys.join(" "), format!("solve with {}", three.join(", "))));
        }
        lines.push(("0".to_owned(), "all methods and heuristics, to pick or to type".to_owned()));
        lines
    }
}
