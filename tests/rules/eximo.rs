//! What only eximo does: its tables, its texts, and each of its decisions by a small position.
//! Not here: the properties common to all games (`laws`).

use crate::{conformance, golden, laws};
use proptest::prelude::*;
use std::collections::HashSet;
use tricorn::eval::eximo::Hce;
use tricorn::rules::eximo::{Board, Eximo, goal};
use tricorn::rules::perft::{Leaves, perft};
use tricorn::rules::{Game, Notation, Outcome, Reason, Rules, Side, Tactics, Token};

const START: &str = "1MMMMMM1/1MMMMMM1/1MM2MM1/8/8/1mm2mm1/1mmmmmm1/1mmmmmm1 b 1";

fn position(text: &str) -> Eximo {
    Eximo::parse_position(text).expect(text).position
}

/// All move texts, sorted.
fn texts(text: &str) -> Vec<String> {
    let position = position(text);
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|m| position.move_text(m)).collect();
    texts.sort();
    texts
}

/// The position after one move, as text.
fn after(text: &str, word: &str) -> String {
    let mut game = Game::new(position(text), None);
    game.read(word).expect(word);
    game.text()
}

/// The canonical text of the move that `word` is read as.
fn read(text: &str, word: &str) -> String {
    let position = position(text);
    match position.parse_token(None, word) {
        Ok(Token::Move(m)) => position.move_text(&m),
        other => panic!("{word}: {other:?}"),
    }
}

fn refusal(text: &str, word: &str) -> (usize, String) {
    let error = position(text).parse_token(None, word).expect_err(word);
    (error.column, error.message)
}

fn fault(text: &str) -> (usize, String) {
    let error = Eximo::parse_position(text).expect_err(text);
    (error.column, error.message)
}

#[test]
fn replays_the_golden_games() {
    golden::replay::<Eximo>(&["no-moves"]);
}

#[test]
fn conformance_set() {
    conformance::check::<Eximo>(&["eximo.jsonl"], 300);
}

#[test]
fn laws_of_all_games() {
    laws::hold::<Eximo, Hce>(60, 150, Hce);
}

#[test]
fn perft_from_the_start() {
    let start = Eximo::start();
    for (depth, count) in (1..).zip([40, 1_600, 60_284, 2_093_190]) {
        for leaves in [Leaves::Counted, Leaves::Listed, Leaves::Applied] {
            assert_eq!(perft(&start, None, depth, leaves, &|| false), Some(count));
        }
    }
    let deepest = perft(&start, None, 5, Leaves::Counted, &|| false);
    assert_eq!(deepest, Some(68_336_644));
}

#[test]
fn start_position() {
    let start = Eximo::start();
    assert_eq!(start.position_text(None), START);
    assert_eq!(position(START), start);
    assert_eq!(start.turn(), Side::First);
    assert_eq!(start.mirrored().board(), start.board());
    assert_eq!(
        start.diagram(),
        "8 . M M M M M M .\n7 . M M M M M M .\n6 . M M . . M M .\n5 . . . . . . . .\n\
         4 . . . . . . . .\n3 . m m . . m m .\n2 . m m m m m m .\n1 . m m m m m m .\n  \
         a b c d e f g h\nBlack, moving up: m man\nWhite, moving down: M man\nBlack to move\n"
    );
}

#[test]
fn steps_go_forward_only() {
    let black = "8/8/8/8/3m4/8/8/8 b 1";
    assert_eq!(texts(black), ["d4c5", "d4d5", "d4e5"]);
    let white = "8/8/8/8/3M4/8/8/8 w 1";
    assert_eq!(texts(white), ["d4c3", "d4d3", "d4e3"]);
    assert_eq!(texts("8/8/8/8/m7/8/8/8 b 1"), ["a4a5", "a4b5"]);
}

