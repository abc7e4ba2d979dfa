//! The picture of the 8x8 board, whose pieces the position text names by letters.
//! Not here: which letter is which piece, which each game says.

use super::svg::Canvas;
use super::{Arrows, Place};
use crate::rules::squares::{Square, name, named};

const SQUARE: i32 = 60;
const MARGIN: i32 = 30;
const FIELDS: [&str; 2] = ["#dfc59b", "#ecd9b8"];
const MARKED: [&str; 2] = ["#c9cf74", "#d6db8a"];

/// Width and height.
pub const SIZE: Place = (8 * SQUARE + 2 * MARGIN, 8 * SQUARE + 2 * MARGIN);

/// The letter on every square, `a1` first; `None` where nothing stands.
pub fn letters(text: &str) -> [Option<char>; 64] {
    let mut found = [None; 64];
    let board = text.split(' ').next().unwrap_or_default();
    for (rank, row) in board.split('/').enumerate() {
        let mut file = 0;
        for c in row.chars() {
            match c.to_digit(10) {
                Some(run) => file += run as usize,
                None => {
                    if let Some(square) = found.get_mut(8 * (7 - rank.min(7)) + file.min(7)) {
                        *square = Some(c);
                    }
                    file += 1;
                }
            }
        }
    }
    found
}

fn centre(square: Square) -> Place {
    let [file, rank] = [square % 8, square / 8].map(i32::from);
    let middle = MARGIN + SQUARE / 2;
    (middle + SQUARE * file, middle + SQUARE * (7 - rank))
}

/// Draws the board with its pieces; `symbol` is the piece of a letter in lower case.
pub fn draw(
    text: &str,
    before: Option<&str>,
    symbol: impl Fn(char) -> &'static str,
    canvas: &mut Canvas,
) {
    canvas.frame();
    let now = letters(text);
    let before = before.map(letters);
    for square in 0..64 {
        let (x, y) = centre(square);
        let light = usize::from((square % 8 + square / 8) % 2 == 1);
        let at = usize::from(square);
        let changed = before.is_some_and(|before| before[at] != now[at]);
        let fields = if changed { MARKED } else { FIELDS };
        let corner = (x - SQUARE / 2, y - SQUARE / 2);
        canvas.rect(corner, (SQUARE, SQUARE), fields[light]);
        if let Some(letter) = now[at] {
            let piece = symbol(letter.to_ascii_lowercase());
            canvas.piece(piece, letter.is_ascii_uppercase(), (x, y), SQUARE - 4);
        }
    }
    for at in 0..8 {
        let (x, y) = centre(9 * at);
        let [file, rank] = [b'a' + at, b'1' + at].map(|c| char::from(c).to_string());
        for edge in [MARGIN / 2, SIZE.1 - MARGIN / 2] {
            canvas.label((x, edge), 16, &file);
            canvas.label((edge, y), 16, &rank);
        }
    }
}

/// What is drawn for a move: the way and the drops that its text names, and the pieces of the
/// other side that are gone after it.
pub fn arrows(word: &str, now: &str, after: &str, white: bool) -> Arrows {
    let mut parts = word.split('@');
    let squares = |text: &str| -> Vec<Place> {
        let pairs = text.as_bytes().chunks(2);
        pairs.filter_map(named).map(centre).collect()
    };
    let way = squares(parts.next().unwrap_or_default());
    let dropped = parts.flat_map(squares).collect();
    let [now, after] = [now, after].map(letters);
    let gone = |square: &Square| {
        let at = usize::from(*square);
        let taken = now[at].is_some_and(|letter| letter.is_ascii_uppercase() != white);
        taken && after[at] != now[at]
    };
    Arrows {
        ways: vec![way],
        captured: (0..64).filter(gone).map(centre).collect(),
        dropped,
    }
}

/// The squares of each kind of piece in words; `kinds` are letters with the name of what they mean.
pub fn described(text: &str, kinds: &[(char, &str)]) -> String {
    let now = letters(text);
    let mut parts = Vec::new();
    for &(letter, kind) in kinds {
        let standing: Vec<String> = (0..64)
            .filter(|&square: &Square| now[usize::from(square)] == Some(letter))
            .map(name)
            .collect();
        if !standing.is_empty() {
            parts.push(format!("{kind} on {}.", standing.join(", ")));
        }
    }
    parts.join(" ")
}
