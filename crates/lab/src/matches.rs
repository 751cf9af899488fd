//! Two players against each other, counted in pairs of games. A match is a tournament of two.

use plyground_core::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ratings::{Elo, Pairs};
use crate::tournament::{Game, GameRow};

/// What `match --json` prints. Pairs are in the order of the players.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MatchResult {
    /// Games played.
    pub games: usize,
    /// Wins of each player.
    pub wins: [usize; 2],
    /// Draws.
    pub draws: usize,
    /// The difference in strength; none before the first pair is done.
    pub elo: Option<f64>,
    /// Its error, 95 %.
    pub elo_error: Option<f64>,
    /// The log-likelihood ratio of the sequential test.
    pub llr: Option<f64>,
    /// What each player scored in all games, where scores are numbers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub scores: Option<[i64; 2]>,
    /// The games themselves, in order.
    pub played: Vec<GameRow>,
}

/// How players 0 and 1 of a tournament stand against each other.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Games played.
    pub games: usize,
    /// Wins of each player.
    pub wins: [usize; 2],
    /// Draws.
    pub draws: usize,
    /// What each player scored in all games, where scores are numbers.
    pub scores: Option<[i64; 2]>,
    /// The points of finished pairs, for player 0.
    pub pairs: Pairs,
    /// The longest thought in seconds.
    pub longest: f64,
    /// The first game of a pair whose second is not there yet: its points, where it has a result.
    half: Option<Option<usize>>,
}

impl Tally {
    /// The games of two players, in the order of the schedule.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Game>) -> Self {
        let mut tally = Self::default();
        for game in games {
            tally.add(game);
        }
        tally
    }

    /// Counts the next game of the schedule.
    pub fn add(&mut self, game: &Game) {
        let seat = usize::from(game.players[0] != 0);
        self.games += 1;
        match game.outcome {
            Some(Outcome::Draw) => self.draws += 1,
            Some(Outcome::Win(side)) => self.wins[(side.index() + seat) % 2] += 1,
            None => {}
        }
        let score = |player: usize| game.scores[(player + seat) % 2].parse::<i64>();
        self.scores = match ([score(0), score(1)], self.scores, self.games) {
            ([Ok(a), Ok(b)], None, 1) => Some([a, b]),
            ([Ok(a), Ok(b)], Some([c, d]), _) => Some([a + c, b + d]),
            _ => None,
        };
        self.longest = game.longest.iter().copied().fold(self.longest, f64::max);
        // Openings are played twice: a pair counts where both its games have a result.
        let half_points = game.half_points(0);
        match self.half.take() {
            None => self.half = Some(half_points),
            Some(half) => {
                if let (Some(first), Some(second)) = (half, half_points) {
                    self.pairs.add(first + second);
                }
            }
        }
    }

    /// The difference in strength; `None` before the first pair is done.
    pub fn elo(&self) -> Option<Elo> {
        Elo::of(&self.pairs)
    }
}
