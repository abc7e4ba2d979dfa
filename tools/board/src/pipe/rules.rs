//! The rules behind a WebSocket: `position` and `query` commands, answered in this process.
//! Not here: search, which an engine does (`engine`).

use super::lines::{Heard, Lines, close};
use crate::state::Shared;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use tricorn::rules::Notation;
use tricorn::rules::list::{self, Visitor};
use tricorn::session::{GameSession, SessionCommands};
use tricorn_client::VARIANT;
use tricorn_protocol::{
    Answer, Command, ErrorCode, Keyword, OptionKind, OptionLine, ProtocolError, parse_command,
    quote,
};

/// Answers lines until the page goes.
pub async fn serve(shared: &Arc<Shared>, mut lines: Lines) {
    let mut session = RulesSession::new(list::NAMES[0]);
    let ending = shared.ending.clone();
    loop {
        let heard = tokio::select! {
            () = ending.cancelled() => return lines.end(close::AWAY, "the server ends").await,
            heard = lines.hear() => heard,
        };
        let line = match heard {
            Heard::Line(line) => line,
            Heard::Wrong(why) => return lines.end(close::UNSUPPORTED, why).await,
            Heard::Gone => return,
            Heard::Quiet => match lines.ping().await {
                Ok(()) => continue,
                Err(_) => return,
            },
        };
        let Some((back, answers)) = shared.in_rules(move || session.answer(&line)).await else {
            return lines.end(close::FAILED, "the server is at fault").await;
        };
        session = back;
        for line in answers.lines {
            if lines.say(line).await.is_err() {
                return;
            }
        }
        if answers.quit {
            return lines.end(close::DONE, "").await;
        }
    }
}

impl Shared {
    /// Does work on the rules in a thread of its own, as many at once as there are processors; `None`
    /// if it panicked.
    pub async fn in_rules<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let slot = Arc::clone(&self.rules_slots).acquire_owned().await.ok()?;
        let done = spawn_blocking(move || {
            let done = work();
            drop(slot);
            done
        });
        done.await.ok()
    }
}

/// What came of a line.
#[derive(Debug, Default)]
struct Answers {
    lines: Vec<String>,
    quit: bool,
}

impl Answers {
    fn push(&mut self, answer: impl std::fmt::Display) {
        self.lines.push(answer.to_string());
    }

    fn error(&mut self, error: ProtocolError) {
        self.push(Answer::Error(error));
    }

    /// The answer to a question, after the error that goes with it.
    fn reply(&mut self, answer: Answer, error: Option<ProtocolError>) {
        if let Some(error) = error {
            self.error(error);
        }
        self.push(answer);
    }
}

/// A session of one of the games.
struct RulesSession {
    game: Box<dyn SessionCommands + Send>,
    variant: String,
}

struct Open;

impl Visitor for Open {
    type Out = Box<dyn SessionCommands + Send>;

    fn visit<G: Notation>(self) -> Self::Out {
        Box::new(GameSession::<G>::new())
    }
}

impl RulesSession {
    /// At the start of a game that the list has.
    fn new(variant: &str) -> Self {
        let game = list::visit(variant, Open).expect("a game of the list");
        let variant = variant.to_owned();
        Self { game, variant }
    }

    /// Carries a line out.
    fn answer(mut self, line: &str) -> (Self, Answers) {
        let mut answers = Answers::default();
        let done = catch_unwind(AssertUnwindSafe(|| self.run(line, &mut answers)));
        if done.is_err() {
            let message = "a fault of the rules; the position is lost, please report the line";
            answers.error(ProtocolError::new(ErrorCode::Internal, message));
            let variant = std::mem::take(&mut self.variant);
            self = Self::new(&variant);
            self.game.forget_position();
        }
        (self, answers)
    }

