//! `referee verify`: the command line that replays game records; and `-` for standard input.
//! Not here: the verification (`record::verify`).

use super::{DONE, FOUND};
use crate::record::verify_all;
use anyhow::{Context, bail};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use tricorn_common::print;

/// Replay games and report the first line that breaks the rules
#[derive(Debug, clap::Args)]
pub(super) struct Verify {
    /// Files of games; `-` is standard input
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
}

/// A file to be read, or standard input for `-`.
pub(super) fn input(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let name = || path.display().to_string();
    let file = File::open(path).with_context(name)?;
    // Opening a folder succeeds; only reading it fails.
    if file.metadata().with_context(name)?.is_dir() {
        let games = path.join("games.txt");
        bail!(
            "{}: a folder, expected a file of games, such as {}",
            name(),
            games.display()
        );
    }
    Ok(Box::new(BufReader::new(file)))
}

/// Replays the games of each file.
pub(super) fn verify(command: &Verify) -> anyhow::Result<u8> {
    let mut code = DONE;
    for path in &command.files {
        let name = path.display();
        match verify_all(input(path)?) {
            Ok(games) => {
                print::line(format_args!("{name}: {games} games, all by the rules"))?;
            }
            Err(flaw) => {
                print::line(format_args!("{name}: {flaw}"))?;
                code = FOUND;
            }
        }
    }
    Ok(code)
}
