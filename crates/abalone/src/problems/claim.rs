//! What is proven of a problem: that a side wins a marble by force.

use plyground_core::{Outcome, Side};

use crate::rules::{Move, State, generate};

/// That a side comes out a marble further ahead than it was, within some turns of its own, whatever the other does.
///
/// A marble that the other side takes back at once is not won: the score counts after its answer. Every turn of both sides is
/// looked at. Rules on repetition and length play no part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    attacker: Side,
    /// The captures of the attacker, less those of the other side, that are to be reached.
    lead: i32,
}

impl Claim {
    /// That `attacker` wins a marble from a position on.
    pub const fn new(start: &State, attacker: Side) -> Self {
        Self { attacker, lead: lead(start, attacker) + 1 }
    }

    /// How many marbles are missing; none where it is 0 or less.
    const fn missing(&self, state: &State) -> i32 {
        self.lead - lead(state, self.attacker)
    }

    /// Whether the attacker, whose turn it is, has a way within so many turns.
    pub fn is_forced(&self, state: &State, turns: usize) -> bool {
        !over(state) && self.ways(state, turns).any(|way| self.stands(&way.1, turns - 1))
    }

    /// All turns of the attacker that keep the claim for so many turns, that one included.
    pub fn keys(&self, state: &State, turns: usize) -> Vec<Move> {
        let ways = self.ways(state, turns).filter(|way| self.stands(&way.1, turns - 1));
        ways.map(|way| way.0).collect()
    }

    /// The turns of the attacker that could be part of a way, and where they lead.
    fn ways(&self, state: &State, turns: usize) -> impl Iterator<Item = (Move, State)> {
        let mut moves = Vec::new();
        match self.missing(state).cmp(&(turns as i32)) {
            // A turn wins one marble at most.
            std::cmp::Ordering::Greater => {}
            std::cmp::Ordering::Equal => {
                generate::list_ejections(state.own(), state.other(), &mut moves);
            }
            std::cmp::Ordering::Less => state.moves(&mut moves),
        }
        after_each(*state, moves)
    }

    /// Whether the claim holds after each answer of the other side, whose turn it is, with so many turns of the attacker
    /// to come.
    pub fn stands(&self, state: &State, turns: usize) -> bool {
        match state.outcome() {
            Some(Outcome::Win(side)) => side == self.attacker,
            _ => self.missing(state) <= turns as i32 && self.answer(state, turns).is_none(),
        }
    }

    /// An answer of the other side to which the claim does not hold; one that wins a marble where there is one.
    pub fn answer(&self, state: &State, turns: usize) -> Option<Move> {
        let mut moves = Vec::new();
        generate::list_ejections(state.own(), state.other(), &mut moves);
        let loud = moves.len();
        if turns == 0 && self.missing(state) < i32::from(loud == 0) {
            // Nobody can take back what is missing to the claim.
            return None;
        }
        state.moves(&mut moves);
        let (ejections, all) = moves.split_at(loud);
        let quiet = all.iter().filter(|mv| !mv.ejects());
        let mut answers = after_each(*state, ejections.iter().chain(quiet).copied());
        answers.find(|(_, next)| !self.holds_before(next, turns)).map(|(mv, _)| mv)
    }

    /// Whether the claim holds where the attacker is to move with so many turns left.
    fn holds_before(&self, state: &State, turns: usize) -> bool {
        self.missing(state) <= 0 && !over(state) || turns > 0 && self.is_forced(state, turns)
    }

    /// The fewest turns within which the claim can be forced, up to a number.
    pub fn shortest(&self, state: &State, most: usize) -> Option<usize> {
        (1..=most).find(|&turns| self.is_forced(state, turns))
    }

    /// The answer that makes it hardest, where all lose: the way is longest, then fewest turns keep to it.
    pub fn toughest(&self, state: &State, turns: usize) -> Option<Move> {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let hardness = |next: &State| {
            if self.missing(next) <= 0 {
                return (0, 0);
            }
            let needed = self.shortest(next, turns).unwrap_or(turns + 1);
            (needed, usize::MAX - self.keys(next, turns.max(needed)).len())
        };
        let first_of_best = |best: (Move, (usize, usize)), next: (Move, (usize, usize))| {
            if next.1 > best.1 { next } else { best }
        };
        let rated = after_each(*state, moves).map(|(mv, next)| (mv, hardness(&next)));
        rated.reduce(first_of_best).map(|(mv, _)| mv)
    }

    /// A way to the claim from where the attacker is to move and can force it, answers included.
    pub fn line(&self, state: &State, turns: usize) -> Vec<Move> {
        let (mut state, mut line) = (*state, Vec::new());
        let mut left = self.shortest(&state, turns);
        while let Some(turns) = left.filter(|&turns| turns > 0) {
            let Some(&key) = self.keys(&state, turns).first() else { break };
            line.push(key);
            state.play(key);
            if self.stands(&state, 0) {
                break;
            }
            let Some(answer) = self.toughest(&state, turns - 1) else { break };
            line.push(answer);
            state.play(answer);
            left = self.shortest(&state, turns - 1);
        }
        line
    }
}

const fn lead(state: &State, side: Side) -> i32 {
    state.captures[side.index()] as i32 - state.captures[side.other().index()] as i32
}

fn over(state: &State) -> bool {
    state.outcome().is_some()
}

fn after_each(
    state: State,
    moves: impl IntoIterator<Item = Move>,
) -> impl Iterator<Item = (Move, State)> {
    moves.into_iter().map(move |mv| {
        let mut next = state;
        next.play(mv);
        (mv, next)
    })
}
