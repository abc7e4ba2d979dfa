//! The WDL model and its maximum likelihood fit.
//! Not here: where the scores come from.
//!
//! A win has the chance `1 / (1 + exp((level - score) / scale))`, a loss that of a win with the
//! opposite score, a draw the rest: an ordered logit with its thresholds at both sides of zero.

use super::Results;

/// The least chance that anything is given: a model may be wrong, but not infinitely so.
const LEAST: f64 = 1e-6;

/// A search for parameters ends when its steps have become so small a part of the first ones.
const FINE: f64 = 1e-4;

/// The least part of the loss that a step has to save.
const GAIN: f64 = 1e-9;

/// No parameter grows beyond this many hundredths.
const MOST: f64 = 10_000.0;

/// How often a score was claimed with so many pieces in play, by results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    score: f64,
    pieces: f64,
    results: [f64; 3],
}

impl Cell {
    pub(super) fn new(score: i32, pieces: u32, results: &Results) -> Self {
        Self {
            score: score.into(),
            pieces: pieces.into(),
            results: results.map(|count| count as f64),
        }
    }
}

/// A straight line over the number of pieces in play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The value without any piece.
    pub base: f64,
    /// What each piece adds.
    pub piece: f64,
}

impl Line {
    fn at(self, pieces: f64) -> f64 {
        self.base + self.piece * pieces
    }
}

/// The parameters of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The score, in hundredths, at which a win is as likely as not; taken as 0 where below.
    pub level: Line,
    /// How many hundredths change the odds of a win by a factor of e; taken as 1 where below.
    pub scale: Line,
}

impl Model {
    /// The chances of win, draw and loss.
    #[must_use]
    pub fn chances(&self, score: f64, pieces: f64) -> [f64; 3] {
        let level = self.level.at(pieces).max(0.0);
        let scale = self.scale.at(pieces).max(1.0);
        let win = |score: f64| 1.0 / (1.0 + ((level - score) / scale).exp());
        let (win, loss) = (win(score), win(-score));
        [win, 1.0 - win - loss, loss]
    }

    fn loss(&self, cells: &[Cell]) -> f64 {
        cells
            .iter()
            .map(|cell| loss(self.chances(cell.score, cell.pieces), cell.results))
            .sum()
    }
}

/// A model with what it is worth.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// The model fitted to all scores.
    pub model: Model,
    /// The log loss, a score, of models fitted to one half of the games, on the other half.
    pub loss: f64,
}

/// Fits a model to both halves, and each half's to the other.
pub(super) fn fit(halves: [Vec<Cell>; 2], by_pieces: bool) -> Fit {
    let [one, other] = &halves;
    let unseen = best(one, by_pieces).loss(other) + best(other, by_pieces).loss(one);
    let all = halves.concat();
    Fit {
        model: best(&all, by_pieces),
        loss: unseen / weight(&all).max(1.0),
    }
}

/// The log loss, a score, of the frequencies of one half on the other.
pub(super) fn baseline(halves: [Vec<Cell>; 2]) -> f64 {
    let [one, other] = &halves;
    let across = |seen: &[Cell], unseen: &[Cell]| {
        let results = total(seen);
        let share = results.map(|count| count / results.iter().sum::<f64>().max(1.0));
        loss(share, total(unseen))
    };
    let both = across(one, other) + across(other, one);
    both / (weight(one) + weight(other)).max(1.0)
}

fn total(cells: &[Cell]) -> [f64; 3] {
    [0, 1, 2].map(|result| cells.iter().map(|cell| cell.results[result]).sum())
}

fn weight(cells: &[Cell]) -> f64 {
    total(cells).iter().sum()
}

fn loss(chances: [f64; 3], results: [f64; 3]) -> f64 {
    let terms = chances.iter().zip(results);
    terms
        .filter(|&(_, count)| count > 0.0)
        .map(|(chance, count)| -count * chance.max(LEAST).ln())
        .sum()
}

