//! Whether a molecule can be built where its parts are.
//!
//! Where there is no modifier, molecules are rigid. Follow one of today's molecules on the way to the finished one that
//! it ends in: it is moved, takes others in, is moved with them. It moves only if every atom of it has floor ahead,
//! and, unless the hero is in it, only if something stands behind one of its atoms to push. So the places that it can
//! ever be in are found by growing it in all orders: from the places of a part, those where a further piece fits
//! too, and from there wherever the larger part can be pushed. All else is forgiven: who pushes, how the pieces come, what
//! stands in the way. If there is no place left for the whole, this finished molecule will never be. In an open room that is
//! what walls are about: an atom beside one is pushed along it and never away from it, so whoever takes it in lies on one
//! side of it.
//!
//! That is asked of one or two parts at a time, as if the others could be everywhere: answers to so small questions come up
//! again and again, and larger ones say hardly more.

use crate::Direction;
use crate::board::Board;
use crate::level::MAX_SIDE;

/// Places as bits, with a margin on both ends: what is seen from an atom that has not come yet may lie beside the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(crate) struct Places([u64; Places::WORDS]);

impl Places {
    const WORDS: usize = 8;
    const MARGIN: usize = 128;
    const ALL: Self = Self([u64::MAX; Self::WORDS]);
    /// The most places a board may have.
    pub(crate) const MOST: usize = 64 * Self::WORDS - 2 * Self::MARGIN;

    const fn one(place: usize) -> Self {
        let mut places = Self([0; Self::WORDS]);
        let bit = place + Self::MARGIN;
        places.0[bit / 64] |= 1 << (bit % 64);
        places
    }

    /// A set of places; those that are too many are left out.
    pub(crate) fn of(places: &[u16]) -> Self {
        let held = places.iter().map(|&place| place as usize).filter(|&place| place < Self::MOST);
        held.fold(Self::default(), |all, place| all.or(Self::one(place)))
    }

    pub(super) fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// All places moved by an offset; what leaves the margin is gone.
    pub(crate) fn shifted(self, offset: isize) -> Self {
        let (words, bits) = (offset.unsigned_abs() / 64, (offset.unsigned_abs() % 64) as u32);
        let word = |at: Option<usize>| at.and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        Self(std::array::from_fn(|at| {
            if offset >= 0 {
                word(at.checked_sub(words)) << bits
                    | word(at.checked_sub(words + 1)).unbounded_shr(64 - bits)
            } else {
                word(Some(at + words)) >> bits | word(Some(at + words + 1)).unbounded_shl(64 - bits)
            }
        }))
    }
}

/// The floor of a board, seen from anywhere near; nothing where places do not count.
#[derive(Clone, Default, Debug)]
pub(crate) struct Floor {
    /// Offset, less the least → places that have floor at that offset.
    at: Vec<Places>,
}

impl Floor {
    /// The farthest offset that is looked up: over a molecule and one step more.
    const REACH: isize = Places::MOST as isize + MAX_SIDE as isize + 2;

    pub(crate) fn of(places: &[u16]) -> Self {
        let all = Places::of(places);
        Self { at: (-Self::REACH..=Self::REACH).map(|offset| all.shifted(-offset)).collect() }
    }

    /// The places that have floor at an offset.
    fn at(&self, offset: isize) -> Places {
        let index = usize::try_from(offset + Self::REACH).ok();
        index.and_then(|index| self.at.get(index)).copied().unwrap_or_default()
    }

    /// The places that have floor at all these offsets.
    fn under(&self, offsets: &[isize]) -> Places {
        offsets.iter().fold(Places::ALL, |places, &offset| places.and(self.at(offset)))
    }
}

/// A piece of the finished molecule: one of today's molecules.
#[derive(Clone, Default, Debug)]
pub(crate) struct Part {
    /// Where its atoms are, as offsets between places, seen from the first atom of the first part.
    pub(crate) atoms: Vec<isize>,
    pub(crate) has_hero: bool,
}

