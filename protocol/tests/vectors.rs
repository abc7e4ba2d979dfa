//! Runs the vectors of the specification.
//! Not here: the vectors, nor their format; see `spec/vectors`.

use std::collections::HashSet;
use tricorn_protocol::{
    Answer, ErrorCode, Keyword, Line, LineBuffer, MAX_LINE, ProtocolError, Query, parse_answer,
    parse_command,
};

/// What a vector expects: `=` lines and `!` lines in their order.
#[derive(Debug, PartialEq, Eq)]
enum Expected {
    Canonical(Vec<u8>),
    Error(ErrorCode, Option<usize>),
}

/// One vector, with the number of its first line in the file.
struct Vector {
    number: usize,
    limit: usize,
    input: Vec<u8>,
    expected: Vec<Expected>,
}

impl Vector {
    fn text(&self) -> String {
        // Only streams have bytes that are not UTF-8.
        String::from_utf8(self.input.clone()).expect("UTF-8")
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let (byte, length) = match after.as_bytes().first() {
            Some(b't') => (b'\t', 1),
            Some(b'r') => (b'\r', 1),
            Some(b'n') => (b'\n', 1),
            Some(b'\\') => (b'\\', 1),
            Some(b'x') => (u8::from_str_radix(&after[1..3], 16).expect("two digits"), 3),
            other => panic!("no such escape: {other:?} in {text}"),
        };
        bytes.push(byte);
        rest = &after[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn expected_error(text: &str) -> Expected {
    let (code, column) = text.split_once(' ').expect("code and column");
    let code = ErrorCode::from_word(code).expect("a code");
    let column = (column != "-").then(|| column.parse().expect("a column"));
    Expected::Error(code, column)
}

fn vectors(file: &str) -> Vec<Vector> {
    let mut vectors: Vec<Vector> = Vec::new();
    let mut limit = MAX_LINE;
    for (index, line) in file.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (sign, text) = line.split_once(' ').unwrap_or((line, ""));
        match (sign, vectors.last_mut()) {
            ("@", _) => limit = text.parse().expect("a length"),
            ("<", _) => vectors.push(Vector {
                number: index + 1,
                limit: std::mem::replace(&mut limit, MAX_LINE),
                input: unescape(text),
                expected: Vec::new(),
            }),
            ("=", Some(vector)) => vector.expected.push(Expected::Canonical(unescape(text))),
            ("!", Some(vector)) => vector.expected.push(expected_error(text)),
            _ => panic!("line {}: no sign", index + 1),
        }
    }
    vectors
}

fn reading(message: Option<String>, errors: &[ProtocolError]) -> Vec<Expected> {
    let canonical = message.map(|text| Expected::Canonical(text.into_bytes()));
    let errors = errors
        .iter()
        .map(|error| Expected::Error(error.code, error.column));
    canonical.into_iter().chain(errors).collect()
}

#[test]
fn commands() {
    let vectors = vectors(include_str!("../spec/vectors/commands.txt"));
    let mut keywords = HashSet::new();
    let mut queries = HashSet::new();
    for vector in &vectors {
        let text = vector.text();
        let parsed = parse_command(&text);
        let canonical = parsed.command.as_ref().map(ToString::to_string);
        let found = reading(canonical.clone(), &parsed.errors);
        assert_eq!(found, vector.expected, "commands.txt:{}", vector.number);
        if let Some(canonical) = canonical {
            let again = parse_command(&canonical);
            assert_eq!(again.command, parsed.command, "{canonical}");
            assert!(again.errors.is_empty(), "{canonical}");
            let mut words = canonical.split(' ');
            keywords.extend(words.next().and_then(Keyword::from_word));
            queries.extend(words.next().and_then(Query::from_word));
        }
        keywords.extend(parsed.keyword);
    }
    assert_eq!(
        keywords.len(),
        Keyword::ALL.len(),
        "each command has a vector"
    );
    assert_eq!(queries.len(), Query::ALL.len(), "each query has a vector");
}

#[test]
fn answers() {
    let vectors = vectors(include_str!("../spec/vectors/answers.txt"));
    let mut codes = HashSet::new();
    for vector in &vectors {
        let text = vector.text();
        let parsed = parse_answer(&text);
        let canonical = parsed.answer.as_ref().map(ToString::to_string);
        let found = reading(canonical.clone(), &parsed.errors);
        assert_eq!(found, vector.expected, "answers.txt:{}", vector.number);
        if let Some(canonical) = canonical {
            let again = parse_answer(&canonical);
            assert_eq!(again.answer, parsed.answer, "{canonical}");
            assert!(again.errors.is_empty(), "{canonical}");
        }
        if let Some(Answer::Error(error)) = parsed.answer {
            codes.insert(error.code);
        }
    }
    assert_eq!(codes.len(), ErrorCode::ALL.len(), "each code has a vector");
}

/// The lines of a stream that arrives in pieces of `size` bytes.
fn cut(vector: &Vector, size: usize) -> Vec<Expected> {
    let mut buffer = LineBuffer::with_limit(vector.limit);
    let mut lines = Vec::new();
    for mut piece in vector.input.chunks(size) {
        while let Some(line) = buffer.push(&mut piece) {
            lines.push(line);
        }
    }
    lines.extend(buffer.finish());
    let expected = |line| match line {
        Line::Text(text) => Expected::Canonical(text.into_bytes()),
        Line::Unreadable { error, .. } => Expected::Error(error.code, error.column),
    };
    lines.into_iter().map(expected).collect()
}

#[test]
fn lines() {
    for vector in vectors(include_str!("../spec/vectors/lines.txt")) {
        for size in [1, 2, 3, 5, 1 << 16] {
            let found = cut(&vector, size);
            assert_eq!(found, vector.expected, "lines.txt:{}", vector.number);
        }
    }
}
