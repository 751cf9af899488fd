//! Every request that takes a body, and what becomes of it when it is changed somewhere.

use plyground_core::Rng;
use serde_json::{Value, json};

use super::{Reply, Server};

/// Every address that takes a body, with a body that fits; `{id}` stands for a room.
pub fn requests(
    puzzle: &str,
    game: &str,
    experiment: &str,
    tournament: &str,
) -> Vec<(String, Value)> {
    let level = json!({ "text": "#####\n#@$.#\n#####" });
    let [p, g] = [format!("/api/puzzle/{puzzle}"), format!("/api/game/{game}")];
    let quick = json!({ "method": "greedy", "milliseconds": 20, "lines": 2 });
    vec![
        (
            "/api/puzzle".into(),
            json!({ "world": "sokoban", "level": level, "options": {}, "moves": "" }),
        ),
        (format!("{p}/play"), json!({ "moves": "r", "together": true })),
        (format!("{p}/undo"), json!({ "times": 1 })),
        (format!("{p}/redo"), json!({ "times": 1 })),
        (format!("{p}/reset"), json!({})),
        (format!("{p}/load"), json!({ "moves": "r" })),
        (format!("{p}/keep"), json!({ "moves": "R", "by": "bfs" })),
        (format!("{p}/position"), json!({ "name": "here" })),
        (format!("{p}/position/drop"), json!({ "id": 99 })),
        (
            format!("{p}/solve"),
            json!({ "method": "bfs", "options": {}, "limits": { "seconds": 0.2 }, "from_start": true }),
        ),
        (format!("{p}/hint"), json!({ "seconds": 0.2, "states": 1000, "memory": 10_000_000 })),
        (
            "/api/solve/sokoban".into(),
            json!({ "level": level, "method": "bfs", "limits": { "seconds": 0.2 } }),
        ),
        (
            "/api/optimise/sokoban".into(),
            json!({ "level": level, "solutions": ["R"], "options": {}, "limits": { "seconds": 0.2 } }),
        ),
        (
            "/api/watch/sokoban".into(),
            json!({ "level": level, "method": "bfs", "events": 100, "limits": { "seconds": 0.2 } }),
        ),
        (
            "/api/position/sokoban".into(),
            json!({ "level": level, "moves": "r", "options": {}, "whole": true }),
        ),
        ("/api/levels/sokoban/read".into(), level.clone()),
        ("/api/levels/sokoban/write".into(), json!({ "level": level, "format": "xsb" })),
        (
            "/api/levels/sokoban/save".into(),
            json!({ "id": 1, "title": "A", "text": "#####\n#@$.#\n#####" }),
        ),
        ("/api/levels/sokoban/drop".into(), json!({ "id": 99 })),
        (
            "/api/collections/sokoban".into(),
            json!({ "name": "test", "bytes": "#####\n#@$.#\n#####\n" }),
        ),
        ("/api/collections/sokoban/test/export".into(), json!({ "format": "xsb" })),
        ("/api/collections/sokoban/test/rename".into(), json!({ "name": "test", "author": "A" })),
        ("/api/collections/sokoban/test/drop".into(), json!({})),
        (
            "/api/draft/sokoban".into(),
            json!({ "text": "#####\n#@$.#\n#####", "strokes": [{ "cell": 6, "brush": "Player" }], "size": [6, 4] }),
        ),
        (
            "/api/setup/dropper".into(),
            json!({ "options": { "size": "4" }, "cell": 3, "turn": "second", "clear": true }),
        ),
        (
            "/api/game".into(),
            json!({ "world": "dropper", "options": { "size": "4" }, "players": [null, "greedy"], "clock": { "game": 60.0, "increment": 1.0, "turn": 5.0 }, "moves": ["A1"] }),
        ),
        (
            "/api/game/read".into(),
            json!({ "record": "[World \"dropper\"]\n[Size \"4\"]\n\n1. A1\n" }),
        ),
        (format!("{g}/play"), json!({ "turn": "A1" })),
        (format!("{g}/undo"), json!({ "times": 0 })),
        (format!("{g}/redo"), json!({ "times": 0 })),
        (format!("{g}/explore"), json!({ "turns": ["B2"] })),
        (format!("{g}/goto"), json!({ "node": 0 })),
        (format!("{g}/continue"), json!({ "node": 0 })),
        (format!("{g}/promote"), json!({ "node": 0 })),
        (format!("{g}/delete"), json!({ "node": 0 })),
        (format!("{g}/comment"), json!({ "node": 0, "text": "a start" })),
        (format!("{g}/mark"), json!({ "node": 0, "mark": "!" })),
        (format!("{g}/pause"), json!({ "paused": true })),
        (format!("{g}/think"), quick.clone()),
        (format!("{g}/analyse"), quick.clone()),
        (format!("{g}/review"), quick),
        (
            "/api/expand/abalone".into(),
            json!({ "input": "b\nC5b,D5b,E6w\n", "name": "Test1.input", "after": 0 }),
        ),
        ("/api/problems/dropper/1".into(), json!({ "turns": [] })),
        ("/api/problems/dropper/1/hint".into(), json!({ "turns": [], "step": 1 })),
        ("/api/board/dropper".into(), json!({ "options": { "size": "4" }, "moves": ["A1"] })),
        (format!("{g}/stop"), json!({})),
        (format!("{g}/resign"), json!({})),
        (
            "/api/saved/dropper".into(),
            json!({ "name": "A", "record": "[World \"dropper\"]\n\n1. A1\n" }),
        ),
        ("/api/saved/dropper/drop".into(), json!({ "id": 1 })),
        ("/api/note/test".into(), json!({ "value": { "a": [1, 2] } })),
        (
            "/api/lab".into(),
            json!({ "world": "sokoban", "packs": [{ "pack": "plyground", "levels": "1-2" }], "own": [], "methods": ["bfs"], "heuristics": ["manhattan"], "repeats": 1, "options": {}, "limits": { "seconds": 0.05 } }),
        ),
        (format!("/api/lab/{experiment}/run"), json!({})),
        (
            "/api/tournament".into(),
            json!({ "world": "dropper", "players": ["random", "greedy"], "rounds": 1, "gauntlet": false, "opening_turns": 1, "milliseconds": 5, "ratings": "elo", "seed": 1, "options": { "size": "3" } }),
        ),
        (format!("/api/tournament/{tournament}/run"), json!({})),
    ]
}

