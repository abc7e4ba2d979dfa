//! The schedule of a tournament: pairings of engines, and the opening of each pair.
//! Not here: playing the games, and the order in which pairs finish (`runner`).

mod book;
mod opening;
pub(crate) mod random;

pub use book::{BookError, read_book, shipped, shipped_names};
pub use opening::{Opening, Source};

use serde::{Deserialize, Serialize};
use tricorn::rules::Notation;
use tricorn::rules::list::{self, Visitor};

/// The points of a game's largest win; 1 for an unknown game.
#[must_use]
pub fn max_points(variant: &str) -> u8 {
    struct Dearest;
    impl Visitor for Dearest {
        type Out = u8;
        fn visit<G: Notation>(self) -> u8 {
            G::MAX_POINTS
        }
    }
    list::visit(variant, Dearest).unwrap_or(1)
}

/// The format of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Two engines.
    #[default]
    Match,
    /// The first engine against each of the others.
    Gauntlet,
    /// Every engine against every other.
    RoundRobin,
}

/// A shard of a schedule: the pairs whose number modulo `of` is `index - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// All pairs.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Whether this is the whole schedule.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.of == 1
    }

    /// The number of shards.
    #[must_use]
    pub const fn of(self) -> u64 {
        self.of
    }

    /// Whether the pair belongs to this shard.
    #[must_use]
    pub const fn has(self, pair: u64) -> bool {
        pair % self.of == self.index - 1
    }

    /// How many of so many pairs belong to this shard.
    #[must_use]
    pub const fn share(self, pairs: u64) -> u64 {
        pairs / self.of + (pairs % self.of >= self.index) as u64
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    /// Reads `i/n`, with `i` from 1 to `n`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            let index: u64 = index.parse().ok()?;
            let of: u64 = of.parse().ok()?;
            (1..=of).contains(&index).then_some(Self { index, of })
        });
        numbers.ok_or_else(|| format!("found \"{text}\", expected i/n with i from 1 to n"))
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// One pair of games from the same opening: two engines, as indices into the list. The first moves
/// first in the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the pair, from 0.
    pub pair: u64,
    /// The engines.
    pub engines: [usize; 2],
    /// The number of the opening, from 0. All encounters play the same openings in the same order.
    pub round: u64,
}

/// All pairs of a tournament in order: round by round, each encounter once per round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    encounters: Vec<[usize; 2]>,
    rounds: u64,
}

impl Schedule {
    /// The schedule of a tournament of `engines` engines with `rounds` pairs per encounter.
    ///
    /// # Errors
    /// A number of engines that the format does not allow.
    pub fn new(kind: Kind, engines: usize, rounds: u64) -> Result<Self, String> {
        if engines < 2 {
            return Err(format!("{engines} engines given, at least two are needed"));
        }
        let encounters = match kind {
            Kind::Match if engines > 2 => {
                return Err(format!(
                    "{engines} engines given; more than two need a gauntlet or a round robin"
                ));
            }
            Kind::Match | Kind::Gauntlet => (1..engines).map(|other| [0, other]).collect(),
            Kind::RoundRobin => (0..engines)
                .flat_map(|one| (one + 1..engines).map(move |other| [one, other]))
                .collect(),
        };
        Ok(Self { encounters, rounds })
    }

    /// The encounters, in the order of a round.
    #[must_use]
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.rounds.saturating_mul(self.encounters.len() as u64)
    }

    /// The pair with this number; `None` past the end.
    #[must_use]
    pub fn pairing(&self, pair: u64) -> Option<Pairing> {
        let width = self.encounters.len() as u64;
        (pair < self.pairs()).then(|| Pairing {
            pair,
            engines: self.encounters[(pair % width) as usize],
            round: pair / width,
        })
    }
}
