//! Configuration: the files of pairings and milestones.
//! Not here: building and playing.

use anyhow::{Context, bail};
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// An earlier version of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestone {
    /// Its name in tables and folders.
    pub name: String,
    /// Its commit.
    pub commit: String,
    /// A description.
    pub what: String,
}

/// The opponent of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A reference player, by its name.
    Player(&'static str),
    /// An earlier version of the engine.
    Milestone(Milestone),
}

/// A match to play: one row of the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its name, which identifies the row.
    pub name: String,
    /// The game.
    pub variant: String,
    /// The opponent of the engine.
    pub opponent: Opponent,
    /// The limits of the engine and of its opponent, in the referee's syntax.
    pub limits: [String; 2],
    /// Games, an even number.
    pub games: u64,
    /// Games played at once.
    pub concurrency: usize,
    /// The seed of openings, order and dice.
    pub seed: u64,
    /// The openings, in the referee's syntax.
    pub openings: String,
}

/// The reference players.
const PLAYERS: [&str; 3] = ["uct", "material", "linear"];

/// The opponent name that means every milestone.
const MILESTONES: &str = "milestones";

/// Default settings of all pairings.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Common {
    games: Option<u64>,
    concurrency: Option<usize>,
    seed: Option<u64>,
    openings: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct PairingSpec {
    name: String,
    variant: String,
    opponent: String,
    limit: String,
    opponent_limit: Option<String>,
    games: Option<u64>,
    concurrency: Option<usize>,
    seed: Option<u64>,
    openings: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairings {
    #[serde(default)]
    defaults: Common,
    #[serde(default)]
    pairing: Vec<PairingSpec>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Milestones {
    #[serde(default)]
    milestone: Vec<Milestone>,
}

/// Reads all pairings of the two files, in order.
pub fn read(pairings: &Path, milestones: &Path) -> anyhow::Result<Vec<Pairing>> {
    let text = |path: &Path| fs::read_to_string(path).with_context(|| path.display().to_string());
    let history: Milestones =
        toml::from_str(&text(milestones)?).with_context(|| milestones.display().to_string())?;
    let parsed: Pairings =
        toml::from_str(&text(pairings)?).with_context(|| pairings.display().to_string())?;
    expand(&parsed, &history.milestone).with_context(|| pairings.display().to_string())
}

fn expand(file: &Pairings, milestones: &[Milestone]) -> anyhow::Result<Vec<Pairing>> {
    let mut all: Vec<Pairing> = Vec::new();
    for spec in &file.pairing {
        let player = PLAYERS.into_iter().find(|&player| player == spec.opponent);
        let opponents: Vec<(String, Opponent)> = match player {
            Some(player) => vec![(spec.name.clone(), Opponent::Player(player))],
            None if spec.opponent == MILESTONES => milestones
                .iter()
                .map(|milestone| {
                    let name = format!("{}-{}", spec.name, milestone.name);
                    (name, Opponent::Milestone(milestone.clone()))
                })
                .collect(),
            None => bail!(
                "{}: opponent \"{}\", expected {} or {MILESTONES}",
                spec.name,
                spec.opponent,
                PLAYERS.join(", ")
            ),
        };
        let (own, defaults) = (spec, &file.defaults);
        for (name, opponent) in opponents {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if name.is_empty() || !name.chars().all(plain) {
                bail!("name \"{name}\", expected letters, digits and dashes");
            }
            if all.iter().any(|other| other.name == name) {
                bail!("two pairings are called {name}");
            }
            let opponent_limit = spec.opponent_limit.as_ref().unwrap_or(&spec.limit);
            let openings = own.openings.as_ref().or(defaults.openings.as_ref());
            all.push(Pairing {
                name,
                variant: spec.variant.clone(),
                opponent,
                limits: [spec.limit.clone(), opponent_limit.clone()],
                games: own.games.or(defaults.games).unwrap_or(200),
                concurrency: own.concurrency.or(defaults.concurrency).unwrap_or(1),
                seed: own.seed.or(defaults.seed).unwrap_or(1),
                openings: openings.map_or_else(|| "level".into(), String::clone),
            });
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> anyhow::Result<Vec<Pairing>> {
        let milestone = |name: &str| Milestone {
            name: name.into(),
            commit: "abc".into(),
            what: String::new(),
        };
        expand(
            &toml::from_str(text)?,
            &[milestone("one"), milestone("two")],
        )
    }

    #[test]
    fn milestones_expand_to_one_pairing_each() {
        let text = r#"
            defaults = { games = 10, seed = 3 }
            [[pairing]]
            name = "d"
            variant = "dameo"
            opponent = "milestones"
            limit = "nodes=5"
            games = 4
            [[pairing]]
            name = "l"
            variant = "abak"
            opponent = "linear"
            limit = "depth=2"
            opponent-limit = "depth=1"
        "#;
        let all = expanded(text).unwrap_or_default();
        let names: Vec<&str> = all.iter().map(|pairing| pairing.name.as_str()).collect();
        assert_eq!(names, ["d-one", "d-two", "l"]);
        assert_eq!((all[1].games, all[2].games, all[2].seed), (4, 10, 3));
        assert_eq!(all[0].limits, ["nodes=5", "nodes=5"]);
        assert_eq!(all[2].limits, ["depth=2", "depth=1"]);
    }

    #[test]
    fn mistakes_are_errors() {
        let pairing = |name: &str, opponent: &str| {
            format!(
                "[[pairing]]\nname='{name}'\nvariant='dameo'\nopponent='{opponent}'\nlimit='depth=1'\n"
            )
        };
        let uct = pairing("a", "uct");
        for wrong in [
            pairing("a", "nobody"),
            pairing("a b", "uct"),
            format!("{uct}{uct}"),
            format!("{uct}game = 3"),
        ] {
            assert!(expanded(&wrong).is_err(), "{wrong}");
        }
        assert_eq!(expanded(&uct).map(|all| all.len()).ok(), Some(1));
    }

    #[test]
    fn the_shipped_files_can_be_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let all = read(
            &folder.join("pairings.toml"),
            &folder.join("milestones.toml"),
        );
        let all = all.map_err(|error| format!("{error:#}"));
        assert!(all.is_ok_and(|all| all.len() >= 10));
    }
}
