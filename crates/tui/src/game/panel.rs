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
        let on_main_line = self.contest.tree().branch(self.contest.cursor()).is_none();
        let heading = if on_main_line { "moves" } else { "a variation" };
        lines.push(Line::styled(heading, look.quiet()));
        let room = usize::from(area.height).saturating_sub(lines.len() + below.len());
        let (moves, current) = self.move_lines();
        // The end is in sight, unless somebody looks at a turn long before it.
        let hidden = moves.len().saturating_sub(room).min(current);
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
        let name = contest.side_name(side);
        let player = contest.players()[index].as_ref().map_or("human".to_owned(), Spec::to_string);
        let to_move = contest.session().side() == side && contest.ending_here().is_none();
        let pointer = if to_move { look.text("▶", ">") } else { " " };
        let seconds = contest.left(side).unwrap_or_else(|| contest.used(side));
        let score = match contest.session().score()[index].as_str() {
            "" => String::new(),
            score => format!("  score {score}"),
        };
        [
            Line::from(vec![
                Span::styled(format!("{pointer} {name}"), look.strong()),
                Span::styled(format!(" {player}"), look.quiet()),
            ]),
            Line::from(format!("  {}{score}", words::clock(seconds))),
        ]
    }

    /// The turns of the line that is looked at, in two columns, numbered; and the row of the cursor.
    fn move_lines(&self) -> (Vec<Line<'static>>, usize) {
        let (tree, cursor) = (self.contest.tree(), self.contest.cursor());
        let mut ids = tree.path(cursor);
        let here = ids.len();
        // What was taken back stays in the tree, but is not part of the game.
        let tip = Some(self.contest.tip());
        ids.extend(tree.line(cursor).take_while(|&id| tree[id].parent() != tip));
        let looking = here < ids.len();
        let mut texts: Vec<String> = ids
            .iter()
            .map(|&id| {
                let mark = tree[id].mark.map_or("", |mark| mark.glyph());
                format!("{}{mark}", tree[id].turn)
            })
            .collect();
        // Half a turn is shown too.
        if !looking && !self.contest.session().is_turn_start() {
            texts.extend(self.contest.session().last_turn().map(|turn| turn.text));
        }
        let second = ids.first().and_then(|&id| tree[id].side) == Some(Side::Second);
        let offset = usize::from(second);
        let strong = self.desk.look.strong();
        let span = |place: usize| {
            let index = place.checked_sub(offset);
            let text = index.and_then(|index| texts.get(index)).cloned().unwrap_or_default();
            let current = looking && index.is_some_and(|index| index + 1 == here);
            let text = if place.is_multiple_of(2) { format!("{text:<12}") } else { text };
            if current { Span::styled(text, strong) } else { Span::raw(text) }
        };
        let rows = (texts.len() + offset).div_ceil(2);
        let row = |n: usize| {
            Line::from(vec![Span::raw(format!("{:>3}. ", n + 1)), span(2 * n), span(2 * n + 1)])
        };
        ((0..rows).map(row).collect(), (here + offset).saturating_sub(1) / 2)
    }
}
