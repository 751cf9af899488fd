//! Makes levels: a room of some shape is drawn and goals are put into it; pulling boxes away from them finds
//! the starts that are far from solved; small changes of room and goals are kept where they make the best
//! start better. What comes out is solved, drawn tightly, measured and graded.

mod draft;
mod far;
mod room;
mod shapes;

use std::collections::HashSet;

use plyground_core::{
    Generated, Generation, Limits, OptionInfo, OptionKind, Options, Rng, Spec, SpecError, Status,
};

use draft::{Choice, Draft};
use room::Room;
use shapes::Shape;

use crate::measure::{Interest, canonical, outlined, tightened};
use crate::{Board, Grid, Level, Metric, solver};

/// Positions the solver may expand to prove a level; harder ones are told without a proof.
const PROOF_STATES: u64 = 60_000;
/// Positions looked at to measure a level.
const MEASURED_STATES: usize = 300_000;
/// Positions up to which a level is drawn tightly: it is measured again for each square.
const TIGHT_STATES: usize = 40_000;
/// How often a level is drawn tightly and solved again, at most.
const TIGHT_ROUNDS: usize = 6;
/// How much worse a change may make a draft at first.
const PATIENCE: f64 = 2.0;
/// A level with fewer pushes is solved by looking at it.
const LEAST_PUSHES: usize = 8;
/// Rooms tried for each level wanted before the work ends.
const TRIES: usize = 100;

/// The words for shapes, in the order of [`Shape::ALL`], and one for any.
const SHAPES: [&str; 9] =
    ["template", "cave", "rooms", "corridor", "symmetric", "outline", "alcove", "pillars", "mixed"];
const PLACES: [&str; 3] = ["together", "apart", "mixed"];
const LEVELS: [&str; 4] = ["any", "easy", "medium", "hard"];

/// The settings of the generator.
pub fn options() -> Vec<OptionInfo> {
    let info = |id, kind, default, summary| OptionInfo { id, kind, default, summary };
    vec![
        info("width", OptionKind::Number, "9", "columns, walls included: 5 to 30"),
        info("height", OptionKind::Number, "8", "rows, walls included: 5 to 30"),
        info("boxes", OptionKind::Number, "3", "boxes: 1 to 16"),
        info("shape", OptionKind::Choice(&SHAPES), "mixed", "how rooms are drawn"),
        info("goals", OptionKind::Choice(&PLACES), "mixed", "where goals are"),
        info("pushes", OptionKind::Number, "0", "about so many pushes; 0 for as many as come out"),
        info("least", OptionKind::Number, "8", "the fewest pushes of a shortest solution"),
        info(
            "effort",
            OptionKind::Number,
            "30",
            "changes tried to make each level better: 0 to 10000",
        ),
        info(
            "difficulty",
            OptionKind::Choice(&LEVELS),
            "any",
            "only easy, medium or hard levels: up to 4, 7 and 10 of 10",
        ),
    ]
}

/// What is asked for, read.
struct Wishes {
    width: usize,
    height: usize,
    boxes: usize,
    /// Any where `None`.
    shape: Option<Shape>,
    /// Goals beside each other, or anywhere; both where `None`.
    together: Option<bool>,
    pushes: Option<usize>,
    /// The fewest pushes of a level worth a look.
    least: usize,
    effort: usize,
    difficulty: (f64, f64),
}

impl Wishes {
    fn read(wanted: &Options) -> Result<Self, SpecError> {
        wanted.check("generate sokoban", &options())?;
        let word = wanted.word("shape", "mixed", &SHAPES)?;
        let shape = SHAPES.iter().position(|&known| known == word).unwrap_or(Shape::ALL.len());
        let goals = wanted.word("goals", "mixed", &PLACES)?;
        let pushes = Some(wanted.number("pushes", 0, 0..=500)?).filter(|&pushes| pushes > 0);
        let wishes = Self {
            width: wanted.number("width", 9, 5..=30)?,
            height: wanted.number("height", 8, 5..=30)?,
            boxes: wanted.number("boxes", 3, 1..=16)?,
            shape: Shape::ALL.get(shape).copied(),
            together: (goals != "mixed").then_some(goals == "together"),
            pushes,
            least: wanted.number(
                "least",
                pushes.map_or(LEAST_PUSHES, |n| n.min(LEAST_PUSHES)),
                1..=500,
            )?,
            effort: wanted.number("effort", 30, 0..=10_000)?,
            difficulty: match wanted.word("difficulty", "any", &LEVELS)? {
                "easy" => (0.0, 4.0),
                "medium" => (4.0, 7.0),
                "hard" => (7.0, f64::INFINITY),
                _ => (0.0, f64::INFINITY),
            },
        };
        if let Some(pushes) = wishes.pushes.filter(|&pushes| pushes < wishes.least) {
            return Err(SpecError(format!(
                "pushes={pushes} and least={} contradict each other; expected at least as many pushes",
                wishes.least
            )));
        }
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
    let mut left = wanted.states.unwrap_or(u64::MAX);
    for _ in 0..wanted.count.saturating_mul(TRIES) {
        if made == wanted.count || wanted.cancel.is_cancelled() {
            return Ok(());
        }
        if left == 0 {
            break;
        }
        let Some(level) = attempt(&wishes, wanted, &mut left, &mut rng) else { continue };
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
        "only {made} of {} levels were found; expected wishes that more levels meet (more room, other boxes) or more states",
        wanted.count
    )))
}

