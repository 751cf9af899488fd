//! Rooms: what is refused changes nothing, what is acknowledged is kept, and rooms of earlier versions open.

mod client;

use client::{Reply, Server};
use plyground_core::Rng;
use serde_json::{Value, json};

/// What a room says when it is asked, without what the clock alone changes.
async fn read(server: &Server, path: &str) -> Value {
    let reply = server.get(path).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    let mut view = reply.json();
    if let Some(view) = view.as_object_mut() {
        view.remove("clock");
    }
    view
}

async fn opened(server: &Server, path: &str, body: Value) -> String {
    let reply = server.post(path, &body).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.body);
    format!("{path}/{}", reply.json()["id"].as_str().unwrap())
}

/// Something to do to a game; half of it makes no sense.
fn game_request(rng: &mut Rng, view: &Value) -> (&'static str, Value) {
    let nodes = view["nodes"].as_array().unwrap();
    let node = match rng.below(5) {
        0 => [json!(9_999), json!(-1), json!(1.5), json!("x"), json!(null)][rng.below(5)].clone(),
        _ => nodes[rng.below(nodes.len())]["id"].clone(),
    };
    let intents = view["intents"].as_array().unwrap();
    let turn = match rng.below(3) {
        0 => json!(["", "Z9", "A1-A1+A1", "{", "1."][rng.below(5)]),
        _ if intents.is_empty() => json!("A1"),
        _ => intents[rng.below(intents.len())]["text"].clone(),
    };
    match rng.below(12) {
        0..4 => ("play", json!({ "turn": turn })),
        4 | 5 => ("goto", json!({ "node": node })),
        6 => ("promote", json!({ "node": node })),
        7 => ("delete", json!({ "node": node })),
        8 => ("comment", json!({ "node": node, "text": rng.pick(&["fine", ""]) })),
        9 => ("mark", json!({ "node": node, "mark": rng.pick(&["!", "??", "###"]) })),
        10 => ("undo", json!({ "times": rng.pick(&[1, -1]) })),
        _ => ("players", json!({ "players": [null, rng.pick(&["random", "nobody"])] })),
    }
}

fn puzzle_request(rng: &mut Rng) -> (&'static str, Value) {
    let moves = ["r", "l", "rr", "zz", "rx", "llllllll", "", "ud"][rng.below(8)];
    match rng.below(6) {
        0..3 => ("play", json!({ "moves": moves, "together": rng.below(2) == 0 })),
        3 => ("load", json!({ "moves": moves })),
        4 => (["undo", "redo"][rng.below(2)], json!({ "times": rng.pick(&[1, 2, -3]) })),
        _ => ("reset", if rng.below(2) == 0 { json!({}) } else { json!([1]) }),
    }
}

