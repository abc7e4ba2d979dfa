//! The real players: engine processes, kept between games as long as they are of use.
//! Not here: the games themselves, which the arbiter plays.

use super::game_runner::{GameReport, GameRunner};
use super::opening_filter;
use crate::arbiter;
use crate::config::{EngineConfig, Plan};
use crate::engine::{Failure, Place, Player};
use crate::game::Setup;
use crate::schedule::Opening;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::task::JoinSet;

/// Where games are played by engines.
#[derive(Clone, Debug)]
pub struct EnginePool {
    plan: Arc<Plan>,
    /// The CPUs of each table; empty for all.
    cpus: Vec<Vec<usize>>,
    /// The folder for what is said, if it is kept.
    traffic: Option<PathBuf>,
}

/// The engines of one table: the two that play, and the one that says which openings are level.
#[derive(Debug)]
pub struct Engines {
    slot: usize,
    /// By the engines' places in the list; those that are not at the table are not there.
    players: Vec<Option<Player>>,
    filter: Option<Player>,
}

impl EnginePool {
    /// A pool with a list of CPUs for each table (empty: they run anywhere), and a folder for
    /// files with all that engines are sent and say.
    #[must_use]
    pub fn new(plan: Arc<Plan>, cpus: Vec<Vec<usize>>, traffic: Option<PathBuf>) -> Self {
        Self {
            plan,
            cpus,
            traffic,
        }
    }

    /// Starts every engine once and lets it begin a game, so that a slip in its words is found
    /// before it loses games. Gives the failures that are not in the way of the run, each with the
    /// engine's name: those engines forfeit until they start.
    ///
    /// # Errors
    /// All failures, if one is permanent, or the run is strict, or the engine fails that says which
    /// openings are level.
    pub async fn try_out(&self) -> Result<Vec<(String, Failure)>, Vec<(String, Failure)>> {
        let filter = self.plan.filter.as_ref().map(|filter| &filter.engine);
        let players = self.plan.engines.iter().map(|engine| (engine, true));
        let mut failures = Vec::new();
        let mut playable = true;
        for (engine, plays) in players.chain(filter.map(|engine| (engine, false))) {
            let mut player = self.player(engine, 0, "try");
            if let Err(failure) = player.begin(&self.plan.variant, &[]).await {
                playable &= plays && !failure.permanent && !self.plan.strict;
                failures.push((engine.name.clone(), failure));
            }
            player.quit().await;
        }
        if playable {
            Ok(failures)
        } else {
            Err(failures)
        }
    }

    fn player(&self, engine: &EngineConfig, slot: usize, mark: &str) -> Player {
        let mut spec = engine.spec();
        spec.log = self.traffic.as_ref().map(|folder| {
            let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
            let name: String = engine.name.chars().map(plain).collect();
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

impl GameRunner for EnginePool {
    type Table = Engines;

    fn table(&self, slot: usize) -> Engines {
        Engines {
            slot,
            players: self.plan.engines.iter().map(|_| None).collect(),
            filter: None,
        }
    }

    async fn play(
        &self,
        table: &mut Engines,
        setup: &Setup,
        seats: [usize; 2],
    ) -> Result<GameReport, String> {
        for (engine, chair) in table.players.iter_mut().enumerate() {
            if seats.contains(&engine) {
                chair.get_or_insert_with(|| {
                    self.player(&self.plan.engines[engine], table.slot, "game")
                });
            } else if let Some(mut player) = chair.take() {
                player.quit().await;
            }
        }
        let chairs = table.players.get_disjoint_mut(seats);
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

    async fn accepts(&self, table: &mut Engines, opening: &Opening) -> Result<bool, String> {
        let Some(filter) = &self.plan.filter else {
            return Ok(true);
        };
        let player = table
            .filter
            .get_or_insert_with(|| self.player(&filter.engine, table.slot, "level"));
        opening_filter::is_level(player, filter, &self.plan.variant, opening).await
    }

    async fn leave(&self, table: Engines, hurry: bool) {
        let mut leaving = JoinSet::new();
        for mut player in table.players.into_iter().flatten().chain(table.filter) {
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
