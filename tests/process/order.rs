//! The order of commands: what waits, what acts at once, and one answer for each search.
//! Not here: what a search answers.

use crate::engine::{Engine, answers, listen_briefly, pipe};
use crate::{count, moves};
use std::time::Duration;

const A_WHILE: Duration = Duration::from_millis(200);

#[test]
fn stop_twice_gives_one_bestmove() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite\nstop\nstop\nisready");
    let mut lines = engine.until("readyok");
    engine.send("isready");
    lines.extend(engine.until("readyok"));
    engine.end_input();
    lines.extend(engine.rest());
    assert_eq!(count(&lines, "bestmove"), 1, "{lines:?}");
    assert!(engine.status().success());
}

#[test]
fn stop_in_the_same_write_stops() {
    let mut engine = Engine::start(&[]);
    for _ in 0..20 {
        engine.send("position startpos\ngo infinite\nstop");
        engine.expect("bestmove ");
    }
    engine.silent(A_WHILE);
}

#[test]
fn each_stop_ends_one_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite\nstop\ngo infinite\nstop\ngo infinite");
    engine.expect("bestmove ");
    engine.expect("bestmove ");
    engine.silent(A_WHILE);
    engine.send("stop");
    engine.expect("bestmove ");
}

#[test]
fn a_stray_stop_or_ponderhit_is_silent() {
    let lines = answers("stop\nponderhit\nstop\nisready\nstop\n");
    assert_eq!(lines, ["readyok"]);
}

#[test]
fn ponderhit_racing_the_end_gives_one_bestmove() {
    let mut engine = Engine::start(&[]);
    for nodes in [0, 1, 100, 1_000, 5_000, 20_000] {
        engine.send(&format!("go ponder nodes {nodes}"));
        engine.send("ponderhit");
        engine.expect("bestmove ");
        engine.send("ponderhit\nstop\nisready");
        assert_eq!(engine.line(), "readyok");
    }
}

#[test]
fn limits_count_from_ponderhit() {
    let mut engine = Engine::start(&[]);
    engine.send("go ponder movetime 100");
    engine.silent(A_WHILE);
    engine.send("ponderhit");
    engine.expect("bestmove ");
}

#[test]
fn commands_during_a_search_run_after_it_in_order() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.expect("info depth");
    engine.send("position startpos moves c3c4\nquery position\ngo depth 2\nquery p1turn\nfoo");
    engine.silent(A_WHILE);
    engine.send("stop");
    engine.expect("bestmove ");
    assert!(engine.line().ends_with(" b 0 1"));
    engine.expect("bestmove ");
    assert_eq!(engine.line(), "response false");
    let error = engine.line();
    assert!(
        error.starts_with("info string ERROR unknown-command"),
        "{error}"
    );
}

#[test]
fn isready_is_answered_during_search_and_ponder() {
    for go in [
        "go infinite",
        "go ponder wtime 1000 btime 1000",
        "go ponder",
    ] {
        let mut engine = Engine::start(&[]);
        engine.send(go);
        engine.expect("info depth");
        for _ in 0..10 {
            engine.send("isready");
            engine.expect("readyok");
        }
        engine.send("stop");
        engine.expect("bestmove ");
    }
}

#[test]
fn isready_waits_for_what_stands_before_it() {
    let lines = answers("setoption name Hash value 512\nisready\nquery p1turn\nisready\n");
    assert_eq!(lines, ["readyok", "response true", "readyok"]);
}

#[test]
fn isready_behind_a_search_in_the_same_write_does_not_wait_for_it() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite\nposition startpos\nisready");
    engine.expect("readyok");
    engine.send("stop");
    engine.expect("bestmove ");
}

#[test]
fn infinite_and_ponder_hold_the_answer() {
    let mated = "position fen 8/8/8/8/8/8/8/k7 w";
    let single = "position fen 8/8/8/8/8/8/7K/k7 w moves h2h1";
    let win = "position fen 8/8/8/8/8/k7/8/K6K w";
    for position in [mated, single, win] {
        for go in [
            "go infinite",
            "go infinite depth 3",
            "go",
            "go ponder",
            "go ponder depth 2",
        ] {
            let mut engine = Engine::start(&[]);
            engine.send(position);
            engine.send(go);
            engine.expect("info ");
            engine.silent(A_WHILE);
            engine.send("isready");
            engine.expect("readyok");
            engine.send("stop");
            engine.expect("bestmove ");
        }
    }
}

#[test]
fn an_infinite_search_at_its_greatest_depth_waits() {
    // One king each, far apart: every line is a draw soon, and all depths are searched quickly.
    let mut engine = Engine::start(&[]);
    engine.send("position fen 8/8/8/8/8/8/8/K7 b\ngo infinite");
    assert!(engine.expect("info depth 0").contains("score mate 0"));
    engine.silent(A_WHILE);
    engine.send("stop");
    assert_eq!(engine.expect("bestmove"), "bestmove (none)");
}