/// The model of least loss, by a compass search: along each parameter as long as that helps, then
/// with half the step. The likelihood has one summit, so it needs no more than patience.
fn best(cells: &[Cell], by_pieces: bool) -> Model {
    // Slopes turn about the mean, so that they and the values there hardly depend on each other.
    let pieces = |cell: &Cell| cell.pieces * cell.results.iter().sum::<f64>();
    let mean = cells.iter().map(pieces).sum::<f64>() / weight(cells).max(1.0);
    let line = |value: f64, piece: f64| Line {
        base: value - piece * mean,
        piece,
    };
    let model = |at: &[f64; 4]| Model {
        level: line(at[0], at[2]),
        scale: line(at[1], at[3]),
    };
    let mut at = [20.0, 100.0, 0.0, 0.0];
    let mut least = model(&at).loss(cells);
    let free = if by_pieces { 4 } else { 2 };
    let mut steps = [20.0, 20.0, 1.0, 1.0];
    let end = steps[0] * FINE;
    while steps[0] > end {
        let mut better = false;
        for parameter in 0..free {
            for sign in [1.0, -1.0] {
                let mut there = at;
                there[parameter] += sign * steps[parameter];
                // Below these ends nothing changes any more; what scores say nothing of drifts
                // towards those above.
                there[0] = there[0].clamp(0.0, MOST);
                there[1] = there[1].clamp(1.0, MOST);
                let loss = model(&there).loss(cells);
                if loss < least * (1.0 - GAIN) {
                    (at, least, better) = (there, loss, true);
                }
            }
        }
        if !better {
            steps = steps.map(|step| step / 2.0);
        }
    }
    model(&at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUTH: Model = Model {
        level: Line {
            base: 10.0,
            piece: 1.0,
        },
        scale: Line {
            base: 160.0,
            piece: -2.0,
        },
    };

    /// Counts as the truth expects them, so many for each score.
    fn expected(truth: &Model, times: f64) -> Vec<Cell> {
        let mut cells = Vec::new();
        for pieces in [4, 12, 20, 32] {
            for score in (-500..=500).step_by(10) {
                let chances = truth.chances(score.into(), pieces.into());
                let counts = chances.map(|chance| (chance * times).round() as u64);
                cells.push(Cell::new(score, pieces, &counts));
            }
        }
        cells
    }

    fn near(found: f64, truth: f64, tolerance: f64) {
        assert!((found - truth).abs() <= tolerance, "{found}, not {truth}");
    }

    #[test]
    fn the_truth_is_found_again() {
        let cells = expected(&TRUTH, 1e6);
        let Fit { model, loss } = fit([cells.clone(), cells.clone()], true);
        near(model.level.base, 10.0, 0.2);
        near(model.level.piece, 1.0, 0.02);
        near(model.scale.base, 160.0, 0.5);
        near(model.scale.piece, -2.0, 0.02);
        let constant = fit([cells.clone(), cells.clone()], false);
        assert_eq!(constant.model.level.piece, 0.0);
        assert!(loss < constant.loss && constant.loss < baseline([cells.clone(), cells]));
    }

    #[test]
    fn without_draws_the_level_is_zero() {
        let truth = Model {
            level: Line {
                base: 0.0,
                piece: 0.0,
            },
            ..TRUTH
        };
        let cells = expected(&truth, 1e6);
        let model = fit([cells.clone(), cells], false).model;
        near(model.level.base, 0.0, 0.1);
    }

    #[test]
    fn scores_that_say_nothing_do_no_harm() {
        for results in [[9, 0, 9], [5, 9, 5], [9, 0, 0], [0, 9, 0]] {
            let cells = vec![Cell::new(10, 4, &results), Cell::new(-20, 6, &results)];
            let fit = fit([cells.clone(), cells], true);
            assert!(fit.loss.is_finite() && fit.model.level.base.is_finite());
        }
    }

    #[test]
    fn nothing_to_learn_from_does_no_harm() {
        let fit = fit([Vec::new(), Vec::new()], true);
        assert_eq!(fit.loss, 0.0);
        assert!(fit.model.scale.base.is_finite());
    }

    #[test]
    fn the_baseline_is_the_entropy_where_the_halves_agree() {
        let cells = vec![Cell::new(0, 9, &[50, 0, 50])];
        near(baseline([cells.clone(), cells]), 2_f64.ln(), 1e-9);
    }
}
