//! `referee wdl`: collects engine scores with game results from records, for a WDL model.
//! Not here: the model and its fit (`fit`).

mod fit;

pub use fit::{Fit, Line, Model};

use crate::board;
use crate::game::{End, GameRecord};
use crate::record::{Located, RecordError};
use std::collections::BTreeMap;
use tricorn_protocol::Score;

/// How often something was followed by a win, a draw and a loss of the side that said it.
pub type Results = [u64; 3];

/// The scores of many games, each with the pieces in play as it was claimed, counted by results.
///
/// Kept in two halves, by the parity of the pair's number: scores of one game go together, so a
/// model is to be tried on games that it has not seen.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    halves: [BTreeMap<(i32, u32), Results>; 2],
    variant: Option<String>,
    games: u64,
}

impl Claims {
    /// Counts the scores of a game that was played to its end, of one player alone if one is
    /// named. Scores of a known distance to the end say nothing to be learned and are left out,
    /// as are games ended otherwise.
    ///
    /// # Errors
    /// The game cannot be replayed, or is another one than those before.
    pub fn add(&mut self, game: &Located, player: Option<&str>) -> Result<(), RecordError> {
        let record = &game.record;
        let wrong = |message: String| RecordError {
            line: game.line,
            message,
        };
        let variant = &record.setup.variant;
        let known = self.variant.get_or_insert_with(|| variant.clone());
        if known != variant {
            return Err(wrong(format!("a game of {variant} after games of {known}")));
        }
        if !matches!(record.result.end, End::Rules(_)) {
            return Ok(());
        }
        let claims = claims(record, player).map_err(wrong)?;
        let half = &mut self.halves[(record.setup.pair % 2) as usize];
        self.games += 1;
        for claim in claims {
            let place = (claim.score, claim.pieces);
            half.entry(place).or_default()[claim.result] += 1;
        }
        Ok(())
    }

    /// The variant of the games, once there is one.
    #[must_use]
    pub fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many scores were followed by a win, a draw and a loss.
    #[must_use]
    pub fn results(&self) -> Results {
        let mut sum = [0; 3];
        for results in self.halves.iter().flat_map(BTreeMap::values) {
            for (sum, count) in sum.iter_mut().zip(results) {
                *sum += count;
            }
        }
        sum
    }

    fn half(&self, which: usize) -> Vec<fit::Cell> {
        let cells = self.halves[which].iter();
        cells
            .map(|(&(score, pieces), results)| fit::Cell::new(score, pieces, results))
            .collect()
    }

    /// Fits a model to all scores; `by_pieces` lets its parameters change with the pieces.
    #[must_use]
    pub fn fit(&self, by_pieces: bool) -> Fit {
        fit::fit([self.half(0), self.half(1)], by_pieces)
    }

    /// The log loss, a score, of saying each time how often results come at all.
    #[must_use]
    pub fn baseline(&self) -> f64 {
        fit::baseline([self.half(0), self.half(1)])
    }
}

/// A score, and what became of it.
struct Claim {
    /// In hundredths, seen by its side.
    score: i32,
    /// In play when it was claimed.
    pieces: u32,
    /// The place in [`Results`].
    result: usize,
}

/// The scores of a game, of one player alone if one is named.
fn claims(record: &GameRecord, player: Option<&str>) -> Result<Vec<Claim>, String> {
    let setup = &record.setup;
    let mut board = board::open(&setup.variant, &setup.position, &setup.moves)
        .map_err(|error| error.to_string())?;
    let mut claims = Vec::new();
    for m in &record.moves {
        let side = board.side();
        let result = match record.result.winner {
            Some(winner) if winner == side => 0,
            None => 1,
            Some(_) => 2,
        };
        let asked = player.is_none_or(|name| record.players[side.index()] == name);
        if let Some(Score::Cp(score)) = m.score.filter(|_| asked) {
            let pieces = board.pieces();
            claims.push(Claim {
                score,
                pieces,
                result,
            });
        }
        if board.awaits_roll() {
            board.throw(setup.seed, setup.pair);
        }
        let read = board.read(&m.text);
        read.map_err(|error| format!("{}: {error}", m.text))?;
    }
    Ok(claims)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Games;

    const GAME: &str = "\
[Format \"tricorn-game 1.0\"]
[Variant \"dameo\"]
[Pair \"3\"]
[Game \"1\"]
[P1 \"a\"]
[P2 \"b\"]
[Result \"1-0\"]
[End \"rules no-moves\"]
[Limits1 \"nodes=1 margin=0\"]
[Limits2 \"nodes=1 margin=0\"]
[Seed \"1\"]
[Position \"8/8/8/8/8/m7/8/1M5K w 0 1\"]
[Opening \"0\"]
[Last \"8/8/8/8/8/8/8/8 b 0 2\"]
b1b2 cp=40
a3a2 cp=-70
h1h2 mate=5
";

    fn game() -> Located {
        Games::new(GAME.as_bytes())
            .next()
            .expect("a game")
            .expect("a good one")
    }

    #[test]
    fn scores_are_counted_with_pieces_and_results() {
        let mut claims = Claims::default();
        claims.add(&game(), None).expect("counted");
        assert_eq!((claims.games(), claims.results()), (1, [1, 0, 1]));
        assert!(claims.halves[0].is_empty(), "pair 3 is in the odd half");
        assert_eq!(claims.halves[1][&(40, 3)], [1, 0, 0]);
        assert_eq!(claims.halves[1][&(-70, 3)], [0, 0, 1]);
    }

    #[test]
    fn one_player_alone_and_no_other_game() {
        let mut claims = Claims::default();
        claims.add(&game(), Some("b")).expect("counted");
        assert_eq!(claims.results(), [0, 0, 1]);
        let mut other = game();
        other.record.setup.variant = "eximo".into();
        let error = claims.add(&other, None).expect_err("two games");
        assert_eq!(error.message, "a game of eximo after games of dameo");
    }

    #[test]
    fn what_was_not_played_out_is_left_out() {
        let mut claims = Claims::default();
        let mut game = game();
        game.record.result.end = End::Adjudicated(crate::game::Verdict::Draw);
        claims.add(&game, None).expect("read");
        assert_eq!((claims.games(), claims.results()), (0, [0; 3]));
    }
}
