//! The static files of the page: embedded, or read from disk in debug builds.
//! Not here: their contents.

use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "page/"]
struct Files;

/// The file at a path; `/` is `index.html`.
pub async fn file(method: Method, uri: Uri) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, "files are only read\n").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    // Names of files here need no escapes, so that a path with any names none of them.
    let hidden = path.split('/').any(|part| part.starts_with('.'));
    let found = (!hidden).then(|| Files::get(path)).flatten();
    let Some(file) = found else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let kind = match file.metadata.mimetype() {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        other => other.to_owned(),
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, file.data).into_response()
}