#[test]
fn a_jump_goes_on_while_it_can() {
    // Over d3, then over d5 or e5; stopping on d4 is no move, and neither branch is longer.
    let text = "8/8/8/3mm3/8/3m4/3m4/8 b 1";
    let from_d2: Vec<_> = texts(text)
        .into_iter()
        .filter(|word| word.starts_with("d2"))
        .collect();
    assert_eq!(from_d2, ["d2c3", "d2d4d6", "d2d4f6", "d2e3"]);
    assert!(refusal(text, "d2d4").1.contains("may not stop on d4"));
}

#[test]
fn a_shorter_branch_of_a_jump_is_free_to_choose() {
    // Straight over d3 it ends on d4; over e3 it goes on over f5.
    let text = "8/8/8/5m2/8/3mm3/3m4/8 b 1";
    let words = texts(text);
    assert!(words.contains(&"d2d4".to_owned()), "{words:?}");
    assert!(words.contains(&"d2f4f6".to_owned()), "{words:?}");
}

#[test]
fn ways_of_a_jump_with_the_same_ends_are_one_move() {
    // b2 gets to d6 over b3 and c5, or over c3 and d5.
    let text = "8/8/8/2mm4/8/1mm5/1m6/8 b 1";
    let to_d6: Vec<_> = texts(text)
        .into_iter()
        .filter(|word| word.starts_with("b2") && word.ends_with("d6"))
        .collect();
    assert_eq!(to_d6, ["b2b4d6"]);
    assert_eq!(read(text, "b2d4d6"), "b2b4d6");
    assert_eq!(read(text, "b2d6"), "b2b4d6");
}

#[test]
fn a_capture_is_mandatory_and_may_be_the_shorter_one() {
    let text = "8/8/1M3M2/8/1M3M2/m3m3/8/8 b 1";
    assert_eq!(texts(text), ["a3c5a7", "e3g5e7"]);
    let choice = "8/8/5M2/8/3M1M2/4m3/8/8 b 1";
    assert_eq!(texts(choice), ["e3c5", "e3g5e7"]);
    assert!(
        refusal(choice, "e3e4")
            .1
            .starts_with("a capture is mandatory")
    );
    assert!(refusal(choice, "e3g5").1.contains("may not stop on g5"));
}

#[test]
fn captures_go_sideways_but_not_back() {
    assert_eq!(texts("8/8/8/8/2MmM3/8/8/8 b 1"), ["d4b4", "d4f4"]);
    assert_eq!(texts("8/8/8/8/3m4/2MMM3/8/8 b 1"), ["d4c5", "d4d5", "d4e5"]);
    assert_eq!(texts("8/8/8/8/2mMm3/8/8/8 w 1"), ["d4b4", "d4f4"]);
}

#[test]
fn an_arrival_ends_the_move_and_brings_two_drops() {
    // On b8 the capture could go on sideways over c8.
    let text = "2M5/1M6/1m6/8/8/8/8/8 b 1";
    let words = texts(text);
    assert_eq!(words.len(), 66);
    assert!(words.iter().all(|word| word.starts_with("b6b8@")));
    assert_eq!(after(text, "b6b8@g2@b1"), "2M5/8/8/8/8/8/6m1/1m6 w 1");
    let white = "8/8/8/8/8/8/3M4/8 w 4";
    assert_eq!(texts(white).len(), 3 * 66);
    assert_eq!(after(white, "d2e1@c8@b7"), "2M5/1M6/8/8/8/8/8/8 b 5");
}

#[test]
fn a_jump_ends_on_the_far_rank() {
    let words = texts("8/3m4/3m4/8/8/8/8/8 b 1");
    assert_eq!(words.iter().filter(|w| w.starts_with("d6d8@")).count(), 66);
}

#[test]
fn one_empty_square_takes_one_drop_and_none_loses_the_man() {
    let one = "8/3m4/8/8/8/8/1mmmm1m1/1mmmmmm1 b 1";
    let arrivals = |text: &str| -> Vec<String> {
        let words = texts(text).into_iter();
        words.filter(|word| word.starts_with("d7")).collect()
    };
    assert_eq!(arrivals(one), ["d7c8@f2", "d7d8@f2", "d7e8@f2"]);
    assert_eq!(after(one, "d7d8@f2"), "8/8/8/8/8/8/1mmmmmm1/1mmmmmm1 w 1");
    let none = "8/3m4/8/8/8/8/1mmmmmm1/1mmmmmm1 b 1";
    assert_eq!(arrivals(none), ["d7c8", "d7d8", "d7e8"]);
    assert_eq!(after(none, "d7d8"), "8/8/8/8/8/8/1mmmmmm1/1mmmmmm1 w 1");
}

