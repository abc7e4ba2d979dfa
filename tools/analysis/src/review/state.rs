//! The state file of a review: finished turns as JSON lines with checksums, to resume from.
//! Not here: analysing turns, and the finished review.

use super::ReviewSettings;
use super::games::Game;
use super::turn_analysis::AnalysedTurn;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use tricorn_common::checksum::Chain;
use tricorn_common::lock;

/// The name and version of the format.
const FORMAT: &str = "tricorn-review-state 1";

/// The first line: what the review is made of.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct StateHeader {
    format: String,
    settings: ReviewSettings,
    /// The engines, as words.
    engines: Vec<String>,
}

/// A further line: a analysed turn of a game.
#[derive(Debug, Serialize, Deserialize)]
struct StateEntry {
    /// The number of the game, from 0.
    game: usize,
    /// What the game is, so that a changed file of games is noticed.
    key: u32,
    turn: AnalysedTurn,
}

/// Why a state file cannot be used.
#[derive(Debug)]
pub struct StateError(String);

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StateError {}

/// A state file. No other process can use it meanwhile.
#[derive(Debug)]
pub struct ReviewState {
    file: File,
    chain: Chain,
    /// Analysed turns by game and ply, with the key of their game.
    known: BTreeMap<usize, (u32, BTreeMap<usize, AnalysedTurn>)>,
}

impl ReviewState {
    /// Opens a state file, which is made if it is not there. `engines` says in words who judges.
    ///
    /// # Errors
    /// It cannot be opened, another process uses it, it is damaged, or it belongs to a review with
    /// other settings.
    pub fn open(
        path: &Path,
        settings: &ReviewSettings,
        engines: &[String],
    ) -> Result<Self, StateError> {
        let wrong = |message: String| StateError(format!("{}: {message}", path.display()));
        let mut file = lock::growing(path).map_err(|error| StateError(error.to_string()))?;
        let mut text = String::new();
        file.read_to_string(&mut text)
            .map_err(|error| wrong(error.to_string()))?;
        let head = StateHeader {
            format: FORMAT.into(),
            settings: settings.clone(),
            engines: engines.to_vec(),
        };
        let head = serde_json::to_string(&head).map_err(|error| wrong(error.to_string()))?;
        let mut state = Self {
            file,
            chain: Chain::default(),
            known: BTreeMap::new(),
        };
        let first = state.chain.seal(&head);
        // A first line that was cut off is written again.
        if first.starts_with(&text) && text.len() < first.len() {
            let written = state.file.set_len(0);
            let written = written.and_then(|()| state.file.write_all(first.as_bytes()));
            written.map_err(|error| wrong(error.to_string()))?;
            return Ok(state);
        }
        if !text.starts_with(&first) {
            let line = text.lines().next().unwrap_or_default();
            let found = serde_json::from_str::<StateHeader>(line);
            return Err(wrong(match found {
                Ok(found) if found.format == FORMAT => {
                    let found = serde_json::to_string(&found).unwrap_or_default();
                    format!("of a review with other settings: {found}")
                }
                _ => format!("not a state file of a review ({FORMAT})"),
            }));
        }
        let sound = text.rfind('\n').map_or(0, |last| last + 1);
        for (at, line) in text[first.len()..sound].lines().enumerate() {
            let number = at + 2;
            let checked = state.chain.check(line).map_err(|error| error.to_string());
            let entry = checked.and_then(|()| {
                serde_json::from_str::<StateEntry>(line).map_err(|error| error.to_string())
            });
            let entry = entry.map_err(|error| wrong(format!("line {number}: {error}")))?;
            let (key, turns) = state.known.entry(entry.game).or_default();
            *key = entry.key;
            turns.insert(entry.turn.ply, entry.turn);
        }
        let cut = state.file.set_len(sound as u64);
        cut.map_err(|error| wrong(error.to_string()))?;
        Ok(state)
    }

    /// Takes out the analysed turns of a game of this number, from 0.
    ///
    /// # Errors
    /// They belong to another game.
    pub fn take(
        &mut self,
        number: usize,
        game: &Game,
    ) -> Result<BTreeMap<usize, AnalysedTurn>, StateError> {
        match self.known.remove(&number) {
            None => Ok(BTreeMap::new()),
            Some((known, turns)) if known == key(game) => Ok(turns),
            Some(_) => Err(StateError(format!(
                "the state file is of other games: game {} differs",
                number + 1
            ))),
        }
    }

    /// Keeps a analysed turn of a game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn keep(&mut self, number: usize, game: &Game, turn: &AnalysedTurn) -> Result<(), String> {
        let entry = StateEntry {
            game: number,
            key: key(game),
            turn: turn.clone(),
        };
        let object = serde_json::to_string(&entry).map_err(|error| error.to_string())?;
        let line = self.chain.seal(&object);
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| format!("the state file: {error}"))
    }
}

/// A checksum of all that a game is.
fn key(game: &Game) -> u32 {
    let mut chain = Chain::default();
    // A game is texts and numbers, so that this cannot fail.
    let text = serde_json::to_string(game).unwrap_or_default();
    let sealed = chain.seal(&text);
    let sum = sealed.rsplit('"').nth(1).unwrap_or_default();
    u32::from_str_radix(sum, 16).unwrap_or(0)
}
