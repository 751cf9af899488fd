//! Makes levels: a room is drawn, its goals are filled, and random reverse play takes the boxes away from
//! them. The solver proves each level, finds its fewest pushes and says by its effort how hard it is.

mod reverse;
mod room;
mod symmetry;

use std::collections::HashSet;

use plyground_core::{
    Generated, Generation, Limits, OptionInfo, OptionKind, Options, Rng, Spec, SpecError, Status,
};

use room::Room;
use symmetry::canonical;

use crate::{Board, Grid, Level, Metric, Tile, solver};

/// Positions the solver may expand to prove a level; harder ones are dropped.
const PROOF_STATES: u64 = 60_000;
/// Rooms tried for each level wanted before the work ends.
const TRIES: usize = 400;

/// The settings of the generator.
pub fn options() -> Vec<OptionInfo> {
    let info = |id, kind, default, summary| OptionInfo { id, kind, default, summary };
    vec![
        info("width", OptionKind::Number, "9", "columns, walls included: 5 to 30"),
        info("height", OptionKind::Number, "8", "rows, walls included: 5 to 30"),
        info("boxes", OptionKind::Number, "3", "boxes: 1 to 12"),
        info("style", OptionKind::Word, "mixed", "how rooms are drawn: template, cave or mixed"),
        info("goals", OptionKind::Word, "mixed", "where goals are: together, apart or mixed"),
        info(
            "difficulty",
            OptionKind::Word,
            "any",
            "only levels that are easy, medium or hard for the solver, or any",
        ),
    ]
}

/// What is asked for, read.
struct Wishes {
    width: usize,
    height: usize,
    boxes: usize,
    /// Draw by templates, or dig caves; both where `None`.
    by_template: Option<bool>,
    /// Goals beside each other, or anywhere; both where `None`.
    together: Option<bool>,
    difficulty: (f64, f64),
}

impl Wishes {
    fn read(wanted: &Options) -> Result<Self, SpecError> {
        wanted.check("generate sokoban", &options())?;
        let either = |word: &str, yes: &str| (word != "mixed").then_some(word == yes);
        let styles = ["template", "cave", "mixed"];
        let places = ["together", "apart", "mixed"];
        let levels = ["any", "easy", "medium", "hard"];
        let wishes = Self {
            width: wanted.number("width", 9, 5..=30)?,
            height: wanted.number("height", 8, 5..=30)?,
            boxes: wanted.number("boxes", 3, 1..=12)?,
            by_template: either(wanted.word("style", "mixed", &styles)?, "template"),
            together: either(wanted.word("goals", "mixed", &places)?, "together"),
            difficulty: match wanted.word("difficulty", "any", &levels)? {
                "easy" => (0.0, 60.0),
                "medium" => (60.0, 120.0),
                "hard" => (120.0, f64::INFINITY),
                _ => (0.0, f64::INFINITY),
            },
        };
        let room = (wishes.width - 2) * (wishes.height - 2);
        if wishes.boxes * 4 > room {
            return Err(SpecError(format!(
                "boxes={} is not possible in {} by {}; expected at most {}",
                wishes.boxes,
                wishes.width,
                wishes.height,
                room / 4
            )));
        }
        Ok(wishes)
    }
}

/// Makes levels, no two of them the same up to turning and mirroring, and hands each over when it is made.
/// Ends early with an error where the wishes leave too few levels.
pub fn generate(
    wanted: &Generation,
    found: &mut dyn FnMut(Generated<Level>),
) -> Result<(), SpecError> {
    let wishes = Wishes::read(&wanted.options)?;
    let mut rng = Rng::new(wanted.seed);
    let mut known = HashSet::new();
    let mut made = 0;
    for _ in 0..wanted.count.saturating_mul(TRIES) {
        if made == wanted.count || wanted.cancel.is_cancelled() {
            return Ok(());
        }
        let Some(level) = attempt(&wishes, &mut rng) else { continue };
        let (least, most) = wishes.difficulty;
        if level.difficulty >= least
            && level.difficulty < most
            && known.insert(canonical(&level.level.grid))
        {
            made += 1;
            found(level);
        }
    }
    if made == wanted.count {
        return Ok(());
    }
    Err(SpecError(format!(
        "only {made} of {} levels were found; expected wishes that more levels meet (more room, other boxes)",
        wanted.count
    )))
}

/// Draws a room, plays backwards in it and grades what comes out.
fn attempt(wishes: &Wishes, rng: &mut Rng) -> Option<Generated<Level>> {
    let by_template = wishes.by_template.unwrap_or_else(|| rng.below(2) == 0);
    let room = if by_template {
        Room::from_templates(wishes.width, wishes.height, rng)?
    } else {
        Room::cave(wishes.width, wishes.height, rng)?
    };
    let together = wishes.together.unwrap_or_else(|| rng.below(2) == 0);
    let goals = room.goals(wishes.boxes, together, rng)?;
    let start = reverse::play(&room, &goals, rng)?;
    let grid = Grid::new(&room.tiles(&goals, &start)).ok()?;
    graded(&grid)
}

/// Solves a level, trims away what its solution does not need to look at, and grades it by the solver's
/// effort, the pushes, and how often the solution turns to another box. `None` where it is not solved, or
/// solved at the start.
pub fn graded(grid: &Grid) -> Option<Generated<Level>> {
    let board = Board::new(grid);
    let spec = Spec::new("bestfirst").with("w", 1).with("shorten", false);
    let summary =
        solver::solve(&board, &spec, Metric::Pushes, &Limits::states(PROOF_STATES), &mut |_| {})
            .ok()?;
    let solution = summary.solution.filter(|text| !text.is_empty())?;
    debug_assert_eq!(summary.status, Status::Solved);
    let (pushes, turns) = pushes_and_turns(&solution);
    let effort = (summary.stats.expanded as f64).ln_1p();
    let difficulty = 6.0 * effort + 0.5 * pushes as f64 + 3.0 * turns as f64;
    let mut level = Level::new(room::trimmed(grid, &solution)?);
    level.comments.push(format!("Difficulty: {difficulty:.0}"));
    level.solution = Some(solution);
    Some(Generated { level, difficulty })
}

/// How many pushes a solution has, and how many runs of pushes.
fn pushes_and_turns(solution: &str) -> (usize, usize) {
    let letters = solution.as_bytes();
    let pushes = letters.iter().filter(|letter| letter.is_ascii_uppercase()).count();
    let starts = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let turns = letters.windows(2).filter(|pair| starts(pair)).count();
    (pushes, turns + usize::from(letters.first().is_some_and(u8::is_ascii_uppercase)))
}

/// Whether a player, a box or a goal is on a tile.
const fn is_piece(tile: Tile) -> bool {
    tile.is_crate() || tile.is_goal() || tile.is_player()
}
