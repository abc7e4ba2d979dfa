//! Rollouts: what a position is worth, from many games that the engine plays on from it.
//! Not here: rules and evaluation, and which positions are worth the time.
//!
//! Each game is played with one evaluation for both sides, to its end or for some turns, where the
//! evaluation then judges. How it comes out is mostly luck, and most of the luck is known. Before
//! each throw the games look one turn ahead: with `v(r)` for the worth of the best move under the
//! throw `r`, by evaluation, and `w(r)` for the chance of `r`, the luck of a throw `t` is
//!
//! ```text
//! luck(t) = v(t) - sum over all r of w(r) * v(r)
//! ```
//!
//! Its expectation is nothing, whatever the evaluation is like, and it goes up and down with the
//! result. So a game's result less the luck of all its throws has the same mean over many games,
//! and far less spread: a control variate. This is the lookahead variance reduction of backgammon
//! programs (F. Dahl's, described by D. Montgomery, "Variance Reduction in Races",
//! rec.games.backgammon, 1 December 1998). It is done for each number that a value consists of,
//! and in integers, so that it holds to the last digit.
//!
//! The first two throws are spread evenly over the games (see `dice`), and games with the same
//! number have the same dice from every position, so that differences between positions are
//! known better than the worth of each. A game ends where the evaluation knows the worth for
//! certain.

mod dice;
mod player;
mod tally;

pub use tally::{Estimate, Measured, Tally};

use super::{Control, Kernel};
use crate::dice::total;
use crate::eval::Evaluate;
use crate::rules::Rules;
use player::Player;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two reports.
const PACE: Duration = Duration::from_secs(1);

/// Turns after which every game is cut off: not every game has an end. In Abak Evolution both sides
/// pass for ever where each waits on the bar before six made points, and the rules know no draw.
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
