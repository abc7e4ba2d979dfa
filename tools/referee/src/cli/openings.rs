//! `referee openings`: the command line that makes opening books.
//! Not here: whether an opening is level, which an engine decides.

use super::{DONE, misuse};
use crate::board;
use crate::config::OpeningFilter;
use crate::engine::{Place, Player};
use crate::runner::is_level;
use crate::schedule::Source;
use anyhow::bail;
use std::collections::HashSet;
use tricorn_common::print;

/// Print different level openings, each as a position, to be used with `match --openings FILE`
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The built-in sets were made with this command.

Example:
  referee openings --variant dameo --count 100 --plies 8 \\
      --level cmd=./tricorn depth=8 score=30 > openings.txt")]
pub(super) struct Openings {
    /// The game: dameo, eximo or abak
    #[arg(long, value_name = "GAME", value_parser = super::variant)]
    variant: String,

    /// The number of openings
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,

    /// The number of random plies in each opening
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: u32,

    /// The seed of the random plies
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// An engine that has to find them level, as for `referee match`
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    level: Option<Vec<String>>,
}

/// Prints openings.
pub(super) fn openings(command: &Openings) -> anyhow::Result<u8> {
    let read = command.level.as_deref().map(OpeningFilter::new);
    let filter = read.transpose().map_err(misuse)?;
    let source = Source::Random {
        variant: command.variant.clone(),
        plies: command.plies,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut player = filter
            .as_ref()
            .map(|filter| Player::new(filter.engine.spec.clone(), Place::default()));
        let mut seen = HashSet::new();
        // Few plies may not give enough different positions; then the search ends here.
        let rounds = (command.count as u64).saturating_mul(1_000);
        for round in 0..rounds {
            if seen.len() == command.count {
                break;
            }
            let opening = source
                .opening(command.seed, round, 0)
                .map_err(anyhow::Error::msg)?;
            let board = board::open(&command.variant, &opening.position, &opening.moves)?;
            let text = board.text();
            if seen.contains(&text) {
                continue;
            }
            let level = match (&mut player, &filter) {
                (Some(player), Some(filter)) => {
                    let asked = is_level(player, filter, &command.variant, &opening).await;
                    asked.map_err(anyhow::Error::msg)?
                }
                _ => true,
            };
            if level {
                print::line(&text)?;
                seen.insert(text);
            }
        }
        if let Some(player) = &mut player {
            player.quit().await;
        }
        if seen.len() < command.count {
            bail!("found only {} different openings", seen.len());
        }
        Ok(DONE)
    })
}
