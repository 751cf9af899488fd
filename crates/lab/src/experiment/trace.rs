use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use plyground_catalog::{Level, Solved, TraceEvent, Watcher, level_text};
use plyground_core::file::Pending;
use plyground_core::{Cancel, Options, SpecError, Text};
use schemars::JsonSchema;
use serde::Serialize;

/// The largest tree that is drawn, and the most events that it may take.
const DRAWN: usize = 2_000;
const TREE_EVENTS: usize = 20_000;

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
#[derive(Debug, Serialize, JsonSchema)]
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

impl TraceHead {
    /// What there is to say of a search that has ended; `cut` where the trace was full before.
    pub fn new(
        level: &Level,
        options: &Options,
        solved: Solved,
        cut: bool,
    ) -> Result<Self, SpecError> {
        Ok(Self {
            world: level.world().info().id,
            title: level.info().title,
            level: level_text(level)?,
            options: options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
            cut,
            solved,
        })
    }
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
        TraceHead::new(level, options, solved, self.cut)
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

/// Writes what a search does while it does it: the events go to a file beside the trace, and behind its head when the
/// search has ended. It ends the search where the trace has as many events or bytes as it may, or when somebody asks.
#[derive(Debug)]
pub struct TraceFile {
    path: PathBuf,
    events: BufWriter<File>,
    /// The first events, from which the tree is drawn.
    pub first: Vec<TraceEvent>,
    written: usize,
    bytes: u64,
    most: usize,
    most_bytes: u64,
    /// Ends the search.
    cancel: Cancel,
    /// Raised by whoever wants everything to end.
    stop: Cancel,
    cut: bool,
    /// What went wrong while writing.
    problem: Option<io::Error>,
}

impl TraceFile {
    /// A trace at `path` of so many events and bytes at most; `cancel` is the flag of the search's limits, `stop` that of
    /// the person.
    pub fn create(
        path: &Path,
        (most, most_bytes): (usize, u64),
        cancel: Cancel,
        stop: Cancel,
    ) -> io::Result<Self> {
        let mut options = File::options();
        let options = options.read(true).write(true).create(true).truncate(true);
        let events = BufWriter::new(options.open(Self::part(path))?);
        let (path, first) = (path.to_owned(), Vec::new());
        let (written, bytes, cut, problem) = (0, 0, false, None);
        Ok(Self {
            path,
            events,
            first,
            written,
            bytes,
            most,
            most_bytes,
            cancel,
            stop,
            cut,
            problem,
        })
    }

    fn part(path: &Path) -> PathBuf {
        path.with_extension("events")
    }

    /// How many events there are, and whether the search went on when the trace was full.
    pub fn extent(&self) -> (usize, bool) {
        (self.written, self.cut)
    }

    /// Puts the head before the events; the trace is whole.
    pub fn finish(mut self, head: &TraceHead) -> io::Result<()> {
        if let Some(problem) = self.problem.take() {
            return Err(problem);
        }
        let mut whole = Pending::create(&self.path)?;
        serde_json::to_writer(&mut whole, head)?;
        whole.write_all(b"\n")?;
        let mut events = self.events.into_inner().map_err(io::IntoInnerError::into_error)?;
        events.rewind()?;
        io::copy(&mut events, &mut whole)?;
        whole.commit()?;
        std::fs::remove_file(Self::part(&self.path))
    }
}

impl Watcher for TraceFile {
    fn wants_events(&self) -> bool {
        true
    }

    fn event(&mut self, event: TraceEvent) {
        if self.stop.is_cancelled() {
            return self.cancel.cancel();
        }
        let mut text = serde_json::to_string(&event).unwrap_or_default();
        text.push('\n');
        let bytes = self.bytes + text.len() as u64;
        if self.written >= self.most || bytes > self.most_bytes {
            self.cut = true;
            return self.cancel.cancel();
        }
        if let Err(problem) = self.events.write_all(text.as_bytes()) {
            self.problem.get_or_insert(problem);
            return self.cancel.cancel();
        }
        (self.written, self.bytes) = (self.written + 1, bytes);
        if self.first.len() < TREE_EVENTS {
            self.first.push(event);
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
    fn a_trace_that_is_full_ends_the_search_and_the_file_says_so() {
        let world = plyground_catalog::Catalog::new().puzzle_world("sokoban").unwrap();
        let level = &world.parse("test", b"#####\n#@$.#\n#####\n").unwrap()[0];
        let name = format!("plyground-trace-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(name);
        let stopped = Cancel::new();
        stopped.cancel();
        let solve = |most: usize, most_bytes: u64, stop: &Cancel| {
            let limits = Limits::default();
            let cancel = limits.cancel.clone();
            let mut trace =
                TraceFile::create(&path, (most, most_bytes), cancel, stop.clone()).unwrap();
            let bfs = "bfs".parse().unwrap();
            let options = Options::new().with("metric", "pushes");
            let solved = level.solve(&bfs, &options, &limits, &mut trace).unwrap();
            let head = TraceHead::new(level, &options, solved, trace.extent().1).unwrap();
            trace.finish(&head).unwrap();
            assert!(!TraceFile::part(&path).exists());
            std::fs::read_to_string(&path).unwrap()
        };
        let go = Cancel::new();
        let head = |text: &str| -> serde_json::Value {
            serde_json::from_str(text.lines().next().unwrap()).unwrap()
        };
        let all = solve(1_000, u64::MAX, &go);
        assert_eq!(head(&all)["solved"]["solution"], "R");
        assert_eq!(head(&all)["cut"], false);
        assert_eq!(head(&all)["options"]["metric"], "pushes");
        assert!(head(&all)["level"].as_str().unwrap().contains("#@$.#"));
        assert!(all.lines().count() > 2);
        assert!(all.lines().skip(1).all(|line| line.contains("\"event\":")));
        for (cut, events) in [(solve(1, u64::MAX, &go), 1), (solve(1_000, 10, &go), 0)] {
            assert_eq!(
                cut.lines().count(),
                1 + events,
                "the head and the events there was room for"
            );
            assert_eq!(head(&cut)["cut"], true);
        }
        let ended = solve(1_000, u64::MAX, &stopped);
        assert_eq!(ended.lines().count(), 1, "it ends at once where somebody asked");
        assert_eq!(head(&ended)["solved"]["status"], "cancelled");
        let _ = std::fs::remove_file(&path);
    }
}
