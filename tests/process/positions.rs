//! `position` and `query`: taken whole or not at all, and what is told about them.
//! Not here: the texts of positions and moves, which the rules' tests cover.

use crate::engine::answers;
use crate::{count, errors, moves, response};

#[test]
fn an_empty_list_of_moves_is_fine() {
    let lines =
        answers("position startpos moves\nquery position\nposition startpos moves  \ngo depth 1\n");
    assert_eq!(errors(&lines), [""; 0]);
    assert_eq!(count(&lines, "bestmove"), 1);
}

#[test]
fn a_bad_position_leaves_none_until_a_good_one() {
    let lines =
        answers("position fen 8/8 w\ngo depth 1\nquery legal\ngo\nposition startpos\ngo depth 1\n");
    let found = errors(&lines);
    assert!(
        found[0].starts_with("bad-position: \"8/8 w\": "),
        "{found:?}"
    );
    assert!(
        found[1..4]
            .iter()
            .all(|error| error.starts_with("no-position: "))
    );
    assert_eq!(found.len(), 4);
    assert_eq!(moves(&lines)[..2], ["(none)", "(none)"]);
    assert_ne!(moves(&lines)[2], "(none)");
    assert_eq!(count(&lines, "response"), 1);
}

#[test]
fn an_illegal_move_is_named_with_its_number() {
    let lines = answers("position startpos moves c3c4 c6c5 a1a2 d3d4\ngo depth 1\n");
    let found = errors(&lines);
    assert!(
        found[0].starts_with("illegal-move: move 3 \"a1a2\": "),
        "{found:?}"
    );
    assert!(found[0].contains("(1 legal move)"), "{found:?}");
    assert!(found[1].starts_with("no-position: "));
    assert_eq!(moves(&lines), ["(none)"]);
}

#[test]
fn a_position_that_is_none_is_refused_too() {
    for text in [
        "position",
        "position foo",
        "position fen",
        "position startpos foo",
    ] {
        let lines = answers(&format!("{text}\ngo depth 1\n"));
        assert!(errors(&lines)[0].starts_with("bad-argument: "), "{lines:?}");
        assert_eq!(moves(&lines), ["(none)"], "{text}");
    }
}

#[test]
fn new_game_and_variant_end_the_lack_of_a_position() {
    for good in [
        "ucinewgame",
        "uginewgame",
        "setoption name UCI_Variant value eximo",
    ] {
        let lines = answers(&format!("position foo\n{good}\ngo depth 1\n"));
        assert_ne!(moves(&lines), ["(none)"], "{good}");
    }
    // The same variant again changes nothing.
    let lines = answers("position foo\nsetoption name UCI_Variant value dameo\ngo depth 1\n");
    assert_eq!(moves(&lines), ["(none)"]);
}

#[test]
fn no_position_is_needed_at_the_start() {
    let lines = answers("go depth 2\ngo depth 2\n");
    assert_eq!(errors(&lines), [""; 0]);
    assert_eq!(moves(&lines).len(), 2);
    assert_eq!(moves(&lines)[0], moves(&lines)[1]);
}

#[test]
fn queries_answer_one_line_each() {
    let lines = answers(
        "query p1turn\nquery gameover\nquery result\nquery points\nquery reason\nquery position\n",
    );
    assert_eq!(
        lines,
        [
            "response true",
            "response false",
            "response none",
            "response 0",
            "response none",
            "response mmmmmmmm/1mmmmmm1/2mmmm2/8/8/2MMMM2/1MMMMMM1/MMMMMMMM w 0 1",
        ]
    );
    let lines = answers("query legal\n");
    let legal = response(&lines);
    assert_eq!(legal.len(), 52);
    assert!(legal.is_sorted());
}

#[test]
fn a_lost_game() {
    let lines = answers(
        "position fen 8/8/8/8/8/8/8/k7 w\nquery legal\nquery gameover\nquery result\nquery points\nquery reason\ngo depth 4\n",
    );
    assert_eq!(
        lines,
        [
            "response",
            "response true",
            "response p2win",
            "response 1",
            "response no-moves",
            "info depth 0 score mate 0",
            "bestmove (none)",
        ]
    );
}

