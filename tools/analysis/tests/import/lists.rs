//! Move lists: numbers or none, lines, positions, questions and choices, errors.
//! Not here: forms of one game site.

use super::{game, of};
use analysis::import::{Choice, Format, ImportRequest, Layout, QuestionKind, import};

#[test]
fn every_text_of_the_rules_is_read() {
    for text in [
        "c3c4 c6c5 c4c6",
        "c3-c4, c6-c5, c4xc6",
        "1.c3c4 c6c5 2.c4c6",
        "1. c3-c4 c6-c5\n2. c4xc6",
        "1) C3-C4 C6-C5 2) c4:c6x",
        "1 c3c4 c6c5\n2 c4c6",
        "position startpos moves c3c4 c6c5 c4c6",
        "startpos moves c3c4 c6c5 c4c6",
        "mmmmmmmm/1mmmmmm1/2mmmm2/8/8/2MMMM2/1MMMMMM1/MMMMMMMM w 0 1\nc3c4 c6c5\nc4c6",
        "[\"c3c4\", \"c6c5\", \"c4c6\"]",
        "{\"variant\":\"dameo\",\"moves\":\"c3c4 c6c5 c4c6\"}",
        "\u{feff}# a comment\r\nc3c4 c6c5 c4c6\r\n",
    ] {
        let answer = of("dameo", text);
        assert_eq!(game(&answer).moves.join(" "), "c3c4 c6c5 c4c6", "{text}");
        assert_eq!(game(&answer).position, None);
    }
}

#[test]
fn a_position_alone_is_a_game() {
    let answer = import(&ImportRequest::new("8/8/3m4/8/3m4/3M4/8/8 w 0 1"));
    assert_eq!(game(&answer).variant, "dameo");
    assert_eq!(game(&answer).last, "8/8/3m4/8/3m4/3M4/8/8 w 0 1");
}

#[test]
fn dice_stand_with_the_steps_or_before_them() {
    for text in [
        "31:8/5,6/5 64:24/18,13/9",
        "31: 8/5 6/5 64: 13/9 24/18",
        "1. 31 8/5 6/5 64 24/18,13/9",
        "31 8/5,6/5 64:13/9,24/18",
    ] {
        let answer = of("abak", text);
        let moves = game(&answer).moves.join(" ");
        assert_eq!(moves, "31:8/5,6/5 64:24/18,13/9", "{text}");
    }
    let answer = of("abak", "31 8/5,6/5 64");
    assert_eq!(game(&answer).moves, ["31:8/5,6/5", "64"]);
}

#[test]
fn what_fits_several_turns_is_asked_and_chosen() {
    for (variant, position, text, candidates) in [
        (
            "dameo",
            "2m5/1m5m/8/8/m7/7K/2m5/8 w 0 1",
            "h3xh2",
            ["h3h8a8a2h2", "h3h8b8b2h2"],
        ),
        (
            "eximo",
            "8/8/8/2M1M3/8/2M1M3/3m4/8 b 1",
            "d2-d6",
            ["d2b4d6", "d2f4d6"],
        ),
        (
            "abak",
            "23/s w DS 64",
            "bar/19 bar/21",
            ["64:bar.d/21,bar/19", "64:bar.s/21,bar/19"],
        ),
    ] {
        let text = format!("{position}\n{text}");
        let answer = of(variant, &text);
        let [question] = &answer.questions[..] else {
            panic!("{answer:?}");
        };
        assert_eq!(
            (question.kind, question.ply, question.line),
            (QuestionKind::Turn, 1, 2)
        );
        assert_eq!(question.candidates, candidates);
        assert_eq!(question.position, position);
        assert!(answer.errors.is_empty() && !answer.games[0].complete);
        for candidate in candidates {
            let answer = import(&ImportRequest {
                variant: Some(variant.into()),
                choices: vec![Choice {
                    game: 1,
                    ply: 1,
                    text: candidate.into(),
                }],
                ..ImportRequest::new(text.as_str())
            });
            assert_eq!(game(&answer).moves, [candidate]);
        }
    }
}

