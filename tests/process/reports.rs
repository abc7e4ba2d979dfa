//! What a search reports: fields, depths, scores, lines of play.
//! Not here: how well it searches.

use crate::engine::{Engine, answers, pipe};
use crate::{legal, moves};
use tricorn_protocol::{Answer, Info, Score, parse_answer};

fn infos(lines: &[String]) -> Vec<Info> {
    let read = |line: &String| match parse_answer(line).answer {
        Some(Answer::Info(info)) => Some(*info),
        _ => None,
    };
    lines.iter().filter_map(read).collect()
}

fn score(info: &Info) -> Option<Score> {
    info.score.map(|report| report.score)
}

fn last_score(lines: &[String]) -> Score {
    let found = infos(lines).iter().filter_map(score).next_back();
    found.expect("a score")
}

#[test]
fn every_number_is_whole_and_every_word_known() {
    for variant in ["dameo", "eximo", "abak"] {
        let roll = if variant == "abak" { " moves 31" } else { "" };
        let lines = answers(&format!(
            "setoption name UCI_Variant value {variant}\nposition startpos{roll}\ngo depth 2\n"
        ));
        for line in &lines {
            let read = parse_answer(line);
            assert!(read.errors.is_empty(), "{line}: {:?}", read.errors);
            let printed = read.answer.expect("an answer").to_string();
            assert_eq!(&printed, line);
        }
    }
}

#[test]
fn depth_never_falls_and_the_line_begins_with_the_answer() {
    for text in [
        "go depth 7\n",
        "go nodes 60000\n",
        "go movetime 150\n",
        "setoption name MultiPV value 3\ngo nodes 30000\n",
    ] {
        let lines = answers(text);
        let infos = infos(&lines);
        let depths: Vec<_> = infos.iter().filter_map(|info| info.depth).collect();
        assert!(depths.is_sorted(), "{depths:?}");
        let best = infos
            .iter()
            .rfind(|info| info.multipv == Some(1))
            .expect("a best line");
        assert_eq!(best.pv.iter().next(), Some(moves(&lines)[0]), "{lines:?}");
    }
}

#[test]
fn lines_of_play_are_legal_to_their_end() {
    for (variant, fen) in [
        (
            "dameo",
            "mm1mmmm1/3m4/m1m1mmm1/1mm1m3/M2MM1M1/MMM1M3/4M3/2MM3k b 0 16",
        ),
        ("dameo", "8/8/k7/8/8/8/4K3/K7 w 40 60"),
        ("dameo", "8/8/8/8/8/k7/2K5/K6K w 0 1"),
        (
            "eximo",
            "1M1M1MM1/2MM1MM1/1MM1MMM1/m7/m5mm/2m5/4m3/4mmm1 b 14",
        ),
        ("eximo", "8/8/4Mm2/6m1/1M3mm1/6m1/1m1M4/3m4 b 24"),
    ] {
        let head = format!("position fen {fen}");
        let answers = |text: &str| pipe(&["--variant", variant], text).0;
        let lines = answers(&format!("{head}\ngo nodes 40000\n"));
        for info in infos(&lines) {
            let reply = answers(&format!("{head} moves {}\nquery gameover\n", info.pv));
            assert_eq!(reply.len(), 1, "{} in {fen}: {reply:?}", info.pv);
            // Not past the end: all but the last move leave the game open.
            let words: Vec<_> = info.pv.iter().collect();
            if let Some((_, before)) = words.split_last() {
                let reply = answers(&format!(
                    "{head} moves {}\nquery gameover\n",
                    before.join(" ")
                ));
                assert_eq!(reply, ["response false"], "{} in {fen}", info.pv);
            }
        }
    }
}

#[test]
fn mates_have_the_sign_of_the_side_to_move() {
    // White takes the last king at once; wherever Black's last man goes, it is taken.
    let won = "position fen 8/8/8/8/8/k7/8/K6K w\ngo depth 6\n";
    let lost = "position fen 8/7m/K7/8/8/8/8/7K b\ngo depth 6\n";
    assert_eq!(last_score(&answers(won)), Score::Mate(1));
    assert_eq!(last_score(&answers(lost)), Score::Mate(-1));
    // Own turns after `uci`, plies after `ugi`.
    assert_eq!(last_score(&answers(&format!("ugi\n{won}"))), Score::Mate(1));
    assert_eq!(
        last_score(&answers(&format!("ugi\n{lost}"))),
        Score::Mate(-2)
    );
    assert_eq!(
        last_score(&answers(&format!("ugi\nuci\n{lost}"))),
        Score::Mate(-1)
    );
}

#[test]
fn the_game_is_over() {
    let lines = answers(
        "position fen 8/8/8/8/8/8/8/k7 w\ngo depth 5\nposition fen 8/8/8/8/8/8/8/K7 b\ngo nodes 5\n",
    );
    let over = ["info depth 0 score mate 0", "bestmove (none)"];
    assert_eq!(lines, [over, over].concat());
    let mut engine = Engine::start(&[]);
    engine.send("position fen 8/8/8/8/8/8/8/k7 w\ngo infinite");
    assert_eq!(engine.line(), over[0]);
    engine.silent(std::time::Duration::from_millis(200));
    engine.send("stop");
    assert_eq!(engine.line(), over[1]);
}

#[test]
fn every_answer_has_a_score_before_it() {
    for go in [
        "depth 0",
        "nodes 0",
        "nodes 1",
        "movetime 0",
        "movetime 1",
        "wtime -1",
        "mate 0",
    ] {
        let lines = answers(&format!("go {go}\n"));
        assert!(
            infos(&lines).iter().any(|info| score(info).is_some()),
            "{go}: {lines:?}"
        );
    }
}

#[test]
fn the_ponder_move_is_legal_after_the_answer() {
    let lines = answers("go depth 5\n");
    let words: Vec<_> = lines.last().expect("bestmove").split(' ').collect();
    let ["bestmove", best, "ponder", reply] = words[..] else {
        panic!("{words:?}")
    };
    let replies = legal(&format!("position startpos moves {best}"));
    assert!(replies.iter().any(|m| m == reply));
}

#[test]
fn a_mate_limit_finds_the_mate() {
    let lines = answers("position fen 8/8/8/8/8/k7/8/K6K w\ngo mate 1\n");
    assert_eq!(last_score(&lines), Score::Mate(1));
}

#[test]
fn after_ugi_bestmove_is_a_move_alone() {
    let words = |greeting: &str| {
        let lines = answers(&format!("{greeting}\ngo depth 4\n"));
        let best = lines.last().expect("bestmove").split(' ').count();
        assert_eq!(moves(&lines).len(), 1);
        best
    };
    assert_eq!(words("uci"), 4);
    assert_eq!(words("ugi"), 2);
    assert_eq!(words("ugi\nuci"), 4);
}
