mod analysis;
mod panel;
mod thinking;

use std::rc::Rc;
use std::time::Instant;

use plyground_catalog::contest::Refusal;
use plyground_catalog::{AnyPlayer, Contest, GameSession, Record, ThoughtText};
use plyground_core::scene::MarkKind;
use plyground_core::{Outcome, ParseError};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use crate::board::Board;
use crate::hand::Hand;
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
    /// What a hand can do here; nothing where it is not a person's turn.
    hand: Hand,
    message: Message,
    /// Players keep what they learned from move to move.
    waiting: [Option<Box<dyn AnyPlayer>>; 2],
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
        let board = Board::new(contest.session().scene());
        let mut screen = Self {
            desk: Rc::clone(desk),
            contest,
            board,
            hand: Hand::default(),
            message: Message::default(),
            waiting: [None, None],
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

    /// The position that is looked at.
    fn session(&self) -> &dyn GameSession {
        self.contest.session()
    }

    /// Whether a person may move: it is their turn, or the game stands still.
    fn by_hand(&self) -> bool {
        let free = self.contest.player_to_move().is_none() || !self.contest.is_running();
        free && self.contest.ending_here().is_none()
    }

    /// Shows the position as it is now.
    fn refresh(&mut self) {
        self.hand = Hand::new(if self.by_hand() { self.session().intents() } else { Vec::new() });
        self.show_board();
        self.message = self.state_of_play();
        self.warned = None;
        let over = self.contest.ending_here().is_some();
        self.analysis.restart(self.contest.session(), over);
    }

    /// Draws the position with what can be done from the selection.
    fn show_board(&mut self) {
        self.board.show(self.session().scene());
        self.hand.show(&mut self.board);
    }

    fn state_of_play(&self) -> Message {
        let Some(ending) = self.contest.ending_here() else {
            let rest = if self.session().is_turn_start() { "" } else { ": now the second part" };
            let side = self.contest.side_name(self.session().side());
            return Message::plain(format!("{side} to move{rest}."));
        };
        let winner = match ending.outcome {
            None => "No result".to_owned(),
            Some(Outcome::Draw) => "Draw".to_owned(),
            Some(Outcome::Win(side)) => format!("{} wins", self.contest.side_name(side)),
        };
        if ending.reason.starts_with(&winner) {
            return Message::good(format!("{}.", ending.reason));
        }
        Message::good(format!("{winner}: {}.", ending.reason))
    }

    /// Starts or stops the clocks and the methods.
    fn run(&mut self, on: bool) {
        if !on {
            self.hush();
        }
        self.contest.run(on);
        self.refresh();
        self.proceed();
    }

    /// Plays a turn or a part of one: where the game stands it goes on, elsewhere this is a variation.
    fn play(&mut self, turn: &str) {
        let live = self.contest.is_live();
        let played = self.contest.play(turn).map(drop);
        if played.is_ok() && live && !self.contest.is_running() {
            self.contest.run(true);
        }
        self.played(turn, played);
    }

    /// Shows what a turn did.
    fn played(&mut self, turn: &str, played: Result<(), Refusal>) {
        match played {
            Err(Refusal::Move(refused)) => {
                self.message = Message::bad(format!("{turn}: {}.", refused.reason));
            }
            Err(refused) => {
                self.refresh();
                self.message = Message::bad(format!("{turn}: {refused}."));
            }
            Ok(()) => {
                self.saved = false;
                self.refresh();
                self.proceed();
            }
        }
    }

    /// Takes back a turn; against a method, its answer too.
    fn undo(&mut self) {
        self.hush();
        let methods = self.contest.players().iter().flatten().count();
        let mine = self.contest.player_to_move().is_none();
        let twice = methods == 1 && mine && self.session().is_turn_start();
        if !self.contest.take_back() {
            self.message = Message::plain("This is the start.");
            return;
        }
        if twice {
            self.contest.take_back();
        }
        self.refresh();
    }

    fn redo(&mut self) {
        self.hush();
        if self.contest.play_again() {
            self.refresh();
        } else {
            self.message = Message::plain("There is nothing to play again.");
        }
    }

    /// Looks at the turn before or after; nothing is taken back.
    fn look(&mut self, by: i64) {
        self.hush();
        let before = self.contest.cursor();
        // Every node of a contest that was read or played can be reached.
        let _ = self.contest.step(by);
        if self.contest.cursor() == before {
            let what = if by < 0 { "This is the start." } else { "This is the last turn." };
            self.message = Message::plain(what);
        } else {
            self.refresh();
        }
    }

    /// The game goes on from the position that is looked at.
    fn go_on_here(&mut self) {
        self.hush();
        let _ = self.contest.go_on_from(self.contest.cursor());
        self.run(true);
    }

    /// Nobody thinks any more.
    fn hush(&mut self) {
        self.thinking = None;
        self.ready = None;
    }

    fn restart(&mut self) {
        self.hush();
        while self.contest.take_back() {}
        self.run(true);
    }

    fn resign(&mut self) {
        if self.contest.ending().is_some() {
            return;
        }
        if self.warned == Some(Warned::Resigning) {
            self.hush();
            self.contest.resign();
            self.refresh();
        } else {
            self.warned = Some(Warned::Resigning);
            let name = self.contest.side_name(self.contest.resigner());
            self.message = Message::bad(format!("X again: {name} resigns."));
        }
    }

    fn save(&mut self) {
        let info = self.session().world().info();
        let record = self.contest.record();
        let [first, second] = &record.players;
        let turns = record.line().len();
        let name = format!("{}: {first} - {second}, {turns} turns", info.name);
        self.message = match self.desk.store.save_game(&info.id, &name, &record.to_string()) {
            Ok(_) => {
                self.saved = true;
                Message::good(format!("Saved: {name}"))
            }
            Err(error) => Message::bad(error.to_string()),
        };
    }

    fn tap(&mut self, cell: usize) {
        match self.hand.tap(cell) {
            Some(turn) => self.play(&turn),
            None => self.show_board(),
        }
    }

    fn typed(&mut self, key: Key) {
        let Some(mut prompt) = self.prompt.take() else { return };
        let session = self.contest.session();
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
        } else if !self.contest.is_live() {
            message.text = format!("{} Looking: Space returns, G goes on from here.", message.text);
        } else if !self.contest.is_running() && self.contest.ending().is_none() {
            message.text = format!("{} Paused: Space goes on.", message.text);
        }
        if let Some(prompt) = &self.prompt {
            message.text = format!("{}\n{}", prompt.shown(), message.text);
        }
        message
    }
}

