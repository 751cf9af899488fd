//! The last two Drops. Most nodes of a search are here, so nothing is listed, ordered or stored.

use std::cmp::Ordering;

use super::search::Search;
use crate::board::bits::Bits;

impl<B: Bits> Search<B> {
    /// Whether the mover reaches the goal with two empty squares left.
    pub(super) fn with_two_empty(&mut self, own: B, theirs: B, empty: B, goal: i8) -> bool {
        let lower = B::bit(empty.lowest());
        let upper = empty ^ lower;
        for (to, rest) in [(lower, upper), (upper, lower)] {
            let near_rest = self.rules.board.near(rest.lowest());
            let stones = self.rules.board.near(to.lowest()) & theirs;
            // First the stones on which the opponent cannot drop in turn.
            for part in [stones & !near_rest, stones & near_rest] {
                for from in part.squares() {
                    let stone = B::bit(from);
                    let (own, theirs) = (own | stone, theirs ^ stone | to);
                    self.tick();
                    if self.stopped {
                        return false;
                    }
                    if !self.with_one_empty(theirs, own, rest, 1 - goal) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether the mover reaches the goal with one empty square left: each Drop ends the game.
    pub(super) fn with_one_empty(&mut self, own: B, theirs: B, empty: B, goal: i8) -> bool {
        let board = &self.rules.board;
        let stones = board.near(empty.lowest()) & theirs;
        if stones.is_empty() {
            return self.stuck(own, theirs, goal);
        }
        let largest = board.largest_group(own);
        // The stone that is pushed to the empty square joins `grown`; the other groups stay as they are, but for
        // the one that loses the stone.
        let grown = board.group(theirs | empty, empty);
        let others = theirs & !grown;
        let (most_grown, most_others) = (grown.count(), board.largest_group(others));
        for from in stones.squares() {
            let stone = B::bit(from);
            let joined = board.group(own | stone, stone).count();
            let ours = largest.max(joined);
            if ours > most_grown.max(most_others) {
                return true;
            }
            let against = if (grown & stone).is_empty() {
                most_grown.max(board.largest_group(others ^ stone))
            } else {
                most_others.max(board.largest_group(grown ^ stone))
            };
            let value = match ours.cmp(&against) {
                Ordering::Less => -1,
                Ordering::Greater => 1,
                Ordering::Equal => self.standing(own | stone, theirs ^ stone | empty),
            };
            if value >= goal {
                return true;
            }
        }
        false
    }

    /// The value of the groups as they are.
    pub(super) fn standing(&self, own: B, theirs: B) -> i8 {
        let board = &self.rules.board;
        // The largest groups mostly decide, so the lists are only made where they do not.
        let by_largest = board.largest_group(own).cmp(&board.largest_group(theirs));
        let ordering =
            by_largest.then_with(|| board.group_sizes(own).cmp(&board.group_sizes(theirs)));
        match ordering {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        }
    }
}
