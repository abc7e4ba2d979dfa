//! Speed of Eximo's rules and evaluation: leaves of perft a second, evaluations a second.
//! Not here: the numbers themselves; `tests/rules/eximo.rs` holds them against the tables.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tricorn::eval::Evaluate;
use tricorn::eval::eximo::Hce;
use tricorn::rules::Rules;
use tricorn::rules::eximo::Eximo;
use tricorn::rules::perft::{Leaves, perft};

/// Perft of depth 5 from the start.
#[divan::bench(args = [Leaves::Counted, Leaves::Listed, Leaves::Applied], sample_count = 5, sample_size = 1)]
fn perft_5(bencher: Bencher, leaves: Leaves) {
    let start = Eximo::start();
    bencher
        .counter(ItemsCount::new(68_336_644_usize))
        .bench(|| perft(black_box(&start), None, 5, leaves, &|| false));
}

/// The positions of 50 random games.
#[divan::bench]
fn evaluations(bencher: Bencher) {
    let positions = played(50);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        let scores = black_box(&positions).iter().map(|p| Hce.value(p));
        scores.fold(0, |sum, score| sum ^ score)
    });
}

/// Moves listed in the positions of 50 random games, most of them later than perft gets.
#[divan::bench]
fn lists_of_play(bencher: Bencher) {
    let positions = played(50);
    let moves: u64 = positions.iter().map(|p| p.count(())).sum();
    let mut out = Vec::new();
    bencher.counter(ItemsCount::new(moves)).bench_local(|| {
        for position in black_box(&positions) {
            position.moves((), &mut out);
            black_box(&out);
        }
    });
}

fn played(games: u64) -> Vec<Eximo> {
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut position = Eximo::start();
        loop {
            position.moves((), &mut moves);
            if moves.is_empty() {
                break;
            }
            positions.push(position);
            position = position.play(&moves[random.random_range(0..moves.len())]);
        }
    }
    positions
}
