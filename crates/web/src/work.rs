//! Where requests are worked on. A request is received whole and then worked on in a thread of its own, so that
//! the few threads that talk to all clients never wait for anybody's work. Large requests wait for each other,
//! small ones not for them.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use plyground_core::Cancel;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::App;
use crate::error::ApiError;
use crate::serve::LARGEST_BODY;

/// Requests of up to so many bytes are small.
const SMALL: usize = 4_000;
/// How many small requests are worked on at once, and how many may wait.
const SMALL_AT_WORK: usize = 32;
const SMALL_WAITING: usize = 2_000;
/// How many large requests may be received or wait at once.
const LARGE_WAITING: usize = 64;

/// The places at which requests are worked on.
pub(crate) struct Desks {
    small: Desk,
    large: Desk,
}

impl Default for Desks {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            small: Desk::new(SMALL_AT_WORK, SMALL_WAITING),
            large: Desk::new((cores / 2).max(1), LARGE_WAITING),
        }
    }
}

/// Seats for those at work, and places for them and for those who wait.
struct Desk {
    seats: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Desk {
    fn new(seats: usize, waiting: usize) -> Self {
        let places = Arc::new(Semaphore::new(seats + waiting));
        Self { seats: Arc::new(Semaphore::new(seats)), places }
    }

    fn place(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            let reason = "too many requests are waiting; try again in a moment";
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, reason)
        })
    }

    async fn seat(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.seats).acquire_owned().await.ok()
    }
}

/// Raises the flag when its request is given up, because the client went away.
struct Gone(Cancel);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Receives a request and has it worked on; `patience` is how long its body may take to come.
pub(crate) async fn apart(
    State((app, patience)): State<(App, Duration)>,
    request: Request,
    next: Next,
) -> Response {
    work(&app, patience, request, next).await.unwrap_or_else(ApiError::into_response)
}

async fn work(
    app: &App,
    patience: Duration,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let small = is_small(&request);
    let desk = if small { &app.desks().small } else { &app.desks().large };
    // Large ones need a place before they come, or many would fill the memory; small ones may be slow to come, and keep
    // nobody waiting.
    let early = if small { None } else { Some(desk.place()?) };
    let (head, body) = request.into_parts();
    let body = received(body, patience).await?;
    let place = early.map_or_else(|| desk.place(), Ok)?;
    let seat = desk.seat().await;
    let gone = Gone(Cancel::new());
    let given_up = gone.0.clone();
    let done = tokio::task::spawn_blocking(move || {
        let _held = (place, seat);
        if given_up.is_cancelled() {
            return StatusCode::NO_CONTENT.into_response();
        }
        let answer = async { whole(next.run(Request::from_parts(head, body.into())).await).await };
        Handle::current().block_on(answer)
    });
    done.await.map_err(|_| {
        let reason = "this request made the server stumble; nothing was changed by it";
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, reason)
    })
}

/// Whether the head says that the body is short. One that comes in chunks of any number is not.
fn is_small(request: &Request) -> bool {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let chunked = request.headers().contains_key(header::TRANSFER_ENCODING);
    length.unwrap_or(0) <= SMALL && !chunked
}

async fn received(body: Body, patience: Duration) -> Result<Bytes, ApiError> {
    let received = tokio::time::timeout(patience, to_bytes(body, LARGEST_BODY)).await;
    let received = received.map_err(|_| {
        let reason = format!("the request took more than {} seconds to come", patience.as_secs());
        ApiError::new(StatusCode::REQUEST_TIMEOUT, reason)
    })?;
    received.map_err(|error| {
        let inner = error.into_inner();
        if inner.is::<http_body_util::LengthLimitError>() {
            return ApiError::too_large();
        }
        ApiError::new(StatusCode::BAD_REQUEST, format!("the request broke off: {inner}"))
    })
}

/// The answer with all of its body, so that compressing it is done here too. A stream of events stays one.
async fn whole(answer: Response) -> Response {
    let kind = answer.headers().get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        return answer;
    }
    let (head, body) = answer.into_parts();
    match to_bytes(body, usize::MAX).await {
        Ok(body) => Response::from_parts(head, body.into()),
        Err(error) => {
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()
        }
    }
}
