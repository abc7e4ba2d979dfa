//! What only Abak does: its tables, its decided rules, its texts and what they refuse.
//! Not here: the laws of all games.

use crate::{conformance, laws};
use tricorn::eval::abak::Linear;
use tricorn::rules::Rules;
use tricorn::rules::abak::Abak;
use tricorn::rules::perft::{Leaves, perft};

#[test]
fn conformance_set() {
    conformance::check::<Abak>(&["abak-play.jsonl", "abak-special.jsonl"], 563);
}

#[test]
fn laws_hold() {
    laws::hold::<Abak, Linear>(12, 120, Linear);
}

#[test]
fn perft_of_the_table() {
    for leaves in [Leaves::Counted, Leaves::Listed, Leaves::Applied] {
        assert_eq!(perft(&Abak::start(), None, 1, leaves, &|| false), Some(882));
        assert_eq!(
            perft(&Abak::start(), None, 2, leaves, &|| false),
            Some(824_741)
        );
    }
}
