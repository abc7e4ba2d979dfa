//! Questions about positions and their answers as JSON lines, as KataGo's analysis engine has them.
//! Not here: engines (`pool`), and reading and printing lines (`run`).

mod answer;
mod question;
mod run;

pub(crate) use answer::rounded;
pub use answer::{Answer, ExactAnswer, FaultAnswer, LineAnswer, ScoreAnswer, Status};
pub use question::{Action, Defaults, Id, Question, Read};
pub use run::{Ended, run};

use crate::cancel::Cancel;
use crate::pool::{AskError, Found, Pool};
use crate::setup::{Fault, FaultCode};
use referee::board::has_dice;
use tokio::sync::mpsc;

/// Answers one question. Reports of the search go to `reports`, if the question asks for them;
/// none is sent while the channel is full.
///
/// # Errors
/// The question is at fault, or no engine answers.
pub async fn ask(
    pool: &Pool,
    question: &Question,
    defaults: &Defaults,
    cancel: &Cancel,
    reports: Option<mpsc::Sender<Answer>>,
) -> Result<Answer, Fault> {
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
        return Err(Fault::new(FaultCode::BadQuestion, "/engine", message));
    }
    let request = question.request(&setup, defaults)?;
    let told = |found: &Found| Answer::found(question, &setup, found, dice);
    let wanted = reports.filter(|_| question.report_during_search);
    let (sender, mut receiver) = mpsc::channel(1);
    let search = pool.ask_with_reports(request, cancel, wanted.is_some().then_some(sender));
    let mut search = std::pin::pin!(search);
    let found = loop {
        tokio::select! {
            biased;
            found = &mut search => break found,
            Some(found) = receiver.recv(), if wanted.is_some() => {
                if let Some(reports) = &wanted {
                    let mut answer = told(&found);
                    answer.is_during_search = true;
                    let _ = reports.try_send(answer);
                }
            }
        }
    };
    match found {
        Ok(found) => Ok(told(&found)),
        // It was stopped before an engine had it, so that nothing was found.
        Err(AskError::Cancelled) => Ok(told(&Found {
            stopped: true,
            ..Found::default()
        })),
        Err(error) => Err(Fault::new(FaultCode::Engine, "", error.to_string())),
    }
}
