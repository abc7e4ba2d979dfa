//! `referee perft`: the command line that compares an engine's rules with the referee's.
//! Not here: the comparison (`compare`).

use super::{DONE, FOUND, misuse};
use crate::board::Board;
use crate::compare::{
    Ask, AskError, Counts, Difference, draw_line, examine, line, near_limit, near_limits, place,
    smallest,
};
use crate::config::EngineConfig;
use crate::draws;
use crate::report::Progress;
use crate::schedule::Opening;
use anyhow::anyhow;
use std::time::{Duration, Instant};

use tricorn_common::print;

/// How long a comparison runs before it shows its progress.
const SILENCE: Duration = Duration::from_secs(1);

/// Compare an engine's rules with ours over random positions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The engine must answer `query` and `perft`. Each position comes from a random game. The referee compares \
the legal moves, the position after each move, the result, and the leaves of the tree: the line of each \
move and the total. In a game with draws it first compares lines that end in a draw or just short of one, \
and then includes positions near the limit of quiet plies. If something differs, the referee removes pieces \
as long as the difference stays, and prints the smallest position: the lines to send, the answer expected, \
and the answer found.

Example:
  referee perft --variant dameo --positions 500 cmd=./my-engine")]
pub(super) struct Perft {
    /// The game: dameo, eximo or abak
    #[arg(long, value_name = "GAME", value_parser = super::variant)]
    variant: String,

    /// The number of positions
    #[arg(long, value_name = "N", default_value_t = 200)]
    positions: u64,

    /// The seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The largest number of plies before a position
    #[arg(long, value_name = "N", default_value_t = 120)]
    plies: u32,

    /// The depth of perft, in plies
    #[arg(long, value_name = "N", default_value_t = 2)]
    depth: u32,

    /// Time limit for all questions about one position, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,

    /// The engine, as key=value pairs as for `referee match`
    #[arg(required = true, value_name = "KEY=VALUE")]
    engine: Vec<String>,
}

/// What a comparison found.
struct Found {
    place: String,
    first: Difference,
    smallest: Option<(String, Difference)>,
}

/// Compares.
pub(super) fn run(command: &Perft) -> anyhow::Result<u8> {
    let engine = EngineConfig::new(&command.engine).map_err(misuse)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let time = Duration::from_secs(command.patience);
    let (found, counts) = runtime.block_on(async {
        let mut ask = Ask::start(&engine.spec, &command.variant, time).await?;
        let mut counts = Counts::default();
        let found = search(&mut ask, command, &mut counts).await;
        ask.end().await;
        found.map(|found| (found, counts))
    })?;
    let Counts {
        positions,
        moves,
        leaves,
        draws,
    } = counts;
    print::line(format_args!(
        "{positions} positions, {draws} near a draw, {moves} moves, {leaves} leaves compared"
    ))?;
    let Some(Found {
        place,
        first,
        smallest,
    }) = found
    else {
        print::line(format_args!("no difference"))?;
        return Ok(DONE);
    };
    print::line(format_args!("{place} differs:\n{first}"))?;
    if let Some((text, difference)) = smallest {
        print::line(format_args!(
            "the smallest position that differs: {text}\n{difference}"
        ))?;
    }
    Ok(FOUND)
}

/// Goes through the lines about draws, then the random positions, until one differs.
async fn search(
    ask: &mut Ask,
    command: &Perft,
    counts: &mut Counts,
) -> anyhow::Result<Option<Found>> {
    for (line, number) in draws::lines(&command.variant).iter().zip(1..) {
        let place = format!("draw line {number}");
        let asked = draw_line(ask, line, counts).await;
        let asked = asked.map_err(|error| anyhow!("at {place}, {}: {error}", line.setting))?;
        if let Some(first) = asked {
            return Ok(Some(Found {
                place,
                first,
                smallest: None,
            }));
        }
    }
    let begun = Instant::now();
    let mut progress = None;
    for number in 0..command.positions {
        if progress.is_none() && begun.elapsed() >= SILENCE {
            progress = Some(Progress::new(number, command.positions, "positions"));
        }
        let placed = place(&command.variant, command.seed, number, command.plies);
        let (way, board) = placed.map_err(anyhow::Error::msg)?;
        let asked = position(ask, command, (&way, &*board), counts).await;
        let text = board.text();
        let asked = asked.map_err(|error| anyhow!("at position {number}, {text}: {error}"))?;
        if let Some((first, smallest)) = asked {
            return Ok(Some(Found {
                place: format!("position {number}"),
                first,
                smallest,
            }));
        }
        if let Some(progress) = &mut progress {
            progress.one(&format!("{} leaves", counts.leaves));
        }
    }
    if let Some(progress) = progress {
        progress.end();
    }
    Ok(None)
}

/// A difference, and the smallest position that shows one as well.
type Differs = (Difference, Option<(String, Difference)>);

/// Compares all that belongs to one random position: the line to it, its text, and its text with
/// counters near their limits.
async fn position(
    ask: &mut Ask,
    command: &Perft,
    (way, board): (&Opening, &dyn Board),
    counts: &mut Counts,
) -> Result<Option<Differs>, AskError> {
    let (variant, depth) = (command.variant.as_str(), command.depth);
    if let Some(first) = line(ask, way, board).await? {
        return Ok(Some((first, None)));
    }
    let text = board.text();
    if let Some(first) = examine(ask, variant, board, depth, counts).await? {
        return Ok(Some((first, smallest(ask, variant, &text, depth).await?)));
    }
    for board in near_limits(variant, &text) {
        if let Some(first) = near_limit(ask, &*board, counts).await? {
            return Ok(Some((first, None)));
        }
    }
    Ok(None)
}
