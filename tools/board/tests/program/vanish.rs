//! Pages that vanish: their engines end, and their questions are dropped.
//! Not here: pages that stay and misbehave (`hostile`).

use crate::support::{Server, wait_until};
use serde_json::json;
use std::io::Write;
use std::net::Shutdown;

/// Pages that come and go in one test.
const PAGES: usize = 40;

#[test]
fn pages_that_vanish_leave_no_engine() {
    pages_vanish(PAGES);
}

/// The figure for 200 pages.
#[test]
#[ignore = "a figure: cargo test --release -p board --test program -- --ignored two_hundred"]
fn two_hundred_pages_vanish() {
    pages_vanish(200);
}

fn pages_vanish(count: usize) {
    let server = Server::start(&["--max-engines", "8"]);
    let mut begun = 0;
    for number in 0..count {
        let mut page = server.pipe("/ws/engine/tricorn");
        let mut rules = server.pipe("/ws/rules");
        rules.say("query legal");
        page.say("go infinite");
        if number % 4 == 0 {
            // While the engine starts.
            drop(page);
            continue;
        }
        let Ok(_) = page.hear() else {
            // All slots were taken by pages that are just going.
            server.await_engines(0);
            continue;
        };
        begun += 1;
        if number % 4 == 1 {
            let _ = page.0.get_ref().shutdown(Shutdown::Both);
        }
    }
    assert!(begun > count / 4, "{begun}");
    server.await_engines(0);
    // All slots are free again.
    let mut pages: Vec<_> = (0..8).map(|_| server.pipe("/ws/engine/tricorn")).collect();
    for page in &mut pages {
        page.ask("isready", "readyok");
    }
}

#[test]
fn a_question_whose_asker_is_gone_is_dropped() {
    let server = Server::start(&[]);
    for path in ["analyse", "review"] {
        let question = json!({
            "id": 1, "variant": "dameo", "moves": ["c3c4", "c6c5", "c4c6"], "movetime": 500_000,
        });
        let body = question.to_string();
        let text = format!(
            "POST /api/v1/{path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            server.host(),
            body.len()
        );
        let mut stream = server.connect();
        stream.write_all(text.as_bytes()).expect("sent");
        server.await_engines(1);
        drop(stream);
        // The one engine of questions is free again.
        let answer = server.post("/api/v1/analyse", &json!({ "id": 2, "depth": 1 }));
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    wait_until("the slots", || {
        let answer = server.post("/api/v1/analyse", &json!({ "id": 2, "depth": 1 }));
        answer.status == 200
    });
}
