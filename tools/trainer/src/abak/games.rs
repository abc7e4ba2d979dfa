//! Dice by seed and number of game, and games spread over threads.
//! Not here: how a game is played.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tricorn::dice::Throw;
use tricorn::rules::abak::Dice;

/// Plies after which a game is broken off: the rules know no draw, and there are positions from
/// which no game ends (`protocol/spec/abak.md`).
pub const LONGEST: u64 = 2_000;

/// The roll of a ply, a function of these numbers alone.
pub fn roll(seed: u64, game: u64, ply: u64) -> Dice {
    let opening = ply == 0;
    Throw {
        seed,
        game,
        ply,
        opening,
    }
    .roll()
}

/// Does each number of a range on some threads; what comes of it, in the order of the numbers.
pub fn each<T, F>(range: Range<u64>, threads: usize, worker: impl Fn() -> F + Sync) -> Vec<T>
where
    T: Send,
    F: FnMut(u64) -> T,
{
    let next = AtomicU64::new(range.start);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut work = worker();
                let mut own = Vec::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= range.end {
                        break;
                    }
                    own.push((number, work(number)));
                }
                // A worker that panicked is passed on when the scope ends.
                if let Ok(mut done) = done.lock() {
                    done.append(&mut own);
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
