//! An engine process behind a WebSocket: it starts for one page and ends with its connection.
//! Not here: the meaning of the lines, and the engines of the API (`analysis`).

use super::lines::{Gone, Heard, Lines, close};
use super::settings::{allowed, setting};
use crate::state::Shared;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tricorn_client::{Deadlines, Dialect, Engine, EngineSpec, Identity, Loss, Place};
use tricorn_protocol::{
    Answer, Command, ErrorCode, Keyword, Line, OptionLine, ProtocolError, parse_command,
};

/// Runs the engine at a place of the list for a page, until one of them goes.
pub async fn serve(shared: &Arc<Shared>, at: usize, mut lines: Lines) {
    let ending = shared.ending.clone();
    let Ok(slot) = Arc::clone(&shared.engine_slots).try_acquire_owned() else {
        let message = "all engine processes are in use; close another page, or raise --max-engines";
        return lines.end(close::TRY_LATER, message).await;
    };
    let spec = &shared.engines[at];
    let place = Place::default();
    let started = tokio::select! {
        () = ending.cancelled() => return lines.end(close::AWAY, AWAY).await,
        started = Engine::start(spec, &place) => started,
    };
    let engine = match started {
        Ok(engine) => engine,
        Err(failure) => {
            drop(slot);
            return fail(lines, &spec.name, &failure.to_string()).await;
        }
    };
    let identity = engine.identity().clone();
    let open = allowed(&identity, &spec.options, &shared.bounds);
    let mut talk = Talk {
        spec,
        identity,
        open,
        engine,
    };
    let end = tokio::select! {
        () = ending.cancelled() => End::Away,
        end = talk.run(&mut lines) => end,
    };
    // The process is gone before its slot is free, and before the page hears of it.
    let (code, reason) = match end {
        End::Lost(loss) => {
            let time = Deadlines::default().ready;
            let failure = talk.engine.lost(loss, "input taken", time).await;
            drop(slot);
            return fail(lines, &spec.name, &failure.to_string()).await;
        }
        End::Done => {
            talk.engine.quit().await;
            (close::DONE, "")
        }
        End::Wrong(why) => {
            talk.engine.kill().await;
            (close::UNSUPPORTED, why)
        }
        End::Away => {
            talk.engine.kill().await;
            (close::AWAY, AWAY)
        }
        End::Gone => {
            talk.engine.kill().await;
            return;
        }
    };
    drop(slot);
    lines.end(code, reason).await;
}

const AWAY: &str = "the server ends";

async fn fail(mut lines: Lines, name: &str, detail: &str) {
    let message = format!("engine {name}: {detail}");
    let error = Answer::Error(ProtocolError::new(ErrorCode::Io, message.clone()));
    if lines.say(error.to_string()).await.is_ok() {
        lines.end(close::FAILED, &message).await;
    }
}

/// What ends a dialogue.
enum End {
    /// The page said `quit`.
    Done,
    /// The page is gone.
    Gone,
    /// The page sent no line.
    Wrong(&'static str),
    /// The engine is lost.
    Lost(Loss),
    /// The server ends.
    Away,
}

impl From<Gone> for End {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

impl From<Loss> for End {
    fn from(loss: Loss) -> Self {
        Self::Lost(loss)
    }
}

/// A page and its engine.
struct Talk<'a> {
    spec: &'a EngineSpec,
    identity: Identity,
    /// The options that the page may set.
    open: Vec<OptionLine>,
    engine: Engine,
}

/// What becomes of a line of the page.
#[derive(Debug, PartialEq, Eq)]
enum Passed {
    /// It goes to the engine in this form.
    On(String),
    /// It is answered here.
    Answered(Vec<String>),
    Quit,
}

impl Talk<'_> {
    async fn run(&mut self, lines: &mut Lines) -> End {
        loop {
            if let Err(end) = self.step(lines).await {
                return end;
            }
        }
    }

    /// Carries one line, of the page or of the engine. While one side does not take its line, the other
    /// one waits.
    async fn step(&mut self, lines: &mut Lines) -> Result<(), End> {
        let heard = tokio::select! {
            heard = lines.hear() => heard,
            arrived = self.engine.process().line(None) => {
                let (_, line) = arrived?;
                self.engine.allow();
                let text = match line {
                    Line::Text(text) => text,
                    Line::Unreadable { error, .. } => Answer::Error(error).to_string(),
                };
                return Ok(lines.say(text).await?);
            }
        };
        match heard {
            Heard::Gone => Err(End::Gone),
            Heard::Wrong(why) => Err(End::Wrong(why)),
            Heard::Quiet => Ok(lines.ping().await?),
            Heard::Line(line) => match self.pass(&line) {
                Passed::Quit => Err(End::Done),
                Passed::Answered(answers) => {
                    for answer in answers {
                        lines.say(answer).await?;
                    }
                    Ok(())
                }
                Passed::On(line) => {
                    let deadline = Instant::now() + TAKING;
                    let text = format!("{line}\n");
                    Ok(self
                        .engine
                        .process()
                        .send(text.as_bytes(), deadline)
                        .await?)
                }
            },
        }
    }

    /// Decides on a line of the page. Only commands of the protocol pass, since other engines may
    /// have some of their own that write files.
    fn pass(&self, line: &str) -> Passed {
        let parsed = parse_command(line);
        let Some(keyword) = parsed.keyword else {
            let errors = parsed.errors.into_iter();
            return Passed::Answered(
                errors
                    .map(|error| Answer::Error(error).to_string())
                    .collect(),
            );
        };
        match (keyword, parsed.command) {
            (Keyword::Uci | Keyword::Ugi, _) => Passed::Answered(self.greeting(keyword)),
            (Keyword::Quit, _) => Passed::Quit,
            (Keyword::Debug, _) => Passed::Answered(Vec::new()),
            (Keyword::UciNewGame | Keyword::UgiNewGame, _) => Passed::On(
                match self.spec.dialect {
                    Dialect::Uci => "ucinewgame",
                    Dialect::Ugi => "uginewgame",
                }
                .into(),
            ),
            (Keyword::SetOption, Some(Command::SetOption { name, value })) => {
                match setting(&self.identity, &self.open, &name, value.as_deref()) {
                    Ok(command) => Passed::On(command.to_string()),
                    Err(error) => Passed::Answered(vec![Answer::Error(error).to_string()]),
                }
            }
            (Keyword::SetOption, _) => {
                let errors = parsed.errors.into_iter();
                Passed::Answered(
                    errors
                        .map(|error| Answer::Error(error).to_string())
                        .collect(),
                )
            }
            // The engine itself says what is wrong with the rest of the line, and acts on it.
            _ => Passed::On(line.trim_ascii().to_owned()),
        }
    }

    /// The engine has greeted already. What it said is told again, with the options that are open.
    fn greeting(&self, keyword: Keyword) -> Vec<String> {
        let end = match keyword {
            Keyword::Ugi => Answer::UgiOk,
            _ => Answer::UciOk,
        };
        let options = self.open.iter().cloned().map(Answer::Option);
        let name = Answer::IdName(self.identity.name.clone());
        let author = Answer::IdAuthor(self.identity.author.clone());
        let said = [name, author].into_iter().chain(options).chain([end]);
        said.map(|answer| answer.to_string()).collect()
    }
}

/// How long an engine may leave its input unread.
const TAKING: Duration = Duration::from_secs(10);