impl Part {
    /// The same part some rows and columns on.
    pub(super) fn moved(mut self, board: &Board, rows: i16, columns: i16) -> Self {
        let offset = isize::from(rows) * board.stride as isize + isize::from(columns);
        for atom in &mut self.atoms {
            *atom += offset;
        }
        self
    }
}

/// Where the first atom of a molecule can come to before it bonds; nowhere where places do not count. In open rooms the hero's comes
/// to wherever it fits: all positions that differ only in where it stands are asked about once.
pub(super) fn reach_of(board: &Board, part: &Part, first: usize) -> Places {
    if !board.minds_places {
        Places::default()
    } else if part.has_hero && board.is_open {
        board.floor.under(&part.atoms)
    } else {
        Joined::new(board, part).moved(Places::one(first))
    }
}

/// Whether a molecule can come to wherever it fits.
pub(super) fn is_at_large(board: &Board, part: &Part, reach: Places) -> bool {
    reach == board.floor.under(&part.atoms)
}

/// Groups of parts after which it is given up to find out whether a molecule can be built.
const GROUPS: usize = 60;

/// A finished molecule and its parts, which are today's molecules.
#[derive(Debug)]
pub(super) struct Site {
    /// Their offsets count from one and the same cell.
    parts: Vec<Part>,
    /// Where each fits, seen from that cell.
    fits: Vec<Places>,
    /// Part → those that have an atom beside one of it, as bits.
    beside: Vec<u32>,
    /// Part → for each of its atoms and each direction: what is behind it.
    behind: Vec<Vec<[Behind; 4]>>,
    hero: Option<usize>,
}

impl Site {
    /// A molecule of at most 32 parts; `None` where it is too large to be asked about.
    pub(super) fn new(board: &Board, parts: Vec<Part>) -> Option<Self> {
        let mut atoms = parts.iter().flat_map(|part| &part.atoms);
        if parts.len() > 32 || atoms.any(|atom| atom.unsigned_abs() > Places::MARGIN) {
            return None;
        }
        Some(Self {
            fits: parts.iter().map(|part| board.floor.under(&part.atoms)).collect(),
            beside: parts.iter().map(|part| neighbours(board, part, &parts)).collect(),
            behind: parts.iter().map(|part| behind(board, part, &parts)).collect(),
            hero: parts.iter().position(|part| part.has_hero),
            parts,
        })
    }

    /// Where the first atom of a part may be when it bonds with the first of its neighbours, whichever that is: where both fit.
    pub(super) fn room(&self, part: usize) -> Places {
        let fits = self.fits[part];
        each_part(self.beside[part])
            .fold(Places::default(), |room, other| room.or(fits.and(self.fits[other])))
            .shifted(self.parts[part].atoms[0])
    }

    /// Whether it can be built where some parts, each named once, come only to where their first atoms are said to come, and the
    /// others to wherever they fit.
    pub(super) fn can_be_built(&self, board: &Board, bound: &[(usize, Places)]) -> bool {
        let mut bound: Vec<(usize, Places)> = bound
            .iter()
            .map(|&(part, reach)| (part, reach.shifted(-self.parts[part].atoms[0])))
            .collect();
        bound.sort_unstable(); // where it is given up must not depend on the order of the question
        self.hero.is_some_and(|hero| self.can_be_gathered(hero, &bound))
            || Building::new(self, &bound).ends(board)
    }

    /// Whether the hero can gather the parts one after the other: looked at from the end, each can be the last one to be
    /// taken in where it comes to a place in which all others fit too.
    fn can_be_gathered(&self, hero: usize, bound: &[(usize, Places)]) -> bool {
        if bound.iter().any(|&(part, _)| part == hero) {
            return false;
        }
        let mut here = self.all();
        while here != 1 << hero {
            let fits = self.fit(here);
            let may_be_last = |&part: &usize| {
                let reach = bound.iter().find(|(other, _)| *other == part).map(|(_, reach)| reach);
                part != hero
                    && reach.is_none_or(|&reach| !fits.and(reach).is_empty())
                    && self.hold_together(here & !(1 << part))
            };
            let Some(last) = each_part(here).find(may_be_last) else { return false };
            here &= !(1 << last);
        }
        true
    }

