#![no_main]
//! Every request that takes a body: the first line is the address, the rest is the body. Seeds are the requests that the
//! tests of the server know, one for each address (`PLYGROUND_BLESS=1 cargo test -p plyground-web --test robustness`).
use std::sync::OnceLock;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use libfuzzer_sys::fuzz_target;
use plyground_catalog::Catalog;
use plyground_web::{App, router};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tower::ServiceExt as _;

/// A server without a network, and the rooms that requests speak of.
struct Server {
    runtime: Runtime,
    router: Router,
    rooms: Vec<(&'static str, String)>,
}

impl Server {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("plyground-fuzz-{}", std::process::id()));
        let app = App::new(Catalog::new(), &folder, None, None).expect("the folder can be used");
        let runtime = Runtime::new().expect("a runtime");
        let mut server = Self { runtime, router: router(&app), rooms: Vec::new() };
        let level = json!([{ "pack": "plyground", "levels": "1" }]);
        for (name, path, body) in [
            ("{puzzle}", "/api/puzzle", json!({ "world": "sokoban" })),
            ("{game}", "/api/game", json!({ "world": "dropper", "options": { "size": "4" } })),
            (
                "{experiment}",
                "/api/lab",
                json!({ "world": "sokoban", "packs": level, "methods": ["bfs"] }),
            ),
            (
                "{tournament}",
                "/api/tournament",
                json!({ "world": "dropper", "players": ["random", "greedy"], "rounds": 1, "milliseconds": 5, "options": { "size": "3" } }),
            ),
        ] {
            let (_, answer) = server.ask(path, body.to_string().as_bytes()).expect("a request");
            let id = answer["id"].as_str().expect("a room").to_owned();
            server.rooms.push((name, id));
        }
        server
    }

    /// Status and answer; of a stream nothing is read, which ends it. `None` where this is no address.
    fn ask(&self, path: &str, body: &[u8]) -> Option<(u16, Value)> {
        let request = Request::post(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_LENGTH, body.len())
            .body(Body::from(body.to_vec()))
            .ok()?;
        self.runtime.block_on(async {
            let answer = self.router.clone().oneshot(request).await.expect("it always answers");
            let status = answer.status().as_u16();
            let kind = answer.headers().get(header::CONTENT_TYPE);
            if kind.is_none_or(|kind| kind != "application/json") {
                return Some((status, Value::Null));
            }
            let bytes = to_bytes(answer.into_body(), usize::MAX).await.expect("a whole answer");
            Some((status, serde_json::from_slice(&bytes).expect("JSON")))
        })
    }
}

fuzz_target!(|data: &[u8]| {
    static SERVER: OnceLock<Server> = OnceLock::new();
    let server = SERVER.get_or_init(Server::new);
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let Ok(path) = std::str::from_utf8(&data[..end]) else { return };
    if !path.starts_with("/api/") {
        return; // Files of the page; what is not there is told in HTML.
    }
    let path =
        server.rooms.iter().fold(path.to_owned(), |path, (name, id)| path.replace(name, id));
    let Some((status, answer)) = server.ask(&path, data.get(end + 1..).unwrap_or_default()) else {
        return;
    };
    assert!(status < 500 || status == 503, "{path} gave {status} {answer}");
    if status >= 400 {
        let reason = answer["error"].as_str().unwrap_or_default();
        assert!(!reason.is_empty(), "{path} gave {status} without a reason");
        assert!(reason.chars().count() < 3000, "{path}: {reason}");
    }
});
