//! The arguments of `tricorn play`.
//! Not here: the game, which is an argument of the whole program.

use super::level::Change;
use std::path::PathBuf;

/// Play against the engine in the terminal.
///
/// You type moves and commands at a prompt; `?` lists them. Without a terminal, lines are read from
/// standard input and nothing is drawn twice, so that a game can be scripted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The game is kept after every move, in FILE or in your platform's folder for the state of programs; \
`resume` goes on with it.

Examples:
  tricorn play
  tricorn play --variant eximo --side white --level 1200
  tricorn play --variant abak --seed 7 --movetime 200
  printf 'c3c4\\nmoves\\n' | tricorn play --level 550")]
pub struct Arguments {
    /// The side you play: white, black, first (the side that begins), second, both, or none
    #[arg(long, default_value = "first", ignore_case = true,
        value_parser = ["white", "black", "first", "second", "both", "none"])]
    pub side: String,

    /// How strong the engine plays: full, or a rating such as 1200
    #[arg(long, value_name = "LEVEL", default_value = "full", value_parser = strength)]
    pub level: Change,

    /// Milliseconds that the engine takes for a move
    #[arg(long, value_name = "MS", default_value_t = 1_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: u64,

    /// The seed of the dice; drawn by chance unless given
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Keep the game in this file; if it holds one, go on with that
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// A strength without a time.
fn strength(text: &str) -> Result<Change, String> {
    match text.parse()? {
        Change::Millis(_) => Err("expected full or a rating; --movetime sets the time".into()),
        change => Ok(change),
    }
}
