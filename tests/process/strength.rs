//! Options about strength: chances reported, levels below the full one, several threads.
//! Not here: how strong it plays; matches measure that.

use crate::engine::{Engine, answers};
use crate::{count, errors, moves};
use tricorn_protocol::{Answer, Info, parse_answer};

const VARIANTS: [&str; 3] = ["dameo", "eximo", "abak"];

fn infos(lines: &[String]) -> Vec<Info> {
    let read = |line: &String| match parse_answer(line).answer {
        Some(Answer::Info(info)) => Some(*info),
        _ => None,
    };
    lines.iter().filter_map(read).collect()
}

/// The start of a game with the mover's roll, where there are dice.
fn start(variant: &str) -> String {
    let roll = if variant == "abak" { " moves 31" } else { "" };
    format!("setoption name UCI_Variant value {variant}\nposition startpos{roll}\n")
}

/// As [`start`], below full strength.
fn weak(variant: &str, elo: u32) -> String {
    let limit = "setoption name UCI_LimitStrength value true\n";
    format!(
        "{limit}setoption name UCI_Elo value {elo}\n{}",
        start(variant)
    )
}

/// The bounds of `UCI_Elo`.
fn bounds() -> (u32, u32) {
    let lines = answers("uci\n");
    let line = lines
        .iter()
        .find(|line| line.contains(" UCI_Elo "))
        .expect("the option");
    let words: Vec<_> = line.split(' ').collect();
    let after = |name: &str| {
        let place = words.iter().position(|&word| word == name).expect(name);
        words[place + 1].parse().expect("a number")
    };
    (after("min"), after("max"))
}

#[test]
fn chances_are_shown_when_asked_for_and_add_up() {
    for variant in VARIANTS {
        let search = format!("{}go depth 2\n", start(variant));
        let silent = answers(&search);
        assert!(infos(&silent).iter().all(|info| info.wdl.is_none()));
        let lines = answers(&format!("setoption name UCI_ShowWDL value true\n{search}"));
        let scored = |info: &&Info| info.score.is_some();
        let mut seen = 0;
        for info in infos(&lines).iter().filter(scored) {
            let wdl = info.wdl.expect("chances with the score");
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
            // Nobody has won at the start.
            assert!((200..800).contains(&wdl.win), "{variant}: {wdl:?}");
            assert_eq!(wdl.draw > 0, variant == "dameo", "{wdl:?}");
            seen += 1;
        }
        assert!(seen >= 2);
    }
}

#[test]
fn a_decided_game_has_certain_chances_and_a_finished_one_none() {
    let on = "setoption name UCI_ShowWDL value true\n";
    let won = answers(&format!(
        "{on}position fen 8/8/8/8/8/k7/8/K6K w\ngo depth 3\n"
    ));
    assert!(count(&won, "info depth 1 ") > 0);
    assert!(
        won.iter().any(|line| line.contains(" wdl 1000 0 0 ")),
        "{won:?}"
    );
    let over = answers(&format!("{on}position fen 8/8/8/8/8/8/8/k7 w\ngo\n"));
    assert_eq!(over, ["info depth 0 score mate 0", "bestmove (none)"]);
}

#[test]
fn the_weaker_the_level_the_less_it_searches() {
    let (least, most) = bounds();
    for variant in VARIANTS {
        let search = |elo| {
            let lines = answers(&format!("{}go depth 6 nodes 40000\n", weak(variant, elo)));
            assert_eq!(moves(&lines).len(), 1);
            infos(&lines)
                .iter()
                .filter_map(|info| info.nodes)
                .max()
                .expect("nodes")
        };
        assert!(search(least) < search(most), "{variant}");
        // The rating alone changes nothing.
        let plain = answers(&format!("{}go depth 2\n", start(variant)));
        let unused = format!("setoption name UCI_Elo value {least}\n{}", start(variant));
        let unused = answers(&format!("{unused}go depth 2\n"));
        assert_eq!(moves(&plain), moves(&unused));
    }
}

