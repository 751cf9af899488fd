use std::rc::Rc;
use std::sync::Arc;

use plyground_catalog::{AnyGameWorld, Contest, TimeControl};
use plyground_core::{Opponent, OptionKind, Options, Spec, SpecError};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::board::Board;
use crate::game::GameScreen;
use crate::keys::Key;
use crate::parts::{Chooser, Message, Parts};
use crate::prompt::{Prompt, Typed};
use crate::saved::SavedGames;
use crate::screen::{Desk, Go, Screen};
use crate::words::sentence;

const MINUTES: [&str; 8] = ["0", "1", "3", "5", "10", "15", "30", "60"];
const SECONDS: [&str; 8] = ["0", "1", "2", "5", "10", "30", "60", "120"];

/// What is set in one line.
#[derive(Clone, PartialEq, Eq)]
enum Subject {
    /// An option of the world, `setup` and `size` included.
    World(String),
    /// Who plays a side.
    Player(usize),
    GameMinutes,
    Increment,
    TurnSeconds,
    Start,
    Load,
}

/// A field of the form: a name and one of several values.
struct Field {
    subject: Subject,
    name: String,
    /// Values and how they read.
    values: Vec<(String, String)>,
    chosen: usize,
    /// The value that is not written into the options.
    usual: usize,
}

impl Field {
    fn new(subject: Subject, name: &str, values: Vec<(String, String)>, usual: usize) -> Self {
        Self { subject, name: name.to_owned(), values, chosen: usual, usual }
    }

    fn value(&self) -> &str {
        self.values.get(self.chosen).map_or("", |(value, _)| value)
    }

    /// Adds a value that was typed, and chooses it.
    fn add(&mut self, value: String) {
        let known = self.values.iter().position(|(other, _)| *other == value);
        self.chosen = known.unwrap_or_else(|| {
            self.values.push((value.clone(), value));
            self.values.len() - 1
        });
    }
}

/// Where a game is set up: layout or size, who plays, clocks, rules.
pub(crate) struct Setup {
    desk: Desk,
    world: Arc<dyn AnyGameWorld>,
    lines: Vec<Field>,
    chooser: Chooser,
    prompt: Option<Prompt>,
    preview: Option<Board>,
    message: Message,
}

impl Setup {
    /// A person against the computer.
    pub fn new(desk: &Desk, world: Arc<dyn AnyGameWorld>) -> Self {
        let opponent = easy(&*world);
        Self::with_players(desk, world, ["", &opponent])
    }

    /// The computer against itself.
    pub fn watching(desk: &Desk, world: Arc<dyn AnyGameWorld>) -> Self {
        let player = easy(&*world);
        Self::with_players(desk, world, [&player, &player])
    }

    fn with_players(desk: &Desk, world: Arc<dyn AnyGameWorld>, players: [&str; 2]) -> Self {
        let mut lines = board_lines(&*world);
        for (side, name) in world.sides().into_iter().enumerate() {
            let mut line = Field::new(Subject::Player(side), &name, player_values(&*world), 0);
            if line.values.iter().any(|(value, _)| value == players[side]) {
                line.add(players[side].to_owned());
            }
            lines.push(line);
        }
        let numbers =
            |list: &[&str]| list.iter().map(|n| ((*n).to_owned(), (*n).to_owned())).collect();
        for (subject, name, list) in [
            (Subject::GameMinutes, "Minutes a side (0: none)", &MINUTES),
            (Subject::Increment, "Seconds added a turn", &SECONDS),
            (Subject::TurnSeconds, "Seconds a turn (0: none)", &SECONDS),
        ] {
            lines.push(Field::new(subject, name, numbers(list), 0));
        }
        for option in world.info().options {
            let words = match option.kind {
                OptionKind::Switch => ["false", "true"].map(str::to_owned).to_vec(),
                OptionKind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
                _ => vec![option.default.to_owned()],
            };
            let usual = words.iter().position(|word| word == option.default).unwrap_or(0);
            let values = words.into_iter().map(|word| (word.clone(), word)).collect();
            lines.push(Field::new(Subject::World(option.id.to_owned()), option.id, values, usual));
        }
        let start = Field::new(Subject::Start, "Start the game", Vec::new(), 0);
        let load = Field::new(Subject::Load, "Saved games …", Vec::new(), 0);
        lines.extend([start, load]);
        let chosen = lines.len() - 2;
        let mut setup = Self {
            desk: Rc::clone(desk),
            world,
            lines,
            chooser: Chooser::at(chosen),
            prompt: None,
            preview: None,
            message: Message::default(),
        };
        setup.changed();
        setup
    }

