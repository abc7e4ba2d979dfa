//! `referee verify` and `referee openings`.
//! Not here: the rules, and matches.

use super::{DONE, FOUND};
use crate::record::verify_all;
use anyhow::Context;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;

/// Replay games and say the first line that breaks the rules
#[derive(Debug, clap::Args)]
pub(super) struct Verify {
    /// Files of games; `-` is the standard input
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
}

/// Replays the games of each file.
pub(super) fn verify(command: &Verify) -> anyhow::Result<u8> {
    let mut code = DONE;
    for path in &command.files {
        let name = path.display();
        let input: Box<dyn BufRead> = if path.as_os_str() == "-" {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(path).with_context(|| name.to_string())?;
            Box::new(BufReader::new(file))
        };
        match verify_all(input) {
            Ok(games) => println!("{name}: {games} games, all by the rules"),
            Err(flaw) => {
                println!("{name}: {flaw}");
                code = FOUND;
            }
        }
    }
    Ok(code)
}
