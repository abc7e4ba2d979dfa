//! Self-play: many games into a folder, in parts that can be made in any order and gone on with.
//! Not here: one game.

use super::record::Record;
use super::{Boards, Visitor, data, game};
use crate::files;
use anyhow::{Context, Error};
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use tricorn::eval_source::EvalFile;
use tricorn::search::Searcher;

/// Games in a part.
const PART: u64 = 100;

/// The size of the search's table, in MiB: a game is a few hundred thousand nodes.
const HASH: usize = 1;

/// How games are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The game.
    pub variant: String,
    /// Nodes of a move.
    pub nodes: u64,
    /// The least and the greatest number of random plies at the beginning.
    pub opening: [u32; 2],
    /// Decides the random plies.
    pub seed: u64,
}

/// What decides the games of a folder.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Plan {
    conditions: Conditions,
    /// The evaluation, as [`EvalFile::id`] tells it from others.
    judge: String,
}

/// A task of self-play.
#[derive(Clone, Debug)]
pub struct Play {
    /// How.
    pub conditions: Conditions,
    /// How many games there are to be in the folder, in whole parts.
    pub games: u64,
    /// The net, or what else judges.
    pub judge: EvalFile,
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
        let folder = &self.output;
        let plan = Plan {
            conditions: self.conditions.clone(),
            judge: self.judge.id::<G>(),
        };
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let _alone = files::lock(&folder.join("lock"))?;
        files::agree(folder, &plan, !data::parts(folder)?.is_empty())?;
        let parts = self.games.div_ceil(PART);
        let missing: Vec<u64> = (0..parts)
            .filter(|&part| !data::path(folder, part).exists())
            .collect();
        for path in data::parts(folder)? {
            data::read::<G>(&path)
                .context("a part that cannot be used; delete it, and it is played again")?;
        }
        let evaluation = self.judge.evaluation::<G>().map_err(Error::msg)?;
        let bar = ProgressBar::new(parts * PART).with_style(ProgressStyle::with_template(
            "{elapsed_precise} {bar:30} {pos}/{len} games, {msg}, {eta} to go",
        )?);
        bar.set_position((parts - missing.len() as u64) * PART);
        bar.reset_eta();
        let next = AtomicU64::new(0);
        let positions = AtomicU64::new(0);
        let failed = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                let mut searcher = Searcher::new(G::kernel(evaluation.clone()), HASH);
                let (next, missing, bar) = (&next, &missing, &bar);
                let (positions, failed) = (&positions, &failed);
                scope.spawn(move || {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&part) = missing.get(place as usize) else {
                            return;
                        };
                        let records = self.part::<G>(&mut searcher, part, bar);
                        let written = records.and_then(|records| {
                            let count = records.len() as u64;
                            let so_far = positions.fetch_add(count, Ordering::Relaxed) + count;
                            bar.set_message(format!("{so_far} positions"));
                            data::write::<G>(&data::path(folder, part), &records)
                        });
                        if let Err(error) = written {
                            *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                            next.fetch_max(u64::MAX / 2, Ordering::Relaxed);
                            return;
                        }
                    }
                });
            }
        });
        bar.finish();
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        println!(
            "{}: {} games, {} positions more, {:.0} s",
            folder.display(),
            parts * PART,
            positions.into_inner(),
            bar.elapsed().as_secs_f64()
        );
        Ok(())
    }

    /// The positions of a part, which depend on the conditions and its number alone.
    fn part<G: Boards>(
        &self,
        searcher: &mut Searcher<G, G::Kernel>,
        part: u64,
        bar: &ProgressBar,
    ) -> anyhow::Result<Vec<Record<G::Bitboards>>> {
        let mut rng = Pcg64::seed_from_u64(self.conditions.seed ^ part << 32);
        let mut records = Vec::new();
        for _ in 0..PART {
            records.extend(game::play::<G>(searcher, &self.conditions, &mut rng)?);
            bar.inc(1);
        }
        Ok(records)
    }
}
