//! What the exit codes say, and what is refused.
//! Not here: long runs.

use super::setting::{MOCK, ended, file, mocks, referee};
use std::fs;
use tempfile::tempdir;

#[test]
fn a_run_with_faults_says_so() {
    let folder = tempdir().expect("folder");
    let bad = "args=--fault=illegal-move";
    let (code, text) = ended(&mut mocks(folder.path(), ["", bad], "--games 4"));
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains("two forfeited: illegal-move 1"), "{text}");
    let (code, text) = ended(&mut referee(folder.path(), "verify run/games.txt"));
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn a_strict_run_stops_at_a_crash() {
    let folder = tempdir().expect("folder");
    let bad = "args=--fault=crash-in-search";
    let (code, text) = ended(&mut mocks(folder.path(), ["", bad], "--games 20 --strict"));
    assert_eq!(code, Some(5), "{text}");
    assert!(text.contains("stopped in pair 0"), "{text}");
    let events = file(folder.path(), "run/events.jsonl");
    let failure = events.lines().find(|line| line.contains("\"failure\""));
    let failure: serde_json::Value = serde_json::from_str(failure.expect(&events)).expect("JSON");
    assert_eq!(failure["engine"], "two");
    assert_eq!(failure["fault"], "crash");
}

#[test]
fn an_engine_that_cannot_play_at_all_is_found_before_the_first_game() {
    let folder = tempdir().expect("folder");
    fs::write(folder.path().join("text"), "no program").expect("file");
    for bad in [
        "cmd=./nowhere",
        "cmd=./text",
        "dir=./nowhere",
        "option.Nonsense=1",
        "args=--fault=refuses-options option.Hash=2",
    ] {
        let (code, text) = ended(&mut mocks(folder.path(), ["", bad], "--games 4"));
        assert_eq!(code, Some(1), "{text}");
        assert!(
            text.contains("engines cannot play") && text.contains("two"),
            "{text}"
        );
        assert!(!folder.path().join("run").exists());
    }
}

#[test]
fn what_asks_an_engine_wants_its_settings_taken() {
    let folder = tempdir().expect("folder");
    // What is only said in an `info string` is no refusal.
    let (code, text) = ended(&mut mocks(
        folder.path(),
        ["option.Hash=2", ""],
        "--games 2",
    ));
    assert_eq!(code, Some(0), "{text}");
    let game = tricorn::rules::list::NAMES[0];
    let refused = "it refused option \"Hash\": io: option Hash: no such file";
    let bad = format!("cmd={MOCK} args=--fault=refuses-options option.Hash=2");
    let none = format!("cmd={MOCK} option.Nonsense=1");
    let absent = "it has no option \"Nonsense\"";
    for (arguments, expected, words) in [
        (format!("luck run/games.txt --engine {bad}"), 1, refused),
        (format!("luck run/games.txt --engine {none}"), 1, absent),
        (format!("perft --variant {game} {bad}"), 1, refused),
        (format!("perft --variant {game} {none}"), 1, absent),
        (format!("check --variant {game} {bad}"), 3, refused),
    ] {
        let (code, text) = ended(&mut referee(folder.path(), &arguments));
        assert_eq!(code, Some(expected), "{arguments}: {text}");
        assert!(text.contains(words), "{arguments}: {text}");
    }
}

#[test]
fn an_engine_that_does_not_greet_forfeits_and_the_run_goes_on() {
    for (fault, more) in [
        ("crash-at-start", "--games 4"),
        ("mute", "--games 2 --deadlines greeting=2000"),
    ] {
        let folder = tempdir().expect("folder");
        let bad = format!("args=--fault={fault}");
        let (code, text) = ended(&mut mocks(folder.path(), ["", &bad], more));
        assert_eq!(code, Some(4), "{text}");
        assert!(text.contains("warning: two forfeits its games"), "{text}");
        assert!(text.contains("two forfeited: start "), "{text}");
        let strict = format!("{more} --strict --output strict");
        let (code, text) = ended(&mut mocks(folder.path(), ["", &bad], &strict));
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("engines cannot play"), "{text}");
        assert!(!folder.path().join("strict").exists());
    }
}

