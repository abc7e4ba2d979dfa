//! WebSockets that carry protocol lines: to the rules, and to an engine process.
//! Not here: the meaning of the lines.

mod engine;
mod lines;
mod rules;
mod settings;

pub use settings::allowed;

use crate::state::{MAX_BODY, Shared};
use axum::Router;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use lines::{Lines, close};
use std::sync::Arc;

/// The routes.
pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/ws/rules", any(rules_pipe))
        .route("/ws/engine/{name}", any(engine_pipe))
}

async fn rules_pipe(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    open(shared, upgrade, |shared, lines| async move {
        rules::serve(&shared, lines).await;
    })
}

async fn engine_pipe(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(at) = shared.engines.iter().position(|spec| spec.name == name) else {
        return (StatusCode::NOT_FOUND, "there is no engine of this name\n").into_response();
    };
    open(shared, upgrade, move |shared, lines| async move {
        engine::serve(&shared, at, lines).await;
    })
}

/// Answers the upgrade, and serves the socket if there is a slot for it.
fn open<F: Future<Output = ()> + Send + 'static>(
    shared: Arc<Shared>,
    upgrade: WebSocketUpgrade,
    serve: impl FnOnce(Arc<Shared>, Lines) -> F + Send + 'static,
) -> Response {
    let upgrade = upgrade
        .max_message_size(MAX_BODY)
        .max_frame_size(MAX_BODY)
        .read_buffer_size(16 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(64 << 20);
    upgrade.on_upgrade(move |socket: WebSocket| async move {
        // A browser tells its page nothing of an answer that refuses the upgrade, but the reason of
        // a close.
        let Ok(slot) = Arc::clone(&shared.socket_slots).try_acquire_owned() else {
            let lines = Lines::new(socket);
            return lines.end(close::TRY_LATER, "too many pages are open").await;
        };
        serve(shared, Lines::new(socket)).await;
        drop(slot);
    })
}
