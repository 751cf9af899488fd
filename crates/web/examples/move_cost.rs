//! What a move on the page costs after 10 moves and after 5,000:
//! `cargo run --release -p plyground-web --example move_cost`.
//!
//! A server of its own on an empty folder, one connection, one request after the other, from request to answer.

use std::time::{Duration, Instant};

use plyground_catalog::Catalog;
use plyground_web::{App, answer, router};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

const SAMPLES: usize = 400;

struct Client {
    stream: BufReader<TcpStream>,
    address: String,
}

impl Client {
    async fn post(&mut self, path: &str, body: &Value) -> std::io::Result<Value> {
        let body = body.to_string();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        self.stream.write_all(format!("{head}{body}").as_bytes()).await?;
        let (mut length, mut line) = (0, String::new());
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).await?;
        let answer: Value = serde_json::from_slice(&answer)?;
        match answer["error"].as_str() {
            Some(error) => Err(std::io::Error::other(format!("{path}: {error}"))),
            None => Ok(answer),
        }
    }

    /// The median of what one more move costs in each of two rooms; each is taken back again. By turns, so that both
    /// see the same machine.
    async fn costs(&mut self, rooms: &[String], request: &Value) -> std::io::Result<Vec<Duration>> {
        let mut times = vec![Vec::new(); rooms.len()];
        for _ in 0..SAMPLES {
            for (room, times) in rooms.iter().zip(&mut times) {
                let began = Instant::now();
                self.post(&format!("{room}/play"), request).await?;
                times.push(began.elapsed());
                self.post(&format!("{room}/undo"), &json!({})).await?;
            }
        }
        let median = |mut times: Vec<Duration>| {
            times.sort_unstable();
            times[SAMPLES / 2]
        };
        Ok(times.into_iter().map(median).collect())
    }
}

/// Turns that bring a game back to where it was: each side moves out and back.
async fn round(client: &mut Client, room: &str, view: Value) -> std::io::Result<Vec<String>> {
    let (mut view, mut out, mut back) = (view, Vec::new(), Vec::new());
    for _ in 0..2 {
        let intents = view["intents"].as_array().cloned().unwrap_or_default();
        let single = |intent: &&Value| intent["select"].as_array().is_some_and(|s| s.len() == 1);
        let chosen = intents.iter().find(single).cloned().unwrap_or_default();
        out.push(chosen["text"].as_str().unwrap_or_default().to_owned());
        back.push((chosen["target"].clone(), chosen["select"][0].clone()));
        view = client.post(&format!("{room}/play"), &json!({ "turn": out.last() })).await?;
    }
    for (from, to) in back {
        let intents = view["intents"].as_array().cloned().unwrap_or_default();
        let returns = |intent: &&Value| intent["select"] == json!([from]) && intent["target"] == to;
        let turn =
            intents.iter().find(returns).map_or(Value::Null, |intent| intent["text"].clone());
        view = client.post(&format!("{room}/play"), &json!({ "turn": turn })).await?;
        out.push(turn.as_str().unwrap_or_default().to_owned());
    }
    Ok(out)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("plyground-move-cost-{}", std::process::id()));
    let app = App::new(Catalog::new(), &folder, None, None)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    tokio::spawn(answer(listener, router(&app), std::future::pending()));
    let stream = TcpStream::connect(&address).await?;
    stream.set_nodelay(true)?;
    let mut client = Client { stream: BufReader::new(stream), address };

    let (mut rooms, mut step) = (Vec::new(), String::new());
    for wanted in [10, 5_000] {
        let body = json!({ "world": "sokoban", "level": { "level": 40 } });
        let opened = client.post("/api/puzzle", &body).await?;
        let room = format!("/api/puzzle/{}", opened["id"].as_str().unwrap_or_default());
        step = opened["legal"][0].as_str().unwrap_or_default().to_lowercase();
        let pair = ["lr", "rl", "ud", "du"].into_iter().find(|pair| pair.starts_with(&step));
        for _ in 0..wanted / 2 {
            client.post(&format!("{room}/play"), &json!({ "moves": pair })).await?;
        }
        rooms.push(room);
    }
    tell("puzzle: Sokoban 40", &client.costs(&rooms, &json!({ "moves": step })).await?);

    let (mut rooms, mut turns) = (Vec::new(), Vec::new());
    for wanted in [12, 5_000] {
        let body = json!({ "world": "abalone", "options": { "plies": "0", "repetition": "0" } });
        let opened = client.post("/api/game", &body).await?;
        let room = format!("/api/game/{}", opened["id"].as_str().unwrap_or_default());
        turns = round(&mut client, &room, opened).await?;
        for played in turns.len()..wanted {
            let turn = &turns[played % turns.len()];
            client.post(&format!("{room}/play"), &json!({ "turn": turn })).await?;
        }
        rooms.push(room);
    }
    tell("game: Abalone", &client.costs(&rooms, &json!({ "turn": turns[0] })).await?);
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

fn tell(what: &str, costs: &[Duration]) {
    let text = |time: &Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    let ratio = costs[1].as_secs_f64() / costs[0].as_secs_f64();
    println!(
        "{what}: p50 {} after 10 moves, {} after 5,000: {ratio:.2} times",
        text(&costs[0]),
        text(&costs[1])
    );
}