    fn options(&self) -> Options {
        let mut options = Options::new();
        for line in &self.lines {
            if let Subject::World(name) = &line.subject
                && line.chosen != line.usual
            {
                options.set(name, line.value());
            }
        }
        options
    }

    fn number(&self, subject: &Subject) -> f64 {
        let line = self.lines.iter().find(|line| line.subject == *subject);
        line.and_then(|line| line.value().parse().ok()).unwrap_or(0.0)
    }

    fn player(&self, side: usize) -> Result<Option<Spec>, SpecError> {
        let line = self.lines.iter().find(|line| line.subject == Subject::Player(side));
        match line.map_or("", Field::value) {
            "" => Ok(None),
            text => text.parse().map(Some),
        }
    }

    /// Shows the board that the options give, or what is wrong with them.
    fn changed(&mut self) {
        match self.world.start(&self.options()) {
            Ok(session) => {
                self.preview = Some(Board::new(session.scene()));
                self.message = Message::default();
            }
            Err(error) => {
                self.preview = None;
                self.message = Message::bad(sentence(&error.to_string()));
            }
        }
    }

    fn start(&mut self) -> Go {
        let control = TimeControl {
            game: self.number(&Subject::GameMinutes) * 60.0,
            increment: self.number(&Subject::Increment),
            turn: self.number(&Subject::TurnSeconds),
        };
        let made = self.world.start(&self.options()).and_then(|session| {
            Ok(Contest::new(session, [self.player(0)?, self.player(1)?], control))
        });
        match made {
            Ok(contest) => Go::to(GameScreen::begin(&self.desk, contest)),
            Err(error) => {
                self.message = Message::bad(sentence(&error.to_string()));
                Go::Stay
            }
        }
    }

    fn turn(&mut self, by: i32) {
        let line = &mut self.lines[self.chooser.chosen];
        if !line.values.is_empty() {
            let count = line.values.len() as i32;
            line.chosen = (line.chosen as i32 + by).rem_euclid(count) as usize;
            self.changed();
        }
    }

    fn enter(&mut self) -> Go {
        match self.lines[self.chooser.chosen].subject {
            Subject::Start => self.start(),
            Subject::Load => Go::to(SavedGames::new(&self.desk, Arc::clone(&self.world))),
            _ => {
                self.prompt = Some(Prompt::default());
                Go::Stay
            }
        }
    }

    fn typed(&mut self, key: Key) {
        let Some(mut prompt) = self.prompt.take() else { return };
        let line = &self.lines[self.chooser.chosen];
        let is_player = matches!(line.subject, Subject::Player(_));
        let known = || {
            let mut words: Vec<String> =
                line.values.iter().map(|(value, _)| value.clone()).collect();
            if is_player {
                words.extend(self.world.players().iter().map(|player| player.id.to_owned()));
            }
            words
        };
        match prompt.key(key, known) {
            Typed::Going => self.prompt = Some(prompt),
            Typed::Left => {}
            Typed::Done(text) => self.set(text.trim().to_owned(), is_player),
        }
    }

    /// Takes a typed value, if it is possible.
    fn set(&mut self, value: String, is_player: bool) {
        let refused = if is_player && !value.is_empty() {
            value.parse().and_then(|spec| self.world.player(&spec).map(drop)).err()
        } else {
            None
        };
        if let Some(error) = refused {
            self.message = Message::bad(sentence(&error.to_string()));
            return;
        }
        let line = &mut self.lines[self.chooser.chosen];
        let is_number = !matches!(line.subject, Subject::Player(_) | Subject::World(_));
        if !is_number || value.parse::<f64>().is_ok_and(|number| number >= 0.0) {
            line.add(value);
            self.changed();
        } else {
            self.message = Message::bad(format!("{value:?} is not a time; expected a number."));
        }
    }
}

