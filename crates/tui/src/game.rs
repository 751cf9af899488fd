mod analysis;
mod panel;
mod thinking;

use std::rc::Rc;
use std::time::Instant;

use plyground_catalog::{AnyPlayer, Record, ThoughtText};
use plyground_core::scene::MarkKind;
use plyground_core::{Intent, Outcome, ParseError};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::board::Board;
use crate::contest::Contest;
use crate::keys::Key;
use crate::parts::{Message, Parts};
use crate::playback::Playback;
use crate::prompt::{Prompt, Typed};
use crate::saved::SavedGames;
use crate::screen::{Desk, Go, Screen};
use crate::setup::Setup;
use crate::words;
use analysis::Analysis;
use thinking::Thinking;

/// A game being played.
pub(crate) struct GameScreen {
    desk: Desk,
    contest: Contest,
    board: Board,
    /// What a hand can do here; empty where it is not a person's turn.
    intents: Vec<Intent>,
    selection: Vec<usize>,
    message: Message,
    /// Players keep what they learned from move to move.
    engines: [Option<Box<dyn AnyPlayer>>; 2],
    thinking: Option<Thinking>,
    /// A thought that waits until it may be shown, and when it was begun.
    ready: Option<(Instant, ThoughtText)>,
    /// How long a method's move is held back at least, so that it can be followed.
    pace: Playback,
    analysis: Analysis,
    prompt: Option<Prompt>,
    saved: bool,
    /// The person was told once that the game would be lost, or asked once to resign.
    warned: Option<Warned>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Warned {
    Leaving,
    Resigning,
}

impl GameScreen {
    /// A new game; the clock runs at once.
    pub fn begin(desk: &Desk, contest: Contest) -> Self {
        let mut screen = Self::new(desk, contest);
        screen.run(true);
        screen
    }

    /// A game as its record tells it; the clock stands still.
    pub fn of_record(desk: &Desk, record: &Record) -> Result<Self, ParseError> {
        let mut screen = Self::new(desk, Contest::of_record(&desk.catalog, record)?);
        screen.saved = true;
        Ok(screen)
    }

    fn new(desk: &Desk, contest: Contest) -> Self {
        let board = Board::new(contest.session.scene());
        let mut screen = Self {
            desk: Rc::clone(desk),
            contest,
            board,
            intents: Vec::new(),
            selection: Vec::new(),
            message: Message::default(),
            engines: [None, None],
            thinking: None,
            ready: None,
            pace: Playback::new(),
            analysis: Analysis::default(),
            prompt: None,
            saved: false,
            warned: None,
        };
        screen.refresh();
        screen
    }

    /// Whether a person may move: it is their turn, or the game stands still.
    fn by_hand(&self) -> bool {
        let free = self.contest.player_to_move().is_none() || !self.contest.is_running();
        free && self.contest.ending().is_none()
    }

    /// Shows the position as it is now.
    fn refresh(&mut self) {
        self.selection.clear();
        self.intents = if self.by_hand() { self.contest.session.intents() } else { Vec::new() };
        self.show_board();
        self.message = self.state_of_play();
        self.warned = None;
        self.analysis.restart(&*self.contest.session, self.contest.ending().is_some());
    }

    /// Draws the position with what can be done from the selection.
    fn show_board(&mut self) {
        self.board.show(self.contest.session.scene());
        self.board.select(&self.selection);
        let fits = |intent: &&Intent| same(&intent.select, &self.selection);
        let mut places: Vec<usize> =
            self.intents.iter().filter(fits).map(|intent| intent.target).collect();
        // Where one click selects, those that can be selected are pointed out before it.
        let single = self.intents.iter().all(|intent| intent.select.len() <= 1);
        if single && self.selection.is_empty() {
            places.extend(self.intents.iter().filter_map(|intent| intent.select.first()));
        }
        self.board.mark(places, MarkKind::Target);
    }

    fn state_of_play(&self) -> Message {
        let world = self.contest.session.world();
        let Some(ending) = self.contest.ending() else {
            let rest =
                if self.contest.session.is_turn_start() { "" } else { ": now the second part" };
            return Message::plain(format!("{} to move{rest}.", self.contest.side_name()));
        };
        let winner = match ending.outcome {
            Outcome::Draw => "Draw".to_owned(),
            Outcome::Win(side) => format!("{} wins", world.side_name(side)),
        };
        if ending.reason.starts_with(&winner) {
            return Message::good(format!("{}.", ending.reason));
        }
        Message::good(format!("{winner}: {}.", ending.reason))
    }

