//! The coordinator: publishes orders, takes in results, and believes none that it has not replayed.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull::{Batch, BatchError};
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt as _;
use plyground_core::Cancel;
use plyground_lab::crew::{Crew, Hear, Load, News, Workers};
use plyground_lab::store::RunError;

use crate::report::{Pulse, Report};
use crate::server::{
    CANCEL, ClusterError, Experiment, Kind, LARGE, LOST_AFTER, Office, PATIENCE, Server, VERSION,
    WORKERS, host, of_subject, runtime, work_subject,
};
use crate::worker::PULSE;

/// Orders published before their receipts are waited for.
const WAVE: usize = 500;
/// Results taken in at a time.
const ARMFUL: usize = 500;
/// How long results are waited for before a look around.
const LISTEN: Duration = Duration::from_millis(300);
/// So long a request for results may be silent.
const SILENCE: Duration = Duration::from_secs(3);
/// Between two tries to reach a server that is away.
const AGAIN: Duration = Duration::from_millis(300);

/// The workers of a cluster, as a crew.
#[derive(Debug, Clone)]
pub struct Cluster {
    /// Where the orders go.
    pub server: Server,
    /// The name of the experiment or tournament there.
    pub name: String,
    /// After so long without a word from its worker, a piece goes to another one.
    pub lost_after: Duration,
    /// How it went.
    pub workers: Workers,
}

impl Cluster {
    /// An experiment of this name on a server.
    pub fn new(server: Server, name: impl Into<String>) -> Self {
        Self { server, name: name.into(), lost_after: LOST_AFTER, workers: Workers::default() }
    }
}

impl Crew for Cluster {
    fn jobs(&self) -> usize {
        self.workers.slots.max(1)
    }

    fn work<L: Load>(
        &mut self,
        load: &L,
        cancel: &Cancel,
        hear: Hear<'_, L::Product>,
    ) -> Result<(), RunError> {
        if load.count() == 0 {
            return Ok(());
        }
        let runtime = runtime()?;
        let office = runtime.block_on(self.server.open("plyground coordinator"))?;
        runtime.block_on(Desk::new(self, load, office).run(cancel, hear))
    }
}

/// Pieces that are not done yet, by name.
type Open = HashMap<String, usize>;

struct Desk<'a, L: Load> {
    cluster: &'a mut Cluster,
    load: &'a L,
    office: Office,
    open: Open,
    /// The next piece to publish.
    next: usize,
    /// Workers by name, with their slots, and when they were heard last.
    heard: HashMap<String, (Pulse, Instant)>,
    told: Instant,
}

impl<'a, L: Load> Desk<'a, L> {
    fn new(cluster: &'a mut Cluster, load: &'a L, office: Office) -> Self {
        let open = (0..load.count()).map(|index| (load.id(index).to_owned(), index)).collect();
        cluster.workers = Workers::default();
        let (heard, told) = (HashMap::new(), Instant::now());
        Self { cluster, load, office, open, next: 0, heard, told }
    }

    async fn run(mut self, cancel: &Cancel, hear: Hear<'_, L::Product>) -> Result<(), RunError> {
        let lost_after = Some(self.cluster.lost_after);
        self.office.queue(VERSION, Kind::Own, lost_after).await?;
        self.office.queue(VERSION, Kind::Exec, lost_after).await?;
        let results = self.office.results_of(&self.cluster.name).await?;
        self.register().await?;
        let failed = |error: &dyn std::fmt::Display| {
            ClusterError(format!("the workers cannot be heard: {error}"))
        };
        let client = &self.office.client;
        let mut pulses = client.subscribe(WORKERS).await.map_err(|error| failed(&error))?;
        let mut cancelled = client.subscribe(CANCEL).await.map_err(|error| failed(&error))?;
        // What an earlier coordinator did not take in comes first: those pieces are not published again.
        while self.take_in(&results, true, hear).await?.is_some() {}
        while !self.open.is_empty() {
            if cancel.is_cancelled() {
                return Ok(());
            }
            if self.next < self.load.count() {
                self.publish_wave().await?;
            }
            let busy = self.next < self.load.count();
            if let Some(ControlFlow::Break(())) = self.take_in(&results, busy, hear).await? {
                break;
            }
            while let Some(pulse) = ready(&mut pulses).await {
                self.note(&pulse.payload);
            }
            while let Some(name) = ready(&mut cancelled).await {
                if name.payload == self.cluster.name {
                    let name = &self.cluster.name;
                    return Err(ClusterError(format!("{name} was cancelled")).into());
                }
            }
            self.tell(hear)?;
        }
        Ok(self.office.forget(&self.cluster.name).await?)
    }

