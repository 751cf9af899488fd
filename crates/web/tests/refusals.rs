//! A refused request changes nothing, whatever it is and wherever it goes.

mod client;

use client::Server;
use client::requests::{furnished, mutate};
use plyground_core::Rng;
use serde_json::Value;

/// What can be read: the rooms that the requests use, and all that is kept.
fn readable(requests: &[(String, Value)]) -> Vec<String> {
    let mut paths: Vec<String> =
        ["/api/levels/sokoban", "/api/saved/dropper", "/api/note/test"].map(str::to_owned).to_vec();
    for (path, _) in requests {
        let parts: Vec<&str> = path.split('/').collect();
        // `/api/KIND/ID/…`, where the id is one that the server made up.
        if let ["", "api", kind, id, _] = parts[..]
            && id.len() == 32
        {
            paths.push(format!("/api/{kind}/{id}"));
        }
    }
    paths.sort();
    paths.dedup();
    paths
}

async fn read(server: &Server, paths: &[String]) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for path in paths {
        let reply = server.get(path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        let mut view = reply.json();
        if let Some(view) = view.as_object_mut() {
            // The clock alone changes it.
            view.remove("clock");
        }
        all.push((path.clone(), view));
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_any_refused_request_everything_reads_as_before() {
    let server = Server::start().await;
    let requests = furnished(&server).await;
    let paths = readable(&requests);
    assert!(paths.len() >= 7, "{paths:?}");
    let mut rng = Rng::new(11);
    let mut before = read(&server, &paths).await;
    let (mut refused, mut done) = (0, 0);
    for _ in 0..4 {
        for (path, body) in &requests {
            let mut body = body.clone();
            for _ in 0..rng.below(3) {
                mutate(&mut rng, &mut body);
            }
            let reply = server.post(path, &body).await;
            let after = read(&server, &paths).await;
            // A stream begins well, and may be refused in the middle.
            if reply.status >= 400 || reply.body.contains("event: error") {
                assert_eq!(after, before, "{path} refused {body} and yet something changed");
                refused += 1;
            } else {
                done += 1;
            }
            before = after;
        }
    }
    assert!(refused > 40 && done > 40, "{refused} refused, {done} done");
}