/// The rooms that the requests use.
pub async fn furnished(server: &Server) -> Vec<(String, Value)> {
    let id = |reply: Reply| reply.json()["id"].as_str().expect("an id").to_owned();
    let post = |path: &'static str, body: Value| async move { id(server.post(path, &body).await) };
    let puzzle = post("/api/puzzle", json!({ "world": "sokoban" })).await;
    let game = post("/api/game", json!({ "world": "dropper", "options": { "size": "4" } })).await;
    let experiment = json!({ "world": "sokoban", "packs": [{ "pack": "plyground", "levels": "1" }], "methods": ["bfs"] });
    let experiment = post("/api/lab", experiment).await;
    let tournament = json!({ "world": "dropper", "players": ["random", "greedy"], "rounds": 1, "milliseconds": 5, "options": { "size": "3" } });
    let tournament = post("/api/tournament", tournament).await;
    requests(&puzzle, &game, &experiment, &tournament)
}

/// Something else in the place of a value.
fn other(rng: &mut Rng, value: &Value) -> Value {
    match rng.below(12) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(u64::MAX),
        4 => json!(1e300),
        5 => json!(""),
        6 => json!("\u{0}ÿ🦀)('\"<>/\\,=;\n#@$."),
        7 => json!("x".repeat(3000)),
        8 => json!([]),
        9 => json!({ "a": { "b": [null] } }),
        10 => json!([value, value]),
        _ => match value {
            Value::String(text) => {
                let mut letters: Vec<char> = text.chars().collect();
                let at = rng.below(letters.len() + 1);
                letters.insert(at, ['(', '=', '9', '-', 'é', '\n', '"'][rng.below(7)]);
                letters.into_iter().collect::<String>().into()
            }
            Value::Number(_) => json!(rng.below(1 << 40)),
            other => other.clone(),
        },
    }
}

/// Changes a body somewhere: a value, a name, a part that is missing.
pub fn mutate(rng: &mut Rng, body: &mut Value) {
    let deeper = rng.below(3) > 0;
    match body {
        Value::Object(fields) if !fields.is_empty() && deeper => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = &names[rng.below(names.len())];
            match rng.below(8) {
                0 => drop(fields.remove(name)),
                1 => drop(fields.insert(format!("{name}x"), json!(1))),
                _ => mutate(rng, &mut fields[name.as_str()]),
            }
        }
        Value::Array(entries) if !entries.is_empty() && deeper => {
            let at = rng.below(entries.len());
            mutate(rng, &mut entries[at]);
        }
        value => *value = other(rng, value),
    }
}
