//! The words of `go`: limits alone and together, wrong numbers, `searchmoves`.
//! Not here: how time is shared out, which the search's tests cover.

use crate::engine::{Engine, answers};
use crate::{count, errors, legal, moves};

/// That each `go` is answered at once with one legal move and a score.
fn each_gives_a_legal_move(searches: &[&str], faults: usize) {
    let legal = legal("position startpos");
    for go in searches {
        let lines = answers(&format!("{go}\n"));
        assert_eq!(errors(&lines).len(), faults, "{go}: {lines:?}");
        assert_eq!(moves(&lines).len(), 1, "{go}");
        assert!(
            legal.contains(&moves(&lines)[0].to_owned()),
            "{go}: {lines:?}"
        );
        let scored = |line: &&String| line.contains(" score cp ") && line.contains(" pv ");
        assert!(lines.iter().any(|line| scored(&line)), "{go}: {lines:?}");
    }
}

/// As above, with the input kept open, so that only the limits themselves can end the search.
fn each_ends_by_itself(searches: &[&str]) {
    let mut engine = Engine::start(&[]);
    for go in searches {
        engine.send(go);
        let best = engine.expect("bestmove ");
        assert_ne!(best, "bestmove (none)", "{go}");
    }
}

#[test]
fn limits_of_zero_give_a_move_at_once() {
    let searches = [
        "go depth 0",
        "go nodes 0",
        "go movetime 0",
        "go movestogo 0",
        "go movestogo 0 wtime 10000",
        "go wtime 0",
        "go wtime -5000 btime 100",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go mate 0",
    ];
    each_gives_a_legal_move(&searches, 0);
    each_ends_by_itself(&searches);
}

#[test]
fn a_clock_of_one_side_only() {
    each_gives_a_legal_move(&["go wtime 100", "go p1time 100"], 0);
    each_ends_by_itself(&[
        "go wtime 100",
        "go p1time 100",
        "go wtime 1 winc 0 movestogo 1",
    ]);
    // The clock of the other side ends nothing: an error, and as little time as can be.
    each_gives_a_legal_move(&["go btime 100", "go winc 50", "go movestogo 5"], 1);
    each_ends_by_itself(&["go btime 100", "go winc 50", "go movestogo 5"]);
}

#[test]
fn numbers_that_are_none_drop_their_limit() {
    let searches = [
        "go depth",
        "go nodes x",
        "go movetime -1",
        "go depth -3",
        "go wtime",
    ];
    each_gives_a_legal_move(&searches, 1);
    each_ends_by_itself(&searches);
    each_gives_a_legal_move(
        &["go nodes x depth 2", "go foo depth 2", "go depth 1 depth 2"],
        1,
    );
}

#[test]
fn huge_numbers_saturate() {
    let huge = "99999999999999999999999999";
    let searches = [
        format!("go depth 2 nodes {huge} movetime {huge} mate {huge}"),
        format!("go wtime {huge} winc {huge} movestogo {huge} depth 2"),
        format!("go wtime -{huge}"),
        format!("go wtime {huge} btime {huge} movestogo 1 nodes 500"),
    ];
    for go in &searches {
        each_gives_a_legal_move(&[go], 0);
    }
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let lines = answers("go depth 3 nodes 100000000 movetime 100000\n");
    assert_eq!(count(&lines, "info depth 3 "), 1, "{lines:?}");
    assert_eq!(count(&lines, "info depth 4 "), 0, "{lines:?}");
    let lines = answers("go depth 60 nodes 2000\n");
    assert_eq!(moves(&lines).len(), 1);
}

#[test]
fn a_clock_is_enough() {
    each_ends_by_itself(&[
        "go wtime 300 btime 300",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go p1time 300 p2time 300 p1inc 5 p2inc 5",
        "go wtime 500 movestogo 3",
        "go movetime 30",
    ]);
}

