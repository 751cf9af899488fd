//! Dropper as the catalog sees it.

use std::ops::RangeInclusive;

use plyground_core::scene::Tone;
use plyground_core::{
    Edit, EvaluationEntry, Game, GameWorld, Intent, MethodInfo, Motion, MoveError, Opponent,
    OptionInfo, OptionKind, Options, OwnPlayer, Rules, Scene, Spec, SpecError, Text, WorldInfo,
};

use crate::board::{MAX_SIZE, MIN_SIZE};
use crate::evaluation;
use crate::game::{Dropper, Setup, State};
use crate::guide;
use crate::notation;
use crate::rules::Ply;
use crate::scene;
use crate::solver;

/// The size where none is given.
const USUAL_SIZE: usize = 8;

/// The world of Dropper.
#[derive(Debug, Clone, Copy, Default)]
pub struct DropperWorld;

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

impl GameWorld for DropperWorld {
    type Game = Dropper;

    fn info(&self) -> WorldInfo {
        let summary =
            "two players drop on each other's stones, then place a free one; the larger groups win";
        WorldInfo::new("dropper", "Dropper", summary).with_options(vec![PASS])
    }

    fn sides(&self) -> [Text; 2] {
        ["X".into(), "O".into()]
    }

    fn sizes(&self) -> Option<(RangeInclusive<usize>, usize)> {
        Some((MIN_SIZE..=MAX_SIZE, USUAL_SIZE))
    }

    fn game(&self, options: &Options) -> Result<Dropper, SpecError> {
        options.check("dropper", &[SIZE, POSITION, PASS])?;
        let size = options.number("size", USUAL_SIZE, MIN_SIZE..=MAX_SIZE)?;
        let setup = match options.get("position") {
            None => Setup::empty(size),
            Some(text) => notation::parse_position(text)
                .map_err(|error| SpecError(format!("position {text:?}: {error}")))?,
        };
        if options.get("size").is_some() && setup.size != size {
            return Err(SpecError(format!(
                "size={size} does not fit the position, which has {} rows",
                setup.size
            )));
        }
        Ok(Dropper::from_setup(&setup, options.switch("pass", false)?))
    }

    fn position_text(&self, game: &Dropper, state: &State) -> String {
        notation::position_text(game, state)
    }

    fn parse_turn(&self, game: &Dropper, state: &State, text: &str) -> Result<Vec<Ply>, MoveError> {
        notation::parse_turn(game, state, text)
    }

    fn turn_text(&self, game: &Dropper, _state: &State, turn: &[Ply]) -> String {
        notation::turn_text(game.size(), turn)
    }

    fn is_turn_start(&self, game: &Dropper, state: &State) -> bool {
        !game.is_free_due(state)
    }

    fn score(&self, game: &Dropper, state: &State) -> [String; 2] {
        game.group_lists(state)
    }

    fn scene(&self, game: &Dropper, state: &State) -> Scene {
        scene::scene(game, state)
    }

    fn motions(&self, _game: &Dropper, _state: &State, mv: Ply) -> Vec<Motion> {
        let placed = |square: u8| Motion { from: None, to: Some(usize::from(square)) };
        match mv {
            Ply::Drop { from, to } => {
                let pushed = Motion { from: Some(usize::from(from)), to: Some(usize::from(to)) };
                vec![pushed, placed(from)]
            }
            Ply::Free(square) => vec![placed(square)],
        }
    }

    fn intents(&self, game: &Dropper, state: &State) -> Vec<Intent> {
        let mut plies = Vec::new();
        game.moves(state, &mut plies);
        let intent = |ply: &Ply| {
            let (select, target) = match *ply {
                Ply::Drop { from, to } => (vec![usize::from(from)], usize::from(to)),
                Ply::Free(square) => (Vec::new(), usize::from(square)),
            };
            Intent { text: notation::turn_text(game.size(), &[*ply]), select, target }
        };
        plies.iter().map(intent).collect()
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

    fn opponents(&self) -> Vec<Opponent> {
        guide::opponents()
    }

    fn edit(&self, game: &Dropper, state: &State, edit: &Edit) -> Result<String, SpecError> {
        guide::edit(game, state, edit)
    }

    fn point(&self) -> i32 {
        400
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<Dropper>> {
        evaluation::table()
    }

    fn usual_evaluation(&self, player: &MethodInfo) -> Option<Text> {
        // People know the opponent that looks no further as one that counts the largest groups alone.
        (!player.looks_ahead).then_some("groups".into())
    }

    fn own_players(&self) -> Vec<MethodInfo> {
        vec![solver::info()]
    }

    fn own_player(&self, _game: &Dropper, spec: &Spec) -> Result<OwnPlayer<Dropper>, SpecError> {
        solver::from_spec(spec)
    }

    fn endgame(&self, game: &Dropper, state: &State) -> Option<OwnPlayer<Dropper>> {
        solver::for_endgame(game, state)
    }
}
