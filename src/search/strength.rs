//! Limited strength (`UCI_Elo`): a node limit, and evaluation noise for the weakest levels.
//! Not here: each game's table of levels, and how their ratings were measured.

use crate::eval::Score;
use crate::limits::Limits;

/// A playing strength and how it is reached.
///
/// Strong levels limit the number of nodes. The weakest levels are weaker than a search of depth 1:
/// they search the root moves to depth 1 and add noise to each score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthLevel {
    /// The Elo rating; the game's table of levels says how it was measured.
    pub elo: u32,
    /// The standard deviation of the noise, in the units of the game's scores; 0 for none.
    pub noise: Score,
    /// Nodes per move where there is no noise; at least 1.
    pub nodes: u64,
}

impl StrengthLevel {
    /// A row of a table.
    #[must_use]
    pub const fn new(elo: u32, noise: Score, nodes: u64) -> Self {
        Self { elo, noise, nodes }
    }

    /// The level of a rating, interpolated between two rows of a table: noise linearly, nodes
    /// geometrically. Ratings beyond the table give its first or last row. The table is not empty
    /// and sorted by rating.
    #[must_use]
    pub fn at(table: &[StrengthLevel], elo: u32) -> Self {
        let above = table.partition_point(|level| level.elo < elo);
        let (Some(&low), Some(&high)) = (table.get(above.max(1) - 1), table.get(above)) else {
            return table[table.len() - 1];
        };
        if above == 0 {
            return high;
        }
        // Bisection in integers: the same on every machine.
        let (mut low, mut high) = (low, high);
        while high.elo - low.elo > 1 {
            let middle = Self {
                elo: u32::midpoint(low.elo, high.elo),
                noise: Score::midpoint(low.noise, high.noise),
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

    /// Tightens the limits of a search to this level. An unlimited search still answers only after
    /// `stop`.
    pub fn limit(&self, limits: &mut Limits) {
        limits.infinite |= limits.unlimited();
        if self.noise > 0 {
            limits.depth = Some(limits.depth.map_or(1, |depth| depth.min(1)));
        } else {
            limits.nodes = Some(limits.nodes.map_or(self.nodes, |n| n.min(self.nodes)));
        }
    }

    /// The evaluation noise of this level, `None` if it has none. Each game has its own `seed`.
    #[must_use]
    pub fn eval_noise(&self, seed: u64) -> Option<EvalNoise> {
        (self.noise > 0).then_some(EvalNoise {
            std_dev: self.noise,
            seed,
        })
    }
}

/// Random errors of root scores. Every root move is searched, and the move is chosen by score plus
/// noise; reports show the scores without noise. Proven wins and losses get no noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalNoise {
    /// The standard deviation, in the units of the game's scores.
    pub std_dev: Score,
    /// The error of a move is a function of this seed and of the position that the move leads to,
    /// so that a repeated search makes the same error.
    pub seed: u64,
}

impl EvalNoise {
    /// The error of the move that leads to the position with this key: nearly normal (the sum of
    /// four uniform distributions), and never more than 3.5 standard deviations.
    #[must_use]
    pub fn error(&self, key: u64) -> Score {
        /// The standard deviation of the sum of four numbers from 0 to 65535.
        const DEVIATION: i64 = 37_837;
        let mut bits = key ^ self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for _ in 0..3 {
            bits = (bits ^ bits >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        let sum: i64 = (0..4)
            .map(|part| (bits >> (16 * part) & 0xFFFF) as i64)
            .sum();
        let off = i64::from(self.std_dev) * (sum - 2 * 0xFFFF) / DEVIATION;
        off as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [StrengthLevel; 4] = [
        StrengthLevel::new(600, 400, 1),
        StrengthLevel::new(1000, 0, 64),
        StrengthLevel::new(1400, 0, 1024),
        StrengthLevel::new(2000, 0, 1 << 20),
    ];

    #[test]
    fn rows_are_exact_and_ratings_beyond_the_table_are_clamped() {
        for row in TABLE {
            assert_eq!(StrengthLevel::at(&TABLE, row.elo), row);
        }
        assert_eq!(StrengthLevel::at(&TABLE, 0), TABLE[0]);
        assert_eq!(StrengthLevel::at(&TABLE, 5_000), TABLE[3]);
        assert_eq!(StrengthLevel::at(&TABLE[..1], 700), TABLE[0]);
    }

    #[test]
    fn ratings_between_rows_are_interpolated() {
        assert_eq!(
            StrengthLevel::at(&TABLE, 1200),
            StrengthLevel::new(1200, 0, 256)
        );
        assert_eq!(StrengthLevel::at(&TABLE, 800).noise, 200);
        let all: Vec<_> = (600..=2000)
            .map(|elo| StrengthLevel::at(&TABLE, elo))
            .collect();
        assert!(all.is_sorted_by_key(|level| (-level.noise, level.nodes)));
        assert!(all.iter().zip(600..).all(|(level, elo)| level.elo == elo));
    }

    #[test]
    fn a_level_tightens_limits() {
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
    fn noise_has_its_standard_deviation() {
        let noise = EvalNoise {
            std_dev: 1_000,
            seed: 3,
        };
        let errors: Vec<i64> = (0..10_000).map(|key| noise.error(key).into()).collect();
        let mean = errors.iter().sum::<i64>() / 10_000;
        let square = errors.iter().map(|error| error * error).sum::<i64>() / 10_000;
        assert!(mean.abs() < 40, "{mean}");
        assert!((950_000..1_050_000).contains(&square), "{square}");
        assert!(errors.iter().all(|error| error.abs() <= 3_500));
        let other = EvalNoise { seed: 4, ..noise };
        assert!((0..100).any(|key| other.error(key) != noise.error(key)));
    }
}
