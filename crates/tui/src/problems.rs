use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use plyground_catalog::{AnyGameWorld, Attempt};
use plyground_core::scene::MarkKind;
use plyground_core::{Measures, Problem, SpecError, Verdict};
use plyground_data::DataError;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use crate::board::Board;
use crate::hand::Hand;
use crate::keys::Key;
use crate::parts::{Message, Parts};
use crate::prompt::{Prompt, Typed};
use crate::screen::{Desk, Go, Screen};
use crate::words::sentence;

/// Problems on a row of the panel.
const ROW: usize = 8;

/// The problems of a game, one by one.
pub(crate) struct Problems {
    desk: Desk,
    world: Arc<dyn AnyGameWorld>,
    problems: Vec<Problem>,
    /// The keys of those that are solved.
    solved: HashSet<String>,
    index: usize,
    attempt: Attempt,
    board: Board,
    hand: Hand,
    /// Clues asked for since the last turn.
    clues: usize,
    message: Message,
    prompt: Option<Prompt>,
}

impl Problems {
    /// The first problem that is not solved, or the first.
    pub fn new(desk: &Desk, world: Arc<dyn AnyGameWorld>) -> Result<Self, SpecError> {
        let problems = world.problems();
        // Without progress the problems can still be solved; keeping a solution will say what is wrong.
        let kept = desk.store.solutions(&world.info().id).unwrap_or_default();
        let solved: HashSet<String> = kept.into_iter().map(|solution| solution.level).collect();
        let index = problems.iter().position(|problem| !solved.contains(&problem.key()));
        let index = index.unwrap_or(0);
        let none = || SpecError(format!("{} has no problems", world.info().name));
        let attempt = Attempt::new(&world, problems.get(index).ok_or_else(none)?)?;
        let mut screen = Self {
            desk: Rc::clone(desk),
            board: Board::new(attempt.session().scene()),
            world,
            problems,
            solved,
            index,
            attempt,
            hand: Hand::default(),
            clues: 0,
            message: Message::default(),
            prompt: None,
        };
        screen.refresh();
        Ok(screen)
    }

    fn open(&mut self, index: usize) {
        let Some(problem) = self.problems.get(index) else {
            self.message = Message::plain("This is the last problem.");
            return;
        };
        match Attempt::new(&self.world, problem) {
            Ok(attempt) => {
                (self.attempt, self.index, self.clues) = (attempt, index, 0);
                self.message = Message::default();
                self.refresh();
            }
            Err(error) => self.message = Message::bad(error.to_string()),
        }
    }

    /// The next one that is not solved, from here on and round.
    fn open_next(&mut self) {
        let count = self.problems.len();
        let others = (1..=count).map(|far| (self.index + far) % count);
        let next = others.into_iter().find(|&index| !self.is_solved(index));
        match next {
            Some(index) => self.open(index),
            None => self.message = Message::good("All problems are solved."),
        }
    }

    fn is_solved(&self, index: usize) -> bool {
        self.problems.get(index).is_some_and(|problem| self.solved.contains(&problem.key()))
    }

    fn is_over(&self) -> bool {
        matches!(self.attempt.verdict(), Some(Verdict::Solved | Verdict::Wrong { .. }))
    }

    /// Shows the position and what a hand can do in it.
    fn refresh(&mut self) {
        let over = self.is_over();
        self.hand = Hand::new(if over { Vec::new() } else { self.attempt.session().intents() });
        self.show_board();
    }

    fn show_board(&mut self) {
        self.board.show(self.attempt.session().scene());
        self.hand.show(&mut self.board);
    }

    fn play(&mut self, turn: &str) {
        if let Err(refused) = self.attempt.play(turn) {
            self.message = Message::bad(format!("{turn}: {refused}."));
            return;
        }
        self.clues = 0;
        let judged = self.judged();
        self.message = judged;
        self.refresh();
    }

    /// What there is to say of the last turn.
    fn judged(&mut self) -> Message {
        match self.attempt.verdict() {
            None => Message::plain("Now the second part."),
            Some(Verdict::Right(answer)) => {
                let left = self.attempt.left();
                let turns = if left == 1 { "one more turn" } else { "more turns" };
                Message::good(format!("Right. The answer is {answer}; find {turns}."))
            }
            Some(Verdict::Wrong { refutation, why }) => {
                let answer = match &refutation[..] {
                    [] => String::new(),
                    turns => format!(" ({})", turns.join(" ")),
                };
                Message::bad(format!("{}{answer}. R: try again.", sentence(why)))
            }
            Some(Verdict::Solved) => match self.keep() {
                Ok(()) => {
                    let theme = sentence(&self.attempt.problem().theme);
                    Message::good(format!("Solved. {theme}. N: the next problem."))
                }
                Err(error) => Message::bad(format!("Solved, but not kept: {error}")),
            },
        }
    }

