//! Games as PlayStrategy writes them.
//! Not here: other sites.
//!
//! The form of PGN (a turn's hops joined by commas, clocks in comments, `..` where the second player
//! begins) is that of Mind-Sports-Games/lila, modules/game/src/main/PgnDump.scala, and of
//! Mind-Sports-Games/strategygames, src/main/scala/format/pgn/model.scala.

use super::{game, of};
use analysis::import::{Format, ImportRequest, import};

/// The game of strategygames, src/test/scala/dameo/DameoReplayTest.scala: turns between blanks,
/// hops between commas.
pub const GAME: &str = "d1d4 d8b6 e1e4 d6d5 d4d6,d6d8K b8a7 d8b8 a8c8 h1d5 f7g6 a1d4 e6e5 \
    d5f5,f5f7,f7d7 c7e7 g2d5 c6c5 d5b5 b6b4 d2d5 b4a3 d3d6 a3a2 d4d7 e7c7 d5c6 c7c5 d6d7 a2a1K d7d8K \
    a1a4 d8b8,b8b5,b5e5 a4h4 e5a5 a7a6 a5a7,a7h7,h7h1 g8h7 g1d4 h7h6 h1h7 h8h6 e2g4 h6h5 f1f4 h5h4 \
    f4g5 h4f4 g5g7 f8f7 g7e7 e8e6 f3f5 e6d5 d4d6";

/// The same game as an earlier version of that file has it: with the captured squares.
const CAPTURED: &str = "d1d4 d8b6 e1e4 d6d5 d4xd5d6,d6xd7d8k b8a7 d8xc8b8 a8xb8c8 h1d5 f7g6 a1d4 e6e5 \
    d5xe5f5,f5xf6f7,f7xe7d7 c7xd7e7 g2d5 c6c5 d5xc5b5 b6xb5b4 d2d5 b4a3 d3d6 a3a2 d4d7 e7xd7c7 d5c6 \
    c7xc6c5 d6d7 a2a1k d7d8k a1a4 d8xc8b8,b8xb7b5,b5xc5e5 a4xe4h4 e5a5 a7a6 a5xa6a7,a7xg7h7,h7xh4h1 \
    g8h7 g1d4 h7h6 h1xh6h7 h8xh7h6 e2g4 h6h5 f1f4 h5h4 f4g5 h4xg4f4 g5xg6g7 f8f7 g7xf7e7 e8xe7e6 \
    f3xf4f5 e6d5 d4xd5d6";

/// Numbers before the turns, two a line.
pub fn numbered(turns: &str) -> String {
    let turns: Vec<&str> = turns.split_whitespace().collect();
    let rows = turns.chunks(2).enumerate();
    rows.map(|(at, row)| format!("{}. {}\n", at + 1, row.join(" ")))
        .collect()
}

#[test]
fn its_test_game_is_read_in_every_form() {
    let answer = of("dameo", GAME);
    let whole = game(&answer);
    assert_eq!(whole.moves.len(), 53);
    assert_eq!(whole.moves[4], "d4d6d8");
    assert!(answer.notices.is_empty(), "{:?}", answer.notices);
    assert_eq!(
        (whole.result.as_str(), whole.end.as_str()),
        ("1-0", "rules no-moves")
    );
    let flat = GAME.replace(',', " ");
    // As its pages show turns: stratops, src/variants/dameo/GameFamily.ts.
    let shown: Vec<String> = GAME
        .split_whitespace()
        .map(|turn| {
            let hops = turn.split(',').map(|hop| format!("-{}", &hop[2..]));
            turn[..2].to_owned() + &hops.collect::<String>()
        })
        .collect();
    let listed = serde_json::to_string(
        &GAME
            .split_whitespace()
            .map(|turn| turn.split(',').collect::<Vec<_>>())
            .collect::<Vec<_>>(),
    )
    .expect("JSON");
    for text in [
        CAPTURED.to_owned(),
        flat.clone(),
        shown.join(" "),
        listed,
        numbered(GAME),
        numbered(&flat),
        numbered(CAPTURED).replace("\n", " "),
    ] {
        let answer = of("dameo", &text);
        let other = game(&answer);
        assert_eq!(other.moves, whole.moves, "{text}");
        assert_eq!(other.result, "1-0");
    }
    // The moves are legal in one game alone.
    let answer = import(&ImportRequest::new(GAME));
    assert_eq!(game(&answer).variant, "dameo");
}

