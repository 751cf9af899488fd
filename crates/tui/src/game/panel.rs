//! What stands beside the board of a game: players, clocks, score, moves, analysis.

use plyground_core::{Side, Spec};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;

use super::GameScreen;
use crate::words;

impl GameScreen {
    pub(super) fn draw_panel(&self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.desk.look;
        let mut lines = Vec::new();
        for side in Side::BOTH {
            lines.extend(self.side_lines(side));
        }
        let mut below = Vec::new();
        if self.analysis.is_on() {
            below.push(Line::styled("analysis", look.quiet()));
            let width = usize::from(area.width);
            for row in self.analysis.rows() {
                below.push(Line::from(row.chars().take(width).collect::<String>()));
            }
        }
        lines.push(Line::styled("moves", look.quiet()));
        let room = usize::from(area.height).saturating_sub(lines.len() + below.len());
        let moves = self.move_lines();
        let hidden = moves.len().saturating_sub(room);
        lines.extend(moves.into_iter().skip(hidden));
        while lines.len() + below.len() < usize::from(area.height) {
            lines.push(Line::default());
        }
        lines.extend(below);
        frame.render_widget(Paragraph::new(Text::from(lines)), area);
    }

    fn side_lines(&self, side: Side) -> [Line<'static>; 2] {
        let look = self.desk.look;
        let contest = &self.contest;
        let index = side.index();
        let name = contest.session.world().side_name(side);
        let player = contest.players[index].as_ref().map_or("human".to_owned(), Spec::to_string);
        let to_move = contest.session.side() == side && contest.ending().is_none();
        let pointer = if to_move { look.text("▶", ">") } else { " " };
        let seconds = contest.left(side).unwrap_or_else(|| contest.used(side));
        let score = &contest.session.score()[index];
        [
            Line::from(vec![
                Span::styled(format!("{pointer} {name}"), look.strong()),
                Span::styled(format!(" {player}"), look.quiet()),
            ]),
            Line::from(format!("  {}  score {score}", words::clock(seconds))),
        ]
    }

    /// The turns in two columns, numbered.
    fn move_lines(&self) -> Vec<Line<'static>> {
        let turns = self.contest.session.turns();
        let offset = usize::from(turns.first().is_some_and(|turn| turn.side == Side::Second));
        let text = |place: usize| {
            let turn = place.checked_sub(offset).and_then(|index| turns.get(index));
            turn.map_or(String::new(), |turn| turn.text.clone())
        };
        let rows = (turns.len() + offset).div_ceil(2);
        let row =
            |n: usize| Line::from(format!("{:>3}. {:<12}{}", n + 1, text(2 * n), text(2 * n + 1)));
        (0..rows).map(row).collect()
    }
}
