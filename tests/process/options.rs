//! Options: names and values as they may come, what is refused, and what a change does.
//! Not here: the list itself, which the options' own tests hold against their defaults.

use crate::engine::{Engine, answers};
use crate::{count, errors, moves};

#[test]
fn both_greetings_list_the_same_options() {
    let uci = answers("uci\n");
    let ugi = answers("ugi\n");
    assert!(uci[0].starts_with("id name Tricorn "));
    assert!(uci[1].starts_with("id author "));
    assert_eq!(uci.last().map(String::as_str), Some("uciok"));
    assert_eq!(ugi.last().map(String::as_str), Some("ugiok"));
    assert_eq!(uci[..uci.len() - 1], ugi[..ugi.len() - 1]);
    for name in [
        "UCI_Variant type combo default dameo var dameo var eximo var abak",
        "Hash type spin default 16 min 1 ",
        "Threads type spin default 1 min 1 max 256",
        "MultiPV type spin default 1 min 1 ",
        "Ponder type check default false",
        "Move Overhead type spin default 10 min 0 ",
        "Clear Hash type button",
        "UCI_AnalyseMode type check default false",
        "UCI_ShowWDL type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default ",
        "UCI_EngineAbout type string default Tricorn ",
        "Debug Log File type string default <empty>",
        "EndgameFile type string default <empty>",
        "EvalFile type string default <empty>",
        "RollDice type check default false",
        "DiceSeed type spin default 0 min 0 ",
    ] {
        assert_eq!(count(&uci, &format!("option name {name}")), 1, "{name}");
    }
    assert_eq!(count(&uci, "option name "), 17);
}

#[test]
fn names_in_any_case_and_with_any_blanks() {
    for text in [
        "setoption name uci_variant value EXIMO",
        "setoption  name\tUCI_VARIANT   value  Eximo ",
    ] {
        let lines = answers(&format!("{text}\nquery position\n"));
        assert_eq!(count(&lines, "response 1MMMMMM1/"), 1, "{lines:?}");
    }
    let good = "setoption name move  OVERHEAD value 100\nsetoption name clear hash\nsetoption name Ponder value TRUE\n";
    assert_eq!(answers(good), [""; 0]);
}

#[test]
fn values_that_do_not_fit_are_refused() {
    for (text, code) in [
        ("name Hash", "bad-value"),
        ("name Hash value", "bad-value"),
        ("name Hash value 0", "bad-value"),
        ("name Hash value -4", "bad-value"),
        ("name Hash value 99999999999999999999", "bad-value"),
        ("name Hash value many", "bad-value"),
        ("name Hash value +16", "bad-value"),
        ("name Threads value 257", "bad-value"),
        ("name MultiPV value 0", "bad-value"),
        ("name Ponder value yes", "bad-value"),
        ("name UCI_Variant value chess", "bad-value"),
        ("name UCI_Variant", "bad-value"),
        ("name DiceSeed value -1", "bad-value"),
        ("name Nothing value 3", "unknown-option"),
        ("name", "bad-argument"),
        ("Hash value 3", "bad-argument"),
        ("", "bad-argument"),
    ] {
        let lines = answers(&format!("setoption {text}\nisready\n"));
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(errors(&lines)[0].starts_with(code), "{text}: {lines:?}");
    }
}

#[test]
fn a_table_larger_than_memory_is_refused_and_the_old_one_stays() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name Hash value 32\nisready");
    assert_eq!(engine.line(), "readyok");
    engine.send("go depth 7");
    engine.expect("bestmove ");
    engine.send("setoption name Hash value 1048576");
    let error = engine.line();
    assert!(
        error.starts_with("info string ERROR bad-value: option Hash: "),
        "{error}"
    );
    assert!(error.contains("MiB"), "{error}");
    // The table still remembers the search before: the same one again is over sooner.
    let nodes = |line: &str| -> u64 {
        let (_, rest) = line.split_once(" nodes ").expect("nodes");
        rest.split(' ')
            .next()
            .expect("a number")
            .parse()
            .expect("a number")
    };
    engine.send("ucinewgame\ngo depth 7");
    let fresh = engine.until("bestmove ");
    engine.send("setoption name Hash value 1048576\ngo depth 7");
    let warm = engine.until("bestmove ");
    let last = |lines: &[String]| nodes(lines.iter().rfind(|l| l.contains(" pv ")).expect("info"));
    assert!(
        last(&warm) < last(&fresh),
        "{} {}",
        last(&warm),
        last(&fresh)
    );
}

