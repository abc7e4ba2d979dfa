//! The openings of a run, and how the side that moved first scored from each.
//! Not here: where openings come from (`schedule`).

use crate::game::GameRecord;
use crate::schedule::Opening;
use serde::Serialize;
use std::collections::HashMap;
use tricorn::rules::Side;

/// How many openings a summary lists.
const MOST: usize = 100;

/// The openings that were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Openings {
    /// How many different ones there are.
    pub different: u64,
    /// Those that were played most often, at most 100.
    pub most_played: Vec<OpeningCounts>,
}

/// The games from one opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningCounts {
    /// The position at which it begins.
    pub position: String,
    /// Its moves from there.
    pub moves: Vec<String>,
    /// Games from it.
    pub games: u64,
    /// Games won, drawn and lost by player 1, who moved first.
    pub first_mover_wins_draws_losses: [u64; 3],
}

/// Games by their opening.
#[derive(Clone, Debug, Default)]
pub struct OpeningTally(HashMap<Opening, [u64; 3]>);

impl OpeningTally {
    pub fn record(&mut self, game: &GameRecord) {
        let opening = Opening {
            position: game.setup.position.clone(),
            moves: game.setup.moves.clone(),
        };
        let counts = self.0.entry(opening).or_default();
        let place = match game.result.winner {
            Some(Side::First) => 0,
            None => 1,
            Some(Side::Second) => 2,
        };
        counts[place] += 1;
    }

    pub fn summary(&self) -> Openings {
        let games = |counts: &[u64; 3]| counts.iter().sum::<u64>();
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by(|(one, counts), (other, others)| {
            let by_text = || (&one.position, &one.moves).cmp(&(&other.position, &other.moves));
            games(others).cmp(&games(counts)).then_with(by_text)
        });
        let listed = all
            .into_iter()
            .take(MOST)
            .map(|(opening, counts)| OpeningCounts {
                position: opening.position.clone(),
                moves: opening.moves.clone(),
                games: games(counts),
                first_mover_wins_draws_losses: *counts,
            });
        Openings {
            different: self.0.len() as u64,
            most_played: listed.collect(),
        }
    }
}
