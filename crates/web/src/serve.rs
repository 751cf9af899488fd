use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Request, StatusCode};
use axum::middleware;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use plyground_catalog::Catalog;
use plyground_data::{Claim, DataError};
use thiserror::Error;
use tokio::net::TcpListener;
use tower::ServiceExt as _;
use tower_http::compression::CompressionLayer;

use crate::security::{Peer, guard, unguessable};
use crate::work::apart;
use crate::{App, api, assets};

/// The largest request, in bytes: a collection of a few thousand levels fits.
pub(crate) const LARGEST_BODY: usize = 2 * 1024 * 1024;
/// How long a client may take for the head of a request, and again for its body.
const READ_PATIENCE: Duration = Duration::from_secs(20);
/// How long open answers may take when the server ends, and then whatever is still being worked on.
const LAST_MOMENT: Duration = Duration::from_secs(2);
/// How many ports after the wanted one are tried.
const MORE_PORTS: u16 = 20;

/// How to serve.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; where it is taken, the next free one.
    pub port: u16,
    /// Where progress is kept.
    pub data: PathBuf,
    /// What clients must know; made up where the address is not loopback and none is given.
    pub token: Option<String>,
    /// The worlds to serve.
    pub catalog: Catalog,
    /// A folder with the page's files, in place of those in the binary.
    pub assets: Option<PathBuf>,
}

/// The server cannot start or go on.
#[derive(Debug, Error)]
pub enum ServeError {
    /// No port is free.
    #[error("{host} has no free port from {port} to {last}: {source}", last = port.saturating_add(MORE_PORTS))]
    Port {
        /// The address.
        host: IpAddr,
        /// The first port tried.
        port: u16,
        /// What the last try said.
        source: std::io::Error,
    },
    /// The data folder cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Listening failed.
    #[error("the server stopped: {0}")]
    Io(#[from] std::io::Error),
}

/// The whole server as one service.
pub fn router(app: &App) -> Router {
    patient_router(app, READ_PATIENCE)
}

/// The whole server, with another patience for bodies that are slow to come.
pub fn patient_router(app: &App, patience: Duration) -> Router {
    api::router()
        .route("/palette.css", axum::routing::get(assets::palette))
        .fallback(assets::asset)
        // Bodies are received, and measured, before anybody reads them.
        .layer(DefaultBodyLimit::disable())
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state((app.clone(), patience), apart))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .with_state(app.clone())
}

/// Serves until the process is told to end. `started` gets the address to open, and what a person should know: that
/// the wanted port was taken, that the store was damaged. One server at a time uses a folder.
pub fn serve(config: Config, started: impl FnOnce(&str, Vec<String>)) -> Result<(), ServeError> {
    serve_until(config, started, ended())
}

/// Serves until `end`, whatever is being worked on then: what was acknowledged is kept, and nothing else is waited for.
pub fn serve_until(
    config: Config,
    started: impl FnOnce(&str, Vec<String>),
    end: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(open_and_answer(config, started, end));
    runtime.shutdown_timeout(LAST_MOMENT);
    served
}

async fn open_and_answer(
    config: Config,
    started: impl FnOnce(&str, Vec<String>),
    end: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let token = match config.token {
        None if !config.host.is_loopback() => Some(unguessable()),
        token => token,
    };
    let mut claim = Claim::take(&config.data, "another Plyground server, which is starting")?;
    let app = App::new(config.catalog, &config.data, token.clone(), config.assets)?;
    let (listener, address) = listen(config.host, config.port).await?;
    let note = (config.port != 0 && address.port() != config.port)
        .then(|| format!("port {} is taken; using {}", config.port, address.port()));
    let url = match &token {
        Some(token) => format!("http://{address}/?token={token}"),
        None => format!("http://{address}/"),
    };
    claim.tell(&format!("the Plyground server at http://{address}/"));
    started(&url, note.into_iter().chain(app.store().remarks()).collect());
    answer(listener, router(&app), end).await;
    Ok(())
}

/// Answers whoever connects, until `end`. Those who are being answered then get a moment.
pub async fn answer(listener: TcpListener, router: Router, end: impl Future<Output = ()>) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(READ_PATIENCE);
    let open = GracefulShutdown::new();
    let mut end = std::pin::pin!(end);
    loop {
        let connected = tokio::select! {
            connected = listener.accept() => connected,
            () = &mut end => break,
        };
        let Ok((stream, peer)) = connected else {
            // Out of file handles, or gone before it was greeted: others must not suffer.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let known = move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip()));
            request
        };
        let service = TowerToHyperService::new(router.clone().map_request(known));
        let talk = server.serve_connection(TokioIo::new(stream), service);
        tokio::spawn(open.watch(talk));
    }
    drop(listener);
    let _ = tokio::time::timeout(LAST_MOMENT, open.shutdown()).await;
}

async fn listen(host: IpAddr, port: u16) -> Result<(TcpListener, SocketAddr), ServeError> {
    let mut problem = None;
    for port in port..=port.saturating_add(MORE_PORTS) {
        match TcpListener::bind((host, port)).await {
            Ok(listener) => {
                let address = listener.local_addr()?;
                return Ok((listener, address));
            }
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => problem = Some(error),
            Err(source) => return Err(ServeError::Port { host, port, source }),
        }
    }
    let source = problem.unwrap_or_else(|| std::io::ErrorKind::AddrInUse.into());
    Err(ServeError::Port { host, port, source })
}

/// Waits for Ctrl-C or a request to terminate.
async fn ended() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let Ok(mut terminated) =
            tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
        else {
            let _ = interrupted.await;
            return;
        };
        tokio::select! {
            _ = interrupted => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = interrupted.await;
    }
}

/// The answer to an address of the API that does not exist.
pub(crate) async fn nothing_here() -> crate::error::ApiError {
    crate::error::ApiError::new(
        StatusCode::NOT_FOUND,
        "no such address; GET /api/openapi.json lists what there is",
    )
}

/// The answer to a known address that is asked in the wrong way.
pub(crate) async fn wrong_way() -> crate::error::ApiError {
    crate::error::ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address takes another method; GET /api/openapi.json lists what there is",
    )
}
