use plyground_core::Intent;
use plyground_core::scene::MarkKind;

use crate::board::Board;

/// What a hand can do on the board of a game, and what it holds: cells are selected, then a target is pointed at; as on
/// the page.
#[derive(Default)]
pub(crate) struct Hand {
    intents: Vec<Intent>,
    selection: Vec<usize>,
}

impl Hand {
    /// An empty hand that can do these things.
    pub fn new(intents: Vec<Intent>) -> Self {
        Self { intents, selection: Vec::new() }
    }

    /// Lets go of what it holds.
    pub fn clear(&mut self) {
        self.selection.clear();
    }

    /// Takes a click: the turn it makes, or a part of one, where it makes one.
    pub fn tap(&mut self, cell: usize) -> Option<String> {
        let holds = self.selection.contains(&cell);
        let chosen = self
            .intents
            .iter()
            .find(|intent| intent.target == cell && same(&intent.select, &self.selection));
        if let Some(intent) = chosen.filter(|_| !holds) {
            return Some(intent.text.clone());
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
        self.selection = if fits(&grown) {
            grown
        } else if fits(&[cell]) {
            vec![cell]
        } else {
            Vec::new()
        };
        None
    }

    /// Shows what is held and where it can go.
    pub fn show(&self, board: &mut Board) {
        board.select(&self.selection);
        let fits = |intent: &&Intent| same(&intent.select, &self.selection);
        let mut places: Vec<usize> =
            self.intents.iter().filter(fits).map(|intent| intent.target).collect();
        // Where one click selects, those that can be selected are pointed out before it.
        let single = self.intents.iter().all(|intent| intent.select.len() <= 1);
        if single && self.selection.is_empty() {
            places.extend(self.intents.iter().filter_map(|intent| intent.select.first()));
        }
        board.mark(places, MarkKind::Target);
    }
}

/// Whether two selections hold the same cells.
fn same(a: &[usize], b: &[usize]) -> bool {
    a.len() == b.len() && a.iter().all(|cell| b.contains(cell))
}
