//! Steps that are squares: the piece, each square it comes to, each square dropped on.
//! Not here: which of them are possible.

use super::{Square, bit, each, name, named};
use crate::rules::steps::StepError;

/// The squares with which a turn can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextSquares {
    /// Of the piece to be moved, or to come to with it: `c3`.
    Squares(u64),
    /// To drop a man on: `@c3`.
    Drops(u64),
}

impl NextSquares {
    /// The words of the steps, sorted bytewise.
    #[must_use]
    pub fn words(self) -> Vec<String> {
        let (sign, set) = match self {
            Self::Squares(set) => ("", set),
            Self::Drops(set) => ("@", set),
        };
        let mut words: Vec<String> = each(set)
            .map(|square| format!("{sign}{}", name(square)))
            .collect();
        words.sort_unstable();
        words
    }

    /// The square of the step that `word` is, which stands at place `at` of the turn.
    ///
    /// # Errors
    /// It is none of these steps.
    pub fn read(self, at: usize, word: &str) -> Result<Square, StepError> {
        let (square, set) = match self {
            Self::Squares(set) => (Some(word), set),
            Self::Drops(set) => (word.strip_prefix('@'), set),
        };
        square
            .filter(|square| square.len() == 2)
            .and_then(|square| named(square.as_bytes()))
            .filter(|&square| set & bit(square) != 0)
            .ok_or_else(|| StepError::new(at, word, &self.words()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted_by_bytes_and_read_as_they_are_written() {
        let squares = NextSquares::Squares(bit(1) | bit(8));
        assert_eq!(squares.words(), ["a2", "b1"]);
        let drops = NextSquares::Drops(bit(1) | bit(8));
        assert_eq!(drops.words(), ["@a2", "@b1"]);
        assert_eq!(squares.read(0, "b1"), Ok(1));
        assert_eq!(drops.read(0, "@a2"), Ok(8));
        for word in ["", "@b1", "c3", "b", "b1b1", "B1", "é", "b\u{301}"] {
            assert!(squares.read(0, word).is_err(), "{word}");
        }
        for word in ["", "@", "b1", "@c3", "@@b1", "@B1", "@b1 "] {
            assert!(drops.read(0, word).is_err(), "{word}");
        }
        let error = squares.read(3, "B1").expect_err("capitals");
        assert_eq!(error.at, 3);
        assert_eq!(error.error.message, "expected lower case, as in b1");
    }
}
