use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use plyground_catalog::{Level, Solved, TraceEvent, Watcher, level_text};
use plyground_core::{Cancel, Options, SpecError, Text};
use serde::Serialize;

/// The largest tree that is drawn.
const DRAWN: usize = 2_000;

/// Records what a search does, up to a number of events; then it ends the search.
#[derive(Debug)]
pub struct Trace {
    /// The events, in order.
    pub events: Vec<TraceEvent>,
    most: usize,
    cancel: Cancel,
    /// Whether the search went on when the recorder was full.
    cut: bool,
}

/// Which search a trace is of, and how it ended: the first line of a trace file.
#[derive(Debug, Serialize)]
pub struct TraceHead {
    /// The world's id.
    pub world: Text,
    /// The level's title.
    pub title: String,
    /// The level in its world's usual format.
    pub level: String,
    /// The world's options that were in force: without them, not every move need be legal.
    pub options: BTreeMap<String, String>,
    /// Whether the search went on when the recorder was full.
    pub cut: bool,
    /// What came of it.
    pub solved: Solved,
}

impl Trace {
    /// A recorder; `cancel` is the flag of the search's limits.
    pub fn new(most: usize, cancel: Cancel) -> Self {
        Self { events: Vec::new(), most, cancel, cut: false }
    }

    /// What there is to say of a search that has ended.
    pub fn head(
        &self,
        level: &Level,
        options: &Options,
        solved: Solved,
    ) -> Result<TraceHead, SpecError> {
        Ok(TraceHead {
            world: level.world().info().id,
            title: level.info().title,
            level: level_text(level)?,
            options: options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            cut: self.cut,
            solved,
        })
    }

    /// The trace as a file: JSON, the head and then one event a line.
    pub fn json_lines(&self, head: &TraceHead) -> String {
        let mut text = serde_json::to_string(head).unwrap_or_default() + "\n";
        for event in &self.events {
            let _ = writeln!(text, "{}", serde_json::to_string(event).unwrap_or_default());
        }
        text
    }
}

impl Watcher for Trace {
    fn wants_events(&self) -> bool {
        true
    }

    fn event(&mut self, event: TraceEvent) {
        if self.events.len() < self.most {
            self.events.push(event);
        } else {
            self.cut = true;
            self.cancel.cancel();
        }
    }
}

struct Node {
    parent: Option<u32>,
    depth: usize,
    expanded: bool,
    step: String,
}

/// The tree of a search as a picture; `None` where it has more nodes than can be drawn.
pub fn tree_svg(events: &[TraceEvent]) -> Option<String> {
    let mut nodes: HashMap<u32, Node> = HashMap::new();
    let mut order: Vec<u32> = Vec::new();
    for event in events {
        match event {
            TraceEvent::Generated { id, parent, step, .. } if !nodes.contains_key(id) => {
                let depth = nodes.get(parent).map_or(1, |node| node.depth + 1);
                let node =
                    Node { parent: Some(*parent), depth, expanded: false, step: step.clone() };
                nodes.insert(*id, node);
                order.push(*id);
            }
            TraceEvent::Expanded { id, .. } => {
                let node = nodes.entry(*id).or_insert_with(|| {
                    order.push(*id);
                    Node { parent: None, depth: 0, expanded: false, step: String::new() }
                });
                node.expanded = true;
            }
            _ => {}
        }
    }
    (nodes.len() <= DRAWN && !nodes.is_empty()).then(|| draw(&nodes, &order))
}

