//! The pipes of lines: to the rules, and to an engine process.
//! Not here: peers that break the rules of the pipe (`hostile`) or vanish (`vanish`).

use crate::support::Server;

#[test]
fn the_rules_answer_without_an_engine() {
    let server = Server::start(&[]);
    let mut pipe = server.pipe("/ws/rules");
    let greeting = pipe.ask("uci", "uciok");
    assert!(
        greeting[1].starts_with("option name UCI_Variant "),
        "{greeting:?}"
    );
    for (variant, moves, legal) in [
        ("dameo", "c3c4", "c6c5"),
        ("eximo", "c3c4", "g7e5"),
        ("abak", "31", "31:"),
    ] {
        pipe.say(&format!("setoption name UCI_Variant value {variant}"));
        pipe.until("info string variant");
        pipe.say(&format!("position startpos moves {moves}"));
        let answer = pipe.ask("query legal", "response").pop().expect("a line");
        let found = answer.split(' ').any(|word| word.starts_with(legal));
        assert!(found, "{variant}: {answer}");
    }
    assert_eq!(
        pipe.ask("go depth 1", "bestmove")
            .last()
            .map(String::as_str),
        Some("bestmove (none)")
    );
    assert!(server.engines().is_empty());
    pipe.say("quit");
    assert_eq!(pipe.closed(), Some(1000));
}

#[test]
fn every_page_has_an_engine_of_its_own() {
    let server = Server::start(&[]);
    let mut first = server.pipe("/ws/engine/tricorn");
    let mut second = server.pipe("/ws/engine/tricorn");
    let greeting = first.ask("uci", "uciok");
    assert!(
        greeting
            .iter()
            .any(|line| line.starts_with("option name Hash ")),
        "{greeting:?}"
    );
    assert!(
        !greeting.iter().any(|line| line.contains("File")),
        "{greeting:?}"
    );
    first.say("setoption name UCI_Variant value eximo");
    first.say("position startpos moves c3c4");
    second.say("position startpos");
    let mine = first.ask("query position", "response");
    let other = second.ask("query position", "response");
    assert_ne!(mine.last(), other.last());
    server.await_engines(2);
    first.say("go infinite");
    first.until("info depth 2");
    assert!(first.ask("stop", "bestmove").len() < 1_000);
    first.say("quit");
    assert_eq!(first.closed(), Some(1000));
    server.await_engines(1);
    second.ask("go depth 3", "bestmove");
}

#[test]
fn files_and_large_numbers_stay_with_the_command_line() {
    let server = Server::start(&["--max-hash", "64", "--max-threads", "1"]);
    let mut pipe = server.pipe("/ws/engine/tricorn");
    for refused in [
        "setoption name EvalFile value /etc/passwd",
        "setoption name endgamefile value x",
        "setoption name Debug Log File value /tmp/board-log",
        "setoption name Hash value 65",
        "setoption name Threads value 2",
        "setoption name Hash",
        "setoption",
        "nonsense",
    ] {
        let said = pipe.ask(refused, "info string");
        assert!(
            said[0].starts_with("info string ERROR "),
            "{refused}: {said:?}"
        );
    }
    pipe.say("setoption name Hash value 64");
    assert_eq!(pipe.ask("isready", "readyok").len(), 1);
}

#[test]
fn a_page_hears_why_its_engine_is_gone() {
    let server = Server::start(&[
        "--engine",
        "name=none",
        "cmd=/no/such/program",
        "--engine",
        "name=shell",
        "cmd=/bin/true",
    ]);
    for name in ["none", "shell"] {
        let mut pipe = server.pipe(&format!("/ws/engine/{name}"));
        let line = pipe.hear().expect("a line");
        assert!(
            line.starts_with(&format!("info string ERROR io: engine {name}: ")),
            "{line}"
        );
        assert_eq!(pipe.closed(), Some(1011));
    }
    let mut pipe = server.pipe("/ws/engine/tricorn");
    pipe.ask("isready", "readyok");
    for pid in server.engines() {
        let killed = std::process::Command::new("kill")
            .args(["-9", &pid.to_string()])
            .status();
        assert!(killed.is_ok_and(|status| status.success()));
    }
    let line = pipe.hear().expect("a line");
    assert!(
        line.starts_with("info string ERROR io: engine tricorn: "),
        "{line}"
    );
    assert_eq!(pipe.closed(), Some(1011));
    // The next page has another.
    server
        .pipe("/ws/engine/tricorn")
        .ask("go depth 1", "bestmove");
    let listed = server.get("/api/v1/engines").json();
    assert!(listed["engines"][1]["error"].is_string(), "{listed}");
}

#[test]
fn slots_are_bounded_and_free_again() {
    let server = Server::start(&["--max-engines", "2", "--max-sockets", "4"]);
    let mut pages: Vec<_> = (0..2).map(|_| server.pipe("/ws/engine/tricorn")).collect();
    for page in &mut pages {
        page.ask("isready", "readyok");
    }
    assert_eq!(server.pipe("/ws/engine/tricorn").closed(), Some(1013));
    pages[0].say("quit");
    assert_eq!(pages[0].closed(), Some(1000));
    server.pipe("/ws/engine/tricorn").ask("isready", "readyok");
    let mut rules: Vec<_> = (0..8).map(|_| server.pipe("/ws/rules")).collect();
    let closed = rules.iter_mut().map(|pipe| {
        pipe.say("quit");
        pipe.closed()
    });
    let refused = closed.filter(|code| *code == Some(1013)).count();
    assert!((4..8).contains(&refused), "{refused}");
    // The list of engines does not need a slot.
    assert_eq!(server.get("/api/v1/engines").status, 200);
}
