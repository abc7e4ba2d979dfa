//! What a summary holds, for readers of JSON (`report.schema.json`) and for the texts made of it.
//! Not here: reading the folder of a run (`reader`).

use super::games::GameRow;
use super::history::Point;
use super::lengths::Lengths;
use super::openings::Openings;
use super::times::Times;
use crate::report::Row;
use crate::schedule::{Kind, Shard};
use crate::stats::Report;
use serde::Serialize;

/// The name and version of the format.
pub const FORMAT: &str = "tricorn-report-1";

/// A run, as far as it was played. All figures are about the pairs that count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// [`FORMAT`].
    pub format: &'static str,
    /// The game.
    pub variant: String,
    /// The kind of tournament.
    pub tournament: Kind,
    /// What openings, their order and dice were drawn from.
    pub seed: u64,
    /// The part of the schedule that this run plays.
    pub shard: Shard,
    /// Whether the run goes on.
    pub state: RunState,
    /// Why the run is finished: `complete`, `H0 accepted`, `H1 accepted`, or `stopped in pair ...`;
    /// `None` until then.
    pub ending: Option<String>,
    /// How far it is.
    pub pairs: PairCounts,
    /// The points of the largest win, 1 to 3. If it is above 1, points say more than Elo does.
    pub max_points: u8,
    /// What makes these figures less than the whole of what was played, one sentence each.
    pub notes: Vec<String>,
    /// The engines, in the order of the plan.
    pub engines: Vec<EngineSummary>,
    /// Each engine against all that it met, the best score first.
    pub table: Vec<Row>,
    /// Each two engines that met.
    pub meetings: Vec<MeetingSummary>,
    /// How games ended, the most frequent end first.
    pub ends: Vec<EndCount>,
    /// The lengths of games.
    pub lengths: Lengths,
    /// The openings.
    pub openings: Openings,
    /// Games that were forfeited.
    pub forfeits: u64,
    /// The first 20 of them.
    pub first_forfeits: Vec<GameRow>,
    /// Warnings in the records of all games.
    pub warnings: u64,
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunState {
    /// A process plays it.
    Running,
    /// Pairs are missing, and no process plays them.
    Interrupted,
    /// No further pair counts.
    Finished,
}

impl RunState {
    /// The word that texts use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Interrupted => "interrupted",
            Self::Finished => "finished",
        }
    }
}

/// How far a run is, in pairs of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PairCounts {
    /// Pairs that count: those before the first that is missing.
    pub counted: u64,
    /// Pairs that were played and wait for an earlier one to end.
    pub waiting: u64,
    /// Pairs in this part of the schedule.
    pub planned: u64,
}

/// One engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EngineSummary {
    /// Its name.
    pub name: String,
    /// How it was started and what it might spend: words `key=value` as `referee match` takes them.
    pub settings: Vec<String>,
    /// The times of its moves; `None` if the run keeps no times.
    pub times: Option<Times>,
}

/// Two engines that met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeetingSummary {
    /// The figures, as in `result.json`.
    pub figures: Report,
    /// Strength over time: at most 513 points in the order of the schedule, evenly spaced but for
    /// the last.
    pub history: Vec<Point>,
}

/// How many games ended in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndCount {
    /// The end in two words, as in the records.
    pub end: String,
    /// The number of games.
    pub games: u64,
}
