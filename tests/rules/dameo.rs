//! What only Dameo does: its conformance set, perft tables, decided rules and texts.
//! Not here: the properties common to all games (`laws`).

mod plain;

use crate::{conformance, golden, laws};
use proptest::prelude::*;
use tricorn::eval::dameo::Hce;
use tricorn::eval::{Evaluate, MATE_BOUND};
use tricorn::rules::dameo::Dameo;
use tricorn::rules::perft::{Leaves, perft};
use tricorn::rules::squares::{each, name};
use tricorn::rules::{Game, Notation, Outcome, Reason, Rules, Side, Tactics, TextError, Token};

fn at(text: &str) -> Dameo {
    Dameo::parse_position(text).expect(text).position
}

fn texts(position: &Dameo) -> Vec<String> {
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    let mut texts: Vec<_> = moves.iter().map(|m| position.move_text(m)).collect();
    texts.sort_unstable();
    texts
}

/// The position after a move, as text.
fn after(position: &str, word: &str) -> String {
    let mut game = Game::new(at(position), None);
    game.read(word).expect(word);
    game.text()
}

fn refused(position: &str, word: &str) -> TextError {
    at(position).parse_token(None, word).expect_err(word)
}

#[test]
fn replays_the_golden_games() {
    golden::replay::<Dameo>(&["no-moves", "repetition", "quiet-moves"]);
}

#[test]
fn agrees_with_the_conformance_set() {
    conformance::check::<Dameo>(&["dameo.jsonl"], 300);
}

