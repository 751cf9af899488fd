//! How good a position looks: features counted on bitboards, times weights.

use plyground_core::{Evaluation, EvaluationEntry};

use crate::board::{BOARD, BRINK, CORNERS, INNER, RINGS, look};
use crate::rules::{AbaloneGame, State};

/// The features. All but the last are differences between the side to move and its opponent.
///
/// Two things that one might miss are there in other words. Marbles three steps from the centre are
/// those that are counted nowhere else. And mobility, the steps that single marbles can make, is
/// given by the rest: each marble has six sides, with a friend, an enemy, the edge or nothing beside
/// it; the sides with an enemy are the same for both, so that the difference in steps is six times
/// that in marbles, less twice that in pairs, less that in sides at the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Feature {
    /// Captures.
    Material,
    /// Marbles on the centre and around it.
    Centre,
    /// Marbles two steps from the centre.
    Ring2,
    /// Marbles on the edge.
    Edge,
    /// Marbles in the six corners.
    Corner,
    /// Pairs of neighbours.
    Cohesion,
    /// Threes in line.
    Threes,
    /// Marbles outside the largest group.
    Strays,
    /// Marbles with an enemy on both sides of a line: they break a formation from within.
    Wedges,
    /// Marbles from which a column could push one off the board.
    Ejections,
    /// Marbles from which a column could push otherwise.
    Pushes,
    /// To be on the move.
    Tempo,
}

/// The number of features.
pub const FEATURES: usize = 12;

/// The name of each feature and its weight in the full evaluation. TUNING.md says where they come
/// from and what each change gained.
pub const WEIGHTS: [(&str, i32); FEATURES] = [
    ("material", 1000),
    ("centre", 150),
    ("ring2", 97),
    ("edge", -124),
    ("corner", -92),
    ("cohesion", 14),
    ("threes", 34),
    ("strays", -25),
    ("wedges", -19),
    ("ejections", 205),
    ("pushes", 61),
    ("tempo", 165),
];

/// Counts all features for the side to move.
pub fn features(state: &State) -> [i32; FEATURES] {
    let (own, other) = (state.own(), state.other());
    let balance = |set: u64| count(own & set) - count(other & set);
    let (ours, theirs) = (Formation::of(own, other), Formation::of(other, own));
    let empty = BOARD & !(own | other);
    let (our_threats, their_threats) =
        (Threats::of(own, other, empty), Threats::of(other, own, empty));
    [
        captured(state),
        balance(RINGS[0] | RINGS[1]),
        balance(RINGS[2]),
        balance(RINGS[4]),
        balance(CORNERS),
        ours.pairs - theirs.pairs,
        ours.threes - theirs.threes,
        count(own) - largest_group(own) - (count(other) - largest_group(other)),
        ours.wedges - theirs.wedges,
        count(our_threats.ejecting) - count(their_threats.ejecting),
        count(our_threats.pushing) - count(their_threats.pushing),
        1,
    ]
}

/// Captures of the side to move, less those of its opponent.
fn captured(state: &State) -> i32 {
    let mover = state.to_move;
    i32::from(state.captures[mover.index()]) - i32::from(state.captures[mover.other().index()])
}

#[inline(always)]
const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// How a side's marbles stand together.
struct Formation {
    pairs: i32,
    threes: i32,
    wedges: i32,
}

impl Formation {
    fn of(own: u64, other: u64) -> Self {
        let pairs = [pairs::<0>(own), pairs::<1>(own), pairs::<5>(own)];
        let threes = [
            pairs[0] & INNER[0] & look::<0>(pairs[0]),
            pairs[1] & INNER[1] & look::<1>(pairs[1]),
            pairs[2] & INNER[5] & look::<5>(pairs[2]),
        ];
        let wedges = [
            own & between::<0, 3>(other),
            own & between::<1, 4>(other),
            own & between::<5, 2>(other),
        ];
        Self { pairs: total(pairs), threes: total(threes), wedges: total(wedges) }
    }
}

/// The members of three sets.
#[inline(always)]
fn total([a, b, c]: [u64; 3]) -> i32 {
    let either = a ^ b;
    count(either ^ c) + 2 * count((a & b) | (either & c))
}

