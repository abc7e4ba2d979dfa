//! Rollouts with variance reduction: the value of a position from many games played from it.
//! Not here: rules and evaluation, and which positions to roll out.
//!
//! Both sides play each game with the same evaluation, to its end or until it is truncated and
//! evaluated. The result is mostly luck, and most of the luck can be measured. Before each roll the
//! game looks one ply ahead: with `v(r)` for the value of the best move under the roll `r`, by
//! evaluation, and `w(r)` for the probability of `r`, the luck of a roll `t` is
//!
//! ```text
//! luck(t) = v(t) - sum over all r of w(r) * v(r)
//! ```
//!
//! Its expectation is zero, however good the evaluation is, and it correlates with the result. So a
//! game's result minus the luck of all its rolls has the same mean over many games and a far
//! smaller variance: a control variate. This is the lookahead variance reduction of backgammon
//! programs (F. Dahl's, described by D. Montgomery, "Variance Reduction in Races",
//! rec.games.backgammon, 1 December 1998). It is applied to each component of a
//! value, in integers, so that it is exact.
//!
//! The first two rolls are stratified over the games (see `dice`), and games with the same number
//! have the same dice from every position, so that differences between positions are more accurate
//! than their values. A game ends early where the evaluation is exact.

mod dice;
mod stats;
mod worker;

pub use stats::{Estimate, RolloutResult, RolloutStats};

use super::kernel::Kernel;
use crate::control::Control;
use crate::dice::total;
use crate::eval::Evaluate;
use crate::rules::Rules;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use worker::RolloutWorker;

/// The time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Turns after which every game is truncated, since some never end: in Abak Evolution both sides can
/// be on the bar against a closed board and pass forever, and the rules have no draw.
const MAX_PLIES: u32 = 1_000;

/// The parameters of a rollout. The result depends on all of them but the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// Games (trials) from each position. Multiples of 36 or 1296 with two dice stratify the first
    /// one or two rolls evenly.
    pub games: u32,
    /// Turns after which a game is truncated and evaluated; `None` for 1,000, the maximum.
    pub plies: Option<u32>,
    /// The search depth of the moves in the games: 1 for static evaluation.
    pub depth: u32,
    /// The seed of the dice.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

impl Rollout {
    /// Rolls out positions before their roll. `evaluator` evaluates, and `kernel` chooses the moves
    /// if the depth is more than 1.
    ///
    /// Runs until all games are played or `control` says stop, and calls `progress` on this thread
    /// about once a second. After a stop the result has the games that were finished.
    pub fn run<G: Rules, E: Evaluate<G>, K: Kernel<G>>(
        &self,
        positions: &[G],
        (evaluator, kernel): (&E, &K),
        control: &Control,
        progress: &mut dyn FnMut(&RolloutStats<E::Value>),
    ) -> RolloutStats<E::Value> {
        let plies = self.plies.unwrap_or(MAX_PLIES).into();
        let player = || {
            let both = (evaluator.clone(), kernel.clone());
            RolloutWorker::new(both, self.depth, plies, self.seed, control)
        };
        let tally = Mutex::new(RolloutStats::new(positions.len(), total::<G::Roll>()));
        let next = AtomicU64::new(0);
        let many = positions.len() as u64;
        let play = |mut player: RolloutWorker<'_, G, E, K>, pulse: &mut dyn FnMut()| loop {
            // One game of every position, then the next of every position.
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= many * u64::from(self.games) {
                break;
            }
            let (number, position) = ((job / many) as u32, (job % many) as usize);
            match player.game(&positions[position], number, pulse) {
                Ok(sample) => lock(&tally).add(position, number, sample),
                Err(_) => break,
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads {
                let (player, play) = (player(), &play);
                let helper = thread::Builder::new().name("helper".into());
                let help = move || play(player, &mut || {});
                // If a thread cannot be started, the others do its work.
                if helper.spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let mut reported = Instant::now();
            play(player(), &mut || {
                if reported.elapsed() >= REPORT_INTERVAL {
                    let standing = lock(&tally).clone();
                    progress(&standing);
                    reported = Instant::now();
                }
            });
        });
        tally.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock<T>(tally: &Mutex<T>) -> MutexGuard<'_, T> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}
