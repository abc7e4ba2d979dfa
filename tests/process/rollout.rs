//! The command `rollout`: what it prints, and what it refuses.
//! Not here: whether its means are right; the tests of search show that.

use crate::engine::{Engine, pipe};
use crate::{count, errors};

fn abak(text: &str) -> Vec<String> {
    let (lines, _) = pipe(&["--variant", "abak"], text);
    // How far it has come is told by the clock.
    let told =
        |line: &String| line.starts_with("info string rollout ") && line.contains(" games, ");
    lines.into_iter().filter(|line| !told(line)).collect()
}

/// The number behind a word.
fn number(line: &str, word: &str) -> f64 {
    let mut words = line.split(' ').skip_while(|&other| other != word);
    let number = words.nth(1).unwrap_or_else(|| panic!("{word} in {line}"));
    number.parse().expect("a number")
}

#[test]
fn before_the_throw_the_position_is_rolled_out() {
    let lines = abak("rollout games 36 plies 2\n");
    assert!(lines[0].starts_with("roll: equity "), "{lines:?}");
    assert_eq!(number(&lines[0], "games"), 36.0);
    assert!(number(&lines[0], "equity").abs() < 0.5);
    assert!(number(&lines[0], "error") < number(&lines[0], "plain"));
    assert!(lines[0].contains(" win ") && lines[0].contains(" loss "));
    assert_eq!(lines[1..], ["Games rolled out: 36"]);
}

#[test]
fn after_the_throw_moves_are_ranked() {
    let lines = abak("position startpos moves 31\nrollout games 36 plies 2 moves 3\n");
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert_eq!(lines[3], "Games rolled out: 108");
    let rows = &lines[..3];
    assert!(rows.iter().all(|row| row.starts_with("31:")), "{rows:?}");
    assert!(rows.is_sorted_by_key(|row| -(1e4 * number(row, "equity")) as i64));
    assert_eq!(rows[0].find(" behind "), None);
    for row in &rows[1..] {
        let behind = number(&rows[0], "equity") - number(row, "equity");
        assert!((number(row, "behind") - behind).abs() < 2e-4, "{rows:?}");
    }
    // The best of them is a good move for the search, too.
    let lines =
        abak("position startpos moves 31\nrollout games 36 plies 1 searchmoves 8/5,6/5 31:24/20\n");
    assert_eq!(errors(&lines).len(), 1, "{lines:?}");
    assert_eq!(count(&lines, "31:8/5,6/5: equity"), 1, "{lines:?}");
    assert_eq!(count(&lines, "Games rolled out: 36"), 1);
}

#[test]
fn the_same_seed_gives_the_same_whatever_the_threads() {
    let ask = "position startpos moves 31\nrollout games 40 plies 2 depth 1 moves 2 seed";
    let once = abak(&format!("{ask} 7\n"));
    let threads = "setoption name Threads value 2\n";
    assert_eq!(abak(&format!("{threads}{ask} 7\n")), once);
    assert_ne!(abak(&format!("{ask} 8\n")), once);
}

#[test]
fn it_ends_by_stop_with_what_there_is() {
    let mut engine = Engine::start(&["--variant", "abak"]);
    engine.send("rollout games 100000 plies 0\nisready");
    engine.expect("readyok");
    // On a slow machine the first lines tell of no games yet.
    while !engine.line().contains("roll: equity ") {}
    engine.send("stop");
    let lines = engine.until("Games rolled out: ");
    assert_eq!(count(&lines, "info string rollout stopped"), 1, "{lines:?}");
    assert_eq!(count(&lines, "roll: equity "), 1, "{lines:?}");
    engine.send("rollout games 100000\nquit");
    assert_eq!(
        engine.rest().last().map(|line| &line[..17]),
        Some("Games rolled out:")
    );
}

#[test]
fn games_that_never_end_are_cut_off() {
    let dead = "position fen sso/ssd/ss/ss/su/ug/12/SSO/SSD/SS/SS/SU/UG w Ee -";
    let lines = abak(&format!("{dead}\nrollout games 3 plies 0\n"));
    assert_eq!(count(&lines, "Games rolled out: 3"), 1, "{lines:?}");
}

#[test]
fn what_cannot_be_rolled_out_is_refused() {
    let refused = [
        (
            "rollout games 0",
            "bad-argument: rollout: games 0, expected 1 to 100000",
        ),
        (
            "rollout plies 1001",
            "bad-argument: rollout: plies 1001, expected 0 to 1000",
        ),
        (
            "rollout depth 0",
            "bad-argument: rollout: depth 0, expected 1 to 8",
        ),
        (
            "rollout moves 0",
            "bad-argument: rollout: moves 0, expected 1 to 500",
        ),
        (
            "position fen sssss/ssss/oed/uug/20 b - -\nrollout",
            "bad-argument: rollout: the game is over",
        ),
        (
            "setoption name UCI_Variant value dameo\nrollout",
            "bad-argument: rollout: dameo has no dice",
        ),
        (
            "position startpos moves 31\nrollout searchmoves 31:pass",
            "bad-argument: rollout: no move of searchmoves is left",
        ),
    ];
    for (text, error) in refused {
        let lines = abak(&format!("{text}\n"));
        assert_eq!(errors(&lines).last(), Some(&error), "{lines:?}");
        assert_eq!(count(&lines, "Games rolled out"), 0);
    }
    let lines = abak("position fen x\nrollout\n");
    assert!(errors(&lines)[1].starts_with("no-position"), "{lines:?}");
}
