//! Long lines, failing streams, and what is told about lines that cannot be read.
//! Not here: ordinary lines; see the vectors of the specification.

use std::io::{self, BufReader, Cursor, Read};
use tricorn_protocol::{
    Command, ErrorCode, Keyword, Line, LineBuffer, LineReader, MAX_LINE, Start, parse_command,
    quote,
};

#[test]
fn a_line_of_5000_moves_is_read_whole() {
    let line = format!("position startpos moves{}", " c3c4".repeat(5000));
    let Some(Command::Position { start, moves }) = parse_command(&line).command else {
        panic!("no position");
    };
    assert_eq!(start, Start::Startpos);
    assert_eq!(moves.iter().count(), 5000);
    assert!(moves.iter().all(|text| text == "c3c4"));
}

#[test]
fn a_mebibyte_is_a_line_and_one_byte_more_is_not() {
    let mut input = "x".repeat(MAX_LINE);
    input += "\r\n";
    input += &"y".repeat(MAX_LINE + 1);
    input += "\nisready\n";
    let lines: Vec<Line> = LineReader::new(input.as_bytes())
        .collect::<io::Result<_>>()
        .expect("memory does not fail");
    assert_eq!(lines[0], Line::Text("x".repeat(MAX_LINE)));
    let Line::Unreadable { error, head } = &lines[1] else {
        panic!("too long, yet read");
    };
    assert_eq!(error.code, ErrorCode::TooLong);
    assert_eq!(*head, "y".repeat(64));
    assert_eq!(lines[2..], [Line::Text("isready".to_owned())]);
}

#[test]
fn an_unreadable_line_still_tells_its_command() {
    let long = format!("position startpos moves{}", " c3c4".repeat(1 << 19));
    let bad: &[u8] = b"  position startpos moves \xff";
    let other: &[u8] = b"posit\xffion";
    let cases = [
        (long.as_bytes(), ErrorCode::TooLong, Some(Keyword::Position)),
        (bad, ErrorCode::NotUtf8, Some(Keyword::Position)),
        (other, ErrorCode::NotUtf8, None),
    ];
    for (mut bytes, code, keyword) in cases {
        let mut lines = LineBuffer::new();
        assert_eq!(lines.push(&mut bytes), None);
        let parsed = lines.finish().expect("a line").parse_command();
        assert_eq!(parsed.keyword, keyword);
        assert_eq!(parsed.command, None);
        assert_eq!(parsed.errors.len(), 1);
        assert_eq!(parsed.errors[0].code, code);
    }
}

#[test]
fn a_refused_position_is_known_to_be_one() {
    for line in ["position", "position fen", "position startpos c3c4"] {
        let parsed = parse_command(line);
        assert_eq!(parsed.command, None);
        assert_eq!(parsed.keyword, Some(Keyword::Position));
    }
}

#[test]
fn which_commands_act_during_a_search() {
    let at_once = [
        "isready",
        "stop",
        "ponderhit",
        "quit",
        "debug on",
        "debug off",
    ];
    let waiting = [
        "uci",
        "ucinewgame",
        "setoption name Hash value 1",
        "position startpos",
        "go",
        "query legal",
        "perft 1",
        "bench",
        "d",
    ];
    let acts = |line| {
        parse_command(line)
            .command
            .expect("a command")
            .acts_at_once()
    };
    assert!(at_once.into_iter().all(acts));
    assert!(!waiting.into_iter().any(acts));
}

/// A stream that fails at its end.
struct Failing;

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::ConnectionReset.into())
    }
}

#[test]
fn a_failing_stream_is_told_once_and_ends() {
    let input = BufReader::new(Cursor::new(b"uci\nis").chain(Failing));
    let mut lines = LineReader::new(input);
    assert!(matches!(lines.next(), Some(Ok(Line::Text(text))) if text == "uci"));
    let failure = lines.next().expect("a failure").expect_err("a failure");
    assert_eq!(failure.kind(), io::ErrorKind::ConnectionReset);
    assert!(lines.next().is_none());
}

#[test]
fn errors_quote_little_and_nothing_odd() {
    let line = format!("{}\u{7}\"", "w".repeat(2000));
    let error = &parse_command(&line).errors[0];
    assert!(error.to_string().len() < 150);
    assert_eq!(quote("a\u{7}\"\\"), r#""a\u{7}\"\\""#);
    assert_eq!(quote(&"w".repeat(60)), format!("\"{}\"", "w".repeat(60)));
    assert_eq!(quote(&"w".repeat(61)), format!("\"{}…\"", "w".repeat(60)));
}

#[test]
fn a_full_line_of_unknown_words_yields_few_errors() {
    let line = format!("go{}", " x".repeat(500_000));
    let errors = parse_command(&line).errors;
    assert_eq!(errors.len(), 17);
    assert_eq!(errors[16].message, "499985 more errors in this line");
}
