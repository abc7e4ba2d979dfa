//! Moves as words: playing those of `position`, reading those of `searchmoves`, listing the legal.
//! Not here: what a single word means, which each game's notation says.

use crate::rules::{Chance, Game, LegalMoves, Notation, TextError, Token};
use std::collections::HashSet;
use tricorn_protocol::{ErrorCode, ErrorList, Go, ProtocolError, Words, quote};

/// What `searchmoves` leaves of the legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction<G: Notation> {
    /// The moves to search, each once; `None` if the list of words is empty, which restricts
    /// nothing.
    pub allowed: Option<Vec<G::Move>>,
    /// What to report about the other words.
    pub errors: ErrorList,
}

/// Reads the words of `searchmoves`, which a game with dice holds against the current roll. Words
/// that are not legal moves are skipped; `stop` is asked at every word, and cuts the list there.
pub fn searchmoves<G: Notation>(
    game: &Game<G>,
    words: &Words,
    stop: &dyn Fn() -> bool,
) -> Restriction<G> {
    let mut errors = ErrorList::new(ErrorCode::IllegalMove);
    let legal = LegalMoves::new(game.position(), game.roll());
    let (mut allowed, mut seen) = (Vec::new(), HashSet::new());
    let mut count = None;
    for word in words.iter().take_while(|_| !stop()) {
        let read = match game.roll() {
            Some(_) => G::read_token(&legal, word),
            None => Err(TextError::at(0, "the roll is not known")),
        };
        match read {
            Ok(Token::Move(m)) => {
                if seen.insert(m) {
                    allowed.push(m);
                }
            }
            Ok(Token::Roll(_)) => {}
            Err(error) => errors.push_with(|| {
                let error = G::explain(&legal, word, error);
                let count = count.get_or_insert_with(|| Count::of(&legal, ""));
                let mut error = illegal("searchmoves ", word, &error, count);
                if let Some(meant) = Go::nearest_word(word) {
                    error.message += &format!(", did you mean {meant}?");
                }
                error
            }),
        }
    }
    Restriction {
        allowed: (!words.is_empty()).then_some(allowed),
        errors,
    }
}

/// Plays the moves of `position`, rolls among them.
///
/// # Errors
/// The first word that is not a legal move, by the number of its turn.
pub(super) fn play<G: Notation>(game: &mut Game<G>, words: &Words) -> Result<(), ProtocolError> {
    let mut number = 1;
    for word in words {
        match game.read(word) {
            Ok(Token::Move(_)) => number += 1,
            Ok(Token::Roll(_)) => {}
            Err(error) => {
                let legal = LegalMoves::new(game.position(), game.roll());
                let count = Count::of(&legal, word);
                return Err(illegal(&format!("move {number} "), word, &error, &count));
            }
        }
    }
    Ok(())
}

/// Canonical texts of the legal moves, sorted bytewise; `None` before the throw.
pub fn legal_texts<G: Notation>(game: &Game<G>) -> Option<Vec<String>> {
    let position = game.position();
    let mut moves = Vec::new();
    match game.roll() {
        Some(roll) => position.moves(roll, &mut moves),
        None if game.outcome().is_some() => {}
        None => return None,
    }
    let mut texts: Vec<_> = moves.iter().map(|m| position.move_text(m)).collect();
    texts.sort_unstable();
    Some(texts)
}

/// How many legal moves there were, as errors say it.
struct Count(String);

impl Count {
    /// Under the current roll or the one that `word` names; over all rolls if neither is known.
    fn of<G: Notation>(legal: &LegalMoves<'_, G>, word: &str) -> Self {
        let position = legal.position();
        let (moves, under) = match legal.roll().or_else(|| G::roll_of(word)) {
            Some(roll) => (position.count(roll), ""),
            None => {
                let rolls = G::Roll::ROLLS.iter();
                let sum = rolls.map(|&(roll, _)| position.count(roll)).sum();
                (sum, " over all rolls")
            }
        };
        let noun = if moves == 1 { "move" } else { "moves" };
        Self(format!("{moves} legal {noun}{under}"))
    }
}

fn illegal(place: &str, word: &str, error: &TextError, count: &Count) -> ProtocolError {
    let message = format!("{place}{}: {error} ({})", quote(word), count.0);
    ProtocolError::new(ErrorCode::IllegalMove, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::abak::Abak;
    use crate::rules::dameo::Dameo;
    use crate::session::GameSession;
    use std::cell::Cell;
    use tricorn_protocol::Start;

    #[test]
    fn a_long_list_of_words_tells_sixteen_errors_and_a_count() {
        let mut session = GameSession::<Abak>::new();
        let roll = Words::from("31");
        assert_eq!(session.set_position(&Start::Startpos, &roll), Ok(()));
        let game = session.game().expect("a position");
        let words = Words::from("8/5 ".repeat(1_000).as_str());
        let read = searchmoves(game, &words, &|| false);
        assert_eq!(read.allowed, Some(Vec::new()));
        let errors = read.errors.finish();
        assert_eq!(errors.len(), 17);
        let last = errors[16].to_string();
        assert!(last.starts_with("illegal-move: 984 more"), "{last}");
    }

    #[test]
    fn stop_cuts_the_list() {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 2
        };
        let words = Words::from("c3c4 d3d4 e3e4");
        let read = searchmoves(&Game::<Dameo>::start(), &words, &stop);
        assert_eq!(read.allowed.map(|moves| moves.len()), Some(2));
    }

    #[test]
    fn refused_moves_say_which_and_of_how_many() {
        let mut session = GameSession::<Abak>::new();
        let mut refused = |words: &str| {
            let error = session.set_position(&Start::Startpos, &Words::from(words));
            assert!(session.game().is_err());
            error.map_err(|error| error.message).expect_err("refused")
        };
        assert!(refused("31:8/4").ends_with("(35 legal moves)"));
        assert!(refused("8/4").ends_with("(882 legal moves over all rolls)"));
        assert!(refused("31:8/5,6/5 64 1/2").starts_with("move 2 \"1/2\": "));
    }
}
