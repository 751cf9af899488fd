use std::fmt::Write as _;

use super::{Game, Meeting, Standing, Tournament};
use crate::report::values;

/// The standings as rows of words: a head, then the players, best first.
pub fn standings_table(result: &Tournament) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let head = vec![
        "place",
        "player",
        "Elo",
        "±",
        "points",
        "games",
        "won",
        "drawn",
        "lost",
        "forfeits",
        "longest s",
    ];
    let body = result
        .standings
        .iter()
        .map(|standing| {
            vec![
                standing.rank.to_string(),
                standing.name.clone(),
                format!("{:+.0}", standing.rating.elo),
                format!("{:.0}", standing.rating.error),
                standing.points.to_string(),
                standing.games.to_string(),
                standing.wins.to_string(),
                standing.draws.to_string(),
                standing.losses.to_string(),
                standing.forfeits.to_string(),
                format!("{:.3}", standing.longest),
            ]
        })
        .collect();
    (head, body)
}

/// The cross table as rows of words: a head, then the players, best first; wins, draws and losses in each field.
pub fn cross_table(result: &Tournament) -> (Vec<String>, Vec<Vec<String>>) {
    let mut head = vec!["place".to_owned(), "player".to_owned()];
    head.extend(result.standings.iter().map(|standing| standing.rank.to_string()));
    let field = |meeting: Meeting| match meeting.games() {
        0 => "·".to_owned(),
        _ => format!("+{} ={} −{}", meeting.wins, meeting.draws, meeting.losses),
    };
    let body = result
        .standings
        .iter()
        .map(|row| {
            let meetings = result
                .standings
                .iter()
                .map(|column| field(result.cross_table.meeting(row.player, column.player)));
            [row.rank.to_string(), row.name.clone()].into_iter().chain(meetings).collect()
        })
        .collect();
    (head, body)
}

/// The standings as comma-separated values with a head line.
pub fn standings_csv(result: &Tournament) -> String {
    let head = [
        "place",
        "player",
        "elo",
        "elo_error",
        "points",
        "games",
        "wins",
        "draws",
        "losses",
        "forfeits",
        "longest_seconds",
    ];
    let record = |standing: &Standing| {
        vec![
            standing.rank.to_string(),
            standing.name.clone(),
            format!("{:.2}", standing.rating.elo),
            format!("{:.2}", standing.rating.error),
            standing.points.to_string(),
            standing.games.to_string(),
            standing.wins.to_string(),
            standing.draws.to_string(),
            standing.losses.to_string(),
            standing.forfeits.to_string(),
            format!("{:.6}", standing.longest),
        ]
    };
    values(&head, result.standings.iter().map(record))
}

/// Every two players who met, as comma-separated values with a head line.
pub fn cross_table_csv(result: &Tournament) -> String {
    let mut records = Vec::new();
    for (player, name) in result.players.iter().enumerate() {
        for (opponent, other) in result.players.iter().enumerate() {
            let meeting = result.cross_table.meeting(player, opponent);
            if player != opponent && meeting.games() > 0 {
                let Meeting { wins, draws, losses } = meeting;
                let counts = [wins, draws, losses].map(|count| count.to_string());
                let names = [name.clone(), other.clone()].into_iter();
                let points = meeting.points().to_string();
                records.push(names.chain(counts).chain([points]).collect());
            }
        }
    }
    values(&["player", "opponent", "wins", "draws", "losses", "points"], records)
}

/// The games as one file of records.
pub fn records(games: &[Game]) -> String {
    games.iter().fold(String::new(), |mut text, game| {
        let _ = writeln!(text, "{}", game.record);
        text
    })
}