    /// Starts or stops the clocks and the methods.
    fn run(&mut self, on: bool) {
        if !on {
            self.thinking = None;
            self.ready = None;
        }
        self.contest.run(on);
        self.refresh();
        self.proceed();
    }

    /// Plays a turn or a part of one.
    fn play(&mut self, turn: &str) {
        match self.contest.play(turn) {
            Err(reason) => self.message = Message::bad(format!("{turn}: {reason}.")),
            Ok(_) => {
                self.saved = false;
                if !self.contest.is_running() {
                    self.contest.run(true);
                }
                self.refresh();
                self.proceed();
            }
        }
    }

    /// Takes back a turn; against a method, its answer too.
    fn undo(&mut self) {
        let methods = self.contest.players.iter().flatten().count();
        let mine = self.contest.player_to_move().is_none();
        let twice = methods == 1 && mine && self.contest.session.is_turn_start();
        self.step(true);
        if twice {
            self.step(true);
        }
    }

    fn step(&mut self, back: bool) {
        self.thinking = None;
        self.ready = None;
        if self.contest.step(back) {
            self.refresh();
        } else {
            let what = if back { "This is the start." } else { "There is nothing to play again." };
            self.message = Message::plain(what);
        }
    }

    fn restart(&mut self) {
        self.thinking = None;
        self.ready = None;
        while self.contest.step(true) {}
        self.run(true);
    }

    fn resign(&mut self) {
        if self.contest.ending().is_some() {
            return;
        }
        if self.warned == Some(Warned::Resigning) {
            self.thinking = None;
            self.ready = None;
            self.contest.resign();
            self.refresh();
        } else {
            self.warned = Some(Warned::Resigning);
            let name = self.contest.side_name();
            self.message = Message::bad(format!("X again: {name} resigns."));
        }
    }

    fn save(&mut self) {
        let info = self.contest.session.world().info();
        let record = self.contest.record();
        let [first, second] = &record.players;
        let turns = record.moves.len();
        let name = format!("{}: {first} - {second}, {turns} turns", info.name);
        self.message = match self.desk.store.save_game(&info.id, &name, &record.to_string()) {
            Ok(_) => {
                self.saved = true;
                Message::good(format!("Saved: {name}"))
            }
            Err(error) => Message::bad(error.to_string()),
        };
    }

    /// Takes a click: select, then point; as on the page.
    fn tap(&mut self, cell: usize) {
        let holds = self.selection.contains(&cell);
        let chosen = self
            .intents
            .iter()
            .find(|intent| intent.target == cell && same(&intent.select, &self.selection));
        if let Some(intent) = chosen.filter(|_| !holds) {
            let text = intent.text.clone();
            self.play(&text);
            return;
        }
        let mut grown = self.selection.clone();
        if holds {
            grown.retain(|&other| other != cell);
        } else {
            grown.push(cell);
        }
        let fits = |cells: &[usize]| {
            let all = |intent: &Intent| cells.iter().all(|cell| intent.select.contains(cell));
            !cells.is_empty() && self.intents.iter().any(all)
        };
        let selection = if fits(&grown) {
            grown
        } else if fits(&[cell]) {
            vec![cell]
        } else {
            Vec::new()
        };
        self.selection = selection;
        self.show_board();
    }

    fn typed(&mut self, key: Key) {
        let Some(mut prompt) = self.prompt.take() else { return };
        let session = &self.contest.session;
        let known = || {
            let mut turns = session.legal();
            turns.extend(session.legal_turns());
            turns
        };
        match prompt.key(key, known) {
            Typed::Left => {}
            Typed::Going => self.prompt = Some(prompt),
            Typed::Done(text) => {
                // Who types a move goes on typing.
                self.prompt = Some(prompt);
                let text = text.trim();
                if text.is_empty() {
                    self.prompt = None;
                } else if self.by_hand() {
                    self.play(text);
                } else {
                    self.message = Message::bad(format!("{text}: it is not your turn."));
                }
            }
        }
    }

