//! Texts of positions, moves and rolls: what every game must be able to read and write.
//! Not here: the texts themselves (each game's `notation`), and the lines of the protocol.

use super::steps::{BegunTurn, StepError};
use super::{Chance, Rules, Side};
use std::cell::OnceCell;
use std::fmt;

/// What is wrong with a text, where, and what was expected instead.
///
/// The message never repeats the text, which may be long or contain control characters. The caller
/// reports the error has the text, and quotes it escaped and cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The first wrong character, counted from 1; 0 for the text as a whole.
    pub column: usize,
    /// What is wrong or what was expected, without a full stop. One line of at most
    /// [`LONGEST`](Self::LONGEST) characters.
    pub message: String,
}

impl TextError {
    /// The most characters of a message.
    pub const LONGEST: usize = 400;

    /// An error at a character, counted from 1; 0 for the text as a whole.
    pub fn at(column: usize, message: impl Into<String>) -> Self {
        Self {
            column,
            message: message.into(),
        }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.column > 0 {
            write!(f, "character {}: ", self.column)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

/// A position as a text gives it, with the roll that the text may carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedPosition<G: Rules> {
    /// The position.
    pub position: G,
    /// The roll of the side to move; [`Chance::ONLY`] where the text names none.
    pub roll: Option<G::Roll>,
}

impl<G: Rules> ParsedPosition<G> {
    /// A position whose roll is not known (or needs no throw).
    pub fn new(position: G) -> Self {
        Self {
            position,
            roll: G::Roll::ONLY,
        }
    }
}

/// One word of a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<G: Rules> {
    /// The roll of the side to move, standing by itself before the steps.
    Roll(G::Roll),
    /// A legal move.
    Move(G::Move),
}

/// The legal moves of a position under a roll, listed once and only if a word asks for them.
#[derive(Debug)]
pub struct LegalMoves<'a, G: Rules> {
    position: &'a G,
    roll: Option<G::Roll>,
    list: OnceCell<Vec<G::Move>>,
}

impl<'a, G: Rules> LegalMoves<'a, G> {
    /// Those of `position`, not listed yet; `roll` is what is known of the mover's.
    pub const fn new(position: &'a G, roll: Option<G::Roll>) -> Self {
        Self {
            position,
            roll,
            list: OnceCell::new(),
        }
    }

    /// The position.
    pub const fn position(&self) -> &'a G {
        self.position
    }

    /// The mover's roll, where known; [`Chance::ONLY`] in a game without dice.
    pub fn roll(&self) -> Option<G::Roll> {
        self.roll.or(G::Roll::ONLY)
    }

    /// The moves, in the order of [`Rules::moves`]; none before the throw.
    pub fn list(&self) -> &[G::Move] {
        self.list.get_or_init(|| {
            let mut moves = Vec::new();
            if let Some(roll) = self.roll() {
                self.position.moves(roll, &mut moves);
            }
            moves
        })
    }
}

/// Texts of a game. Reading and writing are inverse on canonical texts.
pub trait Notation: Rules {
    /// Reads a position; blanks around the text and between its words are ignored. Every text
    /// that is accepted describes a position that the rules can go on from.
    ///
    /// # Errors
    /// Says where the text is wrong and what was expected.
    fn parse_position(text: &str) -> Result<ParsedPosition<Self>, TextError>;

    /// The canonical text of the position, with the roll if it is known.
    fn position_text(&self, roll: Option<Self::Roll>) -> String;

    /// The canonical text of a legal move of this position.
    fn move_text(&self, m: &Self::Move) -> String;

    /// Reads one word of a list of moves played from this position. `roll` is what is known of
    /// the mover's roll; a roll in the word must agree with it.
    ///
    /// # Errors
    /// As [`read_token`](Notation::read_token).
    fn parse_token(&self, roll: Option<Self::Roll>, word: &str) -> Result<Token<Self>, TextError> {
        let legal = LegalMoves::new(self, roll);
        Self::read_token(&legal, word).map_err(|error| Self::explain(&legal, word, error))
    }

    /// What to report about a word that was refused with `error`: that it would be legal in lower
    /// case, if so.
    fn explain(legal: &LegalMoves<'_, Self>, word: &str, error: TextError) -> TextError {
        let lower = word.to_ascii_lowercase();
        if lower != word && Self::read_token(legal, &lower).is_ok() {
            TextError::at(0, format!("expected lower case, as in {lower}"))
        } else {
            error
        }
    }

    /// The same for one of many words about one position, whose moves are listed only once.
    ///
    /// # Errors
    /// The word is not a move text, is not legal here, or is ambiguous; the message says which.
    fn read_token(legal: &LegalMoves<'_, Self>, word: &str) -> Result<Token<Self>, TextError>;

    /// How a turn under `roll` can go on after the steps of `begun`, each as it was named here. A
    /// step belongs to the answer if a legal turn can be reached with it.
    ///
    /// # Errors
    /// The first step that cannot follow those before it.
    fn steps(&self, roll: Self::Roll, begun: &[&str]) -> Result<BegunTurn<Self>, StepError>;

    /// The roll that the text of a move begins with; `None` if it names none.
    fn roll_of(word: &str) -> Option<Self::Roll> {
        let _ = word;
        None
    }

    /// The text of a roll, empty where nothing is thrown.
    fn roll_text(roll: Self::Roll) -> String;

    /// How many files and ranks a client draws the board with.
    const BOARD: [u8; 2] = [8, 8];

    /// How many lines of [`diagram`](Notation::diagram) are the board; the others explain it.
    const DIAGRAM_ROWS: usize = 9;

    /// The board drawn with letters, several lines, each ended by a newline.
    fn diagram(&self) -> String;
}

/// What texts call a side of a game: `White` or `Black`.
#[must_use]
pub fn colour<G: Rules>(side: Side) -> &'static str {
    if side == G::WHITE { "White" } else { "Black" }
}
