//! Self-play of Abak on several threads: games by seed and number, turn by turn.
//! Not here: how moves are chosen, and what is learned.

use crate::ranges;
use rand::RngExt;
use rand_pcg::Pcg64;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tricorn::dice::Throw;
use tricorn::rules::Rules;
use tricorn::rules::abak::{Abak, Dice, Move};

/// Plies after which a game is abandoned: the rules know no draw, and from some positions no game
/// ends (`protocol/spec/abak.md`).
const LONGEST: u64 = 2_000;

/// Which games of self-play, and how far they explore.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Exploration {
    /// How many games
    #[arg(long, default_value_t = 1_000, value_parser = ranges::count::<u64>)]
    pub games: u64,
    /// The number of the first game
    #[arg(long, default_value_t = 0, value_parser = ranges::begin)]
    pub first: u64,
    /// Exploration rate: how many of a thousand turns are random
    #[arg(long, default_value_t = 20, value_parser = ranges::thousandths)]
    pub exploration: u32,
}

impl Exploration {
    /// The numbers of the games.
    pub fn games(&self) -> Range<u64> {
        self.first..self.first + self.games
    }

    /// Whether the next turn is random.
    pub fn explores(&self, rng: &mut Pcg64) -> bool {
        rng.random_range(0..1000) < self.exploration
    }
}

/// A random one of these turns; `None` if there are none.
pub fn random(rng: &mut Pcg64, moves: &[Move]) -> Option<Move> {
    moves.get(rng.random_range(0..moves.len().max(1))).copied()
}

/// The roll of a ply, which depends on these numbers alone.
fn roll(seed: u64, game: u64, ply: u64) -> Dice {
    let opening = ply == 0;
    Throw {
        seed,
        game,
        ply,
        opening,
    }
    .roll()
}

/// Walks through a game from the start until it ends, or `turn` gives no turn for a position and
/// its roll, or it is too long. Returns the last position.
pub fn walk(seed: u64, game: u64, mut turn: impl FnMut(&Abak, Dice) -> Option<Move>) -> Abak {
    let mut position = Abak::start();
    for ply in 0..LONGEST {
        if position.outcome().is_some() {
            break;
        }
        let Some(m) = turn(&position, roll(seed, game, ply)) else {
            break;
        };
        position = position.play(&m);
    }
    position
}

/// Does each number of a range on some threads; the results, in the order of the numbers.
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
