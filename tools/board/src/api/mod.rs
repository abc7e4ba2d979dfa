//! The HTTP API under `/api/v1`, with JSON requests and responses.
//! Not here: the WebSockets of the page (`pipe`).

mod engines;

use crate::state::Shared;
use axum::Router;
use axum::routing::get;
use std::sync::Arc;

/// The routes, below `/api/v1`.
pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/engines", get(engines::list))
}
