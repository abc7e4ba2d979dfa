//! `referee wdl`: the command line that fits a WDL model.
//! Not here: the model and its fit (`chances`).

use super::{DONE, files};
use crate::chances::{Claims, Fit, Line};
use crate::record::Games;
use anyhow::{Context, bail};
use std::path::PathBuf;
use tricorn_common::print;

/// Fit the chances of win, draw and loss to the scores that engines claimed
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The model: a score s, in hundredths and from its side's point of view, wins with the probability \
1/(1+exp((level-s)/scale)), loses with that of -s, and draws otherwise. The command prints the maximum \
likelihood parameters, first the same for all positions, then linear in the number of pieces in play. Log \
losses are in nats per score and are cross-validated: each half of the games (pairs of even and of odd \
number) is predicted by the fit to the other. The first row is the log loss of the frequencies of the \
results alone.

The command uses games that ended by the rules, and leaves out mate scores.

Example:
  referee match --variant dameo --games 2000 --no-times --output run \\
      --engine name=a cmd=./tricorn --engine name=b cmd=./tricorn --each nodes=5000
  referee wdl run/games.txt")]
pub(super) struct Wdl {
    /// Files of games of one variant; `-` is standard input
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,

    /// Use only the scores of this player
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
}

/// Fits, and prints what was found.
pub(super) fn wdl(command: &Wdl) -> anyhow::Result<u8> {
    let mut claims = Claims::default();
    for path in &command.files {
        let counted = Games::new(files::input(path)?)
            .try_for_each(|game| claims.add(&game?, command.engine.as_deref()));
        counted.with_context(|| path.display().to_string())?;
    }
    let results = claims.results();
    let [wins, draws, losses] = results;
    let Some(variant) = claims.variant().filter(|_| results != [0; 3]) else {
        bail!("no scores in games that ended by the rules");
    };
    let scores: u64 = results.iter().sum();
    let games = claims.games();
    print::line(format_args!(
        "{variant}: {games} games, {scores} scores, won {wins} drawn {draws} lost {losses}"
    ))?;
    print::line(format_args!("{:12} {:>8}", "", "log loss"))?;
    print::line(format_args!(
        "{:12} {:>8.4}",
        "frequencies",
        claims.baseline()
    ))?;
    for (name, by_pieces) in [("constant", false), ("by pieces", true)] {
        let Fit { model, loss } = claims.fit(by_pieces);
        let (level, scale) = (parameter(model.level), parameter(model.scale));
        print::line(format_args!(
            "{name:12} {loss:>8.4}  level {level}  scale {scale}"
        ))?;
    }
    Ok(DONE)
}

fn parameter(line: Line) -> String {
    if line.piece == 0.0 {
        format!("{:.1}", line.base)
    } else {
        format!("{:.1} {:+.2} a piece", line.base, line.piece)
    }
}
