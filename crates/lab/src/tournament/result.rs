use schemars::JsonSchema;
use serde::Serialize;

use super::{CrossTable, Form, Game, Plan, Rating, RatingMethod, Ratings};
use crate::matches::Tally;
use crate::ratings::{Sprt, Verdict};

/// Where a player stands.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Standing {
    /// The place, from 1.
    pub rank: usize,
    /// The player's index.
    pub player: usize,
    /// Its name.
    pub name: String,
    /// Its strength, the mean of all players being 0.
    pub rating: Rating,
    /// Points: a draw is a half.
    pub points: f64,
    /// Games played.
    pub games: usize,
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Games lost by what the player did, not by the rules: these count among the lost ones.
    pub forfeits: usize,
    /// Its longest thought in seconds.
    pub longest: f64,
    /// How likely it is that the player is stronger than the next one.
    pub stronger_than_next: Option<f64>,
}

/// What a sequential test says.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Test {
    /// The hypotheses, as differences in Elo.
    pub elo: [f64; 2],
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At plus or minus this the test ends.
    pub bound: f64,
    /// What it says.
    pub verdict: Verdict,
}

/// A tournament that was played, or a part of one.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Tournament {
    /// The world's id.
    pub world: String,
    /// Who played whom.
    pub form: Form,
    /// Rounds of the schedule.
    pub rounds: usize,
    /// How strength was judged.
    pub ratings: RatingMethod,
    /// The players' names by index.
    pub players: Vec<String>,
    /// Games of the schedule.
    pub scheduled: usize,
    /// Whether nothing is left to play.
    pub finished: bool,
    /// The players, best first.
    pub standings: Vec<Standing>,
    /// Results by index of player and opponent.
    pub cross_table: CrossTable,
    /// What the first move is worth, where the method estimates it.
    pub first_move: Option<Rating>,
    /// The test between two players, where there was one.
    pub sprt: Option<Test>,
    /// The games, in the order of the schedule.
    pub games: Vec<Game>,
}

impl Tournament {
    /// What these games of a plan show.
    pub fn new(plan: &Plan, games: Vec<Game>, scheduled: usize) -> Self {
        let names = plan.names();
        let cross_table = CrossTable::of(names.len(), &games);
        let ratings = Ratings::of(&cross_table, plan.ratings);
        let sprt = plan.sprt.map(|test| {
            let pairs = Tally::of(&games).pairs;
            let (llr, verdict) = (test.llr(&pairs), test.verdict(&pairs));
            Test { elo: [test.elo0, test.elo1], llr, bound: Sprt::BOUND, verdict }
        });
        let decided = sprt.is_some_and(|test| test.verdict != Verdict::Open);
        Self {
            world: plan.world.info().id.into_owned(),
            form: plan.form,
            rounds: plan.rounds,
            ratings: plan.ratings,
            scheduled,
            finished: games.len() == scheduled || decided,
            standings: standings(&names, &cross_table, &ratings, &games),
            players: names,
            cross_table,
            first_move: ratings.first_move,
            sprt,
            games,
        }
    }
}

fn standings(
    names: &[String],
    table: &CrossTable,
    ratings: &Ratings,
    games: &[Game],
) -> Vec<Standing> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo));
    let standing = |(place, &player): (usize, &usize)| {
        let total = table.total(player);
        let (mut forfeits, mut longest) = (0, 0f64);
        for game in games {
            let Some(seat) = game.players.iter().position(|&seated| seated == player) else {
                continue;
            };
            forfeits += usize::from(game.forfeit && game.half_points(player) == Some(0));
            longest = longest.max(game.longest[seat]);
        }
        Standing {
            rank: place + 1,
            player,
            name: names[player].clone(),
            rating: ratings.players[player],
            points: total.points(),
            games: total.games(),
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
            forfeits,
            longest,
            stronger_than_next: order.get(place + 1).map(|&next| ratings.superiority(player, next)),
        }
    };
    order.iter().enumerate().map(standing).collect()
}
