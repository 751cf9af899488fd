//! Whether a molecule can be built where its parts are.
//!
//! Where there is no modifier, molecules are rigid. Follow one of today's molecules on the way to the finished one that
//! it ends in: it is moved, takes others in, is moved with them. It moves only if every atom of it has floor ahead,
//! and, unless the hero is in it, only if something stands behind one of its atoms to push. So the places that it can
//! ever be in are found by growing it in all orders: from the places of a part, those where a further piece fits
//! too, and from there wherever the larger part can be pushed. All else is forgiven: who pushes, how the pieces come, what
//! stands in the way. If there is no place left for the whole, this finished molecule will never be.

use crate::Direction;
use crate::board::Board;

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

    fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn and(self, other: Self) -> Self {
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

/// A piece of the finished molecule: one of today's molecules.
#[derive(Clone, Default, Debug)]
pub(crate) struct Part {
    /// Where its atoms are, as offsets between places, seen from the first atom of the first part.
    pub(crate) atoms: Vec<isize>,
    pub(crate) has_hero: bool,
}

/// The most parts that are looked at in all orders.
const MOST_PARTS: usize = 9;

/// Where the first atom of a molecule can come to before it bonds; nowhere where places do not count.
pub(crate) fn reach_of(board: &Board, part: &Part, first: usize) -> Places {
    if !board.minds_places {
        return Places::default();
    }
    Joined::new(board, &[part]).moved(Places::one(first))
}

/// Whether a molecule can be built of these parts, each with what [`reach_of`] says of it, seen from the first atom of
/// the first part. `groups` of them may be looked at; `None` where there are more.
pub(crate) fn can_be_built(
    board: &Board,
    parts: &[(Part, Places)],
    groups: &mut u32,
) -> Option<bool> {
    let atoms = parts.iter().flat_map(|(part, _)| &part.atoms);
    if atoms.clone().any(|atom| atom.unsigned_abs() > Places::MARGIN) {
        return Some(true);
    }
    let all = atoms.fold(board.floor, |all, &atom| all.and(board.floor.shifted(-atom)));
    if all.is_empty() {
        return Some(false);
    }
    if parts.len() > MOST_PARTS || !parts.iter().fold(all, |all, part| all.and(part.1)).is_empty() {
        return Some(true);
    }
    *groups = groups.checked_sub(1 << parts.len())?;
    // Bits name the parts that are together, or beside each.
    let whole = (1usize << parts.len()) - 1;
    let beside: Vec<usize> = parts.iter().map(|(part, _)| neighbours(board, part, parts)).collect();
    let mut near = vec![0; whole + 1];
    for together in 1..=whole {
        let lowest = together.trailing_zeros() as usize;
        near[together] = near[together & (together - 1)] | beside[lowest];
    }
    let mut reach = vec![Places::default(); whole + 1];
    for together in 1..=whole {
        if together.is_power_of_two() {
            reach[together] = parts[together.trailing_zeros() as usize].1;
            continue;
        }
        // Every split into two, each once.
        let lowest = together & together.wrapping_neg();
        let mut places = Places::default();
        let mut some = (together - 1) & together;
        while some > 0 {
            let others = together & !some;
            if some & lowest != 0 && near[some] & others != 0 {
                places = places.or(reach[some].and(reach[others]));
            }
            some = (some - 1) & together;
        }
        if places.is_empty() {
            continue;
        }
        let members: Vec<&Part> = (0..parts.len())
            .filter(|index| together >> index & 1 == 1)
            .map(|index| &parts[index].0)
            .collect();
        reach[together] = Joined::new(board, &members).moved(places);
    }
    Some(!reach[whole].is_empty())
}

/// The parts that have an atom beside one of a part, as bits.
fn neighbours(board: &Board, part: &Part, parts: &[(Part, Places)]) -> usize {
    let near: Vec<isize> = Direction::ALL
        .into_iter()
        .flat_map(|way| part.atoms.iter().map(move |atom| atom + board.next(0, way) as isize))
        .collect();
    let touches = |other: &Part| other.atoms.iter().any(|atom| near.contains(atom));
    (0..parts.len()).filter(|&index| touches(&parts[index].0)).map(|index| 1 << index).sum()
}

/// Some parts bonded together.
struct Joined {
    steps: [isize; 4],
    /// Where they fit.
    fits: Places,
    /// Where something can push them, direction by direction.
    pushed: [Places; 4],
}

impl Joined {
    fn new(board: &Board, parts: &[&Part]) -> Self {
        let floor = board.floor;
        let steps = Direction::ALL.map(|way| board.next(0, way) as isize);
        let atoms: Vec<isize> = parts.iter().flat_map(|part| part.atoms.iter().copied()).collect();
        let fits = atoms.iter().fold(Places::ALL, |fits, &atom| fits.and(floor.shifted(-atom)));
        let pushed = if parts.iter().any(|part| part.has_hero) {
            [fits; 4]
        } else {
            steps.map(|step| {
                let behind = atoms.iter().map(|atom| atom - step);
                behind
                    .filter(|behind| !atoms.contains(behind))
                    .fold(Places::default(), |pushed, behind| pushed.or(floor.shifted(-behind)))
            })
        };
        Self { steps, fits, pushed }
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
