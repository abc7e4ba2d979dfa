//! Mean luck-adjusted points over pairs of games, with standard errors.
//! Not here: the luck of a game.

use crate::game::GameRecord;
use std::collections::BTreeMap;
use tricorn::rules::Side;

/// A mean over pairs of games, and its standard error, in points a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adjusted {
    /// The mean.
    pub mean: f64,
    /// Its standard error; infinite from a single pair.
    pub error: f64,
}

/// Two players, and what the first won of the second.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    /// The names.
    pub players: [String; 2],
    /// Pairs of games counted.
    pub pairs: usize,
    /// The points as they fell.
    pub plain: Adjusted,
    /// The points less the luck.
    pub adjusted: Adjusted,
}

/// Games, each as the points of the first player, plain and adjusted.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    names: Vec<String>,
    games: BTreeMap<(usize, u64, [usize; 2]), Vec<[f64; 2]>>,
}

impl Sum {
    /// Adds a game of a file, by the file's number, with the luck of each side. Returns the points
    /// of player 1, plain and adjusted.
    pub fn add(&mut self, file: usize, record: &GameRecord, luck: [f64; 2]) -> [f64; 2] {
        let points = f64::from(record.result.points);
        let plain = match record.result.winner {
            Some(Side::First) => points,
            Some(Side::Second) => -points,
            None => 0.0,
        };
        let found = [plain, plain - luck[0] + luck[1]];
        let [one, other] = [0, 1].map(|seat| self.number(&record.players[seat]));
        // One that plays itself is told from itself by who began the pair.
        let turned = one > other || (one == other && record.setup.game == 2);
        let (players, seen) = if turned {
            ([other, one], found.map(|points| -points))
        } else {
            ([one, other], found)
        };
        let key = (file, record.setup.pair, players);
        self.games.entry(key).or_default().push(seen);
        found
    }

    /// The place of a player in the order in which they came.
    fn number(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// All players that met, from pairs of which both games are there.
    #[must_use]
    pub fn encounters(&self) -> Vec<Encounter> {
        let mut pairs: BTreeMap<[usize; 2], Vec<[f64; 2]>> = BTreeMap::new();
        for (&(_, _, players), games) in &self.games {
            if let [one, other] = games[..] {
                let mean = [0, 1].map(|at| (one[at] + other[at]) / 2.0);
                pairs.entry(players).or_default().push(mean);
            }
        }
        let encounter = |(players, pairs): ([usize; 2], Vec<[f64; 2]>)| Encounter {
            players: players.map(|player| self.names[player].clone()),
            pairs: pairs.len(),
            plain: mean(pairs.iter().map(|pair| pair[0])),
            adjusted: mean(pairs.iter().map(|pair| pair[1])),
        };
        pairs.into_iter().map(encounter).collect()
    }

    /// Games that have no part in the means, since the other of their pair is missing.
    #[must_use]
    pub fn single(&self) -> usize {
        let counts = self.games.values().map(Vec::len);
        counts.filter(|&count| count != 2).sum()
    }
}

/// The mean of some numbers, at least one.
fn mean(numbers: impl ExactSizeIterator<Item = f64> + Clone) -> Adjusted {
    let count = numbers.len() as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let squares: f64 = numbers.map(|x| (x - mean).powi(2)).sum();
    let error = if count < 2.0 {
        f64::INFINITY
    } else {
        (squares / (count - 1.0) / count).sqrt()
    };
    Adjusted { mean, error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Games;

    /// A game between `one` and `other` that `points` says the result of.
    fn game(pair: u64, number: u8, [one, other]: [&str; 2], result: &str) -> GameRecord {
        let text = format!(
            "[Format \"tricorn-game 1.0\"]\n[Variant \"abak\"]\n[Pair \"{pair}\"]\n\
             [Game \"{number}\"]\n[P1 \"{one}\"]\n[P2 \"{other}\"]\n[Result \"{result}\"]\n\
             [End \"rules borne-off\"]\n[Limits1 \"depth=1 margin=0\"]\n\
             [Limits2 \"depth=1 margin=0\"]\n[Seed \"1\"]\n[Position \"x\"]\n[Opening \"0\"]\n\
             [Last \"x\"]\n"
        );
        let mut games = Games::new(text.as_bytes());
        games.next().expect("a game").expect("a good one").record
    }

    #[test]
    fn pairs_are_seen_by_the_player_that_came_first() {
        let mut sum = Sum::default();
        let (there, back) = (["a", "b"], ["b", "a"]);
        let found = sum.add(0, &game(0, 1, there, "2-0"), [1.5, 0.25]);
        assert_eq!(found, [2.0, 0.75]);
        let found = sum.add(0, &game(0, 2, back, "1-0"), [0.5, -0.5]);
        assert_eq!(found, [1.0, 0.0]);
        sum.add(0, &game(1, 1, there, "0-3"), [-2.0, 1.0]);
        sum.add(0, &game(1, 2, back, "1-0"), [0.0, 0.0]);
        sum.add(0, &game(2, 1, there, "1-0"), [0.0, 0.0]);
        assert_eq!(sum.single(), 1);
        let [found] = &sum.encounters()[..] else {
            panic!("one encounter");
        };
        assert_eq!((found.players.join(" "), found.pairs), ("a b".into(), 2));
        // The pairs: (2 - 1) / 2 and (-3 - 1) / 2; adjusted (0.75 - 0) / 2 and (0 - 1) / 2.
        assert_eq!(found.plain.mean, -0.75);
        assert!((found.plain.error - 1.25).abs() < 1e-12);
        assert_eq!(found.adjusted.mean, -0.0625);
        assert!((found.adjusted.error - 0.4375).abs() < 1e-12);
    }
}
