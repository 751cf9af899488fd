//! Searches share a bounded pool: as many at once as there are cores, a queue beyond that, and a clear
//! answer where the queue is full.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive, KeepAliveStream};
use futures_util::Stream;
use plyground_core::Cancel;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_stream::wrappers::ReceiverStream;

use crate::error::{ApiError, Refusal};
use crate::rooms::lock;

/// How long a result waits for a client that does not read.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many searches may wait for a core.
const QUEUE: usize = 64;

/// The pool.
pub(crate) struct Pool {
    cores: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Default for Pool {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            cores: Arc::new(Semaphore::new(cores)),
            places: Arc::new(Semaphore::new(cores + QUEUE)),
        }
    }
}

/// Tells the client what a search does while it runs.
pub(crate) struct Teller {
    channel: mpsc::Sender<Event>,
    cores: Arc<Semaphore>,
    core: Mutex<Option<OwnedSemaphorePermit>>,
    /// Raised when the client goes away.
    pub cancel: Cancel,
}

impl Teller {
    /// Sends one event; where the client is slow, progress is dropped rather than waited for.
    pub fn tell(&self, name: &str, data: &impl Serialize) {
        let _ = self.channel.try_send(event(name, data));
    }

    /// Lets those who wait for a core go first: for work of many parts, between two of them.
    pub fn step_aside(&self) {
        let mut core = lock(&self.core);
        drop(core.take());
        *core = Handle::current().block_on(Arc::clone(&self.cores).acquire_owned()).ok();
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let text = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    Event::default().event(name).data(text)
}

/// The events of one search; dropping them (the client went away) cancels it.
pub(crate) struct Events {
    events: ReceiverStream<Event>,
    cancel: Cancel,
}

/// A stream of events that stays alive while nothing happens.
pub(crate) type Answer = Sse<KeepAliveStream<Events>>;

impl Stream for Events {
    type Item = Result<Event, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut self.events).poll_next(context).map(|event| event.map(Ok))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Pool {
    /// Runs `work` on a thread of the pool. The client gets `queued`, then what the work tells, and
    /// `result` or `error` at the end.
    pub fn run<T: Serialize>(
        &self,
        work: impl FnOnce(&Teller) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Answer, ApiError> {
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            return Err(ApiError::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many searches are running and waiting; try again in a moment",
            ));
        };
        let cancel = Cancel::new();
        let (sender, receiver) = mpsc::channel(64);
        let cores = Arc::clone(&self.cores);
        let teller = Teller {
            channel: sender,
            cores: Arc::clone(&cores),
            core: Mutex::new(None),
            cancel: cancel.clone(),
        };
        tokio::spawn(async move {
            if cores.available_permits() == 0 {
                teller.tell("queued", &true);
            }
            *lock(&teller.core) = cores.acquire_owned().await.ok();
            let task = tokio::task::spawn_blocking(move || {
                let _held = (place, &teller.core);
                if teller.cancel.is_cancelled() {
                    return None;
                }
                let last = match work(&teller) {
                    Ok(result) => event("result", &result),
                    Err(error) => event("error", &Refusal::from(error)),
                };
                Some((teller.channel.clone(), last))
            });
            // A client that does not read holds up nobody: by now the core is free.
            if let Ok(Some((channel, last))) = task.await {
                let _ = tokio::time::timeout(PATIENCE, channel.send(last)).await;
            }
        });
        let events = Events { events: ReceiverStream::new(receiver), cancel };
        Ok(Sse::new(events).keep_alive(KeepAlive::default()))
    }
}