/// A start in a room that is drawn already: `drawing` is a level in which every box is home. The start takes about
/// so many pushes, or as many as were found.
pub fn started(drawing: &Grid, pushes: usize, rng: &mut Rng) -> Option<Grid> {
    let is_goal = |square: &usize| drawing.tiles()[*square].is_goal();
    let goals = (0..drawing.tiles().len()).filter(is_goal).collect();
    let draft = Draft { room: Room::of(drawing), goals };
    let choice = draft.choose(Some(pushes), &mut { u64::MAX }, rng)?;
    draft.level(&choice, rng)
}

/// Draws a room, improves it and grades what comes out, as long as there are positions `left` to look at.
fn attempt(
    wishes: &Wishes,
    wanted: &Generation,
    left: &mut u64,
    rng: &mut Rng,
) -> Option<Generated<Level>> {
    let shape = wishes.shape.unwrap_or_else(|| Shape::any(rng));
    let room = shape.draw(wishes.width, wishes.height, rng)?;
    let end = (shape == Shape::Alcove).then(|| {
        let floor = room.floor();
        floor.into_iter().max_by_key(|square| square % room.width)
    });
    let together = wishes.together.unwrap_or_else(|| rng.below(2) == 0) || end.is_some();
    let draft = Draft::new(room, wishes.boxes, together, end.flatten(), rng)?;
    let choice = draft.choose(wishes.pushes, left, rng)?;
    let (draft, choice) = improved(draft, choice, wishes, wanted, left, rng)?;
    let grid = tight(draft.level(&choice, rng)?, left)?;
    graded(&grid, left).filter(|made| is_worth_a_look(&made.level, wishes.least))
}

/// Whether every box has work to do, and all of them together enough of it. A box that starts at home may never be
/// needed; one that does not must go to a goal, of which there are no more than boxes.
fn is_worth_a_look(level: &Level, least: usize) -> bool {
    let away = level.grid.tiles().iter().all(|tile| !(tile.is_crate() && tile.is_goal()));
    let pushes =
        level.solution.iter().flat_map(|line| line.chars()).filter(char::is_ascii_uppercase);
    away && pushes.count() >= least
}

/// The level without what it does not need. What is needed depends on the solution, which may change with the
/// drawing: a few rounds settle it. `None` where no more positions are left before.
fn tight(mut grid: Grid, left: &mut u64) -> Option<Grid> {
    for _ in 0..TIGHT_ROUNDS {
        let tight = tightened(&grid, &solution(&grid, left)?, TIGHT_STATES, left);
        if *left == 0 {
            return None;
        }
        let drawn = outlined(&tight.unwrap_or_else(|| grid.clone()))?;
        if drawn == grid {
            break;
        }
        grid = drawn;
    }
    Some(grid)
}

/// Changes a draft again and again, and gives the best that came by. Changes for the worse are taken too, the
/// fewer the later, so that the way does not end on the first small hill. `None` where the work has to end.
fn improved(
    draft: Draft,
    choice: Choice,
    wishes: &Wishes,
    wanted: &Generation,
    left: &mut u64,
    rng: &mut Rng,
) -> Option<(Draft, Choice)> {
    let mut now = (draft, choice);
    let mut best = now.clone();
    for step in 0..wishes.effort {
        if wanted.cancel.is_cancelled() || *left == 0 {
            return None;
        }
        let patience = PATIENCE * (1.0 - step as f64 / wishes.effort as f64) * rng.unit();
        if let Some(other) = now.0.changed(rng)
            && let Some(choice) = other.choose(wishes.pushes, left, rng)
            && choice.score >= now.1.score - patience
        {
            now = (other, choice);
            if now.1.score > best.1.score {
                best = now.clone();
            }
        }
    }
    Some(best)
}

/// Solves, measures and grades a level. `None` where it is not solved, or solved at the start.
fn graded(grid: &Grid, left: &mut u64) -> Option<Generated<Level>> {
    let solution = solution(grid, left)?;
    let interest = Interest::within(grid, Some(&solution), MEASURED_STATES)?;
    let looked = interest.whole.map_or(MEASURED_STATES as u64, |whole| whole.states);
    *left = left.saturating_sub(looked);
    let difficulty = interest.difficulty();
    let mut level = Level::new(grid.clone());
    level.comments = interest.notes();
    level.solution = Some(solution);
    Some(Generated { level, difficulty })
}

/// A solution of the fewest pushes, or of few where that is too much to ask.
fn solution(grid: &Grid, left: &mut u64) -> Option<String> {
    let board = Board::new(grid);
    let mut solved = |spec: Spec| {
        let limits = Limits::states(PROOF_STATES.min(*left));
        let report = solver::solve(&board, &spec, Metric::Pushes, &limits, &mut |_| {}).ok()?;
        *left = left.saturating_sub(report.stats.expanded);
        debug_assert_eq!(report.status == Status::Solved, report.solution.is_some());
        report.solution.filter(|text| !text.is_empty())
    };
    solved(Spec::new("bestfirst").with("w", 1).with("shorten", false))
        .or_else(|| solved(Spec::new("auto")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_that_contradict_each_other_are_refused_before_anything_is_tried() {
        let refused = |wishes: &[(&str, u32)]| {
            let options = wishes.iter().fold(Options::new(), |all, (name, n)| all.with(name, n));
            Wishes::read(&options).err().map(|error| error.0).unwrap_or_default()
        };
        assert_eq!(refused(&[]), "");
        assert_eq!(refused(&[("pushes", 5)]), "");
        assert!(refused(&[("pushes", 5), ("least", 9)]).contains("contradict each other"));
        assert!(refused(&[("boxes", 16), ("width", 5), ("height", 5)]).contains("at most 2"));
        assert!(refused(&[("boxes", 0)]).contains("from 1 to 16"));
    }
}
