use schemars::JsonSchema;
use serde::Serialize;

use super::Game;

/// The results of one player against another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Meeting {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
}

impl Meeting {
    /// Games played.
    pub fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Points: a draw is a half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games seen by the other player.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Both together.
    #[must_use]
    pub fn and(&self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Who did how well against whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "Vec<Vec<Meeting>>")]
#[schemars(with = "Vec<Vec<Meeting>>")]
pub struct CrossTable {
    /// `sides[a][b]`: `a` moving first against `b`.
    sides: Vec<Vec<Meeting>>,
}

impl CrossTable {
    /// A table of so many players without games.
    pub fn new(players: usize) -> Self {
        Self { sides: vec![vec![Meeting::default(); players]; players] }
    }

    /// The table of games.
    pub fn of(players: usize, games: &[Game]) -> Self {
        let mut table = Self::new(players);
        for game in games {
            let [first, second] = game.players;
            let mut meeting = Meeting::default();
            match game.half_points(first) {
                Some(2) => meeting.wins = 1,
                Some(1) => meeting.draws = 1,
                Some(_) => meeting.losses = 1,
                None => continue,
            }
            table.add(first, second, meeting);
        }
        table
    }

    /// Counts games in which `first` moved first, as `first` sees them.
    pub fn add(&mut self, first: usize, second: usize, meeting: Meeting) {
        let here = &mut self.sides[first][second];
        *here = here.and(meeting);
    }

    /// The number of players.
    pub fn count(&self) -> usize {
        self.sides.len()
    }

    /// The games of `first` moving first against `second`.
    pub fn side(&self, first: usize, second: usize) -> Meeting {
        self.sides[first][second]
    }

    /// All games of `a` against `b`, as `a` sees them.
    pub fn meeting(&self, a: usize, b: usize) -> Meeting {
        self.sides[a][b].and(self.sides[b][a].turned())
    }

    /// All games of a player.
    pub fn total(&self, player: usize) -> Meeting {
        (0..self.count())
            .filter(|&other| other != player)
            .fold(Meeting::default(), |sum, other| sum.and(self.meeting(player, other)))
    }

    /// All games, as the side that moves first sees them.
    pub fn first_side(&self) -> Meeting {
        self.with_sides().fold(Meeting::default(), |sum, (_, _, meeting)| sum.and(meeting))
    }

    /// Every pairing with its sides: who moved first, who second, and how the first did.
    pub(super) fn with_sides(&self) -> impl Iterator<Item = (usize, usize, Meeting)> {
        let pairs = (0..self.count()).flat_map(|a| (0..self.count()).map(move |b| (a, b)));
        pairs.filter(|(a, b)| a != b).map(|(a, b)| (a, b, self.sides[a][b]))
    }
}

impl From<CrossTable> for Vec<Vec<Meeting>> {
    fn from(table: CrossTable) -> Self {
        let count = table.count();
        (0..count).map(|a| (0..count).map(|b| table.meeting(a, b)).collect()).collect()
    }
}
