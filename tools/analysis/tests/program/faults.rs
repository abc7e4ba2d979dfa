//! Engines that crash, hang, refuse or are not there, signals, and a reader that leaves.
//! Not here: lines that are no questions.

use super::setting::{Dialogue, MOCK, analyse, ended, objects};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

const QUESTIONS: &str = "{\"id\":0}\n{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n{\"id\":4}\n";

/// The names of the questions that got an error.
fn faulty(answers: &[Value]) -> Vec<i64> {
    let faulty = answers
        .iter()
        .filter(|answer| answer["error"]["code"] == "engine");
    faulty.filter_map(|answer| answer["id"].as_i64()).collect()
}

#[test]
fn a_crash_costs_no_answer() {
    for fault in [
        "--fault=crash-in-search",
        "--fault=exit-zero",
        "--fault=empty-answer",
    ] {
        let mut command = format!("lines --nodes 5 --engines 1 --engine cmd={MOCK}");
        command += &format!(" arg={fault} arg=--at=2");
        let (code, text, _) = ended(&mut analyse(&command), QUESTIONS);
        let answers = objects(&text);
        assert_eq!((code, answers.len()), (Some(0), 5), "{fault}: {text}");
        assert_eq!(faulty(&answers), [0; 0], "{fault}");
    }
}

#[test]
fn a_question_that_kills_engines_gets_an_error_and_so_do_those_of_a_dead_engine() {
    let arguments = format!(
        "lines --nodes 5 --engines 1 --engine cmd={MOCK} arg=--fault=crash-in-search arg=--at=1"
    );
    let (code, text, _) = ended(&mut analyse(&arguments), QUESTIONS);
    let answers = objects(&text);
    assert_eq!((code, faulty(&answers).len()), (Some(1), 5), "{text}");
    assert!(text.contains("crash failure"), "{text}");
    for engine in [
        "./no-such-engine",
        &format!("{MOCK} arg=--fault=crash-at-start"),
    ] {
        let arguments = format!("lines --engines 1 --engine cmd={engine}");
        let (code, text, _) = ended(&mut analyse(&arguments), QUESTIONS);
        let faults = faulty(&objects(&text));
        assert_eq!((code, faults.len()), (Some(1), 5), "{text}");
        assert!(text.contains("start failure"), "{text}");
    }
}

#[test]
fn a_hanging_engine_costs_one_answer() {
    let arguments = format!(
        "lines --movetime 30 --engines 1 --patience 1 --engine cmd={MOCK} arg=--fault=never-answers \
         arg=--at=2"
    );
    let (code, text, _) = ended(
        &mut analyse(&arguments),
        "{\"id\":0}\n{\"id\":1}\n{\"id\":2}\n",
    );
    let answers = objects(&text);
    assert_eq!((code, answers.len()), (Some(1), 3), "{text}");
    assert_eq!(faulty(&answers), [1], "{text}");
    assert!(text.contains("hang failure"), "{text}");
}

#[test]
fn a_slow_engine_is_stopped_and_says_what_it_has() {
    let slow = format!("--engines 1 --patience 1 --engine cmd={MOCK} args=--think=3600000");
    let (code, text, _) = ended(&mut analyse(&format!("lines {slow}")), "{\"id\":0}\n");
    let answers = objects(&text);
    assert_eq!((code, answers.len()), (Some(0), 1), "{text}");
    assert_eq!(answers[0]["terminated"], true, "{text}");
    assert_eq!(
        answers[0]["lines"].as_array().map(Vec::len),
        Some(1),
        "{text}"
    );
    let arguments = format!("review - --variant dameo {slow}");
    let (code, _, messages) = ended(&mut analyse(&arguments), "c3c4\n");
    assert!(
        code == Some(1) && messages.contains("--patience"),
        "{messages}"
    );
}

