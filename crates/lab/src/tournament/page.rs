use std::fmt::Write as _;

use plyground_catalog::Record;
use plyground_core::Scene;

use super::{Form, Game, Meeting, Plan, Tournament, rating_plot, standings_table, summary};
use crate::report::{self, Environment, Page, Replay, ShownAt, escape, load_words};

/// How many games are shown on a board.
const SHOWN: usize = 12;

/// The whole tournament as one page that needs nothing else: summary, ratings, standings, cross table, games to replay,
/// environment. The same games give the same page.
pub fn report(plan: &Plan, result: &Tournament) -> String {
    let name = plan.world.info().name;
    let heading = format!(
        "{name}: {} of {} players",
        match plan.form {
            Form::RoundRobin => "round robin",
            Form::Gauntlet => "gauntlet",
        },
        result.players.len()
    );
    let mut page = Page::new(&format!("{name}: tournament"), &heading);
    page.sentences("Summary", &summary(result));
    page.figures(&[rating_plot(result)]);
    let (head, body) = standings_table(result);
    page.section("Standings", &report::table(&head, &body, 2));
    page.section("Cross table", &coloured_cross_table(result));
    page.boards("Games", "The shortest decided game of each pairing.", &boards(plan, result));
    page.section("All games", &games(plan, result));
    let jobs = result.games.iter().map(|game| game.jobs).max().unwrap_or(1);
    let mut machines: Vec<&str> = result.games.iter().map(|game| game.machine.as_str()).collect();
    machines.sort_unstable();
    machines.dedup();
    let options: Vec<String> =
        plan.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let options = if options.is_empty() { "usual".to_owned() } else { options.join(", ") };
    page.finish(
        &Environment::of(jobs, "game", &machines.join("; "))
            .with("Load", load_words(result.games.iter().filter_map(|game| game.load)))
            .with("Budget", plan.budget.words())
            .with("Openings", plan.openings.words())
            .with("Rules", options)
            .with("Seed", plan.seed.to_string())
            .with("Ratings", result.method_words()),
    )
}

/// Who did how well against whom; the colour of a field says it at a glance.
fn coloured_cross_table(result: &Tournament) -> String {
    let mut text = String::from(
        "<div class=\"wide card\" tabindex=\"0\"><table class=\"cross\"><thead><tr><th></th><th scope=\"col\">player</th>",
    );
    for standing in &result.standings {
        let (rank, name) = (standing.rank, escape(&standing.name));
        let _ = write!(text, "<th scope=\"col\" title=\"{name}\">{rank}</th>");
    }
    text.push_str("</tr></thead><tbody>");
    for row in &result.standings {
        let (rank, name) = (row.rank, escape(&row.name));
        let _ = write!(text, "<tr><td>{rank}</td><th scope=\"row\">{name}</th>");
        for column in &result.standings {
            let meeting = result.cross_table.meeting(row.player, column.player);
            let Meeting { wins, draws, losses } = meeting;
            let _ = match meeting.games() {
                0 => write!(text, "<td class=\"dim\">·</td>"),
                games => write!(
                    text,
                    "<td style=\"--share:{:.0}%\"><b>{}</b> of {games}<br><small>+{wins} ={draws} −{losses}</small></td>",
                    meeting.points() / games as f64 * 100.0,
                    meeting.points(),
                ),
            };
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table></div>");
    text
}

fn games(plan: &Plan, result: &Tournament) -> String {
    let [first, second] = plan.world.sides();
    let head = ["game", "round", &*first, &*second, "result", "reason", "turns"];
    let body: Vec<Vec<String>> = result
        .games
        .iter()
        .map(|game| {
            let [first, second] = game.players.map(|player| result.players[player].clone());
            let outcome = game.result();
            let (number, round) = (game.number.to_string(), game.round.to_string());
            vec![number, round, first, second, outcome, game.reason.clone(), game.turns.to_string()]
        })
        .collect();
    report::table(&head, &body, 6)
}

/// A board for a game of each pairing, those of the best players first.
fn boards(plan: &Plan, result: &Tournament) -> String {
    let mut text = String::new();
    let ranked: Vec<usize> = result.standings.iter().map(|standing| standing.player).collect();
    let pairs = ranked
        .iter()
        .enumerate()
        .flat_map(|(place, &a)| ranked[place + 1..].iter().map(move |&b| [a, b]));
    let shown = pairs.filter_map(|pair| shortest(result, pair)).take(SHOWN);
    for game in shown {
        if let Some(replay) = Replay::new(&scenes(plan, game)) {
            let title = format!("Game {}", game.number);
            let words = result.game_words(game, &plan.world.sides());
            let words = format!("{words}, {}.", game.reason);
            text.push_str(&replay.html(&title, &words, ShownAt::End));
        }
    }
    text
}

/// The shortest game of two players that somebody won by the rules; any game where there is none.
fn shortest(result: &Tournament, pair: [usize; 2]) -> Option<&Game> {
    let met = || result.games.iter().filter(|game| pair.iter().all(|p| game.players.contains(p)));
    let decided = |game: &&Game| !game.forfeit && matches!(game.half_points(pair[0]), Some(0 | 2));
    met().filter(decided).min_by_key(|game| game.turns).or_else(|| met().next())
}

/// The positions of a game from the start on.
fn scenes(plan: &Plan, game: &Game) -> Vec<Scene> {
    let Ok(mut session) = plan.world.start(&plan.options) else { return Vec::new() };
    let Ok(record) = game.record.parse::<Record>() else { return Vec::new() };
    let mut scenes = vec![session.scene()];
    for node in record.turns() {
        if session.play(&node.turn).is_err() {
            break;
        }
        scenes.push(session.scene());
    }
    scenes
}
