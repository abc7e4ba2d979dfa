//! What to play: the files of pairings and milestones, and what arguments change.
//! Not here: building and playing.

use anyhow::{Context, bail};
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// The engine as it was at some point.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestone {
    /// What tables call it; a name for folders too.
    pub name: String,
    /// Its commit.
    pub commit: String,
    /// What it was, for people.
    pub what: String,
}

/// Whom the engine meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A reference player, by its name.
    Player(&'static str),
    /// The engine as it was.
    Milestone(Milestone),
}

/// One row of the table: a match to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its name, by which a row is found again.
    pub name: String,
    /// The game.
    pub variant: String,
    /// Whom the engine meets.
    pub opponent: Opponent,
    /// What each may spend on a move or a game: words for the referee, the engine's first.
    pub limits: [String; 2],
    /// Games, an even number.
    pub games: u64,
    /// Games at once.
    pub concurrency: usize,
    /// What openings, order and dice are drawn from.
    pub seed: u64,
    /// The openings, as the referee calls them.
    pub openings: String,
}

/// The reference players.
const PLAYERS: [&str; 3] = ["uct", "material", "linear"];

/// The opponent name that means every milestone.
const MILESTONES: &str = "milestones";

/// Settings that a pairing may leave to the defaults.
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
struct Entry {
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
    pairing: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Milestones {
    #[serde(default)]
    milestone: Vec<Milestone>,
}

/// All pairings of the two files, in their order.
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
    for entry in &file.pairing {
        let player = PLAYERS.into_iter().find(|&player| player == entry.opponent);
        let opponents: Vec<(String, Opponent)> = match player {
            Some(player) => vec![(entry.name.clone(), Opponent::Player(player))],
            None if entry.opponent == MILESTONES => milestones
                .iter()
                .map(|milestone| {
                    let name = format!("{}-{}", entry.name, milestone.name);
                    (name, Opponent::Milestone(milestone.clone()))
                })
                .collect(),
            None => bail!(
                "{}: opponent \"{}\", expected {} or {MILESTONES}",
                entry.name,
                entry.opponent,
                PLAYERS.join(", ")
            ),
        };
        let (own, defaults) = (entry, &file.defaults);
        for (name, opponent) in opponents {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if name.is_empty() || !name.chars().all(plain) {
                bail!("name \"{name}\", expected letters, digits and dashes");
            }
            if all.iter().any(|other| other.name == name) {
                bail!("two pairings are called {name}");
            }
            let opponent_limit = entry.opponent_limit.as_ref().unwrap_or(&entry.limit);
            let openings = own.openings.as_ref().or(defaults.openings.as_ref());
            all.push(Pairing {
                name,
                variant: entry.variant.clone(),
                opponent,
                limits: [entry.limit.clone(), opponent_limit.clone()],
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
    fn milestones_are_met_one_by_one() {
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
    fn slips_are_told() {
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