/// The lower ends of pairs along direction `A`.
#[inline(always)]
fn pairs<const A: usize>(set: u64) -> u64 {
    set & INNER[A] & look::<A>(set)
}

/// The cells with one of the set on both sides.
#[inline(always)]
fn between<const A: usize, const B: usize>(set: u64) -> u64 {
    INNER[A] & INNER[B] & look::<A>(set) & look::<B>(set)
}

/// The marbles from which a side could push if it were to move: second of a column that meets one
/// marble, or third of one that meets two.
#[derive(Default)]
struct Threats {
    ejecting: u64,
    pushing: u64,
}

impl Threats {
    fn of(own: u64, other: u64, empty: u64) -> Self {
        let mut threats = Self::default();
        threats.add::<0>(own, other, empty);
        threats.add::<1>(own, other, empty);
        threats.add::<2>(own, other, empty);
        threats.add::<3>(own, other, empty);
        threats.add::<4>(own, other, empty);
        threats.add::<5>(own, other, empty);
        threats
    }

    #[inline(always)]
    fn add<const D: usize>(&mut self, own: u64, other: u64, empty: u64) {
        self.ejecting |= pushers::<D>(own, other, other & BRINK[D]);
        self.pushing |= pushers::<D>(own, other, other & INNER[D] & look::<D>(empty));
    }
}

/// The marbles from which a column can push in direction `D`, given the last marbles that would move.
#[inline(always)]
fn pushers<const D: usize>(own: u64, other: u64, last: u64) -> u64 {
    let own = own & INNER[D];
    let behind = look::<D>(last);
    let pair = other & INNER[D] & behind;
    let meets_two = own & look::<D>(pair);
    own & look::<D>((own & behind) | (own & look::<D>(meets_two)))
}

/// The size of the largest group of neighbours.
fn largest_group(set: u64) -> i32 {
    let (mut rest, mut largest) = (set, 0);
    while count(rest) > largest {
        let group = group_of(rest & rest.wrapping_neg(), rest);
        largest = largest.max(count(group));
        rest &= !group;
    }
    largest
}

/// The members of `set` that hang together with those of `group`.
fn group_of(mut group: u64, set: u64) -> u64 {
    let set_of = |d: usize| set & INNER[d];
    loop {
        let before = group;
        group |= set_of(0) & look::<0>(group);
        group |= set_of(1) & look::<1>(group);
        group |= set_of(2) & look::<2>(group);
        group |= set_of(3) & look::<3>(group);
        group |= set_of(4) & look::<4>(group);
        group |= set_of(5) & look::<5>(group);
        if group == before {
            return group;
        }
    }
}

/// The evaluations, the best one first.
pub fn table() -> Vec<EvaluationEntry<AbaloneGame>> {
    vec![
        EvaluationEntry::new(
            "full",
            "material, centre, edge danger, cohesion, groups, wedges and push threats",
            |_| Box::new(Full::default()),
        ),
        EvaluationEntry::new("simple", "material and the way to the centre", |_| Box::new(Simple)),
        EvaluationEntry::new("material", "captures alone", |_| Box::new(Material)),
    ]
}

/// A capture's worth in all evaluations.
const UNIT: i32 = WEIGHTS[Feature::Material as usize].1;

/// All features.
#[derive(Debug, Clone)]
pub struct Full {
    /// What each feature weighs.
    pub weights: [i32; FEATURES],
}

impl Default for Full {
    fn default() -> Self {
        Self { weights: WEIGHTS.map(|(_, weight)| weight) }
    }
}

impl Evaluation<AbaloneGame> for Full {
    fn evaluate(&self, _game: &AbaloneGame, state: &State) -> i32 {
        features(state).iter().zip(self.weights).map(|(feature, weight)| feature * weight).sum()
    }
    fn unit(&self) -> i32 {
        UNIT
    }
}

/// Material and the way to the centre.
#[derive(Debug, Clone, Copy, Default)]
pub struct Simple;

/// What a marble loses by its distance from the centre.
const DISTANCE_COSTS: [i32; 5] = [0, 12, 48, 108, 192];

