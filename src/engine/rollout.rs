//! The command `rollout`: its bounds, the moves to compare, and the lines it prints.
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

/// The games played unless the command says otherwise: every pair of first throws once.
const GAMES: u32 = 1_296;
const PLIES: u32 = 8;
const SEED: u64 = 1;
const MOVES: u32 = 5;

/// The depth of the search that chooses the moves to compare, in plies.
const CANDIDATE_DEPTH: u32 = 2;

/// The value that the games estimate.
type RolloutValue<G> = <<G as Variant>::Eval as Evaluate<G>>::Value;

/// A `rollout` command whose arguments are in bounds.
pub struct RolloutCommand<'a, G: Variant> {
    game: &'a Game<G>,
    rollout: Rollout,
    /// How many moves are compared where none are named.
    moves: usize,
}

impl<'a, G: Variant> RolloutCommand<'a, G> {
    /// What `asked` means in this game.
    ///
    /// # Errors
    /// A number that is out of bounds, a game without dice, or one that is over.
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

    /// The moves to be compared: those allowed, or the best few of a short search. `None` before
    /// the throw.
    ///
    /// # Errors
    /// Moves were named, and none of them is legal.
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

    /// Plays, tells once a second how things stand, and returns the result.
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
        let turned = positions
            .first()
            .is_some_and(|after| after.turn() != before.turn());
        let wanted = positions.len() * self.rollout.games as usize;
        let kernel = G::kernel(evaluation.clone());
        let tally = self
            .rollout
            .run(&positions, (evaluation, &kernel), control, &mut |tally| {
                let games = tally.games();
                let best = rows::<G>(tally, &names, turned);
                let best = best.first().map(|row| format!(", {row}"));
                let best = best.unwrap_or_default();
                out.line(text(format!("rollout {games} of {wanted} games{best}")));
            });
        if control.stopped() {
            out.line(text("rollout stopped".into()));
        }
        let mut lines = rows::<G>(&tally, &names, turned);
        lines.push(format!("Games rolled out: {}", tally.games()));
        lines.join("\n")
    }
}

/// What is known of each name, the best first; `turned` if it was seen by the opponent.
fn rows<G: Variant>(
    tally: &RolloutStats<RolloutValue<G>>,
    names: &[String],
    turned: bool,
) -> Vec<String> {
    let sign = if turned { -1.0 } else { 1.0 };
    let unit = f64::from(RolloutValue::<G>::UNIT);
    let points = |measured: f64| measured / unit;
    let error = |measured: Estimate| match measured.error {
        Some(error) => format!("{:.4}", points(error)),
        None => "unknown".into(),
    };
    let found = (0..names.len()).filter_map(|at| Some((at, tally.result(at)?)));
    let mut ranked: Vec<_> = found.collect();
    ranked.sort_by(|(_, one), (_, other)| {
        let means = [one, other].map(|result| sign * result.score.mean);
        means[1].total_cmp(&means[0])
    });
    let best = ranked.first().map(|&(at, _)| at);
    let row = |(at, result): &(usize, crate::search::RolloutResult<RolloutValue<G>>)| {
        let value = if turned {
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
            && let Some(behind) = tally.difference(best, *at)
        {
            let mean = points(sign * behind.mean);
            row += &format!(" behind {mean:.4} {}", error(behind));
        }
        row
    };
    ranked.iter().map(row).collect()
}

/// A number within its bounds, or what holds without one.
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
