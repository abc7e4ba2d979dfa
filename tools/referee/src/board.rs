//! A board for the referee: applies moves and decides results, with the variant behind a trait object.
//! Not here: the rules themselves, and players.

use tricorn::dice;
use tricorn::rules::list::{self, Visitor};
use tricorn::rules::{Chance, Game, Notation, Outcome, Side, TextError, Token};
use tricorn::session::{self, Steps, legal_texts, response};
use tricorn_protocol::{ProtocolError, Query, Words, quote};

/// A word of a list of moves that a board took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// It was a roll, which now lies on the table.
    Roll,
    /// It was a move, now played; its canonical text.
    Move(String),
}

/// A game being played, with the line that led to it.
pub trait Board: Send + Sync {
    /// The side to move.
    fn side(&self) -> Side;

    /// The side that the texts of the game call White.
    fn white(&self) -> Side;

    /// Moves played since the position in which the line began.
    fn plies(&self) -> u64;

    /// Pieces of both sides in play.
    fn pieces(&self) -> u32;

    /// How the game ended, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the dice are to be thrown before the side to move can.
    fn awaits_roll(&self) -> bool;

    /// Throws the dice: the roll that belongs to this seed, pair and turn, never a double for
    /// the first turn of a game. Gives its text.
    fn throw(&mut self, seed: u64, pair: u64) -> String;

    /// Before the first throw of a game: the rolls that may open it, with their weights. `None`
    /// elsewhere.
    fn first_rolls(&self) -> Option<Vec<(String, u32)>>;

    /// Reads a roll or a legal move and acts on it.
    ///
    /// # Errors
    /// The word is neither; the board is then unchanged.
    fn read(&mut self, word: &str) -> Result<Word, TextError>;

    /// The legal moves in canonical text, sorted bytewise; none before a throw.
    fn legal(&self) -> Vec<String>;

    /// The roll that the text of a move names; `None` if it names none.
    fn roll_of(&self, word: &str) -> Option<String>;

    /// What the rules answer to a question of the protocol: the words behind `response`.
    fn response(&self, query: Query) -> Words;

    /// How the turn can go on after these steps.
    ///
    /// # Errors
    /// The first step that is not possible.
    fn steps(&self, begun: &[String]) -> Result<Steps, ProtocolError>;

    /// The canonical text of the position, with the roll where one lies on the table.
    fn text(&self) -> String;

    /// Another board with the same game on it.
    fn fork(&self) -> Box<dyn Board>;
}

/// Why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// There is no game of that name.
    Variant(String),
    /// The position text is refused; the message says why.
    Position(String),
    /// A word of the opening is no legal move; the message says which and why.
    Opening(String),
}

impl std::fmt::Display for SetupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Variant(name) => {
                let known = list::NAMES.join(", ");
                write!(f, "variant {}, expected one of {known}", quote(name))
            }
            Self::Position(message) => write!(f, "position {message}"),
            Self::Opening(message) => write!(f, "opening {message}"),
        }
    }
}

impl std::error::Error for SetupError {}

/// The canonical text of the position in which games of a variant begin; `None` if there is no
/// such variant.
#[must_use]
pub fn start_text(variant: &str) -> Option<String> {
    struct Text;
    impl Visitor for Text {
        type Out = String;
        fn visit<G: Notation>(self) -> String {
            G::start().position_text(None)
        }
    }
    list::visit(variant, Text)
}

/// A board with a line on it: a position text, and moves (or rolls) from there.
///
/// # Errors
/// The variant is unknown, the position refused, or a move illegal.
pub fn open<S: AsRef<str>>(
    variant: &str,
    position: &str,
    moves: &[S],
) -> Result<Box<dyn Board>, SetupError> {
    struct Open<'a>(&'a str);
    impl Visitor for Open<'_> {
        type Out = Result<Box<dyn Board>, TextError>;
        fn visit<G: Notation>(self) -> Self::Out {
            let placed = G::parse_position(self.0)?;
            Ok(Box::new(Game::<G>::new(placed.position, placed.roll)))
        }
    }
    let mut board = list::visit(variant, Open(position))
        .ok_or_else(|| SetupError::Variant(variant.to_owned()))?
        .map_err(|error| SetupError::Position(format!("{}: {error}", quote(position))))?;
    for (index, word) in moves.iter().enumerate() {
        let word = word.as_ref();
        board.read(word).map_err(|error| {
            SetupError::Opening(format!("word {} {}: {error}", index + 1, quote(word)))
        })?;
    }
    Ok(board)
}

/// Whether games of this name are played with dice.
#[must_use]
pub fn has_dice(variant: &str) -> bool {
    struct Dice;
    impl Visitor for Dice {
        type Out = bool;
        fn visit<G: Notation>(self) -> bool {
            G::Roll::ONLY.is_none()
        }
    }
    list::visit(variant, Dice).unwrap_or(false)
}

impl<G: Notation> Board for Game<G> {
    fn side(&self) -> Side {
        self.position().turn()
    }

    fn white(&self) -> Side {
        G::WHITE
    }

    fn plies(&self) -> u64 {
        Game::plies(self) as u64
    }

    fn pieces(&self) -> u32 {
        self.position().pieces()
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn awaits_roll(&self) -> bool {
        self.roll().is_none()
    }

    fn throw(&mut self, seed: u64, pair: u64) -> String {
        let roll = dice::throw(self, seed, pair);
        self.set_roll(roll);
        G::roll_text(roll)
    }

    fn first_rolls(&self) -> Option<Vec<(String, u32)>> {
        let open = self.roll().is_none() && dice::opens(self.position());
        open.then(|| {
            let rolls = G::Roll::ROLLS.iter().filter(|(roll, _)| roll.opens());
            let texts = rolls.map(|&(roll, weight)| (G::roll_text(roll), weight));
            texts.collect()
        })
    }

    fn read(&mut self, word: &str) -> Result<Word, TextError> {
        Ok(match self.position().parse_token(self.roll(), word)? {
            Token::Roll(roll) => {
                self.set_roll(roll);
                Word::Roll
            }
            Token::Move(m) => {
                let text = self.position().move_text(&m);
                self.play(&m);
                Word::Move(text)
            }
        })
    }

    fn legal(&self) -> Vec<String> {
        legal_texts(self).unwrap_or_default()
    }

    fn roll_of(&self, word: &str) -> Option<String> {
        G::roll_of(word).map(G::roll_text)
    }

    fn response(&self, query: Query) -> Words {
        response(self, query)
    }

    fn steps(&self, begun: &[String]) -> Result<Steps, ProtocolError> {
        session::steps(self, begun)
    }

    fn text(&self) -> String {
        Game::text(self)
    }

    fn fork(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_in_capitals_is_told_how_to_be_written() {
        for (variant, moves, lower) in [
            ("dameo", &["C3C4"][..], "c3c4"),
            ("eximo", &["c3C4"], "c3c4"),
            ("abak", &["31:8/5,6/5", "61:BAR/24"], "bar"),
        ] {
            let start = start_text(variant).expect(variant);
            let error = open(variant, &start, moves)
                .err()
                .expect(variant)
                .to_string();
            let told = error.contains("expected lower case") && error.contains(lower);
            // A move that is not legal in lower case either has an error of its own.
            assert_eq!(told, variant != "abak", "{error}");
        }
    }
}
