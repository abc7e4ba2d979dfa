//! `tricorn play`: a front end for people in a terminal. It drives the engine over the protocol, as
//! any other client does, and knows of the games what the traits of `rules` say.
//! Not here: the engine, and the commands of the protocol for use by hand.

mod actions;
mod arguments;
mod command;
mod engine;
mod entry;
mod files;
mod front;
mod game;
mod keeper;
mod level;
mod opponent;
mod prompt;
mod saved;
mod screen;
mod table;
mod telling;

pub use arguments::Arguments;

use front::Front;
use std::process::ExitCode;

/// Plays the game called `variant` until the person leaves.
///
/// # Errors
/// The terminal, a file that was named, or the engine cannot be used.
pub fn run(variant: &str, arguments: Arguments) -> anyhow::Result<ExitCode> {
    Front::open(variant, arguments)?.run()?;
    Ok(ExitCode::SUCCESS)
}

/// The most moves of a list that is shown whole.
const MOST_LISTED: usize = 200;

/// A list of moves in one text.
fn listed(moves: &[String]) -> String {
    let shown = moves.iter().take(MOST_LISTED);
    let mut text = shown.map(String::as_str).collect::<Vec<_>>().join("  ");
    if let Some(more @ 1..) = moves.len().checked_sub(MOST_LISTED) {
        text += &format!("  and {more} more");
    }
    text
}
