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
        (format!("go{}", " a".repeat(200)), 16 << 20),
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
        assert!(most < before + MOST, "{:.20}: {before} to {most} MiB", line);
    }
}
