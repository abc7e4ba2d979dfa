//! The effort of an engine: time, nodes, and its maximum lag.
//! Not here: clocks; the caller measures times and lag.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Sums over the moves of one engine. Whole numbers, so adding slices is exact in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Moves made.
    pub moves: u64,
    /// Time spent on them, in microseconds.
    pub micros: u64,
    /// Moves for which the engine reported its nodes.
    pub counted: u64,
    /// Nodes of those moves.
    pub nodes: u64,
    /// The longest delay of an answer after its deadline, in microseconds.
    pub worst_lag_micros: u64,
}

impl Effort {
    /// Counts one move: its time, its nodes if the engine reported them, and its lag.
    pub fn record(&mut self, time: Duration, nodes: Option<u64>, lag: Duration) {
        self.merge(&Self {
            moves: 1,
            micros: micros(time),
            counted: u64::from(nodes.is_some()),
            nodes: nodes.unwrap_or(0),
            worst_lag_micros: micros(lag),
        });
    }

    /// Adds the moves of another slice.
    pub fn merge(&mut self, other: &Self) {
        self.moves = self.moves.saturating_add(other.moves);
        self.micros = self.micros.saturating_add(other.micros);
        self.counted = self.counted.saturating_add(other.counted);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.worst_lag_micros = self.worst_lag_micros.max(other.worst_lag_micros);
    }

    /// Mean time per move in milliseconds; `None` without moves.
    #[must_use]
    pub fn millis_a_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.micros as f64 / 1e3 / self.moves as f64)
    }

    /// Mean nodes per move, over the moves that reported them; `None` without any.
    #[must_use]
    pub fn nodes_a_move(&self) -> Option<f64> {
        (self.counted > 0).then(|| self.nodes as f64 / self.counted as f64)
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
