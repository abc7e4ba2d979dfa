//! The luck of a roll: the equity after it minus the equity before it.
//! Not here: luck over many games (`referee luck`).

use super::TurnToAnalyse;
use super::turn_analysis::whole;
use crate::cancel::Cancel;
use crate::move_quality::PositionValue;
use crate::pool::{AskError, EngineTask, Pool, Request};
use tricorn_protocol::Go;

/// The luck of the roll of a turn in points, for the side that rolled, at a search depth. Before the
/// roll an engine takes the mean over all rolls, each searched to that depth, so the mean of luck is 0.
/// Not all rolls are possible at the first roll of a game, so there each is searched by itself.
pub(super) async fn luck(
    pool: &Pool,
    turn: &TurnToAnalyse,
    depth: u32,
    cancel: &Cancel,
) -> Result<f64, AskError> {
    let ask = |position: String| async move {
        let request = Request {
            variant: turn.line.variant.clone(),
            position,
            task: EngineTask::Search(Box::new(Go {
                depth: Some(depth),
                ..Go::default()
            })),
            multipv: 1,
            fresh: true,
            exact: false,
            engine: None,
        };
        let found = whole(pool.ask(request, cancel).await?, cancel)?;
        let value = found
            .lines
            .first()
            .map(|line| PositionValue::of(line, true));
        let equity = value.and_then(|value| value.equity);
        equity.ok_or_else(|| {
            let engine = &found.engine;
            AskError::Unsupported(format!("{engine}: no equity for the luck of a throw"))
        })
    };
    let mean = match &turn.first_rolls {
        None => ask(turn.with(None)).await?,
        Some(rolls) => {
            let (mut sum, mut total) = (0.0, 0.0);
            for (roll, weight) in rolls {
                sum += f64::from(*weight) * ask(turn.with(Some(roll))).await?;
                total += f64::from(*weight);
            }
            sum / total
        }
    };
    Ok(ask(turn.line()).await? - mean)
}
