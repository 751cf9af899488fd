//! The list of methods and heuristics from which a solver is picked.

use plyground_catalog::AnyPuzzleWorld;
use plyground_core::{HeuristicInfo, MethodInfo};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;

use crate::keys::Key;
use crate::parts::Chooser;
use crate::theme::Look;

/// The option with which a method takes a heuristic.
const HEURISTIC: &str = "h";

/// Two lists beside each other; one of them has the keys.
pub(super) struct MethodMenu {
    methods: Vec<MethodInfo>,
    heuristics: Vec<HeuristicInfo>,
    method: Chooser,
    heuristic: Chooser,
    among_heuristics: bool,
}

/// What a key did to the menu.
pub(super) enum Picked {
    /// It stays open.
    Going,
    /// It is closed.
    Left,
    /// A method was picked, as it would be typed.
    Done(String),
    /// Somebody types a method instead.
    Typing(Key),
}

impl MethodMenu {
    /// All methods of a world, the usual ones first.
    pub fn new(world: &dyn AnyPuzzleWorld) -> Self {
        let mut methods = world.quick_methods();
        let others = world.methods().into_iter();
        let known: Vec<&str> = methods.iter().map(|method| method.id).collect();
        let others: Vec<MethodInfo> = others.filter(|method| !known.contains(&method.id)).collect();
        methods.extend(others);
        Self {
            methods,
            heuristics: world.heuristics(),
            method: Chooser::default(),
            heuristic: Chooser::default(),
            among_heuristics: false,
        }
    }

    fn takes_heuristic(&self) -> bool {
        let chosen = self.methods.get(self.method.chosen);
        let takes =
            |method: &MethodInfo| method.options.iter().any(|option| option.id == HEURISTIC);
        chosen.is_some_and(takes) && !self.heuristics.is_empty()
    }

    /// The choice as it would be typed.
    pub fn spec(&self) -> String {
        let name = self.methods.get(self.method.chosen).map_or("", |method| method.id);
        match self.heuristics.get(self.heuristic.chosen).filter(|_| self.takes_heuristic()) {
            Some(heuristic) => format!("{name}({HEURISTIC}={})", heuristic.id),
            None => name.to_owned(),
        }
    }

    /// What the chosen line is.
    pub fn summary(&self) -> &str {
        if self.among_heuristics {
            self.heuristics.get(self.heuristic.chosen).map_or("", |one| &one.summary)
        } else {
            self.methods.get(self.method.chosen).map_or("", |one| one.summary)
        }
    }

    pub fn key(&mut self, key: Key) -> Picked {
        let (list, count) = if self.among_heuristics {
            (&mut self.heuristic, self.heuristics.len())
        } else {
            (&mut self.method, self.methods.len())
        };
        match key {
            Key::Up => list.go(-1, count),
            Key::Down => list.go(1, count),
            Key::PageUp => list.go(-list.page(), count),
            Key::PageDown => list.go(list.page(), count),
            Key::Home => list.go(-(count as i64), count),
            Key::End => list.go(count as i64, count),
            Key::Tab | Key::Left | Key::Right => {
                self.among_heuristics = !self.among_heuristics && self.takes_heuristic();
            }
            Key::Enter => return Picked::Done(self.spec()),
            Key::Escape => return Picked::Left,
            typed @ Key::Char(_) => return Picked::Typing(typed),
            _ => {}
        }
        Picked::Going
    }

    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, look: Look) {
        let [left, right] =
            Layout::horizontal([Constraint::Percentage(50), Constraint::Percentage(50)])
                .areas(area);
        let rows =
            |place: Rect| Rect { y: place.y + 1, height: place.height.saturating_sub(1), ..place };
        let style = |chosen: bool, here: bool| match (chosen, here) {
            (true, true) => look.chosen(),
            (true, false) => look.strong(),
            _ => ratatui::style::Style::new(),
        };
        let here = !self.among_heuristics;
        frame.render_widget(Line::styled("method", look.quiet()), left);
        let methods = &self.methods;
        self.method.draw(frame, rows(left), methods.len(), |index, chosen| {
            let key = if index < 9 { (b'1' + index as u8) as char } else { ' ' };
            let mark = if chosen { '>' } else { ' ' };
            Line::styled(format!("{mark}{key} {:<11}", methods[index].id), style(chosen, here))
        });
        if !self.takes_heuristic() {
            return;
        }
        frame.render_widget(Line::styled("heuristic (Tab)", look.quiet()), right);
        let heuristics = &self.heuristics;
        self.heuristic.draw(frame, rows(right), heuristics.len(), |index, chosen| {
            let mark = if chosen { '>' } else { ' ' };
            Line::styled(format!("{mark}{:<13}", heuristics[index].id), style(chosen, !here))
        });
    }
}
