//! HTTP questions as JSON, under `/api/v1`.
//! Not here: the pipes of the page.

mod engines;

use crate::state::Shared;
use axum::Router;
use axum::routing::get;
use std::sync::Arc;

/// The routes, below `/api/v1`.
pub fn routes() -> Router<Arc<Shared>> {
    Router::new().route("/engines", get(engines::list))
}
