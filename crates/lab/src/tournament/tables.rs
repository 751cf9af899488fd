use std::fmt::Write as _;

use super::{Game, Meeting, Tournament};
use crate::report::quoted;

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
    let mut text = String::from(
        "place,player,elo,elo_error,points,games,wins,draws,losses,forfeits,longest_seconds\n",
    );
    for standing in &result.standings {
        let _ = writeln!(
            text,
            "{},{},{:.2},{:.2},{},{},{},{},{},{},{:.6}",
            standing.rank,
            quoted(&standing.name),
            standing.rating.elo,
            standing.rating.error,
            standing.points,
            standing.games,
            standing.wins,
            standing.draws,
            standing.losses,
            standing.forfeits,
            standing.longest,
        );
    }
    text
}

/// Every two players who met, as comma-separated values with a head line.
pub fn cross_table_csv(result: &Tournament) -> String {
    let mut text = String::from("player,opponent,wins,draws,losses,points\n");
    for (player, name) in result.players.iter().enumerate() {
        for (opponent, other) in result.players.iter().enumerate() {
            let meeting = result.cross_table.meeting(player, opponent);
            if player != opponent && meeting.games() > 0 {
                let Meeting { wins, draws, losses } = meeting;
                let (name, other, points) = (quoted(name), quoted(other), meeting.points());
                let _ = writeln!(text, "{name},{other},{wins},{draws},{losses},{points}");
            }
        }
    }
    text
}

/// The games as comma-separated values with a head line.
pub fn games_csv(result: &Tournament) -> String {
    let mut text = String::from(
        "game,round,first,second,result,forfeit,turns,score_first,score_second,longest_first,longest_second,jobs,reason\n",
    );
    for game in &result.games {
        let [first, second] = game.players.map(|player| quoted(&result.players[player]));
        let [score, other] = [&game.scores[0], &game.scores[1]].map(|score| quoted(score));
        let _ = writeln!(
            text,
            "{},{},{first},{second},{},{},{},{score},{other},{:.6},{:.6},{},{}",
            game.number,
            game.round,
            game.outcome,
            game.forfeit,
            game.turns,
            game.longest[0],
            game.longest[1],
            game.jobs,
            quoted(&game.reason),
        );
    }
    text
}

/// The games as one file of records.
pub fn records(games: &[Game]) -> String {
    games.iter().fold(String::new(), |mut text, game| {
        let _ = writeln!(text, "{}", game.record);
        text
    })
}
