//! The memory of `analyse lines` under very many lines, and lines that nobody answers.
//! Not here: what the answers say.

use super::setting::{Dialogue, MOCK};
use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;

/// The most memory that a process has used so far, in KiB.
fn peak(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_ascii_whitespace().nth(1));
    number.and_then(|kib| kib.parse().ok()).expect("its peak")
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_number_of_lines() {
    let mut dialogue = Dialogue::new(&format!("lines --nodes 1 --engines 2 --engine cmd={MOCK}"));
    let mut after = |count: usize| {
        // In pieces, since both pipes are full after a while.
        for piece in 0..count / 100 {
            for at in 0..100 {
                // Every tenth goes to an engine; the others the rules answer, or nobody can.
                dialogue.say(match at % 10 {
                    0 => r#"{"id":1,"nodes":1}"#,
                    1..=4 => r#"{"id":2,"position":"8/8/8/8/8/8/8/1M5K b 0 1"}"#,
                    5..=8 => r#"{"id":3,"moves":["a1a9"]}"#,
                    _ => "{",
                });
            }
            for _ in 0..100 {
                assert!(dialogue.hear().is_some(), "{piece}");
            }
        }
        peak(dialogue.child.id())
    };
    let few = after(2_000);
    let many = after(100_000);
    assert!(
        many < few + 8 * 1024,
        "{few} KiB after 2,000 lines, {many} after 100,000 more"
    );
    assert_eq!(dialogue.end().0, Some(1));
}

#[test]
#[cfg(target_os = "linux")]
fn no_more_is_read_than_can_be_answered() {
    // The engine never answers, so that what is read stays in memory.
    let arguments = format!("lines --engines 1 --engine cmd={MOCK} args=--think=3600000");
    let mut child = super::setting::analyse(&arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    // 1,000 questions of 800 KiB, of which 64 MiB may be held.
    let moves = "\"c3c4\",".repeat(100_000);
    let line = format!("{{\"id\":1,\"searchmoves\":[{moves}\"c3c4\"],\"movetime\":5}}\n");
    let (sent, written) = std::sync::mpsc::channel();
    let writer = thread::spawn(move || {
        for _ in 0..1_000 {
            if input.write_all(line.as_bytes()).is_err() || sent.send(()).is_err() {
                return;
            }
        }
    });
    // It reads some, and stops reading: then no further line goes in for a while. A machine that is
    // slow makes the pause come early and the test weaker, but never fail.
    while written
        .recv_timeout(std::time::Duration::from_secs(2))
        .is_ok()
    {}
    let used = peak(child.id());
    child.kill().expect("killed");
    child.wait().expect("ended");
    writer.join().expect("written");
    assert!(used < 400 * 1024, "{used} KiB");
}
