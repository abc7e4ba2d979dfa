//! `trainer play`: self-play on several threads into the parts of a folder.
//! Not here: one game (`game`).

use super::record::Record;
use super::{Boards, Visitor, data, game};
use crate::checkpoint;
use crate::reporter::Reporter;
use anyhow::{Context, bail, ensure};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tricorn::eval_source::EvalFile;
use tricorn::games::Variant;
use tricorn::search::Searcher;
use tricorn_common::lock;

/// The most games in a part.
const PART: u64 = 100;

/// The size of the search's table, in MiB: a game is a few hundred thousand nodes.
const HASH: usize = 1;

/// The command, as checkpoints name it.
const COMMAND: &str = "play";

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The game.
    pub variant: String,
    /// Nodes of a move.
    pub nodes: u64,
    /// The least and the greatest number of random plies in an opening.
    pub opening: [u32; 2],
    /// Decides the random plies.
    pub seed: u64,
}

/// What decides the games of a folder, beside their number.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Settings {
    conditions: Conditions,
    /// The evaluation, as [`EvalFile::id`] tells it from others.
    evaluation: String,
}

/// What the folder is to hold.
#[derive(Debug, Serialize, Deserialize)]
struct Wanted {
    games: u64,
}

/// A complete folder of positions.
pub struct Source {
    settings: Settings,
    /// Its parts, in order.
    pub parts: Vec<PathBuf>,
}

impl Source {
    /// Opens a folder to train on.
    ///
    /// # Errors
    /// It is no folder of `trainer play`, or one of its parts is missing.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let found = checkpoint::of::<Settings, Wanted>(folder, &[COMMAND])?;
        let wanted = found.state.games;
        let numbers = data::parts(folder)?;
        for part in 0..wanted.div_ceil(PART) {
            ensure!(
                numbers.binary_search(&part).is_ok(),
                "{}: missing, of {wanted} games: run the `trainer play` that made the folder again to play its games",
                data::path(folder, part).display()
            );
        }
        let paths = numbers.iter().map(|&part| data::path(folder, part));
        Ok(Self {
            settings: found.settings,
            parts: paths.collect(),
        })
    }

    /// Whether another folder has the same games, as it has if it is the same folder.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.settings == other.settings
    }
}

/// A task of self-play.
#[derive(Clone, Debug)]
pub struct Play {
    /// How.
    pub conditions: Conditions,
    /// How many games the folder is to hold.
    pub games: u64,
    /// The evaluation.
    pub evaluation: EvalFile,
    /// The folder.
    pub output: PathBuf,
    /// How many games are played at once.
    pub threads: usize,
}

impl Visitor for &Play {
    type Out = anyhow::Result<()>;

    fn visit<G: Boards>(self) -> anyhow::Result<()> {
        self.run::<G>()
    }
}

impl Play {
    /// Plays the games that the folder lacks.
    fn run<G: Boards>(&self) -> anyhow::Result<()> {
        let begin = Instant::now();
        let evaluation = self.evaluation.evaluation::<G>()?;
        let folder = &self.output;
        let settings = Settings {
            conditions: self.conditions.clone(),
            evaluation: self.evaluation.id::<G>(),
        };
        checkpoint::resume_in::<Settings, Wanted>(folder, COMMAND, &settings)?;
        let _lock = lock::folder(folder)?;
        // Once more, since another run may have been at it until now.
        checkpoint::resume_in::<Settings, Wanted>(folder, COMMAND, &settings)?;
        let missing = self.missing::<G>()?;
        let wanted = Wanted { games: self.games };
        checkpoint::write(&folder.join(checkpoint::FILE), COMMAND, &settings, &wanted)?;
        let lacking: u64 = missing.iter().map(|&part| self.size(part)).sum();
        let reporter = Reporter::new("games", self.games - lacking, self.games, None);
        let positions = self.fill::<G>(&missing, &evaluation, &reporter)?;
        let (name, games) = (folder.display(), self.games);
        let seconds = begin.elapsed().as_secs_f64();
        reporter.finish(Some(&format!(
            "{name}: {games} games, {positions} positions more, {seconds:.0} s"
        )))
    }

    /// How many games a part is to hold.
    fn size(&self, part: u64) -> u64 {
        self.games.saturating_sub(part * PART).min(PART)
    }

    /// The parts that are missing, or were played for a smaller number of games.
    fn missing<G: Boards>(&self) -> anyhow::Result<Vec<u64>> {
        let mut missing: Vec<u64> = (0..self.games.div_ceil(PART)).collect();
        for part in data::parts(&self.output)? {
            let path = data::path(&self.output, part);
            let (records, _) = data::read::<G>(&path)
                .context("a part cannot be used; delete it, and it is played again")?;
            let (found, wanted) = (data::games(&records), self.size(part));
            if found > wanted {
                bail!(
                    "{}: holds {found} games, expected {wanted} of {} in the folder; ask for more --games, or use another --output",
                    path.display(),
                    self.games
                );
            }
            if found == wanted {
                missing.retain(|&other| other != part);
            }
        }
        Ok(missing)
    }

    /// Plays some parts; returns how many positions they have.
    fn fill<G: Boards>(
        &self,
        parts: &[u64],
        evaluation: &<G as Variant>::Eval,
        reporter: &Reporter,
    ) -> anyhow::Result<u64> {
        let next = Mutex::new(parts.iter());
        let positions = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let failed = Mutex::new(None);
        let work = |searcher: &mut Searcher<G, G::Kernel>| -> anyhow::Result<()> {
            let take = || next.lock().unwrap_or_else(PoisonError::into_inner).next();
            while let Some(&part) = take().filter(|_| !stop.load(Ordering::Relaxed)) {
                let records = self.part::<G>(searcher, part, reporter)?;
                data::write::<G>(&data::path(&self.output, part), &records)?;
                let count = records.len() as u64;
                let so_far = positions.fetch_add(count, Ordering::Relaxed) + count;
                reporter.bar.tell(format!("{so_far} positions"));
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.min(parts.len()) {
                let mut searcher = Searcher::new(G::kernel(evaluation.clone()), HASH);
                let (work, stop, failed) = (&work, &stop, &failed);
                scope.spawn(move || {
                    if let Err(error) = work(&mut searcher) {
                        stop.store(true, Ordering::Relaxed);
                        *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    }
                });
            }
        });
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(positions.into_inner()), Err)
    }

    /// The positions of a part, which depend on the conditions and its number alone. A part with
    /// fewer games has the first games of a full one.
    fn part<G: Boards>(
        &self,
        searcher: &mut Searcher<G, G::Kernel>,
        part: u64,
        reporter: &Reporter,
    ) -> anyhow::Result<Vec<Record<G::Bitboards>>> {
        let mut rng = Pcg64::seed_from_u64(self.conditions.seed ^ part << 32);
        let mut records = Vec::new();
        for _ in 0..self.size(part) {
            records.extend(game::play::<G>(searcher, &self.conditions, &mut rng)?);
            reporter.bar.add(1);
        }
        Ok(records)
    }
}
