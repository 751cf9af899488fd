use plyground_core::Rng;

use super::Chapter;
use super::molecules::Molecule;
use crate::level::{Atom, Level, Modifier, ModifierKind, Notes};
use crate::{Direction, Element};

/// A room has at least so many cells for each atom.
pub(super) const CELLS_AN_ATOM: usize = 2;

/// A random level with the atoms of a molecule; most of them are no good.
pub(crate) fn draft(
    rng: &mut Rng,
    chapter: Chapter,
    molecule: &Molecule,
    size: usize,
) -> Option<Level> {
    let mut elements = molecule.structure()?.elements();
    // A hero that bonds with nobody can only push.
    let helium = chapter == Chapter::Pushing && rng.below(4) == 0;
    if helium {
        elements.push(Element::Helium);
    }
    let room = Room::random(rng, size, elements.len());
    let mut cells = room.cells();
    if cells.len() < elements.len() * CELLS_AN_ATOM {
        return None;
    }
    rng.shuffle(&mut cells);
    let mut taken: Vec<(usize, usize)> = Vec::new();
    let mut atoms = Vec::new();
    for &element in &elements {
        // Atoms that stand together from the start leave less to do; some may, where bonds can be cut.
        let together = chapter == Chapter::Cutting && rng.below(3) == 0;
        let apart = |&&(x, y): &&(usize, usize)| {
            let near = |&(a, b): &(usize, usize)| a.abs_diff(x) + b.abs_diff(y) < 2;
            !taken.contains(&(x, y)) && (together || !taken.iter().any(near))
        };
        let &(x, y) = cells.iter().find(apart)?;
        taken.push((x, y));
        atoms.push(Atom { element, x, y });
    }
    let hero = if helium { atoms.len() - 1 } else { rng.below(atoms.len()) };
    Some(Level {
        notes: Notes::default(),
        width: room.width,
        height: room.height,
        modifiers: modifiers(rng, chapter, molecule, &room),
        floor: room.floor,
        atoms,
        hero,
    })
}

fn modifiers(rng: &mut Rng, chapter: Chapter, molecule: &Molecule, room: &Room) -> Vec<Modifier> {
    let mut corners: Vec<(usize, usize)> = Vec::new();
    for y in 0..room.height - 1 {
        for x in 0..room.width - 1 {
            let around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            if around.iter().filter(|&&(x, y)| room.is_floor(x, y)).count() >= 3 {
                corners.push((x, y));
            }
        }
    }
    rng.shuffle(&mut corners);
    let needs_double = molecule.structure().is_some_and(|structure| structure.most_lines() > 1);
    let mut kinds = Vec::new();
    match chapter {
        Chapter::Bonding | Chapter::Pushing => {}
        Chapter::Cutting => {
            if needs_double {
                kinds.push(ModifierKind::Double);
            }
            for _ in 0..1 + rng.below(2) {
                kinds.push(if needs_double && rng.below(3) == 0 {
                    ModifierKind::Double
                } else {
                    ModifierKind::Cut
                });
            }
        }
        Chapter::Turning => {
            if needs_double {
                kinds.push(ModifierKind::Double);
            }
            for _ in 0..1 + rng.below(3) {
                kinds.push(ModifierKind::Rotate);
            }
            if rng.below(4) == 0 {
                kinds.push(ModifierKind::Cut);
            }
        }
    }
    kinds.into_iter().zip(corners).map(|(kind, (x, y))| Modifier { kind, x, y }).collect()
}

/// A room of connected floor inside a rim of wall.
struct Room {
    width: usize,
    height: usize,
    floor: Vec<bool>,
}

impl Room {
    fn random(rng: &mut Rng, size: usize, atoms: usize) -> Self {
        // Large molecules need space to turn in.
        let least = 3 + atoms / 4;
        let side = |rng: &mut Rng| (least + rng.below(size.saturating_sub(least).max(1) + 1)) + 2;
        let (width, height) = (side(rng), side(rng));
        let mut room = Self { width, height, floor: vec![false; width * height] };
        for y in 1..height - 1 {
            for x in 1..width - 1 {
                room.floor[y * width + x] = true;
            }
        }
        room.shape(rng);
        // Walls in pairs, mirrored: a room looks built, not spilt.
        let mirror = rng.below(3);
        for _ in 0..rng.below(2 + width * height / 12) {
            let (x, y) = (1 + rng.below(width - 2), 1 + rng.below(height - 2));
            let twin = match mirror {
                0 => (width - 1 - x, y),
                1 => (x, height - 1 - y),
                _ => (width - 1 - x, height - 1 - y),
            };
            room.floor[y * width + x] = false;
            room.floor[twin.1 * width + twin.0] = false;
        }
        room.keep_largest_part();
        room.crop();
        room
    }

    /// Gives the room an outline: a cross, an L, a T, two rooms with a gap, a ring, or none of its own.
    fn shape(&mut self, rng: &mut Rng) {
        let (width, height) = (self.width - 2, self.height - 2);
        let (arm_x, arm_y) = (1 + rng.below(width.div_ceil(3)), 1 + rng.below(height.div_ceil(3)));
        let gap = rng.below(height);
        let (middle_x, middle_y) = (width / 2, height / 2);
        let kind = rng.below(8);
        for y in 0..height {
            for x in 0..width {
                let (side, end) =
                    (x < arm_x || x >= width - arm_x, y < arm_y || y >= height - arm_y);
                let walled = match kind {
                    0 => side && end,
                    1 => x >= width - arm_x && y < arm_y,
                    2 => side && y >= height - arm_y,
                    3 => x == middle_x && y != gap,
                    4 => x.abs_diff(middle_x) <= 1 && y.abs_diff(middle_y) == 0,
                    _ => false,
                };
                if walled {
                    self.floor[(y + 1) * self.width + x + 1] = false;
                }
            }
        }
    }

    fn is_floor(&self, x: usize, y: usize) -> bool {
        self.floor[y * self.width + x]
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        let all = (0..self.floor.len()).filter(|&index| self.floor[index]);
        all.map(|index| (index % self.width, index / self.width)).collect()
    }

    /// Walls everything off but the largest connected part.
    fn keep_largest_part(&mut self) {
        let mut best: Vec<usize> = Vec::new();
        let mut seen = vec![false; self.floor.len()];
        for start in 0..self.floor.len() {
            if !self.floor[start] || seen[start] {
                continue;
            }
            let mut part = vec![start];
            seen[start] = true;
            let mut next = 0;
            while next < part.len() {
                let (x, y) = (part[next] % self.width, part[next] / self.width);
                next += 1;
                for way in Direction::ALL {
                    let (dx, dy) = way.step();
                    let index = y.wrapping_add_signed(dy) * self.width + x.wrapping_add_signed(dx);
                    if self.floor[index] && !seen[index] {
                        seen[index] = true;
                        part.push(index);
                    }
                }
            }
            if part.len() > best.len() {
                best = part;
            }
        }
        self.floor.fill(false);
        for index in best {
            self.floor[index] = true;
        }
    }

    /// Cuts off rows and columns of wall beyond the rim.
    fn crop(&mut self) {
        let cells = self.cells();
        let columns = cells.iter().map(|cell| cell.0);
        let rows = cells.iter().map(|cell| cell.1);
        let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else { return };
        let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else { return };
        let (width, height) = (right - left + 3, bottom - top + 3);
        let mut floor = vec![false; width * height];
        for (x, y) in cells {
            floor[(y - top + 1) * width + x - left + 1] = true;
        }
        *self = Self { width, height, floor };
    }
}