    fn run(&mut self, line: &str, answers: &mut Answers) {
        let parsed = parse_command(line);
        for error in parsed.errors {
            answers.error(error);
        }
        let Some(command) = parsed.command else {
            match parsed.keyword {
                Some(Keyword::Position) => self.game.forget_position(),
                Some(Keyword::Go) => answers.push(NO_MOVE),
                _ => {}
            }
            return;
        };
        match command {
            Command::Uci => greet(answers, Answer::UciOk),
            Command::Ugi => greet(answers, Answer::UgiOk),
            Command::IsReady => answers.push(Answer::ReadyOk),
            Command::NewGame => *self = Self::new(&self.variant),
            Command::SetOption { name, value } => match self.set(&name, value.as_deref()) {
                Ok(()) => answers.push(self.game.variant_info()),
                Err(error) => answers.error(error),
            },
            Command::Position { start, moves } => {
                if let Err(error) = self.game.set_position(&start, &moves) {
                    answers.error(error);
                }
            }
            Command::Query(query) => {
                let (answer, error) = self.game.query(query);
                answers.reply(answer, error);
            }
            Command::Steps(begun) => {
                let (answer, error) = self.game.steps(&begun);
                answers.reply(answer, error);
            }
            Command::Flip => {
                if let Err(error) = self.game.flip() {
                    answers.error(error);
                }
            }
            Command::Stop | Command::PonderHit | Command::Debug(_) => {}
            Command::Quit => answers.quit = true,
            other => {
                let message =
                    "found a command for an engine, expected one that the rules can answer";
                answers.error(ProtocolError::new(ErrorCode::UnknownCommand, message));
                if matches!(other, Command::Go(_)) {
                    answers.push(NO_MOVE);
                }
            }
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), ProtocolError> {
        if !name.eq_ignore_ascii_case(VARIANT) {
            let message = format!("no option {}, expected {VARIANT}", quote(name));
            return Err(ProtocolError::new(ErrorCode::UnknownOption, message));
        }
        let value = value.unwrap_or_default();
        let mut names = list::NAMES.iter();
        let Some(known) = names.find(|known| known.eq_ignore_ascii_case(value)) else {
            let names = list::NAMES.join(", ");
            let message = format!(
                "option {VARIANT}: {}, expected one of {names}",
                quote(value)
            );
            return Err(ProtocolError::new(ErrorCode::BadValue, message));
        };
        *self = Self::new(known);
        Ok(())
    }
}

/// The answer to a search that cannot be.
const NO_MOVE: Answer = Answer::BestMove {
    best: None,
    ponder: None,
};

fn greet(answers: &mut Answers, end: Answer) {
    answers.push(Answer::IdName("Tricorn rules".into()));
    answers.push(Answer::Option(OptionLine {
        name: VARIANT.into(),
        kind: OptionKind::Combo {
            default: list::NAMES[0].into(),
            vars: list::NAMES.iter().map(|&name| name.into()).collect(),
        },
    }));
    answers.push(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialogue(lines: &[&str]) -> Vec<String> {
        let mut session = RulesSession::new("dameo");
        let mut said = Vec::new();
        for line in lines {
            let (back, answers) = session.answer(line);
            session = back;
            said.extend(answers.lines);
        }
        said
    }

    #[test]
    fn every_game_is_answered_by_its_rules() {
        for name in list::NAMES {
            let choose = format!("setoption name UCI_Variant value {name}");
            let said = dialogue(&[&choose, "position startpos", "query gameover", "isready"]);
            assert!(
                said[0].starts_with(&format!("info string variant {name} ")),
                "{said:?}"
            );
            assert_eq!(said[1..], ["response false", "readyok"]);
        }
    }

    #[test]
    fn turns_are_entered_step_by_step() {
        let said = dialogue(&["position startpos", "query steps c3", "query steps c3 c9"]);
        assert!(
            said[0].starts_with("response next b4 c4 d4 board "),
            "{said:?}"
        );
        assert!(
            said[1].starts_with("info string ERROR illegal-move: step 2 "),
            "{said:?}"
        );
        assert!(said[2].starts_with("response board "), "{said:?}");
    }

    #[test]
    fn what_a_client_waits_for_is_answered() {
        let said = dialogue(&[
            "uci",
            "position fen nonsense",
            "query gameover",
            "go depth 1",
            "go depth x",
        ]);
        assert!(said.contains(&"uciok".to_owned()));
        assert!(said.contains(&"response true".to_owned()), "{said:?}");
        let answers = said
            .iter()
            .filter(|line| *line == "bestmove (none)")
            .count();
        assert_eq!(answers, 2, "{said:?}");
    }

    #[test]
    fn errors_name_what_was_expected() {
        for (line, code) in [
            ("setoption name Hash value 1", "unknown-option"),
            ("setoption name UCI_Variant value chess", "bad-value"),
            ("perft 3", "unknown-command"),
            ("nonsense", "unknown-command"),
            ("position startpos moves z9", "illegal-move"),
        ] {
            let said = dialogue(&[line]);
            let head = format!("info string ERROR {code}: ");
            assert!(
                said.len() == 1 && said[0].starts_with(&head),
                "{line}: {said:?}"
            );
        }
    }
}
