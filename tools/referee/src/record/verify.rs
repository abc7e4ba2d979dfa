//! Verifies records by replaying them: every move, every roll, the end and its reason.
//! Not here: the players' annotations of their moves.

use super::{Games, Located, RecordError, at};
use crate::board::{self, Board, SetupError, Word};
use crate::game::{End, Verdict};
use std::collections::HashMap;
use std::io::BufRead;
use tricorn_protocol::quote;
use tricorn_protocol::record::Tag;

/// Where a record breaks the rules: the line and the error.
pub type Flaw = RecordError;

/// Replays all games of a file and returns their number.
///
/// # Errors
/// The first flaw; a game that occurs twice (the same pair and number); two games of a pair that do
/// not belong together; a file without games.
pub fn verify_all(input: impl BufRead) -> Result<u64, Flaw> {
    let mut known: HashMap<(u64, u8), Located> = HashMap::new();
    let mut number = 0;
    for game in Games::new(input) {
        let game = game?;
        let setup = &game.record.setup;
        let (pair, place) = (setup.pair, setup.game);
        if let Some(earlier) = known.get(&(pair, place)) {
            let line = earlier.line;
            let message = format!("game {place} of pair {pair} stands at line {line} already");
            return Err(at(game.tag(Tag::Game), message));
        }
        verify(&game)?;
        if let Some(other) = known.get(&(pair, 3 - place)) {
            fits(&game, other)?;
        }
        number += 1;
        known.insert((pair, place), of_pair(game));
    }
    if number == 0 {
        return Err(at(1, "no games"));
    }
    Ok(number)
}

/// Drops the moves of a game, which the comparison with the other game of the pair does not need.
fn of_pair(mut game: Located) -> Located {
    game.record.moves = Vec::new();
    game.moves = Vec::new();
    game
}

/// Compares a game with the other one of its pair: the same variant, opening and seed, and the
/// players with sides changed.
fn fits(game: &Located, other: &Located) -> Result<(), Flaw> {
    let (own, theirs) = (&game.record, &other.record);
    let (pair, line) = (own.setup.pair, other.line);
    let differs = |tag: Tag, what: &str| {
        let message = format!("{what} than the other game of pair {pair} at line {line}");
        Err(at(game.tag(tag), message))
    };
    if own.setup.variant != theirs.setup.variant {
        return differs(Tag::Variant, "another variant");
    }
    let [first, second] = &theirs.players;
    if own.players != [second.clone(), first.clone()] {
        let [first, second] = &own.players;
        let message = format!(
            "found {} against {}, expected the players of the other game of pair {pair} at line {line} \
             with sides changed",
            quote(first),
            quote(second)
        );
        return Err(at(game.tag(Tag::P1), message));
    }
    if own.setup.position != theirs.setup.position {
        return differs(Tag::Position, "another position to begin with");
    }
    if own.setup.moves != theirs.setup.moves {
        return differs(Tag::Opening, "another opening");
    }
    if own.setup.seed != theirs.setup.seed {
        return differs(Tag::Seed, "another seed");
    }
    Ok(())
}

/// Replays a game.
///
/// # Errors
/// The first line that breaks the rules: a position or a move that is not legal or not in canonical
/// notation, a roll that does not follow from the seed, a move after the end, or an end or a result
/// that does not match the last position.
pub fn verify(game: &Located) -> Result<(), Flaw> {
    let setup = &game.record.setup;
    let mut board = start(game)?;
    let played = game.record.moves.iter().map(|m| &m.text);
    let words = setup.moves.iter().chain(played);
    for ((ply, word), &line) in words.enumerate().zip(&game.moves) {
        if ply >= setup.moves.len() && board.awaits_roll() && board.outcome().is_none() {
            board.throw(setup.seed, setup.pair);
        }
        step(&mut *board, word).map_err(|error| at(line, error))?;
    }
    end(game, &*board)
}

fn start(game: &Located) -> Result<Box<dyn Board>, Flaw> {
    let setup = &game.record.setup;
    let text = &setup.position;
    let none: [&str; 0] = [];
    let board = board::open(&setup.variant, text, &none).map_err(|error| {
        let tag = match error {
            SetupError::Variant(_) => Tag::Variant,
            SetupError::Position(_) | SetupError::Opening(_) => Tag::Position,
        };
        at(game.tag(tag), error.to_string())
    })?;
    let canonical = board.text();
    if canonical != *text {
        let message = format!("found {}, whose canonical text is {canonical}", quote(text));
        return Err(at(game.tag(Tag::Position), message));
    }
    Ok(board)
}

fn step(board: &mut dyn Board, word: &str) -> Result<(), String> {
    if let Some(outcome) = board.outcome() {
        let reason = outcome.reason.word();
        return Err(format!(
            "the game was over before {}: {reason}",
            quote(word)
        ));
    }
    match board.read(word) {
        Ok(Word::Move(canonical)) if canonical == word => Ok(()),
        Ok(Word::Move(canonical)) => Err(format!(
            "found {}, whose canonical text is {canonical}",
            quote(word)
        )),
        Ok(Word::Roll) => Err(format!("found the roll {} without a move", quote(word))),
        Err(error) => Err(format!("{}: {error}", quote(word))),
    }
}

fn end(game: &Located, board: &dyn Board) -> Result<(), Flaw> {
    let setup = &game.record.setup;
    let result = &game.record.result;
    let outcome = board.outcome();
    let mut thrown = board.fork();
    if board.awaits_roll() && outcome.is_none() {
        thrown.throw(setup.seed, setup.pair);
    }
    let last = &game.record.last;
    if ![board.text(), thrown.text()].contains(last) {
        let message = format!(
            "found {}, but the moves lead to {}",
            quote(last),
            board.text()
        );
        return Err(at(game.tag(Tag::Last), message));
    }
    let ended = outcome.map(|outcome| End::Rules(outcome.reason));
    let claimed = matches!(result.end, End::Rules(_)).then_some(result.end);
    if ended != claimed {
        let truth = ended.map_or("the game is not over".into(), |end| end.to_string());
        let message = format!("found \"{}\", but by the rules: {truth}", result.end);
        return Err(at(game.tag(Tag::End), message));
    }
    let fits = match (outcome, result.end) {
        (Some(outcome), _) => (outcome.winner, outcome.points) == (result.winner, result.points),
        (None, End::Adjudicated(Verdict::Draw | Verdict::MaxPlies)) => result.winner.is_none(),
        (None, _) => result.points == u8::from(result.winner.is_some()),
    };
    if !fits {
        let truth = outcome.map_or_else(String::new, |outcome| {
            let winner = outcome.winner.map(|side| format!("p{}", side.index() + 1));
            let winner = winner.unwrap_or_else(|| "nobody".into());
            format!(": {winner} wins, {} points", outcome.points)
        });
        let message = format!("the result does not fit \"{}\"{truth}", result.end);
        return Err(at(game.tag(Tag::Result), message));
    }
    let reached = board.plies() >= setup.most_plies();
    if result.end == End::Adjudicated(Verdict::MaxPlies) && !reached {
        let message = format!("{} plies are not the greatest number", board.plies());
        return Err(at(game.tag(Tag::End), message));
    }
    Ok(())
}
