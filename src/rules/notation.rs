//! Texts of positions, moves and rolls: what every game must be able to read and write.
//! Not here: the texts themselves (each game's `notation`), and the lines of the protocol.

use super::{Chance, Rules};
use std::fmt;

/// What was wrong with a text, where, and what was expected instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The character, counted from 1, at which the text stops making sense; 0 for the text as a
    /// whole.
    pub column: usize,
    /// What was found and what was expected, without a full stop.
    pub message: String,
}

impl TextError {
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
pub struct Placed<G: Rules> {
    /// The position.
    pub position: G,
    /// The roll of the side to move; [`Chance::CERTAIN`] where the text names none.
    pub roll: Option<G::Roll>,
}

impl<G: Rules> Placed<G> {
    /// A position whose roll is not known (or needs no throw).
    pub fn new(position: G) -> Self {
        Self {
            position,
            roll: G::Roll::CERTAIN,
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

/// Texts of a game. Reading and writing are inverse on canonical texts.
pub trait Notation: Rules {
    /// Reads a position; blanks around the text and between its words are ignored. Every text
    /// that is accepted describes a position that the rules can go on from.
    ///
    /// # Errors
    /// Says where the text is wrong and what was expected.
    fn parse_position(text: &str) -> Result<Placed<Self>, TextError>;

    /// The canonical text of the position, with the roll if it is known.
    fn position_text(&self, roll: Option<Self::Roll>) -> String;

    /// The canonical text of a legal move of this position.
    fn move_text(&self, m: &Self::Move) -> String;

    /// Reads one word of a list of moves played from this position. `roll` is what is known of
    /// the mover's roll; a roll in the word must agree with it.
    ///
    /// # Errors
    /// The word is no move text, or no legal move here, or fits several; the message says which.
    fn parse_token(&self, roll: Option<Self::Roll>, word: &str) -> Result<Token<Self>, TextError>;

    /// The text of a roll, empty where nothing is thrown.
    fn roll_text(roll: Self::Roll) -> String;

    /// The board drawn with letters, several lines, each ended by a newline.
    fn diagram(&self) -> String;
}
