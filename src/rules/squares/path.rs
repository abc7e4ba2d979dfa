//! Move texts made of squares: `d1d4`, `c5xc1xh1`, with drops `c6c8@b1@g2`.
//! Not here: whether such a move is legal.

use super::{Square, bit, named};
use crate::rules::TextError;

/// The squares that a move text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Origin and every square named after it; two at least.
    pub squares: Vec<Square>,
    /// The set of squares dropped on.
    pub drops: u64,
}

/// Reads a move text: squares, with one of `-`, `x`, `:` allowed between two of them, then drops,
/// each an `@` and a square, in any order.
///
/// # Errors
/// Anything else, fewer than two squares, or a square dropped on twice.
pub fn read_path(text: &str) -> Result<Path, TextError> {
    let bytes = text.as_bytes();
    let mut squares = Vec::new();
    let mut at = 0;
    while at < bytes.len() && bytes[at] != b'@' {
        if !squares.is_empty() && matches!(bytes[at], b'-' | b'x' | b':') {
            at += 1;
        }
        squares.push(square_at(text, at)?);
        at += 2;
    }
    if squares.len() < 2 {
        return Err(TextError::at(
            0,
            "expected origin and destination, such as d1d4",
        ));
    }
    let mut drops = 0;
    while at < bytes.len() {
        if bytes[at] != b'@' {
            return Err(TextError::at(at + 1, "expected '@' before a dropped man"));
        }
        let square = square_at(text, at + 1)?;
        if drops & bit(square) != 0 {
            return Err(TextError::at(at + 1, "two men dropped on one square"));
        }
        drops |= bit(square);
        at += 3;
    }
    Ok(Path { squares, drops })
}

fn square_at(text: &str, at: usize) -> Result<Square, TextError> {
    named(&text.as_bytes()[at..])
        .ok_or_else(|| TextError::at(at + 1, "expected a square, a letter a-h and a digit 1-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_drops_are_read_with_or_without_signs_between() {
        for text in ["c6c8@b1@g2", "c6xc8@g2@b1", "c6:c8@b1@g2", "c6-c8@b1@g2"] {
            let path = read_path(text).expect(text);
            assert_eq!(path.squares, [42, 58]);
            assert_eq!(path.drops, bit(1) | bit(14));
        }
    }

    #[test]
    fn faults_are_found_where_they_are() {
        for (text, column) in [
            ("c6", 0),
            ("@b1", 0),
            ("c6c", 3),
            ("c6c8@b1@b1", 8),
            ("c6c8@b1b2", 8),
            ("c6c8@", 6),
        ] {
            assert_eq!(read_path(text).expect_err(text).column, column, "{text}");
        }
    }
}