/// What holds after every request: refused, nothing is different; accepted, another server on the same store says
/// the same.
async fn check(server: &Server, path: &str, before: &Value, request: &Value, reply: &Reply) {
    let after = read(server, path).await;
    if reply.status >= 400 {
        assert_eq!(&after, before, "{path} refused {request} and yet changed");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_change_of_a_game_changes_nothing() {
    let server = Server::start().await;
    let mut rng = Rng::new(5);
    for _ in 0..4 {
        let body = json!({ "world": "dropper", "options": { "size": "4" } });
        let path = opened(&server, "/api/game", body).await;
        let (mut refused, mut done) = (0, 0);
        for _ in 0..60 {
            let before = read(&server, &path).await;
            let (what, body) = game_request(&mut rng, &before);
            let reply = server.post(&format!("{path}/{what}"), &body).await;
            check(&server, &path, &before, &json!([what, body]), &reply).await;
            if reply.status >= 400 { refused += 1 } else { done += 1 }
        }
        assert!(refused > 5 && done > 5, "{refused} refused, {done} done");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_change_of_a_puzzle_changes_nothing() {
    let server = Server::start().await;
    let mut rng = Rng::new(6);
    let level = json!({ "text": "########\n#  @ $.#\n########" });
    let path = opened(&server, "/api/puzzle", json!({ "world": "sokoban", "level": level })).await;
    let mut refused = 0;
    for _ in 0..150 {
        let before = read(&server, &path).await;
        let (what, body) = puzzle_request(&mut rng);
        let reply = server.post(&format!("{path}/{what}"), &body).await;
        check(&server, &path, &before, &json!([what, body]), &reply).await;
        refused += usize::from(reply.status >= 400);
    }
    assert!((10..140).contains(&refused), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_done_is_there_for_the_next_server() {
    let first = Server::start().await;
    let mut rng = Rng::new(7);
    let game = json!({ "world": "dropper", "options": { "size": "4" } });
    let game = opened(&first, "/api/game", game).await;
    let level = json!({ "text": "########\n#  @ $.#\n########" });
    let puzzle = opened(&first, "/api/puzzle", json!({ "world": "sokoban", "level": level })).await;
    for _ in 0..80 {
        let view = read(&first, &game).await;
        let (what, body) = game_request(&mut rng, &view);
        first.post(&format!("{game}/{what}"), &body).await;
        let (what, body) = puzzle_request(&mut rng);
        first.post(&format!("{puzzle}/{what}"), &body).await;
    }
    let second = first.another().await;
    for path in [&game, &puzzle] {
        // Pieces are named afresh by a new server.
        let told = |mut view: Value| {
            view.as_object_mut().unwrap().remove("svg");
            view
        };
        assert_eq!(told(read(&second, path).await), told(read(&first, path).await));
    }
    // Whatever was undone can be done again, and the other way round.
    for what in ["undo", "redo"] {
        let mut views = Vec::new();
        for server in [&first, &second] {
            let body = json!({ "times": 0 });
            let reply = server.post(&format!("{puzzle}/{what}"), &body).await;
            views.push(reply.json()["measures"].clone());
        }
        assert_eq!(views[0], views[1], "{what}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rooms_of_an_earlier_version_open_and_go_on() {
    let server = Server::start().await;
    let store = server.store();
    let game = json!({
        "world": "dropper", "options": { "size": "4" }, "players": [null, "random"],
        "clock": { "game": 60.0, "increment": 1.0, "turn": 0.0 },
        "turns": ["A1", "A1-B2+D3"], "seconds": [1.5, 2.5], "thought": 0.25,
        "ended": [1, "O resigned"],
    });
    store.put_note("game/aaaa", &game).unwrap();
    let puzzle = json!({
        "world": "sokoban", "level": { "pack": null, "level": null, "own": null, "text": null },
        "text": "########\n#  @ $.#\n########\n", "options": {}, "moves": "rl",
    });
    store.put_note("puzzle/bbbb", &puzzle).unwrap();
    let view = read(&server, "/api/game/aaaa").await;
    let texts: Vec<&Value> = view["nodes"].as_array().unwrap().iter().map(|n| &n["text"]).collect();
    assert_eq!(texts, ["", "A1", "A1-B2+D3"]);
    assert_eq!(view["nodes"][2]["seconds"], 2.5);
    assert_eq!(view["over"]["outcome"]["win"], "first");
    assert_eq!(view["players"], json!([null, "random"]));
    let taken_back = server.post("/api/game/aaaa/undo", &json!({})).await.json();
    assert_eq!((&taken_back["tip"], &taken_back["over"]), (&json!(1), &Value::Null));
    let played = server.post("/api/puzzle/bbbb/play", &json!({ "moves": "r" })).await.json();
    assert_eq!(played["measures"]["moves"], 3);
    let second = server.another().await;
    let again = read(&second, "/api/game/aaaa").await;
    assert_eq!(again["nodes"].as_array().unwrap().len(), 3, "what was taken back is kept");
    assert_eq!(read(&second, "/api/puzzle/bbbb").await["moves"], "rlr");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_method_minds_its_clock() {
    let server = Server::start().await;
    // Left to itself it would think for ten minutes, and has a second.
    let method = "alphabeta(time=600000)";
    let body = json!({
        "world": "dropper", "options": { "size": "8" }, "players": [method, null],
        "clock": { "game": 1.0, "increment": 0.0, "turn": 0.0 },
    });
    let path = opened(&server, "/api/game", body).await;
    server.post(&format!("{path}/pause"), &json!({ "paused": false })).await;
    let reply = server.post(&format!("{path}/think"), &json!({ "method": method })).await;
    assert!(reply.body.contains("event: result") || reply.body.contains("event:result"));
    let view = server.get(&path).await.json();
    assert_eq!(view["nodes"].as_array().unwrap().len(), 2, "it has moved");
    let used = view["nodes"][1]["seconds"].as_f64().unwrap();
    assert!(used < 1.0, "and has time left");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_with_variations_is_written_and_read_back() {
    let server = Server::start().await;
    let body =
        json!({ "world": "dropper", "options": { "size": "4" }, "moves": ["A1", "A1-B2+D3"] });
    let path = opened(&server, "/api/game", body).await;
    for (what, body) in [
        ("goto", json!({ "node": 1 })),
        ("play", json!({ "turn": "A1-B1+D1" })),
        ("comment", json!({ "node": 3, "text": "closer" })),
        ("mark", json!({ "node": 3, "mark": "!?" })),
    ] {
        assert_eq!(server.post(&format!("{path}/{what}"), &body).await.status, 200, "{what}");
    }
    let record = read(&server, &format!("{path}/record")).await["record"].clone();
    let text = record.as_str().unwrap();
    assert!(text.contains("(1... A1-B1+D1!? {closer})"), "{text}");
    let again = server.post("/api/game/read", &json!({ "record": record })).await.json();
    assert_eq!(again["nodes"].as_array().unwrap().len(), 4);
    assert_eq!((&again["cursor"], &again["tip"]), (&json!(2), &json!(2)));
    let second = server.get(&format!("/api/game/{}/record", again["id"].as_str().unwrap())).await;
    assert_eq!(second.json()["record"].as_str().unwrap(), text);
}
