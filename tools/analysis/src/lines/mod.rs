//! Analysis queries and answers as JSON lines, after KataGo's analysis engine.
//! Not here: engines (`pool`), and the stream of lines (`run`).

mod answer;
mod question;
mod run;

pub(crate) use answer::rounded;
pub use answer::{Answer, ExactAnswer, FaultAnswer, LineAnswer, ScoreAnswer, Status};
pub use question::{Action, Defaults, Id, Question, Read};
pub use run::{Ended, run};

use crate::cancel::Cancel;
use crate::pool::{AskError, Found, Pool, Request};
use crate::setup::{QueryError, QueryErrorCode};
use referee::board::has_dice;
use tokio::sync::mpsc;

/// How many reports of a search are held for whoever takes them.
pub const REPORTS: usize = 64;

/// Answers one question. Reports of the search go to `reports`, if the question asks for them;
/// none is sent while the channel, best one for [`REPORTS`], is full.
///
/// # Errors
/// The question is at fault, or no engine answers.
pub async fn ask(
    pool: &Pool,
    question: &Question,
    defaults: &Defaults,
    cancel: &Cancel,
    reports: Option<mpsc::Sender<Answer>>,
) -> Result<Answer, QueryError> {
    let setup = question.setup()?;
    let dice = has_dice(&setup.variant);
    if let Some(outcome) = setup.board.outcome() {
        return Ok(Answer::over(question, &setup, outcome));
    }
    if let Some(name) = &question.engine
        && !pool.names().contains(name)
    {
        let known = pool.names().join(", ");
        let message = format!("found {name:?}, expected one of {known}");
        return Err(QueryError::new(
            QueryErrorCode::BadQuestion,
            "/engine",
            message,
        ));
    }
    let request = question.request(&setup, defaults)?;
    let told = |found: &Found| Answer::found(question, &setup, found, dice);
    let found = match reports.filter(|_| question.report_during_search) {
        None => pool.ask(request, cancel).await,
        Some(reports) => {
            let report = |found: &Found| {
                let mut answer = told(found);
                answer.is_during_search = true;
                let _ = reports.try_send(answer);
            };
            ask_with_reports(pool, request, cancel, report).await
        }
    };
    match found {
        Ok(found) => Ok(told(&found)),
        // It was stopped before an engine had it, so that nothing was found.
        Err(AskError::Cancelled) => Ok(told(&Found {
            stopped: true,
            ..Found::default()
        })),
        Err(error) => Err(QueryError::new(
            QueryErrorCode::Engine,
            "",
            error.to_string(),
        )),
    }
}

/// Asks an engine, and hands every report of the search on.
async fn ask_with_reports(
    pool: &Pool,
    request: Request,
    cancel: &Cancel,
    report: impl Fn(&Found),
) -> Result<Found, AskError> {
    let (sender, mut receiver) = mpsc::channel(REPORTS);
    let mut search = std::pin::pin!(pool.ask_with_reports(request, cancel, Some(sender)));
    let found = loop {
        tokio::select! {
            biased;
            Some(found) = receiver.recv() => report(&found),
            found = &mut search => break found,
        }
    };
    // The last of them may have come along with the answer.
    while let Ok(found) = receiver.try_recv() {
        report(&found);
    }
    found
}
