//! Strength levels (`UCI_Elo`): a node limit, and evaluation noise for the weakest.
//! Not here: each game's table of levels, and how their ratings were measured.

use crate::eval::Score;
use crate::limits::Limits;

/// A strength, and what makes it.
///
/// Below a certain strength it takes less than the shallowest search: the root moves are judged
/// at depth 1, and each judgement is off by a little. Above it the number of nodes is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The rating; what its scale rests on is told with the table.
    pub elo: u32,
    /// The standard deviation of the noise, in the units of the game's scores; 0 for none.
    pub spread: Score,
    /// Nodes a move, where there is no noise; at least 1.
    pub nodes: u64,
}

impl Level {
    /// A row of a table.
    #[must_use]
    pub const fn new(elo: u32, spread: Score, nodes: u64) -> Self {
        Self { elo, spread, nodes }
    }

    /// The level of a rating, from a table that is not empty and whose ratings rise: between two
    /// rows noise goes evenly and nodes by equal factors, and beyond its ends the table goes on
    /// with its last row.
    #[must_use]
    pub fn at(table: &[Level], elo: u32) -> Self {
        let above = table.partition_point(|level| level.elo < elo);
        let (Some(&low), Some(&high)) = (table.get(above.max(1) - 1), table.get(above)) else {
            return table[table.len() - 1];
        };
        if above == 0 {
            return high;
        }
        // Halving, in whole numbers: the same on every machine.
        let (mut low, mut high) = (low, high);
        while high.elo - low.elo > 1 {
            let middle = Self {
                elo: u32::midpoint(low.elo, high.elo),
                spread: Score::midpoint(low.spread, high.spread),
                nodes: low.nodes.saturating_mul(high.nodes).isqrt(),
            };
            if middle.elo <= elo {
                low = middle;
            } else {
                high = middle;
            }
        }
        if high.elo <= elo { high } else { low }
    }

    /// Adds to the limits of a search what keeps it at this level. A search that was to go on
    /// until it is stopped still answers only then.
    pub fn limit(&self, limits: &mut Limits) {
        limits.infinite |= limits.unlimited();
        if self.spread > 0 {
            limits.depth = Some(limits.depth.map_or(1, |depth| depth.min(1)));
        } else {
            limits.nodes = Some(limits.nodes.map_or(self.nodes, |n| n.min(self.nodes)));
        }
    }

    /// Its noise; `seed` tells one game's from another's. `None` if it has none.
    #[must_use]
    pub fn noise(&self, seed: u64) -> Option<Noise> {
        (self.spread > 0).then_some(Noise {
            spread: self.spread,
            seed,
        })
    }
}

/// Errors made on purpose: the choice among root moves is made by scores that are a little off.
/// Every root move is searched, and the scores reported are those that were found. A win or loss
/// at a known distance is never misjudged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// The standard deviation, in the units of the game's scores.
    pub spread: Score,
    /// The error of a move is a function of this and of the position it leads to, so that a
    /// search that is repeated errs in the same way.
    pub seed: u64,
}

impl Noise {
    /// By how much the move that leads to the position with this key is misjudged: nearly normal
    /// (the sum of four even distributions), and never more than 3.5 standard deviations.
    #[must_use]
    pub fn of(&self, key: u64) -> Score {
        /// The standard deviation of the sum of four numbers from 0 to 65535.
        const DEVIATION: i64 = 37_837;
        let mut bits = key ^ self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for _ in 0..3 {
            bits = (bits ^ bits >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        let sum: i64 = (0..4)
            .map(|part| (bits >> (16 * part) & 0xFFFF) as i64)
            .sum();
        let off = i64::from(self.spread) * (sum - 2 * 0xFFFF) / DEVIATION;
        off as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [Level; 4] = [
        Level::new(600, 400, 1),
        Level::new(1000, 0, 64),
        Level::new(1400, 0, 1024),
        Level::new(2000, 0, 1 << 20),
    ];

    #[test]
    fn the_rows_are_met_and_the_ends_kept() {
        for row in TABLE {
            assert_eq!(Level::at(&TABLE, row.elo), row);
        }
        assert_eq!(Level::at(&TABLE, 0), TABLE[0]);
        assert_eq!(Level::at(&TABLE, 5_000), TABLE[3]);
        assert_eq!(Level::at(&TABLE[..1], 700), TABLE[0]);
    }

    #[test]
    fn in_between_strength_grows_evenly() {
        assert_eq!(Level::at(&TABLE, 1200), Level::new(1200, 0, 256));
        assert_eq!(Level::at(&TABLE, 800).spread, 200);
        let all: Vec<_> = (600..=2000).map(|elo| Level::at(&TABLE, elo)).collect();
        assert!(all.is_sorted_by_key(|level| (-level.spread, level.nodes)));
        assert!(all.iter().zip(600..).all(|(level, elo)| level.elo == elo));
    }

    #[test]
    fn a_level_adds_to_limits() {
        let mut limits = Limits {
            nodes: Some(10),
            ..Limits::default()
        };
        TABLE[2].limit(&mut limits);
        assert_eq!((limits.nodes, limits.infinite), (Some(10), false));
        TABLE[0].limit(&mut limits);
        assert_eq!((limits.depth, limits.infinite), (Some(1), false));
        let mut unlimited = Limits::default();
        TABLE[2].limit(&mut unlimited);
        assert_eq!((unlimited.nodes, unlimited.infinite), (Some(1024), true));
    }

    #[test]
    fn noise_has_the_spread_it_claims() {
        let noise = Noise {
            spread: 1_000,
            seed: 3,
        };
        let errors: Vec<i64> = (0..10_000).map(|key| noise.of(key).into()).collect();
        let mean = errors.iter().sum::<i64>() / 10_000;
        let square = errors.iter().map(|error| error * error).sum::<i64>() / 10_000;
        assert!(mean.abs() < 40, "{mean}");
        assert!((950_000..1_050_000).contains(&square), "{square}");
        assert!(errors.iter().all(|error| error.abs() <= 3_500));
        let other = Noise { seed: 4, ..noise };
        assert!((0..100).any(|key| other.of(key) != noise.of(key)));
    }
}
