//! The HTTP API under `/api/v1`, with JSON requests and responses.
//! Not here: the WebSockets of the page (`pipe`).

mod analyse;
mod dice;
mod engines;
mod error;
mod import;
mod openapi;
mod positions;
mod question;
mod review;
mod steps;
mod stream;

pub use dice::Seeds;

use crate::state::Shared;
use axum::Router;
use axum::http::header;
use axum::routing::get;
use error::{ErrorAnswer, ErrorCode};
use std::sync::Arc;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Where the questions are.
const BASE: &str = "/api/v1";

/// The routes, all of which are in the OpenAPI text.
pub fn routes() -> Router<Arc<Shared>> {
    let below = OpenApiRouter::new()
        .routes(routes!(engines::list))
        .routes(routes!(positions::legal))
        .routes(routes!(steps::steps))
        .routes(routes!(import::import))
        .routes(routes!(analyse::analyse))
        .routes(routes!(review::review))
        .routes(routes!(dice::new))
        .routes(routes!(dice::throw))
        .routes(routes!(dice::reveal));
    let all = OpenApiRouter::with_openapi(openapi::Head::openapi()).nest(BASE, below);
    let (routes, types) = all.split_for_parts();
    let text: Arc<str> = openapi::whole(&types).to_string().into();
    let answer = move || {
        let text = text.to_string();
        async move { ([(header::CONTENT_TYPE, "application/json")], text) }
    };
    routes
        .route(&format!("{BASE}/openapi.json"), get(answer))
        .route(&format!("{BASE}/{{*rest}}"), axum::routing::any(unknown))
        .method_not_allowed_fallback(other_method)
}

async fn unknown() -> ErrorAnswer {
    let message = format!("there is no such path; {BASE}/openapi.json lists all");
    ErrorAnswer::new(ErrorCode::NotFound, "", message)
}

async fn other_method() -> ErrorAnswer {
    let message = format!("the path takes another method; {BASE}/openapi.json lists all");
    ErrorAnswer::new(ErrorCode::BadMethod, "", message)
}
