//! Texts of a board: ranks between slashes, lists of squares, and the diagram.
//! Not here: side, counters and limits, which differ from game to game.

use super::{Square, bit, named};
use crate::rules::TextError;

/// The words of a text, each with the column of its first character, counted from 1.
pub fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut column = 1;
    loop {
        let word = rest.trim_start();
        // Only what is passed over is counted: the rest may be long.
        column += rest[..rest.len() - word.len()].chars().count();
        let end = word.find(char::is_whitespace).unwrap_or(word.len());
        if end == 0 {
            return found;
        }
        found.push((column, &word[..end]));
        column += word[..end].chars().count();
        rest = &word[end..];
    }
}

/// Drops the two words `- -` behind board and side, where FEN of chess has castling rights and the
/// en passant square; returns whether they were there. Programs made for chess write them.
pub fn drop_chess_fields(words: &mut Vec<(usize, &str)>) -> bool {
    let found = matches!(words[..], [_, _, (_, "-"), (_, "-"), ..]);
    if found {
        words.drain(2..4);
    }
    found
}

/// The error of a word, as an error of the text in which the word begins at `column`.
#[must_use]
pub fn shifted(mut error: TextError, column: usize) -> TextError {
    if error.column > 0 {
        error.column += column - 1;
    }
    error
}

/// Reads a number of digits alone, between 0 and `most`; `what` names it in errors.
///
/// # Errors
/// Anything else.
pub fn read_number(text: &str, column: usize, what: &str, most: u32) -> Result<u32, TextError> {
    let digits = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let number = text.parse().ok().filter(|&number| number <= most);
    number.filter(|_| digits).ok_or_else(|| {
        let message = format!("expected {what}, a number up to {most}");
        TextError::at(column, message)
    })
}

/// The column, counted from 1, at which a text that [`read_board`] accepts speaks of a square.
#[must_use]
pub fn column_of(text: &str, square: Square) -> usize {
    let (mut rank, mut file) = (7, 0);
    for (offset, c) in text.chars().enumerate() {
        if c == '/' {
            (rank, file) = (rank - 1, 0);
            continue;
        }
        file += c.to_digit(10).unwrap_or(1);
        if rank == u32::from(square / 8) && file > u32::from(square % 8) {
            return offset + 1;
        }
    }
    0
}

/// Reads ranks 8 to 1 between slashes, files a to h, digits for runs of empty squares; returns
/// the set of squares of each letter, in the order of `letters`.
///
/// # Errors
/// A letter not listed, a rank that does not add up to 8, other than 8 ranks.
pub fn read_board<const N: usize>(text: &str, letters: [char; N]) -> Result<[u64; N], TextError> {
    let mut sets = [0; N];
    let mut ranks = 0;
    let mut column = 1;
    for rank in text.split('/') {
        ranks += 1;
        if ranks > 8 {
            return Err(TextError::at(column, "more than 8 ranks"));
        }
        read_rank(rank, 8 - ranks, column, letters, &mut sets)?;
        column += rank.chars().count() + 1;
    }
    if ranks < 8 {
        let message = format!("{ranks} ranks, expected 8 separated by '/'");
        return Err(TextError::at(column - 1, message));
    }
    Ok(sets)
}

fn read_rank<const N: usize>(
    text: &str,
    rank: u32,
    start: usize,
    letters: [char; N],
    sets: &mut [u64; N],
) -> Result<(), TextError> {
    let mut file = 0;
    for (offset, c) in text.chars().enumerate() {
        if let Some(kind) = letters.iter().position(|&letter| letter == c) {
            if file < 8 {
                sets[kind] |= 1 << (8 * rank + file);
            }
            file += 1;
        } else if let Some(run @ 1..=8) = c.to_digit(10) {
            file += run;
        } else {
            let known: String = letters.iter().collect();
            let message = format!("expected one of {known} or 1-8");
            return Err(TextError::at(start + offset, message));
        }
    }
    if file == 8 {
        Ok(())
    } else {
        let message = format!("rank {} has {file} squares, expected 8", rank + 1);
        Err(TextError::at(start, message))
    }
}

/// The inverse of [`read_board`].
#[must_use]
pub fn write_board<const N: usize>(sets: [u64; N], letters: [char; N]) -> String {
    let mut out = String::new();
    for rank in (0..8).rev() {
        let mut run = 0;
        for file in 0..8 {
            let square = bit(8 * rank + file);
            match sets.iter().position(|set| set & square != 0) {
                None => run += 1,
                Some(kind) => {
                    push_run(&mut out, run);
                    run = 0;
                    out.push(letters[kind]);
                }
            }
        }
        push_run(&mut out, run);
        if rank > 0 {
            out.push('/');
        }
    }
    out
}

fn push_run(out: &mut String, run: u8) {
    if run > 0 {
        out.push(char::from(b'0' + run));
    }
}

