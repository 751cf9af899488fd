use plyground_core::{Side, Text};

use super::{RatingMethod, Tournament};
use crate::ratings::Verdict;

/// From here on a difference is called beyond chance.
const SURE: f64 = 0.975;

/// What the games show, in sentences computed from them; the same games give the same words.
pub fn summary(result: &Tournament) -> Vec<String> {
    let mut words = vec![format!(
        "{} of {} games: {} players, {} rounds.",
        result.games.len(),
        result.scheduled,
        result.players.len(),
        result.rounds
    )];
    if result.games.is_empty() {
        return words;
    }
    words.extend(order(result));
    words.push(sides(result));
    words.extend(forfeits(result));
    words.extend(unplayed(result));
    words.extend(result.sprt.map(|test| {
        let [elo0, elo1] = test.elo;
        let verdict = match test.verdict {
            Verdict::Accepted => format!("a difference of at least {elo1} Elo is accepted"),
            Verdict::Rejected => format!("a difference of at most {elo0} Elo is accepted"),
            Verdict::Open => "not decided".to_owned(),
        };
        format!("SPRT: LLR {:.2} of ±{:.2}, {verdict}.", test.llr, test.bound)
    }));
    words
}

/// Each player against the next one.
fn order(result: &Tournament) -> Vec<String> {
    let mut words = Vec::new();
    for pair in result.standings.windows(2) {
        let (better, worse) = (&pair[0], &pair[1]);
        let difference = better.rating.elo - worse.rating.elo;
        let sure = better.stronger_than_next.unwrap_or(0.5);
        words.push(if sure >= SURE {
            let (better, worse) = (&better.name, &worse.name);
            format!("{better} is stronger than {worse} by {difference:.0} Elo, beyond chance.")
        } else {
            format!(
                "{} stands above {} by {difference:.0} Elo, which may be chance ({:.0} % sure).",
                better.name,
                worse.name,
                sure * 100.0
            )
        });
    }
    words
}

/// How the side that moves first did.
fn sides(result: &Tournament) -> String {
    let all = result.cross_table.first_side();
    let worth = result.first_move.map_or_else(String::new, |first| {
        format!("; the first move is worth {:+.0} ± {:.0} Elo", first.elo, first.error)
    });
    format!(
        "The side that moves first won {}, drew {} and lost {}{worth}.",
        all.wins, all.draws, all.losses
    )
}

fn forfeits(result: &Tournament) -> Option<String> {
    let lost: Vec<String> = result
        .standings
        .iter()
        .filter(|standing| standing.forfeits > 0)
        .map(|standing| {
            let first = result
                .games
                .iter()
                .find(|game| game.forfeit && game.half_points(standing.player) == Some(0));
            let reason = first.map_or("", |game| game.reason.as_str());
            format!("{} {} ({reason})", standing.name, standing.forfeits)
        })
        .collect();
    (!lost.is_empty()).then(|| format!("Games lost by a fault of the player: {}.", lost.join("; ")))
}

/// Games without a result, which count for nobody.
fn unplayed(result: &Tournament) -> Option<String> {
    let mut none = result.games.iter().filter(|game| game.outcome.is_none());
    let first = none.next()?;
    let (count, reason) = (1 + none.count(), &first.reason);
    let games = match count {
        1 => "1 game has no result and counts".to_owned(),
        _ => format!("{count} games have no result and count"),
    };
    Some(format!("{games} for nobody (game {}: {reason}).", first.number))
}

impl Tournament {
    /// How strength was judged, in words.
    pub fn method_words(&self) -> &'static str {
        match self.ratings {
            RatingMethod::Elo => {
                "Elo by maximum likelihood, a draw being half a win; 95 % intervals"
            }
            RatingMethod::Bayes => {
                "Elo by Bayes' rule, with the first move's worth and draws estimated; 95 % intervals"
            }
        }
    }

    /// A game in words: who played which side, and the result.
    pub fn game_words(&self, game: &super::Game, sides: &[Text; 2]) -> String {
        let player = |side: Side| {
            format!("{} ({})", self.players[game.players[side.index()]], sides[side.index()])
        };
        format!("{} against {}: {}", player(Side::First), player(Side::Second), game.result())
    }
}
