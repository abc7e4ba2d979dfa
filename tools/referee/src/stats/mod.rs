//! Match statistics: pentanomial counts, Elo with its error, SPRT.
//! Not here: playing the games, and files.
//!
//! The datum is the *pair* of games from one opening, played once with each engine moving first.
//! The two games of a pair share what the opening (or the dice) gives away, so they are not
//! independent of each other; the pairs are. Every error below is therefore taken over pairs.
//!
//! All figures are seen from the first of the two engines. A [`Tally`] holds nothing but counts, so
//! adding the tallies of slices of a match gives the tally of the match, in any order.

mod bounds;
mod effort;
mod elo;
mod estimate;
mod gsprt;
mod histogram;
mod ratings;
mod report;
mod sprt;
mod tally;

pub use bounds::parts;
pub use effort::Effort;
pub use elo::{NORMALIZED_UNIT, elo_of_score, logistic_elo, normalized_elo, score_of_elo};
pub use estimate::{Estimate, superiority};
pub use gsprt::{mean_llr, t_llr};
pub use histogram::Histogram;
pub use ratings::{Encounter, ratings};
pub use report::{Report, Trial};
pub use sprt::{Model, Setting, SettingError, Sprt, SprtDecision};
pub use tally::{Pair, PairError, Tally};
