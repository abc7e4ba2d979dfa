//! Answers of several JSON objects: one on each line of the body, sent when it is there.
//! Not here: what the objects say.

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use tokio::sync::mpsc;

/// The media type of such an answer.
pub const JSON_LINES: &str = "application/x-ndjson";

/// An object as a line.
pub fn line(object: &impl Serialize) -> String {
    // Keys are texts and numbers are finite, so that this cannot fail.
    serde_json::to_string(object).unwrap_or_default() + "\n"
}

/// The body of reports that come while `work` is under way, and of the line that it ends with. Work and
/// all that belongs to it are dropped if the connection ends.
pub fn respond<T: Serialize + Send + 'static>(
    reports: mpsc::Receiver<T>,
    work: impl Future<Output = String> + Send + 'static,
) -> Response {
    let work: Pin<Box<dyn Future<Output = String> + Send>> = Box::pin(work);
    let stream = unfold(Some((reports, work)), |state| async move {
        let (mut reports, mut work) = state?;
        let last = tokio::select! {
            biased;
            Some(report) = reports.recv() => {
                let bytes = Bytes::from(line(&report));
                return Some((Ok::<_, Infallible>(bytes), Some((reports, work))));
            }
            last = &mut work => last,
        };
        let mut text = String::new();
        while let Ok(report) = reports.try_recv() {
            text += &line(&report);
        }
        Some((Ok(Bytes::from(text + &last)), None))
    });
    let kind = [(header::CONTENT_TYPE, JSON_LINES)];
    (kind, Body::from_stream(stream)).into_response()
}
