//! What there is.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use plyground_catalog::{AnyGameWorld, AnyPuzzleWorld, World};
use plyground_core::scene::Tone;
use plyground_core::scene::svg::{self, Theme};
use plyground_core::{
    Brush, EvaluationInfo, HeuristicInfo, MethodInfo, Opponent, OptionInfo, Rules, SetupInfo,
    StateSpace, StepKey, Text, WorldInfo,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::App;
use crate::openapi::Route;

pub(super) fn routes() -> Vec<Route> {
    let summary = "The worlds with their methods, heuristics, layouts and packs";
    vec![Route::get("/api/worlds", summary, list).answers::<CatalogView>()]
}

/// All there is.
#[derive(Serialize, JsonSchema)]
struct CatalogView {
    /// The version of the program.
    version: &'static str,
    worlds: Vec<WorldView>,
}

/// A world with all that it offers.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum WorldView {
    Puzzle(PuzzleWorldView),
    Game(GameWorldView),
}

/// A world of puzzles.
#[derive(Serialize, JsonSchema)]
struct PuzzleWorldView {
    #[serde(flatten)]
    info: WorldInfo,
    methods: Vec<MethodInfo>,
    /// The methods that the digits stand for, in their order.
    quick_methods: Vec<&'static str>,
    /// The world's best solver, with its options.
    default_method: String,
    heuristics: Vec<HeuristicInfo>,
    /// The formats of levels, the usual one first.
    formats: Vec<Text>,
    generator_options: Vec<OptionInfo>,
    rules: Rules,
    /// The single steps that keys make.
    steps: Vec<StepKey>,
    /// Whether pushes are counted beside moves.
    counts_pushes: bool,
    /// What the editor paints with.
    brushes: Vec<BrushView>,
    packs: Vec<PackSize>,
    /// Whether there is a level of it every day.
    daily: bool,
}

/// Something to paint with.
#[derive(Serialize, JsonSchema)]
struct BrushView {
    name: Text,
    /// Whether it paints the corners between cells.
    corners: bool,
    /// What it leaves, as it looks; null where a word must do.
    svg: Option<String>,
}

impl From<Brush> for BrushView {
    fn from(brush: Brush) -> Self {
        let svg = brush.picture.map(|picture| svg::render(&picture, Theme::Css));
        Self { name: brush.name, corners: brush.corners, svg }
    }
}

/// A pack that ships.
#[derive(Serialize, JsonSchema)]
struct PackSize {
    name: Text,
    /// How many levels it has.
    levels: usize,
}

/// A world of games.
#[derive(Serialize, JsonSchema)]
struct GameWorldView {
    #[serde(flatten)]
    info: WorldInfo,
    players: Vec<MethodInfo>,
    /// The world's best player, with its options.
    default_player: String,
    evaluations: Vec<EvaluationInfo>,
    /// Players for people who do not know methods, by strength.
    opponents: Vec<Opponent>,
    /// The value that is shown as one point.
    point: i32,
    /// How a turn is written.
    turn_example: Text,
    /// The colours of the sides.
    tones: [Tone; 2],
    rules: GameRules,
    /// How many problems there are to solve.
    problems: usize,
    setups: Vec<SetupInfo>,
    /// The names of the sides.
    sides: [Text; 2],
    /// The sizes of the board; null where there is but one.
    sizes: Option<Sizes>,
    /// An input of its state-space files to begin with; null where it has no such files.
    state_space: Option<String>,
}

/// The rules of a game in words, and positions to try them on, as options of a game.
#[derive(Serialize, JsonSchema)]
struct GameRules {
    text: Vec<Text>,
    /// A small board to try them on.
    trial: BTreeMap<String, String>,
    /// A board that shows what the world looks like.
    poster: BTreeMap<String, String>,
    /// How moves are written; empty where nobody needs to be told.
    notation: Text,
}

/// The sizes that a board can have.
#[derive(Serialize, JsonSchema)]
struct Sizes {
    from: usize,
    to: usize,
    usual: usize,
}

async fn list(State(app): State<App>) -> Json<CatalogView> {
    let worlds = app.catalog().worlds().iter().map(|world| match world {
        World::Puzzle(world) => WorldView::Puzzle(puzzle(&app, &**world)),
        World::Game(world) => WorldView::Game(game(&**world)),
    });
    Json(CatalogView { version: env!("CARGO_PKG_VERSION"), worlds: worlds.collect() })
}

fn puzzle(app: &App, world: &dyn AnyPuzzleWorld) -> PuzzleWorldView {
    let info = world.info();
    let packs = app.library().packs(&info.id).iter();
    let packs = packs.map(|pack| PackSize { name: pack.name.clone(), levels: pack.levels.len() });
    PuzzleWorldView {
        packs: packs.collect(),
        methods: world.methods(),
        quick_methods: world.quick_methods().iter().map(|method| method.id).collect(),
        default_method: world.default_method().to_string(),
        heuristics: world.heuristics(),
        formats: world.formats(),
        generator_options: world.generator_options(),
        rules: world.rules(),
        steps: world.steps(),
        counts_pushes: world.counts_pushes(),
        daily: world.daily(0).is_some(),
        brushes: world.brushes().into_iter().map(BrushView::from).collect(),
        info,
    }
}

fn game(world: &dyn AnyGameWorld) -> GameWorldView {
    let rules = world.rules();
    let poster = if rules.poster.is_empty() { &rules.trial } else { &rules.poster };
    GameWorldView {
        info: world.info(),
        players: world.players(),
        default_player: world.default_player().to_string(),
        evaluations: world.evaluations(),
        opponents: world.opponents(),
        point: world.point(),
        turn_example: world.turn_example(),
        tones: world.tones(),
        rules: GameRules {
            trial: options_of(&rules.trial),
            poster: options_of(poster),
            text: rules.text,
            notation: rules.notation,
        },
        problems: world.problems().len(),
        setups: world.setups(),
        sides: world.sides(),
        state_space: world.state_space().map(StateSpace::example),
        sizes: world.sizes().map(|(sizes, usual)| Sizes {
            from: *sizes.start(),
            to: *sizes.end(),
            usual,
        }),
    }
}

/// Options that are written `name=value`, separated by semicolons.
fn options_of(text: &str) -> BTreeMap<String, String> {
    let parts = text.split(';').filter_map(|part| part.split_once('='));
    parts.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}
