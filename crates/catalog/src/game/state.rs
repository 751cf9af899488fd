use std::any::Any;
use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

use plyground_core::scene::planes::{Planes, Raster};
use plyground_core::{
    Game, GameMove, GameWorld, MoveError, Options, Outcome, Position, Scene, Side, Text,
};

use super::GameSession;
use super::adapter::Games;
use super::session::Session;
use crate::state::{AnyState, find, numbers};

/// What the positions of a game have in common.
pub(super) struct Field<W: GameWorld> {
    world: Games<W>,
    game: Arc<W::Game>,
    options: Options,
    planes: usize,
    raster: OnceLock<Raster>,
}

impl<W: GameWorld> Field<W> {
    pub(super) fn new(world: Games<W>, game: Arc<W::Game>, options: Options) -> Self {
        let planes = world.0.planes().len();
        Self { world, game, options, planes, raster: OnceLock::new() }
    }

    /// Where the cells lie; worked out when somebody asks.
    fn raster(&self) -> &Raster {
        self.raster.get_or_init(|| Raster::of(&self.world.0.scene(&self.game, &self.game.start())))
    }
}

/// A typed game as an [`AnyState`].
pub(super) struct StateOf<W: GameWorld> {
    field: Arc<Field<W>>,
    position: Position<W::Game>,
    /// How it ended, and the legal plies, once somebody asked.
    known: OnceCell<(Option<Outcome>, Vec<GameMove<W>>)>,
}

impl<W: GameWorld> Clone for StateOf<W> {
    fn clone(&self) -> Self {
        let (position, known) = (self.position.clone(), self.known.clone());
        Self { field: Arc::clone(&self.field), position, known }
    }
}

impl<W: GameWorld> StateOf<W> {
    pub(super) fn new(field: Arc<Field<W>>, position: Position<W::Game>) -> Self {
        Self { field, position, known: OnceCell::new() }
    }

    pub(super) fn start(world: Games<W>, game: W::Game, options: Options) -> Self {
        let position = Position::start(&game);
        Self::new(Arc::new(Field::new(world, Arc::new(game), options)), position)
    }

    fn game(&self) -> &W::Game {
        &self.field.game
    }

    fn known(&self) -> &(Option<Outcome>, Vec<GameMove<W>>) {
        self.known.get_or_init(|| {
            let outcome = self.position.outcome(self.game());
            let mut moves = Vec::new();
            if outcome.is_none() {
                self.game().moves(&self.position.state, &mut moves);
            }
            (outcome, moves)
        })
    }

    fn slot(&self, mv: GameMove<W>) -> usize {
        self.game().move_slot(&self.position.state, mv)
    }

    fn find(&self, action: usize) -> Result<GameMove<W>, MoveError> {
        find(&self.known().1, self.game().move_slots(), |mv| self.slot(mv), action)
    }
}

impl<W: GameWorld> AnyState for StateOf<W> {
    fn action_count(&self) -> usize {
        let slots = self.game().move_slots();
        if slots > 1 { slots } else { 0 }
    }

    fn legal_actions(&self) -> Vec<usize> {
        numbers(&self.known().1, self.game().move_slots(), |mv| self.slot(mv))
    }

    fn action_text(&self, action: usize) -> Result<String, MoveError> {
        let mv = self.find(action)?;
        Ok(self.field.world.0.turn_text(self.game(), &self.position.state, &[mv]))
    }

    fn apply(&mut self, action: usize) -> Result<(), MoveError> {
        let mv = self.find(action)?;
        self.position.play(&self.field.game, mv);
        self.known = OnceCell::new();
        Ok(())
    }

    fn is_terminal(&self) -> bool {
        self.known().0.is_some()
    }

    fn to_move(&self) -> Side {
        self.game().to_move(&self.position.state)
    }

    fn returns(&self) -> [f64; 2] {
        let points = |side| self.known().0.map_or(0.0, |outcome| 2.0 * outcome.points(side) - 1.0);
        Side::BOTH.map(points)
    }

    fn planes(&self) -> Vec<Text> {
        self.field.world.0.planes()
    }

    fn shape(&self) -> [usize; 3] {
        let raster = self.field.raster();
        [self.field.planes, raster.rows, raster.columns]
    }

    fn observe(&self, out: &mut [u8]) {
        out.fill(0);
        let mut planes = Planes::new(self.field.raster(), out);
        self.field.world.0.observe(self.game(), &self.position.state, &mut planes);
    }

    fn key(&self) -> Vec<u8> {
        self.game().key(&self.position.state).to_le_bytes().to_vec()
    }

    fn text(&self) -> String {
        self.field.world.0.position_text(self.game(), &self.position.state)
    }

    fn scene(&self) -> Scene {
        self.field.world.0.scene(self.game(), &self.position.state)
    }

    fn session(&self) -> Option<Box<dyn GameSession>> {
        let field = &self.field;
        let (world, game) = (field.world.clone(), Arc::clone(&field.game));
        let (options, position) = (field.options.clone(), self.position.clone());
        Some(Box::new(Session::at(world, game, options, position)))
    }

    fn own(&self) -> Option<Box<dyn Any>> {
        self.field.world.0.own_state(self.game(), &self.position.state)
    }

    fn clone_box(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }
}
