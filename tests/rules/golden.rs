//! Golden games: whole games with their end, replayed move by move.
//! Not here: how they were played; they are texts now, and only the rules judge them.

use serde::Deserialize;
use std::path::Path;
use tricorn::rules::{Game, Notation, Side, Token};

/// One line of `tests/golden/<game>.jsonl`.
#[derive(Deserialize)]
struct Golden {
    id: String,
    /// Where it begins, if not in the start position.
    start: Option<String>,
    /// The moves from there, canonical.
    moves: String,
    /// The text of the last position.
    end: String,
    /// `p1win`, `p2win` or `draw`.
    result: String,
    points: u8,
    reason: String,
}

/// Replays every golden game of a kind: each move is canonical, the game goes on until its last
/// move and no longer, and ends as it says. Between them they meet every one of `reasons`.
pub fn replay<G: Notation>(reasons: &[&str]) {
    let file = format!("tests/golden/{}.jsonl", G::NAME);
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    let read = |line| serde_json::from_str::<Golden>(line).expect("a game");
    let games: Vec<_> = text.expect("golden games").lines().map(read).collect();
    assert!(games.len() >= 4);
    for golden in &games {
        let id = &golden.id;
        let mut game = match &golden.start {
            None => Game::<G>::start(),
            Some(text) => Game::new(G::parse_position(text).expect(id).position, None),
        };
        for word in golden.moves.split(' ') {
            assert_eq!(game.outcome(), None, "{id} ends before {word}");
            let before = game.position().clone();
            match game.read(word) {
                Ok(Token::Move(m)) => assert_eq!(before.move_text(&m), word, "{id}"),
                other => panic!("{id}: {word} is {other:?}"),
            }
        }
        assert_eq!(game.text(), golden.end, "{id}");
        let outcome = game.outcome().expect(id);
        let result = match outcome.winner {
            None => "draw",
            Some(Side::First) => "p1win",
            Some(Side::Second) => "p2win",
        };
        let found = (result, outcome.points, outcome.reason.word());
        assert_eq!(
            found,
            (
                golden.result.as_str(),
                golden.points,
                golden.reason.as_str()
            ),
            "{id}"
        );
    }
    for reason in reasons {
        assert!(
            games.iter().any(|golden| golden.reason == *reason),
            "{reason}"
        );
    }
}
