//! The throw of two dice: 21 rolls and their weights.
//! Not here: throwing, and what a roll allows.

use crate::rules::{Chance, TextError};
use std::fmt;
use std::str::FromStr;

/// Two dice, the higher first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// The roll of these two numbers in either order; `None` unless both are 1 to 6.
    #[must_use]
    pub const fn new(one: u8, other: u8) -> Option<Self> {
        match (one, other) {
            (1..=6, 1..=6) if one >= other => Some(Self::sorted(one, other)),
            (1..=6, 1..=6) => Some(Self::sorted(other, one)),
            _ => None,
        }
    }

    const fn sorted(high: u8, low: u8) -> Self {
        Self { high, low }
    }

    /// The higher number, 1 to 6.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower number, 1 to 6.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice show one number, which is then played four times.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }
}

impl FromStr for Dice {
    type Err = TextError;

    /// Reads two digits from 1 to 6, in either order.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let dice = match text.as_bytes() {
            &[one @ b'1'..=b'6', other @ b'1'..=b'6'] => Self::new(one - b'0', other - b'0'),
            _ => None,
        };
        dice.ok_or_else(|| TextError::at(1, "expected a roll, two digits from 1 to 6"))
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

/// In the order of their texts: 11, 21, 22, 31, ... 66.
const ROLLS: [(Dice, u32); 21] = {
    let mut rolls = [(Dice::sorted(1, 1), 1); 21];
    let (mut at, mut high) = (0, 1);
    while high <= 6 {
        let mut low = 1;
        while low <= high {
            rolls[at] = (Dice::sorted(high, low), if low == high { 1 } else { 2 });
            at += 1;
            low += 1;
        }
        high += 1;
    }
    rolls
};

impl Chance for Dice {
    const ROLLS: &'static [(Self, u32)] = &ROLLS;
    const ONLY: Option<Self> = None;

    /// Each side throws one die to open, and ties are thrown again: no double can open.
    fn opens(self) -> bool {
        !self.is_double()
    }
}
