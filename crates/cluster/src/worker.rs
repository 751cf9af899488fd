//! A worker: takes orders, does them, and hands in what they gave.
//!
//! An order is acknowledged after its result is on the server's disk, so a worker that is killed loses nothing: its orders
//! go to others when the server has not heard of it for a while. While a piece is done, the server is told so again and
//! again. A piece that was taken by [`ATTEMPTS`] workers who never came back is not tried again, but handed in as failed.
//! Where there is a command for them, pieces are done in [processes](crate::serve) of their own.

use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::Acker;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use plyground_catalog::Catalog;
use plyground_core::{Cancel, file};
use plyground_lab::order::Order;
use tokio::io::AsyncReadExt as _;
use tokio::runtime::Handle;

use crate::report::{Pulse, Report};
use crate::server::{
    CANCEL, ClusterError, Kind, LARGE, LOST_AFTER, Office, PATIENCE, RETURNED, Server, VERSION,
    WORKERS, host, of_subject, result_subject, runtime,
};
use crate::slot::{self, Bounds, Made, Slot};

/// So many workers a piece may end.
pub const ATTEMPTS: u64 = 3;

/// How long an empty queue is listened to before a look at what else is going on.
const LISTEN: Duration = Duration::from_secs(2);
/// Between two signs of life.
pub(crate) const PULSE: Duration = Duration::from_secs(2);
/// Between two looks at whether somebody asked to stop.
const GLANCE: Duration = Duration::from_millis(100);
/// Between two tries to reach a server that is away.
const AGAIN: Duration = Duration::from_millis(300);

/// A worker as it is to be.
#[derive(Debug, Clone)]
pub struct Worker {
    /// Where the orders are.
    pub server: Server,
    /// Pieces done at a time.
    pub jobs: usize,
    /// Whether other programs that an order names are started.
    pub allow_exec: bool,
    /// Ends after so long without an order.
    pub idle: Option<Duration>,
    /// Its version; orders of another one are not taken.
    pub version: String,
    /// A command that does [orders](crate::serve): each slot is then a process of its own, which is ended where a piece ignores its limits. In threads
    /// of this process where there is none.
    pub process: Option<Vec<OsString>>,
    /// What a piece may take beyond its time before it is ended.
    pub grace: Duration,
}

/// What a piece may take beyond its time, as a rule.
const GRACE: Duration = Duration::from_secs(10);

impl Worker {
    /// A worker of this version for a server.
    pub fn new(server: Server, jobs: usize) -> Self {
        Self {
            server,
            jobs: jobs.max(1),
            allow_exec: false,
            idle: None,
            version: VERSION.to_owned(),
            process: None,
            grace: GRACE,
        }
    }

    /// Works until `cancel` is raised, or it has been idle for long enough; how many pieces were handed in. `told` hears
    /// of each.
    pub fn run(
        &self,
        catalog: &Catalog,
        cancel: &Cancel,
        told: &(dyn Fn(&str) + Sync),
    ) -> Result<usize, ClusterError> {
        let runtime = runtime()?;
        let office = runtime.block_on(self.server.open("plyground worker"))?;
        runtime.block_on(self.refuse_other_versions(&office))?;
        let mut queues = vec![runtime.block_on(office.queue(&self.version, Kind::Own, None))?];
        if self.allow_exec {
            // First, for only workers like this one do these.
            queues.insert(0, runtime.block_on(office.queue(&self.version, Kind::Exec, None))?);
        }
        let shift = Shift {
            worker: self,
            name: format!("{}-{}", host(), std::process::id()),
            catalog,
            cancel,
            told,
            office,
            handle: runtime.handle().clone(),
            running: Arc::default(),
            done: AtomicUsize::new(0),
            broken: Mutex::new(None),
        };
        let pulse = runtime.spawn(shift.pulse());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| shift.slot(&queues));
            }
        });
        pulse.abort();
        // What was said last must leave the house.
        let _ = runtime.block_on(shift.office.client.flush());
        match shift.broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(shift.done.into_inner()),
        }
    }

    async fn refuse_other_versions(&self, office: &Office) -> Result<(), ClusterError> {
        let experiments = office.experiments().await?;
        let other = experiments.iter().find(|(_, found)| found.version != self.version);
        match other {
            Some((name, found)) if experiments.iter().all(|(_, e)| e.version != self.version) => {
                Err(ClusterError(format!(
                    "{name} is of Plyground {}, this worker of {}: results would not be comparable; \
                     start a worker of the same version",
                    found.version, self.version
                )))
            }
            _ => Ok(()),
        }
    }
}

