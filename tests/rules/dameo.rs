//! What only Dameo does: its conformance set and perft tables.
//! Not here: the laws of all games.

use crate::conformance;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::perft::{Leaves, perft};
use tricorn::rules::{Notation, Rules};

fn at(text: &str) -> Dameo {
    Dameo::parse_position(text).expect(text).position
}

#[test]
fn agrees_with_the_conformance_set() {
    conformance::check::<Dameo>(&["dameo.jsonl"], 300);
}

fn counts(position: &Dameo, expected: &[u64], leaves: Leaves) {
    for (depth, &count) in (1..).zip(expected) {
        assert_eq!(
            perft(position, None, depth, leaves, &|| false),
            Some(count),
            "depth {depth}, {leaves:?}"
        );
    }
}

#[test]
fn perft_tables() {
    let start = [52, 2_704, 135_930, 6_253_934, 275_931_640];
    counts(&Dameo::start(), &start, Leaves::Counted);
    counts(&Dameo::start(), &start[..4], Leaves::Listed);
    counts(&Dameo::start(), &start[..4], Leaves::Applied);
    for leaves in [Leaves::Counted, Leaves::Listed, Leaves::Applied] {
        let lines = at("8/1m6/2m5/kM1m4/8/8/3M3M/2MMM3 w 0 1");
        counts(&lines, &[16, 20, 229, 4_212], leaves);
        let kings = at("k2k4/8/2m2m2/8/3MM3/8/8/K6K w 0 1");
        counts(&kings, &[35, 157, 3_079, 59_502], leaves);
    }
}
