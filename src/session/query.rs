//! Answers to `query`: what the rules say about a game.
//! Not here: the questions, which the protocol lists.

use super::legal_texts;
use crate::rules::{Game, Notation, Side};
use tricorn_protocol::{Query, Words};

/// The words behind `response`.
pub fn response<G: Notation>(game: &Game<G>, query: Query) -> Words {
    let outcome = game.outcome();
    let word = match query {
        Query::P1Turn => (game.position().turn() == Side::First).to_string(),
        Query::GameOver => outcome.is_some().to_string(),
        Query::Result => match outcome.map(|outcome| outcome.winner) {
            None => "none".into(),
            Some(None) => "draw".into(),
            Some(Some(side)) => format!("p{}win", side.index() + 1),
        },
        Query::Points => outcome.map_or(0, |outcome| outcome.points).to_string(),
        Query::Reason => {
            let reason = outcome.map(|outcome| outcome.reason.word());
            reason.unwrap_or("none").into()
        }
        Query::Position => game.text(),
        Query::Legal => match legal_texts(game) {
            Some(moves) => return moves.into_iter().collect(),
            None => "roll".into(),
        },
    };
    Words::from(word.as_str())
}

/// The words behind `response` while there is no position: a client waits for the line, and reads
/// from it that there is nothing to play.
#[must_use]
pub fn response_without_position(query: Query) -> Words {
    Words::from(match query {
        Query::GameOver => "true",
        Query::P1Turn => "false",
        Query::Result | Query::Reason => "none",
        Query::Points => "0",
        Query::Position | Query::Legal => "",
    })
}
