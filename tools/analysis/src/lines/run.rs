//! The loop of `analyse lines`: reads queries ahead, up to a limit, and writes answers in any order.
//! Not here: the files and threads behind the streams.

use super::answer::{Answer, FaultAnswer};
use super::question::{Action, Defaults, Id, Question, Read};
use super::{REPORTS, ask};
use crate::cancel::Cancel;
use crate::pool::Pool;
use crate::setup::{QueryError, QueryErrorCode};
use serde_json::json;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tricorn_protocol::{Line, LineBuffer};

/// How many KiB of questions are held at most, each counted as one KiB at least: 64 MiB.
const ROOM: usize = 64 << 10;

/// How a stream ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// Questions that got an answer.
    pub answered: u64,
    /// Questions and lines that got an error.
    pub faults: u64,
    /// Whether nobody takes the answers any more.
    pub closed: bool,
}

/// What is under way.
#[derive(Default)]
struct Running {
    /// The ways to stop them: by name, each with the number of its line.
    named: HashMap<Id, Vec<(u64, Cancel)>>,
    ended: Ended,
}

impl Running {
    fn begin(&mut self, id: &Id, line: u64) -> Cancel {
        let cancel = Cancel::new();
        let entry = self.named.entry(id.clone()).or_default();
        entry.push((line, cancel.clone()));
        cancel
    }

    fn end(&mut self, done: &Done) {
        if let Some(entry) = self.named.get_mut(&done.id) {
            entry.retain(|(line, _)| *line != done.line);
            if entry.is_empty() {
                self.named.remove(&done.id);
            }
        }
        if done.good {
            self.ended.answered += 1;
        } else {
            self.ended.faults += 1;
        }
        self.ended.closed |= done.closed;
    }
}

/// The end of a question.
struct Done {
    id: Id,
    line: u64,
    good: bool,
    closed: bool,
}

/// Answers questions, one a line, until the input ends and all are answered, or the reader of the
/// answers is gone. The input comes in pieces of any size. At most `ahead` questions are under way, and
/// no line is taken meanwhile. To stop at once, drop the future.
pub async fn run(
    pool: Arc<Pool>,
    defaults: Defaults,
    ahead: usize,
    mut input: mpsc::Receiver<Vec<u8>>,
    output: mpsc::Sender<String>,
) -> Ended {
    let room = Arc::new(Semaphore::new(ROOM));
    let mut tasks: JoinSet<Done> = JoinSet::new();
    let mut running = Running::default();
    let mut number = 0;
    let mut lines = LineBuffer::new();
    let mut waiting: VecDeque<Line> = VecDeque::new();
    let mut more = true;
    while more || !waiting.is_empty() || !tasks.is_empty() {
        let open = tasks.len() < ahead;
        if open && let Some(line) = waiting.pop_front() {
            number += 1;
            let context = Context {
                pool: &pool,
                defaults,
                output: &output,
                room: &room,
            };
            context.take(line, number, &mut tasks, &mut running).await;
            // Others have their turn as well, however long the input is.
            tokio::task::yield_now().await;
        }
        if running.ended.closed || output.is_closed() {
            running.ended.closed = true;
            break;
        }
        let ready = open && !waiting.is_empty();
        tokio::select! {
            biased;
            Some(done) = tasks.join_next(), if !tasks.is_empty() => {
                // A task that panicked would be a fault of this program; its line is lost.
                if let Ok(done) = done {
                    running.end(&done);
                }
            }
            piece = input.recv(), if more && open && waiting.is_empty() => match piece {
                Some(piece) => {
                    let mut rest = &piece[..];
                    while let Some(line) = lines.push(&mut rest) {
                        waiting.push_back(line);
                    }
                }
                None => {
                    more = false;
                    waiting.extend(lines.finish());
                }
            },
            () = std::future::ready(()), if ready => {}
        }
    }
    running.ended
}

/// What every question needs.
struct Context<'a> {
    pool: &'a Arc<Pool>,
    defaults: Defaults,
    output: &'a mpsc::Sender<String>,
    room: &'a Arc<Semaphore>,
}

