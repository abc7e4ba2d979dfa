//! The 8x8 board that Dameo and Eximo share: squares as bits of a `u64`, and their names.
//! Not here: pieces, moves, whose turn it is.
//!
//! Bit 0 is `a1`, bit 7 `h1`, bit 63 `h8`: `bit = 8 * rank + file`, both counted from 0.

mod keys;
mod lines;
mod path;
mod steps;
mod text;

pub use keys::random_keys;
pub use lines::{shift, spread, star, turned};
pub use path::{Path, read_path};
pub use steps::NextSquares;
pub use text::{
    ParsedList, column_of, diagram, drop_chess_fields, read_board, read_list, read_number, shifted,
    words, write_board,
};

/// A square, 0 (`a1`) to 63 (`h8`).
pub type Square = u8;

/// The bit of a square.
#[inline(always)]
#[must_use]
pub const fn bit(square: Square) -> u64 {
    1 << square
}

/// The squares of a set, lowest first.
#[inline]
pub fn each(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as Square;
            set &= set.wrapping_sub(1);
            square
        })
    })
}

/// The two letters of a square, file first.
#[must_use]
pub fn name(square: Square) -> String {
    let mut out = String::with_capacity(2);
    push_name(&mut out, square);
    out
}

/// Appends the name of a square.
pub fn push_name(out: &mut String, square: Square) {
    out.push(char::from(b'a' + square % 8));
    out.push(char::from(b'1' + square / 8));
}

/// Reads the name of a square at the head of `text`.
#[must_use]
pub fn named(text: &[u8]) -> Option<Square> {
    match text {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => None,
    }
}
