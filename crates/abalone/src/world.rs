//! Abalone as the catalog sees it.

use plyground_core::scene::planes::Planes;
use plyground_core::text::quoted;
use plyground_core::{
    Edit, EvaluationEntry, GameWorld, Intent, Lesson, Motion, MoveError, Opponent, OptionInfo,
    OptionKind, Options, Problem, Rules, Scene, SetupInfo, SpecError, StateSpace, Text, Verdict,
    WorldInfo,
};

use crate::layouts;
use crate::rules::{AbaloneGame, Move, State};
use crate::{evaluation, guide, notation, planes, problems, scene, statespace};

/// The world of Abalone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Abalone;

const PLIES: OptionInfo = OptionInfo {
    id: "plies",
    kind: OptionKind::Number,
    default: "400",
    summary: "after so many plies more captures win, equally many draw; 0 for no end",
};

const REPETITION: OptionInfo = OptionInfo {
    id: "repetition",
    kind: OptionKind::Number,
    default: "3",
    summary: "a position that occurs so often draws; 0 for never",
};

const SETUP: OptionInfo = OptionInfo {
    id: "setup",
    kind: OptionKind::Word,
    default: "standard",
    summary: "the layout to start from",
};

const POSITION: OptionInfo = OptionInfo {
    id: "position",
    kind: OptionKind::Word,
    default: "",
    summary: "the side to move, marbles and captures, such as b C5b,D5b,E6w 2-1; instead of a setup",
};

const OPTIONS: [OptionInfo; 2] = [PLIES, REPETITION];

impl GameWorld for Abalone {
    type Game = AbaloneGame;

    fn info(&self) -> WorldInfo {
        let summary =
            "two players push each other's marbles off a hexagonal board; six captures win";
        WorldInfo::new("abalone", "Abalone", summary).with_options(OPTIONS.to_vec())
    }

    fn sides(&self) -> [Text; 2] {
        scene::SIDES.map(Into::into)
    }

    fn setups(&self) -> Vec<SetupInfo> {
        layouts::layouts()
            .iter()
            .map(|layout| SetupInfo {
                id: layout.id.to_owned(),
                name: layout.name.to_owned(),
                // The oldest layout stalls; this one makes the livelier game.
                recommended: layout.id == "belgian-daisy",
            })
            .collect()
    }

    fn game(&self, options: &Options) -> Result<AbaloneGame, SpecError> {
        options.check("abalone", &[SETUP, POSITION, PLIES, REPETITION])?;
        let setup = layouts::find(options.get("setup").unwrap_or(SETUP.default))?;
        let start = match options.get("position") {
            None => setup.start,
            Some(text) => notation::parse_position(text).map_err(|error| {
                SpecError(format!("position {text}: {error}", text = quoted(text)))
            })?,
        };
        let plies = options.number("plies", AbaloneGame::PLIES, 0..=1_000_000)?;
        let repetition = options.number("repetition", AbaloneGame::REPETITION, 0..=1000)?;
        if repetition == 1 {
            return Err(SpecError(
                "repetition=1 is not possible: every position occurs once; expected 0, or 2 and more"
                    .to_owned(),
            ));
        }
        Ok(AbaloneGame { start, plies: (plies > 0).then_some(plies), repetition })
    }

    fn position_text(&self, _game: &AbaloneGame, state: &State) -> String {
        notation::position_text(state)
    }

    fn parse_turn(
        &self,
        _game: &AbaloneGame,
        state: &State,
        text: &str,
    ) -> Result<Vec<Move>, MoveError> {
        if state.outcome().is_some() {
            return Err(MoveError::new(text.trim(), "the game is over"));
        }
        notation::parse_move(state, text).map(|mv| vec![mv])
    }