#[test]
fn hash_down_and_up() {
    let mut text = String::new();
    for mib in [64, 1, 128, 2, 16] {
        text.push_str(&format!(
            "setoption name Hash value {mib}\nisready\ngo depth 4\n"
        ));
    }
    let lines = answers(&text);
    assert_eq!(errors(&lines), [""; 0]);
    assert_eq!(count(&lines, "readyok"), 5);
    assert_eq!(moves(&lines).len(), 5);
}

#[test]
fn the_variant_may_change_between_games() {
    let mut text = String::new();
    for game in ["eximo", "abak", "dameo", "abak", "eximo"] {
        text.push_str(&format!(
            "setoption name UCI_Variant value {game}\nquery position\ngo depth 1\nucinewgame\n"
        ));
    }
    let lines = answers(&text);
    let first: Vec<_> = lines
        .iter()
        .filter(|l| l.starts_with("response"))
        .map(|l| &l[..12])
        .collect();
    let [dameo, eximo, abak] = ["response mmm", "response 1MM", "response ED/"];
    assert_eq!(first, [eximo, abak, dameo, abak, eximo]);
    assert_eq!(moves(&lines).len(), 5);
    assert_eq!(moves(&lines)[1], "roll");
}

#[test]
fn the_same_nodes_after_a_new_game() {
    for variant in ["dameo", "eximo", "abak"] {
        let search = "position startpos\ngo depth 2\n";
        let text = format!(
            "setoption name UCI_Variant value {variant}\n{search}go depth 1\nucinewgame\n{search}"
        );
        let lines = answers(&text);
        let nodes: Vec<_> = lines
            .iter()
            .filter(|line| line.starts_with("info depth 2 "))
            .map(|line| {
                line.split(" nodes ")
                    .nth(1)
                    .and_then(|l| l.split(' ').next())
            })
            .collect();
        assert_eq!(nodes.len(), 2, "{lines:?}");
        assert_eq!(nodes[0], nodes[1], "{variant}");
    }
}

#[test]
fn multipv_lists_the_best_lines_in_order() {
    let lines = answers("setoption name MultiPV value 4\ngo depth 4\n");
    let last: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("info depth 4 "))
        .collect();
    assert_eq!(last.len(), 4, "{lines:?}");
    let field = |line: &str, name: &str| -> String {
        let (_, rest) = line.split_once(&format!(" {name} ")).expect(name);
        rest.split(' ').next().expect("a word").to_owned()
    };
    let ranks: Vec<_> = last.iter().map(|line| field(line, "multipv")).collect();
    assert_eq!(ranks, ["1", "2", "3", "4"]);
    let scores: Vec<i32> = last
        .iter()
        .map(|line| field(line, "cp").parse().expect("cp"))
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let heads: std::collections::HashSet<_> = last.iter().map(|line| field(line, "pv")).collect();
    assert_eq!(heads.len(), 4);
    assert_eq!(field(last[0], "pv"), moves(&lines)[0]);
    // More lines than moves: as many as there are moves.
    let lines = answers(
        "setoption name MultiPV value 500\nposition fen k7/8/8/8/8/8/8/7K w\ngo depth 1\nquery legal\n",
    );
    let legal = lines.last().expect("response").split(' ').count() - 1;
    assert_eq!(count(&lines, "info depth 1 "), legal);
}