#[test]
fn an_engine_that_cannot_be_told_the_game_is_warned_of() {
    let folder = tempdir().expect("folder");
    // The greeting loses its line on the variant, and with it the way to choose one.
    let script = format!("{MOCK} | grep --line-buffered -v UCI_Variant");
    fs::write(folder.path().join("script"), script).expect("file");
    let bad = "cmd=sh args=./script";
    let (code, text) = ended(&mut mocks(folder.path(), ["", bad], "--games 2"));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("warning: two has no option UCI_Variant"),
        "{text}"
    );
    assert!(!text.contains("warning: one"), "{text}");
}

#[test]
fn engines_with_names_that_look_alike_have_files_of_their_own() {
    let folder = tempdir().expect("folder");
    let engine = |name: &str| format!("[[engine]]\nname = \"{name}\"\ncmd = '{MOCK}'\n");
    let settings = format!(
        "variant = \"{}\"\ngames = 2\nopenings = \"random\"\ntraffic = true\n\
         [each]\nnodes = 10\n{}{}{}",
        tricorn::rules::list::NAMES[0],
        engine("A b"),
        engine("A_b"),
        engine("c")
    );
    fs::write(folder.path().join("settings.toml"), settings).expect("file");
    let arguments = "match --config settings.toml --tournament round-robin";
    let (code, text) = ended(&mut referee(folder.path(), arguments));
    assert_eq!(code, Some(0), "{text}");
    let files = fs::read_dir(folder.path().join("run/traffic")).expect("folder");
    let name = |file: fs::DirEntry| file.file_name().to_string_lossy().into_owned();
    let mut names: Vec<_> = files.map(|file| name(file.expect("a file"))).collect();
    names.sort();
    let expected = ["A_b-1", "A_b-2", "c"]
        .map(|engine| ["game", "try"].map(|mark| format!("{engine}-{mark}-0.log")));
    assert_eq!(names, expected.concat());
}

#[test]
fn a_judge_of_openings_that_does_not_greet_stops_the_run() {
    let folder = tempdir().expect("folder");
    let level = format!("--games 2 --level cmd={MOCK} depth=1 args=--fault=crash-at-start");
    let (code, text) = ended(&mut mocks(folder.path(), ["", ""], &level));
    assert_eq!(code, Some(1), "{text}");
    assert!(!folder.path().join("run").exists());
}

#[test]
fn the_cause_of_a_crash_is_shown_though_a_hint_follows_it() {
    let folder = tempdir().expect("folder");
    let script =
        "for line in first \"it can't go on\" at: hint; do echo \"$line\" >&2; done; exit 3\n";
    fs::write(folder.path().join("script"), script).expect("file");
    let bad = "cmd=sh args=./script";
    let (_, text) = ended(&mut mocks(folder.path(), ["", bad], "--games 2"));
    let told = "exit code 3, last on stderr: \"it can't go on\", \"at:\", \"hint\"";
    assert!(text.contains(told), "{text}");
}