impl Context<'_> {
    /// Begins to answer a line.
    async fn take(
        &self,
        line: Line,
        number: u64,
        tasks: &mut JoinSet<Done>,
        running: &mut Running,
    ) {
        match read(line) {
            Ok(None) => {}
            Ok(Some(Read::Action(action))) => {
                let text = act(&action, running, self.pool);
                running.ended.closed |= self.output.send(text).await.is_err();
            }
            Ok(Some(Read::Question(question))) => {
                let cancel = running.begin(&question.id, number);
                let size = (size(&question) >> 10).clamp(1, ROOM) as u32;
                // Never closed, so that this cannot fail.
                let held = Arc::clone(self.room).acquire_many_owned(size).await.ok();
                let (pool, output) = (Arc::clone(self.pool), self.output.clone());
                let defaults = self.defaults;
                tasks.spawn(async move {
                    let done = answer(&pool, &question, &defaults, &cancel, number, &output).await;
                    drop(held);
                    done
                });
            }
            Err((id, error)) => {
                running.ended.faults += 1;
                let fault = FaultAnswer {
                    id,
                    line: number,
                    error,
                };
                running.ended.closed |= self.output.send(text(&fault)).await.is_err();
            }
        }
    }
}

/// Reads a line; `None` if it is empty or a comment.
fn read(line: Line) -> Result<Option<Read>, (Option<Id>, QueryError)> {
    match line {
        Line::Text(text) => {
            let text = text.trim_ascii();
            if text.is_empty() || text.starts_with('#') {
                return Ok(None);
            }
            Read::parse(text).map(Some)
        }
        Line::Unreadable { error, .. } => {
            let fault = QueryError::new(QueryErrorCode::BadJson, "", error.to_string());
            Err((None, fault))
        }
    }
}

/// What a question takes in memory, roughly, in bytes.
fn size(question: &Question) -> usize {
    let words = question.moves.iter().chain(&question.searchmoves);
    let words: usize = words.map(|word| word.len() + size_of::<String>()).sum();
    words + question.position.as_ref().map_or(0, String::len)
}

fn text(answer: &impl serde::Serialize) -> String {
    // Keys are texts and numbers are finite, so that this cannot fail.
    serde_json::to_string(answer).unwrap_or_default()
}

async fn answer(
    pool: &Pool,
    question: &Question,
    defaults: &Defaults,
    cancel: &Cancel,
    line: u64,
    output: &mpsc::Sender<String>,
) -> Done {
    let mut closed = false;
    let found = if question.report_during_search {
        let (reports, mut reported) = mpsc::channel::<Answer>(REPORTS);
        let asked = ask(pool, question, defaults, cancel, Some(reports));
        let mut asked = std::pin::pin!(asked);
        let found = loop {
            tokio::select! {
                biased;
                Some(report) = reported.recv() => {
                    closed |= output.send(text(&report)).await.is_err();
                }
                found = &mut asked => break found,
            }
        };
        while let Ok(report) = reported.try_recv() {
            closed |= output.send(text(&report)).await.is_err();
        }
        found
    } else {
        ask(pool, question, defaults, cancel, None).await
    };
    let good = found.is_ok();
    let text = match found {
        Ok(answer) => text(&answer),
        Err(error) => text(&FaultAnswer {
            id: Some(question.id.clone()),
            line,
            error,
        }),
    };
    closed |= output.send(text).await.is_err();
    Done {
        id: question.id.clone(),
        line,
        good,
        closed,
    }
}

/// Carries an action out, and answers it.
fn act(action: &Action, running: &Running, pool: &Pool) -> String {
    let stop = |entries: &[(u64, Cancel)]| {
        for (_, cancel) in entries {
            cancel.cancel();
        }
        entries.len()
    };
    let answer = match action {
        Action::Terminate { id, terminate_id } => {
            let named = running.named.get(terminate_id);
            let count = named.map_or(0, |entries| stop(entries));
            json!({
                "id": id, "action": "terminate", "terminateId": terminate_id, "terminated": count,
            })
        }
        Action::TerminateAll { id } => {
            let count: usize = running.named.values().map(|entries| stop(entries)).sum();
            json!({ "id": id, "action": "terminate_all", "terminated": count })
        }
        Action::QueryVersion { id } => json!({
            "id": id,
            "action": "query_version",
            "version": env!("CARGO_PKG_VERSION"),
            "engines": pool.names(),
        }),
    };
    answer.to_string()
}
