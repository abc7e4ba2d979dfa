//! The luck of a roll: the equity after it minus the equity before it.
//! Not here: luck over many games (`referee luck`).

use super::TurnToJudge;
use super::judge::whole;
use crate::cancel::Cancel;
use crate::pool::{AskError, Pool, Request, Task};
use crate::worth::Worth;
use tricorn_protocol::Go;

/// The luck of the throw of a turn in points, to the side that threw, judged at a depth. Before the
/// throw an engine takes the mean over all rolls, each searched as deep, so that luck has the mean 0.
/// The first throw of a game is not one of all, so there each is asked about by itself.
pub(super) async fn luck(
    pool: &Pool,
    turn: &TurnToJudge,
    depth: u32,
    cancel: &Cancel,
) -> Result<f64, AskError> {
    let ask = |position: String| async move {
        let request = Request {
            variant: turn.line.variant.clone(),
            position,
            task: Task::Search(Box::new(Go {
                depth: Some(depth),
                ..Go::default()
            })),
            multipv: 1,
            fresh: true,
            exact: false,
            engine: None,
        };
        let found = whole(pool.ask(request, cancel).await?, cancel)?;
        let worth = found.lines.first().map(|line| Worth::of(line, true));
        let equity = worth.and_then(|worth| worth.equity);
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
