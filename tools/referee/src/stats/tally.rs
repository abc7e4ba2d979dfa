//! Pentanomial counts of a match: the pairs of games by score.
//! Not here: estimates and tests based on them.

use super::Histogram;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The largest win of any game, in points.
const MOST: i8 = 3;
const WIDTH: usize = 2 * MOST as usize + 1;

/// What the two games of a pair gave to the first engine, in points: positive for a win, 0 for a
/// draw, negative for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "(i8, i8)", into = "(i8, i8)")]
pub struct Pair {
    moving_first: i8,
    moving_second: i8,
}

/// A game of more than three points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairError(i8);

impl fmt::Display for PairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a game gives -{MOST} to {MOST} points, not {}", self.0)
    }
}

impl std::error::Error for PairError {}

impl Pair {
    /// The pair in which the first engine got `moving_first` points in the game where it moved
    /// first and `moving_second` in the other.
    ///
    /// # Errors
    /// If either is not one of -3 to 3.
    pub fn new(moving_first: i8, moving_second: i8) -> Result<Self, PairError> {
        for points in [moving_first, moving_second] {
            if !(-MOST..=MOST).contains(&points) {
                return Err(PairError(points));
            }
        }
        Ok(Self {
            moving_first,
            moving_second,
        })
    }

    /// The same pair seen from the second engine.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            moving_first: -self.moving_second,
            moving_second: -self.moving_first,
        }
    }

    fn games(self) -> [i8; 2] {
        [self.moving_first, self.moving_second]
    }
}

impl TryFrom<(i8, i8)> for Pair {
    type Error = PairError;

    fn try_from((moving_first, moving_second): (i8, i8)) -> Result<Self, PairError> {
        Self::new(moving_first, moving_second)
    }
}

impl From<Pair> for (i8, i8) {
    fn from(pair: Pair) -> Self {
        (pair.moving_first, pair.moving_second)
    }
}

/// All pairs of a match, counted by the result of both games. Adding tallies is exact and does not
/// depend on the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    most: u8,
    /// By the points of the game in which the first engine moved first, then of the other game;
    /// index 0 is -3 points.
    pairs: [[u64; WIDTH]; WIDTH],
}

impl Tally {
    /// An empty tally of a game whose largest win is `most` points (clamped to 1 to 3).
    #[must_use]
    pub fn new(most: u8) -> Self {
        Self {
            most: most.clamp(1, MOST as u8),
            pairs: [[0; WIDTH]; WIDTH],
        }
    }

    /// Counts one pair.
    pub fn record(&mut self, pair: Pair) {
        self.add(pair, 1);
        let points = pair.games().map(i8::unsigned_abs);
        self.most = self.most.max(points[0]).max(points[1]);
    }

    /// Adds the pairs of another slice of the match.
    pub fn merge(&mut self, other: &Self) {
        self.most = self.most.max(other.most);
        let counts = self.pairs.iter_mut().flatten();
        for (count, &more) in counts.zip(other.pairs.iter().flatten()) {
            *count = count.saturating_add(more);
        }
    }

    /// The same match seen from the second engine.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut seen = Self::new(self.most);
        for (pair, times) in self.iter() {
            seen.add(pair.reversed(), times);
        }
        seen
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.iter()
            .fold(0, |sum, (_, times)| sum.saturating_add(times))
    }

    /// The points of the largest win, 1 to 3.
    #[must_use]
    pub fn most(&self) -> u8 {
        self.most.clamp(1, MOST as u8)
    }

    /// Games by the points that they gave to the first engine, from -3 to 3.
    #[must_use]
    pub fn games(&self) -> [u64; WIDTH] {
        self.count_games(Pair::games)
    }

    /// Games won, drawn and lost by the first engine.
    #[must_use]
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        by_sign(&self.games())
    }

    /// Games won, drawn and lost by the side that moved first, whichever engine it was.
    #[must_use]
    pub fn first_mover(&self) -> [u64; 3] {
        by_sign(&self.count_games(|pair| [pair.moving_first, -pair.moving_second]))
    }

    /// The pentanomial: pairs by their score in half points, 0 to 4 (win 2, draw 1 a game).
    #[must_use]
    pub fn pentanomial(&self) -> Histogram {
        self.histogram(0, 4, |pair| {
            2 + sign(pair.moving_first) + sign(pair.moving_second)
        })
    }

    /// Pairs by the sum of their points.
    #[must_use]
    pub fn point_pairs(&self) -> Histogram {
        let most = 2 * i32::from(self.most());
        self.histogram(-most, most, |pair| {
            i32::from(pair.moving_first) + i32::from(pair.moving_second)
        })
    }

    /// Pairs by the score of the sides that moved first, in half points, 0 to 4.
    #[must_use]
    pub fn first_mover_pairs(&self) -> Histogram {
        self.histogram(0, 4, |pair| {
            2 + sign(pair.moving_first) - sign(pair.moving_second)
        })
    }

    /// Pairs by the number of their drawn games, 0 to 2.
    #[must_use]
    pub fn draw_pairs(&self) -> Histogram {
        self.histogram(0, 2, |pair| {
            pair.games().iter().filter(|&&points| points == 0).count() as i32
        })
    }

    fn add(&mut self, pair: Pair, times: u64) {
        let [first, second] = pair.games().map(index);
        let count = &mut self.pairs[first][second];
        *count = count.saturating_add(times);
    }

    fn count_games(&self, points: impl Fn(Pair) -> [i8; 2]) -> [u64; WIDTH] {
        let mut games = [0u64; WIDTH];
        for (pair, times) in self.iter() {
            for points in points(pair) {
                let count = &mut games[index(points)];
                *count = count.saturating_add(times);
            }
        }
        games
    }

    fn histogram(&self, low: i32, high: i32, key: impl Fn(Pair) -> i32) -> Histogram {
        let mut histogram = Histogram::new(low, high);
        for (pair, times) in self.iter() {
            histogram.add(key(pair), times);
        }
        histogram
    }

    fn iter(&self) -> impl Iterator<Item = (Pair, u64)> {
        self.pairs.iter().zip(-MOST..).flat_map(|(row, first)| {
            row.iter().zip(-MOST..).map(move |(&times, second)| {
                let pair = Pair {
                    moving_first: first,
                    moving_second: second,
                };
                (pair, times)
            })
        })
    }
}

/// Place of a game's points in an array that starts with -3.
fn index(points: i8) -> usize {
    (points + MOST) as usize
}

fn sign(points: i8) -> i32 {
    i32::from(points.signum())
}

/// Wins, draws and losses of games counted by points.
fn by_sign(games: &[u64; WIDTH]) -> [u64; 3] {
    let sum = |part: &[u64]| part.iter().fold(0u64, |sum, &n| sum.saturating_add(n));
    let zero = MOST as usize;
    [sum(&games[zero + 1..]), games[zero], sum(&games[..zero])]
}