#[test]
fn a_log_file_is_written_and_one_that_cannot_be_is_an_error() {
    let file = std::env::temp_dir().join(format!("tricorn-log-{}.txt", std::process::id()));
    let name = file.to_str().expect("a name");
    let lines = answers(&format!(
        "setoption name Debug Log File value {name}\nisready\nsetoption name Debug Log File value\nquery p1turn\n"
    ));
    assert_eq!(lines, ["readyok", "response true"]);
    let log = std::fs::read_to_string(&file).expect("the log");
    std::fs::remove_file(&file).expect("the log");
    assert!(log.contains("readyok"), "{log}");
    assert!(!log.contains("response true"), "{log}");
    let lines = answers("setoption name Debug Log File value /no/such/folder/log\nisready\n");
    assert!(errors(&lines)[0].starts_with("io: log file "), "{lines:?}");
    assert_eq!(lines[1], "readyok");
}

#[test]
fn the_flag_of_the_command_line_is_the_default_that_is_listed() {
    let (lines, _) = crate::engine::pipe(&["--variant", "eximo"], "uci\n");
    let head = "option name UCI_Variant type combo default eximo var dameo var eximo";
    assert_eq!(count(&lines, head), 1, "{lines:?}");
}

#[test]
fn endgame_files_are_taken_or_refused_with_a_reason() {
    // The tables that the engine carries are a file of that kind too.
    let own = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/eval/dameo/endgame/three.bin"
    );
    let foreign = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let lines = answers(&format!(
        "position startpos moves c3c4\nsetoption name EndgameFile value {own}\nquery p1turn\n\
         setoption name EndgameFile value {foreign}\nsetoption name EndgameFile value no/such/file\n\
         setoption name UCI_Variant value eximo\nsetoption name UCI_Variant value dameo\n\
         go depth 1\nsetoption name EndgameFile value\n"
    ));
    let errors = errors(&lines);
    assert_eq!(errors.len(), 2, "{lines:?}");
    assert!(errors[0].starts_with("io: endgame file "), "{lines:?}");
    assert!(
        errors[0].contains("not a Dameo endgame table file"),
        "{lines:?}"
    );
    assert!(
        errors[1].starts_with("io: endgame file \"no/such/file\": "),
        "{lines:?}"
    );
    // The position stays while tables are exchanged.
    assert_eq!(count(&lines, "response false"), 1, "{lines:?}");
    assert_eq!(moves(&lines).len(), 1, "{lines:?}");
}

#[test]
fn endgame_files_are_looked_at_in_every_game() {
    let shipped = include_bytes!("../../src/eval/dameo/endgame/three.bin");
    let file = std::env::temp_dir().join(format!("tricorn-own-{}", std::process::id()));
    let name = file.to_str().expect("a name");
    std::fs::write(&file, shipped).expect("a file");
    let mut engine = Engine::start(&[]);
    let mut errors_of = |text: &str| {
        engine.send(text);
        engine.send("isready");
        let mut lines = engine.until("readyok");
        lines.pop();
        lines
    };
    let none: [&str; 0] = [];
    let lines = errors_of(&format!(
        "setoption name EndgameFile value {name}\nsetoption name UCI_Variant value eximo"
    ));
    assert_eq!(errors(&lines), none);
    // Refused where nobody needs it, so that the good one stays.
    let lines = errors_of("setoption name EndgameFile value no/such/file");
    let missing = "io: endgame file \"no/such/file\": ";
    assert!(errors(&lines)[0].starts_with(missing), "{lines:?}");
    let lines = errors_of("setoption name UCI_Variant value dameo");
    assert_eq!(errors(&lines), none);

    // Gone at a switch: told, kept, and found again at a later one.
    let there_and_back =
        "setoption name UCI_Variant value abak\nsetoption name UCI_Variant value dameo";
    std::fs::remove_file(&file).expect("the file");
    for _ in 0..2 {
        let lines = errors_of(there_and_back);
        assert_eq!(errors(&lines).len(), 1, "{lines:?}");
        assert!(errors(&lines)[0].contains(name), "{lines:?}");
    }
    std::fs::write(&file, shipped).expect("a file");
    assert_eq!(errors(&errors_of(there_and_back)), none);
    std::fs::write(&file, "another").expect("a file");
    let lines = errors_of(there_and_back);
    std::fs::remove_file(&file).expect("the file");
    assert!(
        errors(&lines)[0].contains("not a Dameo endgame table file"),
        "{lines:?}"
    );
}

