use plyground_core::Rng;

use super::far::{Effort, Far, Story};
use super::room::{Mirror, Room};
use crate::Grid;
use crate::measure::{Floor, Spot, bit, cells};

/// How far is looked from the goals backwards: with few boxes often everywhere, with many far rather than wide.
const FEW: Effort = Effort { most: 120_000, width: 2_000, end: 480_000 };
const MANY: Effort = Effort { most: 1_000, width: 300, end: 40_000 };
/// More boxes than this are many.
const FEW_BOXES: usize = 5;
/// Starts that are compared in one room.
const STARTS: usize = 24;

/// A room with goals, and a start in it once one was chosen.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub room: Room,
    pub goals: Vec<usize>,
}

/// The best start found in a draft.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub score: f64,
    floor: Floor,
    start: Spot,
}

impl Draft {
    /// Puts goals into a room: beside each other, from `end` on where there is one, or anywhere. Where the
    /// room is like its image, so are the goals. `None` where the count does not come out.
    pub fn new(
        room: Room,
        count: usize,
        together: bool,
        end: Option<usize>,
        rng: &mut Rng,
    ) -> Option<Self> {
        let mut floor = room.floor();
        if floor.len() < count * 3 + 2 {
            return None;
        }
        let first = end.or_else(|| rng.pick(&floor).copied())?;
        if together {
            floor = room.from(first);
        } else {
            rng.shuffle(&mut floor);
        }
        let mut goals = Vec::new();
        for square in floor {
            let images = room.images(square);
            // A part that was cut off may have taken the image of a square with it.
            let whole = images.iter().all(|&image| room.is_floor[image]);
            if whole && goals.len() + images.len() <= count && !goals.contains(&square) {
                goals.extend(images);
            }
        }
        (goals.len() == count).then_some(Self { room, goals })
    }

    /// The draft with a small change: a square more or less, or a goal elsewhere. `None` where it no longer
    /// hangs together.
    pub fn changed(&self, rng: &mut Rng) -> Option<Self> {
        let mut draft = self.clone();
        let (mut wanted, mut tries) = (1 + rng.below(3), 30);
        while wanted > 0 && tries > 0 {
            let done = if rng.below(3) == 0 { draft.move_goal(rng) } else { draft.flip(rng) };
            wanted -= usize::from(done.is_some());
            tries -= 1;
        }
        let before = draft.room.floor().len();
        draft.room.keep_largest_part();
        let whole = draft.goals.iter().all(|&goal| draft.room.is_floor[goal]);
        // A part that falls off is trimmed; much of it would be another room.
        (whole && draft.room.floor().len() + 6 > before).then_some(draft)
    }

    fn flip(&mut self, rng: &mut Rng) -> Option<()> {
        let square = rng.below(self.room.is_floor.len());
        let images = self.room.images(square);
        if self.room.is_fixed[square]
            || !self.room.is_inside(square)
            || images.iter().any(|image| self.goals.contains(image))
        {
            return None;
        }
        let floor = !self.room.is_floor[square];
        images.into_iter().for_each(|image| self.room.is_floor[image] = floor);
        Some(())
    }

    fn move_goal(&mut self, rng: &mut Rng) -> Option<()> {
        let &from = rng.pick(&self.goals)?;
        let near = self.room.from(from);
        let &to = rng.pick(&near[1..near.len().min(9)])?;
        let (old, new) = (self.room.images(from), self.room.images(to));
        if old.len() != new.len() || new.iter().any(|square| self.goals.contains(square)) {
            return None;
        }
        self.goals.retain(|goal| !old.contains(goal));
        self.goals.extend(new);
        Some(())
    }

    /// Looks for the start worth most, with about so many pushes where that is given. What is looked at is taken from `left`.
    pub fn choose(&self, pushes: Option<usize>, left: &mut u64, rng: &mut Rng) -> Option<Choice> {
        let goals = &self.goals;
        let floor =
            Floor::new(self.room.width, &self.room.is_floor, |square| goals.contains(&square))?;
        let effort = if goals.len() <= FEW_BOXES { FEW } else { MANY };
        let far = Far::search(&floor, effort, rng);
        *left = left.saturating_sub(far.len() as u64);
        let deepest = far.deepest();
        let wanted = match pushes {
            Some(pushes) if deepest * 10 >= pushes * 9 => pushes * 9 / 10..=pushes * 11 / 10,
            // Too shallow: the deepest start shows how much is missing.
            Some(_) => deepest.saturating_sub(1)..=deepest,
            None => deepest * 8 / 10..=deepest,
        };
        let mut starts = far.starts(wanted);
        rng.shuffle(&mut starts);
        if self.room.mirror != Mirror::None {
            starts.sort_by_key(|start| !self.is_alike(&floor, start.boxes));
        }
        starts.truncate(STARTS);
        let mut best: Option<(f64, Spot)> = None;
        for start in starts {
            let Some(story) = far.story(&floor, start) else { continue };
            let score = self.score(&floor, start, &story, pushes);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, start));
            }
        }
        let (score, start) = best?;
        Some(Choice { score, floor, start })
    }

    /// What a start is worth: turning to other boxes, ways to go wrong, length; but no boxes that are home
    /// already, and no floor that is not needed for it.
    fn score(&self, floor: &Floor, start: Spot, story: &Story, wanted: Option<usize>) -> f64 {
        let home = f64::from((start.boxes & floor.goals).count_ones());
        let alike = self.room.mirror != Mirror::None && self.is_alike(floor, start.boxes);
        let pushes = story.pushes as f64;
        let short = wanted.map_or(0.0, |wanted| (wanted as f64 * 0.9 - pushes).max(0.0));
        4.0 * story.changes as f64 + 0.4 * pushes + 8.0 * story.traps as f64 / pushes.max(1.0)
            - 3.0 * home
            - 0.3 * floor.squares.len() as f64
            - 6.0 * short
            + if alike { 10.0 } else { 0.0 }
    }

    /// Whether boxes are like their image.
    fn is_alike(&self, floor: &Floor, boxes: u128) -> bool {
        let squares: Vec<usize> =
            cells(boxes).map(|cell| floor.squares[usize::from(cell)]).collect();
        let has_images =
            |&square: &usize| self.room.images(square).iter().all(|image| squares.contains(image));
        squares.iter().all(has_images)
    }

    /// The level of a choice, the player somewhere in its region.
    pub fn level(&self, choice: &Choice, rng: &mut Rng) -> Option<Grid> {
        let Choice { floor, start, .. } = choice;
        let region = floor.region(start.boxes, start.player);
        let off_goals = region & !floor.goals;
        let standing: Vec<u8> = cells(if off_goals == 0 { region } else { off_goals }).collect();
        let &player = rng.pick(&standing)?;
        debug_assert!(region & bit(player) != 0);
        self.room.level(floor, *start, player)
    }
}