impl Screen for GameScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let info = self.session().world().info();
        let options: Vec<String> = self
            .session()
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
        let keys: &[_] = if self.prompt.is_some() { &Prompt::KEYS } else { &commands };
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
            Key::Char('y') => self.redo(),
            Key::Right => self.look(1),
            Key::Left => self.look(-1),
            Key::Char('g') => self.go_on_here(),
            Key::Char('r') => self.restart(),
            Key::Char('a' | 'h') => {
                let over = self.contest.ending_here().is_some();
                self.analysis.toggle(self.contest.session(), over);
            }
            Key::Char('s') => self.save(),
            Key::Char('x') => self.resign(),
            Key::Char('+' | '=') => self.pace.faster(1),
            Key::Char('-') => self.pace.faster(-1),
            Key::Char('n') => return Go::to(Setup::new(&self.desk, self.session().world())),
            Key::Char('l') => {
                return Go::to(SavedGames::new(&self.desk, self.session().world()));
            }
            Key::Escape => {
                self.hand.clear();
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
            self.hush();
            self.refresh();
        }
        self.hear();
        self.proceed();
        if let Some(turn) = self.analysis.hear() {
            let intent = self.session().intents().into_iter().find(|intent| {
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
        let lost =
            !self.saved && self.contest.ending().is_none() && !self.contest.tree().is_empty();
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
            ("Left, Right", "look at other turns; a move there is a variation"),
            ("G", "go on with the game from here"),
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
