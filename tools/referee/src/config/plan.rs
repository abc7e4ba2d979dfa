//! The validated plan of a run: everything that its result depends on, and its form as TOML.
//! Not here: settings that change no result, such as the number of concurrent games.

use super::engine::{EngineConfig, table_of};
use super::parts::{
    OpeningFilter, Openings, deadline_words, from_words, read_deadlines, read_openings, read_sprt,
    sprt_words,
};
use super::raw::RawConfig;
use crate::board;
use crate::engine::Deadlines;
use crate::game::Adjudication;
use crate::schedule::{Kind, Schedule, Shard, Source, max_points};
use crate::stats::Sprt;
use std::fmt;
use toml::{Table, Value};

/// Why settings do not make a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError(String);

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlanError {}

/// A validated run. Two runs of the same plan with deterministic engines have the same result.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: String,
    /// The tournament format.
    pub tournament: Kind,
    /// Games per encounter of two engines.
    pub games: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// The openings.
    pub source: Source,
    /// The filter of the openings.
    pub filter: Option<OpeningFilter>,
    /// When games are adjudicated.
    pub adjudication: Adjudication,
    /// The maximum number of plies of a game.
    pub max_plies: Option<u32>,
    /// When the run ends early.
    pub sprt: Option<Sprt>,
    /// Whether records contain measured times.
    pub times: bool,
    /// Whether the first failure of an engine stops the run.
    pub strict: bool,
    /// When an engine counts as hung.
    pub deadlines: Deadlines,
    /// The shard of the schedule.
    pub shard: Shard,
    /// The players.
    pub engines: Vec<EngineConfig>,
    openings: Openings,
}

impl Plan {
    /// Validates a configuration and fills in the defaults.
    ///
    /// # Errors
    /// A setting that is missing or invalid, or settings that contradict each other.
    pub fn new(given: &RawConfig) -> Result<Self, PlanError> {
        Self::checked(given).map_err(PlanError)
    }

    fn checked(given: &RawConfig) -> Result<Self, String> {
        let settings = &given.settings;
        let variant = settings
            .variant
            .clone()
            .ok_or("no --variant, expected the game")?;
        let variant = variant.to_ascii_lowercase();
        board::start_text(&variant).ok_or_else(|| {
            format!(
                "no game is called \"{variant}\", expected one of {}",
                tricorn::rules::list::NAMES.join(", ")
            )
        })?;
        let engines = engines(given)?;
        let tournament = settings.tournament.unwrap_or_default();
        let games = settings.games.unwrap_or(100);
        if games == 0 || !games.is_multiple_of(2) {
            return Err(format!(
                "{games} games: expected an even number above 0, since each opening is played twice"
            ));
        }
        Schedule::new(tournament, engines.len(), games / 2)?;
        let shard = settings.shard.unwrap_or(Shard::WHOLE);
        let sprt = settings.sprt.as_deref();
        let sprt = sprt.map(|words| read_sprt(words, max_points(&variant)));
        let sprt = sprt.transpose()?;
        if sprt.is_some() && engines.len() > 2 {
            return Err("a sequential test is between two engines".into());
        }
        if settings.max_plies == Some(0) {
            return Err(
                "max-plies: found 0, expected at least 1, since 0 makes every game a draw".into(),
            );
        }
        let seed = settings.seed.unwrap_or(1);
        if i64::try_from(seed.max(games)).is_err() {
            return Err("seed and games: expected at most 9,223,372,036,854,775,807".into());
        }
        let (openings, source) = read_openings(&variant, seed, settings)?;
        Ok(Self {
            filter: settings
                .level
                .as_deref()
                .map(OpeningFilter::new)
                .transpose()?,
            adjudication: Adjudication {
                resign: from_words("resign", settings.resign.as_deref())?,
                draw: from_words("draw", settings.draw.as_deref())?,
            },
            max_plies: settings.max_plies,
            times: !settings.no_times.unwrap_or(false),
            strict: settings.strict.unwrap_or(false),
            deadlines: read_deadlines(settings.deadlines.as_deref().unwrap_or_default())?,
            variant,
            tournament,
            games,
            seed,
            source,
            sprt,
            shard,
            engines,
            openings,
        })
    }