#[test]
fn drops_are_judged_after_the_move() {
    // The origin is vacated: the man from d2 may come back to it.
    let jumps = "8/3m4/8/3m4/8/3m4/1mmmmmm1/1mmmmmm1 b 1";
    let words = texts(jumps);
    assert!(words.contains(&"d2d4d6d8@d2".to_owned()), "{words:?}");
    assert_eq!(
        after(jumps, "d2d4d6d8@d2"),
        "8/3m4/8/3m4/8/3m4/1mmmmmm1/1mmmmmm1 w 1"
    );
    // Captured men are gone: c2 is free, as are the origin b2 and the square d2 passed on the way.
    let captures = "8/3M4/8/3M4/8/3M4/1mM1mmm1/1mmmmmm1 b 1";
    let from_b2: Vec<_> = texts(captures)
        .into_iter()
        .filter(|word| word.starts_with("b2"))
        .collect();
    let way = "b2d2d4d6d8";
    let drops = ["@b2@c2", "@b2@d2", "@c2@d2"];
    assert_eq!(from_b2, drops.map(|drops| format!("{way}{drops}")));
    assert_eq!(
        after(captures, "b2d8@c2@b2"),
        "8/8/8/8/8/8/1mm1mmm1/1mmmmmm1 w 1"
    );
}

