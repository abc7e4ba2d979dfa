//! Speed of the evaluations, learned and hand-made, of all games, in one run:
//! `cargo bench --bench nets`.
//! Not here: how strong they are, which matches measure.
//!
//! The evaluated positions are those of a search: every position that a game's moves lead to, one
//! after the other, so that a net which keeps its sums has as much to change as in a search.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use tricorn::eval::{Evaluate, Source, Value};
use tricorn::games::{Sources, Variant};
use tricorn::rules::Chance;
use tricorn::rules::abak::Abak;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;

fn main() {
    divan::main();
}

/// The positions that all moves of some random games lead to.
fn around_random_play<G: Variant>() -> Vec<G> {
    let mut random = Pcg64::seed_from_u64(1);
    let mut moves = Vec::new();
    let mut seen = Vec::new();
    for _ in 0..20 {
        let mut position = G::start();
        for _ in 0..60 {
            let rolls = G::Roll::ROLLS;
            let (roll, _) = rolls[random.random_range(0..rolls.len())];
            position.moves(roll, &mut moves);
            if position.outcome().is_some() {
                break;
            }
            seen.extend(moves.iter().map(|m| position.play(m)));
            position = position.play(&moves[random.random_range(0..moves.len())]);
        }
    }
    seen.retain(|position| position.outcome().is_none());
    seen
}

fn judge<G: Variant>(bencher: Bencher<'_, '_>, net: Source<'_>) {
    let positions = around_random_play::<G>();
    let sources = Sources {
        net,
        ..Sources::default()
    };
    let mut evaluation = G::evaluation(sources).expect("no file can be wrong");
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| {
            for position in &positions {
                black_box(evaluation.value(position).score());
            }
        });
}

#[divan::bench(types = [Dameo, Eximo, Abak], sample_count = 20)]
fn learned<G: Variant>(bencher: Bencher<'_, '_>) {
    judge::<G>(bencher, Source::BuiltIn);
}

#[divan::bench(types = [Dameo, Eximo, Abak], sample_count = 20)]
fn hand_made<G: Variant>(bencher: Bencher<'_, '_>) {
    judge::<G>(bencher, Source::Hce);
}
