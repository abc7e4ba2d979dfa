//! Balanced openings: asks an engine whether an opening is level.
//! Not here: which openings are tried.

use crate::config::OpeningFilter;
use crate::engine::{Failure, Player};
use crate::schedule::Opening;
use tricorn_protocol::{Go, Score};

/// Whether the engine's score of an opening is near enough to 0, after a search within its limit
/// and with nothing in its memory. A claimed mate is not level, nor is an opening without score.
///
/// # Errors
/// If the engine fails; a text for people.
pub async fn is_level(
    player: &mut Player,
    filter: &OpeningFilter,
    variant: &str,
    opening: &Opening,
) -> Result<bool, String> {
    let name = player.name().to_owned();
    let told = |failure: Failure| format!("{name}: {}", failure.detail);
    player.begin(variant, &[]).await.map_err(told)?;
    let patience = player.place().deadlines.search;
    let line = opening.line();
    let limits = &filter.engine.limits;
    let go = Go {
        depth: limits.depth,
        nodes: limits.nodes,
        ..Go::default()
    };
    let lost = |loss| format!("{name}: {loss:?} on \"{line}\"");
    let Some(engine) = player.engine() else {
        return Err(format!("{name}: it does not run"));
    };
    engine.position(&line).await.map_err(lost)?;
    let begun = engine.go(&go).await.map_err(lost)?;
    engine.answer(Some(begun + patience)).await.map_err(lost)?;
    let score = engine.report().score.map(|report| report.score);
    Ok(matches!(score, Some(Score::Cp(score)) if score.unsigned_abs() <= filter.score_cp))
}
