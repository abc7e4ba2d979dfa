//! `analyse import`: forms, questions, JSON, exit codes; and reviews of the same files.
//! Not here: the formats (`tests/import`).

use super::setting::{MOCK, analyse, ended, errors, objects, schema, tricorn};
use std::fs;
use tempfile::tempdir;

const IMPORT: &str = include_str!("../../import.schema.json");

const PGN: &str = "[White \"a\"]\n[Black \"b\"]\n[Variant \"Dameo\"]\n[Result \"1-0\"]\n\n\
    1. c3c4 {hm} c6c5 2. c4c6 1-0\n";

#[test]
fn answers_are_as_the_schema_says() {
    let schema = schema(IMPORT);
    for (text, code, part) in [
        (PGN, 0, "\"format\":\"pgn\""),
        ("{\"moves\":[\"31:8/5,6/5\",\"64\"]}", 0, "\"64\""),
        ("c3c4 c6c5", 1, "\"kind\":\"variant\""),
        ("[Variant \"Dameo\"]\n1. c3c4 c3c4", 1, "\"nearest\":[\""),
        (
            "[Variant \"Dameo\"]\n1. c3c4 (c3c5) c6c5 2. c4c6K",
            0,
            "\"notices\":[{",
        ),
        ("", 1, "no moves"),
    ] {
        let (ended, printed, messages) = ended(&mut analyse("import - --json"), text);
        assert_eq!(ended, Some(code), "{text}: {messages}");
        let [answer] = &objects(&printed)[..] else {
            panic!("{printed}");
        };
        assert_eq!(errors(&schema, answer), [""; 0], "{text}");
        assert!(printed.contains(part), "{text}: {printed}");
    }
}

#[test]
fn forms_are_read_by_the_program_itself() {
    let (_, records, _) = ended(&mut analyse("import -"), PGN);
    assert!(
        records.contains("[End \"adjudicated resign\"]\n"),
        "{records}"
    );
    assert!(records.contains("c3c4\n# hm\nc6c5\n"), "{records}");
    for form in ["records", "pgn", "moves"] {
        let arguments = format!("import - --variant dameo --to {form}");
        let (code, text, messages) = ended(&mut analyse(&arguments), &records);
        assert_eq!((code, messages.as_str()), (Some(0), ""));
        let (_, again, _) = ended(&mut analyse(&arguments), &text);
        assert_eq!(again, text);
    }
}

#[test]
fn wrong_arguments_and_files_are_told() {
    for (arguments, code, message) in [
        ("import - --choose 1=c3c4", 2, "GAME:PLY=TURN"),
        ("import - --variant chess", 2, "dameo"),
        ("import .", 1, "a folder"),
        ("import no-such-file", 1, "no-such-file"),
        (
            "import - --variant dameo --choose 1:2=c3c4",
            1,
            "the choice \"c3c4\"",
        ),
    ] {
        let (ended, _, messages) = ended(&mut analyse(arguments), "c3c4 c6c5");
        assert_eq!(ended, Some(code), "{arguments}");
        assert!(messages.contains(message), "{arguments}: {messages}");
    }
}

#[test]
fn reviews_take_the_same_files() {
    let Some(engine) = tricorn() else { return };
    let folder = tempdir().expect("folder");
    let (_, record, _) = ended(&mut analyse("import -"), &PGN.replace("1-0", "*"));
    assert!(!record.contains("[Result"), "{record}");
    for (text, variant, line) in [
        (PGN, "", 1),
        ("1. c3-c4 c6-c5\n2. c4xc6", "--variant dameo", 1),
        (
            "{\"variant\":\"dameo\",\"moves\":\"c3c4 c6c5 c4c6\"}",
            "",
            1,
        ),
        ("\n\nc3-c4 c6-c5 c4xc6x\n", "--variant dameo", 3),
        (&format!("# note\n\n{record}"), "", 3),
    ] {
        let path = folder.path().join("games");
        fs::write(&path, text).expect("written");
        let arguments = format!(
            "review {} {variant} --json --nodes 200 --engine cmd={}",
            path.display(),
            engine.display()
        );
        let (code, printed, messages) = ended(&mut analyse(&arguments), "");
        assert_eq!(code, Some(0), "{text}: {messages}");
        let [review] = &objects(&printed)[..] else {
            panic!("{printed}");
        };
        let moves = &review["game"]["moves"];
        assert_eq!(moves.to_string(), "[\"c3c4\",\"c6c5\",\"c4c6\"]", "{text}");
        assert_eq!(review["game"]["line"], line, "{text}");
    }
    let text = "1. c3c4 c6c5 *\n1. c3c4 c3c4 *\n";
    let arguments = format!("review - --variant dameo --engine cmd={MOCK}");
    let (code, _, messages) = ended(&mut analyse(&arguments), text);
    assert_eq!(code, Some(1));
    assert!(
        messages.contains("line 2") && messages.contains("c3c4"),
        "{messages}"
    );
}
