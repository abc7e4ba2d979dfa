//! Engines that live on with closed streams, print what cannot be read, or print without a pause.
//! Not here: engines that answer, wrongly or late.

use crate::arena::{assert_gone, place};
use referee::engine::{Deadlines, Engine, EngineSpec, FailureKind, Loss};
use std::time::{Duration, Instant};
use tricorn_protocol::Go;

/// An engine as a shell script, which does this at `go`. `tag` stands in its command line.
async fn scripted(tag: &str, at_go: &str) -> Engine {
    let script = format!(
        "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
         go*) {at_go};; quit) exit;; esac; done"
    );
    let spec = EngineSpec {
        name: tag.into(),
        command: "sh".into(),
        args: ["-c", &script, tag].map(String::from).into(),
        ..EngineSpec::default()
    };
    let engine = Engine::start(&spec, &place(Deadlines::default())).await;
    engine.expect("a script that greets")
}

/// What an engine does within a minute after `go`; how it is lost, what is said of it, and when.
async fn lost(tag: &str, at_go: &str, time: Duration) -> (Loss, FailureKind, String, Duration) {
    let mut engine = scripted(tag, at_go).await;
    let ready = engine.position("position startpos").await;
    assert_eq!(ready, Ok(0));
    let begun = engine.go(&Go::default()).await.expect("it is read");
    let loss = engine.answer(Some(begun + time)).await;
    let loss = loss.expect_err("it does not answer");
    let failure = engine.lost(loss, "bestmove", time).await;
    let taken = begun.elapsed();
    assert_gone(tag);
    (loss, failure.kind, failure.detail, taken)
}

/// A wait that nobody would sit through; what is noticed at once takes a small part of it.
const LONG: Duration = Duration::from_secs(60);
const SOON: Duration = Duration::from_secs(30);

#[tokio::test]
async fn an_engine_that_closes_its_output_is_named_at_once() {
    let (loss, kind, detail, taken) = lost(
        "t-closes-output",
        "exec >&-; while :; do sleep 1; done",
        LONG,
    )
    .await;
    assert_eq!((loss, kind), (Loss::Ended, FailureKind::Crash));
    assert_eq!(detail, "it closed its output and did not end");
    assert!(taken < SOON, "{taken:?}");
}

#[tokio::test]
async fn an_engine_that_closes_its_input_is_named_at_once() {
    let (loss, kind, detail, taken) = lost(
        "t-closes-input",
        "exec <&-; while :; do sleep 1; done",
        LONG,
    )
    .await;
    assert_eq!((loss, kind), (Loss::InputClosed, FailureKind::Crash));
    assert_eq!(detail, "it closed its input and did not end");
    assert!(taken < SOON, "{taken:?}");
}

#[tokio::test]
async fn an_engine_that_ends_is_told_from_one_that_closes_its_streams() {
    let (loss, kind, detail, _) = lost("t-ends", "echo gone >&2; exit 7", LONG).await;
    assert_eq!((loss, kind), (Loss::Ended, FailureKind::Crash));
    assert_eq!(
        detail,
        "it ended with exit code 7, last on stderr: \"gone\""
    );
}

#[tokio::test]
async fn a_hang_quotes_the_last_line_that_could_not_be_read() {
    let (loss, kind, detail, _) = lost(
        "t-shouts",
        "echo thinking; echo BESTMOVE g2e4; echo",
        Duration::from_millis(800),
    )
    .await;
    assert_eq!((loss, kind), (Loss::Late, FailureKind::Hang));
    assert_eq!(
        detail,
        "no bestmove within 800 ms; the last line that could not be read: \"BESTMOVE g2e4\""
    );
}

#[tokio::test]
async fn blank_lines_without_a_pause_do_not_move_a_deadline() {
    let time = Duration::from_millis(500);
    // A shell is too slow for a flood, which would be noticed before the deadline.
    let mut engine = scripted("t-blanks", "while :; do echo; done").await;
    assert_eq!(engine.position("position startpos").await, Ok(0));
    let begun = engine.go(&Go::default()).await.expect("it is read");
    let answer = engine.answer(Some(begun + time)).await;
    assert_eq!(answer, Err(Loss::Late));
    assert!(Instant::now() - begun < SOON);
    engine.kill().await;
    assert_gone("t-blanks");
}
