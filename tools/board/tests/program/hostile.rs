//! Hostile peers: other sites, other names, garbage, floods, connections half open.
//! Not here: peers that only vanish (`vanish`).

use crate::support::{Server, wait_until};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::json;
use std::io::Write;
use tungstenite::Message;

#[test]
fn other_sites_and_other_names_are_refused() {
    let server = Server::start(&[]);
    let host = server.host();
    let port = server.port;
    for own in [
        &host,
        &format!("localhost:{port}"),
        &format!("LOCALHOST:{port}"),
    ] {
        let text = format!("GET /pieces.svg HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n\r\n");
        assert!(
            server.raw(text.as_bytes()).starts_with(b"HTTP/1.1 200 "),
            "{own}"
        );
    }
    for other in [
        "evil.example",
        &format!("evil.example:{port}"),
        "127.0.0.1",
        "localhost",
        "127.0.0.1:1",
        "",
    ] {
        for path in [
            "/",
            "/pieces.svg",
            "/api/v1/engines",
            "/ws/rules",
            "/ws/engine/tricorn",
        ] {
            let text = format!("GET {path} HTTP/1.1\r\nHost: {other}\r\nConnection: close\r\n\r\n");
            let answer = server.raw(text.as_bytes());
            assert!(answer.starts_with(b"HTTP/1.1 403 "), "{other} {path}");
        }
    }
    for head in ["", "Host: {host}\r\nHost: evil.example\r\n"] {
        let text = format!(
            "GET / HTTP/1.1\r\n{}Connection: close\r\n\r\n",
            head.replace("{host}", &host)
        );
        let answer = server.raw(text.as_bytes());
        assert!(answer.starts_with(b"HTTP/1.1 40"), "{head}");
    }
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        &format!("http://localhost:{port}"),
        "file://",
    ] {
        for path in ["/ws/rules", "/ws/engine/tricorn"] {
            assert_eq!(
                server.open(path, origin).err(),
                Some(403),
                "{origin} {path}"
            );
        }
        let head = [
            &*format!("Origin: {origin}"),
            "Content-Type: application/json",
        ];
        let answer = server.request("POST", "/api/v1/legal", &head, "{}");
        assert_eq!(answer.status, 403, "{origin}");
        assert!(answer.header("access-control-allow-origin").is_none());
    }
    assert!(server.engines().is_empty());
}

#[test]
fn frames_that_are_no_lines_close_the_pipe() {
    let server = Server::start(&[]);
    for path in ["/ws/rules", "/ws/engine/tricorn"] {
        for frame in [
            Message::binary(vec![0, 159, 146, 150]),
            Message::text("isready\nquit"),
            Message::text("position startpos\0"),
        ] {
            let mut pipe = server.pipe(path);
            pipe.0.send(frame).expect("sent");
            assert_eq!(pipe.closed(), Some(1003), "{path}");
        }
        let mut pipe = server.pipe(path);
        // The server may close before all is sent.
        let _ = pipe.0.send(Message::text("x".repeat(8 << 20)));
        assert!(matches!(pipe.closed(), None | Some(1009)), "{path}");
        let mut pipe = server.pipe(path);
        let line = format!("position startpos moves {}", "c3c4 ".repeat(250_000));
        pipe.say(&line[..1 << 20]);
        pipe.ask("isready", "readyok");
    }
    server.await_engines(0);
}