#[test]
fn drawn_games_keep_their_moves() {
    let quiet = "position fen k7/8/8/8/8/8/8/7K w 50 60";
    let lines = answers(&format!(
        "{quiet}\nquery result\nquery reason\ngo depth 4\n{quiet} moves h1h2\nquery reason\n"
    ));
    assert_eq!(
        lines,
        [
            "response draw",
            "response quiet-moves",
            "info depth 0 score cp 0",
            "bestmove (none)",
            "response quiet-moves",
        ]
    );
    let walk = "h1h2 a8a7 h2h1 a7a8 ".repeat(2);
    let lines = answers(&format!(
        "position fen k7/8/8/8/8/8/8/7K w moves {walk}\nquery reason\nquery points\ngo nodes 5\n"
    ));
    assert_eq!(
        lines,
        [
            "response repetition",
            "response 0",
            "info depth 0 score cp 0",
            "bestmove (none)",
        ]
    );
}

#[test]
fn moves_past_a_win_are_illegal() {
    let lines = answers("position fen 8/8/8/8/8/k7/K7/8 w moves a2a4 a4a5\n");
    assert!(
        errors(&lines)[0].starts_with("illegal-move: move 2 \"a4a5\": "),
        "{lines:?}"
    );
    assert!(errors(&lines)[0].ends_with("(0 legal moves)"), "{lines:?}");
}

#[test]
fn flip_swaps_the_colours() {
    let lines =
        answers("position startpos moves c3c4\nflip\nquery position\nflip\nquery position\n");
    assert_eq!(
        lines,
        [
            "response mmmmmmmm/1mmmmmm1/3mmm2/2m5/8/2MMMM2/1MMMMMM1/MMMMMMMM w 0 1",
            "response mmmmmmmm/1mmmmmm1/2mmmm2/8/2M5/3MMM2/1MMMMMM1/MMMMMMMM b 0 1",
        ]
    );
}

#[test]
fn questions_without_a_position_still_get_their_line() {
    let questions = [
        "p1turn", "gameover", "result", "legal", "position", "points", "reason",
    ];
    let text = questions.map(|what| format!("query {what}\n")).concat();
    let lines = answers(&format!("position foo\n{text}"));
    assert_eq!(
        count(&lines, "info string ERROR no-position: "),
        7,
        "{lines:?}"
    );
    let answers: Vec<_> = lines.iter().filter(|l| l.starts_with("response")).collect();
    let expected = [
        "response false",
        "response true",
        "response none",
        "response",
        "response",
        "response 0",
        "response none",
    ];
    assert_eq!(answers, expected.iter().collect::<Vec<_>>());
}

#[test]
fn the_list_of_legal_moves_may_be_longer_than_other_lines() {
    use tricorn_protocol::{Answer, MAX_LEGAL, MAX_LINE, parse_answer};
    // One man, whose captures branch at every turn.
    let lines = answers(
        "setoption name UCI_Variant value eximo\n\
         position fen M7/m2Mm1mM/2mmmmmm/M1m1m1m1/Mmmmmmmm/m1m1m1m1/1mmmmmmm/4m3 w 3\n\
         query legal\nquery p1turn\n",
    );
    let head = "response ";
    let list = lines.iter().find(|line| line.starts_with(head));
    let list = list.expect("an answer");
    assert!(
        (MAX_LINE..MAX_LEGAL).contains(&list.len()),
        "{}",
        list.len()
    );
    let Some(Answer::Response(words)) = parse_answer(list).answer else {
        panic!("no response");
    };
    let moves: Vec<&str> = words.iter().collect();
    assert_eq!(moves.len(), 50_702);
    assert!(moves.is_sorted());
    assert_eq!(lines.last().map(String::as_str), Some("response false"));
}
