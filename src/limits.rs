//! The limits of a search, as `go` sets them: depth, nodes, time, clock, mate; alone or combined.
//! Not here: the words of `go` (`session`), how much of a clock one move may use, and enforcing
//! limits (`search`).

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds left; zero or less asks for a move at once.
    pub left_ms: i64,
    /// Milliseconds gained by each move.
    pub increment_ms: u64,
    /// Moves until more time is added, this one included; `None` where all must do with what is
    /// left. 0 asks for a move at once.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search; the first that is reached ends it. With none set the search is as
/// unlimited as with [`infinite`](Limits::infinite).
///
/// No limit, zero included, keeps a search from giving a move with a score: an iteration of
/// depth 1 is always granted (a quick one: see
/// [`Kernel::GUARANTEED_NODES`](crate::search::Kernel::GUARANTEED_NODES)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration, in plies (turns, in a game with dice).
    pub depth: Option<u32>,
    /// Nodes, exact: never more than this, or than depth 1 takes.
    pub nodes: Option<u64>,
    /// Ends once a win or loss within this many own turns is proved, or shown not to exist.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// A clock of which this move should use its share.
    pub clock: Option<Clock>,
    /// Holds the answer until it is asked for, whatever ends the search before.
    pub infinite: bool,
    /// The opponent's clock runs: time and nodes count from the ponderhit, and the answer is held
    /// until then.
    pub ponder: bool,
}

impl Limits {
    /// Whether the answer is held until it is asked for: by [`infinite`](Limits::infinite), or
    /// because nothing else would end the search.
    #[must_use]
    pub fn unlimited(&self) -> bool {
        self.infinite
            || (self.depth.is_none()
                && self.nodes.is_none()
                && self.mate.is_none()
                && self.movetime.is_none()
                && self.clock.is_none())
    }

    /// The deepest iteration that the limits allow, at least 1 and at most `deepest`. A win in
    /// `n` own turns shows at depth `2 n - 1`.
    #[must_use]
    pub fn last_depth(&self, deepest: u32) -> u32 {
        let mate = self
            .mate
            .map_or(deepest, |turns| turns.saturating_mul(2).saturating_sub(1));
        self.depth.unwrap_or(deepest).min(mate).clamp(1, deepest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_set_is_unlimited() {
        assert!(Limits::default().unlimited());
        let ponder = Limits {
            ponder: true,
            ..Limits::default()
        };
        assert!(ponder.unlimited());
        let depth = Limits {
            depth: Some(0),
            ..Limits::default()
        };
        assert!(!depth.unlimited());
    }

    #[test]
    fn the_last_depth_is_the_least_and_never_none() {
        let limits = |depth, mate| Limits {
            depth,
            mate,
            ..Limits::default()
        };
        assert_eq!(limits(None, None).last_depth(100), 100);
        assert_eq!(limits(Some(0), None).last_depth(100), 1);
        assert_eq!(limits(Some(9), Some(3)).last_depth(100), 5);
        assert_eq!(limits(None, Some(u32::MAX)).last_depth(100), 100);
        assert_eq!(limits(None, Some(0)).last_depth(100), 1);
    }
}
