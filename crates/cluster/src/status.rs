//! What is under way on a server, and how it is ended.

use futures_util::TryStreamExt as _;
use plyground_core::text::quoted;
use serde::Serialize;

use crate::server::{CANCEL, ClusterError, Kind, Server, VERSION, runtime};

/// An experiment or tournament on a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Status {
    /// Its name.
    pub name: String,
    /// The version of its coordinator.
    pub version: String,
    /// The machine of its coordinator.
    pub host: String,
    /// How many pieces were not done when its coordinator was started last.
    pub pieces: usize,
    /// Orders that wait or are being done.
    pub queued: usize,
    /// Results that its coordinator has not taken in.
    pub results: u64,
}

/// All that is on a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Statuses {
    /// Orders that workers of this version are doing now.
    pub running: usize,
    /// The experiments and tournaments, by name.
    pub experiments: Vec<Status>,
}

/// Looks at a server.
pub fn status(server: &Server) -> Result<Statuses, ClusterError> {
    runtime()?.block_on(async {
        let office = server.open("plyground cluster").await?;
        let failed = |error: &dyn std::fmt::Display| {
            ClusterError(format!("the server does not answer: {error}"))
        };
        let mut experiments = Vec::new();
        for (name, found) in office.experiments().await? {
            let orders = format!("plyground.work.*.*.{name}.>");
            let orders = office.work.info_with_subjects(orders).await;
            let orders: Vec<_> = orders
                .map_err(|error| failed(&error))?
                .try_collect()
                .await
                .map_err(|error| failed(&error))?;
            let results = office.results_of(&name).await?;
            let info = results.get_info().await.map_err(|error| failed(&error))?;
            experiments.push(Status {
                name,
                version: found.version,
                host: found.host,
                pieces: found.pieces,
                queued: orders.len(),
                results: info.num_pending + info.num_ack_pending as u64,
            });
        }
        let mut running = 0;
        for kind in [Kind::Own, Kind::Exec] {
            let queue = office.queue(VERSION, kind, None).await?;
            let info = queue.get_info().await.map_err(|error| failed(&error))?;
            running += info.num_ack_pending;
        }
        Ok(Statuses { running, experiments })
    })
}

/// Ends an experiment: its orders and results go, workers drop what they are doing for it, and its coordinator ends.
pub fn cancel(server: &Server, name: &str) -> Result<(), ClusterError> {
    runtime()?.block_on(async {
        let office = server.open("plyground cluster").await?;
        let known: Vec<String> =
            office.experiments().await?.into_iter().map(|(name, _)| name).collect();
        if !known.iter().any(|other| other == name) {
            return Err(ClusterError(match known.is_empty() {
                true => format!(
                    "there is no experiment {name}: the server has none",
                    name = quoted(name)
                ),
                false => {
                    format!(
                        "there is no experiment {name}; there are: {}",
                        known.join(", "),
                        name = quoted(name)
                    )
                }
            }));
        }
        let told = office.client.publish(CANCEL, name.to_owned().into()).await;
        told.map_err(|error| ClusterError(format!("the workers cannot be told: {error}")))?;
        let sent = office.client.flush().await;
        sent.map_err(|error| ClusterError(format!("the workers cannot be told: {error}")))?;
        office.forget(name).await
    })
}
