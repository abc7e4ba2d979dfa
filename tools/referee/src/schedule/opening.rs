//! Where the pairs of a round begin.
//! Not here: whether an opening is level; an engine may say that.

use super::random;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

/// A position and moves from there, legal and in canonical text; the game goes on after them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The canonical text of the position.
    pub position: String,
    /// Moves from there, rolls included.
    pub moves: Vec<String>,
}

impl Opening {
    /// The `position` command that sets it.
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
    /// So many random plies from the start position.
    Random {
        /// The game.
        variant: String,
        /// The number of plies; 0 gives the start position itself.
        plies: u32,
    },
    /// A list, in the order in which it stands or shuffled by the seed. When it is used up it
    /// begins again.
    Book {
        /// The openings, at least one.
        openings: Vec<Opening>,
    },
}

impl Source {
    /// A list of openings, shuffled by `seed` if there is one.
    #[must_use]
    pub fn book(mut openings: Vec<Opening>, seed: Option<u64>) -> Self {
        if let Some(seed) = seed {
            shuffle(&mut openings, random::stream(seed, random::Purpose::Order));
        }
        Self::Book { openings }
    }

    /// How many openings there are before they repeat; `None` where they are drawn at random.
    #[must_use]
    pub fn supply(&self) -> Option<u64> {
        match self {
            Self::Random { plies: 0, .. } => Some(1),
            Self::Random { .. } => None,
            Self::Book { openings } => Some(openings.len() as u64),
        }
    }

    /// How many of them are different; `None` where they are drawn at random.
    #[must_use]
    pub fn different(&self) -> Option<u64> {
        match self {
            Self::Random { .. } => self.supply(),
            Self::Book { openings } => Some(openings.iter().collect::<HashSet<_>>().len() as u64),
        }
    }

    /// The opening of a round, a function of its arguments alone. `attempt` counts from 0, and
    /// gives another opening where earlier ones were not wanted; of a book, the next one, which is
    /// that of another round as well.
    ///
    /// # Errors
    /// If the random game always ends too soon, or the book is used up by `attempt`.
    pub fn opening(&self, seed: u64, round: u64, attempt: u64) -> Result<Opening, String> {
        match self {
            Self::Random { variant, plies } => {
                random::opening(variant, *plies, seed, round, attempt)
            }
            Self::Book { openings } => {
                let supply = openings.len() as u64;
                if attempt >= supply {
                    return Err(format!("none of the {supply} openings of the book will do"));
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
