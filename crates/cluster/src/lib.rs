//! Experiments, tournaments and large counts on many machines.
//!
//! A [`Cluster`] is a [crew](plyground_lab::crew::Crew) of the lab: it publishes the pieces of an experiment to a NATS server
//! and takes in what [`Worker`]s give. [`census`] counts the positions of a level on several processes.

pub mod census;
mod coordinator;
mod mail;
mod report;
mod server;
mod slot;
mod status;
mod worker;

pub use coordinator::Cluster;
pub use report::{Pulse, Report};
pub use server::{ClusterError, Experiment, Server, VERSION};
pub use slot::serve;
pub use status::{Status, Statuses, cancel, status};
pub use worker::{ATTEMPTS, Worker};