    fn turn_text(&self, _game: &AbaloneGame, _state: &State, turn: &[Move]) -> String {
        turn.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn score(&self, _game: &AbaloneGame, state: &State) -> [String; 2] {
        state.captures.map(|captures| captures.to_string())
    }

    fn planes(&self) -> Vec<Text> {
        planes::names()
    }

    fn observe(&self, _game: &AbaloneGame, state: &State, out: &mut Planes<'_>) {
        planes::position(state, out);
    }

    fn scene(&self, _game: &AbaloneGame, state: &State) -> Scene {
        scene::scene(state)
    }

    fn motions(&self, _game: &AbaloneGame, _state: &State, mv: Move) -> Vec<Motion> {
        scene::motions(mv)
    }

    fn intents(&self, _game: &AbaloneGame, state: &State) -> Vec<Intent> {
        scene::intents(state)
    }

    fn rules(&self) -> Rules {
        guide::rules()
    }

    fn turn_example(&self) -> Text {
        "i-C5-1".into()
    }

    fn lesson(&self, _game: &AbaloneGame, state: &State) -> Option<Lesson> {
        guide::lesson(state)
    }

    fn opponents(&self) -> Vec<Opponent> {
        guide::opponents()
    }

    fn edit(&self, _game: &AbaloneGame, state: &State, edit: &Edit) -> Result<String, SpecError> {
        guide::edit(state, edit)
    }

    fn problems(&self) -> Vec<Problem> {
        problems::problems().to_vec()
    }

    fn judge(
        &self,
        game: &AbaloneGame,
        problem: &Problem,
        state: &State,
        left: usize,
        turn: &[Move],
    ) -> Result<Verdict<Vec<Move>>, SpecError> {
        let &[turn] = turn else { return Err(SpecError("a turn is one move".to_owned())) };
        Ok(problems::judge(problem.task.parse()?, &game.start, state, left, turn))
    }

    fn state_space(&self) -> Option<&dyn StateSpace> {
        Some(&statespace::Files)
    }

    fn score_words(&self) -> [Text; 2] {
        ["capture".into(), "captures".into()]
    }

    fn point(&self) -> i32 {
        1000
    }

    fn evaluations(&self) -> Vec<EvaluationEntry<AbaloneGame>> {
        evaluation::table()
    }
}

#[cfg(test)]
mod tests {
    use plyground_core::Game;

    use super::*;

    fn game(options: &Options) -> Result<AbaloneGame, String> {
        Abalone.game(options).map_err(|error| error.to_string())
    }

    #[test]
    fn a_game_starts_from_a_setup_or_a_position() {
        let standard = game(&Options::new()).unwrap();
        assert_eq!(standard.start, layouts::layouts()[0].start);
        assert_eq!((standard.ply_cap(), standard.repetition_limit()), (Some(400), 3));
        let daisy = game(&Options::new().with("setup", "belgian-daisy")).unwrap();
        assert_eq!(daisy.perft(&daisy.start(), 2), 2692);
        let text = "w C5b,E6w 2-1";
        let set_up = game(&Options::new().with("position", text).with("plies", 0)).unwrap();
        assert_eq!(Abalone.position_text(&set_up, &set_up.start()), text);
        assert_eq!(set_up.ply_cap(), None);
    }

    #[test]
    fn impossible_options_are_refused() {
        for (name, value, part) in [
            ("setup", "belgian-dasy", "did you mean belgian-daisy?"),
            ("position", "b A1b,A9w", "A9 is off the board"),
            ("repetition", "1", "every position occurs once"),
            ("plies", "-3", "expected a number from 0"),
            ("size", "5", "unknown option of abalone"),
        ] {
            let error = game(&Options::new().with(name, value)).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn every_evaluation_finds_the_start_even() {
        let game = game(&Options::new()).unwrap();
        for entry in Abalone.evaluations() {
            let evaluation = entry.make(&game);
            let value = evaluation.evaluate(&game, &game.start());
            assert!(value.abs() < evaluation.unit() / 2, "{}: {value}", entry.info.id);
        }
    }

    #[test]
    fn a_game_that_is_over_takes_no_moves() {
        let game = game(&Options::new().with("position", "b C5b,E6w 0-6")).unwrap();
        let error = Abalone.parse_turn(&game, &game.start(), "i-C5-3").unwrap_err();
        assert_eq!(error.reason, "the game is over");
        assert!(Abalone.intents(&game, &game.start()).is_empty());
    }
}
