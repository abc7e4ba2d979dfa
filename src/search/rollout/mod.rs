//! Rollouts with variance reduction: the value of a position from many games played on from it.
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

pub use stats::{Estimate, Measured, Tally};

use super::kernel::Kernel;
use crate::control::Control;
use crate::dice::total;
use crate::eval::Evaluate;
use crate::rules::Rules;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use worker::Player;

/// The time between two reports.
const PACE: Duration = Duration::from_secs(1);

/// Turns after which every game is cut off: not every game has an end. In Abak Evolution both sides
/// pass forever where each waits on the bar before six made points, and the rules know no draw.
const LONGEST: u32 = 1_000;

/// What is asked of a rollout. The result depends on all of it but the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// Games from each position. Multiples of the number of outcomes of one throw, or of two, are
    /// spread most evenly: 36 or 1296 with two dice.
    pub games: u32,
    /// Turns after which a game is cut off and judged by evaluation; `None` for 1,000, the most
    /// that any game has.
    pub plies: Option<u32>,
    /// How deep the moves in the games are searched: 1 for evaluation alone.
    pub depth: u32,
    /// What the dice are thrown from.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
}

impl Rollout {
    /// Rolls out positions before their throws. `evaluator` judges, and `kernel` searches where
    /// the depth is more than 1.
    ///
    /// Until all games are played, or `control` says stop, `progress` hears about once a second
    /// how things stand, on this thread. What is returned then has the games that were finished.
    pub fn run<G: Rules, E: Evaluate<G>, K: Kernel<G>>(
        &self,
        positions: &[G],
        (evaluator, kernel): (&E, &K),
        control: &Control,
        progress: &mut dyn FnMut(&Tally<E::Value>),
    ) -> Tally<E::Value> {
        let plies = self.plies.unwrap_or(LONGEST).into();
        let player = || {
            let both = (evaluator.clone(), kernel.clone());
            Player::new(both, self.depth, plies, self.seed, control)
        };
        let tally = Mutex::new(Tally::new(positions.len(), total::<G::Roll>()));
        let next = AtomicU64::new(0);
        let many = positions.len() as u64;
        let play = |mut player: Player<'_, G, E, K>, pulse: &mut dyn FnMut()| loop {
            // All positions have a game before any has the next.
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
                // Where the system has no thread to give, fewer do the same work.
                if helper.spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let mut told = Instant::now();
            play(player(), &mut || {
                if told.elapsed() >= PACE {
                    let standing = lock(&tally).clone();
                    progress(&standing);
                    told = Instant::now();
                }
            });
        });
        tally.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock<T>(tally: &Mutex<T>) -> MutexGuard<'_, T> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}
