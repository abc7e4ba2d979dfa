//! Whole games of the engine against itself, over the protocol alone: legal, and to an end.
//! Not here: matches, which the referee plays.

use crate::engine::Engine;

/// Plays one game, `go` for each move, until the engine says that the game is over. Returns the
/// number of moves and the reason.
fn play(variant: &str, go: &str, limit: usize) -> (usize, String) {
    let mut engine = Engine::start(&["--variant", variant]);
    engine.send("setoption name RollDice value true\nsetoption name DiceSeed value 11\nucinewgame");
    let mut line = "position startpos moves".to_owned();
    for plies in 0..limit {
        engine.send(&line);
        engine.send("query reason");
        let reason = engine.line();
        let reason = reason
            .strip_prefix("response ")
            .unwrap_or_else(|| panic!("{line}: {reason}"));
        engine.send(go);
        let best = engine.expect("bestmove ");
        let best = best.split(' ').nth(1).expect("a move");
        if reason != "none" {
            assert_eq!(best, "(none)", "{line}");
            return (plies, reason.to_owned());
        }
        line.push(' ');
        line.push_str(best);
    }
    panic!("no end after {limit} plies: {line}");
}

#[test]
fn a_game_of_dameo() {
    let (plies, reason) = play("dameo", "go nodes 300", 600);
    assert!(plies > 10);
    assert!(["no-moves", "repetition", "quiet-moves"].contains(&reason.as_str()));
}

#[test]
fn a_game_of_eximo() {
    let (plies, reason) = play("eximo", "go nodes 300", 600);
    assert!(plies > 10);
    assert!(["no-moves", "repetition"].contains(&reason.as_str()));
}

#[test]
fn a_game_of_abak() {
    let (plies, reason) = play("abak", "go depth 1", 600);
    assert!(plies > 10);
    assert_eq!(reason, "borne-off");
}
