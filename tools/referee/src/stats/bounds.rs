//! One-sided rating intervals where the bootstrap fails: players with a perfect or constant score.
//! Not here: the ratings and their bootstrap errors (`ratings`).

use super::estimate::{Estimate, certain_share};
use super::ratings::Encounter;

/// The connected components of the players, joined by games: the largest first, each in list order.
#[must_use]
pub fn parts(encounters: &[Encounter], players: usize) -> Vec<Vec<usize>> {
    let met = |one, other| {
        let both = |it: &Encounter| it.players == [one, other] || it.players == [other, one];
        encounters.iter().any(both)
    };
    let mut left: Vec<usize> = (0..players).collect();
    let mut parts = Vec::new();
    while let Some(&first) = left.first() {
        let joined = reached(first, players, met);
        parts.push((0..players).filter(|&player| joined[player]).collect());
        left.retain(|&player| !joined[player]);
    }
    parts.sort_by_key(|part: &Vec<usize>| std::cmp::Reverse(part.len()));
    parts
}

/// Who can be reached from a player by steps that `leads` allows, the player included.
fn reached(from: usize, players: usize, leads: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; players];
    let mut next = vec![from];
    while let Some(player) = next.pop() {
        if !std::mem::replace(&mut reached[player], true) {
            next.extend((0..players).filter(|&other| !reached[other] && leads(player, other)));
        }
    }
    reached
}

/// Widens the resampled intervals of ratings to honest ones. `anchor` has its rating by definition.
///
/// No result bounds a rating from above if the player belongs to a group that never gave a point to
/// the rest, where the anchor is (L. Ford, *Solution of a ranking problem*, 1957); from below, if
/// the rest never gave a point to the group. Such an end is infinite. Where all pairs of a player
/// ended alike, their variance says nothing, and the interval is that of [`Estimate::of_mean`] for
/// such data, seen through the expected score against the opponents met.
pub fn widen(ratings: &mut [Estimate], encounters: &[Encounter], anchor: usize) {
    let players = ratings.len();
    let took = |one: usize, other: usize| {
        encounters.iter().any(|it| {
            (it.players == [one, other] && it.score > 0.0)
                || (it.players == [other, one] && it.score < it.games)
        })
    };
    let gave = |one: usize, other: usize| took(other, one);
    let bounded_above = reached(anchor, players, took);
    let bounded_below = reached(anchor, players, gave);
    let values: Vec<f64> = ratings.iter().map(|rating| rating.value).collect();
    let alike: Vec<_> = (0..players)
        .map(|player| of_equal_pairs(player, encounters, &values))
        .collect();
    // If the anchor's own results say little, so do all ratings that hang on it.
    let (down, up) = alike[anchor].map_or((0.0, 0.0), |(low, high)| {
        (high - values[anchor], values[anchor] - low)
    });
    for (player, rating) in ratings.iter_mut().enumerate() {
        if player == anchor {
            continue;
        }
        if let Some((low, high)) = alike[player] {
            rating.low = rating.low.min(low);
            rating.high = rating.high.max(high);
        }
        rating.low = rating.low.min(rating.value - down);
        rating.high = rating.high.max(rating.value + up);
        if !bounded_above[player] {
            rating.high = f64::INFINITY;
        }
        if !bounded_below[player] {
            rating.low = f64::NEG_INFINITY;
        }
    }
}

/// The interval of a player all of whose pairs had the same score; `None` if they had not.
fn of_equal_pairs(player: usize, encounters: &[Encounter], values: &[f64]) -> Option<(f64, f64)> {
    let own = |it: &Encounter| match it.players {
        [one, other] if one == player => Some((other, it.games, it.score)),
        [other, one] if one == player => Some((other, it.games, it.games - it.score)),
        _ => None,
    };
    let pairs: Vec<(usize, f64, f64)> = encounters.iter().filter_map(own).collect();
    let share = |&(_, games, score): &(usize, f64, f64)| score / games;
    let first = share(pairs.first()?);
    if pairs.iter().any(|pair| (share(pair) - first).abs() > 1e-9) {
        return None;
    }
    let certain = certain_share(pairs.len() as u64);
    let ends = [certain * first, certain * first + (1.0 - certain)];
    let [low, high] = ends.map(|share| rating_of(share, &pairs, values));
    Some((low, high))
}

/// The rating whose expected share of the score against these opponents is `share`.
fn rating_of(share: f64, pairs: &[(usize, f64, f64)], values: &[f64]) -> f64 {
    if share <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if share >= 1.0 {
        return f64::INFINITY;
    }
    let games: f64 = pairs.iter().map(|&(_, games, _)| games).sum();
    let expected = |rating: f64| {
        let scores = pairs
            .iter()
            .map(|&(other, games, _)| games * super::score_of_elo(rating - values[other]));
        scores.sum::<f64>() / games
    };
    let (mut low, mut high) = (-1e5, 1e5);
    // Each round halves the range; sixty leave nothing of it.
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if expected(middle) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::ratings;

    fn met(one: usize, other: usize, score: f64) -> Encounter {
        Encounter {
            players: [one, other],
            games: 2.0,
            score,
        }
    }

    #[test]
    fn players_whom_no_chain_of_games_joins_are_parts() {
        let games = [met(0, 1, 1.0), met(2, 3, 1.0), met(3, 4, 2.0)];
        assert_eq!(parts(&games, 6), [vec![2, 3, 4], vec![0, 1], vec![5]]);
        assert_eq!(parts(&games[1..], 2).len(), 2);
    }

    #[test]
    fn who_only_won_has_no_upper_end_and_who_only_lost_no_lower_one() {
        let games = [met(0, 1, 2.0), met(0, 1, 2.0), met(2, 1, 0.0)];
        let found = ratings(&games, 3, (1, 0.0), 1);
        assert_eq!(found[0].high, f64::INFINITY);
        assert!(found[0].low < found[0].value && found[0].low.is_finite());
        assert_eq!(found[2].low, f64::NEG_INFINITY);
        assert!(found[2].high > found[2].value && found[2].high.is_finite());
        // Two wins of two pairs: at least the share whose square is 0.025.
        let share = 0.025_f64.sqrt();
        let expected = 400.0 * (share / (1.0 - share)).log10();
        assert!((found[0].low - expected).abs() < 1.0, "{found:?}");
    }

    #[test]
    fn a_group_that_lost_nothing_to_the_rest_has_no_upper_end() {
        let within = [
            met(2, 3, 2.0),
            met(2, 3, 0.0),
            met(0, 1, 2.0),
            met(0, 1, 0.0),
        ];
        let games = [&within[..], &[met(2, 0, 2.0), met(3, 1, 2.0)]].concat();
        let found = ratings(&games, 4, (0, 0.0), 1);
        assert_eq!([found[2].high, found[3].high], [f64::INFINITY; 2]);
        assert!(found[1].high.is_finite() && found[1].low.is_finite());
    }

    #[test]
    fn no_interval_has_a_width_of_zero() {
        for score in [0.0, 1.0, 2.0] {
            let games = [met(0, 1, score); 5];
            let found = ratings(&games, 2, (1, 1000.0), 1);
            assert!(found[0].low < found[0].value, "{found:?}");
            assert!(found[0].high > found[0].value, "{found:?}");
        }
    }
}
