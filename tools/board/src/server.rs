//! The HTTP server: routes and connection limits.
//! Not here: the handlers behind the routes.

use crate::state::{MAX_BODY, Shared};
use crate::watched::Watched;
use crate::{access, api, page, pipe};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How long the head of a request may take to come.
const HEAD: Duration = Duration::from_secs(15);

/// Connections that may be open at once besides those of WebSockets; more wait in the system's queue.
const CONNECTIONS: usize = 256;

/// How long to wait after a connection could not be accepted, as when there are too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// The largest head of a request, in bytes.
const HEAD_SIZE: usize = 32 << 10;

/// All routes.
pub fn routes(shared: &Arc<Shared>) -> Router {
    Router::new()
        .merge(api::routes())
        .merge(pipe::routes())
        .fallback(page::file)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(Arc::clone(shared), access::check))
        .with_state(Arc::clone(shared))
}

/// Serves until the future is dropped. Connections that are open then end with the runtime.
pub async fn serve(listener: TcpListener, shared: &Arc<Shared>) {
    let routes = routes(shared);
    let slots = Arc::new(Semaphore::new(CONNECTIONS + shared.bounds.sockets));
    loop {
        // Never closed, so that there is always a slot to wait for.
        let slot = Arc::clone(&slots).acquire_owned().await.ok();
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection cannot be accepted");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // Lines are short and wanted at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .max_buf_size(HEAD_SIZE);
            let connection = builder.serve_connection(TokioIo::new(Watched::new(stream)), service);
            if let Err(error) = connection.with_upgrades().await {
                tracing::debug!(%error, "a connection ended");
            }
            drop(slot);
        });
    }
}
