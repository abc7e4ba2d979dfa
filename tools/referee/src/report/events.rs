//! What happens in a run, one line of JSON each.
//! Not here: what is to be kept for good; that is in the journal and the games.

use crate::engine::Failure;
use crate::game::GameRecord;
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use tricorn::rules::Side;

/// One thing that happened. Games are told in the order in which they end.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// The run begins, or goes on.
    Start {
        /// The version of the referee.
        version: &'a str,
        /// Pairs to be played in all.
        pairs: u64,
        /// Pairs that were there already.
        done: u64,
        /// Games at once.
        concurrency: usize,
    },
    /// The journal of an earlier run was damaged, and not just at a torn end.
    Damage {
        /// Where, in bytes from its start.
        offset: u64,
        /// Pairs that are dropped for it, and played again if they are still wanted.
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
        /// What the win is worth.
        points: u8,
        /// How it ended.
        end: String,
        /// More about that.
        detail: &'a str,
        /// Moves of the game, without those of the opening.
        plies: usize,
        /// What was wrong beside.
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
    /// A pair counts, and with it all before it.
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
    /// Opens the file; events are added at its end.
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
