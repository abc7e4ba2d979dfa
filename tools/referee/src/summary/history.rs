//! Strength over time: the estimates after some of the pairs, evenly spaced.
//! Not here: how the estimates are made.

use crate::stats::{Estimate, Tally, logistic_elo};
use serde::Serialize;

/// The most points that are kept; a plot shows no more.
const MOST: usize = 512;

/// What was known after so many pairs of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Pairs of this meeting that were counted.
    pub pairs: u64,
    /// Elo of the first engine.
    pub elo: Option<Estimate>,
    /// Points per game of the first engine.
    pub points: Option<Estimate>,
    /// The log-likelihood ratio of the sequential test, if there is one.
    pub llr: Option<f64>,
}

impl Point {
    /// What the tally says now.
    #[must_use]
    pub fn new(tally: &Tally, llr: Option<f64>) -> Self {
        Self {
            pairs: tally.pairs(),
            elo: logistic_elo(&tally.pentanomial()),
            points: Estimate::of_mean(&tally.point_pairs(), 0.5),
            llr,
        }
    }
}

/// The points of one meeting. Their number is bounded: when there are too many, every second one
/// goes and the distance doubles.
#[derive(Clone, Debug)]
pub struct History {
    points: Vec<Point>,
    /// Pairs from one point to the next.
    distance: u64,
    /// The log-likelihood ratio after the last pair.
    llr: Option<f64>,
}

impl History {
    pub fn new() -> Self {
        Self {
            points: Vec::new(),
            distance: 1,
            llr: None,
        }
    }

    /// Takes the state after one more pair.
    pub fn record(&mut self, tally: &Tally, llr: Option<f64>) {
        self.llr = llr;
        if !tally.pairs().is_multiple_of(self.distance) {
            return;
        }
        if self.points.len() == MOST {
            self.distance *= 2;
            let distance = self.distance;
            self.points
                .retain(|point| point.pairs.is_multiple_of(distance));
            if !tally.pairs().is_multiple_of(distance) {
                return;
            }
        }
        self.points.push(Point::new(tally, llr));
    }

    /// The points, the last pair always among them.
    pub fn points(&self, tally: &Tally) -> Vec<Point> {
        let mut points = self.points.clone();
        let last = points.last().map_or(0, |point| point.pairs);
        if last < tally.pairs() {
            points.push(Point::new(tally, self.llr));
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Pair;

    #[test]
    fn points_are_bounded_even_and_reach_the_last_pair() {
        let mut tally = Tally::new(1);
        let mut history = History::new();
        for number in 1..=5_000_u64 {
            let points = if number % 3 == 0 { 1 } else { 0 };
            tally.record(Pair::new(points, 0).expect("in range"));
            history.record(&tally, Some(number as f64));
            let points = history.points(&tally);
            assert!(points.len() <= MOST + 1, "{number}");
            let last = points.last().expect("a point");
            assert_eq!((last.pairs, last.llr), (number, Some(number as f64)));
            let steps: Vec<u64> = points.windows(2).map(|w| w[1].pairs - w[0].pairs).collect();
            let even = steps
                .iter()
                .rev()
                .skip(1)
                .all(|&step| step == history.distance);
            assert!(even, "{number}: {steps:?}");
        }
    }
}