/// The board with a letter a square, `.` where it is empty; ranks and files at the edges, and the
/// `legend` below it.
#[must_use]
pub fn diagram<const N: usize>(sets: [u64; N], letters: [char; N], legend: &[&str]) -> String {
    let mut out = String::new();
    for rank in (0..8).rev() {
        out.push(char::from(b'1' + rank));
        for file in 0..8 {
            let square = bit(8 * rank + file);
            let kind = sets.iter().position(|set| set & square != 0);
            out.push(' ');
            out.push(kind.map_or('.', |kind| letters[kind]));
        }
        out.push('\n');
    }
    out.push_str("  a b c d e f g h\n");
    for line in legend {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// A position as a list of squares gives it (see [`read_list`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParsedList {
    /// Whether White is to move.
    pub white_to_move: bool,
    /// White's men and kings.
    pub white: [u64; 2],
    /// Black's men and kings.
    pub black: [u64; 2],
    /// The number after `H`: quiet plies.
    pub quiet: Option<u32>,
    /// The number after `F`: the move number.
    pub number: Option<u32>,
}

/// Reads `W:Wa1,b2,Kc5:Ba8,Kd4`, with optional `:H<quiet>` and `:F<move>`: the letter of the side
/// to move, then the squares of each colour in either order, a `K` before a king's. A section may
/// be empty; one final dot is allowed.
///
/// # Errors
/// Anything else, a colour missing or given twice, two pieces on a square.
pub fn read_list(text: &str) -> Result<ParsedList, TextError> {
    let body = text.strip_suffix('.').unwrap_or(text);
    let mut sections = body.split(':');
    let mut listed = ParsedList::default();
    let mut column = 1;
    let side = sections.next().unwrap_or_default();
    listed.white_to_move = match side {
        "W" => true,
        "B" => false,
        _ => return Err(TextError::at(1, "expected W or B, the side to move")),
    };
    column += side.len() + 1;
    let (mut white, mut black) = (false, false);
    for section in sections {
        let (seen, sets) = match section.as_bytes().first() {
            Some(b'W') => (&mut white, &mut listed.white),
            Some(b'B') => (&mut black, &mut listed.black),
            Some(b'H') => {
                read_counter(section, column, &mut listed.quiet)?;
                column += section.len() + 1;
                continue;
            }
            Some(b'F') => {
                read_counter(section, column, &mut listed.number)?;
                column += section.len() + 1;
                continue;
            }
            _ => {
                let message = "expected a section that begins with W, B, H or F";
                return Err(TextError::at(column, message));
            }
        };
        if std::mem::replace(seen, true) {
            return Err(TextError::at(column, "a colour is listed twice"));
        }
        read_pieces(&section[1..], column + 1, sets)?;
        column += section.len() + 1;
    }
    if !(white && black) {
        let message = "expected both colours, such as W:Wa1,b2:Ba8";
        return Err(TextError::at(column - 1, message));
    }
    let all = [listed.white, listed.black].concat();
    let mut taken = 0;
    for set in all {
        if taken & set != 0 {
            let square: Square = (taken & set).trailing_zeros() as Square;
            let message = format!("two pieces on {}", super::name(square));
            return Err(TextError::at(0, message));
        }
        taken |= set;
    }
    Ok(listed)
}

fn read_pieces(text: &str, start: usize, sets: &mut [u64; 2]) -> Result<(), TextError> {
    if text.is_empty() {
        return Ok(());
    }
    let mut column = start;
    for piece in text.split(',') {
        let (kind, square) = match piece.strip_prefix('K') {
            Some(rest) => (1, rest),
            None => (0, piece),
        };
        let found = named(square.as_bytes()).filter(|_| square.len() == 2);
        let Some(found) = found else {
            let message = "expected a square such as a1, or Ka1 for a king";
            return Err(TextError::at(column, message));
        };
        if (sets[0] | sets[1]) & bit(found) != 0 {
            let message = format!("two pieces on {square}");
            return Err(TextError::at(column, message));
        }
        sets[kind] |= bit(found);
        column += piece.len() + 1;
    }
    Ok(())
}

fn read_counter(section: &str, column: usize, into: &mut Option<u32>) -> Result<(), TextError> {
    let (letter, digits) = section.split_at(1);
    if into.is_some() {
        return Err(TextError::at(column, format!("{letter} is given twice")));
    }
    let what = if letter == "H" {
        "the count of quiet plies"
    } else {
        "the move number"
    };
    *into = Some(read_number(digits, column + 1, what, u32::MAX)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_columns_in_characters() {
        assert_eq!(
            words(" ab\t\u{1F600} c "),
            [(2, "ab"), (5, "\u{1F600}"), (7, "c")]
        );
        assert_eq!(words(" \t"), []);
    }

    #[test]
    fn the_column_of_every_square_of_a_text_is_found() {
        let text = "3M4/8/8/8/8/8/44/k6K";
        let letters = ['M', 'K', 'k'];
        assert!(read_board(text, letters).is_ok());
        for (square, column) in [
            (59, 2),
            (60, 3),
            (56, 1),
            (8, 15),
            (15, 16),
            (0, 18),
            (3, 19),
        ] {
            assert_eq!(column_of(text, square), column, "square {square}");
        }
    }

    #[test]
    fn boards_are_written_as_they_are_read() {
        let text = "M6k/1M5k/8/3K4/8/8/7M/kkkkkkkk";
        let letters = ['M', 'K', 'k'];
        let sets = read_board(text, letters).unwrap();
        assert_eq!(sets.map(u64::count_ones), [3, 1, 10]);
        assert_eq!(write_board(sets, letters), text);
    }

    #[test]
    fn numbers_are_digits_within_their_range() {
        assert_eq!(read_number("007", 1, "it", 7), Ok(7));
        for text in [
            "",
            "8",
            "+1",
            "-1",
            "1.0",
            "99999999999999999999",
            "\u{0663}",
        ] {
            let error = read_number(text, 5, "it", 7).unwrap_err();
            assert_eq!(
                (error.column, error.message.as_str()),
                (5, "expected it, a number up to 7")
            );
        }
    }
}
