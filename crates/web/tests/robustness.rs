//! Bad requests: refused with a reason, and nobody else notices.

mod client;

use std::time::Duration;

use client::requests::{furnished, mutate, requests};
use client::{Reply, Server, raw};
use plyground_core::Rng;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// What holds of every answer: no failure of the server, and a reason with every refusal.
fn check(path: &str, body: &str, reply: &Reply) {
    assert!(reply.status < 500, "{path} {body} gave {} {}", reply.status, reply.body);
    if reply.status >= 400 {
        let reason = serde_json::from_str::<Value>(&reply.body).unwrap_or_default();
        let reason = reason["error"].as_str().unwrap_or_default();
        assert!(!reason.is_empty(), "{path} {body} gave {} without a reason", reply.status);
    }
}

async fn alive(server: &Server) {
    assert_eq!(server.get("/api/worlds").await.status, 200, "the server is alive");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_address_that_takes_a_body_is_among_the_requests() {
    let server = Server::start().await;
    let known = requests("{id}", "{id}", "{id}", "{id}");
    let described = server.get("/api/openapi.json").await.json();
    for (path, entry) in described["paths"].as_object().unwrap() {
        let shown = path.replace("{name}", "test").replace("{number}", "1");
        let matches = |known: &str| {
            let world = known.split('/').nth(3).unwrap_or_default();
            known == shown || known == shown.replace("{world}", world)
        };
        let posts = !entry["post"].is_null();
        assert!(!posts || known.iter().any(|(known, _)| matches(known)), "{path} is not tried");
    }
}

#[test]
fn the_fuzz_target_begins_with_every_request() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/api_bodies");
    if !std::path::Path::new(folder).is_dir() {
        return; // A package without the rest of the repository.
    }
    for (path, body) in requests("{puzzle}", "{game}", "{experiment}", "{tournament}") {
        let name = path.trim_start_matches("/api/").replace(['/', '{', '}'], "_");
        let (file, seed) = (format!("{folder}/{name}"), format!("{path}\n{body}"));
        if std::env::var_os("PLYGROUND_BLESS").is_some() {
            std::fs::write(&file, &seed).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap_or_default(), seed, "{file}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_requests_themselves_are_accepted() {
    let server = Server::start().await;
    for (path, body) in furnished(&server).await {
        let reply = server.post(&path, &body).await;
        check(&path, &body.to_string(), &reply);
        // Some do not fit the state that the earlier ones left; all are understood.
        assert!([200, 409, 422].contains(&reply.status), "{path}: {} {}", reply.status, reply.body);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mutated_bodies_are_answered_or_refused_with_a_reason() {
    let server = Server::start().await;
    let requests = furnished(&server).await;
    let mut rng = Rng::new(7);
    for _ in 0..12 {
        for (path, body) in &requests {
            let mut body = body.clone();
            for _ in 0..=rng.below(2) {
                mutate(&mut rng, &mut body);
            }
            let reply = server.post(path, &body).await;
            check(path, &body.to_string(), &reply);
        }
    }
    alive(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_that_are_no_json_are_refused_with_a_reason() {
    let server = Server::start().await;
    let deep = "[".repeat(100_000);
    for (path, body) in furnished(&server).await {
        let text = body.to_string();
        for broken in ["", "{", "null", "\u{0}", &text[..text.len() / 2], &deep] {
            let reply = server.send("POST", &path, broken.as_bytes()).await;
            check(&path, broken, &reply);
            assert!((400..500).contains(&reply.status), "{path} took {broken:.20}");
        }
    }
    alive(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ids_and_names_that_do_not_exist_are_refused() {
    let server = Server::start().await;
    let bad = [
        "0",
        "00000000000000000000000000000000",
        "..%2f..%2fetc",
        "%00",
        "é",
        "%27%20OR%201",
        "%ff",
    ];
    for id in bad {
        // Bytes that are no text are no name at all.
        let expected = if id == "%ff" { 400 } else { 404 };
        for (path, body) in requests(id, id, id, id) {
            if path.contains(id) {
                let reply = server.post(&path, &body).await;
                check(&path, id, &reply);
                assert_eq!(reply.status, expected, "{path}");
            }
        }
        for path in [
            "/api/puzzle/ID",
            "/api/puzzle/ID/intents",
            "/api/game/ID",
            "/api/game/ID/record",
            "/api/lab/ID",
            "/api/lab/ID/runs.csv",
            "/api/lab/ID/report.html",
            "/api/tournament/ID",
            "/api/tournament/ID/games.txt",
            "/api/levels/ID",
            "/api/levels/sokoban/ID/1",
            "/api/levels/sokoban/plyground/ID",
            "/api/saved/ID",
            "/api/ID",
        ] {
            let reply = server.get(&path.replace("ID", id)).await;
            check(path, id, &reply);
            assert!((400..500).contains(&reply.status), "{path} with {id}: {}", reply.status);
        }
    }
    for path in ["/api/puzzle", "/api/solve/sokoban"] {
        let reply = server.get(path).await;
        check(path, "", &reply);
        assert_eq!(reply.status, 405, "GET {path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn huge_bodies_are_refused() {
    let server = Server::start().await;
    let huge = json!({ "text": "#".repeat(3 << 20) });
    for path in ["/api/levels/sokoban/read", "/api/note/a", "/api/game/read", "/api/lab"] {
        let reply = server.post(path, &huge).await;
        check(path, "3 MB", &reply);
        assert_eq!(reply.status, 413, "{path}");
    }
    // A length that is announced and never comes costs nothing but its connection.
    let head = server.head(
        "POST",
        "/api/puzzle",
        "Content-Type: application/json\r\nContent-Length: 99999999999\r\n",
    );
    let reply = raw(&server.address, head.as_bytes()).await;
    assert_eq!(reply.status, 413);
    let wide = format!("{}\n", "#".repeat(1000)).repeat(1000);
    let reply =
        server.post("/api/puzzle", &json!({ "world": "sokoban", "level": { "text": wide } })).await;
    check("/api/puzzle", "a level of a million walls", &reply);
    alive(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_and_methods_cannot_ask_for_all_memory() {
    let server = Server::start().await;
    let game = server.post("/api/game", &json!({ "world": "dropper" })).await.json();
    let id = game["id"].as_str().unwrap();
    for method in ["alphabeta(hash=1048576)", "mcts(memory=1048576)", "solve(table=1048576)"] {
        let asked = [
            ("/api/game".to_owned(), json!({ "world": "dropper", "players": [method, null] })),
            (format!("/api/game/{id}/think"), json!({ "method": method })),
            (format!("/api/game/{id}/analyse"), json!({ "method": method })),
            (
                "/api/tournament".to_owned(),
                json!({ "world": "dropper", "players": [method, "random"], "rounds": 1 }),
            ),
        ];
        for (path, body) in asked {
            let reply = server.post(&path, &body).await;
            check(&path, method, &reply);
            assert_eq!(reply.status, 400, "{path} {method}: {}", reply.body);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_starts_no_program_of_this_machine() {
    let server = Server::start().await;
    let body =
        json!({ "world": "dropper", "players": ["engine:touch /tmp/x", "random"], "rounds": 1 });
    assert_eq!(server.post("/api/tournament", &body).await.status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_hold_up_nobody() {
    let server = Server::start().await;
    let mut slow = Vec::new();
    for part in [
        "PO",
        "POST /api/puzzle HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
        "POST /api/puzzle HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{\"wor",
    ] {
        for _ in 0..50 {
            let mut stream = TcpStream::connect(&server.address).await.unwrap();
            stream.write_all(part.as_bytes()).await.unwrap();
            slow.push(stream);
        }
    }
    // Some start searches and never read what they are told.
    let search = json!({ "level": { "pack": "plyground", "level": 90 }, "method": "bfs", "limits": { "seconds": 1 } });
    for _ in 0..8 {
        slow.push(server.begin("/api/solve/sokoban", &search).await);
    }
    let others = async {
        alive(&server).await;
        let room = server.post("/api/puzzle", &json!({ "world": "sokoban" })).await;
        assert_eq!(room.status, 200);
    };
    tokio::time::timeout(Duration::from_secs(60), others).await.expect("the others are answered");
    drop(slow);
    alive(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_ends_when_its_client_goes_away() {
    let server = Server::start().await;
    let search = json!({ "level": { "pack": "plyground", "level": 100 }, "method": "dfs", "limits": { "seconds": 600 } });
    for _ in 0..6 {
        let client = server.begin("/api/solve/sokoban", &search).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        drop(client);
    }
    // Their cores are free again, or this would wait for ten minutes.
    let quick = json!({ "level": { "text": "#####\n#@$.#\n#####" }, "method": "bfs" });
    let solved = server.post("/api/solve/sokoban", &quick);
    let solved = tokio::time::timeout(Duration::from_secs(60), solved).await.expect("a free core");
    assert!(solved.body.contains("\"solved\""), "{}", solved.body);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_addresses_cannot_drive_the_server() {
    let server = Server::start().await;
    let body = json!({ "world": "sokoban" }).to_string();
    let json_body = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    let host = &server.address;
    for (headers, status) in [
        (format!("Host: {host}\r\nOrigin: http://{host}\r\n{json_body}"), 200),
        (format!("Host: {host}\r\nOrigin: http://evil.example\r\n{json_body}"), 403),
        (format!("Host: {host}\r\nOrigin: null\r\n{json_body}"), 403),
        (format!("Host: {host}\r\nSec-Fetch-Site: cross-site\r\n{json_body}"), 403),
        (format!("Host: evil.example\r\n{json_body}"), 403),
        (format!("Host: {host}.evil.example\r\n{json_body}"), 403),
        (
            format!(
                "Host: {host}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n",
                body.len()
            ),
            415,
        ),
    ] {
        let request =
            format!("POST /api/puzzle HTTP/1.1\r\nConnection: close\r\n{headers}\r\n{body}");
        let reply = raw(host, request.as_bytes()).await;
        check("/api/puzzle", &headers, &reply);
        assert_eq!(reply.status, status, "{headers}");
    }
    let request = "GET / HTTP/1.1\r\nConnection: close\r\nHost: evil.example\r\n\r\n";
    assert_eq!(raw(host, request.as_bytes()).await.status, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_token_nobody_enters_without_it() {
    let server = Server::with_token("secret").await;
    for (headers, status) in [
        ("", 401),
        ("Authorization: Bearer wrong\r\n", 401),
        ("Cookie: plyground=wrong\r\n", 401),
        ("Authorization: Bearer secret\r\n", 200),
        ("Cookie: a=b; plyground=secret\r\n", 200),
    ] {
        let request = format!(
            "GET /api/worlds HTTP/1.1\r\nConnection: close\r\nHost: box.example\r\n{headers}\r\n"
        );
        assert_eq!(raw(&server.address, request.as_bytes()).await.status, status, "{headers}");
    }
    let reply = server.get("/?token=secret").await;
    assert_eq!(reply.status, 200);
    assert!(reply.head.to_lowercase().contains("set-cookie: plyground=secret; httponly"));
}