/// A net file for a game that judges every position alike.
fn flat_net<G: tricorn::eval::net::NnueFeatures>(logit: i32) -> Vec<u8> {
    use tricorn::eval::net::{Parameters, Shape};
    let expected = G::expected();
    let shape = Shape {
        inputs: expected.inputs,
        hidden: 16,
        perspectives: expected.perspectives,
        outputs: expected.outputs,
    };
    Parameters {
        shape,
        unit: 100,
        description: "for a test".into(),
        feature_weights: vec![0; shape.inputs * shape.hidden],
        feature_biases: vec![0; shape.hidden],
        output_weights: vec![0; shape.outputs * shape.perspectives * shape.hidden],
        output_biases: vec![logit; shape.outputs],
    }
    .to_bytes(G::NAME)
}

#[test]
fn a_net_file_judges_its_own_game() {
    use tricorn::eval::net::LOGIT;
    use tricorn::rules::dameo::Dameo;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("flat.net");
    let name = path.to_str().expect("a name");
    std::fs::write(&path, flat_net::<Dameo>(3 * LOGIT)).expect("a file");
    let lines = answers(&format!(
        "setoption name UCI_Variant value eximo\nsetoption name EvalFile value {name}\neval\n\
         setoption name UCI_Variant value dameo\neval\nsetoption name EvalFile value\neval\n\
         setoption name EvalFile value hand\neval\n"
    ));
    assert_eq!(errors(&lines).len(), 0, "{lines:?}");
    let note = "info string EvalFile: a net for dameo; eximo keeps its own";
    assert_eq!(count(&lines, note), 1, "{lines:?}");
    let scores: Vec<&String> = lines.iter().filter(|l| l.starts_with("score cp")).collect();
    assert_eq!(scores.len(), 4, "{lines:?}");
    assert!(scores[1].starts_with("score cp 300 "), "{lines:?}");
    for other in [0, 2, 3] {
        assert!(!scores[other].starts_with("score cp 300 "), "{lines:?}");
    }
    assert_eq!(
        lines.iter().filter(|l| l.starts_with("runners ")).count(),
        1
    );
}

#[test]
fn what_is_wrong_with_one_file_is_not_said_of_another() {
    let shipped = include_bytes!("../../src/eval/dameo/endgame/three.bin");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tables");
    std::fs::write(&file, shipped).expect("a file");
    let mut engine = Engine::start(&[]);
    let mut said = |text: &str| {
        engine.send(text);
        engine.send("isready");
        engine.until("readyok")
    };
    said(&format!(
        "setoption name EndgameFile value {}",
        file.display()
    ));
    std::fs::remove_file(&file).expect("the file");
    // The net is taken all the same.
    let lines = said("setoption name EvalFile value hand\neval");
    assert!(
        errors(&lines)[0].starts_with("io: endgame file "),
        "{lines:?}"
    );
    assert_eq!(
        lines.iter().filter(|l| l.starts_with("runners ")).count(),
        1
    );
}

