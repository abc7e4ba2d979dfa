//! The statistics of a match as text and as JSON.
//! Not here: their estimation.

use super::elo::SHARE;
use super::{
    Effort, Estimate, Histogram, Setting, Sprt, SprtDecision, Tally, logistic_elo, normalized_elo,
    superiority,
};
use serde::{Serialize, Serializer};
use std::fmt;

/// The figures of a match between two engines, seen from the first. Estimates are absent (JSON
/// `null`) as long as there are no pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The engines' names.
    pub engines: [String; 2],
    /// Pairs played.
    pub pairs: u64,
    /// Games won, drawn and lost.
    pub wins_draws_losses: [u64; 3],
    /// Games won, drawn and lost by the side that moved first.
    pub first_mover_wins_draws_losses: [u64; 3],
    /// Games by the points that they gave, from -3 to 3.
    pub games_by_points: [u64; 7],
    /// Pairs by their score: 0, 1/2, 1, 3/2 and 2.
    pub pentanomial: Histogram,
    /// Pairs by the sum of their points.
    pub point_pairs: Histogram,
    /// Score per game, 0 to 1.
    pub score: Option<Estimate>,
    /// Elo.
    pub elo: Option<Estimate>,
    /// Normalized Elo.
    pub normalized_elo: Option<Estimate>,
    /// Points per game.
    pub points: Option<Estimate>,
    /// Likelihood of superiority, in points a game, 0 to 1. Where every win is worth one point
    /// this is the same as in score.
    pub superiority: Option<f64>,
    /// Share of drawn games, 0 to 1.
    pub draw_rate: Option<Estimate>,
    /// Score per game of the side that moved first, 0 to 1.
    pub first_mover_rate: Option<Estimate>,
    /// The sequential test, if one was run.
    pub sprt: Option<Trial>,
    /// The effort of each engine, if it was measured.
    #[serde(serialize_with = "named")]
    pub effort: Option<[(String, Effort); 2]>,
    #[serde(skip)]
    most: u8,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// Hypotheses and error rates.
    pub setting: Setting,
    /// Log-likelihood ratio of H1 against H0.
    pub llr: f64,
    /// H0 is accepted at or below this bound.
    pub lower: f64,
    /// H1 is accepted at or above this bound.
    pub upper: f64,
    /// The decision.
    #[serde(rename = "verdict")]
    pub decision: SprtDecision,
}

impl Trial {
    /// The test on the pairs so far.
    #[must_use]
    pub fn new(sprt: &Sprt, tally: &Tally) -> Self {
        let llr = sprt.llr(tally);
        let (lower, upper) = sprt.bounds();
        Self {
            setting: *sprt.setting(),
            llr,
            lower,
            upper,
            decision: sprt.decision(llr),
        }
    }
}

impl Report {
    /// All figures of a tally.
    #[must_use]
    pub fn new(
        engines: [String; 2],
        tally: &Tally,
        sprt: Option<&Sprt>,
        effort: Option<[Effort; 2]>,
    ) -> Self {
        let pentanomial = tally.pentanomial();
        let point_pairs = tally.point_pairs();
        let [first, second] = engines.clone();
        Self {
            engines,
            pairs: tally.pairs(),
            wins_draws_losses: tally.wins_draws_losses(),
            first_mover_wins_draws_losses: tally.first_mover(),
            games_by_points: tally.games(),
            score: Estimate::of_mean(&pentanomial, SHARE),
            elo: logistic_elo(&pentanomial),
            normalized_elo: normalized_elo(&pentanomial),
            points: Estimate::of_mean(&point_pairs, 0.5),
            superiority: superiority(&point_pairs),
            draw_rate: Estimate::of_mean(&tally.draw_pairs(), 0.5),
            first_mover_rate: Estimate::of_mean(&tally.first_mover_pairs(), SHARE),
            sprt: sprt.map(|sprt| Trial::new(sprt, tally)),
            effort: effort.map(|[one, other]| [(first, one), (second, other)]),
            most: tally.most(),
            pentanomial,
            point_pairs,
        }
    }
}

