//! Value parsers for numeric arguments, shared by all commands.
//! Not here: what the numbers mean.
//!
//! The functions read the text of an argument; an error says what was expected.

use std::ops::RangeInclusive;
use tricorn::eval::net::{LANES, MAX_HIDDEN};

/// The most of anything that is counted: games, passes, positions.
const MOST: u64 = 1_000_000_000;

/// A number of things of which there must be one at least.
///
/// # Errors
/// It is none, or too large.
pub fn count<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    whole(text, 1..=MOST)
}

/// The number of a game to begin with.
///
/// # Errors
/// It is none, or so large that the numbers after it could run out.
pub fn begin(text: &str) -> Result<u64, String> {
    whole(text, 0..=u64::MAX - MOST)
}

/// Score units to a logit.
///
/// # Errors
/// It is none, or not a number that a net file can hold.
pub fn unit(text: &str) -> Result<i32, String> {
    whole(text, 1..=1_000_000)
}

/// Turns out of a thousand.
///
/// # Errors
/// It is none, or more than a thousand.
pub fn thousandths(text: &str) -> Result<u32, String> {
    whole(text, 0..=1_000)
}

/// Hidden units of a view, in a net that sees so many views of a position.
///
/// # Errors
/// The engine has no such nets.
pub fn hidden<const VIEWS: usize>(text: &str) -> Result<usize, String> {
    let most = MAX_HIDDEN / VIEWS;
    match text.parse::<usize>() {
        Ok(units) if (1..=most).contains(&units) && units.is_multiple_of(LANES) => Ok(units),
        _ => Err(format!(
            "expected a multiple of {LANES} from {LANES} to {most}"
        )),
    }
}

/// A rate of learning: above 0, and 1 at most.
///
/// # Errors
/// It is none.
pub fn rate(text: &str) -> Result<f32, String> {
    let rate = fraction(text).filter(|&rate| rate > 0.0);
    rate.ok_or_else(|| "expected a number above 0, and 1 at most".into())
}

/// A part of a whole, from 0 to 1.
///
/// # Errors
/// It is none.
pub fn share(text: &str) -> Result<f32, String> {
    fraction(text).ok_or_else(|| "expected a number from 0 to 1".into())
}

fn fraction(text: &str) -> Option<f32> {
    let number = text.parse::<f32>().ok()?;
    (0.0..=1.0).contains(&number).then_some(number)
}

fn whole<T: TryFrom<u64>>(text: &str, range: RangeInclusive<u64>) -> Result<T, String> {
    let number = text.parse::<u64>().ok();
    let number = number.filter(|number| range.contains(number));
    let number = number.and_then(|number| T::try_from(number).ok());
    let [least, most] = [range.start(), range.end()];
    number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
}
