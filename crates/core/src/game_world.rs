use std::any::Any;
use std::ops::RangeInclusive;

use crate::scene::planes::Planes;
use crate::scene::{self, Tone};
use crate::{
    Edit, Evaluation, EvaluationEntry, Game, Intent, Lesson, MethodInfo, Motion, MoveError,
    Opponent, Options, Player, Problem, Rules, Scene, SetupInfo, Spec, SpecError, StateSpace, Text,
    Verdict, WorldInfo, evaluation_fn,
};

/// A position of a world's game.
pub type GameState<W> = <<W as GameWorld>::Game as Game>::State;
/// A ply of a world's game.
pub type GameMove<W> = <<W as GameWorld>::Game as Game>::Move;

/// The plies of one side's turn.
pub type Turn<G> = Vec<<G as Game>::Move>;

/// A player of a world's own.
pub type OwnPlayer<G> = Box<dyn Player<G>>;

/// A world of two-player games, as the catalog sees it.
///
/// Five methods must be written: what the world is, the game from a start, and how positions and turns are written
/// and look. All others have defaults, which are enough for a world that has nothing special to offer
/// there.
pub trait GameWorld: Send + Sync + 'static {
    /// The game.
    type Game: Game;

    /// What the world is, with its options (draw rules, variants).
    fn info(&self) -> WorldInfo;
    /// The game from a start: `setup`, `size` and `position` are options beside the world's own.
    fn game(&self, options: &Options) -> Result<Self::Game, SpecError>;
    /// A position as text, side to move included.
    fn position_text(&self, game: &Self::Game, state: &GameState<Self>) -> String;
    /// Writes the plies of one turn, or of the part of it that was played.
    fn turn_text(
        &self,
        game: &Self::Game,
        state: &GameState<Self>,
        turn: &[GameMove<Self>],
    ) -> String;
    /// How a position looks.
    fn scene(&self, game: &Self::Game, state: &GameState<Self>) -> Scene;

    /// What the two sides are called, first one first.
    fn sides(&self) -> [Text; 2] {
        ["First".into(), "Second".into()]
    }
    /// The colours of the two sides.
    fn tones(&self) -> [Tone; 2] {
        [Tone::Black, Tone::White]
    }
    /// Named starting positions, the usual one first; empty where size alone decides.
    fn setups(&self) -> Vec<SetupInfo> {
        Vec::new()
    }
    /// The sizes the board comes in, with the usual one; `None` where there is but one.
    fn sizes(&self) -> Option<(RangeInclusive<usize>, usize)> {
        None
    }
    /// Reads one turn, or the part of it that was typed. By default a turn is one ply, written as
    /// [`turn_text`](GameWorld::turn_text) writes it.
    fn parse_turn(
        &self,
        game: &Self::Game,
        state: &GameState<Self>,
        text: &str,
    ) -> Result<Turn<Self::Game>, MoveError> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let texts: Vec<String> =
            moves.iter().map(|&mv| self.turn_text(game, state, &[mv])).collect();
        let text = text.trim();
        match texts.iter().position(|known| known.eq_ignore_ascii_case(text)) {
            Some(index) => Ok(vec![moves[index]]),
            None => {
                let reason = format!("this is no move here; expected one of {}", texts.join(" "));
                Err(MoveError::new(text, reason))
            }
        }
    }
    /// Whether a turn begins here (and is not half done).
    fn is_turn_start(&self, _game: &Self::Game, _state: &GameState<Self>) -> bool {
        true
    }
    /// All whole turns, or rests of one that is half done, each with where it leads.
    fn whole_turns(
        &self,
        game: &Self::Game,
        state: &GameState<Self>,
    ) -> Vec<(Turn<Self::Game>, GameState<Self>)> {
        let mut whole = Vec::new();
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            if self.is_turn_start(game, &next) || game.outcome(&next).is_some() {
                whole.push((vec![mv], next));
            } else {
                // A turn has few plies.
                let rests = self.whole_turns(game, &next).into_iter();
                let longer = |rest: Turn<Self::Game>| [mv].into_iter().chain(rest).collect();
                whole.extend(rests.map(|(rest, after)| (longer(rest), after)));
            }
        }
        whole
    }
    /// What each side has, as people count it (captures, group sizes); empty where nothing is counted.
    fn score(&self, _game: &Self::Game, _state: &GameState<Self>) -> [String; 2] {
        [String::new(), String::new()]
    }
    /// What travels in a ply; by default what the two pictures tell.
    fn motions(
        &self,
        game: &Self::Game,
        state: &GameState<Self>,
        mv: GameMove<Self>,
    ) -> Vec<Motion> {
        let mut after = state.clone();
        game.play(&mut after, mv);
        self.scene(game, state).travels_to(&self.scene(game, &after))
    }
    /// What a hand can do here: each legal ply. By default: point at a piece and at where it goes, or at the place of
    /// a new one.
    fn intents(&self, game: &Self::Game, state: &GameState<Self>) -> Vec<Intent> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let intent = |&mv: &_| {
            Intent::of(self.turn_text(game, state, &[mv]), &self.motions(game, state, mv))
        };
        moves.iter().filter_map(intent).collect()
    }

    /// The rules in words, with the options of a small board to try them on.
    fn rules(&self) -> Rules {
        Rules::default()
    }
    /// A turn as people write it, as an example; by default the first of the usual start.
    fn turn_example(&self) -> Text {
        let Ok(game) = self.game(&Options::new()) else { return Text::default() };
        let (start, mut moves) = (game.start(), Vec::new());
        game.moves(&start, &mut moves);
        moves.first().map_or(Text::default(), |&mv| self.turn_text(&game, &start, &[mv]).into())
    }
    /// What a newcomer should know here, at each step of a first game.
    fn lesson(&self, _game: &Self::Game, _state: &GameState<Self>) -> Option<Lesson> {
        None
    }
    /// Opponents from the weakest to the strongest; none for those that every game has.
    fn opponents(&self) -> Vec<Opponent> {
        Vec::new()
    }
    /// Problems that ship, the easiest first.
    fn problems(&self) -> Vec<Problem> {
        Vec::new()
    }
    /// What a whole turn comes to in a problem from whose position the game started. `left` is the number of turns
    /// that were to be found before it, itself included. What it says is proven: no guess calls a turn right or wrong.
    fn judge(
        &self,
        _game: &Self::Game,
        _problem: &Problem,
        _state: &GameState<Self>,
        _left: usize,
        _turn: &[GameMove<Self>],
    ) -> Result<Verdict<Turn<Self::Game>>, SpecError> {
        Err(SpecError(format!("{} has no problems", self.info().name)))
    }
    /// The position after a change to it, as text; it need not be one that can be played.
    fn edit(
        &self,
        _game: &Self::Game,
        _state: &GameState<Self>,
        _edit: &Edit,
    ) -> Result<String, SpecError> {
        Err(SpecError(format!("positions of {} are edited as text", self.info().name)))
    }
    /// State-space files, where the world has them.
    fn state_space(&self) -> Option<&dyn StateSpace> {
        None
    }

    /// The names of the planes that [`observe`](Self::observe) writes; by default what a picture shows.
    fn planes(&self) -> Vec<Text> {
        scene::planes::names()
    }
    /// Writes a position into planes of zeros.
    fn observe(&self, game: &Self::Game, state: &GameState<Self>, out: &mut Planes<'_>) {
        scene::planes::write(&self.scene(game, state), out);
    }

    /// A position as the world itself has it, for programs that know the world; by default nothing.
    fn own_state(&self, _game: &Self::Game, _state: &GameState<Self>) -> Option<Box<dyn Any>> {
        None
    }

    /// The table of evaluations, the best one first. By default one to which all positions are alike.
    fn evaluations(&self) -> Vec<EvaluationEntry<Self::Game>> {
        let even = |_: &_| Box::new(evaluation_fn(100, |_, _| 0)) as Box<dyn Evaluation<_>>;
        vec![EvaluationEntry::new("even", "nothing: all positions are alike", even)]
    }
    /// What a score counts, one and many: `capture`, `captures`.
    fn score_words(&self) -> [Text; 2] {
        ["point".into(), "points".into()]
    }
    /// The value that is shown as one point.
    fn point(&self) -> i32 {
        100
    }
    /// The evaluation of that name; an error lists the known ones.
    fn evaluation(
        &self,
        game: &Self::Game,
        name: &str,
    ) -> Result<Box<dyn Evaluation<Self::Game>>, SpecError> {
        EvaluationEntry::find(&self.evaluations(), game, name)
    }
    /// The evaluation a player judges by where none is asked for; `None` for the best one.
    fn usual_evaluation(&self, _player: &MethodInfo) -> Option<Text> {
        None
    }
    /// Whether all of a search must be done by one thread.
    fn one_thread(&self) -> bool {
        false
    }
    /// Players of the world's own.
    fn own_players(&self) -> Vec<MethodInfo> {
        Vec::new()
    }
    /// One of them.
    fn own_player(
        &self,
        _game: &Self::Game,
        spec: &Spec,
    ) -> Result<OwnPlayer<Self::Game>, SpecError> {
        Err(SpecError::unknown("player", &spec.name, std::iter::empty::<&str>()))
    }
    /// An exact player to hand over to where the rest of the game is small enough for it.
    fn endgame(
        &self,
        _game: &Self::Game,
        _state: &GameState<Self>,
    ) -> Option<OwnPlayer<Self::Game>> {
        None
    }
}
