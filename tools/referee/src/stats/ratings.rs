//! Ratings of many players on one scale (Bradley-Terry model).
//! Not here: a match of two players, for which pairs say more (`Tally`).
//!
//! The model of Zermelo (1929), Bradley and Terry (1952): of two players with strengths p and q, the
//! first scores p/(p+q); 400 points of Elo are a factor of ten. The strengths of greatest
//! likelihood come from Hunter's iteration (2004). Each player is given about one drawn game beside
//! those it played, in equal parts against all whom it met, so that somebody who won all has a
//! finite rating. (A whole one against each would draw the ends of a long scale together.)

use super::Estimate;
use super::bounds::widen;
use super::estimate::Z95;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of bootstrap samples of the pairs for the errors (Efron 1979).
const SAMPLES: usize = 200;

/// Rounds of the iteration, and the relative change of a strength at which it ends before.
const ROUNDS: usize = 20_000;
const STILL: f64 = 1e-9;

/// The games of one opening between two players: what goes together when errors are estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Their places in the list of players.
    pub players: [usize; 2],
    /// Games played, 1 or 2.
    pub games: f64,
    /// What the first scored: 1 for a win, 1/2 for a draw.
    pub score: f64,
}

/// The ratings of `players` players in Elo, that of `anchor` being `rating` by definition. `seed`
/// decides which samples the errors come from. Players whom no chain of games joins to the anchor have
/// meaningless ones; [`parts`](super::parts) tells them.
#[must_use]
pub fn ratings(
    encounters: &[Encounter],
    players: usize,
    (anchor, rating): (usize, f64),
    seed: u64,
) -> Vec<Estimate> {
    let elo = |encounters: &[Encounter]| {
        let strengths = strengths(encounters, players);
        let zero = strengths[anchor];
        strengths
            .iter()
            .map(|strength| rating + 400.0 * (strength / zero).log10())
            .collect::<Vec<_>>()
    };
    let found = elo(encounters);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut squares = vec![0.0; players];
    for _ in 0..SAMPLES {
        let sample: Vec<_> = (0..encounters.len())
            .map(|_| encounters[random.random_range(0..encounters.len())])
            .collect();
        for ((square, sampled), found) in squares.iter_mut().zip(elo(&sample)).zip(&found) {
            *square += (sampled - found).powi(2);
        }
    }
    let errors = squares
        .iter()
        .map(|square| (square / SAMPLES as f64).sqrt());
    let estimate = |(&value, standard_error): (&f64, f64)| Estimate {
        value,
        standard_error,
        low: value - Z95 * standard_error,
        high: value + Z95 * standard_error,
    };
    let mut rated: Vec<Estimate> = found.iter().zip(errors).map(estimate).collect();
    widen(&mut rated, encounters, anchor);
    rated
}

/// The strengths of greatest likelihood, their product being one.
fn strengths(encounters: &[Encounter], players: usize) -> Vec<f64> {
    let mut games = vec![vec![0.0; players]; players];
    let mut scores = vec![0.0; players];
    for encounter in encounters {
        let [one, other] = encounter.players;
        games[one][other] += encounter.games;
        games[other][one] += encounter.games;
        scores[one] += encounter.score;
        scores[other] += encounter.games - encounter.score;
    }
    let met = |row: &Vec<f64>| row.iter().filter(|&&games| games > 0.0).count();
    let met: Vec<_> = games.iter().map(met).collect();
    for one in 0..players {
        for other in 0..players {
            if games[one][other] > 0.0 {
                let drawn = (1.0 / met[one] as f64 + 1.0 / met[other] as f64) / 2.0;
                games[one][other] += drawn;
                scores[one] += drawn / 2.0;
            }
        }
    }
    let mut strengths = vec![1.0_f64; players];
    for _ in 0..ROUNDS {
        let mut change = 0.0_f64;
        for player in 0..players {
            let own = strengths[player];
            let met = games[player].iter().zip(&strengths);
            let weight: f64 = met.map(|(games, other)| games / (own + other)).sum();
            if weight > 0.0 {
                strengths[player] = scores[player] / weight;
                change = change.max((strengths[player] / own - 1.0).abs());
            }
        }
        let logs: f64 = strengths.iter().map(|strength| strength.ln()).sum();
        let mean = (logs / players as f64).exp();
        strengths.iter_mut().for_each(|strength| *strength /= mean);
        if change < STILL {
            break;
        }
    }
    strengths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Players of known strengths, each of whom scores against each other what it should.
    fn just(elo: &[f64], pairs: usize) -> Vec<Encounter> {
        let mut encounters = Vec::new();
        for one in 0..elo.len() {
            for other in one + 1..elo.len() {
                let share = 1.0 / (1.0 + 10_f64.powf((elo[other] - elo[one]) / 400.0));
                let won = (share * pairs as f64).round() as usize;
                encounters.extend((0..pairs).map(|pair| Encounter {
                    players: [one, other],
                    games: 2.0,
                    score: if pair < won { 2.0 } else { 0.0 },
                }));
            }
        }
        encounters
    }

    #[test]
    fn strengths_are_found_again_and_the_anchor_stays() {
        let truth = [1000.0, 1180.0, 900.0, 1240.0];
        let found = ratings(&just(&truth, 400), 4, (0, 1000.0), 1);
        assert_eq!(found[0].value, 1000.0);
        assert_eq!(found[0].standard_error, 0.0);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found.value - truth).abs() < 8.0, "{found:?}, not {truth}");
            assert!(found.low <= truth && truth <= found.high);
        }
    }

    #[test]
    fn a_long_scale_is_not_drawn_together() {
        let truth: Vec<f64> = (0..10)
            .map(|step| 1000.0 + 150.0 * f64::from(step))
            .collect();
        let found = ratings(&just(&truth, 20), 10, (0, 1000.0), 1);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found.value - truth).abs() < 60.0, "{found:?}, not {truth}");
        }
    }

    #[test]
    fn who_won_all_has_a_finite_rating() {
        let all = [Encounter {
            players: [0, 1],
            games: 2.0,
            score: 2.0,
        }; 10];
        let found = ratings(&all, 3, (1, 1000.0), 1);
        // 20.5 of 21 games.
        let expected = 1000.0 + 400.0 * (20.5_f64 / 0.5).log10();
        assert!((found[0].value - expected).abs() < 0.1, "{found:?}");
        assert!(found.iter().all(|rating| rating.value.is_finite()));
    }

    #[test]
    fn more_games_make_smaller_errors() {
        let error = |pairs| ratings(&just(&[0.0, 100.0], pairs), 2, (0, 0.0), 1)[1].standard_error;
        let (few, many) = (error(50), error(800));
        // A quarter; two games that end alike count as one: 400/ln 10 / sqrt(0.64*0.36*50) = 51.
        assert!((40.0..65.0).contains(&few), "{few}");
        assert!((0.18..0.33).contains(&(many / few)), "{many}");
    }
}
