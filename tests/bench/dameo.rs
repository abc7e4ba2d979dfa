//! Speed of Dameo's move generation, compared with a chess library's in the same run.
//! Not here: whether the counts are right, which the rules' tests check.
//!
//! Only ratios of one run say anything.

use cozy_chess::Board;
use divan::Bencher;
use divan::counter::ItemsCount;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::perft::{Leaves, perft};
use tricorn::rules::{Notation, Rules};

fn dameo(bencher: Bencher<'_, '_>, position: &Dameo, depth: u32, leaves: Leaves) {
    let run = || perft(position, None, depth, leaves, &|| false);
    let total = run().expect("not stopped");
    bencher.counter(ItemsCount::new(total)).bench_local(run);
}

const WAYS: [Leaves; 3] = [Leaves::Counted, Leaves::Listed, Leaves::Applied];

/// The starting position: men alone, 276 million leaves.
#[divan::bench(args = WAYS, sample_count = 7, sample_size = 1)]
fn dameo_start_5(bencher: Bencher<'_, '_>, leaves: &Leaves) {
    dameo(bencher, &Dameo::start(), 5, *leaves);
}

/// Kings of both sides, many captures.
#[divan::bench(args = WAYS, sample_count = 7, sample_size = 1)]
fn dameo_kings_5(bencher: Bencher<'_, '_>, leaves: &Leaves) {
    let text = "k2k4/8/2m2m2/8/3MM3/8/8/K6K w 0 1";
    let position = Dameo::parse_position(text).expect(text).position;
    dameo(bencher, &position, 5, *leaves);
}

/// The yardstick: chess from its starting position, leaves counted by the length of the list.
#[divan::bench(sample_count = 7, sample_size = 1)]
fn chess_start_6(bencher: Bencher<'_, '_>) {
    let board = Board::default();
    let total = chess(&board, 6);
    bencher
        .counter(ItemsCount::new(total))
        .bench_local(|| chess(&board, 6));
}

fn chess(board: &Board, depth: u32) -> u64 {
    let mut total = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            total += moves.len() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                total += chess(&next, depth - 1);
            }
        }
        false
    });
    total
}
