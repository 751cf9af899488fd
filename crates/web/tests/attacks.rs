//! Requests that are dear, slow or endless: they are bounded, and nobody else waits for them.

mod client;

use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Duration;

use client::stuck::RELEASED;
use client::{Server, catalog, raw, scratch};
use plyground_web::{Config, serve_until};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Longer than anything takes here, however busy the machine; what hangs takes longer.
const LONG: Duration = Duration::from_secs(120);

/// The largest level that people draw: walls around, a box in a corner of its own.
fn large_level() -> String {
    let size = 127;
    let row = |y: usize| -> String {
        let cell = |x: usize| match (x, y) {
            _ if x == 0 || y == 0 || x == size - 1 || y == size - 1 => '#',
            (1, 1) => '@',
            (60, 60) => '$',
            (60, 62) => '.',
            _ => ' ',
        };
        (0..size).map(cell).collect()
    };
    (0..size).map(|y| row(y) + "\n").collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn work_that_never_ends_keeps_nobody_waiting() {
    let server = Server::start().await;
    let mut stuck = Vec::new();
    for _ in 0..8 {
        stuck.push(server.begin("/api/levels/stuck/read", &json!({ "text": "x" })).await);
    }
    let others = async {
        let room = server.post("/api/puzzle", &json!({ "world": "sokoban" })).await;
        assert_eq!(room.status, 200);
        let played = format!("/api/puzzle/{}/undo", room.json()["id"].as_str().unwrap());
        assert_eq!(server.post(&played, &json!({})).await.status, 200);
    };
    let answered = tokio::time::timeout(LONG, others).await;
    RELEASED.store(true, Ordering::Relaxed);
    answered.expect("the others are answered");
}

#[test]
fn the_server_ends_when_it_is_told_whatever_is_being_worked_on() {
    let folder = scratch();
    let config = Config {
        host: [127, 0, 0, 1].into(),
        port: 0,
        data: folder.clone(),
        token: None,
        catalog: catalog(),
        assets: None,
    };
    let (tell_address, address) = mpsc::channel();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let (tell_done, done) = mpsc::channel();
    std::thread::spawn(move || {
        let started = |address: &str, _| tell_address.send(address.to_owned()).unwrap();
        let served = serve_until(config, started, async { drop(ended.await) });
        tell_done.send(served.is_ok()).unwrap();
    });
    let address = address.recv_timeout(LONG).expect("it starts");
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let searched =
        r#"{ "level": { "level": 100 }, "method": "dfs", "limits": { "seconds": 600 } }"#;
    let mut open = Vec::new();
    for (path, body) in
        [("levels/stuck/read", r#"{ "text": "for ever" }"#), ("solve/sokoban", searched)]
    {
        let mut stream = std::net::TcpStream::connect(host).unwrap();
        let length = body.len();
        let head = format!(
            "POST /api/{path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        std::io::Write::write_all(&mut stream, (head + body).as_bytes()).unwrap();
        open.push(stream);
    }
    std::thread::sleep(Duration::from_millis(300));
    end.send(()).unwrap();
    assert_eq!(done.recv_timeout(LONG), Ok(true), "it ends");
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_second_server_on_a_folder_is_told_where_the_first_is() {
    let folder = scratch();
    let config = || Config {
        host: [127, 0, 0, 1].into(),
        port: 0,
        data: folder.clone(),
        token: None,
        catalog: catalog(),
        assets: None,
    };
    let first = config();
    let (tell_address, address) = mpsc::channel();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let first = std::thread::spawn(move || {
        let started = |address: &str, _| tell_address.send(address.to_owned()).unwrap();
        serve_until(first, started, async { drop(ended.await) })
    });
    let address = address.recv_timeout(LONG).expect("it starts");
    let second = serve_until(config(), |_, _| {}, std::future::ready(()));
    let refusal = second.expect_err("one at a time").to_string();
    assert!(refusal.contains(&address), "{refusal}");
    end.send(()).unwrap();
    first.join().unwrap().expect("it ends well");
    serve_until(config(), |_, _| {}, std::future::ready(())).expect("the folder is free again");
    let _ = std::fs::remove_dir_all(&folder);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_of_too_many_moves_is_refused_and_changes_nothing() {
    let server = Server::start().await;
    let level = json!({ "text": large_level() });
    let room = server.post("/api/puzzle", &json!({ "world": "sokoban", "level": level })).await;
    assert_eq!(room.status, 200, "{}", room.body);
    let path = format!("/api/puzzle/{}", room.json()["id"].as_str().unwrap());
    let before = server.get(&path).await.json();
    // To and fro along a wall: few letters, many moves.
    let endless = "124r124l".repeat(200);
    for what in ["play", "load"] {
        let reply = server.post(&format!("{path}/{what}"), &json!({ "moves": endless })).await;
        assert_eq!(reply.status, 413, "{what}: {}", reply.body);
        assert!(reply.json()["error"].as_str().unwrap().contains("20000"), "{}", reply.body);
    }
    let asked = json!({ "level": level, "moves": endless });
    assert_eq!(server.post("/api/position/sokoban", &asked).await.status, 413);
    assert_eq!(server.get(&path).await.json(), before);
    let long = json!({ "moves": "124r124l".repeat(40) });
    let played = server.post(&format!("{path}/play"), &long).await;
    assert_eq!(played.json()["measures"]["moves"], 9_920);
    // Room after room of that kind is not kept in memory for ever.
    let reply = server.post(&format!("{path}/play"), &long).await;
    assert!([200, 413].contains(&reply.status));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_turns_strokes_and_solutions_are_refused() {
    let server = Server::start().await;
    let turns: Vec<&str> = vec!["A1"; 20_001];
    let stroke = json!({ "cell": 6, "brush": "Player" });
    let text = "#####\n#@$.#\n#####";
    for (path, body) in [
        ("/api/game", json!({ "world": "dropper", "moves": turns })),
        ("/api/board/dropper", json!({ "moves": turns })),
        ("/api/draft/sokoban", json!({ "text": text, "strokes": vec![stroke; 1_001] })),
        ("/api/draft/sokoban", json!({ "text": "#".repeat(100_001) })),
        (
            "/api/optimise/sokoban",
            json!({ "level": { "text": text }, "solutions": vec!["R"; 101] }),
        ),
    ] {
        let reply = server.post(path, &body).await;
        assert_eq!(reply.status, 413, "{path}: {}", reply.body);
        assert!(reply.json()["error"].as_str().unwrap().contains("at most"), "{}", reply.body);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_drips_is_cut() {
    let server = Server::impatient(Duration::from_millis(200)).await;
    let headers = "Content-Type: application/json\r\nContent-Length: 1000000\r\n";
    let head = server.head("POST", "/api/note/a", headers);
    let stream = TcpStream::connect(&server.address).await.unwrap();
    let (mut reader, mut writer) = stream.into_split();
    writer.write_all(head.as_bytes()).await.unwrap();
    // Each byte comes well within the patience; all of them never would.
    let drips = tokio::spawn(async move {
        while writer.write_all(b" ").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
    let mut answer = vec![0; 12];
    let read = tokio::time::timeout(LONG, reader.read_exact(&mut answer)).await;
    read.expect("it is cut").expect("with an answer");
    assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 408");
    drips.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_guesses_tokens_has_to_wait() {
    let server = Server::with_token("secretsecret").await;
    let ask = |token: String| {
        let headers = format!("Authorization: Bearer {token}\r\n");
        let request = server.head("GET", "/api/worlds", &headers);
        let address = server.address.clone();
        async move { raw(&address, request.as_bytes()).await.status }
    };
    assert_eq!(ask("secretsecret".into()).await, 200);
    for number in 0..30 {
        assert_eq!(ask(format!("guess{number}")).await, 401);
    }
    assert_eq!(ask("guess".into()).await, 429);
    assert_eq!(ask("secretsecret".into()).await, 429, "or a guess would tell whether it is right");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_may_be_kept_is_told_and_what_is_too_large_is_refused() {
    let server = Server::start().await;
    let storage: Value = server.get("/api/storage").await.json();
    let [levels, games] = ["levels", "games"].map(|kind| &storage[kind]);
    assert_eq!((&levels["kept"], &games["kept"]), (&json!(0), &json!(0)));
    let largest = levels["largest"].as_u64().unwrap() as usize;
    let level = format!("#####\n#@$.#\n#####\n{}", "; a remark\n".repeat(largest / 11));
    let body = json!({ "title": "Large", "text": level });
    let reply = server.post("/api/levels/sokoban/save", &body).await;
    assert_eq!(reply.status, 413, "{}", reply.body);
    let record = format!("[World \"dropper\"]\n\n1. A1 {{{}}}\n", "x".repeat(1_100_000));
    let reply = server.post("/api/saved/dropper", &json!({ "name": "A", "record": record })).await;
    assert_eq!(reply.status, 413, "{}", reply.body);
    let body = json!({ "title": "Small", "text": "#####\n#@$.#\n#####" });
    assert_eq!(server.post("/api/levels/sokoban/save", &body).await.status, 200);
    assert_eq!(server.get("/api/storage").await.json()["levels"]["kept"], 1);
}