fn draw(nodes: &HashMap<u32, Node>, order: &[u32]) -> String {
    let deepest = nodes.values().map(|node| node.depth).max().unwrap_or(0);
    let mut widths = vec![0usize; deepest + 1];
    let mut places: HashMap<u32, (usize, usize)> = HashMap::new();
    for id in order {
        let depth = nodes[id].depth;
        places.insert(*id, (depth, widths[depth]));
        widths[depth] += 1;
    }
    let widest = widths.iter().copied().max().unwrap_or(1);
    let (width, row) = ((widest as f64 * 14.0).clamp(400.0, 4_000.0), 46.0);
    let at = |id: u32| {
        let (depth, number) = places[&id];
        ((number as f64 + 0.5) / widths[depth] as f64 * width, 24.0 + depth as f64 * row)
    };
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {:.0}" role="img" aria-label="Search tree of {} states"><style>.e{{stroke:#8b8b8b;stroke-opacity:.6}}.x{{fill:#1f8a7d}}.w{{fill:#e3b53a}}</style>"##,
        48.0 + deepest as f64 * row,
        nodes.len()
    );
    for id in order {
        if let Some(parent) = nodes[id].parent.filter(|parent| places.contains_key(parent)) {
            let ((x1, y1), (x2, y2)) = (at(parent), at(*id));
            let _ = write!(out, r#"<path class="e" d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}"/>"#);
        }
    }
    for id in order {
        let (x, y) = at(*id);
        let node = &nodes[id];
        let class = if node.expanded { "x" } else { "w" };
        let _ = write!(
            out,
            r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="4"><title>{id} {}</title></circle>"#,
            node.step
        );
    }
    out.push_str("</svg>");
    out
}

#[cfg(test)]
mod tests {
    use plyground_core::Limits;

    use super::*;

    /// A root with so many children, the first of which is expanded.
    fn events(children: u32) -> Vec<TraceEvent> {
        let expanded = |id| TraceEvent::Expanded { id, g: 0.0, h: 1.0, f: 1.0, frontier: 0 };
        let mut events = vec![expanded(0)];
        for id in 1..=children {
            let step = "R".to_owned();
            events.push(TraceEvent::Generated { id, parent: 0, step, g: 1.0, h: 0.0, f: 1.0 });
        }
        events.push(expanded(1));
        events
    }

    #[test]
    fn a_tree_of_up_to_two_thousand_states_is_drawn_and_a_larger_one_is_not() {
        let tree = tree_svg(&events(3)).unwrap();
        assert_eq!(tree.matches("class=\"x\"").count(), 2, "the root and its first child");
        assert_eq!(tree.matches("class=\"w\"").count(), 2, "the children that wait");
        assert_eq!(tree.matches("class=\"e\"").count(), 3, "an edge to each child");
        assert!(tree_svg(&events(1_999)).is_some());
        assert_eq!(tree_svg(&events(2_000)), None);
        assert_eq!(tree_svg(&[]), None);
    }

    #[test]
    fn a_recorder_that_is_full_ends_the_search_and_the_file_says_so() {
        let world = plyground_catalog::Catalog::new().puzzle_world("sokoban").unwrap();
        let level = &world.parse("test", b"#####\n#@$.#\n#####\n").unwrap()[0];
        let solve = |most: usize| {
            let limits = Limits::default();
            let mut trace = Trace::new(most, limits.cancel.clone());
            let bfs = "bfs".parse().unwrap();
            let options = Options::new().with("metric", "pushes");
            let solved = level.solve(&bfs, &options, &limits, &mut trace).unwrap();
            trace.json_lines(&trace.head(level, &options, solved).unwrap())
        };
        let (all, cut) = (solve(1_000), solve(1));
        let head = |text: &str| -> serde_json::Value {
            serde_json::from_str(text.lines().next().unwrap()).unwrap()
        };
        assert_eq!(head(&all)["solved"]["solution"], "R");
        assert_eq!(head(&all)["cut"], false);
        assert_eq!(head(&all)["options"]["metric"], "pushes");
        assert!(head(&all)["level"].as_str().unwrap().contains("#@$.#"));
        assert!(all.lines().skip(1).all(|line| line.contains("\"event\":")));
        assert_eq!(cut.lines().count(), 2, "the head and one event");
        assert_eq!(head(&cut)["cut"], true);
    }
}
