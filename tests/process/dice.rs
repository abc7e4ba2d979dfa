//! Abak over the protocol: rolls in the line, the position before the throw, dice of one's own.
//! Not here: the texts of turns, which the rules' tests cover.

use crate::engine::pipe;
use crate::{count, errors, moves, response};

fn abak(text: &str) -> Vec<String> {
    pipe(&["--variant", "abak"], text).0
}

#[test]
fn before_the_throw() {
    let lines = abak("query legal\ngo depth 1\n");
    assert_eq!(response(&lines), ["roll"]);
    assert_eq!(moves(&lines), ["roll"]);
    let scored = lines
        .iter()
        .find(|line| line.starts_with("info depth 1 "))
        .expect("info");
    assert!(
        scored.contains(" score cp ") && !scored.contains(" pv "),
        "{scored}"
    );
    assert_eq!(count(&lines, "info string equity "), 1, "{lines:?}");
}

#[test]
fn the_roll_as_last_word() {
    for roll in ["31", "13"] {
        let lines = abak(&format!(
            "position startpos moves {roll}\nquery position\ngo depth 1\n"
        ));
        assert!(lines[0].ends_with(" w - 31"), "{lines:?}");
        assert!(moves(&lines)[0].starts_with("31:"), "{lines:?}");
    }
    let lines = abak("position startpos moves 31:8/5,6/5 64\nquery position\n");
    assert!(lines[0].ends_with(" b - 64"), "{lines:?}");
}

#[test]
fn the_roll_in_the_position() {
    let start = "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w -";
    let lines = abak(&format!(
        "position fen {start} 46\nquery position\ngo depth 1\n"
    ));
    assert!(lines[0].ends_with(" w - 64"), "{lines:?}");
    assert!(moves(&lines)[0].starts_with("64:"));
}

#[test]
fn roll_and_steps_apart() {
    let whole = abak("position startpos moves 31:8/5,6/5\nquery position\n");
    for line in ["31 8/5,6/5", "13 31:8/5,6/5", "31:8/5*,6/5", "13:8/5,6/5"] {
        let lines = abak(&format!("position startpos moves {line}\nquery position\n"));
        assert_eq!(lines, whole, "{line}");
    }
}

#[test]
fn rolls_that_disagree_or_lack() {
    for line in [
        "31 64:24/18,13/9",
        "31 64",
        "8/5,6/5",
        "31:8/4",
        "77",
        "31:8/7,8/4",
    ] {
        let lines = abak(&format!("position startpos moves {line}\ngo depth 1\n"));
        assert!(
            errors(&lines)[0].starts_with("illegal-move: move 1 \""),
            "{lines:?}"
        );
        assert_eq!(moves(&lines), ["(none)"], "{line}");
    }
}

#[test]
fn a_turn_without_a_step_is_a_pass() {
    // White waits on the bar; both points on which it could enter are closed.
    let shut = "position fen ss/ss/22 w S 21";
    let lines = abak(&format!("{shut}\nquery legal\ngo depth 1\n"));
    assert_eq!(response(&lines), ["21:pass"], "{lines:?}");
    assert_eq!(moves(&lines), ["21:pass"]);
    let lines = abak(&format!(
        "{shut} moves 21:pass\nquery position\n{shut} moves pass\nquery position\n"
    ));
    assert_eq!(lines, ["response ss/ss/22 b S -"; 2]);
}

#[test]
fn the_engine_throws_for_itself() {
    let play = |seed: u32| {
        let mut words: Vec<String> = Vec::new();
        for _ in 0..12 {
            let line = words.join(" ");
            let lines = abak(&format!(
                "setoption name RollDice value true\nsetoption name DiceSeed value {seed}\nposition startpos moves {line}\ngo depth 1\ngo depth 1\n"
            ));
            assert_eq!(errors(&lines), [""; 0]);
            // The same search again throws the same.
            assert_eq!(moves(&lines)[0], moves(&lines)[1]);
            words.push(moves(&lines)[0].to_owned());
        }
        words
    };
    let game = play(7);
    assert_eq!(game, play(7));
    assert_ne!(game, play(8));
}

#[test]
fn another_game_has_other_dice_and_the_first_throw_is_no_double() {
    let mut text =
        "setoption name RollDice value true\nsetoption name DiceSeed value 5\n".to_owned();
    text.push_str(&"go depth 1\nucinewgame\n".repeat(60));
    let lines = abak(&text);
    let rolls: Vec<_> = moves(&lines).iter().map(|m| &m[..2]).collect();
    assert_eq!(rolls.len(), 60);
    assert!(rolls.iter().all(|roll| roll[..1] != roll[1..]), "{rolls:?}");
    let distinct: std::collections::HashSet<_> = rolls.iter().collect();
    assert!(distinct.len() > 8, "{rolls:?}");
}

#[test]
fn searchmoves_with_dice() {
    let lines = abak("position startpos moves 31\ngo depth 1 searchmoves 31:8/5,6/5\n");
    assert_eq!(moves(&lines), ["31:8/5,6/5"]);
    let lines = abak("position startpos moves 31\ngo depth 1 searchmoves 8/5,6/5\n");
    assert_eq!(moves(&lines), ["31:8/5,6/5"]);
    let lines = abak("go depth 1 searchmoves 31:8/5,6/5\n");
    assert_eq!(errors(&lines).len(), 1);
    assert_eq!(moves(&lines), ["(none)"]);
}

#[test]
fn perft_before_the_throw_has_a_row_for_each_roll() {
    let lines = abak("perft 1\nposition startpos moves 31\nperft 1\n");
    let rows = |lines: &[String]| lines.iter().filter(|line| line.contains(": ")).count();
    assert_eq!(count(&lines, "Nodes searched: 882"), 1, "{lines:?}");
    assert!(rows(&lines) > 21);
    assert_eq!(count(&lines, "11: "), 1);
}

#[test]
fn a_game_that_is_over() {
    // White has borne off everything, Black nothing: a gammon.
    let over = "position fen sssss/ssss/oed/uug/20 b - -";
    let lines = abak(&format!(
        "{over}\nquery result\nquery points\ngo depth 2\nquery legal\n"
    ));
    assert_eq!(
        lines,
        [
            "response p1win",
            "response 2",
            "info depth 0 score mate 0",
            "bestmove (none)",
            "response",
        ]
    );
}

#[test]
fn a_refused_turn_is_told_how_many_its_roll_has() {
    let lines = abak("position startpos moves 31:8/4\n");
    assert!(errors(&lines)[0].ends_with("(35 legal moves)"), "{lines:?}");
    let lines = abak("position startpos moves 8/4\n");
    assert!(
        errors(&lines)[0].ends_with("(882 legal moves over all rolls)"),
        "{lines:?}"
    );
}
