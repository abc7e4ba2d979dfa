//! The times of an engine's moves, and how late its answers were.
//! Not here: clocks, and who loses on time.

use crate::game::MoveRecord;
use serde::Serialize;
use std::time::Duration;

/// Bins for each doubling of a time.
const BINS_A_DOUBLING: f64 = 16.0;

/// The times of one engine's moves, in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Times {
    /// Moves whose time was measured.
    pub moves: u64,
    /// The mean time per move; `None` without moves, as are all figures below.
    pub mean_ms: Option<f64>,
    /// Half of the moves took at most this, to within 5 %.
    pub median_ms: Option<f64>,
    /// 95 % of the moves took at most this, to within 5 %.
    pub most_ms: Option<f64>,
    /// The longest time.
    pub longest_ms: Option<f64>,
    /// Nodes per move, over the moves that reported them.
    pub nodes: Option<f64>,
    /// Moves that were due at a certain time.
    pub due: u64,
    /// Those of them that came later than that.
    pub late: u64,
    /// How late the latest came; `None` if none was due.
    pub worst_lag_ms: Option<f64>,
}

/// Times as they are counted.
#[derive(Clone, Debug, Default)]
pub struct TimeCounts {
    moves: u64,
    micros: u128,
    longest: u64,
    /// Moves by the logarithm of their time.
    bins: Vec<u64>,
    counted: u64,
    nodes: u128,
    due: u64,
    late: u64,
    worst_lag: u64,
}

impl TimeCounts {
    pub fn record(&mut self, m: &MoveRecord) {
        if let Some(nodes) = m.nodes {
            self.counted += 1;
            self.nodes += u128::from(nodes);
        }
        if let Some(lag) = m.lag.map(micros) {
            self.due += 1;
            self.late += u64::from(lag > 0);
            self.worst_lag = self.worst_lag.max(lag);
        }
        let Some(time) = m.time.map(micros) else {
            return;
        };
        self.moves += 1;
        self.micros += u128::from(time);
        self.longest = self.longest.max(time);
        let bin = bin(time);
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, 0);
        }
        self.bins[bin] += 1;
    }

    pub fn summary(&self) -> Times {
        let millis = |micros: f64| micros / 1e3;
        let some = self.moves > 0;
        Times {
            moves: self.moves,
            mean_ms: some.then(|| millis(self.micros as f64 / self.moves as f64)),
            median_ms: self.quantile(0.5).map(millis),
            most_ms: self.quantile(0.95).map(millis),
            longest_ms: some.then(|| millis(self.longest as f64)),
            nodes: (self.counted > 0).then(|| self.nodes as f64 / self.counted as f64),
            due: self.due,
            late: self.late,
            worst_lag_ms: (self.due > 0).then(|| millis(self.worst_lag as f64)),
        }
    }

    /// The upper end of the bin that holds the quantile, in microseconds.
    fn quantile(&self, share: f64) -> Option<f64> {
        let wanted = share * self.moves as f64;
        let mut before = 0;
        let bin = self.bins.iter().position(|&moves| {
            before += moves;
            moves > 0 && before as f64 >= wanted
        })?;
        let end = ((bin as f64 + 1.0) / BINS_A_DOUBLING).exp2() - 1.0;
        // Times are whole microseconds.
        Some(end.floor().min(self.longest as f64))
    }
}

fn bin(micros: u64) -> usize {
    ((micros as f64 + 1.0).log2() * BINS_A_DOUBLING) as usize
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(times: impl Iterator<Item = u64>) -> Times {
        let mut counts = TimeCounts::default();
        for micros in times {
            counts.record(&MoveRecord {
                time: Some(Duration::from_micros(micros)),
                lag: Some(Duration::from_micros(micros % 2)),
                ..MoveRecord::default()
            });
        }
        counts.summary()
    }

    #[test]
    fn quantiles_are_within_five_per_cent() {
        let times = counted((1..=1_000).map(|n| n * 1_000));
        for (found, exact) in [(times.median_ms, 500.0), (times.most_ms, 950.0)] {
            let found = found.expect("a figure");
            assert!((exact..exact * 1.05).contains(&found), "{found} {exact}");
        }
        assert_eq!(times.mean_ms, Some(500.5));
        assert_eq!(times.longest_ms, Some(1_000.0));
        assert_eq!((times.due, times.late), (1_000, 0));
        assert_eq!(counted([1, 2, 3].into_iter()).late, 2);
    }

    #[test]
    fn extreme_times_are_counted_too() {
        let times = counted([0, u64::MAX].into_iter());
        assert_eq!((times.moves, times.median_ms), (2, Some(0.0)));
        assert_eq!(counted(std::iter::empty()).median_ms, None);
    }
}