    /// What is said at the bottom.
    fn words(&self) -> Message {
        let mut message = self.message.clone();
        if let Some(thinking) = &self.thinking
            && let Some(spec) = self.contest.player_to_move()
        {
            let told = thinking.progress.as_ref().map_or_else(String::new, |thought| {
                format!(": depth {}, {} positions", thought.depth, words::thousands(thought.nodes))
            });
            message.text = format!("{} {spec} thinks{told}", message.text);
        } else if !self.contest.is_running() && self.contest.ending().is_none() {
            message.text = format!("{} Paused: Space goes on.", message.text);
        }
        if let Some(prompt) = &self.prompt {
            let choices: String = prompt.choices.join(" ").chars().take(60).collect();
            message.text = format!("Move: {}_  {choices}\n{}", prompt.text, message.text);
        }
        message
    }
}

/// Whether two selections hold the same cells.
fn same(a: &[usize], b: &[usize]) -> bool {
    a.len() == b.len() && a.iter().all(|cell| b.contains(cell))
}

impl Screen for GameScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let info = self.contest.session.world().info();
        let options: Vec<String> = self
            .contest
            .session
            .options()
            .iter()
            .filter(|(name, _)| matches!(*name, "setup" | "size"))
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        let title = format!("{} {}", info.name, options.join(", "));
        let parts = Parts::new(frame, area, look, title.trim());
        let (board, panel) = parts.board_and_panel();
        self.board.draw(frame, board, look);
        self.draw_panel(frame, panel);
        parts.say(frame, look, &self.words());
        let typing = [("Enter", "play"), ("Tab", "complete"), ("Esc", "stop typing")];
        let commands = [
            ("Enter", "type"),
            ("Space", "pause"),
            ("Z", "undo"),
            ("A", "analyse"),
            ("S", "save"),
            ("N", "new"),
            ("?", "keys"),
            ("Q", "quit"),
        ];
        let keys: &[_] = if self.prompt.is_some() { &typing } else { &commands };
        parts.keys(frame, look, keys);
    }

    fn key(&mut self, key: Key) -> Go {
        if self.prompt.is_some() {
            self.typed(key);
            return Go::Stay;
        }
        match key.command() {
            Key::Enter => self.prompt = Some(Prompt::default()),
            Key::Char(' ') => self.run(!self.contest.is_running()),
            Key::Char('z' | 'u') => self.undo(),
            Key::Char('y') | Key::Right => self.step(false),
            Key::Left => self.step(true),
            Key::Char('r') => self.restart(),
            Key::Char('a' | 'h') => {
                let over = self.contest.ending().is_some();
                self.analysis.toggle(&*self.contest.session, over);
            }
            Key::Char('s') => self.save(),
            Key::Char('x') => self.resign(),
            Key::Char('+' | '=') => self.pace.faster(1),
            Key::Char('-') => self.pace.faster(-1),
            Key::Char('n') => return Go::to(Setup::new(&self.desk, self.contest.session.world())),
            Key::Char('l') => {
                return Go::to(SavedGames::new(&self.desk, self.contest.session.world()));
            }
            Key::Escape => {
                self.selection.clear();
                self.show_board();
            }
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, at: Position) -> Go {
        if let Some(cell) = self.board.cell_at(at)
            && self.by_hand()
        {
            self.tap(cell);
        }
        Go::Stay
    }

    fn scroll(&mut self, down: i32, right: i32) {
        self.board.scroll(down, right);
    }

    fn tick(&mut self) -> Go {
        if self.contest.check_clock() {
            self.thinking = None;
            self.ready = None;
            self.refresh();
        }
        self.hear();
        self.proceed();
        if let Some(turn) = self.analysis.hear() {
            let intent = self.contest.session.intents().into_iter().find(|intent| {
                turn == intent.text || (turn.starts_with(&intent.text) && !intent.text.is_empty())
            });
            if let Some(intent) = intent {
                self.show_board();
                self.board.mark(intent.select.into_iter().chain([intent.target]), MarkKind::Hint);
            }
        }
        Go::Stay
    }

    fn is_busy(&self) -> bool {
        self.thinking.is_some() || self.ready.is_some() || self.analysis.is_going()
    }

    fn takes_text(&self) -> bool {
        self.prompt.is_some()
    }

    fn may_leave(&mut self) -> bool {
        let lost = !self.saved
            && self.contest.ending().is_none()
            && !self.contest.session.turns().is_empty();
        if !lost || self.warned == Some(Warned::Leaving) {
            return true;
        }
        // Standing still, the question stays on the screen until it is answered.
        self.run(false);
        self.warned = Some(Warned::Leaving);
        self.message =
            Message::bad("This game is not saved: S saves it; the same key again leaves it.");
        false
    }

    fn help(&self) -> Vec<(String, String)> {
        [
            ("Enter", "type moves; Tab completes them, Esc stops"),
            ("Click", "select, then the target"),
            ("Space", "start or pause"),
            ("Z or U", "take the last turn back"),
            ("Y", "play it again"),
            ("Left, Right", "step through the game"),
            ("R", "from the start again"),
            ("A or H", "analyse: the best lines from here"),
            ("+ / -", "methods move faster or slower"),
            ("S / L", "save / load"),
            ("X", "resign (twice)"),
            ("N", "new game"),
        ]
        .map(|(key, words)| (key.to_owned(), words.to_owned()))
        .to_vec()
    }
}
