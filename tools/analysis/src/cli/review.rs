//! `analyse review`: the command line of game reviews.
//! Not here: the review itself (`review`).

use super::engines::Engines;
use super::games::{GameSource, games};
use crate::cancel::Cancel;
use crate::lines::Defaults;
use crate::pool::{Pool, PoolSettings};
use crate::review::{
    Review, ReviewError, ReviewSettings, ReviewState, RolloutSettings, html, review_on, text,
};
use anyhow::{Context, bail};
use referee::runner::{Stop, stop_signal};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tricorn::rules::list;
use tricorn_common::exit::{DONE, misuse};
use tricorn_common::files;
use tricorn_common::print;
use tricorn_common::progress::Progress as Bar;

/// Judge every move of whole games
#[derive(Debug, clap::Args)]
#[command(after_help = "\
GAMES are game records, finished or not, or plain lists of moves, one game a line, with --variant; or whatever else \
`analyse import` reads. Without --json every game is a text with its errors; with --json a line of JSON.

A review that was interrupted is resumed by the same command with the same --resume file, and ends with the \
same bytes, unless its limit is a time.

Exit codes: 0 done, 1 failed (a message says why), 2 wrong arguments, 130 or 143 ended by a signal, 141 \
standard output was closed.

Example:
  analyse review run/games.txt --nodes 100000 --engines 2 --resume review.state --html review.html")]
pub(super) struct ReviewGames {
    /// A file of games; `-` is standard input
    #[arg(value_name = "GAMES")]
    games: PathBuf,

    #[command(flatten)]
    engines: Engines,

    /// The game of plain lists of moves
    #[arg(long, value_name = "NAME", value_parser = variant)]
    variant: Option<String>,

    /// Depth of each search, in plies
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// Nodes of each search [default: 100000, unless another limit is given]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Time of each search, in milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,

    /// How many lines to give for each position
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=500))]
    multipv: u32,

    /// The depth at which the luck of rolls is analysed, in plies; 0 leaves luck out
    #[arg(long, value_name = "N", default_value_t = 1)]
    luck_depth: u32,

    /// Settle close turns of games with dice by rollouts of so many games for each move
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    rollout: Option<u32>,

    /// The most points that a move may lose by the search for its turn to count as close
    #[arg(long, value_name = "POINTS", default_value_t = RolloutSettings::CLOSE, requires = "rollout")]
    close: f64,

    /// Print every turn and not the errors alone
    #[arg(long, conflicts_with = "json")]
    all: bool,

    /// Print JSON: a line for each game
    #[arg(long)]
    json: bool,

    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Keep analysed turns in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl ReviewGames {
    fn settings(&self) -> ReviewSettings {
        let given = self.depth.is_some() || self.movetime.is_some();
        ReviewSettings {
            limits: Defaults {
                depth: self.depth,
                nodes: self.nodes.or((!given).then_some(100_000)),
                movetime: self.movetime,
            },
            multipv: self.multipv,
            luck_depth: Some(self.luck_depth).filter(|&depth| depth > 0),
            rollout: self.rollout.map(|games| RolloutSettings {
                games,
                close: self.close,
            }),
        }
    }
}

/// Reads the name of a game.
pub(super) fn variant(name: &str) -> Result<String, String> {
    let found = list::NAMES
        .iter()
        .find(|game| game.eq_ignore_ascii_case(name));
    let known = || format!("expected one of {}", list::NAMES.join(", "));
    found.map(|&game| game.to_owned()).ok_or_else(known)
}

/// A file to be read, or standard input for `-`.
pub(super) fn input(path: &Path) -> anyhow::Result<Box<dyn BufRead + Send>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let name = || path.display().to_string();
    let file = File::open(path).with_context(name)?;
    // Opening a folder succeeds; only reading it fails.
    if file.metadata().with_context(name)?.is_dir() {
        bail!("{}: a folder, expected a file of games", name());
    }
    Ok(Box::new(BufReader::new(file)))
}

/// Judges, and shows what was found.
pub(super) fn run(command: &ReviewGames, engines: &[Vec<String>]) -> anyhow::Result<u8> {
    if !(command.close.is_finite() && command.close > 0.0) {
        return Err(misuse("--close: expected points above 0"));
    }
    let specs = command.engines.specs(engines)?;
    let settings = command.settings();
    let named: Vec<String> = engines.iter().map(|words| words.join(" ")).collect();
    let state = command
        .resume
        .as_ref()
        .map(|path| ReviewState::open(path, &settings, &named));
    let mut state = state.transpose()?;
    let name = command.games.display().to_string();
    let games = games(input(&command.games)?, &name, command.variant.as_deref())?;
    let pool_settings = PoolSettings {
        patience: command.engines.patience(),
        ..PoolSettings::default()
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let pool = Arc::new(Pool::new(specs, &pool_settings));
        let reviewing = review_all(&pool, games, command, &settings, state.as_mut());
        let ended = tokio::select! {
            ended = reviewing => ended.with_context(|| name.clone()),
            stop = stop => Ok(told(stop, command)),
        };
        pool.end().await;
        ended
    })
}

/// Says how to go on after a signal.
fn told(stop: Stop, command: &ReviewGames) -> u8 {
    let advice = match &command.resume {
        Some(path) => format!("the same command goes on from {}", path.display()),
        None => "nothing is kept without --resume".into(),
    };
    print::message(format_args!("analyse: stopped; {advice}"));
    stop.code()
}

async fn review_all(
    pool: &Arc<Pool>,
    games: GameSource,
    command: &ReviewGames,
    settings: &ReviewSettings,
    mut state: Option<&mut ReviewState>,
) -> anyhow::Result<u8> {
    let cancel = Cancel::new();
    let mut page = String::new();
    let mut count = 0;
    for (number, game) in games.enumerate() {
        let game = game?;
        let at = || format!("game {} at line {}", number + 1, game.line);
        let known = match &mut state {
            Some(state) => state.take(number, &game)?,
            None => BTreeMap::new(),
        };
        let bar = Bar::new("turns", known.len() as u64, game.moves.len() as u64);
        bar.tell(format!("game {}", number + 1));
        let review = review_on(pool, &game, settings, &cancel, known, |turn, progress| {
            bar.set(progress.done as u64);
            match &mut state {
                Some(state) => state.keep(number, &game, turn),
                None => Ok(()),
            }
        });
        let review = review.await.map_err(|error| match error {
            ReviewError::Game(fault) => anyhow::anyhow!("{fault}"),
            error => anyhow::Error::new(error),
        });
        bar.clear();
        let review = review.with_context(at)?;
        show(number + 1, &review, command)?;
        if command.html.is_some() {
            page.push_str(&html::section(number + 1, &review));
        }
        count += 1;
    }
    if count == 0 {
        bail!("no games");
    }
    if let Some(path) = &command.html {
        let whole = format!("{}{page}{}", html::head(), html::FOOT);
        files::replace_bytes(path, whole.as_bytes()).with_context(|| path.display().to_string())?;
    }
    Ok(DONE)
}

fn show(number: usize, review: &Review, command: &ReviewGames) -> anyhow::Result<()> {
    if command.json {
        print::line(serde_json::to_string(review)?)?;
    } else {
        print::line(text::text(number, review, command.all))?;
    }
    Ok(())
}