#[test]
fn searchmoves_filters() {
    let lines = answers("go depth 3 searchmoves a1b2 h1g2 a2a3\n");
    assert_eq!(errors(&lines).len(), 3, "{lines:?}");
    assert_eq!(moves(&lines), ["(none)"]);
    for (words, fault) in [("c3c4 c3d4", 0), ("c3c4 zz c3d4", 1)] {
        let lines = answers(&format!("go searchmoves {words} depth 4\n"));
        assert_eq!(errors(&lines).len(), fault, "{lines:?}");
        assert!(["c3c4", "c3d4"].contains(&moves(&lines)[0]), "{lines:?}");
    }
    let free = answers("go depth 4\n");
    let lines = answers("go searchmoves depth 4\n");
    assert_eq!(moves(&lines), moves(&free));
}

#[test]
fn searchmoves_without_a_legal_one_waits_where_infinite_does() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite searchmoves zz");
    engine.expect("info string ERROR illegal-move: searchmoves \"zz\"");
    engine.silent(std::time::Duration::from_millis(200));
    engine.send("stop");
    assert_eq!(engine.expect("bestmove"), "bestmove (none)");
}

#[test]
fn wild_positions_end_too() {
    // Each capture meets several others, over and over.
    for (variant, fen) in [
        (
            "eximo",
            "3M4/M1m1m1MM/mM2mMm1/1MMM1MM1/2m1m1mm/m3mM1m/m1m1M3/2mm4 w 3",
        ),
        (
            "eximo",
            "4M2M/1MMM2M1/1mMMmm1M/1mm3m1/1M2Mm2/1MM5/1mm4m/m4m2 b 3",
        ),
        (
            "dameo",
            "2K2Km1/3mmkM1/3mM3/4M3/1mMMm2M/2kMMKkm/4kmMM/k2kM1kK b 47 3",
        ),
    ] {
        let head = format!("setoption name UCI_Variant value {variant}\nposition fen {fen}\n");
        let lines = answers(&format!("{head}go depth 2\n"));
        assert_eq!(count(&lines, "info depth 2 seldepth "), 1, "{lines:?}");
    }
}

#[test]
fn perft_is_refused_beyond_its_greatest_depth() {
    let lines = answers(
        "perft 1001\nperft 4294967295\ngo perft 300000\nposition fen 8/8/8/8/8/8/8/k7 w\nperft 1000\n",
    );
    assert_eq!(errors(&lines).len(), 3, "{lines:?}");
    assert!(
        errors(&lines)
            .iter()
            .all(|error| error.starts_with("bad-argument: perft "))
    );
    assert_eq!(count(&lines, "Nodes searched: 0"), 1);
}

#[test]
fn what_was_found_at_one_draw_counter_does_not_decide_at_another() {
    let board = "position fen 4K3/1K6/8/8/K7/5k2/8/8 b";
    let lines = answers(&format!(
        "{board} 0 1\ngo depth 4\ngo mate 3\n{board} 47 1\ngo depth 4\ngo mate 3\n"
    ));
    let best = moves(&lines);
    assert_eq!(best.len(), 4);
    assert!(
        lines.iter().any(|line| line.contains("score mate -")),
        "lost at counter 0"
    );
    for found in &best[2..] {
        assert!(
            ["f3g2", "f3h1"].contains(found),
            "{found} loses in {lines:?}"
        );
    }
    let after = lines
        .iter()
        .skip_while(|line| !line.starts_with("bestmove"));
    let second = after
        .skip(1)
        .skip_while(|line| !line.starts_with("bestmove"))
        .skip(1);
    assert!(second.clone().any(|line| line.contains("score cp 0")));
    assert!(
        !second.clone().any(|line| line.contains("score mate")),
        "{lines:?}"
    );
}

#[test]
fn a_go_that_was_not_understood_is_refused() {
    // The first one thought until `stop` once, and hid everything behind it.
    let mut engine = Engine::start(&[]);
    for go in [
        "go dept 5",
        "go ponder fast",
        "go dept 5 searchmoves c3c4",
        "go searchmoves c3c4 dept 5",
        "go ponder searchmoves zz",
    ] {
        engine.send(go);
        let lines = engine.until("bestmove");
        assert!(errors(&lines).len() >= 2, "{lines:?}");
        assert_eq!(moves(&lines), ["(none)"]);
    }
    engine.send("go dept 5 depth 2");
    assert_ne!(engine.expect("bestmove"), "bestmove (none)");
    for go in ["go dept 5", "go searchmoves dept 5 c3c4"] {
        let lines = answers(&format!("{go}\n"));
        assert!(
            errors(&lines)[0].ends_with("did you mean depth?"),
            "{lines:?}"
        );
    }
}