    /// All parts as bits.
    const fn all(&self) -> u32 {
        u32::MAX >> (32 - self.parts.len())
    }

    /// Where all of some parts fit.
    fn fit(&self, parts: u32) -> Places {
        each_part(parts).fold(Places::ALL, |fits, part| fits.and(self.fits[part]))
    }

    /// Those that have an atom beside some parts, and these.
    fn around(&self, parts: u32) -> u32 {
        each_part(parts).fold(parts, |around, part| around | self.beside[part])
    }

    /// Whether some parts are one molecule.
    fn hold_together(&self, parts: u32) -> bool {
        let mut seen = parts & parts.wrapping_neg();
        loop {
            let more = self.around(seen) & parts;
            if more == seen {
                return seen == parts;
            }
            seen = more;
        }
    }
}

/// The numbers of parts that are bits.
fn each_part(mut parts: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let part = (parts != 0).then(|| parts.trailing_zeros() as usize);
        parts &= parts.wrapping_sub(1);
        part
    })
}

/// A molecule under construction in all orders: which groups of its parts can be brought together, and where.
///
/// Only groups with a bound part are followed. The others are there whenever they are needed: part by part, since where a group fits each of
/// its parts does.
struct Building<'s> {
    site: &'s Site,
    bound: u32,
    /// Size of a group → groups, with where they come together.
    groups: Vec<Vec<(u32, Places)>>,
    /// Groups that were looked at, with all places they can be moved to.
    seen: Vec<(u32, Places)>,
}

impl<'s> Building<'s> {
    fn new(site: &'s Site, bound: &[(usize, Places)]) -> Self {
        let mut groups = vec![Vec::new(); site.parts.len() + 1];
        groups[1] = bound.iter().map(|&(part, reach)| (1 << part, reach)).collect();
        let bits = bound.iter().fold(0, |bits, &(part, _)| bits | 1 << part);
        Self { site, bound: bits, groups, seen: Vec::new() }
    }

    /// Whether all bound parts come together with the hero's, which can take in the rest; without the hero, whether all do.
    fn ends(mut self, board: &Board) -> bool {
        let site = self.site;
        let enough = site.hero.map_or(site.all(), |hero| self.bound | 1 << hero);
        for size in 1..self.groups.len() {
            for (group, places) in std::mem::take(&mut self.groups[size]) {
                let places = if size == 1 { places } else { self.moved(board, group, places) };
                if group & enough == enough || self.seen.len() >= GROUPS {
                    return true;
                }
                self.grow(group, places);
                self.seen.push((group, places));
            }
        }
        false
    }

    /// Everywhere a group can be moved to.
    fn moved(&self, board: &Board, group: u32, places: Places) -> Places {
        let site = self.site;
        let fits = site.fit(group);
        let pushed = if site.hero.is_some_and(|hero| group >> hero & 1 == 1) {
            if board.is_open {
                return fits;
            }
            [fits; 4]
        } else {
            pushed(board, group, each_part(group).flat_map(|part| &site.behind[part]))
        };
        Joined { steps: steps(board), fits, pushed }.moved(places)
    }

    /// Adds whatever may be beside a group.
    fn grow(&mut self, group: u32, places: Places) {
        let site = self.site;
        let has_hero = site.hero.is_some_and(|hero| group >> hero & 1 == 1);
        let around = site.around(group) & !group;
        for part in each_part(around & !self.bound) {
            // Whoever is with the hero is not freed by others: those that lead nowhere else are not needed.
            if !(has_hero && site.beside[part] & !group & !(1 << part) == 0) {
                self.add(group | 1 << part, places.and(site.fits[part]));
            }
        }
        for at in 0..self.seen.len() {
            let (other, there) = self.seen[at];
            if other & group == 0 && around & other != 0 {
                self.add(group | other, places.and(there));
            }
        }
    }