/// The layout or size of the board.
fn board_lines(world: &dyn AnyGameWorld) -> Vec<Field> {
    let mut lines = Vec::new();
    let setups = world.setups();
    if setups.len() > 1 {
        let recommended = setups.iter().position(|setup| setup.recommended).unwrap_or(0);
        let values = setups.into_iter().map(|setup| (setup.id, setup.name)).collect();
        let mut layout = Field::new(Subject::World("setup".into()), "Layout", values, 0);
        layout.chosen = recommended;
        lines.push(layout);
    }
    if let Some((range, usual)) = world.sizes() {
        let first = *range.start();
        let values = range.map(|n| (n.to_string(), format!("{n} x {n}"))).collect();
        lines.push(Field::new(Subject::World("size".into()), "Size", values, usual - first));
    }
    lines
}

/// A person, and the opponents that this world has.
fn player_values(world: &dyn AnyGameWorld) -> Vec<(String, String)> {
    let mut values = vec![(String::new(), "Human".to_owned())];
    let opponents = world.opponents().into_iter();
    let rated = |one: &Opponent| match one.rating {
        Some(rating) => format!("{} ({rating})", one.name),
        None => one.name.to_string(),
    };
    values.extend(opponents.map(|one| (one.spec.to_string(), rated(&one))));
    values
}

/// An easy opponent, to begin with: the second from below.
fn easy(world: &dyn AnyGameWorld) -> String {
    let opponents = world.opponents();
    opponents.get(1).map_or_else(String::new, |one| one.spec.to_string())
}

impl Screen for Setup {
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let title = format!("{}: a new game", self.world.info().name);
        let parts = Parts::new(frame, area, look, &title);
        let list = Rect { width: parts.body.width.min(50), ..parts.body };
        let lines = &self.lines;
        self.chooser.draw(frame, list, lines.len(), |index, chosen| {
            let line = &lines[index];
            let style = if chosen { look.chosen() } else { Style::new() };
            let Some((_, words)) = line.values.get(line.chosen) else {
                return Line::styled(
                    format!(" {} ", line.name),
                    if chosen { style } else { look.strong() },
                );
            };
            Line::from(vec![
                Span::styled(format!(" {:<25}", line.name), look.quiet()),
                Span::styled(format!("< {words} >"), style),
            ])
        });
        let beside = Rect {
            x: list.right() + 1,
            width: parts.body.width.saturating_sub(list.width + 1),
            ..parts.body
        };
        if let Some(board) = &mut self.preview {
            board.draw(frame, beside, look);
        }
        let message = match &self.prompt {
            Some(prompt) => {
                let name = &self.lines[self.chooser.chosen].name;
                Message::plain(format!("{name}: {}_\n{}", prompt.text, prompt.choices.join(" ")))
            }
            None => self.message.clone(),
        };
        parts.say(frame, look, &message);
        let (up, across) = (look.text("↑↓", "up/down"), look.text("←→", "left/right"));
        let keys = [
            (up, "line"),
            (across, "change"),
            ("Enter", "type, or start"),
            ("M", "menu"),
            ("?", "keys"),
        ];
        parts.keys(frame, look, &keys);
    }

    fn key(&mut self, key: Key) -> Go {
        if self.prompt.is_some() {
            self.typed(key);
            return Go::Stay;
        }
        let count = self.lines.len();
        match key.command() {
            Key::Up => self.chooser.go(-1, count),
            Key::Down => self.chooser.go(1, count),
            Key::Home => self.chooser.chosen = 0,
            Key::End => self.chooser.go(count as i64, count),
            Key::Left => self.turn(-1),
            Key::Right => self.turn(1),
            Key::Enter => return self.enter(),
            Key::Char(' ') => return self.start(),
            Key::Escape => return Go::Menu,
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, at: Position) -> Go {
        let Some(index) = self.chooser.line_at(at, self.lines.len()) else { return Go::Stay };
        self.chooser.chosen = index;
        if self.lines[index].values.is_empty() {
            return self.enter();
        }
        self.turn(1);
        Go::Stay
    }

    fn takes_text(&self) -> bool {
        self.prompt.is_some()
    }

    fn help(&self) -> Vec<(String, String)> {
        [
            ("Up, Down", "choose a line"),
            ("Left, Right", "change it"),
            ("Enter", "type a value, such as a method with its options; or start"),
            ("Space", "start the game"),
        ]
        .map(|(key, words)| (key.to_owned(), words.to_owned()))
        .to_vec()
    }
}