#[test]
fn obeys_the_laws() {
    laws::hold::<Dameo, Hce>(60, 200, Hce);
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

#[test]
fn every_man_of_a_line_can_jump_to_its_end() {
    let expected = "c2b3 c2c5 c2d3 c3b4 c3c5 c3d4 c4b5 c4c5 c4d5";
    let position = at("8/8/8/8/2M5/2M5/2M5/8 w");
    assert_eq!(texts(&position).join(" "), expected);
}

#[test]
fn a_king_in_a_line_blocks_it() {
    let moves = texts(&at("8/8/8/8/2M5/2K5/2M5/8 w"));
    assert!(moves.contains(&"c4c5".to_owned()));
    assert!(!moves.contains(&"c2c5".to_owned()));
}

#[test]
fn an_enemy_behind_a_line_blocks_it() {
    let moves = texts(&at("8/2m5/2m5/2M5/2M5/8/8/8 w"));
    assert_eq!(moves.join(" "), "c4b5 c4d5 c5b6 c5d6");
}

#[test]
fn only_the_man_that_jumped_is_crowned() {
    let crowned = after("8/2M5/2M5/8/8/8/8/8 w", "c6c8");
    assert_eq!(crowned, "2K5/2M5/8/8/8/8/8/8 b 0 1");
}

#[test]
fn men_capture_in_four_directions_and_never_diagonally() {
    let position = at("8/8/8/1mmm4/1mMm4/1mmm4/8/8 w");
    assert_eq!(texts(&position).join(" "), "c4a4 c4c2 c4c6 c4e4");
}

#[test]
fn the_greatest_number_counts_and_a_king_counts_as_one() {
    let two_men_or_a_king = at("8/8/8/8/m7/8/m6k/M6M w");
    assert_eq!(texts(&two_men_or_a_king), ["a1a3a5"]);
    let a_man_or_a_king = at("8/8/8/8/8/8/m6k/M6M w");
    assert_eq!(texts(&a_man_or_a_king), ["a1a3", "h1h3"]);
}

#[test]
fn captured_pieces_stay_and_block_until_the_move_is_over() {
    // Were d3 gone at once, e3 could be taken as the fourth.
    let position = at("8/8/8/5m2/6m1/3mm3/8/3K4 w");
    assert_eq!(texts(&position), ["d1d5g5g1", "d1d5g5g2", "d1d5g5g3"]);
}

#[test]
fn a_man_that_passes_the_far_rank_stays_a_man() {
    let passed = after("2m5/1m1m4/1M6/8/8/8/8/8 w", "b6b8d8d6");
    assert_eq!(passed, "8/8/3M4/8/8/8/8/8 b 0 1");
    let ended = after("8/1m6/1M6/8/8/8/8/8 w", "b6b8");
    assert_eq!(ended, "1K6/8/8/8/8/8/8/8 b 0 1");
}

#[test]
fn a_round_trip_is_one_move_whichever_way_round() {
    let text = "8/8/8/3m4/2m1m3/2Mm4/8/8 w";
    assert_eq!(texts(&at(text)), ["c3c5e5e3c3"]);
    for word in ["c3c5e5e3c3", "c3e3e5c5c3", "c3c3"] {
        assert_eq!(after(text, word), "8/8/8/8/8/2M5/8/8 b 0 1");
    }
}

#[test]
fn ways_to_the_same_captures_are_merged_while_they_grow() {
    // Path by path this position would keep a program busy for hours.
    let position = at("2k3k1/1kKk2k1/k1k2k1k/1K4k1/4k3/1k4k1/k2k3k/1k4k1 w 0 1");
    let moves = texts(&position);
    assert_eq!(moves.len(), 20);
    assert_eq!(moves[0], "b5b2e2e5h5h1c1a1a3a8f8f3h3h8d8d6b6b8");
    assert_eq!(moves[19], "c7e7e1a1a3c3h3h7f7f5h5h1d1d6b6b8d8h8");
}

#[test]
fn the_side_without_a_move_loses_before_any_draw() {
    let black_wins = Some(Outcome::win(Side::Second, Reason::NoMoves));
    assert_eq!(at("8/8/8/8/8/m7/mm6/M7 w 0 1").outcome(), black_wins);
    assert_eq!(at("8/8/8/8/8/m7/mm6/M7 w 50 90").outcome(), black_wins);
    let white_wins = Some(Outcome::win(Side::First, Reason::NoMoves));
    assert_eq!(at("8/8/8/8/8/8/8/K7 b 0 1").outcome(), white_wins);
}

#[test]
fn fifty_quiet_plies_are_a_draw_and_keep_their_moves() {
    let before = at("k7/8/8/8/8/8/8/1K6 w 49 60");
    assert_eq!(before.outcome(), None);
    let drawn = at(&after("k7/8/8/8/8/8/8/1K6 w 49 60", "b1c2"));
    assert_eq!(drawn.quiet(), 50);
    assert_eq!(drawn.outcome(), Some(Outcome::draw(Reason::QuietMoves)));
    assert!(drawn.draw_by_counter() && !before.draw_by_counter());
    assert!(!texts(&drawn).is_empty());
}

#[test]
fn captures_and_moves_of_men_begin_the_count_again() {
    let king = after("8/8/8/8/8/8/7M/K6k w 7 9", "a1b2");
    assert_eq!(king, "8/8/8/8/8/8/1K5M/7k b 8 9");
    let man = after("8/8/8/8/8/8/8/K5Mk b 7 9", "h1f1");
    assert_eq!(man, "8/8/8/8/8/8/8/K4k2 w 0 10");
    let man = after("8/8/8/8/8/M7/8/K6k w 7 9", "a3b4");
    assert_eq!(man, "8/8/8/8/1M6/8/8/K6k b 0 9");
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut game = Game::new(at("k7/8/8/8/8/8/8/1K6 w 0 1"), None);
    let shuffle = ["b1c2", "a8b7", "c2b1", "b7a8"];
    for (ply, word) in shuffle.iter().cycle().take(8).enumerate() {
        assert_eq!(game.outcome(), None, "after {ply} plies");
        game.read(word).expect(word);
    }
    assert_eq!(game.occurrences(), 3);
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn counters_stay_within_their_range() {
    let text = "k7/8/8/8/8/8/8/1K6 b 65535 4294967295";
    assert_eq!(at(text).position_text(None), text);
    let next = after(text, "a8a7");
    assert_eq!(next, "8/k7/8/8/8/8/8/1K6 w 65535 4294967295");
}

#[test]
fn captures_and_threats_are_told_for_search() {
    let position = at("8/8/8/8/8/8/m6k/M6M w");
    assert!(position.capturing() && !Dameo::start().capturing());
    assert!(!Dameo::start().threatened());
    // White is to move; Black's king could take h3 if it were his turn.
    let threatened = at("7k/8/8/8/8/7M/8/K7 w");
    assert!(threatened.threatened() && !threatened.capturing());
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    assert!(moves.iter().all(|m| Dameo::captured(m) == 1));
    assert!(
        moves
            .iter()
            .all(|m| Dameo::butterfly_index(m) < Dameo::BUTTERFLY_SIZE)
    );
}

#[test]
fn positions_are_read_with_some_latitude() {
    let start = Dameo::start();
    let board = "mmmmmmmm/1mmmmmm1/2mmmm2/8/8/2MMMM2/1MMMMMM1/MMMMMMMM";
    for text in [
        format!("{board} w 0 1"),
        format!("{board} w 0"),
        format!("{board} w"),
        format!("  {board}\t w  0   1 "),
        board.replace("8/8", "44/11114").replace("2M", "11M") + " w",
    ] {
        assert_eq!(at(&text), start, "{text}");
    }
    let ending = at("8/8/8/2K5/3k4/8/1M6/M7 b 3 17");
    for text in [
        "B:Wa1,b2,Kc5:BKd4:H3:F17",
        "B:BKd4:WKc5,b2,a1:F17:H3.",
        " B:H3:F17:Wa1,b2,Kc5:BKd4 ",
    ] {
        assert_eq!(at(text), ending, "{text}");
    }
    assert_eq!(at("W:W:BKd4"), at("8/8/8/8/3k4/8/8/8 w"));
    assert_eq!(
        at("8/8/8/8/8/8/8/M7 b - - 7 9"),
        at("8/8/8/8/8/8/8/M7 b 7 9")
    );
    assert_eq!(at("8/8/8/8/8/8/8/M7 w - -"), at("8/8/8/8/8/8/8/M7 w 0 1"));
    assert_eq!(at("W:Wa1:B."), at("8/8/8/8/8/8/8/M7 w 0 1"));
}

#[test]
fn bad_positions_are_refused_and_the_fault_is_named() {
    let crowd = "mmmmmmmm/mmmmmmmm/mmm5/8/8/8/8/8 b";
    for (text, column, message) in [
        ("", 0, "empty"),
        (" \t", 0, "empty"),
        ("8/8/8/8/8/8/8/8", 0, "side to move is missing"),
        ("8/8/8/8/8/8/8/8 white", 17, "expected w or b"),
        ("8/8/8/8/8/8/8/8 W", 17, "expected w or b"),
        ("8/8/8/8/8/8/8 w", 14, "7 ranks"),
        ("8/8/8/8/8/8/8/8/8 w", 17, "more than 8 ranks"),
        (" 8/7/8/8/8/8/8/8 w", 4, "rank 7 has 7 squares"),
        ("8/8/8M/8/8/8/8/8 w", 5, "rank 6 has 9 squares"),
        ("8/8/9/8/8/8/8/8 w", 5, "expected one of MKmk or 1-8"),
        ("8/8/8/3q4/8/8/8/8 w", 8, "expected one of MKmk or 1-8"),
        ("3M4/8/8/8/8/8/8/8 w", 2, "a man of White on d8"),
        ("8/8/8/8/8/8/8/K5m1 b", 17, "a man of Black on g1"),
        (crowd, 0, "Black has 19 pieces, 18 at the most"),
        ("8/8/8/8/8/8/8/8 w -", 19, "a number up to 65535"),
        ("8/8/8/8/8/8/8/8 - - 0 1", 17, "expected w or b"),
        ("8/8/8/8/8/8/8/8 w - - - -", 23, "a number up to 65535"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 1", 27, "nothing after"),
        ("8/8/8/8/8/8/8/8 w KQ - 0 1", 19, "a number up to 65535"),
        ("8/8/8/8/8/8/8/8 w x", 19, "a number up to 65535"),
        ("8/8/8/8/8/8/8/8 w -1", 19, "a number up to 65535"),
        ("8/8/8/8/8/8/8/8 w +1", 19, "a number up to 65535"),
        ("8/8/8/8/8/8/8/8 w 65536", 19, "a number up to 65535"),
        ("8/8/8/8/8/8/8/8 w 0 0", 21, "begin with 1"),
        ("8/8/8/8/8/8/8/8 w 0 4294967296", 21, "up to 4294967295"),
        ("8/8/8/8/8/8/8/8 w 0 1 x", 23, "nothing after"),
        ("w:Wa1:Bb8", 1, "expected W or B"),
        ("W:Wa1", 6, "both colours"),
        ("W:Wa1:Wa2:Bb8", 7, "a colour is listed twice"),
        ("W:Wa1-a4:Bb8", 4, "expected a square"),
        ("W:Wa1,:Bb8", 7, "expected a square"),
        ("W:Wa9:Bb8", 4, "expected a square"),
        ("W:Wa1,Ka1:Bb8", 7, "two pieces on a1"),
        ("W:Wa1:Ba1", 0, "two pieces on a1"),
        (" W:Wa1,c8:Bb8", 8, "a man of White on c8"),
        ("W:Wa1:Bb8:X", 11, "begins with W, B, H or F"),
        ("W:Wa1:Bb8:H", 12, "the count of quiet plies"),
        ("W:Wa1:Bb8:H1:H2", 14, "H is given twice"),
        ("W:Wa1:Bb8:H65536", 12, "a number up to 65535"),
        ("W:Wa1:Bb8:F0", 12, "begin with 1"),
        ("W:Wa1:Bb8 w", 11, "nothing may follow"),
    ] {
        let error = Dameo::parse_position(text).expect_err(text);
        assert!(error.message.contains(message), "{text}: {error}");
        assert_eq!(error.column, column, "{text}: {error}");
    }
}

#[test]
fn moves_are_read_with_some_latitude() {
    let text = "8/8/8/8/m7/8/m6k/M6M w";
    for word in [
        "a1a3a5", "a1-a3-a5", "a1xa3xa5", "a1:a3:a5", "a1xa3a5", "a1a5", "a1xa5",
    ] {
        assert_eq!(after(text, word), "8/8/8/M7/8/8/7k/7M b 0 1", "{word}");
    }
}

#[test]
fn a_promoting_move_may_end_with_the_letter_of_the_king() {
    let white = "8/M7/8/8/8/7k/8/8 w";
    for word in ["a7a8K", "a7a8", "a7-a8K"] {
        assert_eq!(after(white, word), "K7/8/8/8/8/7k/8/8 b 0 1", "{word}");
    }
    let hop = "8/m7/M7/8/8/7k/8/8 w";
    assert_eq!(after(hop, "a6xa8K"), "K7/8/8/8/8/7k/8/8 b 0 1");
    for (text, word, column) in [
        (white, "a7a8KK", 5),
        (white, "a7a8k", 5),
        ("8/8/M7/8/8/7k/8/8 w", "a6a7K", 5),
        ("8/K7/8/8/8/7k/8/8 w", "a7a8K", 5),
    ] {
        let error = refused(text, word);
        assert_eq!(error.column, column, "{word}: {error}");
    }
}

#[test]
fn bad_moves_are_refused_and_the_fault_is_named() {
    let start = "mmmmmmmm/1mmmmmm1/2mmmm2/8/8/2MMMM2/1MMMMMM1/MMMMMMMM w";
    let captures = "8/8/8/8/m7/8/m6k/M6M w";
    let over = "8/8/8/8/8/m7/mm6/M7 w";
    let two_ways = "8/8/8/3m4/2m1m3/2Mm4/8/8 w";
    for (position, word, column, message) in [
        (start, "", 0, "expected origin and destination"),
        (start, "c3", 0, "expected origin and destination"),
        (start, "c3c", 3, "expected a square"),
        (start, "c3c9", 3, "expected a square"),
        (start, "C3C4", 0, "expected lower case, as in c3c4"),
        (start, "c3--c4", 4, "expected a square"),
        (start, "-c3c4", 1, "expected a square"),
        (start, "c3c4\u{1F600}", 5, "expected a square"),
        (start, "c3c4@b1", 5, "nothing is dropped"),
        (start, "c3c4@", 6, "expected a square"),
        (start, "c4c5", 1, "no piece stands on c4"),
        (start, "c6c5", 1, "the piece on c6 is the opponent's"),
        (start, "c3c2", 0, "no legal move of the piece on c3"),
        (start, "c3c3", 0, "no legal move of the piece on c3"),
        (captures, "h1g2", 0, "a capture is mandatory (of 2)"),
        (
            captures,
            "h1h3",
            0,
            "captures 1, where a capture of 2 is mandatory",
        ),
        (
            captures,
            "a1a3",
            0,
            "captures 1, where a capture of 2 is mandatory",
        ),
        (over, "a1b2", 0, "the game is over"),
        (
            two_ways,
            "c3c5e5e3",
            0,
            "captures 3, where a capture of 4 is mandatory",
        ),
    ] {
        let error = refused(position, word);
        assert!(error.message.contains(message), "{word}: {error}");
        assert_eq!(error.column, column, "{word}: {error}");
    }
}

#[test]
fn an_abbreviation_that_fits_several_moves_is_refused_and_they_are_named() {
    // Down the a-file or down the b-file, each time over another piece.
    let text = "2m5/1m5m/8/8/m7/7K/2m5/8 w";
    let error = refused(text, "h3h2");
    let message = "fits 2 legal moves: h3h8a8a2h2, h3h8b8b2h2; expected the whole path";
    assert_eq!(error.message, message);
    let by_a = after(text, "h3xh8xa8xa2xh2");
    assert_eq!(by_a, "8/1m6/8/8/8/8/7K/8 b 0 1");
    let by_b = after(text, "h3xh8xb8xb2xh2");
    assert_eq!(by_b, "8/8/8/8/m7/8/7K/8 b 0 1");
}

#[test]
fn the_diagram_shows_the_board_from_whites_side() {
    let expected = "8 . . . . . . . .\n7 . . . . . . . .\n6 . . . . . . . .\n\
                    5 . . K . . . . .\n4 . . . k . . . .\n3 . . . . . . . .\n\
                    2 . M . . . . . m\n1 M . . . . . . .\n  a b c d e f g h\n\
                    White, moving up: M man, K king\nBlack, moving down: m man, k king\n\
                    White to move\n";
    assert_eq!(at("8/8/8/2K5/3k4/8/1M5m/M7 w").diagram(), expected);
}

#[test]
fn the_parts_of_the_judgement_add_up_and_stay_below_mates() {
    let mut game = Game::<Dameo>::start();
    let mut moves = Vec::new();
    for ply in 0..120_usize {
        let position = *game.position();
        let terms = Hce.terms(&position);
        let sum: i32 = terms.iter().map(|term| term.score).sum();
        assert_eq!(sum, Hce.value(&position), "{}", game.text());
        position.moves((), &mut moves);
        let Some(m) = moves.get(ply * 7 % moves.len().max(1)) else {
            break;
        };
        game.play(m);
    }
    let extreme = at("KKKKKKKK/KKKKKKKK/KK6/8/8/8/8/8 w 0 1");
    assert!((2_000..MATE_BOUND).contains(&Hce.value(&extreme)));
}

#[test]
fn the_judgement_knows_what_wins() {
    let score = |text: &str| Hce.value(&at(text));
    let level = score("8/2m5/3m4/8/8/4M3/5M2/8 w 0 1");
    assert!(
        score("8/2m5/3m4/8/8/4M3/5MM1/8 w 0 1") > level + 80,
        "a man more"
    );
    assert!(
        score("8/2m5/3m4/8/8/4M3/5K2/8 w 0 1") > level + 150,
        "a king for a man"
    );
    let ahead = "8/8/3k4/8/8/8/2K2K2/8 w 0 1";
    let faded = score(&ahead.replace(" 0 ", " 40 "));
    assert!(
        0 < faded && faded < score(ahead),
        "a lead that leads nowhere"
    );
}

/// Boards with up to `most` pieces, as text with side and counters.
fn positions(most: usize) -> impl Strategy<Value = String> {
    let piece = (0..64_usize, prop::sample::select(&['M', 'K', 'm', 'k'][..]));
    let pieces = prop::collection::vec(piece, 0..=most);
    let rest = (any::<bool>(), 0..100_u32, 1..500_u32);
    (pieces, rest).prop_map(|(pieces, (white, quiet, number))| {
        let mut cells = ['1'; 64];
        for (square, letter) in pieces {
            let uncrowned = square < 8 && letter == 'm' || square >= 56 && letter == 'M';
            cells[square] = if uncrowned { '1' } else { letter };
        }
        let ranks: Vec<String> = cells
            .chunks(8)
            .rev()
            .map(|rank| rank.iter().collect())
            .collect();
        let side = if white { 'w' } else { 'b' };
        format!("{} {side} {quiet} {number}", ranks.join("/"))
    })
}

/// The list form of a position.
fn listed(position: &Dameo) -> String {
    let pieces = |side| {
        let men = each(position.men(side)).map(name);
        let kings = each(position.kings(side)).map(|square| format!("K{}", name(square)));
        kings.chain(men).collect::<Vec<_>>().join(",")
    };
    let (white, black) = (pieces(Side::First), pieces(Side::Second));
    let turn = if position.turn() == Side::First {
        'W'
    } else {
        'B'
    };
    let canonical = position.position_text(None);
    let number = canonical.rsplit(' ').next().unwrap();
    format!("{turn}:B{black}:W{white}:H{}:F{number}", position.quiet())
}

proptest! {
    #[test]
    fn agrees_with_the_plain_generator(text in positions(14)) {
        let position = at(&text);
        prop_assert_eq!(texts(&position), plain::moves(&text));
        prop_assert_eq!(position.count(()), texts(&position).len() as u64);
    }

    #[test]
    fn legal_positions_and_their_moves_survive_their_texts(text in positions(18)) {
        let position = at(&text);
        prop_assert_eq!(at(&position.position_text(None)), position);
        prop_assert_eq!(at(&listed(&position)), position);
        let mut moves = Vec::new();
        position.moves((), &mut moves);
        let capturing = moves.iter().any(|m| Dameo::captured(m) > 0);
        prop_assert_eq!(position.capturing(), capturing);
        let lost = position.outcome().is_some_and(|o| o.reason == Reason::NoMoves);
        prop_assert_eq!(lost, moves.is_empty());
        for m in &moves {
            let text = position.move_text(m);
            prop_assert_eq!(position.parse_token(None, &text), Ok(Token::Move(*m)));
            let squares: Vec<&str> = (0..text.len()).step_by(2).map(|i| &text[i..i + 2]).collect();
            for between in ["-", "x", ":"] {
                let spelled = squares.join(between);
                prop_assert_eq!(position.parse_token(None, &spelled), Ok(Token::Move(*m)));
            }
            let next = position.play(m);
            prop_assert_eq!(next.key(), next.recomputed_key());
        }
    }

    #[test]
    fn no_text_makes_reading_fail_otherwise_than_by_an_error(
        any_text in ".{0,60}",
        board in "[mMkK1-9/]{0,40}( [wb]( [0-9]{0,12}){0,3})?",
        list in "[WB]:[WBHFK:,.a-h1-9]{0,40}",
        word in "[a-h1-9x:@-]{0,16}",
        text in positions(18),
    ) {
        let position = at(&text);
        for text in [&any_text, &board, &list, &word] {
            if let Ok(placed) = Dameo::parse_position(text) {
                let canonical = placed.position.position_text(None);
                prop_assert_eq!(at(&canonical), placed.position);
            }
            if let Ok(Token::Move(m)) = position.parse_token(None, text) {
                prop_assert!(texts(&position).contains(&position.move_text(&m)));
            }
        }
    }
}