#[test]
fn questions_of_wrong_form_are_told_so() {
    let server = Server::start(&[]);
    let json = "Content-Type: application/json";
    for (head, body, status) in [
        ("Content-Type: text/plain", "{}", 415),
        ("X-Nothing: 1", "{}", 415),
        (json, "", 400),
        (json, "{", 400),
        (json, "[]", 400),
        (json, r#"{"variant":"chess"}"#, 400),
        (json, r#"{"moves":["z9"]}"#, 400),
        (json, r#"{"position":"8/8"}"#, 400),
        (json, r#"{"nonsense":1}"#, 400),
    ] {
        let answer = server.request("POST", "/api/v1/legal", &[head], body);
        assert_eq!(answer.status, status, "{head} {body}: {answer:?}");
        assert!(answer.json()["error"]["message"].is_string());
    }
    let large = format!(r#"{{"moves":["{}"]}}"#, "x".repeat(2 << 20));
    let answer = server.request("POST", "/api/v1/legal", &[json], &large);
    assert!(matches!(answer.status, 0 | 413), "{}", answer.status);
    for (method, path, status) in [
        ("GET", "/api/v1/legal", 405),
        ("PUT", "/api/v1/analyse", 405),
        ("GET", "/api/v1/nonsense", 404),
        ("GET", "/api/v2/legal", 404),
    ] {
        assert_eq!(
            server.request(method, path, &[], "").status,
            status,
            "{method} {path}"
        );
    }
}

#[test]
fn connections_half_open_do_not_shut_others_out() {
    let server = Server::start(&[]);
    let mut open = Vec::new();
    for number in 0..400 {
        let mut stream = server.connect();
        let begun: &[u8] = match number % 4 {
            0 => b"",
            1 => b"GET / HTTP/1.1\r\nHost: ",
            2 => b"POST /api/v1/legal HTTP/1.1\r\n",
            _ => b"\x16\x03\x01\x02\x00",
        };
        let _ = stream.write_all(begun);
        open.push(stream);
    }
    assert_eq!(server.get("/pieces.svg").status, 200);
}

#[test]
fn a_peer_that_reads_nothing_costs_little() {
    let server = Server::start(&[]);
    let mut pipe = server.pipe("/ws/rules");
    pipe.0
        .get_ref()
        .set_write_timeout(Some(std::time::Duration::from_secs(1)))
        .expect("a timeout");
    let mut sent = 0;
    while sent < 300_000 && pipe.0.send(Message::text("query legal")).is_ok() {
        sent += 1;
    }
    assert!(sent < 300_000, "{sent}");
    assert!(memory_mib(&server) < 200, "{}", memory_mib(&server));
    server.pipe("/ws/rules").ask("isready", "readyok");
}

/// The memory of the server, in MiB.
fn memory_mib(server: &Server) -> u64 {
    memory_kib(server) >> 10
}

/// The same in KiB.
pub fn memory_kib(server: &Server) -> u64 {
    let path = format!("/proc/{}/status", server.child.id());
    let status = std::fs::read_to_string(path).expect("a status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kib.expect("a number")
}

#[test]
fn random_and_hostile_messages_break_nothing() {
    messages(3_000);
}

/// The figure for 100,000 messages.
#[test]
#[ignore = "a figure: cargo test --release -p board --test program -- --ignored hundred_thousand --nocapture"]
fn a_hundred_thousand_messages_break_nothing() {
    messages(100_000);
}

/// Sends messages of all kinds; then all is as before.
fn messages(count: usize) {
    let mut server = Server::start(&["--max-engines", "4"]);
    let mut random = Pcg64::seed_from_u64(13);
    let before = memory_mib(&server);
    let mut sent = 0;
    while sent < count {
        match random.random_range(0..10) {
            0 => {
                let mut bytes = vec![0; random.random_range(0..3000)];
                random.fill_bytes(&mut bytes);
                let mut stream = server.connect();
                let _ = stream.write_all(&bytes);
                sent += 1;
            }
            1 => {
                let (method, path) = (pick(&mut random, &METHODS), pick(&mut random, &PATHS));
                let head = pick(&mut random, &HEADS);
                let body = garbled(&mut random);
                let text = format!(
                    "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{head}Content-Length: {}\r\n\r\n{body}",
                    server.host(),
                    body.len()
                );
                server.raw(text.as_bytes());
                sent += 1;
            }
            2 => {
                let (name, question) = (pick(&mut random, &QUESTIONS), garbled(&mut random));
                let path = format!("/api/v1/{name}");
                server.request(
                    "POST",
                    &path,
                    &["Content-Type: application/json"],
                    &question,
                );
                sent += 1;
            }
            kind => {
                let path = if kind == 3 {
                    "/ws/engine/tricorn"
                } else {
                    "/ws/rules"
                };
                let mut pipe = server.pipe(path);
                let _ = pipe.0.get_ref().set_nonblocking(false);
                for _ in 0..random.random_range(1..200) {
                    sent += 1;
                    let line = garbled(&mut random);
                    let message = match random.random_range(0..50) {
                        0 => Message::binary(line.into_bytes()),
                        1 => Message::Ping(vec![1; random.random_range(0..125)].into()),
                        2 => Message::text("x".repeat(random.random_range(0..2_000_000))),
                        _ => Message::text(line),
                    };
                    if pipe.0.send(message).is_err() {
                        break;
                    }
                }
                if random.random_bool(0.5) {
                    let _ = pipe.0.close(None);
                    pipe.closed();
                }
            }
        }
    }
    wait_until("the engines of pages to end", || {
        server.engines().len() <= 1
    });
    assert!(
        server.child.try_wait().is_ok_and(|status| status.is_none()),
        "the server has ended"
    );
    let answer = server.post("/api/v1/analyse", &json!({ "id": "last", "depth": 2 }));
    assert_eq!(answer.json()["id"], "last");
    let mut pipe = server.pipe("/ws/engine/tricorn");
    pipe.ask("go depth 2", "bestmove");
    println!(
        "{sent} messages: {before} MiB before, {} MiB after",
        memory_mib(&server)
    );
    assert!(memory_mib(&server) < 300, "{} MiB", memory_mib(&server));
}

const METHODS: [&str; 7] = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "BREW"];

const PATHS: [&str; 12] = [
    "/",
    "/index.html",
    "/pieces.svg",
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/api/v1/engines",
    "/api/v1/openapi.json",
    "/api/v1/legal",
    "/ws/rules",
    "/ws/engine/none",
    "/ws/engine/%00",
    "*",
];

const HEADS: [&str; 8] = [
    "",
    "Host: evil.example\r\n",
    "Origin: http://evil.example\r\n",
    "Sec-Fetch-Site: cross-site\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n",
    "Content-Type: application/json\r\n",
    "Content-Type: multipart/form-data\r\nContent-Length: 99999999999999999999\r\n",
];

const QUESTIONS: [&str; 6] = [
    "legal",
    "analyse",
    "review",
    "dice",
    "dice/throw",
    "dice/reveal",
];

const LINES: [&str; 20] = [
    "uci",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves c3c4 c6c5 c4c6",
    "position fen 8/8/3m4/8/3m4/3M4/8/8 w",
    "query legal",
    "query position",
    "query result",
    "setoption name UCI_Variant value abak",
    "setoption name UCI_Variant value eximo",
    "setoption name Hash value 32",
    "setoption name Debug Log File value /tmp/never",
    "go depth 3",
    "go infinite",
    "stop",
    r#"{"id":1,"variant":"abak","moves":["31:8/5,6/5"]}"#,
    r#"{"id":"a","variant":"dameo","position":"startpos","moves":["c3c4"],"depth":2}"#,
    r#"{"id":2,"text":"c3c4 c6c5 c4c6","variant":"dameo","nodes":100}"#,
    r#"{"id":3,"commitment":"00","ply":0}"#,
];

fn pick<'a>(random: &mut Pcg64, all: &[&'a str]) -> &'a str {
    all[random.random_range(0..all.len())]
}

/// A line or a question, whole or damaged.
fn garbled(random: &mut Pcg64) -> String {
    let line = pick(random, &LINES);
    match random.random_range(0..6) {
        0 => {
            let mut characters: Vec<char> = line.chars().collect();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..characters.len());
                characters[at] = char::from(random.random_range(1..127u8));
            }
            characters.into_iter().collect()
        }
        1 => line
            .chars()
            .take(random.random_range(0..line.len()))
            .collect(),
        2 => format!("{line} {}", pick(random, &LINES)),
        3 => line.repeat(random.random_range(1..50)),
        _ => line.to_owned(),
    }
}