    async fn register(&self) -> Result<(), ClusterError> {
        let experiment =
            Experiment { version: VERSION.to_owned(), host: host(), pieces: self.load.count() };
        let value = serde_json::to_vec(&experiment).unwrap_or_default();
        let kept = self.office.experiments.put(&self.cluster.name, value.into()).await;
        kept.map_err(|error| ClusterError(format!("the server keeps nothing: {error}")))?;
        Ok(())
    }

    /// Publishes some orders; those that the server could not take are tried again later.
    async fn publish_wave(&mut self) -> Result<(), RunError> {
        let mut receipts = Vec::new();
        let mut at = self.next;
        while at < self.load.count() && receipts.len() < WAVE {
            if self.open.contains_key(self.load.id(at)) {
                receipts.push((at, self.publish(at, false).await?));
            }
            at += 1;
        }
        let mut taken = at;
        for (index, receipt) in receipts {
            // The first that was not taken is where the next wave begins.
            if !self.queued(index, receipt).await? {
                taken = taken.min(index);
            }
        }
        if taken < at {
            tokio::time::sleep(AGAIN).await;
        }
        self.next = taken;
        Ok(())
    }

    /// Sends an order; nothing where the server is away.
    async fn publish(
        &self,
        index: usize,
        anew: bool,
    ) -> Result<Option<PublishAckFuture>, RunError> {
        let order = self.load.order(index)?;
        let kind = if order.programs()?.is_empty() { Kind::Own } else { Kind::Exec };
        let subject = work_subject(VERSION, kind, &self.cluster.name, order.id());
        let bytes = serde_json::to_vec(&order)
            .map_err(|error| ClusterError(format!("an order cannot be written: {error}")))?;
        let patience = self.cluster.lost_after.as_millis().to_string();
        let mut message = PublishMessage::build().header(PATIENCE, patience.as_str());
        // The name of the piece is the name of the message. A piece that is to be done again within the time in which
        // the server remembers names needs another one.
        message = match anew {
            false => message.message_id(order.id()),
            true => message.message_id(format!("{}-{:x}", order.id(), nonce())),
        };
        let most = self.office.client.server_info().max_payload.saturating_sub(4096);
        if bytes.len() > most {
            let store = self.office.large_orders().await?;
            let kept = store.put(order.id(), &mut &bytes[..]).await;
            kept.map_err(|error| ClusterError(format!("a large level cannot be kept: {error}")))?;
            message = message.header(LARGE, order.id());
        } else {
            message = message.payload(bytes.into());
        }
        Ok(self.office.jetstream.send_publish(subject, message).await.ok())
    }

    /// Whether an order is in the queue: it was just put there, or lay there already.
    async fn queued(
        &self,
        index: usize,
        receipt: Option<PublishAckFuture>,
    ) -> Result<bool, RunError> {
        let Some(receipt) = receipt else { return Ok(false) };
        match receipt.await {
            Ok(receipt) if receipt.duplicate => {
                // The server remembers the name, but the order may be gone: the queue itself refuses a second one.
                match self.publish(index, true).await? {
                    Some(receipt) => {
                        Ok(receipt.await.map_or_else(|error| lies_there(&error), |_| true))
                    }
                    None => Ok(false),
                }
            }
            Ok(_) => Ok(true),
            Err(error) => Ok(lies_there(&error)),
        }
    }

