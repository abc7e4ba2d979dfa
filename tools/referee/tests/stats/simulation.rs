//! Error rates of the sequential test, and how often intervals hold the truth, over many matches
//! drawn from known distributions.
//! Not here: engines.

use super::{pair, sprt};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use referee::stats::{
    Estimate, Model, Pair, Sprt, SprtDecision, Tally, elo_of_score, logistic_elo, normalized_elo,
    score_of_elo,
};

/// Draws pairs from a distribution over what the two games give.
struct Match {
    random: Pcg64,
    pairs: Vec<(Pair, f64)>,
}

impl Match {
    fn new(seed: u64, pairs: &[(i8, i8, f64)]) -> Self {
        let pairs = pairs.iter().map(|&(a, b, p)| (pair(a, b), p)).collect();
        Self {
            random: Pcg64::seed_from_u64(seed),
            pairs,
        }
    }

    fn play(&mut self) -> Pair {
        let mut at = self.random.random::<f64>();
        for &(pair, probability) in &self.pairs {
            at -= probability;
            if at < 0.0 {
                return pair;
            }
        }
        self.pairs[self.pairs.len() - 1].0
    }

    /// Runs a test to its end.
    fn decide(&mut self, test: &Sprt, most: u8) -> SprtDecision {
        let mut tally = Tally::new(most);
        loop {
            tally.record(self.play());
            match test.decision(test.llr(&tally)) {
                SprtDecision::Continue => {}
                decision => return decision,
            }
        }
    }
}

/// The probabilities of a pentanomial as pairs of draughts games.
fn draughts([p0, p1, p2, p3, p4]: [f64; 5]) -> [(i8, i8, f64); 5] {
    [
        (-1, -1, p0),
        (-1, 0, p1),
        (1, -1, p2),
        (0, 1, p3),
        (1, 1, p4),
    ]
}

/// Abak pairs whose points have a mean of `points` a game. Moving first helps, gammons happen.
fn abak(points: f64) -> [(i8, i8, f64); 8] {
    // Shifting weight x from a pair of losses to a pair of wins adds 2 x points a game.
    let x = points / 2.0;
    [
        (1, -1, 0.22),
        (-1, 1, 0.20),
        (2, -1, 0.09),
        (1, -2, 0.09),
        (2, 1, 0.05),
        (-1, -2, 0.05),
        (1, 1, 0.15 + x),
        (-1, -1, 0.15 - x),
    ]
}

/// Wrong decisions in 1,000 runs have to be at most 66: with a true rate of 5 per cent more would
/// come once in a hundred times (mean 50, deviation 6.9).
fn errors_are_rare(test: &Sprt, most: u8, truths: [&[(i8, i8, f64)]; 2]) {
    let wrong = [SprtDecision::AcceptH1, SprtDecision::AcceptH0];
    for (seed, (truth, wrong)) in (1..).zip(truths.into_iter().zip(wrong)) {
        let mut games = Match::new(seed, truth);
        let errors = (0..1_000)
            .filter(|_| games.decide(test, most) == wrong)
            .count();
        println!("{:?}: {errors} of 1000 {}", test.setting(), wrong.words());
        assert!(errors <= 66, "{errors} of 1000 runs ended with {wrong:?}");
        // A test that hardly ever errs would have played far too long.
        assert!(
            errors >= 10,
            "only {errors} of 1000 runs ended with {wrong:?}"
        );
    }
}

/// A pentanomial of the given mean score: weight moved between the outer bins of an even one.
fn at_score(score: f64) -> [f64; 5] {
    let x = score - 0.5;
    [0.12 - x, 0.18, 0.40, 0.18, 0.12 + x]
}

#[test]
fn sprt_in_elo_keeps_its_error_rates() {
    let test = sprt(Model::Logistic, 0.0, 40.0);
    let [h0, h1] = [0.0, 40.0].map(|elo| draughts(at_score(score_of_elo(elo))));
    errors_are_rare(&test, 1, [&h0, &h1]);
}

#[test]
fn sprt_in_normalized_elo_keeps_its_error_rates() {
    // Variance of a pair 0.24 / 4 + 0.36 / 16 less the square of the shift.
    let unit = 10_f64.ln() / 800.0 * 2_f64.sqrt();
    let t = 60.0 * unit;
    // shift^2 = t^2 (0.0825 - shift^2)
    let shift = (t * t * 0.0825 / (1.0 + t * t)).sqrt();
    let [h0, h1] = [0.0, shift].map(|shift| draughts(at_score(0.5 + shift)));
    let test = sprt(Model::Normalized, 0.0, 60.0);
    errors_are_rare(&test, 1, [&h0, &h1]);
}

#[test]
fn sprt_in_points_keeps_its_error_rates() {
    let test = sprt(Model::Points, 0.0, 0.15);
    let [h0, h1] = [0.0, 0.15].map(abak);
    errors_are_rare(&test, 3, [&h0, &h1]);
}

/// How often 2,000 matches of 300 pairs have an interval that holds the truth: 93 to 97 per cent.
fn interval_covers(
    truth: f64,
    most: u8,
    pairs: &[(i8, i8, f64)],
    estimate: impl Fn(&Tally) -> Option<Estimate>,
) {
    let mut games = Match::new(7, pairs);
    let covered = (0..2_000)
        .filter(|_| {
            let mut tally = Tally::new(most);
            (0..300).for_each(|_| tally.record(games.play()));
            let Estimate { low, high, .. } = estimate(&tally).expect("pairs");
            low <= truth && truth <= high
        })
        .count();
    println!("{truth}: covered {covered} of 2000");
    assert!((1_860..=1_940).contains(&covered), "{covered} of 2000");
}

#[test]
fn elo_intervals_hold_the_truth() {
    let far = [0.01, 0.04, 0.20, 0.30, 0.45];
    let drawish = [0.01, 0.12, 0.72, 0.14, 0.01];
    let sharp = [0.25, 0.0, 0.45, 0.0, 0.30];
    for pentanomial in [at_score(0.5), at_score(0.55), far, drawish, sharp] {
        let moment = |power| {
            let scores = [0.0f64, 0.25, 0.5, 0.75, 1.0].into_iter();
            scores
                .zip(pentanomial)
                .map(|(s, p)| p * s.powi(power))
                .sum::<f64>()
        };
        let (score, variance) = (moment(1), moment(2) - moment(1).powi(2));
        let pairs = draughts(pentanomial);
        interval_covers(elo_of_score(score), 1, &pairs, |tally| {
            logistic_elo(&tally.pentanomial())
        });
        let normalized = (score - 0.5) / (2.0 * variance).sqrt() * 800.0 / 10_f64.ln();
        interval_covers(normalized, 1, &pairs, |tally| {
            normalized_elo(&tally.pentanomial())
        });
    }
}

#[test]
fn intervals_of_points_hold_the_truth() {
    for points in [0.0, 0.1, -0.25] {
        interval_covers(points, 3, &abak(points), |tally| {
            Estimate::of_mean(&tally.point_pairs(), 0.5)
        });
    }
}