#[test]
fn quit_during_a_search_still_answers_it_and_no_later_one() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.expect("info depth");
    engine.send("go infinite\ngo depth 3\nquit\nisready");
    let lines = engine.rest();
    assert_eq!(count(&lines, "bestmove"), 1, "{lines:?}");
    assert_eq!(count(&lines, "readyok"), 0);
    assert!(engine.status().success());
}

#[test]
fn quit_in_the_same_write_answers_the_first_search() {
    let lines = answers("position startpos moves c3c4\ngo infinite\ngo infinite\nquit\n");
    assert_eq!(count(&lines, "bestmove"), 1, "{lines:?}");
}

#[test]
fn quit_ends_perft_and_bench() {
    for text in ["perft 20\nquit\n", "bench 60\nquit\n"] {
        let lines = answers(text);
        assert_eq!(count(&lines, "Nodes"), 0, "{lines:?}");
    }
}

#[test]
fn the_end_of_input_lets_finite_work_finish() {
    let lines = answers("go depth 5\nperft 3\ngo nodes 3000\ngo movetime 50");
    assert_eq!(count(&lines, "bestmove"), 3, "{lines:?}");
    assert_eq!(count(&lines, "Nodes searched: 135930"), 1);
}

#[test]
fn the_end_of_input_ends_endless_searches() {
    let lines = answers("go infinite\ngo ponder\ngo\ngo ponder wtime 60000 btime 60000\nisready\n");
    assert_eq!(count(&lines, "bestmove"), 4, "{lines:?}");
}

#[test]
fn stop_ends_perft_and_bench_without_a_total() {
    let mut engine = Engine::start(&[]);
    engine.send("perft 30\nstop\nbench 90\nstop\ngo perft 30\nstop\nisready");
    let mut lines = engine.until("info string bench stopped");
    lines.extend(engine.until("info string perft stopped"));
    assert_eq!(count(&lines, "info string perft stopped"), 2, "{lines:?}");
    assert_eq!(count(&lines, "Nodes searched"), 0);
    engine.end_input();
    assert_eq!(count(&engine.rest(), "bestmove"), 0);
}

#[test]
fn a_thousand_searches_may_be_piped_in() {
    let text: String = (0..1_000)
        .map(|n| format!("position startpos moves c3c4\ngo nodes {}\n", n % 50))
        .collect();
    let lines = answers(&text);
    assert_eq!(moves(&lines).len(), 1_000);
}

#[test]
fn a_full_queue_ends_an_endless_search_and_drops_nothing() {
    // More than the queue holds, behind a search that only a command could end.
    let line = format!("position startpos{}moves c3c4\n", " ".repeat(1 << 19));
    let mut text = "go infinite\n".to_owned();
    for _ in 0..140 {
        text.push_str(&line);
    }
    text.push_str("query position\n");
    let (lines, status) = pipe(&[], text);
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove"), 1);
    assert_eq!(count(&lines, "response"), 1);
}

#[test]
fn a_closed_output_ends_the_process_quietly() {
    assert!(listen_briefly("uci\ngo infinite\n", 20).success());
    assert!(listen_briefly(&"uci\n".repeat(500), 20).success());
}

/// Time on the processor so far, in ticks of the system.
#[cfg(target_os = "linux")]
fn ticks(engine: &Engine) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", engine.id())).expect("stat");
    let after_name = stat.rsplit(") ").next().expect("a name in brackets");
    let fields: Vec<_> = after_name.split(' ').collect();
    // User and system time are fields 14 and 15 of the line; the name was the second.
    fields[11].parse::<u64>().expect("utime") + fields[12].parse::<u64>().expect("stime")
}

#[test]
#[cfg(target_os = "linux")]
fn waiting_costs_no_processor_time() {
    let mut engine = Engine::start(&[]);
    engine.send("isready");
    engine.expect("readyok");
    let before = ticks(&engine);
    std::thread::sleep(Duration::from_millis(500));
    assert!(ticks(&engine) <= before + 1, "idle");
    // A search that has its answer and may not give it yet.
    engine.send("go infinite depth 1");
    engine.expect("info depth 1");
    std::thread::sleep(Duration::from_millis(100));
    let before = ticks(&engine);
    std::thread::sleep(Duration::from_millis(500));
    assert!(ticks(&engine) <= before + 1, "holding an answer");
}

#[test]
fn ponderhit_lets_go_of_an_answer_without_a_position() {
    let mut engine = Engine::start(&[]);
    engine.send("position foo\ngo ponder depth 3\nponderhit");
    assert_eq!(engine.expect("bestmove"), "bestmove (none)");
}

#[test]
fn a_ponder_without_a_clock_of_the_mover_ends_with_ponderhit() {
    let mut engine = Engine::start(&[]);
    engine.send("go ponder btime 1000");
    engine.expect("info string ERROR bad-argument: no clock of the side to move");
    engine.expect("info depth 1");
    engine.send("ponderhit");
    engine.expect("bestmove ");
}
