//! The settings of a run before validation, from arguments and from a file.
//! Not here: defaults and validation (`plan`).

use super::engine::words_of_table;
use super::parts::Order;
use crate::schedule::{Kind, Shard};
use serde::{Deserialize, Deserializer};
use toml::Table;

/// Settings with a name of their own. Arguments go before the file.
#[derive(Clone, Debug, Default, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct RawSettings {
    /// The game: dameo, eximo or abak
    #[arg(long, value_name = "GAME")]
    pub variant: Option<String>,

    /// The kind of tournament [default: match]
    #[arg(long, value_name = "KIND")]
    pub tournament: Option<Kind>,

    /// Games per pairing; even, since each opening is played twice [default: 100]
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,

    /// The seed of the openings, their order and all dice [default: 1]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Where games begin: `level` (the newest built-in set), the name of a set,
    /// `random`, `start`, or a file of positions or move lines [default: level]
    #[arg(long, value_name = "SOURCE", help_heading = "Openings")]
    pub openings: Option<String>,

    /// The number of random plies in an opening, with `--openings random` [default: 8]
    #[arg(long, value_name = "N", help_heading = "Openings")]
    pub plies: Option<u32>,

    /// The order of a set or a file: `random` (by the seed) or `file` [default: random]
    #[arg(long, value_name = "ORDER", help_heading = "Openings")]
    pub order: Option<Order>,

    /// An engine that has to find the openings level: settings as for `--engine`, with a limit, and
    /// `score=<n>`, the largest score for either side, in hundredths [default: 50]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = "Openings")]
    #[serde(deserialize_with = "table_words")]
    pub level: Option<Vec<String>>,

    /// Adjudicates a game as won when both players agree on it: `score=600 moves=4`, a score of 600
    /// hundredths or more in four moves in a row of each side
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., help_heading = "Adjudication")]
    #[serde(deserialize_with = "table_words")]
    pub resign: Option<Vec<String>>,

    /// Adjudicates a game as drawn when both players agree on it: `score=10 moves=8 after=80`, a
    /// score of at most 10 hundredths in eight moves in a row of each side, after ply 80
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., help_heading = "Adjudication")]
    #[serde(deserialize_with = "table_words")]
    pub draw: Option<Vec<String>>,

    /// The length in plies at which a game is a draw [default: 4000]
    #[arg(long, value_name = "N", help_heading = "Adjudication")]
    pub max_plies: Option<u32>,

    /// Ends the run once one of two hypotheses about the first engine is accepted: `h0=0 h1=5`, and
    /// optionally `model=`, `alpha=`, `beta=`. The model is the unit of h0 and h1: `normalized` is
    /// normalized Elo and `logistic` is Elo, both between -2000 and 2000; `points` is points a game,
    /// between -1 and 1, as in `h0=0 h1=0.05`. alpha and beta are the probabilities of the two wrong
    /// decisions [default: model=points for abak, where wins differ in worth, model=normalized for
    /// the other games; alpha=0.05 beta=0.05]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "table_words")]
    pub sprt: Option<Vec<String>>,

    /// Leave measured times out of the records, which makes the files of deterministic engines
    /// the same in every run
    #[arg(long, num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    pub no_times: Option<bool>,

    /// Stop at the first engine that crashes, hangs, cannot be started or breaks the protocol
    #[arg(long, num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    pub strict: Option<bool>,

    /// Play a part of the schedule: part i of n
    #[arg(long, value_name = "i/n")]
    pub shard: Option<Shard>,

    /// How long to wait before an engine counts as hung, in milliseconds: `greeting=10000
    /// ready=10000 new-game=10000 search=120000 stop=3000 quit=2000`; `search` applies to moves
    /// without a clock
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    #[serde(deserialize_with = "table_words")]
    pub deadlines: Option<Vec<String>>,

    /// Number of games to play at once [default: 1]
    #[arg(long, value_name = "N", help_heading = "Running")]
    pub concurrency: Option<usize>,

    /// Pin the engines of each game to CPUs: `auto` takes them one by one from those allowed, or a
    /// list such as `0-3,8`, as many as games at once
    #[arg(long, value_name = "CPUS", help_heading = "Running")]
    pub cpus: Option<String>,

    /// Log everything sent to the engines and received from them, in the folder of the run
    #[arg(long, num_args = 0..=1, default_missing_value = "true", value_name = "BOOL", help_heading = "Running")]
    pub traffic: Option<bool>,

    /// The checksum of the openings of a run that is resumed.
    #[arg(skip)]
    pub openings_checksum: Option<u32>,
}

