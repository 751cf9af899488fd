//! Who does the work of an experiment or a tournament: this machine, a part of it, or a cluster.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use plyground_cluster::{Cluster, Server};
use plyground_core::{Cancel, fingerprint};
use plyground_lab::crew::{self, Crew, Hear, Load, Local, Part, Shard};
use plyground_lab::store::RunError;

use crate::failure::Failure;
use crate::{args, output};

/// How one gets into a NATS server.
#[derive(Debug, Clone, Args)]
pub struct Access {
    /// A file of NATS credentials
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// The certificate of the authority that the server's certificate is checked by; asks for TLS
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,
}

impl Access {
    /// The server at an address.
    pub fn server(&self, url: &str) -> Server {
        Server { url: url.to_owned(), credentials: self.creds.clone(), tls_ca: self.tls_ca.clone() }
    }
}

/// Where the work is done.
#[derive(Debug, Clone, Args)]
pub struct CrewArgs {
    /// Do only part I of N, chosen by a hash: for batch systems; `plyground merge` joins the folders
    #[arg(long, value_name = "I/N", conflicts_with = "cluster")]
    shard: Option<Part>,
    /// Let workers do the work, by a NATS server with JetStream
    #[arg(long, value_name = "nats://HOST")]
    cluster: Option<String>,
    #[command(flatten)]
    access: Access,
    /// Seconds without a word from its worker after which a piece goes to another one; 30 where nothing is said
    #[arg(long, value_name = "S", requires = "cluster", value_parser = args::seconds)]
    lost_after: Option<Duration>,
}

impl CrewArgs {
    /// Whoever is asked for, for the work of a folder.
    pub fn crew(&self, folder: &Path, jobs: usize) -> Result<Chosen, Failure> {
        let local = Local { jobs };
        Ok(match (&self.cluster, self.shard) {
            (Some(url), _) => {
                let mut cluster = Cluster::new(self.access.server(url), name(folder)?);
                cluster.lost_after = self.lost_after.unwrap_or(cluster.lost_after);
                Chosen::Cluster(Box::new(cluster))
            }
            (None, Some(part)) => Chosen::Shard(Shard { part, local }),
            (None, None) => Chosen::Local(local),
        })
    }

    /// Whether only a part is done.
    pub fn is_part(&self) -> bool {
        self.shard.is_some()
    }
}

/// The name of a folder's experiment on a server; it is kept in the folder, so that one may come back.
fn name(folder: &Path) -> Result<String, Failure> {
    let file = folder.join("cluster-name");
    if let Ok(name) = std::fs::read_to_string(&file) {
        let name = name.trim().to_owned();
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if !name.is_empty() && name.chars().all(plain) {
            return Ok(name);
        }
        let file = file.display();
        return Err(Failure::input(format!("{file}: expected a name of letters, digits and -")));
    }
    let folder_name = folder.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let plain: String = folder_name.chars().filter(char::is_ascii_alphanumeric).take(24).collect();
    let moment = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let moment = moment.map_or(0, |moment| moment.as_nanos());
    let mark = fingerprint(&format!("{moment} {} {}", std::process::id(), folder.display()));
    let name = format!("{}-{}", if plain.is_empty() { "lab" } else { &plain }, &mark[..8]);
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder.display(), &error))?;
    output::file(&file, format!("{name}\n").as_bytes())?;
    Ok(name)
}

/// One of the three.
pub enum Chosen {
    /// This machine.
    Local(Local),
    /// A part of the work on this machine.
    Shard(Shard),
    /// The workers of a cluster.
    Cluster(Box<Cluster>),
}

impl Crew for Chosen {
    fn jobs(&self) -> usize {
        match self {
            Self::Local(crew) => crew.jobs(),
            Self::Shard(crew) => crew.jobs(),
            Self::Cluster(crew) => crew.jobs(),
        }
    }

    fn takes(&self, id: &str) -> bool {
        match self {
            Self::Shard(crew) => crew.takes(id),
            Self::Local(_) | Self::Cluster(_) => true,
        }
    }

    fn work<L: Load>(
        &mut self,
        load: &L,
        cancel: &Cancel,
        hear: Hear<'_, L::Product>,
    ) -> Result<(), RunError> {
        match self {
            Self::Local(crew) => crew.work(load, cancel, hear),
            Self::Shard(crew) => crew.work(load, cancel, hear),
            Self::Cluster(crew) => crew.work(load, cancel, hear),
        }
    }
}

impl Chosen {
    /// Says what the cluster has to say at the end: what was refused, and how to come back to what is left.
    pub fn remark(&self, left: usize) {
        let Self::Cluster(cluster) = self else { return };
        let crew::Workers { rejected, failed, refused, .. } = cluster.workers;
        let (name, url) = (&cluster.name, cluster.server.place());
        for (count, words) in [
            (rejected, "results were not true and were rejected"),
            (failed, "could not be done by any worker; their rows say why"),
            (refused, "workers are of another version and get no work"),
        ] {
            if count > 0 {
                output::remark(&format!("{count} {words}"));
            }
        }
        if left > 0 {
            output::remark(&format!(
                "{left} are left in the queue as {name}: the same command goes on, \
                 `plyground cluster cancel {name} --cluster {url}` ends it"
            ));
        }
    }
}
