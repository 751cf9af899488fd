use std::collections::BTreeMap;

use plyground_core::Scene;
use plyground_core::scene::svg::{self, Theme};
use serde_json::{Value, json};

use super::escape;

/// The longest line that a page can replay.
const LONGEST: usize = 1_000;

/// A position, and what changes step by step after it.
pub(crate) struct Replay {
    picture: String,
    steps: Vec<Value>,
}

/// What a page shows before anybody plays the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShownAt {
    /// The first position.
    Start,
    /// The last one.
    End,
}

impl Replay {
    /// The replay of these positions; only the first is drawn where there are too many.
    pub fn new(scenes: &[Scene]) -> Option<Self> {
        let picture = svg::render(scenes.first()?, Theme::Css);
        if scenes.len() > LONGEST + 1 {
            return Some(Self { picture, steps: Vec::new() });
        }
        let mut before = pieces(&svg::layers(&scenes[0], Theme::Css).pieces);
        let mut steps = Vec::new();
        for scene in &scenes[1..] {
            let layers = svg::layers(scene, Theme::Css);
            let now = pieces(&layers.pieces);
            let moved: BTreeMap<&String, &String> =
                now.iter().filter(|(id, piece)| before.get(*id) != Some(piece)).collect();
            let gone: Vec<&String> = before.keys().filter(|id| !now.contains_key(*id)).collect();
            let mut step = json!({ "pieces": moved });
            for (name, value) in [("links", layers.links), ("marks", layers.marks)] {
                if !value.is_empty() {
                    step[name] = value.into();
                }
            }
            if !gone.is_empty() {
                step["gone"] = json!(gone);
            }
            steps.push(step);
            before = now;
        }
        Some(Self { picture, steps })
    }

    /// The board with its controls, as a part of a page.
    pub fn html(&self, title: &str, words: &str, at: ShownAt) -> String {
        let at = if at == ShownAt::End { " data-at-end" } else { "" };
        let controls = match self.steps.len() {
            0 => String::new(),
            count => format!(
                "<div class=\"replay\"{at}><button type=\"button\">▶ Play</button><input type=\"range\" min=\"0\" \
                 max=\"{count}\" value=\"0\" aria-label=\"Step\"><script type=\"application/json\">{}</script></div>",
                Value::from(self.steps.clone()).to_string().replace("</", "<\\/"),
            ),
        };
        format!(
            "<article><h3>{}</h3><div class=\"board\">{}</div>{controls}<p>{}</p></article>",
            escape(title),
            self.picture,
            escape(words)
        )
    }
}

/// The markup of each piece by its id.
fn pieces(layer: &str) -> BTreeMap<String, String> {
    layer
        .split("<g class=\"piece")
        .skip(1)
        .filter_map(|piece| {
            let id = piece.split("data-id=\"").nth(1)?.split('"').next()?;
            Some((id.to_owned(), format!("<g class=\"piece{piece}")))
        })
        .collect()
}