    /// Takes in results: `None` where there are none. They are kept before the server may forget them.
    async fn take_in(
        &mut self,
        results: &PullConsumer,
        at_once: bool,
        hear: Hear<'_, L::Product>,
    ) -> Result<Option<ControlFlow<()>>, RunError> {
        let mut messages = all(results.fetch().max_messages(ARMFUL).messages().await).await;
        if messages.is_empty() && !at_once {
            let wait = results.batch().max_messages(1).expires(LISTEN);
            messages = all(wait.messages().await).await;
        }
        if messages.is_empty() {
            return Ok(None);
        }
        let mut made = Vec::new();
        for message in &messages {
            let Some((_, cell)) = of_subject(&message.subject) else { continue };
            // What is not open is done: it came twice.
            let Some(&index) = self.open.get(cell) else { continue };
            match self.believe(index, &message.payload) {
                Ok(product) => {
                    self.open.remove(cell);
                    made.push((index, product));
                }
                Err(_) => {
                    self.cluster.workers.rejected += 1;
                    if let Some(receipt) = self.publish(index, true).await? {
                        let _ = receipt.await;
                    }
                }
            }
        }
        let went =
            if made.is_empty() { ControlFlow::Continue(()) } else { hear(News::Made(made))? };
        for message in &messages {
            let _ = message.ack().await;
        }
        Ok(Some(went))
    }

    /// What a report says, if it is true.
    fn believe(&mut self, index: usize, report: &[u8]) -> Result<L::Product, String> {
        let report: Report = serde_json::from_slice(report).map_err(|error| error.to_string())?;
        if report.version != VERSION {
            return Err(format!("it is of version {}", report.version));
        }
        match (report.product, report.failed) {
            (Some(product), None) => {
                let product = serde_json::from_value(product).map_err(|error| error.to_string())?;
                self.load.check(index, product)
            }
            (None, Some(reason)) => {
                self.cluster.workers.failed += 1;
                Ok(self.load.failed(index, &reason))
            }
            _ => Err("it says nothing, or two things".to_owned()),
        }
    }

    fn note(&mut self, pulse: &[u8]) {
        if let Ok(pulse) = serde_json::from_slice::<Pulse>(pulse) {
            self.heard.insert(pulse.worker.clone(), (pulse, Instant::now()));
        }
    }

    fn tell(&mut self, hear: Hear<'_, L::Product>) -> Result<(), RunError> {
        if self.told.elapsed() < LISTEN {
            return Ok(());
        }
        self.told = Instant::now();
        self.heard.retain(|_, (_, when)| when.elapsed() < 3 * PULSE);
        let workers = &mut self.cluster.workers;
        (workers.workers, workers.slots, workers.refused) = (0, 0, 0);
        for (pulse, _) in self.heard.values() {
            if pulse.version == VERSION {
                workers.workers += 1;
                workers.slots += pulse.jobs;
            } else {
                workers.refused += 1;
            }
        }
        hear(News::Workers(*workers)).map(|_| ())
    }
}

/// Whether the server refused an order because it has it.
fn lies_there(error: &async_nats::jetstream::context::PublishError) -> bool {
    error.to_string().contains("maximum messages per subject")
}

/// A number that no other call gives.
fn nonce() -> u128 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos())
}

/// What comes of a request, to its end: what would come after nobody listens any more is lost for a while.
async fn all(asked: Result<Batch, BatchError>) -> Vec<Message> {
    let mut messages = Vec::new();
    match asked {
        Ok(mut coming) => {
            // A server that goes away says nothing.
            while let Ok(Some(Ok(message))) = tokio::time::timeout(SILENCE, coming.next()).await {
                messages.push(message);
            }
        }
        Err(_) => tokio::time::sleep(AGAIN).await,
    }
    messages
}

/// A message that is here already.
async fn ready(messages: &mut async_nats::Subscriber) -> Option<async_nats::Message> {
    tokio::time::timeout(Duration::ZERO, messages.next()).await.ok().flatten()
}
