//! Games in files: game records of the specification, section 11, and `position` lines.
//! Not here: the tags' spelling (`tricorn_protocol::record`), and who asks for a file.

use crate::regular_file;
use anyhow::{Context, bail, ensure};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use tricorn_protocol::record::{self, FORMAT, Tag};
use tricorn_protocol::{Command, Start, parse_command};

/// The most bytes of a file that is read.
const LARGEST: u64 = 64 << 20;

/// A game as a file holds it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// The name of the game; `None` in a file that does not say.
    pub variant: Option<String>,
    /// The names of player 1 and player 2.
    pub players: [String; 2],
    /// The values of `Result` and `End`; `None` while the game goes on.
    pub end: Option<[String; 2]>,
    /// The seed of the dice; `None` if they were thrown by hand.
    pub seed: Option<u64>,
    /// The number of the game that the dice are thrown for.
    pub number: u64,
    /// The position in which the line begins; `None` for the start position.
    pub position: Option<String>,
    /// Turns and rolls, as words.
    pub words: Vec<String>,
    /// The position in which the line ends.
    pub last: String,
}

impl SavedGame {
    /// The record. One of a game that goes on has neither `Result` nor `End`.
    pub fn text(&self) -> String {
        let mut lines = vec![Tag::Format.line(FORMAT)];
        let mut put = |tag: Tag, value: &str| lines.push(tag.line(value));
        put(Tag::Variant, self.variant.as_deref().unwrap_or_default());
        put(Tag::Pair, &self.number.to_string());
        put(Tag::Game, "1");
        put(Tag::P1, &self.players[0]);
        put(Tag::P2, &self.players[1]);
        if let Some([result, end]) = &self.end {
            put(Tag::Result, result);
            put(Tag::End, end);
        }
        put(Tag::Limits1, "");
        put(Tag::Limits2, "");
        if let Some(seed) = self.seed {
            put(Tag::Seed, &seed.to_string());
        }
        put(Tag::Position, self.position.as_deref().unwrap_or_default());
        put(Tag::Opening, "0");
        put(Tag::Last, &self.last);
        lines.extend(self.words.iter().cloned());
        lines.join("\n") + "\n\n"
    }

    /// Writes the record to a file, as a whole: whatever happens, the file holds this game or what
    /// it held before.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut draft = path.as_os_str().to_owned();
        draft.push(".new");
        let draft = PathBuf::from(draft);
        let write = || {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut file = File::create(&draft)?;
            file.write_all(self.text().as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, path)
        };
        write().with_context(|| path.display().to_string())
    }

    /// Reads the game of that number, counted from 1, from a file of records; or the `position`
    /// line that a file holds instead.
    ///
    /// # Errors
    /// There is no such file or game, or it is not written as it should be.
    pub fn read(path: &Path, number: usize) -> anyhow::Result<Self> {
        let named = || path.display().to_string();
        let (_, length) = regular_file::open(path).with_context(named)?;
        ensure!(
            length <= LARGEST,
            "{}: {length} bytes, expected at most {LARGEST}",
            named()
        );
        let text = regular_file::text(path).with_context(named)?;
        Self::find(&text, number).with_context(named)
    }

    fn find(text: &str, number: usize) -> anyhow::Result<Self> {
        let lines = text.lines().map(str::trim).enumerate();
        let mut lines = lines.filter(|(_, line)| !line.starts_with('#'));
        let mut seen = 0;
        while let Some((at, line)) = lines.find(|(_, line)| !line.is_empty()) {
            let head = |error| anyhow::anyhow!("line {}: {error}", at + 1);
            if line.starts_with("position ") {
                return position_line(line);
            }
            record::check_version(line).map_err(head)?;
            seen += 1;
            let body = lines.by_ref().take_while(|(_, line)| !line.is_empty());
            if seen == number {
                return Self::record(body);
            }
            body.for_each(drop);
        }
        match seen {
            0 => bail!("empty, expected a game record or a position line"),
            _ => bail!("{seen} games, no game {number}"),
        }
    }

    /// The lines of a record behind its first.
    fn record<'a>(body: impl Iterator<Item = (usize, &'a str)>) -> anyhow::Result<Self> {
        let mut game = Self::default();
        let (mut result, mut end) = (None, None);
        for (at, line) in body {
            let here = || format!("line {}", at + 1);
            if !line.starts_with('[') {
                let word = line.split_whitespace().next().unwrap_or_default();
                game.words.push(word.to_owned());
                continue;
            }
            let parsed = record::parse_tag(line).map_err(anyhow::Error::msg);
            let (name, value) = parsed.with_context(here)?;
            match Tag::from_word(name) {
                Some(Tag::Variant) => game.variant = Some(value),
                Some(Tag::P1) => game.players[0] = value,
                Some(Tag::P2) => game.players[1] = value,
                Some(Tag::Seed) => game.seed = Some(value.parse().with_context(here)?),
                Some(Tag::Pair) => game.number = value.parse().with_context(here)?,
                Some(Tag::Result) => result = Some(value),
                Some(Tag::End) => end = Some(value),
                Some(Tag::Position) if !value.is_empty() => game.position = Some(value),
                Some(Tag::Last) => game.last = value,
                _ => {}
            }
        }
        game.end = result.zip(end).map(|(result, end)| [result, end]);
        Ok(game)
    }
}

/// A game from a line of the protocol.
fn position_line(line: &str) -> anyhow::Result<SavedGame> {
    let parsed = parse_command(line);
    if let Some(error) = parsed.errors.first() {
        bail!("{error}");
    }
    let Some(Command::Position { start, moves }) = parsed.command else {
        bail!("expected a position line");
    };
    Ok(SavedGame {
        position: match start {
            Start::Startpos => None,
            Start::Fen(text) => Some(text.to_string()),
        },
        words: moves.iter().map(ToOwned::to_owned).collect(),
        ..SavedGame::default()
    })
}
