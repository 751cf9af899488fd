//! A server of its own for each test, and the plainest client there is.

// Each file of tests uses a part of it.
#![allow(dead_code)]

pub mod requests;
pub mod stuck;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use plyground_catalog::{Catalog, Puzzles};
use plyground_web::{App, answer, patient_router};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// An answer.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }
}

/// A server on a free port with an empty folder, which goes with it.
pub struct Server {
    pub address: String,
    folder: PathBuf,
}

/// A folder that is not there yet.
pub fn scratch() -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    std::env::temp_dir().join(format!("plyground-web-test-{}-{number}", std::process::id()))
}

/// The worlds there are, and one that is stuck.
pub fn catalog() -> Catalog {
    Catalog::new().with(Puzzles::new(stuck::Stuck))
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Server {
    pub async fn start() -> Self {
        Self::new(None).await
    }

    pub async fn with_token(token: &str) -> Self {
        Self::new(Some(token.to_owned())).await
    }

    async fn new(token: Option<String>) -> Self {
        Self::on(scratch(), token).await
    }

    /// Another server on the same folder.
    pub async fn another(&self) -> Self {
        Self::on(self.folder.clone(), None).await
    }

    /// The store of the server.
    pub fn store(&self) -> plyground_data::Store {
        plyground_data::Store::open(&self.folder).expect("the folder can be used")
    }

    async fn on(folder: PathBuf, token: Option<String>) -> Self {
        Self::patient(folder, token, Duration::from_secs(20)).await
    }

    /// One that waits for bodies no longer than this.
    pub async fn impatient(patience: Duration) -> Self {
        Self::patient(scratch(), None, patience).await
    }

    async fn patient(folder: PathBuf, token: Option<String>, patience: Duration) -> Self {
        let app = App::new(catalog(), &folder, token, None).expect("the folder can be used");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        tokio::spawn(answer(listener, patient_router(&app, patience), std::future::pending()));
        Self { address, folder }
    }

    /// The head of a request, with more headers.
    pub fn head(&self, method: &str, path: &str, headers: &str) -> String {
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n",
            self.address
        )
    }

    /// A whole request with a body.
    fn request(&self, method: &str, path: &str, body: &[u8]) -> Vec<u8> {
        let length = body.len();
        let headers = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n");
        let mut request = self.head(method, path, &headers).into_bytes();
        request.extend_from_slice(body);
        request
    }

    pub async fn send(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        raw(&self.address, &self.request(method, path, body)).await
    }

    /// Sends a request and reads nothing of the answer.
    pub async fn begin(&self, path: &str, body: &Value) -> TcpStream {
        let request = self.request("POST", path, body.to_string().as_bytes());
        let mut stream = TcpStream::connect(&self.address).await.expect("the server listens");
        stream.write_all(&request).await.expect("the server reads");
        stream
    }

    pub async fn get(&self, path: &str) -> Reply {
        raw(&self.address, self.head("GET", path, "").as_bytes()).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, body.to_string().as_bytes()).await
    }
}

/// Sends bytes and reads the answer up to its end.
pub async fn raw(address: &str, request: &[u8]) -> Reply {
    let stream = TcpStream::connect(address).await.expect("the server listens");
    let (mut reading, mut writing) = stream.into_split();
    // What is refused may be refused before it is sent as a whole.
    let _ = writing.write_all(request).await;
    let mut bytes = Vec::new();
    let _ = reading.read_to_end(&mut bytes).await;
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunked(body) } else { body.to_owned() };
    Reply { status, head: head.to_owned(), body }
}

fn unchunked(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        let Some(chunk) = rest.get(..size).filter(|_| size > 0) else { break };
        text.push_str(chunk);
        body = rest[size..].trim_start_matches("\r\n");
    }
    text
}
