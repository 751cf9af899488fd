//! The NATS server: how it is reached, and what Plyground keeps there.
//!
//! | where | what |
//! | --- | --- |
//! | stream `PLYGROUND_WORK` | an order for each piece that is not done; gone once it is acknowledged |
//! | stream `PLYGROUND_RESULTS` | what pieces gave; gone once the coordinator has it on its disk |
//! | bucket `plyground` | the experiments that are under way |
//! | bucket `plyground-orders` | orders that are too large for a message |
//!
//! An order's subject is `plyground.work.VERSION.KIND.EXPERIMENT.CELL`. The stream holds one message a subject and refuses
//! a second, so a piece is queued once however often it is published. The version in the subject keeps orders from
//! workers of another one; the kind (`own` or `exec`) keeps orders that start other programs from workers that do not.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::kv;
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context, object_store};
use async_nats::{Client, ConnectOptions};
use futures_util::TryStreamExt as _;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The cluster cannot be used.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ClusterError(pub String);

impl From<ClusterError> for plyground_lab::store::RunError {
    fn from(error: ClusterError) -> Self {
        Self::Crew(error.0)
    }
}

/// The version of this program: orders and results of another one are refused.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A server, and how one gets in.
#[derive(Debug, Clone, Default)]
pub struct Server {
    /// `nats://HOST:PORT`, several separated by commas; `tls://` where the connection must be encrypted.
    pub url: String,
    /// A file of NATS credentials.
    pub credentials: Option<PathBuf>,
    /// A file with the certificate of the authority that the server's certificate is checked by.
    pub tls_ca: Option<PathBuf>,
}

/// An experiment or tournament that is under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Experiment {
    /// The version of its coordinator.
    pub version: String,
    /// The machine of its coordinator.
    pub host: String,
    /// How many pieces were not done when it was started last.
    pub pieces: usize,
}

/// What workers and coordinators are heard by.
pub(crate) const WORKERS: &str = "plyground.workers";
/// Tells the name of an experiment that is cancelled.
pub(crate) const CANCEL: &str = "plyground.cancel";
/// A header that names where an order lies that is too large for a message.
pub(crate) const LARGE: &str = "Plyground-Order";

/// A header that says after how many milliseconds without a word an order goes to another worker.
pub(crate) const PATIENCE: &str = "Plyground-Lost-After";

/// What may be kept of a cancelled experiment that nobody collects.
const KEPT: Duration = Duration::from_secs(60 * 24 * 3600);

/// Other programs are started by the orders of one kind, none by the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Own,
    Exec,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Exec => "exec",
        }
    }
}

fn token(version: &str) -> String {
    version.replace(['.', '+', '*', '>', ' '], "_")
}

pub(crate) fn work_subject(version: &str, kind: Kind, experiment: &str, cell: &str) -> String {
    format!("plyground.work.{}.{}.{experiment}.{cell}", token(version), kind.word())
}

pub(crate) fn result_subject(experiment: &str, cell: &str) -> String {
    format!("plyground.results.{experiment}.{cell}")
}

/// The experiment and the cell of a subject.
pub(crate) fn of_subject(subject: &str) -> Option<(&str, &str)> {
    let (rest, cell) = subject.rsplit_once('.')?;
    let (_, experiment) = rest.rsplit_once('.')?;
    Some((experiment, cell))
}

/// Everything on a server.
#[derive(Clone)]
pub(crate) struct Office {
    pub client: Client,
    pub jetstream: Context,
    pub work: Stream,
    pub results: Stream,
    pub experiments: kv::Store,
}

/// One address of a server.
struct Address<'a> {
    scheme: &'a str,
    /// A name and a password.
    person: Option<(&'a str, &'a str)>,
    host: &'a str,
}

impl<'a> Address<'a> {
    fn new(text: &'a str) -> Self {
        let (scheme, rest) = text.split_once("://").unwrap_or(("nats", text));
        match rest.rsplit_once('@') {
            Some((person, host)) => {
                let person = Some(person.split_once(':').unwrap_or((person, "")));
                Self { scheme, person, host }
            }
            None => Self { scheme, person: None, host: rest },
        }
    }