#[test]
fn its_pgn_is_read_with_tags_clocks_and_variations() {
    let text = "[Event \"Rated Dameo game\"]\n\
        [Site \"https://playstrategy.org/abcdefgh\"]\n\
        [White \"first\"]\n[Black \"second\"]\n[Result \"0-1\"]\n[WhiteElo \"1500\"]\n\
        [Variant \"Dameo\"]\n[TimeControl \"180+2\"]\n[Termination \"Time forfeit\"]\n\n\
        { a good opening }\n\
        1. d1d4 { [%clk 0:03:00] } 1... d8b6 { [%clk 0:03:00] } 2. e1e4 $1 (2. c3c4 c6c5 (2... b7b6)) \
        d6d5?! ; to the end of the line\n\
        3. d4d6,d6d8K b8a7 0-1\n\n\
        [White \"second\"]\n[Black \"first\"]\n[Variant \"Dameo\"]\n[Result \"1/2-1/2\"]\n\n\
        1. d3d4 d6d5 1/2-1/2\n";
    let answer = import(&ImportRequest::new(text));
    assert!(answer.errors.is_empty(), "{:?}", answer.errors);
    assert_eq!(answer.format, Format::Pgn);
    let [first, second] = &answer.games[..] else {
        panic!("{} games", answer.games.len());
    };
    assert_eq!(first.players, ["first", "second"]);
    assert_eq!(first.moves.join(" "), "d1d4 d8b6 e1e4 d6d5 d4d6d8 b8a7");
    assert_eq!(
        (first.result.as_str(), first.end.as_str()),
        ("0-1", "forfeit time")
    );
    let comments: Vec<_> = first
        .comments
        .iter()
        .map(|c| (c.ply, c.text.as_str()))
        .collect();
    let expected = [
        (0, "a good opening"),
        (1, "[%clk 0:03:00]"),
        (2, "[%clk 0:03:00]"),
        (4, "to the end of the line"),
    ];
    assert_eq!(comments, expected);
    assert!(
        first
            .tags
            .iter()
            .any(|tag| tag.name == "WhiteElo" && tag.value == "1500")
    );
    let [notice] = &answer.notices[..] else {
        panic!("{:?}", answer.notices);
    };
    assert!(notice.message.contains("1 variation"), "{}", notice.message);
    assert_eq!(second.players, ["second", "first"]);
    assert_eq!((second.result.as_str(), second.line), ("draw", 15));
}

#[test]
fn a_game_that_black_begins_has_its_position() {
    // The position of strategygames, DameoVariantTest.scala, with the second player to move.
    let text = "[Variant \"Dameo\"]\n[FEN \"B:Wc2.k,d4:Bf7.k,g5:H0:F12\"]\n[SetUp \"1\"]\n\n\
        12... f7-f6 13. d4-d5 *";
    let answer = import(&ImportRequest::new(text));
    let game = game(&answer);
    assert_eq!(
        game.position.as_deref(),
        Some("8/5k2/8/6m1/3M4/8/2K5/8 b 0 12")
    );
    assert_eq!(game.moves, ["f7f6", "d4d5"]);
    assert_eq!(game.result, "");
}

#[test]
fn captures_of_its_rule_tests_are_joined() {
    // DameoVariantTest.scala: the capture of three goes up a file.
    let text = "W:Wc1,e1,g1:Bc2,c4,c6,e2,e4,e6,g2,g4,g6:H0:F1\nc1xc2c3 c3xc4c5 c5xc6c7";
    let answer = of("dameo", text);
    assert_eq!(game(&answer).moves, ["c1c3c5c7"]);
    assert_eq!(
        game(&answer).last,
        "8/2M5/4m1m1/8/4m1m1/8/4m1m1/4M1M1 b 0 1"
    );
    // Half of it is no turn.
    let answer = of("dameo", &text.replace(" c5xc6c7", ""));
    let [error] = &answer.errors[..] else {
        panic!("{:?}", answer.errors);
    };
    assert_eq!((error.ply, error.line), (1, 2));
    assert!(error.nearest.contains(&"c1c3c5c7".to_owned()), "{error}");
    assert!(!answer.games[0].complete);
}