#[test]
fn a_wrong_net_file_is_refused_and_the_old_one_stays() {
    use tricorn::eval::net::LOGIT;
    use tricorn::rules::dameo::Dameo;
    let folder = tempfile::tempdir().expect("a folder");
    let [good, bad] = ["good", "bad"].map(|name| folder.path().join(name));
    let mut bytes = flat_net::<Dameo>(2 * LOGIT);
    std::fs::write(&good, &bytes).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&bad, &bytes).expect("a file");
    let [good, bad] = [&good, &bad].map(|path| path.display());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    // Opening a pipe waits for its other end.
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let pipe = pipe.display();
    let lines = answers(&format!(
        "setoption name EvalFile value {good}\nsetoption name EvalFile value {bad}\n\
         setoption name EvalFile value {manifest}\nsetoption name EvalFile value no/such/file\n\
         setoption name EvalFile value {pipe}\neval\n"
    ));
    let errors = errors(&lines);
    assert_eq!(errors.len(), 4, "{lines:?}");
    assert!(errors[3].contains("not a regular file"), "{lines:?}");
    assert!(errors[0].starts_with("io: net file "), "{lines:?}");
    assert!(errors[0].contains("the file is damaged"), "{lines:?}");
    assert!(errors[1].contains("not a net file"), "{lines:?}");
    assert!(
        errors[2].starts_with("io: net file \"no/such/file\": "),
        "{lines:?}"
    );
    assert!(
        lines.iter().any(|line| line.starts_with("score cp 200 ")),
        "{lines:?}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_no_regular_file_is_refused_by_every_option() {
    use std::os::unix::{fs::symlink, net::UnixListener};
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let made = std::process::Command::new("mkfifo")
        .arg(path("pipe"))
        .status();
    assert!(made.expect("mkfifo").success());
    let _socket = UnixListener::bind(path("socket")).expect("a socket");
    symlink(path("loop"), path("loop")).expect("a link");
    symlink(path("pipe"), path("to-pipe")).expect("a link");
    symlink("/proc/self/mem", path("to-mem")).expect("a link");
    let made = ["pipe", "to-pipe", "to-mem", "socket", "", "loop"].map(path);
    let special = [
        "/dev/zero",
        "/dev/full",
        "/dev/tty",
        "/proc/self/mem",
        "/proc/self/fd/0",
        "/proc/self/comm",
        "/proc/kmsg",
        "/sys/kernel/uevent_seqnum",
    ];
    let mut engine = Engine::start(&[]);
    for option in ["Debug Log File", "EvalFile", "EndgameFile"] {
        let made = made.iter().map(|path| path.to_str().expect("a name"));
        for name in made.chain(special) {
            engine.send(&format!("setoption name {option} value {name}\nisready"));
            let lines = engine.until("readyok");
            assert_eq!(lines.len(), 2, "{option} {name}: {lines:?}");
            let error = errors(&lines)[0];
            assert!(error.starts_with("io: "), "{option} {name}: {error}");
            // The right to open these, or their presence, may be lacking; a loop cannot be opened.
            let unsure = ["/kmsg", "/uevent_seqnum", "/loop"];
            if !unsure.iter().any(|end| name.ends_with(end)) {
                assert!(
                    error.ends_with("not a regular file"),
                    "{option} {name}: {error}"
                );
            }
        }
    }
    // Nothing was taken: the log goes where it went, and the engine plays.
    engine.send("go depth 1");
    assert_ne!(engine.expect("bestmove"), "bestmove (none)");
}

#[test]
fn a_change_of_the_variant_says_how_to_draw_the_board() {
    let mut text = String::new();
    for game in ["dameo", "eximo", "abak", "abak"] {
        text += &format!("setoption name UCI_Variant value {game}\n");
    }
    // Setting an option to its current value changes nothing.
    assert_eq!(
        answers(&text),
        [
            "info string variant eximo files 8 ranks 8 pocket 0 template fairy startpos \
             1MMMMMM1/1MMMMMM1/1MM2MM1/8/8/1mm2mm1/1mmmmmm1/1mmmmmm1 b 1",
            "info string variant abak files 12 ranks 2 pocket 0 template fairy startpos \
             ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - -",
        ]
    );
}