#[test]
fn lines_that_can_be_either_are_asked_about() {
    let text = "a1a2 a8a7\nh1h2 h8h7\n";
    let answer = of("dameo", text);
    let [question] = &answer.questions[..] else {
        panic!("{:?}", answer.questions);
    };
    assert_eq!(question.kind, QuestionKind::Layout);
    assert_eq!(question.candidates, ["lines", "one"]);
    for (layout, games) in [(Layout::Lines, 2), (Layout::One, 1)] {
        let answer = import(&ImportRequest {
            variant: Some("dameo".into()),
            layout,
            ..ImportRequest::new(text)
        });
        assert_eq!(answer.games.len(), games);
        assert!(answer.questions.is_empty() && answer.errors.is_empty());
    }
    // The rules allow one of the two alone.
    assert_eq!(of("dameo", "c3c4 c6c5\nc3c4 c6c5").games.len(), 2);
    assert_eq!(of("dameo", "c3c4 c6c5\nc4c6 b6b7").games.len(), 1);
}

#[test]
fn the_game_is_asked_for_where_moves_fit_several() {
    let answer = import(&ImportRequest::new("c3c4 c6c5"));
    let [question] = &answer.questions[..] else {
        panic!("{:?}", answer.questions);
    };
    assert_eq!(question.kind, QuestionKind::Variant);
    assert_eq!(question.candidates, ["dameo", "eximo"]);
    assert_eq!(
        game(&import(&ImportRequest::new("31:8/5,6/5"))).variant,
        "abak"
    );
}

#[test]
fn errors_say_where_and_what_is_legal() {
    let answer = of("dameo", "1. c3c4 c6c5\n2. c4c5 b7b6");
    let [error] = &answer.errors[..] else {
        panic!("{:?}", answer.errors);
    };
    assert_eq!((error.game, error.line, error.ply), (1, 2, 3));
    assert_eq!(error.text, "c4c5");
    assert_eq!(error.nearest[0], "c4c6");
    assert!(error.message.contains("capture is mandatory"), "{error}");
    assert_eq!(answer.games[0].moves, ["c3c4", "c6c5"]);
    // A choice mends it.
    let answer = import(&ImportRequest {
        variant: Some("dameo".into()),
        choices: vec![Choice {
            game: 1,
            ply: 3,
            text: "c4c6".into(),
        }],
        ..ImportRequest::new("1. c3c4 c6c5\n2. c4c5")
    });
    assert_eq!(game(&answer).moves[2], "c4c6");
}

#[test]
fn later_games_are_read_after_a_wrong_one() {
    let answer = of("dameo", "1. c3c4 c3c4 *\n1. c3c4 c6c5 1-0\n1. c3c4 {no end");
    assert_eq!(answer.games.len(), 3);
    let games: Vec<_> = answer.errors.iter().map(|e| (e.game, e.line)).collect();
    assert_eq!(games, [(1, 1), (3, 3)]);
    assert_eq!(answer.games[1].result, "1-0");
}

#[test]
fn records_are_read_finished_or_not() {
    let head =
        "[Format \"tricorn-game 1.0\"]\n[Variant \"dameo\"]\n[P1 \"you\"]\n[P2 \"engine\"]\n";
    let text = format!(
        "{head}[Opening \"1\"]\n[Seed \"7\"]\nc3c4\n# well\nc6c5 cp=3 depth=2\n\n{head}c3c5\n\n{head}[Bad\n"
    );
    let answer = import(&ImportRequest::new(text));
    assert_eq!(answer.format, Format::Records);
    assert_eq!(answer.games.len(), 3);
    let first = &answer.games[0];
    assert_eq!(first.moves, ["c3c4", "c6c5"]);
    assert_eq!((first.opening, first.players[0].as_str()), (1, "you"));
    assert_eq!(
        (first.comments[0].ply, first.comments[0].text.as_str()),
        (1, "well")
    );
    assert!(first.complete && first.result.is_empty());
    let lines: Vec<_> = answer.errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [15, 21]);
}

#[test]
fn what_stands_behind_the_end_is_left_out() {
    let text = "position fen 8/8/8/8/3m4/3M4/8/8 w 0 1\nd3d5 a8a7 b8b7";
    let answer = of("dameo", text);
    let game = game(&answer);
    assert_eq!(game.moves, ["d3d5"]);
    assert_eq!(game.end, "rules no-moves");
    assert!(
        answer.notices[0].message.contains("left out 2 words"),
        "{:?}",
        answer.notices
    );
}

#[test]
fn a_text_of_nothing_is_an_error() {
    for text in [
        "",
        "\n\n",
        "# nothing\n",
        "[Event \"x\"]\n",
        "{}",
        "[]x",
        "1.",
        "hello",
    ] {
        let answer = import(&ImportRequest::new(text));
        assert!(!answer.errors.is_empty(), "{text:?}: {answer:?}");
    }
    let answer = of("chess", "e2e4");
    assert!(
        answer.errors[0].message.contains("dameo"),
        "{:?}",
        answer.errors
    );
}
