//! What quiet plies take from a score in Dameo.
//! Not here: the score.

use crate::eval::Score;
use crate::rules::dameo::{Dameo, QUIET_LIMIT};

/// The name of this part of an evaluation.
pub const FADING: &str = "fading";

/// What quiet plies take from a score: nothing at first, half of it at the limit, so that a side
/// that is ahead prefers a way that gets on.
pub fn fading(sum: Score, position: &Dameo) -> Score {
    -sum * Score::from(position.quiet().min(QUIET_LIMIT)) / (2 * Score::from(QUIET_LIMIT))
}
