//! Beyond the horizon: only loud plies are still played.

use plyground_core::Game;

use super::super::score::of_outcome;
use super::ordering::{Ranked, pick};
use super::past::MAX_PLY;
use super::table::NO_MOVE;
use super::worker::{Shared, Worker};

/// Loud plies followed beyond the horizon, at most.
pub(super) const QUIESCENCE_PLIES: u32 = 8;

impl<G: Game> Worker<'_, G> {
    /// The value when only loud plies are still played, each side being free to stop.
    pub fn quiesce(
        &mut self,
        state: &G::State,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        left: u32,
    ) -> i32 {
        let Shared { game, past, .. } = self.shared;
        let mut best = self.evaluate(state);
        if best >= beta || left == 0 || ply >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        self.scratch.clear();
        game.loud_moves(state, &mut self.scratch);
        let mut list = std::mem::take(&mut self.frames[ply].list);
        list.clear();
        list.extend(self.scratch.iter().map(|&mv| Ranked {
            mv,
            index: NO_MOVE,
            rank: game.order(state, mv),
            loud: true,
            deferred: false,
        }));
        let side = game.to_move(state);
        for i in 0..list.len() {
            pick(&mut list, i);
            let mut next = state.clone();
            game.play(&mut next, list[i].mv);
            if self.counter.tick() {
                break;
            }
            let mover = game.to_move(&next);
            let over = game.outcome(&next).or_else(|| past.capped(game, &next, ply + 1));
            let score = if let Some(outcome) = over {
                of_outcome(outcome, side, ply + 1)
            } else if mover == side {
                self.quiesce(&next, alpha, beta, ply + 1, left - 1)
            } else {
                -self.quiesce(&next, -beta, -alpha, ply + 1, left - 1)
            };
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        self.frames[ply].list = list;
        best
    }
}