#[test]
fn arguments_that_make_no_sense_have_a_code_of_their_own() {
    let folder = tempdir().expect("folder");
    let path = folder.path();
    let game = tricorn::rules::list::NAMES[0];
    for (more, reason) in [
        ("--variant dameo --games 3", "expected an even number"),
        ("--variant dameo --sprt h0=5 h1=0", "h0 has to be below h1"),
        ("--variant chess", "no game is called"),
        ("--variant dameo --concurrency 0", "concurrency: found 0"),
        ("--variant dameo --max-plies 0", "max-plies: found 0"),
        ("--variant dameo --cpus 0,5-4095", "cpus: "),
        ("--variant dameo --cpus zero", "cpus: "),
    ] {
        let engines = format!("--engine cmd={MOCK} name=a --engine cmd={MOCK} name=b");
        let arguments = format!("match {more} --each depth=1 {engines}");
        let (code, text) = ended(&mut referee(path, &arguments));
        assert_eq!(code, Some(2), "{more}: {text}");
        assert!(text.contains(reason), "{more}: {text}");
    }
    for words in ["foo=3", "tc=abc"] {
        let (code, text) = ended(&mut mocks(path, ["", words], ""));
        assert_eq!(code, Some(2), "{words}: {text}");
    }
    fs::write(path.join("settings.toml"), "gamse = 2\n").expect("file");
    fs::create_dir(path.join("part")).expect("folder");
    for arguments in [
        format!("match --engine cmd={MOCK} name=a depth=1 --engine cmd={MOCK} depth=1"),
        "match --config settings.toml".to_owned(),
        format!("check {MOCK} --variant chess"),
        format!("check {MOCK} colour=red"),
        format!("perft --variant chess cmd={MOCK}"),
        format!("perft --variant {game} colour=red"),
        "openings --variant chess".to_owned(),
        format!("openings --variant {game} --level cmd={MOCK}"),
        "merge part ./part --output whole".to_owned(),
    ] {
        let (code, text) = ended(&mut referee(path, &arguments));
        assert_eq!(code, Some(2), "{arguments}: {text}");
    }
    assert!(!path.join("run").exists() && !path.join("whole").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn cpus_that_do_not_exist_are_named() {
    let folder = tempdir().expect("folder");
    let arguments = "--games 2 --concurrency 2 --cpus 4000-4095";
    let (code, text) = ended(&mut mocks(folder.path(), ["", ""], arguments));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("cpus: found 4000-4095, expected"), "{text}");
}

#[test]
fn a_folder_holds_one_run() {
    let folder = tempdir().expect("folder");
    let all_well = |more: &str| ended(&mut mocks(folder.path(), ["", ""], more));
    assert_eq!(all_well("--games 2").0, Some(0));
    let (code, text) = all_well("--games 2");
    assert!(
        code == Some(1) && text.contains("holds a run already"),
        "{text}"
    );
    assert!(
        text.contains("--resume to continue") && text.contains("--output"),
        "{text}"
    );
    let (code, text) = all_well("--games 2 --resume --output elsewhere");
    assert!(
        code == Some(1) && text.contains("elsewhere holds no run to resume"),
        "{text}"
    );
    let (code, text) = all_well("--games 4 --resume");
    assert!(
        code == Some(1) && text.contains("games = 2 against games = 4"),
        "{text}"
    );
    assert_eq!(all_well("--games 2 --resume").0, Some(0));
    let (code, text) = ended(&mut referee(
        folder.path(),
        "merge elsewhere --output whole",
    ));
    assert!(
        code == Some(1) && text.contains("elsewhere holds no run") && !text.contains("--resume"),
        "{text}"
    );
    for command in ["verify", "export", "wdl"] {
        let (code, text) = ended(&mut referee(folder.path(), &format!("{command} run")));
        assert!(
            code == Some(1) && text.contains("such as run/games.txt"),
            "{text}"
        );
    }
}

#[test]
fn settings_from_a_file_give_the_same_run() {
    let folder = tempdir().expect("folder");
    let (code, text) = ended(&mut mocks(folder.path(), ["", ""], "--games 4"));
    assert_eq!(code, Some(0), "{text}");
    let game = tricorn::rules::list::NAMES[0];
    let settings = format!(
        "variant = \"{game}\"\ngames = 4\nopenings = \"random\"\nno-times = true\n[each]\nnodes = 10\ncmd = '{MOCK}'\n\
         [[engine]]\nname = \"one\"\n[[engine]]\nname = \"two\"\n"
    );
    fs::write(folder.path().join("settings.toml"), settings).expect("file");
    for config in ["settings.toml", "run/plan.toml"] {
        let output = format!("by-{}", config.replace('/', "-"));
        let arguments = format!("match --config {config} --output {output}");
        let (code, text) = ended(&mut referee(folder.path(), &arguments));
        assert_eq!(code, Some(0), "{text}");
        for name in super::setting::FILES {
            let [one, other] = ["run", &output].map(|run| file(&folder.path().join(run), name));
            assert_eq!(one, other);
        }
    }
}

#[test]
fn verify_names_the_line() {
    let folder = tempdir().expect("folder");
    assert_eq!(
        ended(&mut mocks(folder.path(), ["", ""], "--games 2")).0,
        Some(0)
    );
    let games = file(folder.path(), "run/games.txt");
    let mut lines: Vec<&str> = games.lines().collect();
    let at = lines
        .iter()
        .position(|line| !line.starts_with('['))
        .expect("moves");
    lines[at + 1] = lines[at];
    fs::write(folder.path().join("bad.txt"), lines.join("\n")).expect("file");
    let (code, text) = ended(&mut referee(folder.path(), "verify bad.txt"));
    assert_eq!(code, Some(3), "{text}");
    assert!(
        text.contains(&format!("bad.txt: line {}: ", at + 2)),
        "{text}"
    );
}

#[test]
fn verify_wants_the_games_of_a_pair_to_belong_together() {
    let folder = tempdir().expect("folder");
    let played = "--games 2 --plies 4";
    assert_eq!(
        ended(&mut mocks(folder.path(), ["", ""], played)).0,
        Some(0)
    );
    let games = file(folder.path(), "run/games.txt");
    let (first, second) = games.split_once("\n\n").expect("two games");
    let moves: Vec<&str> = second
        .lines()
        .filter(|line| !line.starts_with('['))
        .collect();
    let tag = |name: &str| {
        let line = |line: &&str| line.starts_with(&format!("[{name} "));
        second.lines().find(line).expect(name)
    };
    let swapped = second
        .replace(tag("P1"), "[P1 \"one\"]")
        .replace(tag("P2"), "[P2 \"two\"]");
    // The same moves, of which the first was not given but played.
    let fewer = second.replace(tag("Opening"), "[Opening \"3\"]");
    assert!(moves.len() > 4);
    for (bad, reason) in [
        (
            swapped,
            "expected the players of the other game of pair 0 at line 1 with sides changed",
        ),
        (
            fewer,
            "another opening than the other game of pair 0 at line 1",
        ),
    ] {
        fs::write(folder.path().join("bad.txt"), format!("{first}\n\n{bad}")).expect("file");
        let (code, text) = ended(&mut referee(folder.path(), "verify bad.txt"));
        assert_eq!(code, Some(3), "{text}");
        assert!(text.contains(reason), "{text}");
    }
}

#[test]
fn books_may_have_a_mark_and_are_told_of_when_they_repeat() {
    let folder = tempdir().expect("folder");
    let start = "startpos moves c3c4 f6f5";
    let book = format!("\u{feff}{start}\n{start}\nstartpos moves c3d4 f6f5\n");
    fs::write(folder.path().join("book"), book).expect("file");
    let engines = format!("--each cmd={MOCK} nodes=1 --engine name=a --engine name=b");
    let arguments = format!("match --variant dameo --games 6 --openings book {engines}");
    let (code, text) = ended(&mut referee(folder.path(), &arguments));
    assert_eq!(code, Some(0), "{text}");
    for told in [
        "warning: only 2 of the 3 openings are different",
        "warning: 3 pairs share 2 openings",
        "use at most 4 games",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn a_command_with_its_arguments_in_one_text_names_the_word_for_them() {
    let folder = tempdir().expect("folder");
    let mut command = referee(folder.path(), "check");
    let (code, text) = ended(command.arg(format!("cmd={MOCK} --silent")));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("args=\"--silent\""), "{text}");
}

#[test]
fn engines_that_had_to_be_started_again_are_counted() {
    let folder = tempdir().expect("folder");
    let crash = "args=--fault=crash-between-games args=--at=2";
    let (code, text) = ended(&mut mocks(
        folder.path(),
        [crash, ""],
        "--games 2 --output crashes",
    ));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("one failed between games, and was started again: 1"),
        "{text}"
    );
    let run = folder.path().join("crashes");
    assert!(file(&run, "result.json").contains("\"restarts\": 1"));
    assert!(file(&run, "games.txt").contains("(one), before the game: started again: it ended"));
}
