//! The real binary, driven line by line: each behaviour that a client may rely on, by name.
//! Not here: rules and search, which have tests of their own; speed, which no test measures.

mod clients;
mod dice;
mod engine;
mod games;
mod input;
mod limits;
mod memory;
mod options;
mod order;

mod pictures;
mod play;
mod positions;
mod program;
mod readme;
mod reports;
mod rollout;
mod strength;

/// How many lines begin with `head`.
fn count(lines: &[String], head: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(head)).count()
}

/// The error lines, without what they have in common.
fn errors(lines: &[String]) -> Vec<&str> {
    let head = "info string ERROR ";
    lines.iter().filter_map(|l| l.strip_prefix(head)).collect()
}

/// The answers to the searches, in order.
fn moves(lines: &[String]) -> Vec<&str> {
    let answers = lines.iter().filter_map(|l| l.strip_prefix("bestmove "));
    answers
        .map(|l| l.split(' ').next().unwrap_or_default())
        .collect()
}

/// The first answer of `query`, as words.
fn response(lines: &[String]) -> Vec<&str> {
    let line = lines.iter().find(|line| line.starts_with("response"));
    let line = line.unwrap_or_else(|| panic!("no response in {lines:?}"));
    line.split(' ').skip(1).collect()
}

/// The legal moves of a position, as the engine lists them.
fn legal(position: &str) -> Vec<String> {
    let lines = engine::answers(&format!("{position}\nquery legal\n"));
    response(&lines).iter().map(ToString::to_string).collect()
}
