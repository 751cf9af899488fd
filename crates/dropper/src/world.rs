//! Dropper as the catalog sees it.

use std::ops::RangeInclusive;

use plyground_core::scene::Tone;
use plyground_core::scene::planes::Planes;
use plyground_core::text::quoted;
use plyground_core::{
    Edit, EvaluationEntry, GameWorld, Intent, Lesson, MethodInfo, Motion, MoveError, Opponent,
    OptionInfo, OptionKind, Options, OwnPlayer, Problem, Rules, Scene, Spec, SpecError, Text,
    Verdict, WorldInfo,
};

use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::problems::Prover;
use crate::rules::{DropperGame, Ply, Setup, State};
use crate::{evaluation, guide, notation, planes, problems, scene, solver};

/// The size where none is given.
const USUAL_SIZE: usize = 8;

/// The world of Dropper.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dropper;

const PASS: OptionInfo = OptionInfo {
    id: "pass",
    kind: OptionKind::Switch,
    default: "false",
    summary: "a stuck player passes, and the game ends when both are stuck",
};

const SIZE: OptionInfo = OptionInfo {
    id: "size",
    kind: OptionKind::Number,
    default: "8",
    summary: "squares along a side, 2 to 12",
};

const POSITION: OptionInfo = OptionInfo {
    id: "position",
    kind: OptionKind::Word,
    default: "",
    summary: "rows from the top and the side to move, such as .../.../X.. O",
};

const OPTIONS: [OptionInfo; 1] = [PASS];

impl GameWorld for Dropper {
    type Game = DropperGame;

    fn info(&self) -> WorldInfo {
        let summary =
            "two players drop on each other's stones, then place a free one; the larger groups win";
        WorldInfo::new("dropper", "Dropper", summary).with_options(OPTIONS.to_vec())
    }

    fn sides(&self) -> [Text; 2] {
        ["X".into(), "O".into()]
    }

    fn sizes(&self) -> Option<(RangeInclusive<usize>, usize)> {
        Some((MIN_SIZE..=MAX_SIZE, USUAL_SIZE))
    }

    fn game(&self, options: &Options) -> Result<DropperGame, SpecError> {
        options.check("dropper", &[SIZE, POSITION, PASS])?;
        let size = options.number("size", USUAL_SIZE, MIN_SIZE..=MAX_SIZE)?;
        let setup = match options.get("position") {
            None => Setup::empty(size),
            Some(text) => notation::parse_position(text).map_err(|error| {
                SpecError(format!("position {text}: {error}", text = quoted(text)))
            })?,
        };
        if options.get("size").is_some() && setup.size != size {
            return Err(SpecError(format!(
                "size={size} does not fit the position, which has {} rows",
                setup.size
            )));
        }
        Ok(DropperGame::from_setup(&setup, options.switch("pass", false)?))
    }

    fn position_text(&self, game: &DropperGame, state: &State) -> String {
        notation::position_text(game, state)
    }

    fn parse_turn(
        &self,
        game: &DropperGame,
        state: &State,
        text: &str,
    ) -> Result<Vec<Ply>, MoveError> {
        notation::parse_turn(game, state, text)
    }

    fn turn_text(&self, game: &DropperGame, _state: &State, turn: &[Ply]) -> String {
        notation::turn_text(game.size(), turn)
    }

    fn is_turn_start(&self, game: &DropperGame, state: &State) -> bool {
        !game.is_free_due(state)
    }

    fn score(&self, game: &DropperGame, state: &State) -> [String; 2] {
        game.group_lists(state)
    }

    fn planes(&self) -> Vec<Text> {
        planes::names()
    }

    fn observe(&self, game: &DropperGame, state: &State, out: &mut Planes<'_>) {
        planes::position(game, state, out);
    }

    fn scene(&self, game: &DropperGame, state: &State) -> Scene {
        scene::scene(game, state)
    }

    fn motions(&self, _game: &DropperGame, _state: &State, mv: Ply) -> Vec<Motion> {
        scene::motions(mv)
    }

    fn intents(&self, game: &DropperGame, state: &State) -> Vec<Intent> {
        scene::intents(game, state)
    }

    fn tones(&self) -> [Tone; 2] {
        [Tone::Blue, Tone::Orange]
    }

    fn rules(&self) -> Rules {
        guide::rules()
    }

    fn turn_example(&self) -> Text {
        "D5-C5+G5".into()
    }

    fn lesson(&self, game: &DropperGame, state: &State) -> Option<Lesson> {
        guide::lesson(game, state)
    }

    fn opponents(&self) -> Vec<Opponent> {
        guide::opponents()
    }

    fn edit(&self, game: &DropperGame, state: &State, edit: &Edit) -> Result<String, SpecError> {
        guide::edit(game, state, edit)
    }

    fn problems(&self) -> Vec<Problem> {
        problems::problems().to_vec()
    }

    fn judge(
        &self,
        game: &DropperGame,
        _problem: &Problem,
        state: &State,
        left: usize,
        turn: &[Ply],
    ) -> Result<Verdict<Vec<Ply>>, SpecError> {
        Ok(Prover::new(game).judge(state, left, turn))
    }

    fn point(&self) -> i32 {
        400
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<DropperGame>> {
        evaluation::table()
    }

    fn usual_evaluation(&self, player: &MethodInfo) -> Option<Text> {
        // People know the opponent that looks no further as one that counts the largest groups alone.
        (!player.looks_ahead).then_some("groups".into())
    }

    fn own_players(&self) -> Vec<MethodInfo> {
        solver::methods()
    }

    fn own_player(
        &self,
        _game: &DropperGame,
        spec: &Spec,
    ) -> Result<OwnPlayer<DropperGame>, SpecError> {
        solver::from_spec(spec)
    }

    fn endgame(&self, game: &DropperGame, state: &State) -> Option<OwnPlayer<DropperGame>> {
        solver::for_endgame(game, state)
    }
}
