//! Parsing and printing of settings that consist of `key=value` words.
//! Not here: whether they fit together (`plan`).

use super::engine::EngineConfig;
use super::raw::RawSettings;
use crate::engine::Deadlines;
use crate::limits::split;
use crate::schedule::{Source, read_book, shipped, shipped_names};
use crate::stats::{Model, Setting, Sprt};
use serde::{Deserialize, Serialize};
use std::fs;
use std::str::FromStr;
use std::time::Duration;

/// The order in which a list of openings is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Shuffled by the seed.
    #[default]
    Random,
    /// As in the file.
    File,
}

/// The opening filter: an engine that decides which openings are balanced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningFilter {
    /// The engine, with its limit.
    pub engine: EngineConfig,
    /// The largest distance of its score from 0, in hundredths.
    pub score_cp: u32,
}

impl OpeningFilter {
    /// Reads a filter from the words of an engine and `score=<n>`, which is 50 unless given.
    ///
    /// # Errors
    /// Invalid words of the engine, and a search without a limit in nodes or depth.
    pub fn new(words: &[String]) -> Result<Self, String> {
        let of_score = |word: &String| word.starts_with("score=");
        let (score, engine): (Vec<_>, Vec<_>) = words.iter().cloned().partition(of_score);
        let wrong = |error: String| format!("level: {error}");
        let score_cp = match score.last().map(|word| word["score=".len()..].parse()) {
            None => 50,
            Some(Ok(score)) => score,
            Some(Err(_)) => return Err(wrong("score: expected a whole number".into())),
        };
        let engine = EngineConfig::new(&engine).map_err(wrong)?;
        if engine.limits.nodes.is_none() && engine.limits.depth.is_none() {
            let message = "expected nodes or depth, so that openings are the same in every run";
            return Err(wrong(message.into()));
        }
        Ok(Self { engine, score_cp })
    }
}

/// The openings as configured.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The name of a set, or a file.
    pub name: String,
    /// The number of random plies.
    pub plies: u32,
    /// The order of a list.
    pub order: Order,
    /// The checksum of the list's text.
    pub checksum: u32,
}

pub fn from_words<T: FromStr<Err = String>>(
    what: &str,
    words: Option<&[String]>,
) -> Result<Option<T>, String> {
    let read = words.map(|words| words.join(" ").parse());
    read.transpose().map_err(|error| format!("{what}: {error}"))
}

/// Words split at blanks, so that a shell's quotes around several of them do no harm.
fn split_words(words: &[String]) -> impl Iterator<Item = &str> {
    words.iter().flat_map(|word| word.split_ascii_whitespace())
}

/// Reads a sequential test; `max_points` is the value of the game's largest win. Unless given, the model
/// is points where wins differ in value, and normalized Elo elsewhere.
pub fn read_sprt(words: &[String], max_points: u8) -> Result<Sprt, String> {
    let mut model = if max_points > 1 {
        Model::Points
    } else {
        Model::Normalized
    };
    let mut numbers = [None, None, Some(0.05), Some(0.05)];
    let keys = ["h0", "h1", "alpha", "beta"];
    for word in split_words(words) {
        let (key, value) = split(word).map_err(|error| format!("sprt: {error}"))?;
        match keys.iter().position(|&known| known == key) {
            Some(at) => {
                let number: f64 = value
                    .parse()
                    .map_err(|_| format!("sprt: {key}: found \"{value}\", expected a number"))?;
                numbers[at] = Some(number);
            }
            None if key == "model" => {
                let models = [Model::Logistic, Model::Normalized, Model::Points];
                let found = models.into_iter().find(|model| model.word() == value);
                model = found.ok_or_else(|| {
                    format!(
                        "sprt: model: found \"{value}\", expected logistic, normalized or points"
                    )
                })?;
            }
            None => {
                return Err(format!(
                    "sprt: \"{key}\" is not known, expected model, h0, h1, alpha or beta"
                ));
            }
        }
    }
    let [Some(h0), Some(h1), Some(alpha), Some(beta)] = numbers else {
        return Err("sprt: expected h0 and h1".into());
    };
    let setting = Setting {
        model,
        h0,
        h1,
        alpha,
        beta,
    };
    Sprt::new(setting).map_err(|error| format!("sprt: model={}: {error}", model.word()))
}

