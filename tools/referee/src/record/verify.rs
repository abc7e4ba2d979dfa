//! Holds a record against the rules: every move, every throw, the end and its reason.
//! Not here: what the players said about their moves.

use super::Located;
use super::RecordError;
use super::at;
use super::tags::Tag;
use crate::game::{End, Verdict};
use tricorn::dice::Throw;
use tricorn::games::{self, Variant, Visitor};
use tricorn::rules::{Chance, Game, Placed, Token};
use tricorn_protocol::quote;

/// Where a record breaks the rules: the line, and what is wrong with it.
pub type Flaw = RecordError;

/// Replays a game.
///
/// # Errors
/// The first line that is not as the rules have it: a position or a move that is not legal or not
/// in canonical text, a throw that the seed does not give, a move after the end, an end or a
/// result that is not that of the last position.
pub fn verify(game: &Located) -> Result<(), Flaw> {
    let name = &game.record.setup.variant;
    games::visit(name, Replay(game)).unwrap_or_else(|| {
        let message = format!(
            "no game is called {}, expected one of {:?}",
            quote(name),
            games::NAMES
        );
        Err(at(game.tag(Tag::Variant), message))
    })
}

struct Replay<'a>(&'a Located);

impl Visitor for Replay<'_> {
    type Out = Result<(), Flaw>;

    fn visit<G: Variant>(self) -> Self::Out {
        let mut game = self.start::<G>()?;
        let setup = &self.0.record.setup;
        let opening = setup.moves.iter();
        let words = opening.chain(self.0.record.moves.iter().map(|m| &m.text));
        for ((ply, word), &line) in words.enumerate().zip(&self.0.moves) {
            let thrown = ply >= setup.moves.len();
            self.step(&mut game, word, thrown)
                .map_err(|error| at(line, error))?;
        }
        self.end(&game)
    }
}

impl Replay<'_> {
    fn start<G: Variant>(&self) -> Result<Game<G>, Flaw> {
        let text = &self.0.record.setup.position;
        let read = G::parse_position(text).map_err(|error| error.to_string());
        let checked = read.and_then(|Placed { position, roll }| {
            let canonical = position.position_text(G::Roll::CERTAIN);
            if *text != canonical || roll != G::Roll::CERTAIN {
                return Err(format!(
                    "found {}, whose canonical text is {canonical}",
                    quote(text)
                ));
            }
            Ok(Game::new(position, roll))
        });
        checked.map_err(|error| at(self.0.tag(Tag::Position), error))
    }

    /// The roll on the table, by the seed.
    fn roll<G: Variant>(&self, game: &Game<G>) -> G::Roll {
        let setup = &self.0.record.setup;
        let throw = Throw {
            seed: setup.seed,
            game: setup.pair,
            ply: game.plies() as u64,
            opening: game.plies() == 0 && *game.position() == G::start(),
        };
        throw.roll()
    }

    fn step<G: Variant>(&self, game: &mut Game<G>, word: &str, thrown: bool) -> Result<(), String> {
        if let Some(outcome) = game.outcome() {
            return Err(format!(
                "the game was over before {word}: {}",
                outcome.reason.word()
            ));
        }
        if thrown {
            game.set_roll(self.roll(game));
        }
        let before = game.position().clone();
        match game.read(word) {
            Ok(Token::Move(m)) => {
                let canonical = before.move_text(&m);
                if canonical == word {
                    return Ok(());
                }
                Err(format!(
                    "found {}, whose canonical text is {canonical}",
                    quote(word)
                ))
            }
            Ok(Token::Roll(_)) => Err(format!("found the roll {word} without a move")),
            Err(error) => Err(format!("{}: {error}", quote(word))),
        }
    }

    fn end<G: Variant>(&self, game: &Game<G>) -> Result<(), Flaw> {
        let result = &self.0.record.result;
        let outcome = game.outcome();
        let mut last = game.clone();
        if G::Roll::CERTAIN.is_none() && outcome.is_none() {
            last.set_roll(self.roll(game));
        }
        let text = &self.0.record.last;
        if ![game.text(), last.text()].contains(text) {
            let message = format!(
                "found {}, but the moves lead to {}",
                quote(text),
                last.text()
            );
            return Err(at(self.0.tag(Tag::Last), message));
        }
        let ended = outcome.map(|outcome| End::Rules(outcome.reason));
        let claimed = matches!(result.end, End::Rules(_)).then_some(result.end);
        if ended != claimed {
            let by_rules = ended.map_or("it is not over".into(), |end| end.to_string());
            let message = format!("found \"{}\", but by the rules: {by_rules}", result.end);
            return Err(at(self.0.tag(Tag::End), message));
        }
        let drawn = matches!(
            result.end,
            End::Adjudicated(Verdict::Level | Verdict::MaxPlies)
        );
        let fits = match outcome {
            Some(outcome) => (outcome.winner, outcome.points) == (result.winner, result.points),
            None if drawn => result.winner.is_none(),
            None => result.winner.is_none() || result.points == 1,
        };
        if !fits {
            let message = format!("the result does not fit the end \"{}\"", result.end);
            return Err(at(self.0.tag(Tag::Result), message));
        }
        self.plies(game.plies())
    }

    /// A limit of plies is kept, and reached where it ended the game.
    fn plies(&self, plies: usize) -> Result<(), Flaw> {
        let at_limit = self.0.record.result.end == End::Adjudicated(Verdict::MaxPlies);
        let limit = self.0.record.setup.max_plies.map(|limit| limit as usize);
        if at_limit && limit.is_none_or(|limit| plies < limit) {
            let message = format!("{plies} plies are not the limit");
            return Err(at(self.0.tag(Tag::End), message));
        }
        Ok(())
    }
}
