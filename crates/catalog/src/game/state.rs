use std::sync::Arc;

use plyground_core::{Game, GameMove, GameWorld, MoveError, Outcome, Position, Side, Text};

use super::adapter::Games;
use crate::state::{AnyState, find, numbers};

/// A typed game as an [`AnyState`].
pub(super) struct StateOf<W: GameWorld> {
    world: Games<W>,
    game: Arc<W::Game>,
    position: Position<W::Game>,
}

impl<W: GameWorld> Clone for StateOf<W> {
    fn clone(&self) -> Self {
        let (world, game) = (self.world.clone(), Arc::clone(&self.game));
        Self { world, game, position: self.position.clone() }
    }
}

impl<W: GameWorld> StateOf<W> {
    pub(super) fn new(world: Games<W>, game: W::Game) -> Self {
        Self { world, position: Position::start(&game), game: Arc::new(game) }
    }

    fn moves(&self) -> Vec<GameMove<W>> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            self.game.moves(&self.position.state, &mut moves);
        }
        moves
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.game)
    }

    fn slot(&self, mv: GameMove<W>) -> usize {
        self.game.move_slot(&self.position.state, mv)
    }

    fn find(&self, action: usize) -> Result<GameMove<W>, MoveError> {
        find(&self.moves(), self.game.move_slots(), |mv| self.slot(mv), action)
    }
}

impl<W: GameWorld> AnyState for StateOf<W> {
    fn action_count(&self) -> usize {
        if self.game.move_slots() > 1 { self.game.move_slots() } else { 0 }
    }

    fn legal_actions(&self) -> Vec<usize> {
        numbers(&self.moves(), self.game.move_slots(), |mv| self.slot(mv))
    }

    fn action_text(&self, action: usize) -> Result<String, MoveError> {
        let mv = self.find(action)?;
        Ok(self.world.0.turn_text(&self.game, &self.position.state, &[mv]))
    }

    fn apply(&mut self, action: usize) -> Result<(), MoveError> {
        let mv = self.find(action)?;
        self.position.play(&self.game, mv);
        Ok(())
    }

    fn is_terminal(&self) -> bool {
        self.outcome().is_some()
    }

    fn to_move(&self) -> Side {
        self.game.to_move(&self.position.state)
    }

    fn returns(&self) -> [f64; 2] {
        let points = |side| self.outcome().map_or(0.0, |outcome| 2.0 * outcome.points(side) - 1.0);
        Side::BOTH.map(points)
    }

    fn planes(&self) -> Vec<Text> {
        self.world.0.planes()
    }

    fn cells(&self) -> usize {
        self.world.0.scene(&self.game, &self.position.state).cells.len()
    }

    fn observe(&self, out: &mut [f32]) {
        self.world.0.observe(&self.game, &self.position.state, out);
    }

    fn text(&self) -> String {
        self.world.0.position_text(&self.game, &self.position.state)
    }

    fn clone_box(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }
}
