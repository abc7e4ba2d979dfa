//! Whole games over the pipes: what they leave in the server's memory.
//! Not here: what the rules say about the moves.

use crate::hostile::memory_kib;
use crate::support::{Pipe, Server};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// The most that memory may grow from the tenth game to the last, in KiB.
const GROWTH: u64 = 8 << 10;

#[test]
fn games_leave_nothing_behind() {
    games(40);
}

/// The figure for 1,000 games.
#[test]
#[ignore = "a figure: cargo test --release -p board --test program -- --ignored thousand_games --nocapture"]
fn a_thousand_games_leave_nothing_behind() {
    games(1_000);
}

/// Plays games of all variants, every tenth one by a page that is new, with an engine beside it.
fn games(count: usize) {
    let server = Server::start(&[]);
    let mut random = Pcg64::seed_from_u64(7);
    let mut pages = None;
    let mut tenth = 0;
    for number in 0..count {
        if number % 10 == 0 {
            pages = Some((server.pipe("/ws/rules"), server.pipe("/ws/engine/tricorn")));
        }
        let Some((rules, engine)) = &mut pages else {
            break;
        };
        let variant = ["dameo", "eximo", "abak"][number % 3];
        play(rules, engine, variant, &mut random);
        if number + 1 == 10 {
            tenth = memory_kib(&server);
        }
    }
    let last = memory_kib(&server);
    println!("after 10 games {tenth} KiB, after {count} games {last} KiB");
    assert!(
        last < tenth + GROWTH,
        "{tenth} KiB after 10 games, {last} KiB after {count}"
    );
}

/// A game of random moves, with a short search now and then.
fn play(rules: &mut Pipe, engine: &mut Pipe, variant: &str, random: &mut Pcg64) {
    for pipe in [&mut *rules, &mut *engine] {
        pipe.say(&format!("setoption name UCI_Variant value {variant}"));
        pipe.say("ucinewgame");
    }
    let mut line = "position startpos moves".to_owned();
    for ply in 0..80 {
        rules.say(&line);
        let answer = rules.ask("query legal", "response").pop().expect("a line");
        let moves: Vec<&str> = answer.split(' ').skip(1).collect();
        let word = match moves[..] {
            [] => break,
            ["roll"] => "31",
            _ => moves[random.random_range(0..moves.len())],
        };
        line = format!("{line} {word}");
        rules.say("query steps");
        rules.until("response");
        if ply % 20 == 0 {
            engine.say(&line);
            engine.ask("go nodes 500", "bestmove");
        }
    }
}