    /// This plan with the given settings in place of its own; given engines replace all of them.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with(&self, given: RawConfig) -> Result<Self, PlanError> {
        let mut own = RawConfig::from_toml(&self.to_toml()).map_err(PlanError)?;
        if !given.engines.is_empty() {
            own.engines.clear();
        }
        Self::new(&given.over(own))
    }

    /// The pairs of the whole tournament.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        // The same arguments were accepted when the plan was made.
        Schedule::new(self.tournament, self.engines.len(), self.games / 2).unwrap_or_default()
    }

    /// The plan as a file of settings, from which [`Plan::new`] makes it again.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut table = Table::new();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                table.insert(key.into(), value);
            }
        };
        put("variant", Some(self.variant.as_str().into()));
        put("tournament", Value::try_from(self.tournament).ok());
        put("games", Some(whole(self.games)));
        put("seed", Some(whole(self.seed)));
        put("openings", Some(self.openings.name.as_str().into()));
        put("plies", Some(self.openings.plies.into()));
        put("order", Value::try_from(self.openings.order).ok());
        put("openings-checksum", Some(self.openings.checksum.into()));
        put(
            "resign",
            self.adjudication
                .resign
                .map(|resign| resign.to_string().into()),
        );
        put(
            "draw",
            self.adjudication.draw.map(|draw| draw.to_string().into()),
        );
        put("max-plies", self.max_plies.map(Value::from));
        put("sprt", self.sprt.map(|sprt| sprt_words(&sprt).into()));
        put("no-times", Some((!self.times).into()));
        put("strict", Some(self.strict.into()));
        put("deadlines", Some(deadline_words(&self.deadlines).into()));
        put("shard", Some(self.shard.to_string().into()));
        put(
            "level",
            self.filter.as_ref().map(|filter| {
                let mut level = table_of(&filter.engine);
                level.insert("score".into(), filter.score_cp.into());
                level.into()
            }),
        );
        let engines = self
            .engines
            .iter()
            .map(|engine| Value::from(table_of(engine)));
        put("engine", Some(Value::Array(engines.collect())));
        table.to_string()
    }

    /// The plan of the whole run, of which this is one shard.
    #[must_use]
    pub fn whole(&self) -> Self {
        Self {
            shard: Shard::WHOLE,
            ..self.clone()
        }
    }

    /// The first setting in which another plan differs, apart from the shard; `None` if there is
    /// none.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let (own, theirs) = (self.whole().to_toml(), other.whole().to_toml());
        let mut lines = own.lines();
        let mut others = theirs.lines();
        loop {
            match (lines.next(), others.next()) {
                (None, None) => return None,
                (one, two) if one == two => {}
                (one, two) => {
                    let [one, two] = [one, two].map(|line| line.unwrap_or("nothing"));
                    return Some(format!("{one} against {two}"));
                }
            }
        }
    }
}

/// A number in TOML, which holds 64 bits with a sign; [`Plan::new`] refuses larger ones.
fn whole(number: u64) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

fn engines(given: &RawConfig) -> Result<Vec<EngineConfig>, String> {
    let mut engines: Vec<EngineConfig> = Vec::new();
    for (words, number) in given.engines.iter().zip(1..) {
        let all: Vec<String> = given.each.iter().chain(words).cloned().collect();
        let engine =
            EngineConfig::new(&all).map_err(|error| format!("engine {number}: {error}"))?;
        if !engine.limits.bounded() {
            let name = &engine.spec.name;
            return Err(format!(
                "{name} has no limit, expected tc, movetime, nodes or depth"
            ));
        }
        if engines
            .iter()
            .any(|other| other.spec.name == engine.spec.name)
        {
            return Err(format!(
                "two engines are called \"{}\"; give them names",
                engine.spec.name
            ));
        }
        engines.push(engine);
    }
    Ok(engines)
}