#[test]
fn what_a_stronger_search_found_is_not_used() {
    let position = "position fen 1M3M2/2M4M/4M3/6M1/4m3/3M1m2/1Mm5/8 w 16";
    let weak = format!("{}{position}\ngo movetime 50\n", weak("eximo", bounds().0));
    let fresh = answers(&weak);
    let strong = format!("{}{position}\ngo depth 7\n", start("eximo"));
    let after = answers(&format!("{strong}{weak}"));
    assert_eq!(moves(&after).last(), moves(&fresh).last());
    let scores = |lines: &[String]| infos(lines).last().map(|info| info.score);
    assert_eq!(scores(&after), scores(&fresh));
}

#[test]
fn the_weakest_level_errs_in_the_same_way_each_time_but_not_in_each_game() {
    let least = bounds().0;
    for variant in VARIANTS {
        let search = format!("{}go depth 9\n", weak(variant, least));
        let lines = answers(&format!("{search}go depth 9\n"));
        let played = moves(&lines);
        assert_eq!(played[0], played[1]);
        assert!(infos(&lines).iter().all(|info| info.depth <= Some(1)));
        let game = format!("ucinewgame\n{}go depth 9\n", start(variant));
        let games = answers(&format!("{search}{}", game.repeat(20)));
        assert!(
            moves(&games).iter().any(|&other| other != played[0]),
            "{variant}"
        );
    }
}

#[test]
fn the_weakest_level_takes_what_wins_at_once() {
    let won = "position fen 8/8/8/8/8/k7/8/K6K w\n";
    let game = format!("ucinewgame\n{won}go\n");
    let games = format!("{}{}", weak("dameo", bounds().0), game.repeat(10));
    let lines = answers(&games);
    assert_eq!(moves(&lines).len(), 10);
    let mates = infos(&lines).into_iter().filter(|info| {
        let mate = tricorn_protocol::Score::Mate(1);
        info.score.is_some_and(|report| report.score == mate)
    });
    assert_eq!(mates.count(), 10, "{lines:?}");
}

#[test]
fn a_level_keeps_clocks_and_waits_for_the_stop() {
    let (least, most) = bounds();
    for elo in [least, most] {
        let head = weak("dameo", elo);
        for go in [
            "movetime 0",
            "wtime 1",
            "nodes 1",
            "depth 0",
            "wtime 100 winc 5",
        ] {
            let lines = answers(&format!("{head}go {go}\n"));
            assert_eq!((moves(&lines).len(), errors(&lines).len()), (1, 0), "{go}");
        }
        let mut engine = Engine::start(&[]);
        engine.send(&head);
        for go in ["go infinite", "go", "go ponder"] {
            engine.send(go);
            engine.silent(std::time::Duration::from_millis(100));
            engine.send("stop");
            engine.expect("bestmove ");
        }
    }
}

#[test]
fn several_threads_answer_once_and_keep_the_limits() {
    for variant in VARIANTS {
        let head = format!("setoption name Threads value 3\n{}", start(variant));
        let lines = answers(&format!(
            "{head}go nodes 30000\ngo depth 2\ngo movetime 20\n"
        ));
        assert_eq!((moves(&lines).len(), errors(&lines).len()), (3, 0));
        let first = lines.iter().position(|line| line.starts_with("bestmove "));
        let spent = infos(&lines[..first.expect("an answer")]);
        let spent = spent.iter().filter_map(|info| info.nodes).max();
        assert!(spent.is_some_and(|nodes| nodes <= 30_000), "{spent:?}");
        let mut engine = Engine::start(&[]);
        engine.send(&head);
        for _ in 0..5 {
            engine.send("go infinite");
            engine.expect("info depth 1 ");
            engine.send("stop");
            engine.expect("bestmove ");
            engine.send("isready");
            assert_eq!(engine.line(), "readyok");
        }
    }
}