/// Words, from a table with the same keys or from a text with blanks between the words.
fn table_words<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Text(String),
        Table(Table),
    }
    match Form::deserialize(from)? {
        Form::Text(text) => Ok(Some(
            text.split_ascii_whitespace().map(str::to_owned).collect(),
        )),
        Form::Table(table) => words_of_table(&table)
            .map(Some)
            .map_err(serde::de::Error::custom),
    }
}

/// All that was given: settings, words for every engine, and each engine's own.
#[derive(Clone, Debug, Default)]
pub struct RawConfig {
    /// The settings.
    pub settings: RawSettings,
    /// Words for every engine.
    pub each: Vec<String>,
    /// The words of each engine.
    pub engines: Vec<Vec<String>>,
}

impl RawConfig {
    /// What a file in TOML gives: the settings by their names, a table `each`, and tables
    /// `[[engine]]`.
    ///
    /// # Errors
    /// If it is no TOML, or has names or values that are not known.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let mut table: Table = text
            .parse()
            .map_err(|error: toml::de::Error| error.to_string())?;
        let mut given = Self::default();
        match table.remove("each") {
            None => {}
            Some(toml::Value::Table(each)) => {
                given.each = words_of_table(&each).map_err(|error| format!("each: {error}"))?;
            }
            Some(other) => {
                return Err(format!(
                    "each: found {}, expected a table",
                    other.type_str()
                ));
            }
        }
        let engines = match table.remove("engine") {
            None => Vec::new(),
            Some(toml::Value::Array(engines)) => engines,
            Some(other) => {
                return Err(format!(
                    "engine: found {}, expected [[engine]]",
                    other.type_str()
                ));
            }
        };
        for (engine, number) in engines.iter().zip(1..) {
            let table = engine
                .as_table()
                .ok_or_else(|| format!("engine {number}: expected a table"))?;
            let words =
                words_of_table(table).map_err(|error| format!("engine {number}: {error}"))?;
            given.engines.push(words);
        }
        given.settings = RawSettings::deserialize(table).map_err(|error| error.to_string())?;
        Ok(given)
    }

    /// These settings, and where they are silent, those of `file`. Engines add up.
    #[must_use]
    pub fn over(self, file: Self) -> Self {
        let (own, other) = (self.settings, file.settings);
        Self {
            settings: RawSettings {
                variant: own.variant.or(other.variant),
                tournament: own.tournament.or(other.tournament),
                games: own.games.or(other.games),
                seed: own.seed.or(other.seed),
                openings: own.openings.or(other.openings),
                plies: own.plies.or(other.plies),
                order: own.order.or(other.order),
                level: own.level.or(other.level),
                resign: own.resign.or(other.resign),
                draw: own.draw.or(other.draw),
                max_plies: own.max_plies.or(other.max_plies),
                sprt: own.sprt.or(other.sprt),
                no_times: own.no_times.or(other.no_times),
                strict: own.strict.or(other.strict),
                deadlines: own.deadlines.or(other.deadlines),
                shard: own.shard.or(other.shard),
                concurrency: own.concurrency.or(other.concurrency),
                cpus: own.cpus.or(other.cpus),
                traffic: own.traffic.or(other.traffic),
                openings_checksum: own.openings_checksum.or(other.openings_checksum),
            },
            each: file.each.into_iter().chain(self.each).collect(),
            engines: file.engines.into_iter().chain(self.engines).collect(),
        }
    }
}
