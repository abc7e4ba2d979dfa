//! `query steps`: how the turn can go on after the steps that a person has entered so far.
//! Not here: what a step is, which each game's rules say.

use super::GameSession;
use crate::rules::{Game, Notation};
use tricorn_protocol::{Answer, ErrorCode, ProtocolError, Words, quote};

/// How the present turn can go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Whether the dice must be thrown first. Then there is no step.
    pub roll: bool,
    /// Every step that can follow, sorted bytewise, each once. Each leads to a legal turn.
    pub next: Vec<String>,
    /// The canonical text of the turn, where it may end here.
    pub end: Option<String>,
    /// The squares of the pieces that the turn has captured and that stand until it is over.
    pub captured: Vec<String>,
    /// The position text to show meanwhile, the side to move and counters as before the turn.
    pub board: String,
}

impl Steps {
    /// The words behind `response`.
    #[must_use]
    pub fn response(&self) -> Words {
        let roll = self.roll.then_some("roll");
        let headed = |head: &'static str, own: &[String]| {
            let head = (!own.is_empty()).then(|| head.to_owned());
            head.into_iter().chain(own.to_vec())
        };
        let end: Vec<String> = self.end.iter().cloned().collect();
        roll.map(ToOwned::to_owned)
            .into_iter()
            .chain(headed("next", &self.next))
            .chain(headed("end", &end))
            .chain(headed("captured", &self.captured))
            .chain(headed("board", std::slice::from_ref(&self.board)))
            .collect()
    }
}

/// How the turn can go on after the steps of `begun`, each as an answer before named it.
///
/// # Errors
/// The first step that is not possible, with what was expected.
pub fn steps<G: Notation>(
    game: &Game<G>,
    begun: &[impl AsRef<str>],
) -> Result<Steps, ProtocolError> {
    let begun: Vec<&str> = begun.iter().map(AsRef::as_ref).collect();
    let refused = |at: usize, what: &str| {
        let message = format!("step {} {}: {what}", at + 1, quote(begun[at]));
        ProtocolError::new(ErrorCode::IllegalMove, message)
    };
    let Some(roll) = game.roll() else {
        if !begun.is_empty() {
            return Err(refused(0, "the roll is not known, expected it first"));
        }
        return Ok(Steps {
            roll: game.outcome().is_none(),
            board: game.text(),
            ..Steps::default()
        });
    };
    let position = game.position();
    let turn = position
        .steps(roll, &begun)
        .map_err(|refusal| refused(refusal.at, &refusal.error.to_string()))?;
    Ok(Steps {
        roll: false,
        next: turn.next,
        end: turn.end.map(|m| position.move_text(&m)),
        captured: turn.captured,
        board: turn.shown.position_text(Some(roll)),
    })
}

impl<G: Notation> GameSession<G> {
    /// The answer to `query steps`, with the error to report before it where a step is not possible
    /// or there is no position.
    #[must_use]
    pub fn steps(&self, begun: &Words) -> (Answer, Option<ProtocolError>) {
        let game = match self.game() {
            Ok(game) => game,
            Err(error) => return (Answer::Response(Words::default()), Some(error)),
        };
        let begun: Vec<&str> = begun.iter().collect();
        match steps(game, &begun) {
            Ok(steps) => (Answer::Response(steps.response()), None),
            Err(error) => {
                let board = game.text();
                let words = ["board", &board].into_iter().collect();
                (Answer::Response(words), Some(error))
            }
        }
    }
}