    fn add(&mut self, group: u32, places: Places) {
        if places.is_empty() {
            return;
        }
        let groups = &mut self.groups[group.count_ones() as usize];
        match groups.iter_mut().find(|known| known.0 == group) {
            Some(known) => known.1 = known.1.or(places),
            None => groups.push((group, places)),
        }
    }
}

/// The parts that have an atom beside one of a part, as bits.
fn neighbours(board: &Board, part: &Part, parts: &[Part]) -> u32 {
    let near: Vec<isize> = Direction::ALL
        .into_iter()
        .flat_map(|way| part.atoms.iter().map(move |atom| atom + board.next(0, way) as isize))
        .collect();
    let touches = |other: &Part| other.atoms.iter().any(|atom| near.contains(atom));
    (0..parts.len()).filter(|&index| touches(&parts[index])).fold(0, |all, index| all | 1 << index)
}

/// The cell from which an atom is pushed: where it is, and the parts that have an atom there, as bits.
#[derive(Debug)]
struct Behind {
    offset: i16,
    parts: u32,
}

/// What is behind the atoms of a part, direction by direction.
fn behind(board: &Board, part: &Part, parts: &[Part]) -> Vec<[Behind; 4]> {
    let at = |offset: isize| {
        let whose = (0..parts.len()).filter(|&index| parts[index].atoms.contains(&offset));
        Behind { offset: offset as i16, parts: whose.fold(0, |all, index| all | 1 << index) }
    };
    part.atoms.iter().map(|atom| steps(board).map(|step| at(atom - step))).collect()
}

/// Where something can push some parts, direction by direction; `behind` is what is behind their atoms.
fn pushed<'p>(
    board: &Board,
    parts: u32,
    behind: impl Iterator<Item = &'p [Behind; 4]>,
) -> [Places; 4] {
    let mut pushed = [Places::default(); 4];
    for behind in behind {
        for (pushed, behind) in pushed.iter_mut().zip(behind) {
            if behind.parts & parts == 0 {
                *pushed = pushed.or(board.floor.at(behind.offset.into()));
            }
        }
    }
    pushed
}

fn steps(board: &Board) -> [isize; 4] {
    Direction::ALL.map(|way| board.next(0, way) as isize)
}

/// Some atoms bonded together.
struct Joined {
    steps: [isize; 4],
    /// Where they fit.
    fits: Places,
    /// Where something can push them, direction by direction.
    pushed: [Places; 4],
}

impl Joined {
    /// A part alone.
    fn new(board: &Board, part: &Part) -> Self {
        let fits = board.floor.under(&part.atoms);
        let pushed = if part.has_hero {
            [fits; 4]
        } else {
            pushed(board, 1, behind(board, part, std::slice::from_ref(part)).iter())
        };
        Self { steps: steps(board), fits, pushed }
    }

    /// All places they can be moved to.
    fn moved(&self, from: Places) -> Places {
        let mut all = from.and(self.fits);
        loop {
            let mut more = all;
            for (step, pushed) in self.steps.iter().zip(self.pushed) {
                more = more.or(more.and(pushed).shifted(*step).and(self.fits));
            }
            if more == all {
                return all;
            }
            all = more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_move_over_the_borders_of_words() {
        for (from, offset) in
            [(3, 1), (63, 1), (64, -1), (10, 130), (200, -199), (5, 64), (70, -64), (0, -128)]
        {
            let there = Places::one(from).shifted(offset);
            assert_eq!(there.shifted(-offset), Places::one(from), "{from} {offset}");
            if let Some(to) = from.checked_add_signed(offset) {
                assert_eq!(there, Places::one(to), "{from} {offset}");
            }
        }
        assert!(Places::one(255).shifted(129).is_empty());
        assert!(Places::one(0).shifted(-129).is_empty());
    }
}
