//! Rule-50 scaling in Dameo: scores shrink as the counter of quiet plies approaches the draw.
//! Not here: the score, and the draw itself, which the rules know.

use crate::eval::Score;
use crate::rules::dameo::{Dameo, QUIET_LIMIT};

/// What the counter takes from a score: nothing at first, half of it at the limit. So a side that
/// is ahead prefers moves that make progress.
pub fn rule50(sum: Score, position: &Dameo) -> Score {
    -sum * Score::from(position.quiet().min(QUIET_LIMIT)) / (2 * Score::from(QUIET_LIMIT))
}