/// The flags of the pieces under way, with their experiments, by cell.
type Running = Arc<Mutex<HashMap<String, (String, Cancel)>>>;

/// A worker at work.
struct Shift<'a> {
    worker: &'a Worker,
    name: String,
    catalog: &'a Catalog,
    cancel: &'a Cancel,
    told: &'a (dyn Fn(&str) + Sync),
    office: Office,
    handle: Handle,
    running: Running,
    done: AtomicUsize,
    /// Why nothing can be done here any more.
    broken: Mutex<Option<ClusterError>>,
}

/// How a piece ended.
enum End {
    /// With this report.
    Reported(Report),
    /// The experiment was cancelled.
    Dropped,
    /// This worker is to end.
    HandedBack,
    /// The process that did it is gone: how. Somebody else is to try.
    Lost(String),
}

impl Shift<'_> {
    /// Gives signs of life, and raises the flags of pieces that nobody wants any more.
    fn pulse(&self) -> impl Future<Output = ()> + Send + 'static {
        let (client, running) = (self.office.client.clone(), Arc::clone(&self.running));
        let pulse = Pulse {
            worker: self.name.clone(),
            version: self.worker.version.clone(),
            jobs: self.worker.jobs,
        };
        let cancel = self.cancel.clone();
        async move {
            let pulse = serde_json::to_vec(&pulse).unwrap_or_default();
            let raise = |wanted: &dyn Fn(&str) -> bool| {
                let running = running.lock().unwrap_or_else(PoisonError::into_inner);
                let found = running.values().filter(|(experiment, _)| wanted(experiment));
                found.for_each(|(_, flag)| flag.cancel());
            };
            let mut cancelled = client.subscribe(CANCEL).await.ok();
            let mut next = Instant::now();
            loop {
                if Instant::now() >= next {
                    next = Instant::now() + PULSE;
                    let _ = client.publish(WORKERS, pulse.clone().into()).await;
                }
                if cancel.is_cancelled() {
                    raise(&|_| true);
                }
                let Some(names) = &mut cancelled else {
                    tokio::time::sleep(GLANCE).await;
                    continue;
                };
                if let Ok(Some(message)) = tokio::time::timeout(GLANCE, names.next()).await {
                    let name = String::from_utf8_lossy(&message.payload).into_owned();
                    raise(&|experiment| experiment == name);
                }
            }
        }
    }

    /// Whether this worker is to end.
    fn is_over(&self) -> bool {
        let broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        self.cancel.is_cancelled() || broken.is_some()
    }

    /// One job slot: an order after the other.
    fn slot(&self, queues: &[PullConsumer]) {
        let (mut last, mut process) = (Instant::now(), None);
        while !self.is_over() {
            if let Some(message) = self.handle.block_on(next(queues)) {
                self.serve(message, &mut process);
                last = Instant::now();
            } else if self.worker.idle.is_some_and(|idle| last.elapsed() >= idle) {
                return;
            }
        }
    }

    fn serve(&self, message: Message, process: &mut Option<Slot>) {
        let delivered = message.info().map_or(1, |info| info.delivered.max(1) as u64);
        let (message, acker) = message.split();
        let acker = Arc::new(acker);
        let Some((experiment, cell)) = of_subject(&message.subject) else { return };
        let extend = self.handle.spawn(extend(Arc::clone(&acker), lost_after(&message) / 3));
        let end = match self.handle.block_on(self.attempts(cell, delivered)) {
            deaths if deaths >= ATTEMPTS => self.report(Err(format!(
                "poison: each of {deaths} workers that tried this never came back"
            ))),
            _ => match self.handle.block_on(self.read(&message)) {
                Ok(order) => self.perform(&order, experiment, process),
                Err(reason) => self.report(Err(reason)),
            },
        };
        self.handle.block_on(self.hand_in(end, experiment, cell, &acker, delivered));
        extend.abort();
    }

    /// How many workers took a piece and never came back.
    async fn attempts(&self, cell: &str, delivered: u64) -> u64 {
        if delivered <= ATTEMPTS {
            return 0;
        }
        delivered - 1 - self.returned(cell).await.min(delivered - 1)
    }

    /// How often a piece was handed back in good order.
    async fn returned(&self, cell: &str) -> u64 {
        let count = self.office.experiments.get(format!("{RETURNED}{cell}")).await;
        let count = count.ok().flatten();
        count.and_then(|bytes| String::from_utf8_lossy(&bytes).parse().ok()).unwrap_or(0)
    }

    async fn read(&self, message: &async_nats::Message) -> Result<Order, String> {
        let large = message.headers.as_ref().and_then(|headers| headers.get(LARGE));
        let bytes = match large {
            None => message.payload.to_vec(),
            Some(name) => {
                let failed = |error: &dyn std::fmt::Display| format!("the order is gone: {error}");
                let store = self.office.large_orders().await.map_err(|error| failed(&error))?;
                let object = store.get(name.as_str()).await.map_err(|error| failed(&error))?;
                let mut bytes = Vec::new();
                let read = object.take(file::LARGEST + 1).read_to_end(&mut bytes).await;
                read.map_err(|error| failed(&error))?;
                if bytes.len() as u64 > file::LARGEST {
                    return Err(format!("the order is larger than {} MB", file::LARGEST >> 20));
                }
                bytes
            }
        };
        serde_json::from_slice(&bytes).map_err(|error| format!("the order cannot be read: {error}"))
    }

    fn report(&self, made: Result<serde_json::Value, String>) -> End {
        let (product, failed) = match made {
            Ok(product) => (Some(product), None),
            Err(reason) => (None, Some(reason)),
        };
        let (version, worker) = (self.worker.version.clone(), self.name.clone());
        End::Reported(Report { version, worker, product, failed })
    }

    fn perform(&self, order: &Order, experiment: &str, process: &mut Option<Slot>) -> End {
        match order.programs() {
            Ok(programs) if !programs.is_empty() && !self.worker.allow_exec => {
                let program = programs.join(", ");
                return self.report(Err(format!("{program}: not started without --allow-exec")));
            }
            Ok(_) => {}
            Err(error) => return self.report(Err(error.to_string())),
        }
        let flag = Cancel::new();
        self.flags().insert(order.id().to_owned(), (experiment.to_owned(), flag.clone()));
        let made = match &self.worker.process {
            None => slot::perform(order, self.catalog, self.worker.jobs, &flag, &|| {}),
            Some(command) => self.in_process(command, process, order, &flag),
        };
        self.flags().remove(order.id());
        match made {
            Made::Product(product) => self.report(Ok(product)),
            Made::Failed(reason) => self.report(Err(reason)),
            Made::Cut if self.is_over() => End::HandedBack,
            Made::Cut => End::Dropped,
            Made::Died(how) => End::Lost(how),
        }
    }

    /// Does a piece in the slot's process, which is started where there is none.
    fn in_process(
        &self,
        command: &[OsString],
        process: &mut Option<Slot>,
        order: &Order,
        flag: &Cancel,
    ) -> Made {
        let mut slot = match process.take().map_or_else(|| Slot::start(command), Ok) {
            Ok(slot) => slot,
            Err(error) => {
                // The program was replaced or is gone: no fault of the piece.
                *self.broken.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                return Made::Cut;
            }
        };
        let bounds = Bounds::of(order, self.worker.grace);
        let (made, usable) = slot.perform(order, self.worker.jobs, &bounds, flag);
        *process = usable.then_some(slot);
        made
    }

    fn flags(&self) -> std::sync::MutexGuard<'_, HashMap<String, (String, Cancel)>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn hand_in(&self, end: End, experiment: &str, cell: &str, acker: &Acker, delivered: u64) {
        match end {
            End::Dropped => {
                let _ = acker.ack().await;
            }
            End::Lost(how) => {
                // Not noted as handed back: it counts as an attempt.
                let _ = acker.ack_with(AckKind::Nak(None)).await;
                (self.told)(&format!("{experiment}: {cell}: {how}"));
            }
            End::HandedBack => {
                let returned = self.returned(cell).await + 1;
                let key = format!("{RETURNED}{cell}");
                let _ = self.office.experiments.put(key, returned.to_string().into()).await;
                let _ = acker.ack_with(AckKind::Nak(None)).await;
            }
            End::Reported(report) => {
                let reason = report.failed.clone();
                self.publish(&result_subject(experiment, cell), report).await;
                let _ = acker.ack().await;
                if delivered > 1 {
                    let _ = self.office.experiments.purge(format!("{RETURNED}{cell}")).await;
                }
                let count = self.done.fetch_add(1, Ordering::Relaxed) + 1;
                (self.told)(&match reason {
                    None => format!("{count} done; the last one for {experiment}"),
                    Some(reason) => format!("{experiment}: {cell} failed: {reason}"),
                });
            }
        }
    }

    /// Publishes a report until the server has it on its disk.
    async fn publish(&self, subject: &str, mut report: Report) {
        loop {
            let mut bytes = serde_json::to_vec(&report).unwrap_or_default();
            let most = self.office.client.server_info().max_payload;
            if bytes.len() > most {
                let reason =
                    format!("the result has {} bytes; the server takes {most}", bytes.len());
                (report.product, report.failed) = (None, Some(reason));
                bytes = serde_json::to_vec(&report).unwrap_or_default();
            }
            let sent = self.office.jetstream.publish(subject.to_owned(), bytes.into()).await;
            if let Ok(kept) = sent
                && kept.await.is_ok()
            {
                return;
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// After how long without a word the order goes to another worker.
fn lost_after(message: &async_nats::Message) -> Duration {
    let said = message.headers.as_ref().and_then(|headers| headers.get(PATIENCE));
    let said = said.and_then(|milliseconds| milliseconds.as_str().parse().ok());
    said.map_or(LOST_AFTER, Duration::from_millis)
}

/// Tells the server, while a piece is done, that it is.
async fn extend(acker: Arc<Acker>, often: Duration) {
    loop {
        tokio::time::sleep(often).await;
        let _ = acker.ack_with(AckKind::Progress).await;
    }
}

/// The next order, if one comes soon. The last queue is waited for.
async fn next(queues: &[PullConsumer]) -> Option<Message> {
    let (last, others) = queues.split_last()?;
    for queue in others {
        let asked = queue.fetch().max_messages(1).expires(GLANCE).messages().await;
        if let Ok(mut orders) = asked
            && let Ok(Some(Ok(order))) = tokio::time::timeout(LISTEN, orders.next()).await
        {
            return Some(order);
        }
    }
    let listen = if others.is_empty() { LISTEN } else { LISTEN / 4 };
    match last.batch().max_messages(1).expires(listen).messages().await {
        Ok(mut orders) => match tokio::time::timeout(2 * LISTEN, orders.next()).await {
            Ok(Some(Ok(order))) => Some(order),
            Ok(None) => None,
            Ok(Some(Err(_))) | Err(_) => {
                tokio::time::sleep(AGAIN).await;
                None
            }
        },
        Err(_) => {
            tokio::time::sleep(AGAIN).await;
            None
        }
    }
}