    /// Without the person.
    fn bare(&self) -> String {
        format!("{}://{}", self.scheme, self.host)
    }
}

impl Server {
    /// The address without a password, to be shown.
    pub fn place(&self) -> String {
        let shown = self.addresses().map(|address| match address.person {
            Some((name, _)) => format!("{}://{name}@{}", address.scheme, address.host),
            None => address.bare(),
        });
        shown.collect::<Vec<_>>().join(",")
    }

    fn addresses(&self) -> impl Iterator<Item = Address<'_>> {
        self.url.split(',').map(|address| Address::new(address.trim()))
    }

    async fn connect(&self, name: &str) -> Result<Client, ClusterError> {
        let mut options =
            ConnectOptions::new().name(name).connection_timeout(Duration::from_secs(5));
        if let Some(path) = &self.credentials {
            options = options.credentials_file(path).await.map_err(|error| {
                ClusterError(format!("the credentials {}: {error}", path.display()))
            })?;
        }
        if let Some(path) = &self.tls_ca {
            if !path.is_file() {
                return Err(ClusterError(format!("{}: there is no such file", path.display())));
            }
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        // The client does not use what stands in the address.
        if let Some((name, password)) = self.addresses().find_map(|address| address.person) {
            options = options.user_and_password(name.to_owned(), password.to_owned());
        }
        let addresses: Vec<String> = self.addresses().map(|address| address.bare()).collect();
        options
            .connect(&addresses[..])
            .await
            .map_err(|error| ClusterError(format!("{} cannot be reached: {error}", self.place())))
    }

    /// Connects, and makes what is missing on the server.
    pub(crate) async fn open(&self, name: &str) -> Result<Office, ClusterError> {
        let client = self.connect(name).await?;
        let mut jetstream = jetstream::new(client.clone());
        jetstream.set_timeout(Duration::from_secs(5));
        let failed = |error: &dyn std::fmt::Display| {
            ClusterError(format!(
                "{}: JetStream cannot be used ({error}); start the server with: nats-server -js -sd FOLDER",
                self.place()
            ))
        };
        let work = jetstream.get_or_create_stream(stream::Config {
            name: "PLYGROUND_WORK".to_owned(),
            subjects: vec!["plyground.work.>".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            ..stream::Config::default()
        });
        let work = work.await.map_err(|error| failed(&error))?;
        let results = jetstream.get_or_create_stream(stream::Config {
            name: "PLYGROUND_RESULTS".to_owned(),
            subjects: vec!["plyground.results.>".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            storage: StorageType::File,
            max_age: KEPT,
            ..stream::Config::default()
        });
        let results = results.await.map_err(|error| failed(&error))?;
        // The bucket is made as the stream that it is: the client's own way asks more of a server than Debian's answers.
        let bucket = jetstream.get_or_create_stream(stream::Config {
            name: "KV_plyground".to_owned(),
            subjects: vec!["$KV.plyground.>".to_owned()],
            storage: StorageType::File,
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..stream::Config::default()
        });
        bucket.await.map_err(|error| failed(&error))?;
        let experiments = jetstream.get_key_value("plyground").await;
        let experiments = experiments.map_err(|error| failed(&error))?;
        Ok(Office { client, jetstream, work, results, experiments })
    }
}

impl Office {
    /// The queue of the orders of a kind; `lost_after` is set anew where it is given.
    pub async fn queue(
        &self,
        version: &str,
        kind: Kind,
        lost_after: Option<Duration>,
    ) -> Result<PullConsumer, ClusterError> {
        let name = format!("workers-{}-{}", token(version), kind.word());
        let config = |wait: Duration| pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: format!("plyground.work.{}.{}.>", token(version), kind.word()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: wait,
            max_deliver: -1,
            max_ack_pending: -1,
            max_waiting: 20_000,
            ..pull::Config::default()
        };
        let made = match lost_after {
            Some(wait) => self.work.create_consumer(config(wait)).await,
            None => match self.work.get_consumer(&name).await {
                Ok(queue) => return Ok(queue),
                Err(_) => self.work.create_consumer(config(LOST_AFTER)).await,
            },
        };
        made.map_err(|error| ClusterError(format!("the queue of orders cannot be used: {error}")))
    }

    /// The results of an experiment.
    pub async fn results_of(&self, experiment: &str) -> Result<PullConsumer, ClusterError> {
        let config = pull::Config {
            durable_name: Some(experiment.to_owned()),
            filter_subject: format!("plyground.results.{experiment}.>"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs(60),
            max_ack_pending: -1,
            ..pull::Config::default()
        };
        let made = self.results.get_or_create_consumer(experiment, config).await;
        made.map_err(|error| ClusterError(format!("the results cannot be read: {error}")))
    }

    /// Where large orders lie.
    pub async fn large_orders(&self) -> Result<object_store::ObjectStore, ClusterError> {
        let bucket = "plyground-orders";
        if let Ok(store) = self.jetstream.get_object_store(bucket).await {
            return Ok(store);
        }
        let config = object_store::Config {
            bucket: bucket.to_owned(),
            max_age: KEPT,
            ..object_store::Config::default()
        };
        let made = self.jetstream.create_object_store(config).await;
        made.map_err(|error| ClusterError(format!("large levels cannot be kept: {error}")))
    }

    /// The experiments that are under way, by name.
    pub async fn experiments(&self) -> Result<Vec<(String, Experiment)>, ClusterError> {
        let failed = |error: &dyn std::fmt::Display| {
            ClusterError(format!("the experiments cannot be listed: {error}"))
        };
        let keys = self.experiments.keys().await.map_err(|error| failed(&error))?;
        let mut keys: Vec<String> = keys.try_collect().await.map_err(|error| failed(&error))?;
        keys.retain(|key| !key.starts_with(RETURNED));
        keys.sort();
        let mut experiments = Vec::new();
        for key in keys {
            let value = self.experiments.get(&key).await.map_err(|error| failed(&error))?;
            let read = value.and_then(|bytes| serde_json::from_slice(&bytes).ok());
            experiments.extend(read.map(|experiment| (key, experiment)));
        }
        Ok(experiments)
    }

    /// Takes an experiment and all its orders off the server; results too, where they are not wanted.
    pub async fn forget(&self, experiment: &str) -> Result<(), ClusterError> {
        let failed = |error: &dyn std::fmt::Display| {
            ClusterError(format!("{experiment} cannot be taken off the server: {error}"))
        };
        let orders = format!("plyground.work.*.*.{experiment}.>");
        self.work.purge().filter(orders).await.map_err(|error| failed(&error))?;
        let results = format!("plyground.results.{experiment}.>");
        self.results.purge().filter(results).await.map_err(|error| failed(&error))?;
        // A consumer that is gone already is as good.
        let _ = self.results.delete_consumer(experiment).await;
        self.experiments.purge(experiment).await.map_err(|error| failed(&error))
    }
}

/// After so long without a word from its worker, a piece goes to another one.
pub(crate) const LOST_AFTER: Duration = Duration::from_secs(30);

/// Begins the keys under which it is noted how often a piece was handed back in good order.
pub(crate) const RETURNED: &str = "returned-";

/// The name of this machine.
pub(crate) fn host() -> String {
    std::fs::read_to_string("/etc/hostname")
        .ok()
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .or_else(|| std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).ok())
        .unwrap_or_else(|| "unknown".to_owned())
}

/// A runtime for what waits on the network.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, ClusterError> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| ClusterError(format!("no runtime: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_names_version_kind_experiment_and_cell() {
        let subject = work_subject("0.1.0", Kind::Own, "study-7f", "abc");
        assert_eq!(subject, "plyground.work.0_1_0.own.study-7f.abc");
        assert_eq!(of_subject(&subject), Some(("study-7f", "abc")));
        assert_eq!(of_subject(&result_subject("study-7f", "abc")), Some(("study-7f", "abc")));
        assert_eq!(of_subject("nothing"), None);
    }

    #[test]
    fn a_password_is_not_shown() {
        let place = |url: &str| Server { url: url.to_owned(), ..Server::default() }.place();
        assert_eq!(place("nats://me:p@ss@host:4222"), "nats://me@host:4222");
        assert_eq!(place("tls://a, me:secret@b"), "tls://a,nats://me@b");
        assert_eq!(place("nats://host"), "nats://host");
    }
}
