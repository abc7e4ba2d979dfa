//! Openings, and the sources that they come from.
//! Not here: whether an opening is balanced (`runner::is_level`).

use super::random;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

/// A position and moves from there, legal and in canonical notation. The game is not over after them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The position in canonical notation.
    pub position: String,
    /// The moves from there, including rolls.
    pub moves: Vec<String>,
}

impl Opening {
    /// The `position` command for the opening.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = format!("position fen {}", self.position);
        if !self.moves.is_empty() {
            line.push_str(" moves ");
            line.push_str(&self.moves.join(" "));
        }
        line
    }
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Random plies from the start position.
    Random {
        /// The game.
        variant: String,
        /// The number of plies; 0 gives the start position itself.
        plies: u32,
    },
    /// A list in its order or shuffled by the seed. It starts over when it is used up.
    Book {
        /// The openings, at least one.
        openings: Vec<Opening>,
    },
}

impl Source {
    /// A list of openings, shuffled if there is a seed.
    #[must_use]
    pub fn book(mut openings: Vec<Opening>, seed: Option<u64>) -> Self {
        if let Some(seed) = seed {
            shuffle(&mut openings, random::stream(seed, random::Purpose::Order));
        }
        Self::Book { openings }
    }

    /// The number of openings before they repeat; `None` for random openings.
    #[must_use]
    pub fn supply(&self) -> Option<u64> {
        match self {
            Self::Random { plies: 0, .. } => Some(1),
            Self::Random { .. } => None,
            Self::Book { openings } => Some(openings.len() as u64),
        }
    }

    /// How many of them are distinct; `None` for random openings.
    #[must_use]
    pub fn different(&self) -> Option<u64> {
        match self {
            Self::Random { .. } => self.supply(),
            Self::Book { openings } => Some(openings.iter().collect::<HashSet<_>>().len() as u64),
        }
    }

    /// The opening of a round; it depends only on the arguments. `attempt` counts the openings that
    /// the filter has rejected, from 0. In a book it selects the next one, which another round uses
    /// too.
    ///
    /// # Errors
    /// Random games that all end too soon, and a book that `attempt` has used up.
    pub fn opening(&self, seed: u64, round: u64, attempt: u64) -> Result<Opening, String> {
        match self {
            Self::Random { variant, plies } => {
                random::opening(variant, *plies, seed, round, attempt)
            }
            Self::Book { openings } => {
                let supply = openings.len() as u64;
                if attempt >= supply {
                    return Err(format!(
                        "the filter rejects all {supply} openings of the book"
                    ));
                }
                Ok(openings[((round % supply + attempt) % supply) as usize].clone())
            }
        }
    }
}

/// Fisher and Yates' shuffle (R. Durstenfeld, *Algorithm 235*, 1964).
fn shuffle<T>(items: &mut [T], mut stream: ChaCha8Rng) {
    for end in (1..items.len()).rev() {
        items.swap(end, stream.random_range(0..=end));
    }
}