#[test]
fn who_cannot_move_has_lost() {
    let lost = |text: &str, winner: Side| {
        assert!(texts(text).is_empty(), "{text}");
        let expected = Outcome::win(winner, Reason::NoMoves);
        assert_eq!(position(text).outcome(), Some(expected), "{text}");
    };
    lost("8/8/8/8/8/8/8/m7 w 1", Side::First);
    lost("8/8/8/8/8/8/8/8 b 1", Side::Second);
    // a2 is blocked on every side and cannot capture over the edge.
    lost("8/8/8/8/MMM5/MM6/m7/8 b 1", Side::Second);
    assert_eq!(position(START).outcome(), None);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    // A full drop zone less the walker's own square: each lap brings the same position back.
    let black = ["g2h3", "h3h4", "h4h5", "h5h6", "h6h7", "h7h8@g2"];
    let white = ["b7a6", "a6a5", "a5a4", "a4a3", "a3a2", "a2a1@b7"];
    let text = "1MMMMMM1/1MMMMMM1/8/8/8/8/1mmmmmm1/1mmmmmm1 b 1";
    let mut game = Game::new(position(text), None);
    for _ in 0..2 {
        for (own, other) in black.iter().zip(white) {
            for word in [own, other] {
                assert_eq!(game.outcome(), None);
                game.read(word).expect(word);
            }
        }
    }
    assert_eq!(game.position().board(), position(text).board());
    assert_eq!(game.text(), text.replace("b 1", "b 13"));
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn move_numbers_grow_after_white() {
    assert!(after(START, "b3b4").ends_with(" w 1"));
    assert!(after("8/1M6/8/8/8/8/1m6/8 w 7", "b7b6").ends_with(" b 8"));
    let last = format!("8/1M6/8/8/8/8/1m6/8 w {}", u32::MAX);
    assert!(after(&last, "b7b6").ends_with(&format!(" b {}", u32::MAX)));
}

#[test]
fn position_texts_that_are_accepted() {
    let start = Eximo::start();
    for text in [
        "  1MMMMMM1/1MMMMMM1/1MM2MM1/8/8/1mm2mm1/1mmmmmm1/1mmmmmm1\t b   1 ",
        "1MMMMMM1/1MMMMMM1/1MM2MM1/8/8/1mm2mm1/1mmmmmm1/1mmmmmm1 b",
        "B:Wb8,c8,d8,e8,f8,g8,b7,c7,d7,e7,f7,g7,b6,c6,f6,g6:\
         Bb1,c1,d1,e1,f1,g1,b2,c2,d2,e2,f2,g2,b3,c3,f3,g3",
        "B:Bb1,c1,d1,e1,f1,g1,b2,c2,d2,e2,f2,g2,b3,c3,f3,g3:\
         Wb8,c8,d8,e8,f8,g8,b7,c7,d7,e7,f7,g7,b6,c6,f6,g6:F1.",
    ] {
        assert_eq!(position(text), start, "{text}");
    }
    assert_eq!(
        position("W:W:Bb1:F9").position_text(None),
        "8/8/8/8/8/8/8/1m6 w 9"
    );
    let listed = position("W:Wf3:Bc6,d2:F12").position_text(None);
    assert_eq!(listed, "8/8/2m5/8/8/5M2/3m4/8 w 12");
    // Men may outnumber those of the start.
    let many = "1MMMMMMM/MMMMMMMM/MMMMMMMM/8/8/mmmmmmmm/mmmmmmmm/mmmmmmmm b 50";
    assert_eq!(position(many).position_text(None), many);
}

#[test]
fn position_texts_that_are_refused() {
    for (text, column, words) in [
        ("", 0, "expected a board"),
        (" \t ", 0, "expected a board"),
        ("8/8/8/8/8/8/8/8", 16, "w or b"),
        ("8/8/8/8/8/8/8/8 B 1", 17, "w or b"),
        ("8/8/8/8/8/8/8/8 w 0", 19, "move number"),
        ("8/8/8/8/8/8/8/8 w -1", 19, "move number"),
        ("8/8/8/8/8/8/8/8 w +1", 19, "move number"),
        ("8/8/8/8/8/8/8/8 w x", 19, "move number"),
        ("8/8/8/8/8/8/8/8 w 4294967296", 19, "move number"),
        ("8/8/8/8/8/8/8/8 w - 1", 19, "move number"),
        ("8/8/8/8/8/8/8/8 w - - x 1", 23, "quiet plies"),
        ("8/8/8/8/8/8/8/8 w - - 0 0", 25, "move number"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 2", 27, "expected nothing"),
        ("8/8/8/8/8/8/8/8 w 1 2", 21, "expected nothing"),
        ("8/8/8/8/8/8/8 w 1", 14, "7 ranks"),
        ("8/8/8/8/8/8/8/8/8 w 1", 17, "more than 8"),
        ("8/8/8/7/8/8/8/8 w 1", 7, "rank 5 has 7"),
        ("8/8/8/8/8/8/8/7mm w 1", 15, "rank 1 has 9"),
        ("8/8/8/3K4/8/8/8/8 w 1", 8, "one of Mm"),
        ("8/8/8/3\u{e9}4/8/8/8/8 w 1", 8, "expected one of"),
        ("3m4/8/8/8/8/8/8/8 w 1", 2, "Black man on d8"),
        ("  3m4/8/8/8/8/8/8/8 w 1", 4, "Black man on d8"),
        ("8/8/8/8/8/8/8/4M3 w 1", 16, "White man on e1"),
        ("W:Wb8:Bb1 x", 11, "expected nothing"),
        ("W:Wb1:Bb2", 4, "White man on b1"),
        ("W:Wb7:Bb2,h8", 11, "Black man on h8"),
        ("W:WKb7:Bb2", 4, "no kings"),
        ("W:Wb7:Bb2:H0", 11, "no section H"),
        ("W:Wb7:Bb2:F0", 12, "move number"),
        ("W:Wb7:Bb7", 0, "two pieces on b7"),
        ("W:Wb7,b7:B", 7, "two pieces on b7"),
        ("W:Wb7", 6, "both colours"),
        ("X:Wb7:B", 1, "expected W or B"),
    ] {
        let (at, message) = fault(text);
        assert_eq!(at, column, "{text}: {message}");
        assert!(message.contains(words), "{text}: {message}");
    }
}

#[test]
fn the_two_empty_fields_of_chess_are_passed_over() {
    let plain = position("8/8/8/8/8/8/M7/8 b 9");
    for fields in ["- - 9", "- - 0 9", " -\t-  9"] {
        let text = format!("8/8/8/8/8/8/M7/8 b {fields}");
        assert_eq!(position(&text), plain, "{text}");
    }
    let short = position("8/8/8/8/8/8/M7/8 b - -");
    assert_eq!(short, position("8/8/8/8/8/8/M7/8 b"));
}

#[test]
fn move_texts_that_are_accepted() {
    for word in ["b1d3", "b1-d3", "b1xd3", "b1:d3"] {
        assert_eq!(read(START, "b3b4"), "b3b4");
        let jump = "8/8/8/8/8/8/2m5/1m6 b 1";
        assert_eq!(read(jump, word), "b1d3");
    }
    let chain = "8/3M4/8/3M4/8/3M4/1mM1mmm1/1mmmmmm1 b 1";
    for word in [
        "b2d2d4d6d8@b2@c2",
        "b2xd2xd4xd6xd8@c2@b2",
        "b2-d8@c2@b2",
        "b2d2:d4-d6xd8@b2@c2",
    ] {
        assert_eq!(read(chain, word), "b2d2d4d6d8@b2@c2");
    }
    // Drops may be left out when only one move has what is said.
    let single = "8/3m4/8/8/8/8/1mmmm1m1/1mmmmmm1 b 1";
    assert_eq!(read(single, "d7d8"), "d7d8@f2");
}

#[test]
fn an_exact_way_goes_before_an_abbreviation() {
    // From d2 to d6 by captures: over c3, c5 or over e3, e5 (and no straight way).
    let text = "8/8/8/2M1M3/8/2M1M3/3m4/8 b 1";
    assert_eq!(texts(text), ["d2b4d6", "d2f4d6"]);
    assert_eq!(read(text, "d2f4d6"), "d2f4d6");
    let (column, message) = refusal(text, "d2d6");
    assert_eq!(
        (column, &message[..]),
        (0, "fits 2 legal moves: d2b4d6, d2f4d6; say which")
    );
    // Two squares are the whole way of the diagonal capture, and the ends of one round the corner.
    let corner = "8/8/8/8/8/4MM2/3mM3/8 b 1";
    assert_eq!(texts(corner), ["d2f2d4", "d2f2f4", "d2f4"]);
    assert_eq!(after(corner, "d2f4"), "8/8/8/8/5m2/5M2/4M3/8 w 1");
}

#[test]
fn move_texts_that_are_refused() {
    let chain = "8/3M4/8/3M4/8/3M4/1mM1mmm1/1mmmmmm1 b 1";
    let single = "8/3m4/8/8/8/8/1mmmm1m1/1mmmmmm1 b 1";
    let none = "8/3m4/8/8/8/8/1mmmmmm1/1mmmmmm1 b 1";
    for (text, word, column, words) in [
        (START, "", 0, "origin and destination"),
        (START, "b3", 0, "origin and destination"),
        (START, "B3B4", 0, "expected lower case, as in b3b4"),
        (START, "b3b9", 3, "expected a square"),
        (START, "b3--b4", 4, "expected a square"),
        (START, "b3b4-", 6, "expected a square"),
        (START, "b3b4@", 6, "expected a square"),
        (START, "b3b4@c2c1", 8, "expected '@'"),
        (START, "b3b4@c2@c2", 8, "two men dropped"),
        (START, "b3\u{e9}", 3, "expected a square"),
        (START, "b4b5", 1, "no Black man on b4"),
        (START, "b7b6", 1, "no Black man on b7"),
        (START, "b3b6", 0, "the man on b3 cannot go to b6"),
        (START, "b3b3", 0, "the man on b3 cannot go to b3"),
        (
            START,
            "b3b4@c2",
            5,
            "nothing is dropped for a man that stays on b4",
        ),
        (single, "d7d8@a1", 5, "expected one drop, on f2"),
        (single, "d7d8@f2@b1", 5, "expected one drop, on f2"),
        (none, "d7d8@f2", 5, "zone is full"),
        (chain, "b2d2d4d6d8", 0, "fits 3 legal moves"),
        (chain, "b2d8", 0, "fits 3 legal moves"),
        (
            chain,
            "b2d8@c2",
            5,
            "expected two drops, on two squares of b2 c2 d2",
        ),
        (chain, "b2d8@c2@d3", 5, "expected two drops"),
        (chain, "b2b4d6d8@c2@d2", 0, "not the way from b2 to d8"),
        (chain, "b2d2d4", 0, "b2 may not stop on d4"),
        (chain, "g2g3", 0, "a capture is mandatory"),
        ("8/8/8/8/8/8/8/8 w 1", "b8b7", 0, "White has no move"),
    ] {
        let (at, message) = refusal(text, word);
        assert_eq!(at, column, "{word}: {message}");
        assert!(message.contains(words), "{word}: {message}");
    }
}

/// Any board that the rules allow, either side to move, thin or crowded.
fn any_position() -> impl Strategy<Value = Eximo> {
    let sets = (any::<[u64; 2]>(), any::<[u64; 2]>(), 0..3);
    (sets, any::<bool>(), 1..=u32::MAX).prop_map(|((men, thin, how), black, number)| {
        let [mut own, mut other] = men;
        if how > 0 {
            own &= thin[0];
            other &= thin[1];
        }
        if how > 1 {
            own &= thin[1].rotate_left(17);
            other &= thin[0].rotate_left(17);
        }
        let board = Board {
            men: [own & !goal(Side::First), other & !own & !goal(Side::Second)],
        };
        let turn = if black { Side::First } else { Side::Second };
        Eximo::new(board, turn, number)
    })
}

proptest! {
    #[test]
    fn any_position_round_trips(position in any_position()) {
        let text = position.position_text(None);
        prop_assert_eq!(Eximo::parse_position(&text).unwrap().position, position);
    }

    #[test]
    fn any_position_has_sound_moves(position in any_position()) {
        let mut moves = Vec::new();
        position.moves((), &mut moves);
        prop_assert_eq!(position.count(()), moves.len() as u64);
        prop_assert_eq!(position.outcome().is_none(), !moves.is_empty());
        let mut words = HashSet::new();
        for m in &moves {
            prop_assert_eq!(position.capturing(), Eximo::captured(m) > 0);
            prop_assert!(Eximo::butterfly_index(m) < Eximo::BUTTERFLY_SIZE);
            let word = position.move_text(m);
            prop_assert_eq!(position.parse_token(None, &word), Ok(Token::Move(*m)));
            let next = position.play(m);
            prop_assert_eq!(next.key(), next.recomputed_key());
            prop_assert_eq!(next.threatened(), Eximo::new(*next.board(), position.turn(), 1).capturing());
            for side in Side::ALL {
                prop_assert_eq!(next.board().of(side) & goal(side), 0);
            }
            prop_assert_eq!(next.board().men[0] & next.board().men[1], 0);
            prop_assert!(words.insert(word));
        }
    }

    #[test]
    fn no_text_panics(position in any_position(), text in any::<String>(), near in "[a-i1-9@:xKWBHFMmwb/, .-]{0,40}") {
        for text in [text, near] {
            let _ = Eximo::parse_position(&text);
            let _ = position.parse_token(None, &text);
        }
    }

    #[test]
    fn a_changed_move_text_is_refused_or_means_a_legal_move(
        position in any_position(), pick in any::<prop::sample::Index>(),
        at in 0..20_usize, c in prop::char::any()
    ) {
        let mut moves = Vec::new();
        position.moves((), &mut moves);
        prop_assume!(!moves.is_empty());
        let mut word: Vec<char> = position.move_text(pick.get(&moves)).chars().collect();
        let at = at % word.len();
        word[at] = c;
        let word: String = word.into_iter().collect();
        if let Ok(Token::Move(m)) = position.parse_token(None, &word) {
            prop_assert!(moves.contains(&m));
        }
    }
}
