//! Nets for the games without dice, Dameo and Eximo: self-play with fixed nodes, then supervised
//! training.
//! Not here: games with dice, and the net itself.

mod data;
mod fit;
mod game;
mod list;
mod play;
mod record;

pub use fit::{Fit, Schedule};
pub use list::{NAMES, Visitor, visit};
pub use play::{Conditions, Play};

use tricorn::eval::net::NnueFeatures;
use tricorn::eval::{Score, Value};
use tricorn::games::{SearchValue, Variant};
use tricorn::rules::Tactics;

/// A game whose board a net can see.
pub trait Boards: Variant + NnueFeatures + Tactics {
    /// A value of the search as a score.
    fn score(value: SearchValue<Self>) -> Score {
        value.score()
    }
}

impl<G: Variant + NnueFeatures + Tactics> Boards for G {}