pub fn sprt_words(sprt: &Sprt) -> String {
    let Setting {
        model,
        h0,
        h1,
        alpha,
        beta,
    } = sprt.setting();
    format!(
        "model={} h0={h0} h1={h1} alpha={alpha} beta={beta}",
        model.word()
    )
}

/// The deadlines by their keys.
fn by_word(deadlines: &mut Deadlines) -> [(&'static str, &mut Duration); 6] {
    [
        ("greeting", &mut deadlines.greeting),
        ("ready", &mut deadlines.ready),
        ("new-game", &mut deadlines.new_game),
        ("search", &mut deadlines.search),
        ("stop", &mut deadlines.stop),
        ("quit", &mut deadlines.quit),
    ]
}

pub fn read_deadlines(words: &[String]) -> Result<Deadlines, String> {
    let mut deadlines = Deadlines::default();
    for word in split_words(words) {
        let (key, value) = split(word).map_err(|error| format!("deadlines: {error}"))?;
        let known = by_word(&mut deadlines)
            .into_iter()
            .find(|(word, _)| *word == key);
        let (_, deadline) = known.ok_or_else(|| {
            format!(
                "deadlines: \"{key}\" is not known, expected greeting, ready, new-game, search, \
                 stop or quit"
            )
        })?;
        let ms = value
            .parse()
            .ok()
            .filter(|ms| (1..=86_400_000).contains(ms));
        let ms =
            ms.ok_or_else(|| format!("deadlines: {key}: expected 1 to 86400000 milliseconds"))?;
        *deadline = Duration::from_millis(ms);
    }
    Ok(deadlines)
}

pub fn deadline_words(deadlines: &Deadlines) -> String {
    let mut deadlines = *deadlines;
    let words = by_word(&mut deadlines).map(|(word, time)| format!("{word}={}", time.as_millis()));
    words.join(" ")
}

pub fn read_openings(
    variant: &str,
    seed: u64,
    settings: &RawSettings,
) -> Result<(Openings, Source), String> {
    let mut openings = Openings {
        name: settings.openings.clone().unwrap_or_else(|| "level".into()),
        plies: settings.plies.unwrap_or(8),
        order: settings.order.unwrap_or_default(),
        checksum: 0,
    };
    let plies = match openings.name.as_str() {
        "random" => Some(openings.plies),
        "start" => Some(0),
        _ => None,
    };
    if let Some(plies) = plies {
        let variant = variant.to_owned();
        return Ok((openings, Source::Random { variant, plies }));
    }
    let text = match shipped(&openings.name, variant) {
        Some((name, text)) => {
            openings.name = name.into();
            text.to_owned()
        }
        None => fs::read_to_string(&openings.name).map_err(|error| {
            let sets: Vec<_> = shipped_names().filter(|&(_, game)| game == variant).map(|(name, _)| name).collect();
            format!(
                "openings \"{}\": {error}; expected level, random, start, a file, or one of the sets: {}",
                openings.name,
                sets.join(", ")
            )
        })?,
    };
    openings.checksum = crc32fast::hash(text.as_bytes());
    if settings
        .openings_checksum
        .is_some_and(|checksum| checksum != openings.checksum)
    {
        return Err(format!(
            "openings \"{}\": not the file that the run began with",
            openings.name
        ));
    }
    let list = read_book(variant, &text)
        .map_err(|error| format!("openings \"{}\": {error}", openings.name))?;
    let shuffled = (openings.order == Order::Random).then_some(seed);
    Ok((openings, Source::book(list, shuffled)))
}