impl Evaluation<AbaloneGame> for Simple {
    fn evaluate(&self, _game: &AbaloneGame, state: &State) -> i32 {
        let (own, other) = (state.own(), state.other());
        let costs = RINGS.iter().zip(DISTANCE_COSTS).skip(1);
        UNIT * captured(state)
            + costs
                .map(|(ring, cost)| (count(other & ring) - count(own & ring)) * cost)
                .sum::<i32>()
    }
    fn unit(&self) -> i32 {
        UNIT
    }
}

/// Captures alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Material;

impl Evaluation<AbaloneGame> for Material {
    fn evaluate(&self, _game: &AbaloneGame, state: &State) -> i32 {
        UNIT * captured(state)
    }
    fn unit(&self) -> i32 {
        UNIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Direction, image_of, looking_at};
    use crate::layouts;
    use crate::notation::parse_position;
    use plyground_core::Rng;

    fn feature(text: &str, feature: Feature) -> i32 {
        features(&parse_position(text).unwrap())[feature as usize]
    }

    #[test]
    fn each_feature_counts_what_it_says() {
        use Feature::*;
        for (position, wanted, value) in [
            ("b A1b,I9w 3-1", Material, 2),
            ("w A1b,I9w 3-1", Material, -2),
            ("b E5b,E6b,E7b,D3w", Centre, 2),
            ("b E5b,E6b,E7b,D3w", Ring2, 0),
            ("b A1b,A2b,B2b,E5w", Edge, 2),
            ("b A1b,A2b,E9w", Corner, 0),
            ("b E4b,E5b,F5b,A1w,A3w", Cohesion, 3),
            ("b E4b,E5b,E6b,E7b,A1w", Threes, 2),
            ("b E4b,E5b,E6b,A1b,I9b,C3w,C5w", Strays, 1),
            ("b E5b,E4w,E6w,F6w,D4w", Wedges, 2),
            ("b E7b,E8b,E9w,A1w", Ejections, 1),
            ("b E5b,E6b,E7b,E8w,E9w", Ejections, 1),
            ("b A1b,E9b,E7w,E8w", Ejections, -1),
            ("b E3b,E4b,E5w,E7w", Pushes, 1),
            ("b E2b,E3b,E4b,E5w,E6w", Pushes, 1),
        ] {
            assert_eq!(feature(position, wanted), value, "{wanted:?} in {position}");
        }
    }

    /// Positions of random games.
    fn positions() -> Vec<State> {
        let mut rng = Rng::new(2);
        let mut positions = Vec::new();
        for layout in layouts::layouts() {
            let mut state = layout.start;
            for _ in 0..20 {
                let mut moves = Vec::new();
                state.moves(&mut moves);
                state.play(*rng.pick(&moves).unwrap());
                positions.push(state);
            }
        }
        positions
    }

    #[test]
    fn mobility_follows_from_the_other_features() {
        for state in positions() {
            let free = |own: u64| -> i32 {
                let empty = BOARD & !(state.own() | state.other());
                Direction::ALL.iter().map(|&d| count(own & looking_at(empty, d))).sum()
            };
            let counted = features(&state);
            let of = |feature: Feature| counted[feature as usize];
            let marbles = count(state.own()) - count(state.other());
            let sides_off = 2 * of(Feature::Edge) + of(Feature::Corner);
            assert_eq!(
                free(state.own()) - free(state.other()),
                6 * marbles - 2 * of(Feature::Cohesion) - sides_off
            );
        }
    }

    #[test]
    fn features_are_the_same_after_every_symmetry_and_negated_for_the_other_side() {
        for state in positions() {
            let expected = features(&state);
            for symmetry in 1..12 {
                let marbles = state.marbles.map(|set| image_of(set, symmetry));
                assert_eq!(features(&State { marbles, ..state }), expected, "{state:?}");
            }
            let turned = State { to_move: state.to_move.other(), ..state };
            let mut negated = expected.map(|feature| -feature);
            negated[Feature::Tempo as usize] = 1;
            assert_eq!(features(&turned), negated);
        }
    }

    #[test]
    fn evaluations_favour_captures() {
        let ahead = parse_position("b E5b,E4b,E6w,E7w 1-0").unwrap();
        let game = AbaloneGame::new(ahead);
        for entry in table() {
            let evaluation = entry.make(&game);
            assert!(evaluation.evaluate(&game, &ahead) > 0, "{}", entry.info.id);
            assert_eq!(evaluation.unit(), UNIT);
        }
    }
}
