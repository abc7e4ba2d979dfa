//! The command line: help, wrong arguments, the page, the end.
//! Not here: what the page does.

use crate::support::{Server, program, runs, wait_until};
use std::process::Stdio;

#[test]
fn help_says_what_can_be_set() {
    let out = program().arg("--help").output().expect("output");
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success());
    for word in [
        "--engine",
        "--listen",
        "--no-open",
        "--max-engines",
        "Exit codes",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn wrong_arguments_are_refused_before_anything_starts() {
    for arguments in [
        &["--engine", "name=x"][..],
        &["--engine", "cmd=a", "nodes=x"],
        &["--engine", "name=tricorn", "cmd=a"],
        &["--engine", "cmd=a", "movetime=100"],
        &["--listen", "8427"],
        &["--max-engines", "0"],
        &["--nonsense"],
    ] {
        let out = program()
            .arg("--no-open")
            .args(arguments)
            .output()
            .expect("output");
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(!text.is_empty() && out.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_page_is_served_with_its_headers() {
    let server = Server::start(&[]);
    let script = server.get("/pieces.svg");
    assert_eq!(
        (script.status, script.header("content-type")),
        (200, Some("image/svg+xml"))
    );
    for path in [
        "/",
        "/pieces.svg",
        "/no-such-file",
        "/api/v1/engines",
        "/api/v1/nonsense",
    ] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(
            policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"),
            "{path}: {policy}"
        );
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
    }
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/src/main.rs",
        "/.hidden",
        "/%00",
    ] {
        assert!(matches!(server.get(path).status, 400 | 404), "{path}");
    }
    assert!(matches!(
        server.request("POST", "/", &[], "").status,
        404 | 405
    ));
}

#[test]
fn two_boards_run_beside_each_other() {
    // Whoever comes first has the usual port, which may be neither.
    let start = || {
        let mut command = program();
        command
            .arg("--no-open")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        Server::of(command)
    };
    let (first, second) = (start(), start());
    assert_ne!(first.port, second.port);
    assert_eq!(second.get("/pieces.svg").status, 200);
}

#[test]
fn a_signal_ends_everything() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::start(&[]);
        let mut page = server.pipe("/ws/engine/tricorn");
        let mut rules = server.pipe("/ws/rules");
        rules.ask("isready", "readyok");
        page.say("go infinite");
        page.until("info depth 3");
        let engines = server.engines();
        assert_eq!(engines.len(), 1);
        server.signal(signal);
        assert_eq!(page.closed(), Some(1001));
        assert_eq!(rules.closed(), Some(1001));
        let status = server.child.wait().expect("a status");
        assert_eq!(status.code(), Some(0), "{signal}");
        assert!(!runs(engines[0]));
    }
}

#[test]
fn a_server_that_is_killed_leaves_no_engine() {
    let mut server = Server::start(&[]);
    let mut page = server.pipe("/ws/engine/tricorn");
    page.say("go infinite");
    page.until("info depth 3");
    let engines = server.engines();
    server.signal("KILL");
    let _ = server.child.wait();
    wait_until("the engine to end", || {
        engines.iter().all(|&pid| !runs(pid))
    });
}
