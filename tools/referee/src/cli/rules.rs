//! `referee perft`.
//! Not here: the comparison itself.

use super::{DONE, FOUND, misuse};
use crate::compare::{Ask, AskError, Counts, Difference, examine, line, place, smallest};
use crate::config::EngineConfig;
use anyhow::bail;
use std::time::Duration;
use tricorn_common::print;

/// Compare an engine's rules with ours over random positions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The engine has to answer `query legal`, `query position` and the like, and `perft`. Each position is \
that of a random game. Compared are the legal moves, the position after each, the result, and the \
leaves of the tree. If something differs, pieces are taken off as long as it still does, and what is \
left is printed as the lines to send, with the answer that was expected and the one that came.

Example:
  referee perft --variant dameo --positions 500 cmd=./my-engine")]
pub(super) struct Perft {
    /// The game: dameo, eximo or abak
    #[arg(long, value_name = "GAME", value_parser = super::variant)]
    variant: String,

    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 200)]
    positions: u64,

    /// The number that they are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The most plies that a random game has before its position
    #[arg(long, value_name = "N", default_value_t = 120)]
    plies: u32,

    /// How deep leaves are counted
    #[arg(long, value_name = "N", default_value_t = 2)]
    depth: u32,

    /// How long the engine may take for the questions about one position, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,

    /// The engine, in words as for `referee match`
    #[arg(required = true, value_name = "KEY=VALUE")]
    engine: Vec<String>,
}

/// What a comparison found.
struct Found {
    number: u64,
    first: Difference,
    smallest: Option<(String, Difference)>,
}

/// Compares.
pub(super) fn perft(command: &Perft) -> anyhow::Result<u8> {
    let engine = EngineConfig::new(&command.engine).map_err(misuse)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let time = Duration::from_secs(command.patience);
    let (found, counts) = runtime.block_on(async {
        let mut ask = Ask::start(&engine.spec(), &command.variant, time).await?;
        let mut counts = Counts::default();
        let found = search(&mut ask, command, &mut counts).await;
        ask.end().await;
        found.map(|found| (found, counts))
    })?;
    let Counts {
        positions,
        moves,
        leaves,
    } = counts;
    print::line(format_args!(
        "{positions} positions, {moves} moves, {leaves} leaves compared"
    ))?;
    let Some(Found {
        number,
        first,
        smallest,
    }) = found
    else {
        print::line(format_args!("no difference"))?;
        return Ok(DONE);
    };
    print::line(format_args!("position {number} differs:\n{first}"))?;
    if let Some((text, difference)) = smallest {
        print::line(format_args!(
            "the smallest position that differs: {text}\n{difference}"
        ))?;
    }
    Ok(FOUND)
}

/// Goes through the positions until one differs.
async fn search(
    ask: &mut Ask,
    command: &Perft,
    counts: &mut Counts,
) -> anyhow::Result<Option<Found>> {
    let (variant, depth) = (command.variant.as_str(), command.depth);
    for number in 0..command.positions {
        let placed = place(variant, command.seed, number, command.plies);
        let (way, board) = placed.map_err(anyhow::Error::msg)?;
        let asked = async {
            if let Some(first) = line(ask, &way, &*board).await? {
                return Ok(Some((first, None)));
            }
            let text = board.text();
            let Some(first) = examine(ask, variant, &*board, depth, counts).await? else {
                return Ok(None);
            };
            Ok(Some((first, smallest(ask, variant, &text, depth).await?)))
        };
        let asked: Result<_, AskError> = asked.await;
        match asked {
            Ok(None) => {}
            Ok(Some((first, smallest))) => {
                return Ok(Some(Found {
                    number,
                    first,
                    smallest,
                }));
            }
            Err(error) => bail!("at position {number}, {}: {error}", board.text()),
        }
    }
    Ok(None)
}