#[test]
fn a_list_of_moves_without_a_limit_is_refused_in_every_game_if_one_is_not_legal() {
    for (variant, position, legal, unknown) in [
        ("dameo", "startpos", "c3c4", "a1b2"),
        ("eximo", "startpos", "c3c4", "a1b2"),
        ("abak", "startpos moves 31", "8/5,6/5", "8/4"),
        // Before the throw there is no legal move.
        ("abak", "startpos", "", "8/5,6/5"),
    ] {
        let mut engine = Engine::start(&["--variant", variant]);
        engine.send(&format!("position {position}"));
        engine.send(&format!("go searchmoves {legal} {unknown} movetme 100"));
        let lines = engine.until("bestmove");
        let last = errors(&lines).last().copied().unwrap_or_default();
        assert!(
            last.starts_with("bad-argument: nothing limits"),
            "{lines:?}"
        );
        assert_eq!(moves(&lines), ["(none)"], "{variant}");
        engine.send(&format!("go depth 1 searchmoves {legal} {unknown}"));
        assert_eq!(errors(&engine.until("bestmove")).len(), 1, "{variant}");
    }
}

#[test]
fn clocks_at_zero_beside_movetime_are_none() {
    let lines = answers("go btime 0 wtime 0 movetime 100000 depth 3\n");
    assert_eq!(count(&lines, "info depth 3 "), 1, "{lines:?}");
}

#[test]
fn words_that_are_no_moves_do_not_keep_stop_waiting() {
    for (variant, word) in [("dameo", "a1b2 "), ("eximo", "a1b2 "), ("abak", "8/5 ")] {
        let mut engine = Engine::start(&["--variant", variant]);
        if variant == "abak" {
            engine.send("position startpos moves 31");
        }
        engine.send(&format!("go searchmoves {}", word.repeat(200_000)));
        engine.send("stop");
        let lines = engine.until("bestmove");
        assert!(errors(&lines).len() <= 17, "{}", lines.len());
        assert_eq!(moves(&lines), ["(none)"]);
    }
    let lines = answers(&format!(
        "go depth 1 searchmoves {}\n",
        "a1b2 ".repeat(1_000)
    ));
    assert_eq!(errors(&lines).len(), 17);
    assert_eq!(
        errors(&lines)[16],
        "illegal-move: 984 more errors in this line"
    );
}

#[test]
fn a_search_that_was_broken_off_claims_no_loss() {
    let position = "position fen 8/6K1/k7/7M/5K2/3m2M1/8/8 b 0 1";
    for nodes in (100..1_500).step_by(100) {
        let lines = answers(&format!("{position}\ngo nodes {nodes}\n"));
        assert!(
            !lines.iter().any(|line| line.contains("mate -")),
            "{lines:?}"
        );
        assert_eq!(moves(&lines).len(), 1);
    }
}

#[test]
fn a_root_of_67157_moves_keeps_to_the_nodes_it_may_take() {
    let fen = "8/MMMMMMMM/m1M1M1M1/MMMMMMMM/2M1M1M1/MMMMMMMM/mmM1M1Mm/7m b 1";
    let head = format!("setoption name UCI_Variant value eximo\nposition fen {fen}\n");
    let lines = answers(&format!("{head}go nodes 1\ngo nodes 20000\n"));
    assert_eq!(moves(&lines).len(), 2);
    for most in [" nodes 10000 ", " nodes 20000 "] {
        assert_eq!(count(&lines, "info depth 1 "), 2, "{lines:?}");
        assert!(lines.iter().any(|line| line.contains(most)), "{lines:?}");
    }
}
