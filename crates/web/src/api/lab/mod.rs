//! The lab: experiments on puzzles, tournaments of players.
//!
//! Either runs while its client listens. Whoever comes back finds what is done and goes on from there.

pub(crate) mod experiments;
pub(crate) mod tournaments;

use std::time::Instant;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use plyground_lab::store::{RunError, StoreError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::ApiError;
use crate::openapi::Route;

pub(super) fn routes() -> Vec<Route> {
    let mut routes = experiments::routes();
    routes.extend(tournaments::routes());
    routes
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl From<RunError> for ApiError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Store(error) => error.into(),
            RunError::Spec(error) => error.into(),
            RunError::Crew(error) => Self::new(StatusCode::BAD_GATEWAY, error),
        }
    }
}

/// Does what takes a while, away from the threads that answer quick requests.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| {
        Err(ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
    })
}

/// A file to keep.
fn file(kind: &'static str, name: &str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], text)
        .into_response()
}

/// How far a piece of work is, as an event.
#[derive(Serialize, JsonSchema)]
struct Advance {
    /// How many parts are done.
    done: usize,
    /// How many there are.
    total: usize,
    /// How many seconds are left, by what it took so far.
    left: Option<f64>,
    /// What is under way.
    run: String,
}

/// Counts the parts of a piece of work.
struct Tally {
    total: usize,
    known: usize,
    fresh: usize,
    began: Instant,
}

impl Tally {
    fn new(total: usize, known: usize) -> Self {
        Self { total, known, fresh: 0, began: Instant::now() }
    }

    /// How far it is, with what is under way.
    fn advance(&self, under_way: &str) -> Advance {
        let waiting = self.total - self.known - self.fresh;
        let each = self.began.elapsed().as_secs_f64() / self.fresh as f64;
        let left = (self.fresh > 0).then_some(each * waiting as f64);
        Advance { done: self.known + self.fresh, total: self.total, left, run: under_way.into() }
    }
}