#[test]
fn a_sound_engine_answers_for_one_that_is_not() {
    let arguments = format!(
        "lines --nodes 5 --engines 1 --engine name=dead cmd=./no-such-engine --engine name=mock cmd={MOCK}"
    );
    let input = format!("{QUESTIONS}{{\"id\":5,\"engine\":\"dead\"}}\n");
    let (code, text, _) = ended(&mut analyse(&arguments), &input);
    let answers = objects(&text);
    assert_eq!((code, answers.len()), (Some(1), 6), "{text}");
    assert_eq!(faulty(&answers), [5], "{text}");
}

#[test]
fn arguments_that_make_no_sense_start_nothing() {
    for (arguments, message) in [
        ("lines --engine name=a", "no cmd="),
        ("lines --engine cmd=x nodes=5", "options of the command"),
        ("lines --engine cmd=x --engine cmd=x", "two are called x"),
        ("lines --engine cmd=x --engines 0", "--engines"),
        ("review g --engine cmd=x --rollout 5 --close 0", "--close"),
    ] {
        let (code, text, errors) = ended(&mut analyse(arguments), QUESTIONS);
        assert_eq!(
            (code, text.as_str()),
            (Some(2), ""),
            "{arguments}: {errors}"
        );
        assert!(errors.contains(message), "{arguments}: {errors}");
    }
}

#[test]
fn where_there_is_no_engine_it_says_where_it_looked() {
    let folder = tempfile::tempdir().expect("folder");
    let program = folder.path().join("analyse");
    std::fs::copy(super::setting::ANALYSE, &program).expect("copied");
    let mut command = Command::new(&program);
    command.arg("lines").env("PATH", folder.path());
    let (code, _, errors) = ended(&mut command, QUESTIONS);
    assert_eq!(code, Some(1), "{errors}");
    assert!(
        errors.contains("no program tricorn in ") && errors.contains("--engine cmd="),
        "{errors}"
    );
}

#[test]
fn a_signal_ends_it_without_further_answers() {
    for (signal, expected) in [("INT", 130), ("TERM", 143)] {
        let mut dialogue = Dialogue::new(&format!(
            "lines --engines 2 --engine cmd={MOCK} args=--share=1"
        ));
        dialogue.say(r#"{"id":"long","movetime":3600000}"#);
        dialogue.say(r#"{"id":"short","nodes":1}"#);
        assert_eq!(dialogue.hear().expect("an answer")["id"], json!("short"));
        let pid = dialogue.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &pid]).status();
        assert!(sent.expect("kill").success());
        assert_eq!(dialogue.hear(), None);
        assert_eq!(
            dialogue.child.wait().expect("it ends").code(),
            Some(expected)
        );
    }
}

#[test]
fn a_review_that_is_interrupted_says_how_to_go_on() {
    let folder = tempfile::tempdir().expect("folder");
    let [state, started, engine] =
        ["state", "started", "engine"].map(|name| folder.path().join(name));
    // Once its engine runs, it waits for signals.
    let script = format!(
        "#!/bin/sh\ntouch {}\nexec {MOCK} --think=3600000\n",
        started.display()
    );
    std::fs::write(&engine, script).expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&engine, mode).expect("a program");
    let mut command = analyse(&format!(
        "review - --variant dameo --engines 1 --resume {} --engine cmd={}",
        state.display(),
        engine.display()
    ));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    std::io::Write::write_all(&mut input, b"c3c4 f6f5\n").expect("taken");
    drop(input);
    while !started.exists() {
        std::thread::yield_now();
    }
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-s", "INT", &pid]).status();
    assert!(sent.expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(
        message.contains("the same command goes on from"),
        "{message}"
    );
}

#[test]
fn a_reader_that_leaves_ends_it() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = analyse(&format!("lines --nodes 5 --engine cmd={MOCK}"));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(writer)
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    // It may end before it has read all.
    let _ = std::io::Write::write_all(&mut input, QUESTIONS.repeat(100).as_bytes());
    assert_eq!(child.wait().expect("it ends").code(), Some(141));
}
