//! What only eximo does: its tables, its texts, and each of its decisions by a small position.
//! Not here: the laws of all games.

use crate::conformance;
use tricorn::rules::eximo::Eximo;

#[test]
fn conformance_set() {
    conformance::check::<Eximo>(&["eximo.jsonl"], 300);
}
