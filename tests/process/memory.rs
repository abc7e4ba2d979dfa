//! Memory of the process, as Linux counts it: what waiting lines take, and the table.
//! Not here: how long anything takes.
#![cfg(target_os = "linux")]

use crate::engine::Engine;

/// A line of `/proc/<pid>/status` in MiB, such as `VmRSS`.
fn mib(engine: &Engine, field: &str) -> usize {
    let file = format!("/proc/{}/status", engine.id());
    let text = std::fs::read_to_string(file).expect("the engine runs");
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    let number = line.and_then(|line| line.trim_start_matches(':').split_whitespace().next());
    number
        .and_then(|kib| kib.parse::<usize>().ok())
        .expect(field)
        >> 10
}

#[test]
fn waiting_lines_take_no_more_memory_than_they_weigh() {
    // The queue's bound, and some for the rest.
    const MOST: usize = 64 + 16;
    // Errors take more room than the text they are about; so do commands that say little.
    for (line, bytes) in [
        (format!("go{}", " a".repeat(17)), 4 << 20),
        ("go".to_owned(), 400_000),
        ("#".to_owned(), 16 << 20),
        (format!("position fen{}", " a".repeat(500_000)), 32 << 20),
    ] {
        let mut engine = Engine::start(&[]);
        engine.send("isready");
        engine.expect("readyok");
        let before = mib(&engine, "VmRSS");
        engine.send("go infinite");
        let text = format!("{line}\n").repeat(bytes / (line.len() + 1));
        engine.send(&text);
        engine.send("isready");
        engine.expect("readyok");
        let most = mib(&engine, "VmHWM");
        assert!(most < before + MOST, "{line:.20}: {before} to {most} MiB");
    }
}

#[test]
fn the_memory_of_the_table_is_there_before_readyok_and_stays() {
    const HASH: usize = 96;
    let mut engine = Engine::start(&[]);
    engine.send("uci");
    engine.expect("uciok");
    let before = mib(&engine, "VmRSS");
    let full = |engine: &Engine| mib(engine, "VmRSS") >= before + HASH - 1;
    engine.send(&format!("setoption name Hash value {HASH}\nisready"));
    engine.expect("readyok");
    assert!(full(&engine), "before the first search");

    // Emptied, it holds nothing of the search before, but all of its memory.
    let search = "go depth 6";
    engine.send(search);
    let fresh = nodes(&engine.until("bestmove"));
    for clear in ["ucinewgame", "setoption name Clear Hash"] {
        engine.send(&format!("{clear}\n{search}"));
        let lines = engine.until("bestmove");
        assert_eq!(nodes(&lines), fresh, "{clear}");
        assert!(full(&engine), "{clear}");
    }
    engine.send(search);
    assert!(nodes(&engine.until("bestmove")) < fresh);
}

#[test]
fn a_search_without_isready_does_not_wait_for_the_table() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name Hash value 256\ngo nodes 20");
    engine.expect("bestmove");
    assert!(mib(&engine, "VmRSS") < 256);
    engine.send("isready");
    engine.expect("readyok");
    assert!(mib(&engine, "VmRSS") >= 256);
}

/// The nodes of the last line with a score.
fn nodes(lines: &[String]) -> u64 {
    let mut counts = lines.iter().filter_map(|line| {
        let (_, behind) = line.split_once(" nodes ")?;
        behind.split(' ').next()?.parse().ok()
    });
    counts.next_back().expect("a count")
}
