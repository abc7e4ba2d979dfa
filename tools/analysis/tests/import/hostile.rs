//! Hostile texts: the import ends, does not panic, and keeps its bounds.
//! Not here: texts that mean something.

use analysis::import::{
    ExportFormat, ImportRequest, Layout, MOST_LISTED, MOST_WORDS, export, import,
};
use proptest::prelude::*;

/// Imports under every reading, and exports what came of it.
fn survive(text: &str) {
    for variant in [None, Some("dameo"), Some("abak"), Some("eximo")] {
        for layout in [Layout::Auto, Layout::Lines, Layout::One] {
            let answer = import(&ImportRequest {
                variant: variant.map(str::to_owned),
                layout,
                ..ImportRequest::new(text)
            });
            assert!(answer.errors.len() <= MOST_LISTED);
            for format in [
                ExportFormat::Records,
                ExportFormat::Pgn,
                ExportFormat::Moves,
            ] {
                let text = export(&answer.games, format);
                if answer.games.iter().any(|game| !game.moves.is_empty()) {
                    assert!(!text.is_empty());
                }
            }
            let lines = text.lines().count();
            assert!(answer.errors.iter().all(|error| error.line <= lines.max(1)));
        }
    }
}

/// Pieces of which real texts are made.
const PIECES: &[&str] = &[
    "c3c4",
    "c6c5",
    "c4xc6",
    "d4xd5d6",
    ",",
    "d6d8K",
    "-",
    "x",
    "@",
    "@b1",
    "1.",
    "1...",
    "99999999999.",
    "[Event \"x\"]\n",
    "[FEN \"",
    "\"]\n",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    ";",
    "$1",
    "%",
    "#",
    "\n",
    " ",
    "*",
    "1-0",
    "1/2-1/2",
    "31",
    "31:8/5,6/5",
    "8/5(2)",
    "24/18/14",
    "(K)",
    "..",
    "\u{d7}",
    "\u{1F600}",
    "position fen ",
    "startpos",
    "8/8/3m4/8/3m4/3M4/8/8 w 0 1",
    "W:Wa5.k:Ba8.g",
    "{\"moves\":",
    "[[\"",
    "\",\"",
    "\"]]",
    "{\"header\":{}",
    "resign",
    "draw",
    "[Format \"tricorn-game 1.0\"]\n",
    "\0",
    "\r\n",
    "[Variant \"Dameo\"]\n",
    "[Opening \"7\"]\n",
    "K",
    "k",
    ":",
    "/",
    "'",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_is_survived(text in "\\PC{0,80}") {
        survive(&text);
    }

    #[test]
    fn pieces_in_any_order_are_survived(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24),
    ) {
        survive(&pieces.concat());
        survive(&pieces.join(" "));
    }
}

#[test]
fn large_texts_end_within_their_bounds() {
    let many = "c3c4 ".repeat(3 * MOST_WORDS);
    let texts = [
        "(".repeat(1 << 20),
        "1. c3c4 ".to_owned() + &"(".repeat(1 << 20),
        "[".repeat(1 << 20),
        format!("{{\"moves\":{}", "[".repeat(1 << 20)),
        "d4d6,".repeat(1 << 18),
        "1.".repeat(1 << 19),
        "e4e5e4".repeat(1 << 18),
        many,
        "x\n".repeat(1 << 16),
        "[A \"b\"]\n".repeat(1 << 16),
    ];
    for text in &texts {
        let answer = import(&ImportRequest::new(text.as_str()));
        let told = answer.errors.len() + answer.questions.len();
        assert!(told > 0, "{}", &text[..20]);
        assert!(answer.errors.len() <= MOST_LISTED);
        let written = serde_json::to_string(&answer).expect("JSON").len();
        assert!(written < 8 << 20, "{}: {written} bytes", &text[..20]);
    }
}