/// Writes the effort of the engines with their names.
fn named<S: Serializer>(
    effort: &Option<[(String, Effort); 2]>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Named<'a> {
        engine: &'a str,
        #[serde(flatten)]
        effort: &'a Effort,
    }
    let rows = effort.as_ref().map(|both| {
        both.each_ref()
            .map(|(engine, effort)| Named { engine, effort })
    });
    rows.serialize(serializer)
}

/// Several lines without a line break at the end.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.engines;
        let [wins, draws, losses] = self.wins_draws_losses;
        let pairs = self.pairs;
        let games = pairs.saturating_mul(2);
        let plural = if pairs == 1 { "" } else { "s" };
        write!(
            f,
            "{a} against {b}: {games} games in {pairs} pair{plural}, "
        )?;
        write!(f, "+{wins} ={draws} -{losses}")?;
        if let Some(score) = &self.score {
            write!(f, "\nscore {}, pairs (0 to 2)", Percent(score))?;
            for count in self.pentanomial.counts() {
                write!(f, " {count}")?;
            }
        }
        if let (Some(elo), Some(normalized)) = (&self.elo, &self.normalized_elo) {
            write!(
                f,
                "\nElo {}, normalized {}",
                Signed(elo, 1),
                Signed(normalized, 1)
            )?;
        }
        if let Some(points) = self.points.as_ref().filter(|_| self.most > 1) {
            write!(f, "\npoints a game {}, games by points", Signed(points, 3))?;
            for (count, points) in self.games_by_points.iter().zip(-3..) {
                write!(f, " {points:+}:{count}")?;
            }
        }
        if let Some(superiority) = self.superiority {
            write!(
                f,
                "\nlikelihood of superiority {:.2} %",
                100.0 * superiority
            )?;
        }
        if let (Some(drawn), Some(first)) = (&self.draw_rate, &self.first_mover_rate) {
            let [wins, draws, losses] = self.first_mover_wins_draws_losses;
            write!(f, "\ndraws {}, moving first scored ", Percent(drawn))?;
            write!(f, "{} (+{wins} ={draws} -{losses})", Percent(first))?;
        }
        if let Some(trial) = &self.sprt {
            write!(f, "\n{trial}")?;
        }
        for (name, effort) in self.effort.iter().flatten() {
            write!(f, "\n{name}: {} moves", effort.moves)?;
            if let Some(millis) = effort.millis_a_move() {
                write!(f, ", {millis:.3} ms a move")?;
            }
            if let Some(nodes) = effort.nodes_a_move() {
                write!(f, ", {nodes:.0} nodes a move")?;
            }
            write!(
                f,
                ", worst lag {:.3} ms",
                effort.worst_lag_micros as f64 / 1e3
            )?;
        }
        Ok(())
    }
}

/// One line without a line break.
impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setting { model, h0, h1, .. } = self.setting;
        write!(f, "SPRT {} [{h0}, {h1}]: ", model.word())?;
        write!(
            f,
            "LLR {:.2} ({:.2}, {:.2}), ",
            self.llr, self.lower, self.upper
        )?;
        f.write_str(self.decision.words())
    }
}

/// A signed figure with its error and interval, to so many decimals.
struct Signed<'a>(&'a Estimate, usize);

impl fmt::Display for Signed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(
            Estimate {
                value,
                standard_error,
                low,
                high,
            },
            digits,
        ) = self;
        write!(f, "{value:+.digits$} se {standard_error:.digits$} ")?;
        write!(f, "[{low:+.digits$}, {high:+.digits$}]")
    }
}

/// A share with its error and interval, in per cent.
struct Percent<'a>(&'a Estimate);

impl fmt::Display for Percent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate {
            value,
            standard_error,
            low,
            high,
        } = self.0;
        let [value, error] = [value, standard_error].map(|share| 100.0 * share);
        let [low, high] = [low, high].map(|share| 100.0 * share);
        write!(f, "{value:.2} % se {error:.2} [{low:.2}, {high:.2}]")
    }
}