    fn keep(&mut self) -> Result<(), DataError> {
        let problem = self.attempt.problem();
        let measures = Measures { moves: problem.turns() as u64, pushes: None };
        let turns = self.attempt.session().turns().into_iter().step_by(2).map(|turn| turn.text);
        let line = turns.collect::<Vec<_>>().join(" ");
        self.desk.store.keep_solution(&self.world.info().id, &problem.key(), measures, &line)?;
        self.solved.insert(problem.key());
        Ok(())
    }

    fn hint(&mut self) {
        self.clues = (self.clues + 1).min(Attempt::CLUES);
        match self.attempt.clue(self.clues) {
            Some(clue) if !self.is_over() => {
                self.show_board();
                self.board.mark(clue.cells.into_iter().chain(clue.target), MarkKind::Hint);
                self.message = Message::plain(clue.text);
            }
            _ => self.message = Message::plain("There is nothing to find from here. R: try again."),
        }
    }

    fn typed(&mut self, key: Key) {
        let Some(mut prompt) = self.prompt.take() else { return };
        let session = self.attempt.session();
        let known = || {
            let mut turns = session.legal();
            turns.extend(session.legal_turns());
            turns
        };
        match prompt.key(key, known) {
            Typed::Left => {}
            Typed::Going => self.prompt = Some(prompt),
            Typed::Done(text) if text.trim().is_empty() => {}
            Typed::Done(text) => self.play(text.trim()),
        }
    }

    fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let problem = self.attempt.problem();
        let turns = match problem.turns() {
            1 => "one turn to find".to_owned(),
            turns => format!("{turns} turns to find"),
        };
        let all = self.problems.len();
        let solved = (0..all).filter(|&index| self.is_solved(index)).count();
        let mut lines = vec![
            Line::styled(problem.goal.clone(), look.strong()),
            Line::default(),
            Line::from(format!("difficulty {} of 10, {turns}", problem.difficulty)),
            Line::default(),
            Line::styled(format!("{solved} of {all} solved"), look.quiet()),
        ];
        let numbers: Vec<usize> = (0..all).collect();
        for row in numbers.chunks(ROW) {
            let number = |&index: &usize| {
                let mark = if self.is_solved(index) { look.text("✓", "*") } else { " " };
                let text = format!("{:>2}{mark}", index + 1);
                let style = match (index == self.index, self.is_solved(index)) {
                    (true, _) => look.chosen(),
                    (false, true) => look.good(),
                    (false, false) => look.quiet(),
                };
                [Span::styled(text, style), Span::raw(" ")]
            };
            lines.push(Line::from(row.iter().flat_map(number).collect::<Vec<_>>()));
        }
        frame.render_widget(Paragraph::new(Text::from(lines)).wrap(Wrap { trim: false }), area);
    }
}

impl Screen for Problems {
    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let title = format!("{}: problem {}", self.world.info().name, self.index + 1);
        let parts = Parts::new(frame, area, look, &title);
        let (board, panel) = parts.board_and_panel();
        self.board.draw(frame, board, look);
        self.draw_panel(frame, panel);
        let mut message = self.message.clone();
        if let Some(prompt) = &self.prompt {
            message.text = format!("{}\n{}", prompt.shown(), message.text);
        }
        parts.say(frame, look, &message);
        let commands = [
            ("Enter", "type"),
            ("H", "hint"),
            ("R", "again"),
            ("N", "next unsolved"),
            (look.text("←→", "left/right"), "others"),
            ("M", "menu"),
            ("?", "keys"),
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
            Key::Enter if self.attempt.is_solved() => self.open_next(),
            Key::Enter => self.prompt = Some(Prompt::default()),
            Key::Char('h') => self.hint(),
            Key::Char('r') => self.open(self.index),
            Key::Char('n') => self.open_next(),
            Key::Right => self.open(self.index + 1),
            Key::Left => self.open(self.index.saturating_sub(1)),
            Key::Escape => {
                self.hand.clear();
                self.show_board();
            }
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, at: Position) -> Go {
        if let Some(cell) = self.board.cell_at(at) {
            match self.hand.tap(cell) {
                Some(turn) => self.play(&turn),
                None => self.show_board(),
            }
        }
        Go::Stay
    }

    fn scroll(&mut self, down: i32, right: i32) {
        self.board.scroll(down, right);
    }

    fn takes_text(&self) -> bool {
        self.prompt.is_some()
    }

    fn help(&self) -> Vec<(String, String)> {
        [
            ("Enter", "type a turn; Tab completes it, Esc stops"),
            ("Click", "select, then the target"),
            ("H", "a hint: the idea, the pieces, the turn"),
            ("R", "try again"),
            ("N", "the next problem that is not solved"),
            ("Left, Right", "the problem before, the problem after"),
        ]
        .map(|(key, words)| (key.to_owned(), words.to_owned()))
        .to_vec()
    }
}
