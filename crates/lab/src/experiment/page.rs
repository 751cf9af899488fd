use std::collections::BTreeMap;
use std::fmt::Write as _;

use plyground_catalog::{Level, PuzzleSession};
use plyground_core::Options;
use plyground_core::scene::svg::{self, Theme};
use serde_json::{Value, json};

use super::summary::levels;
use super::{Plan, Row, plots, summary, table};

/// The longest solution that the page can replay.
const LONGEST_REPLAY: usize = 1_000;
const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The whole experiment as one page that needs nothing else: summary, plots, table, environment, boards with replayable
/// solutions. The same runs give the same page.
pub fn report(plan: &Plan, rows: &[Row], environment: &[(String, String)]) -> String {
    let name = plan.world.info().name;
    let (light, dark) = svg::css();
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{name}: comparison</title><link rel=\"icon\" href=\"data:,\"><style>:root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}{STYLE}</style></head>\
         <body><main><h1>{name}: {} methods on {} levels</h1>",
        plan.methods.len(),
        plan.cases.len()
    );
    page.push_str("<section><h2>Summary</h2><ul>");
    for sentence in summary(rows) {
        let _ = write!(page, "<li>{}</li>", escape(&sentence));
    }
    page.push_str("</ul></section><section><h2>Plots</h2>");
    for plot in plots(rows) {
        let _ =
            write!(page, "<figure><figcaption>{}</figcaption>{}</figure>", plot.title, plot.svg);
    }
    page.push_str("</section><section><h2>Runs</h2>");
    page.push_str(&runs_table(rows));
    page.push_str("</section><section><h2>Levels</h2><p>The shortest solution found, step by step.</p><div class=\"levels\">");
    page.push_str(&boards(plan, rows));
    page.push_str("</div></section><section><h2>Environment</h2><table>");
    for (what, value) in environment {
        let _ = write!(
            page,
            "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
            escape(what),
            escape(value)
        );
    }
    let _ = write!(page, "</table></section></main><script>{SCRIPT}</script></body></html>");
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn runs_table(rows: &[Row]) -> String {
    let (head, body) = table(rows);
    let mut text =
        String::from("<div class=\"scroll\" tabindex=\"0\"><table class=\"runs\"><thead><tr>");
    for word in head {
        let _ = write!(text, "<th scope=\"col\"><button type=\"button\">{word}</button></th>");
    }
    text.push_str("</tr></thead><tbody>");
    for row in body {
        text.push_str("<tr>");
        for field in row {
            let _ = write!(text, "<td>{}</td>", escape(&field));
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table></div>");
    text
}

/// A board for each level, with its shortest solution behind it.
fn boards(plan: &Plan, rows: &[Row]) -> String {
    let mut text = String::new();
    for (file, number) in levels(rows) {
        let case = plan.cases.iter().find(|case| case.file == file && case.number == number);
        let Some(case) = case else { continue };
        let best = rows
            .iter()
            .filter(|row| row.file == file && row.level == number && row.is_solved())
            .min_by_key(|row| row.measures.map(|measures| (measures.moves, measures.pushes)));
        let _ = write!(text, "<article><h3>{number}. {}</h3>", escape(&case.title));
        let Some((picture, steps)) = replay(&case.level, best) else { continue };
        let _ = write!(text, "<div class=\"board\">{picture}</div>");
        if let (Some(row), false) = (best, steps.is_empty()) {
            let _ = write!(
                text,
                "<div class=\"player\"><button type=\"button\">▶ Play</button><input type=\"range\" min=\"0\" max=\"{}\" value=\"0\" aria-label=\"Step\"><script type=\"application/json\">{}</script></div><p>{} moves by {}</p>",
                steps.len(),
                Value::from(steps).to_string().replace("</", "<\\/"),
                row.measures.map_or(0, |measures| measures.moves),
                escape(&row.method),
            );
        } else if let Some(row) = best {
            let moves = row.measures.map_or(0, |measures| measures.moves);
            let _ = write!(text, "<p>{moves} moves by {}</p>", escape(&row.method));
        } else {
            text.push_str("<p>No solution found.</p>");
        }
        text.push_str("</article>");
    }
    text
}

/// The drawing of the start, and for each step the pieces that look or stand differently after it.
fn replay(level: &Level, best: Option<&Row>) -> Option<(String, Vec<Value>)> {
    let mut session = level.start(&Options::new()).ok()?;
    let picture = svg::render(&session.scene(), Theme::Css);
    let moves = best.and_then(|row| row.solution.as_deref()).unwrap_or_default();
    let steps = session.play_each(moves).unwrap_or(0);
    if steps > LONGEST_REPLAY {
        return Some((picture, Vec::new()));
    }
    while session.undo() {}
    let mut before = pieces(session.as_ref());
    let mut changes = Vec::new();
    while session.redo() {
        let now = pieces(session.as_ref());
        let moved: BTreeMap<&String, &String> =
            now.iter().filter(|(id, piece)| before.get(*id) != Some(piece)).collect();
        changes.push(json!({ "pieces": moved, "links": links(session.as_ref()) }));
        before = now;
    }
    Some((picture, changes))
}

fn links(session: &dyn PuzzleSession) -> String {
    svg::layers(&session.scene(), Theme::Css).links
}

/// The markup of each piece by its id.
fn pieces(session: &dyn PuzzleSession) -> BTreeMap<String, String> {
    let layer = svg::layers(&session.scene(), Theme::Css).pieces;
    layer
        .split("<g class=\"piece")
        .skip(1)
        .filter_map(|piece| {
            let id = piece.split("data-id=\"").nth(1)?.split('"').next()?;
            Some((id.to_owned(), format!("<g class=\"piece{piece}")))
        })
        .collect()
}
