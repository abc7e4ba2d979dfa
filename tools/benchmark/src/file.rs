//! A benchmark as a file: a line of JSON that says how it was made, and one for each position.
//! Not here: making and using it.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

/// The name and version of the format.
pub const FORMAT: &str = "tricorn-benchmark 1";

/// How a benchmark was made: the arguments of the command that made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// [`FORMAT`].
    pub format: String,
    /// The game.
    pub variant: String,
    /// How many positions there are when it is finished.
    pub positions: u32,
    /// How many moves of each are rolled out, at most.
    pub moves: u32,
    /// Games from each move.
    pub games: u32,
    /// Turns after which they were cut off; 0 for none.
    pub plies: u32,
    /// How deep the moves in the games were searched.
    pub depth: u32,
    /// The seed of all dice.
    pub seed: u64,
    /// What judged.
    pub net: String,
}

/// A position with its roll, and the moves that were rolled out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The canonical text, roll included.
    pub position: String,
    /// How many moves there are.
    pub legal: usize,
    /// The best first.
    pub moves: Vec<Rolled>,
}

/// A move, rolled out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rolled {
    /// The canonical text.
    #[serde(rename = "move")]
    pub text: String,
    /// Its equity in points, to the side that moves.
    pub equity: f64,
    /// The standard error of that.
    pub error: f64,
    /// By how much it is worse than the best, in points, the games played with the same dice.
    pub behind: f64,
    /// The standard error of that.
    pub behind_error: f64,
}

/// What a file holds.
pub struct Contents {
    /// How it was made.
    pub head: Head,
    /// Its positions, as far as they are there.
    pub cases: Vec<Case>,
    /// Bytes of whole lines; what follows was torn off as it was written.
    sound: usize,
}

/// Reads a file.
///
/// # Errors
/// It cannot be read, is no benchmark, or has more positions than its head says.
pub fn read(path: &Path) -> anyhow::Result<Contents> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    parse(&text).with_context(|| path.display().to_string())
}

fn parse(text: &str) -> anyhow::Result<Contents> {
    let sound = text.rfind('\n').map_or(0, |last| last + 1);
    let mut lines = text[..sound].lines();
    let head: Head = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok())
        .context("no benchmark")?;
    if head.format != FORMAT {
        bail!("a file of format {:?}, expected {FORMAT:?}", head.format);
    }
    let cases = lines
        .enumerate()
        .map(|(at, text)| serde_json::from_str(text).with_context(|| format!("line {}", line(at))));
    let cases: Vec<Case> = cases.collect::<Result<_, _>>()?;
    // A line that was torn off counts here: nothing is written behind the last position.
    let (found, all) = (text.lines().count() - 1, head.positions as usize);
    if found > all {
        bail!("{found} positions, and by its head it has {all}");
    }
    Ok(Contents { head, cases, sound })
}

/// The number of the line that holds the position of this index.
pub fn line(index: usize) -> usize {
    index + 2
}

/// Opens a file to be made, or gone on with; gives it with the positions that it has. No other
/// process can do so before it is closed.
///
/// # Errors
/// It cannot be opened, another process is making it, it is no benchmark, or was made by another
/// command.
pub fn resume(path: &Path, head: &Head) -> anyhow::Result<(File, Vec<Case>)> {
    let name = || path.display().to_string();
    let mut options = OpenOptions::new();
    let options = options.create(true).read(true).append(true);
    let mut file = options.open(path).with_context(name)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("{}: another `make` is writing it", name()),
        Err(TryLockError::Error(error)) => return Err(error).with_context(name),
    }
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(name)?;
    let first = format!("{}\n", serde_json::to_string(head)?);
    // A first line that was cut off as it was written is written again.
    let begins = first.starts_with(&text) && text.len() < first.len();
    let found = if begins {
        None
    } else {
        Some(parse(&text).with_context(name)?)
    };
    if let Some(found) = found.as_ref().filter(|found| found.head != *head) {
        let made = serde_json::to_string(&found.head)?;
        bail!("{}: made otherwise: {made}", name());
    }
    file.set_len(found.as_ref().map_or(0, |found| found.sound) as u64)
        .with_context(name)?;
    if found.is_none() {
        file.write_all(first.as_bytes()).with_context(name)?;
    }
    Ok((file, found.map_or_else(Vec::new, |found| found.cases)))
}

/// Adds a position.
///
/// # Errors
/// It cannot be written.
pub fn add(file: &mut File, case: &Case) -> anyhow::Result<()> {
    let line = format!("{}\n", serde_json::to_string(case)?);
    file.write_all(line.as_bytes())?;
    file.sync_data()?;
    Ok(())
}
