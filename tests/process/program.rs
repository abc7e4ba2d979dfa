//! The program's own arguments, and the commands made for people and scripts.
//! Not here: the protocol on stdin.

use crate::engine::{answers, command, pipe};
use crate::{count, errors};

/// What a run without input prints: stdout, stderr, and whether it ended well.
fn run(arguments: &[&str]) -> (String, String, bool) {
    let output = command(arguments)
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the engine starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.success(),
    )
}

#[test]
fn one_command_line_is_run_and_the_program_ends() {
    let (out, _, good) = run(&["perft", "3"]);
    assert!(good);
    assert!(out.ends_with("Nodes searched: 135930\n"), "{out}");
    let (out, _, good) = run(&["--variant", "eximo", "perft", "2"]);
    assert!(good && out.ends_with("Nodes searched: 1600\n"), "{out}");
    let (out, _, good) = run(&["--variant=abak", "perft", "1"]);
    assert!(good && out.ends_with("Nodes searched: 882\n"), "{out}");
    let (out, _, good) = run(&["go", "depth", "2"]);
    assert!(
        good && out
            .lines()
            .last()
            .is_some_and(|l| l.starts_with("bestmove ")),
        "{out}"
    );
}

#[test]
fn a_wrong_command_line_says_so_and_fails() {
    let (out, _, good) = run(&["frobnicate"]);
    assert!(
        !good && out.starts_with("info string ERROR unknown-command"),
        "{out}"
    );
    let (out, err, good) = run(&["--variant", "chess"]);
    assert!(!good && out.is_empty(), "{out}");
    assert!(err.contains("dameo") && err.contains("chess"), "{err}");
    let (_, err, good) = run(&["--nonsense"]);
    assert!(!good && err.contains("--nonsense"), "{err}");
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_cannot_be_written_is_an_error() {
    let commands = [&["perft", "3"][..], &["uci"], &["go", "depth", "3"]];
    for arguments in commands
        .into_iter()
        .chain([&["--help"][..], &["--version"]])
    {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let output = command(arguments)
            .stdin(std::process::Stdio::null())
            .stdout(full.expect("the device that is always full"))
            .output()
            .expect("the engine starts");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let text = String::from_utf8(output.stderr).expect("text");
        assert!(text.starts_with("tricorn: writing stdout: "), "{text}");
    }
}

#[test]
fn help_and_version() {
    let (out, _, good) = run(&["--help"]);
    assert!(
        good && out.contains("--variant") && out.contains("bench"),
        "{out}"
    );
    let (out, _, good) = run(&["--version"]);
    assert!(good && out.starts_with("tricorn "), "{out}");
    let lines = answers("help\ncompiler\n");
    assert!(lines.iter().any(|line| line.contains("query")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Tricorn ")));
}

#[test]
fn the_variant_flag_sets_the_game() {
    let (lines, _) = pipe(&["--variant", "Abak"], "query position\n");
    assert_eq!(count(&lines, "response ED/OS/"), 1, "{lines:?}");
}

#[test]
fn perft_lists_moves_sorted_and_the_total_last() {
    let lines = answers("perft 0\nperft 2\ngo perft 2\n");
    assert_eq!(
        lines
            .iter()
            .filter(|line| *line == "Nodes searched: 1")
            .count(),
        1
    );
    assert_eq!(
        lines
            .iter()
            .filter(|line| *line == "Nodes searched: 2704")
            .count(),
        2
    );
    let rows: Vec<_> = lines
        .iter()
        .filter(|line| line.contains(": 52"))
        .cloned()
        .collect();
    assert_eq!(rows.len(), 104, "{lines:?}");
    assert!(rows[..52].is_sorted());
    assert_eq!(count(&lines, "bestmove"), 0);
}

#[test]
fn hand_commands_print_for_every_game() {
    for game in ["dameo", "eximo", "abak"] {
        let lines = answers(&format!(
            "setoption name UCI_Variant value {game}\nd\nmoves\neval\n"
        ));
        assert!(errors(&lines).is_empty(), "{lines:?}");
        assert_eq!(count(&lines, "position: "), 1, "{lines:?}");
        assert_eq!(count(&lines, "score cp "), 1, "{lines:?}");
    }
    let over = answers("position fen 8/8/8/8/8/8/8/k7 w\nd\nmoves\neval\nperft 3\n");
    assert_eq!(count(&over, "result: p2 wins 1 (no-moves)"), 1, "{over:?}");
    assert_eq!(count(&over, "Nodes searched: 0"), 1, "{over:?}");
}

#[test]
fn the_parts_of_an_evaluation_add_up() {
    let men = "In hundredths of a man in the opening, for the side to move:";
    let points = "In millionths of a point, for the side to move:";
    for (game, unit, eval_file) in [("dameo", men), ("eximo", men), ("abak", points)]
        .map(|(game, unit)| ["", " hand"].map(|eval_file| (game, unit, eval_file)))
        .concat()
    {
        let text = format!("setoption name EvalFile value{eval_file}\neval\n");
        let (lines, _) = pipe(&["--variant", game], text);
        let numbers: Vec<i64> = lines
            .iter()
            // The piece values of a net are no part of the sum.
            .filter(|line| !line.starts_with('('))
            .filter_map(|line| {
                line.split_whitespace()
                    .last()?
                    .strip_prefix(['+', '-'])
                    .map(|_| line)
            })
            .filter_map(|line| line.split_whitespace().last()?.parse().ok())
            .collect();
        assert_eq!(lines[0], unit, "{lines:?}");
        let (total, parts) = numbers.split_last().expect("a total");
        assert_eq!(parts.iter().sum::<i64>(), *total, "{lines:?}");
        let by_piece = eval_file.is_empty() && unit == men;
        assert_eq!(
            lines.iter().any(|line| line.starts_with('(')),
            by_piece,
            "{lines:?}"
        );
    }
}

#[test]
fn what_endgame_tables_know_is_shown() {
    for (position, expected) in [
        ("8/8/8/3k4/8/3K4/8/8 w", Some("won in 1 ply")),
        ("8/8/8/8/8/8/8/K6k w", Some("drawn")),
        ("k6k/8/8/8/8/8/8/K6K w", None),
    ] {
        let lines = answers(&format!("position fen {position}\neval\n"));
        let head = "endgame table: ";
        let shown = lines.iter().find_map(|line| line.strip_prefix(head));
        assert_eq!(shown, expected, "{lines:?}");
    }
}

/// The signature: nodes of the bench. A commit that changes the search or an evaluation changes
/// it, and says so.
const SIGNATURE: [(&str, u64); 3] = [("dameo", 617_281), ("eximo", 257_093), ("abak", 75_210)];

#[test]
fn the_bench_visits_the_same_nodes_everywhere() {
    let (out, _, good) = run(&["bench"]);
    assert!(good);
    for (game, nodes) in SIGNATURE {
        let line = out
            .lines()
            .find(|line| line.starts_with(&format!("{game}: ")));
        let found = line.and_then(|line| line.split(' ').nth(1)?.parse().ok());
        assert_eq!(found, Some(nodes), "nodes of {game} in {out}");
    }
    let total: u64 = SIGNATURE.iter().map(|(_, nodes)| nodes).sum();
    let last = out.lines().last().expect("a last line");
    let words: Vec<_> = last.split(' ').collect();
    assert_eq!(words.len(), 4, "{last}");
    assert_eq!(
        (words[0], words[1], words[3]),
        (total.to_string().as_str(), "nodes", "nps")
    );
    assert!(words[2].parse::<u64>().is_ok(), "{last}");
}
