//! The event log of a run in JSON Lines.
//! Not here: the lasting record of a run (`journal`, `record`).

use crate::engine::Failure;
use crate::game::GameRecord;
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use tricorn::rules::Side;

/// One event. Games appear in the order in which they end.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// The run starts or resumes.
    Start {
        /// The version of the referee.
        version: &'a str,
        /// The total number of pairs.
        pairs: u64,
        /// Pairs that an earlier run has played.
        done: u64,
        /// The number of concurrent games.
        concurrency: usize,
    },
    /// The journal of an earlier run is damaged, beyond a torn last entry.
    Damage {
        /// The place of the damage, in bytes from the start.
        offset: u64,
        /// Pairs that are dropped and, if still needed, played again.
        pairs: u64,
    },
    /// A game has ended.
    Game {
        /// The number of its pair.
        pair: u64,
        /// 1 or 2.
        game: u8,
        /// The players, by side.
        players: &'a [String; 2],
        /// `p1win`, `p2win` or `draw`.
        result: &'a str,
        /// The points of the win.
        points: u8,
        /// How it ended.
        end: String,
        /// Details of the end.
        detail: &'a str,
        /// The number of moves without the opening.
        plies: usize,
        /// Warnings about the players.
        warnings: &'a [String],
    },
    /// An engine failed.
    Failure {
        /// The engine.
        engine: &'a str,
        /// The number of the pair.
        pair: u64,
        /// The word of the fault.
        fault: &'a str,
        /// What happened.
        detail: &'a str,
        /// The end of its standard error.
        stderr: &'a str,
        /// The last lines of the dialogue.
        dialogue: &'a [String],
    },
    /// A pair counts, as do all pairs before it.
    Pair {
        /// Its number.
        pair: u64,
        /// The score so far.
        score: &'a str,
        /// The log-likelihood ratio of the sequential test, if there is one.
        llr: Option<f64>,
    },
    /// The run ends.
    End {
        /// Why.
        reason: &'a str,
    },
}

impl<'a> Event<'a> {
    /// The failure of an engine in a pair.
    #[must_use]
    pub fn failure(engine: &'a str, pair: u64, failure: &'a Failure) -> Self {
        Self::Failure {
            engine,
            pair,
            fault: failure.kind.word(),
            detail: &failure.detail,
            stderr: &failure.errors,
            dialogue: &failure.dialogue,
        }
    }

    /// The end of a game.
    #[must_use]
    pub fn game(record: &'a GameRecord) -> Self {
        Self::Game {
            pair: record.setup.pair,
            game: record.setup.game,
            players: &record.players,
            result: match record.result.winner {
                None => "draw",
                Some(Side::First) => "p1win",
                Some(Side::Second) => "p2win",
            },
            points: record.result.points,
            end: record.result.end.to_string(),
            detail: &record.result.detail,
            plies: record.moves.len(),
            warnings: &record.warnings,
        }
    }
}

/// The file of events.
#[derive(Debug)]
pub struct Events(File);

/// An event with its time.
#[derive(Serialize)]
struct Timed<'a> {
    /// Milliseconds since 1970.
    ms: u64,
    #[serde(flatten)]
    event: &'a Event<'a>,
}

impl Events {
    /// Opens the file for appending.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self(file))
    }

    /// Writes one line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn tell(&mut self, event: &Event<'_>) -> io::Result<()> {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let ms = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        let mut line = serde_json::to_vec(&Timed { ms, event })?;
        tracing::info!("{}", String::from_utf8_lossy(&line));
        line.push(b'\n');
        self.0.write_all(&line)
    }
}
