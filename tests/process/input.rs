//! Lines as they may come: blanks, comments, line ends, invalid UTF-8, lines that are too long.
//! Not here: the grammar, which the protocol's own crate tests.

use crate::engine::{answers, pipe};
use crate::{count, errors, moves};

#[test]
fn line_ends_and_blanks_of_any_kind() {
    let plain = answers("position startpos moves c3c4\nquery position\n");
    for text in [
        "position startpos moves c3c4\r\nquery position\r\n",
        "\tposition\tstartpos  moves \t c3c4  \n\n\r\n   \nquery   position",
        "# a comment\nposition startpos moves c3c4\n   # another: go infinite\nquery position\n",
        "\u{feff}position startpos moves c3c4\nquery position",
    ] {
        assert_eq!(answers(text), plain, "{text:?}");
    }
}

#[test]
fn the_last_line_counts_without_its_end() {
    assert_eq!(answers("isready"), ["readyok"]);
}

#[test]
fn nothing_at_all() {
    assert!(answers("").is_empty());
    assert!(answers("\n\n\n").is_empty());
}

#[test]
fn bytes_that_are_no_text_are_an_error_and_the_rest_goes_on() {
    let (lines, status) = pipe(
        &[],
        b"go \xff\xfe depth 1\nisready\n\xc3\nisready\n".as_slice(),
    );
    assert!(status.success());
    assert_eq!(errors(&lines).len(), 2, "{lines:?}");
    assert!(errors(&lines).iter().all(|e| e.starts_with("not-utf8: ")));
    assert_eq!(count(&lines, "readyok"), 2);
}

#[test]
fn a_line_of_two_mebibytes_is_an_error_and_the_rest_goes_on() {
    let lines = answers(&format!("foo {}\nisready\n", "x".repeat(2 << 20)));
    assert!(errors(&lines)[0].starts_with("too-long: "), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("readyok"));
}

#[test]
fn a_position_that_could_not_be_read_leaves_none() {
    let long = format!(
        "position startpos moves {}\ngo depth 1\n",
        "c3c4 ".repeat(400_000)
    );
    let lines = answers(&long);
    assert!(errors(&lines)[0].starts_with("too-long: "));
    assert!(errors(&lines)[1].starts_with("no-position: "));
    assert_eq!(moves(&lines), ["(none)"]);
    let (lines, _) = pipe(
        &[],
        b"position startpos moves \xff\ngo depth 1\n".as_slice(),
    );
    assert_eq!(moves(&lines), ["(none)"]);
}

#[test]
fn five_thousand_moves() {
    // Two kings walk to and fro; the line is long past every draw.
    let walk = "h1h2 a8a7 h2h1 a7a8 ".repeat(1_250);
    let text = format!(
        "position fen k7/8/8/8/8/8/8/7K w 0 1 moves {walk}\nquery position\nquery reason\n"
    );
    assert_eq!(
        answers(&text),
        [
            "response k7/8/8/8/8/8/8/7K w 5000 2501",
            "response repetition"
        ]
    );
}

#[test]
fn unknown_words_and_control_characters() {
    let lines = answers("\0\nfoo\n\u{1b}[31m\nuci\u{0}\nGO\nisready\n");
    assert_eq!(errors(&lines).len(), 5, "{lines:?}");
    assert!(
        errors(&lines)
            .iter()
            .all(|e| e.starts_with("unknown-command: "))
    );
    let printable = |line: &String| line.chars().all(|c| !c.is_control());
    assert!(lines.iter().all(printable), "{lines:?}");
}

#[test]
fn errors_quote_what_they_read_escaped_and_cut() {
    let mut commands = String::new();
    for junk in ["\u{1b}[31m", "\u{7}\0", "x"] {
        let junk = junk.repeat(900_000 / junk.len());
        for text in [
            junk.clone(),
            format!("8/8/{junk} w"),
            format!("23/S {junk} - -"),
        ] {
            commands += &format!(
                "position fen {text}\nposition startpos moves {text}\nposition startpos moves 64:{text}\n"
            );
        }
    }
    for variant in ["dameo", "eximo", "abak"] {
        let lines = answers(&format!(
            "setoption name UCI_Variant value {variant}\n{commands}"
        ));
        assert_eq!(errors(&lines).len(), 27, "{variant}");
        for line in &lines {
            assert!(!line.contains(char::is_control), "{line:?}");
            assert!(line.len() < 800, "{} bytes", line.len());
        }
    }
}

#[test]
fn long_lines_of_many_words_are_read_in_time() {
    // Were the time quadratic in the number of words, this would take a minute and more.
    for variant in ["dameo", "eximo", "abak"] {
        let words = "a ".repeat(500_000);
        let lines = answers(&format!(
            "setoption name UCI_Variant value {variant}\nposition fen {words}\nposition startpos moves {words}\n"
        ));
        assert_eq!(errors(&lines).len(), 2, "{lines:?}");
    }
}

#[test]
fn unknown_commands_name_help_and_what_was_meant() {
    let lines = answers("posiitton startpos\nGO\nexit\ne2e4\nzzzz\n");
    let wanted = [
        "did you mean position?",
        "did you mean go?",
        "did you mean quit?",
        "position startpos moves e2e4",
        "help",
    ];
    for (error, wanted) in errors(&lines).iter().zip(wanted) {
        assert!(error.contains(wanted) && error.contains("help"), "{error}");
    }
    assert_eq!(errors(&lines).len(), wanted.len());
}
