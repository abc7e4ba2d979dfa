//! How strong the opponent plays and how long it thinks, as people ask for it.
//! Not here: what a rating costs in nodes, which each game's table of levels says.

use crate::games::RATINGS;
use std::fmt;
use std::str::FromStr;

/// The opponent's strength and its time for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The rating; `None` for full strength.
    pub elo: Option<u32>,
    /// Milliseconds for a turn.
    pub millis: u64,
}

/// One word that changes a [`Level`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Full strength.
    Full,
    /// A rating.
    Elo(u32),
    /// Milliseconds for a turn.
    Millis(u64),
}

/// The longest time for a turn: a day.
const LONGEST: u64 = 24 * 60 * 60 * 1_000;

impl FromStr for Change {
    type Err = String;

    /// Reads `full`, a rating such as `1200`, or a time such as `2s` or `500ms`.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            let [weakest, strongest] = RATINGS;
            format!(
                "found {}, expected full, a rating from {weakest} to {strongest}, or a time such as 2s or 500ms",
                tricorn_protocol::quote(text)
            )
        };
        if text.eq_ignore_ascii_case("full") {
            return Ok(Self::Full);
        }
        let millis = if let Some(number) = text.strip_suffix("ms") {
            number.parse().ok()
        } else if let Some(number) = text.strip_suffix('s') {
            let seconds = number.parse().ok().filter(|s: &f64| (0.0..1e6).contains(s));
            seconds.map(|seconds| (seconds * 1e3) as u64)
        } else {
            let elo = text.parse().ok();
            let elo = elo.filter(|elo| (RATINGS[0]..=RATINGS[1]).contains(elo));
            return elo.map(Self::Elo).ok_or_else(expected);
        };
        let millis = millis.filter(|millis| (1..=LONGEST).contains(millis));
        millis.map(Self::Millis).ok_or_else(expected)
    }
}

impl Level {
    /// Makes a change.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Full => self.elo = None,
            Change::Elo(elo) => self.elo = Some(elo),
            Change::Millis(millis) => self.millis = millis,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.elo {
            None => f.write_str("full strength")?,
            Some(elo) => write!(f, "a rating of {elo}")?,
        }
        write!(f, ", {} s a turn", self.millis as f64 / 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_levels() {
        for (word, change) in [
            ("full", Change::Full),
            ("1200", Change::Elo(1200)),
            ("2s", Change::Millis(2_000)),
            ("0.5s", Change::Millis(500)),
            ("70ms", Change::Millis(70)),
        ] {
            assert_eq!(word.parse(), Ok(change), "{word}");
        }
        for word in [
            "",
            "s",
            "ms",
            "0s",
            "-1s",
            "NaNs",
            "1e99s",
            "9",
            "99999",
            "fast",
            "99999999999ms",
        ] {
            assert!(word.parse::<Change>().is_err(), "{word}");
        }
    }
}
