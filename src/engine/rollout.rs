//! The command `rollout`: its arguments, the candidate moves, and its output.
//! Not here: playing the games, and their statistics (`search`).

use super::reporter::text;
use crate::control::Control;
use crate::eval::{Evaluate, Value};
use crate::games::Variant;
use crate::rules::{Chance, Game};
use crate::search::{Estimate, Kernel, Rollout, RolloutStats, Searcher};
use crate::uci::Output;
use std::ops::RangeInclusive;
use tricorn_protocol::{self as protocol, ErrorCode, ProtocolError};

/// The default number of games: every pair of first rolls once.
const GAMES: u32 = 1_296;
const PLIES: u32 = 8;
const SEED: u64 = 1;
const MOVES: u32 = 5;

/// The depth of the search that chooses candidate moves, in plies.
const CANDIDATE_DEPTH: u32 = 2;

/// The value of a rollout.
type RolloutValue<G> = <<G as Variant>::Eval as Evaluate<G>>::Value;

/// A `rollout` command with valid arguments.
pub struct RolloutCommand<'a, G: Variant> {
    game: &'a Game<G>,
    rollout: Rollout,
    /// The number of candidate moves without `searchmoves`.
    moves: usize,
}

impl<'a, G: Variant> RolloutCommand<'a, G> {
    /// Validates the arguments of a command.
    ///
    /// # Errors
    /// A number is out of range, the game has no dice, or it is over.
    pub fn new(
        game: &'a Game<G>,
        asked: &protocol::Rollout,
        threads: usize,
    ) -> Result<Self, ProtocolError> {
        if G::Roll::ONLY.is_some() {
            return Err(refused(format!("{} has no dice", G::NAME)));
        }
        if game.outcome().is_some() {
            return Err(refused("the game is over".into()));
        }
        let plies = bounded("plies", asked.plies, PLIES, 0..=1_000)?;
        Ok(Self {
            game,
            rollout: Rollout {
                games: bounded("games", asked.games, GAMES, 1..=100_000)?,
                plies: (plies > 0).then_some(plies),
                depth: bounded("depth", asked.depth, 1, 1..=G::Kernel::MAX_DEPTH)?,
                seed: asked.seed.unwrap_or(SEED),
                threads,
            },
            moves: bounded("moves", asked.moves, MOVES, 1..=500)? as usize,
        })
    }

    /// The candidate moves: those of `searchmoves`, or the best of a short search. `None` before the
    /// roll.
    ///
    /// # Errors
    /// `searchmoves` holds no legal move.
    pub fn candidates(
        &self,
        allowed: Option<Vec<G::Move>>,
        searcher: &mut Searcher<G, G::Kernel>,
        control: &Control,
    ) -> Result<Option<Vec<G::Move>>, ProtocolError> {
        match allowed {
            Some(moves) if moves.is_empty() => {
                Err(refused("no move of searchmoves is left".into()))
            }
            Some(moves) => Ok(Some(moves)),
            None if self.game.roll().is_none() => Ok(None),
            None => {
                let best = searcher.best(self.game, CANDIDATE_DEPTH, self.moves, control);
                Ok(Some(best.into_iter().map(|(m, _)| m).collect()))
            }
        }
    }

    /// Rolls out the candidates, reports once a second, and returns the result.
    pub fn run(
        &self,
        moves: Option<Vec<G::Move>>,
        evaluation: &G::Eval,
        control: &Control,
        out: &Output,
    ) -> String {
        let before = self.game.position();
        let (names, positions): (Vec<String>, Vec<G>) = match moves {
            None => (vec!["roll".into()], vec![before.clone()]),
            Some(moves) => moves
                .iter()
                .map(|m| (before.move_text(m), before.play(m)))
                .unzip(),
        };
        let by_opponent = positions
            .first()
            .is_some_and(|after| after.turn() != before.turn());
        let wanted = positions.len() * self.rollout.games as usize;
        let kernel = G::kernel(evaluation.clone());
        let stats = self
            .rollout
            .run(&positions, (evaluation, &kernel), control, &mut |stats| {
                let games = stats.games();
                let best = rows::<G>(stats, &names, by_opponent);
                let best = best.first().map(|row| format!(", {row}"));
                let best = best.unwrap_or_default();
                out.line(text(format!("rollout {games} of {wanted} games{best}")));
            });
        if control.stopped() {
            out.line(text("rollout stopped".into()));
        }
        let mut lines = rows::<G>(&stats, &names, by_opponent);
        lines.push(format!("Games rolled out: {}", stats.games()));
        lines.join("\n")
    }
}

/// What is known of each name, the best first; `by_opponent` if it was seen by the opponent.
fn rows<G: Variant>(
    stats: &RolloutStats<RolloutValue<G>>,
    names: &[String],
    by_opponent: bool,
) -> Vec<String> {
    let sign = if by_opponent { -1.0 } else { 1.0 };
    let unit = f64::from(RolloutValue::<G>::UNIT);
    let points = |estimate: f64| estimate / unit;
    let error = |estimate: Estimate| match estimate.error {
        Some(error) => format!("{:.4}", points(error)),
        None => "unknown".into(),
    };
    let found = (0..names.len()).filter_map(|at| Some((at, stats.result(at)?)));
    let mut ranked: Vec<_> = found.collect();
    ranked.sort_by(|(_, one), (_, other)| {
        let means = [one, other].map(|result| sign * result.score.mean);
        means[1].total_cmp(&means[0])
    });
    let best = ranked.first().map(|&(at, _)| at);
    let row = |(at, result): &(usize, crate::search::RolloutResult<RolloutValue<G>>)| {
        let value = if by_opponent {
            result.value.opposite()
        } else {
            result.value
        };
        let details = value.details();
        let value = details.unwrap_or_else(|| format!("cp {}", value.centi()));
        let mut row = format!(
            "{}: {value} error {} plain {} games {}",
            names[*at],
            error(result.score),
            error(result.without_reduction),
            result.games
        );
        if let Some(best) = best.filter(|best| best != at)
            && let Some(behind) = stats.difference(best, *at)
        {
            let mean = points(sign * behind.mean);
            row += &format!(" behind {mean:.4} {}", error(behind));
        }
        row
    };
    ranked.iter().map(row).collect()
}

/// A number within its range, or its default.
fn bounded(
    word: &str,
    asked: Option<u32>,
    default: u32,
    bounds: RangeInclusive<u32>,
) -> Result<u32, ProtocolError> {
    let number = asked.unwrap_or(default);
    if bounds.contains(&number) {
        return Ok(number);
    }
    let (least, most) = bounds.into_inner();
    Err(refused(format!(
        "{word} {number}, expected {least} to {most}"
    )))
}

fn refused(message: String) -> ProtocolError {
    ProtocolError::new(ErrorCode::BadArgument, format!("rollout: {message}"))
}
