//! The engine pool of a run: engine processes, reused from game to game.
//! Not here: playing the games (`arbiter`).

use super::game_runner::{GameReport, GameRunner};
use super::opening_filter;
use crate::arbiter;
use crate::config::{EngineConfig, Plan};
use crate::engine::{Failure, Identity, Place, Player, VARIANT};
use crate::game::Setup;
use crate::schedule::Opening;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::task::JoinSet;

/// Where games are played by engines.
#[derive(Clone, Debug)]
pub struct EnginePool {
    plan: Arc<Plan>,
    /// The CPUs of each slot; empty for all.
    cpus: Vec<Vec<usize>>,
    /// The folder for transcripts, if they are kept.
    transcripts: Option<PathBuf>,
}

/// What is to be warned of before a run, though it can begin.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// Engines that forfeit their games until they start, with why they did not.
    pub failures: Vec<(String, Failure)>,
    /// Engines that cannot be told which game to play, since they have no option for it.
    pub untold: Vec<String>,
}

/// The engines of one slot: the players, and the one that decides which openings are level.
#[derive(Debug)]
pub struct Engines {
    slot: usize,
    /// By engine index; `None` for engines that are not running.
    players: Vec<Option<Player>>,
    filter: Option<Player>,
}

impl EnginePool {
    /// A pool with a list of CPUs for each slot (empty: they run anywhere), and a folder for
    /// transcripts: files with all that engines are sent and say.
    #[must_use]
    pub fn new(plan: Arc<Plan>, cpus: Vec<Vec<usize>>, transcripts: Option<PathBuf>) -> Self {
        Self {
            plan,
            cpus,
            transcripts,
        }
    }

    /// Starts every engine once and lets it begin a game, so that a slip in its words is found
    /// before it loses games.
    ///
    /// # Errors
    /// All failures, each with the engine's name, if one is permanent, or the run is strict, or the
    /// engine fails that says which openings are level.
    pub async fn try_out(&self) -> Result<Trial, Vec<(String, Failure)>> {
        let filter = self.plan.filter.as_ref().map(|filter| &filter.engine);
        let players = self.plan.engines.iter().map(|engine| (engine, true));
        let mut trial = Trial::default();
        let mut playable = true;
        for (engine, plays) in players.chain(filter.map(|engine| (engine, false))) {
            let mut player = self.player(engine, 0, if plays { "try" } else { "level-try" });
            if let Err(failure) = player.begin(&self.plan.variant, &[]).await {
                playable &= plays && !failure.permanent && !self.plan.strict;
                trial.failures.push((engine.spec.name.clone(), failure));
            }
            let knows = |identity: &Identity| identity.option(VARIANT).is_some();
            if !player.identity().is_none_or(knows) {
                trial.untold.push(engine.spec.name.clone());
            }
            player.quit().await;
        }
        if playable {
            Ok(trial)
        } else {
            Err(trial.failures)
        }
    }

    fn player(&self, engine: &EngineConfig, slot: usize, mark: &str) -> Player {
        let mut spec = engine.spec.clone();
        spec.log = self.transcripts.as_ref().map(|folder| {
            let name = self.file_name(engine);
            folder.join(format!("{name}-{mark}-{slot}.log"))
        });
        let place = Place {
            guard: None,
            cpus: self.cpus.get(slot).cloned().unwrap_or_default(),
            deadlines: self.plan.deadlines,
        };
        Player::new(spec, place)
    }
}

impl EnginePool {
    /// How the files of an engine begin: its name without what files cannot have in theirs, with
    /// its place in the list where that is the name of another engine, too.
    fn file_name(&self, engine: &EngineConfig) -> String {
        let name = plain(&engine.spec.name);
        // Some systems do not tell capital letters from small ones.
        let same = |other: &&EngineConfig| plain(&other.spec.name).eq_ignore_ascii_case(&name);
        let engines = &self.plan.engines;
        let place = engines
            .iter()
            .position(|other| other.spec.name == engine.spec.name);
        match place {
            Some(place) if engines.iter().filter(same).count() > 1 => {
                format!("{name}-{}", place + 1)
            }
            _ => name,
        }
    }
}

/// A name with `_` for everything but letters and digits.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
    name.chars().map(plain).collect()
}

impl GameRunner for EnginePool {
    type Engines = Engines;

    fn engines(&self, slot: usize) -> Engines {
        Engines {
            slot,
            players: self.plan.engines.iter().map(|_| None).collect(),
            filter: None,
        }
    }

    async fn play(
        &self,
        engines: &mut Engines,
        setup: &Setup,
        seats: [usize; 2],
    ) -> Result<GameReport, String> {
        for (engine, chair) in engines.players.iter_mut().enumerate() {
            if seats.contains(&engine) {
                chair.get_or_insert_with(|| {
                    self.player(&self.plan.engines[engine], engines.slot, "game")
                });
            } else if let Some(mut player) = chair.take() {
                player.quit().await;
            }
        }
        let chairs = engines.players.get_disjoint_mut(seats);
        let Ok([Some(first), Some(second)]) = chairs else {
            return Err(format!("no two engines at {seats:?}"));
        };
        let played = arbiter::play(setup, [first, second]).await;
        let played = played.map_err(|error| error.to_string())?;
        let failures = played.failures.into_iter();
        Ok(GameReport {
            record: played.record,
            failures: failures
                .map(|(side, failure)| (seats[side.index()], failure))
                .collect(),
        })
    }

    async fn accepts(&self, engines: &mut Engines, opening: &Opening) -> Result<bool, String> {
        let Some(filter) = &self.plan.filter else {
            return Ok(true);
        };
        let player = engines
            .filter
            .get_or_insert_with(|| self.player(&filter.engine, engines.slot, "level"));
        opening_filter::is_level(player, filter, &self.plan.variant, opening).await
    }

    async fn leave(&self, engines: Engines, hurry: bool) {
        let mut leaving = JoinSet::new();
        for mut player in engines.players.into_iter().flatten().chain(engines.filter) {
            leaving.spawn(async move {
                if hurry {
                    player.kill().await;
                } else {
                    player.quit().await;
                }
            });
        }
        while leaving.join_next().await.is_some() {}
    }
}
