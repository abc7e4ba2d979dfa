//! The file format of a benchmark: JSON lines with checksums, a header, then the positions.
//! Not here: making and using it.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use tricorn::regular_file;
use tricorn_common::checksum::Chain;
use tricorn_common::lock;

/// The name and version of the format.
pub const FORMAT: &str = "tricorn-benchmark 2";

/// How a benchmark was made: the arguments of the command that made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// [`FORMAT`].
    pub format: String,
    /// The game.
    pub variant: String,
    /// How many positions the finished file has.
    pub positions: u32,
    /// The most moves of a position that are rolled out.
    pub moves: u32,
    /// Games of a rollout.
    pub games: u32,
    /// Turns after which a game was truncated; 0 for none.
    pub plies: u32,
    /// The search depth of the moves in those games.
    pub depth: u32,
    /// The seed of all dice.
    pub seed: u64,
    /// The evaluation.
    pub net: String,
}

/// A position with its roll, and the moves that were rolled out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// The canonical text, roll included.
    pub position: String,
    /// How many legal moves there are.
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
    /// Its equity in points, for the side to move.
    pub equity: f64,
    /// The standard error of that.
    pub error: f64,
    /// How much worse it is than the best, in points, over games with the same dice.
    pub behind: f64,
    /// The standard error of that.
    pub behind_error: f64,
}

/// What a file holds.
pub struct Contents {
    /// How it was made.
    pub head: Head,
    /// The positions that are there so far.
    pub cases: Vec<Case>,
    /// The length of the whole lines, in bytes; the rest is a line that was cut off.
    sound: usize,
    /// The checksum so far.
    chain: Chain,
}

/// Reads a file.
///
/// # Errors
/// It cannot be read, is not a benchmark, is damaged, or has more positions than its head says.
pub fn read(path: &Path) -> anyhow::Result<Contents> {
    let text = regular_file::text(path).with_context(|| path.display().to_string())?;
    parse(&text).with_context(|| path.display().to_string())
}

fn parse(text: &str) -> anyhow::Result<Contents> {
    let sound = text.rfind('\n').map_or(0, |last| last + 1);
    let mut lines = text[..sound].lines();
    let first = lines.next().unwrap_or_default();
    let head: Head = serde_json::from_str(first)
        .ok()
        .context("not a benchmark file")?;
    if head.format != FORMAT {
        bail!("format {:?}, expected {FORMAT:?}", head.format);
    }
    let mut chain = Chain::default();
    chain.check(first).context("line 1")?;
    let case = |(at, text)| {
        let read = chain.check(text).map_err(anyhow::Error::from);
        let read = read.and_then(|()| Ok(serde_json::from_str(text)?));
        read.with_context(|| format!("line {}", line(at)))
    };
    let cases: Vec<Case> = lines.enumerate().map(case).collect::<Result<_, _>>()?;
    // A line that was cut off counts too: nothing is written behind the last position.
    let (found, all) = (text.lines().count() - 1, head.positions as usize);
    if found > all {
        bail!("{found} positions, but the head says {all}");
    }
    Ok(Contents {
        head,
        cases,
        sound,
        chain,
    })
}

/// The number of the line that holds the position of this index.
pub fn line(index: usize) -> usize {
    index + 2
}

/// A file that is being made. No other process can make it meanwhile.
#[derive(Debug)]
pub struct Draft {
    file: File,
    chain: Chain,
}

impl Draft {
    /// Opens a file to make, or to resume; also gives the positions that it already has.
    ///
    /// # Errors
    /// It cannot be opened, another process is making it, it is not a benchmark or damaged, or other
    /// arguments made it.
    pub fn open(path: &Path, head: &Head) -> anyhow::Result<(Self, Vec<Case>)> {
        let mut file = lock::growing(path)?;
        let resumed = Self::resume(&mut file, head);
        let (chain, cases) = resumed.with_context(|| path.display().to_string())?;
        Ok((Self { file, chain }, cases))
    }

    fn resume(file: &mut File, head: &Head) -> anyhow::Result<(Chain, Vec<Case>)> {
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let mut chain = Chain::default();
        let first = chain.seal(&serde_json::to_string(head)?);
        // A first line that was cut off is written again.
        if first.starts_with(&text) && text.len() < first.len() {
            file.set_len(0)?;
            file.write_all(first.as_bytes())?;
            return Ok((chain, Vec::new()));
        }
        let found = parse(&text)?;
        if found.head != *head {
            bail!(
                "made with other arguments: {}",
                serde_json::to_string(&found.head)?
            );
        }
        file.set_len(found.sound as u64)?;
        Ok((found.chain, found.cases))
    }

    /// Adds a position.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, case: &Case) -> anyhow::Result<()> {
        let line = self.chain.seal(&serde_json::to_string(case)?);
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        Ok(())
    }
}
