//! Small runs of self-play and training: determinism, resuming, damaged files, closed output.
//! Not here: how strong a net is; matches say that.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use trainer::boards::{Conditions, Fit, NAMES, Play, Schedule, visit};
use tricorn::eval_source::EvalFile;

fn play(variant: &str, output: &Path, threads: usize, seed: u64) -> Play {
    let evaluation = EvalFile::Hce;
    Play {
        conditions: Conditions {
            variant: variant.into(),
            nodes: 60,
            opening: [6, 10],
            seed,
        },
        games: 200,
        evaluation,
        output: output.into(),
        threads,
    }
}

fn fit(variant: &str, data: &Path, output: PathBuf, threads: usize, epochs: usize) -> Fit {
    Fit {
        schedule: Schedule {
            variant: variant.into(),
            hidden: 16,
            buckets: 4,
            epochs,
            batch: 512,
            rate: 0.01,
            wdl: 0.5,
            unit: 150,
            seed: 3,
        },
        data: vec![data.into()],
        output,
        threads,
    }
}

/// Where the state of a training is kept.
fn state(output: &Path) -> PathBuf {
    output.with_added_extension("state")
}

/// How many passes the state of a training has seen; `None` while there is none.
fn epoch(output: &Path) -> Option<u64> {
    let text = fs::read(state(output)).ok()?;
    let state: serde_json::Value = serde_json::from_slice(&text).expect("a state");
    state["state"]["epoch"].as_u64()
}

fn part(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("part-0000{number}.bin"))
}

#[test]
fn games_depend_on_their_conditions_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    for variant in NAMES {
        let [one, two, other] =
            ["one", "two", "other"].map(|name| folder.path().join(variant).join(name));
        for (output, threads, seed) in [(&one, 1, 1), (&two, 2, 1), (&other, 2, 2)] {
            let task = play(variant, output, threads, seed);
            visit(variant, &task).expect("a game").expect("games");
        }
        // What is there is kept, what is missing is played again, the same.
        let kept = fs::read(part(&one, 1)).expect("a part");
        fs::remove_file(part(&one, 1)).expect("a part");
        let task = play(variant, &one, 1, 1);
        visit(variant, &task).expect("a game").expect("games");
        assert_eq!(fs::read(part(&one, 1)).expect("a part"), kept);
        for number in 0..2 {
            let [one, two, other] =
                [&one, &two, &other].map(|folder| fs::read(part(folder, number)).expect("a part"));
            assert_eq!(one, two);
            assert_ne!(one, other);
        }
        // What is there must be sound, and the folder known.
        for damaged in [&kept[..0], &kept[..kept.len() - 1]] {
            fs::write(part(&one, 1), damaged).expect("a part");
            let task = play(variant, &one, 1, 1);
            let error = visit(variant, &task).expect("a game").expect_err("damage");
            let error = format!("{error:#}");
            assert!(
                error.contains("part-00001.bin") && error.contains("delete"),
                "{error}"
            );
        }
        fs::write(part(&one, 1), &kept).expect("a part");
        let (plan, aside) = (one.join("checkpoint.json"), one.join("aside.json"));
        fs::rename(&plan, &aside).expect("a checkpoint");
        let task = play(variant, &one, 1, 1);
        let error = visit(variant, &task).expect("a game").expect_err("unknown");
        assert!(
            error.to_string().contains("checkpoint.json is missing"),
            "{error}"
        );
        fs::rename(&aside, &plan).expect("a checkpoint");
        // Other games do not go into the same folder.
        let task = play(variant, &one, 1, 7);
        let error = visit(variant, &task).expect("a game").expect_err("mixed");
        assert!(
            error.to_string().contains("begun with other settings"),
            "{error}"
        );
    }
}

#[test]
fn a_resumed_training_ends_with_the_same_net() {
    let folder = tempfile::tempdir().expect("a folder");
    let variant = "eximo";
    let data = folder.path().join("data");
    let task = play(variant, &data, 2, 5);
    visit(variant, &task).expect("a game").expect("games");
    let [short, whole, halves] =
        ["short.net", "whole.net", "halves.net"].map(|name| folder.path().join(name));
    let task = fit(variant, &data, short.clone(), 2, 4);
    visit(variant, &task).expect("a game").expect("a net");
    let state = fs::read_to_string(state(&short)).expect("a state");
    let state: serde_json::Value = serde_json::from_str(&state).expect("a state");
    let losses: Vec<f64> = state["state"]["losses"]
        .as_array()
        .expect("losses")
        .iter()
        .map(|both| both[1].as_f64().expect("a loss"))
        .collect();
    assert_eq!(losses.len(), 4);
    assert!(losses[3] < losses[0] && losses[3] < 0.68, "{losses:?}");

    // Killed after some epoch, and resumed.
    let line = |output: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
        command.args(["train", "--variant", variant, "--threads", "1", "--data"]);
        command.arg(&data).arg("--output").arg(output);
        command
            .args("--hidden 32 --buckets 4 --epochs 30 --batch 64 --rate 0.01 --seed 3".split(' '));
        command.stdout(Stdio::null());
        command
    };
    let through = line(&whole).status().expect("the program runs");
    assert!(through.success());
    let mut child = line(&halves).spawn().expect("the program runs");
    while epoch(&halves).is_none() {
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("a process of one's own");
    child.wait().expect("a process of one's own");
    let broken_off = epoch(&halves).expect("a state");
    assert!(broken_off < 30, "it ran through before it was killed");
    let resumed = line(&halves).status().expect("the program runs");
    assert!(resumed.success());
    assert_eq!(
        fs::read(&halves).expect("a net"),
        fs::read(&whole).expect("a net")
    );
    let task = fit(variant, &data, halves.clone(), 1, 4);
    let error = visit(variant, &task).expect("a game").expect_err("mixed");
    assert!(
        error.to_string().contains("begun with other settings"),
        "{error}"
    );
    // Once more is nothing to do; but a net that is missing, or was not written any more, is.
    let again = line(&halves).status().expect("the program runs");
    assert!(again.success());
    let learned = fs::read(&whole).expect("a net");
    fs::write(&halves, fs::read(&short).expect("a net")).expect("a file");
    assert!(line(&halves).status().expect("the program runs").success());
    assert_eq!(fs::read(&halves).expect("a net"), learned);
    fs::remove_file(&halves).expect("a net");
    assert!(line(&halves).status().expect("the program runs").success());
    assert_eq!(fs::read(&halves).expect("a net"), learned);

    // A net is not taken for the state of its training, whatever its name.
    let named = folder.path().join("some.state");
    for _ in 0..2 {
        let task = fit(variant, &data, named.clone(), 1, 1);
        visit(variant, &task).expect("a game").expect("a net");
    }
    EvalFile::read(named.to_str().expect("a name")).expect("a net");

    // Nor do two trainings write one net.
    let other = fs::File::options()
        .append(true)
        .open(named.with_added_extension("lock"));
    let other = other.expect("a lock");
    other.try_lock().expect("free");
    let task = fit(variant, &data, named, 1, 1);
    let error = visit(variant, &task).expect("a game").expect_err("in use");
    assert!(
        error.to_string().contains("in use by another run"),
        "{error}"
    );

    // An edited weight is found, and the checkpoint left as it is.
    let text = fs::read_to_string(self::state(&short)).expect("a state");
    let at = text.find("\"first\":[").expect("weights") + 10;
    let end = at + text[at..].find(',').expect("a weight");
    let edited = [&text[..at], "0.125", &text[end..]].concat();
    fs::write(self::state(&short), &edited).expect("a file");
    let task = fit(variant, &data, short.clone(), 2, 4);
    let error = visit(variant, &task).expect("a game").expect_err("edited");
    assert!(
        format!("{error:#}").contains("damaged or edited"),
        "{error:#}"
    );
    let left = fs::read_to_string(self::state(&short)).expect("a state");
    assert_eq!(left, edited);

    // Damaged data are refused.
    let path = part(&data, 0);
    let mut bytes = fs::read(&path).expect("a part");
    bytes[100] ^= 1;
    fs::write(&path, bytes).expect("a part");
    let task = fit(variant, &data, folder.path().join("other.net"), 1, 1);
    let error = visit(variant, &task).expect("a game").expect_err("damage");
    assert!(format!("{error:#}").contains("damaged"), "{error:#}");
}

#[test]
fn an_evaluation_that_calls_everything_hopeless_is_an_error() {
    use tricorn::eval::net::{NnueFeatures, Parameters, Shape};
    use tricorn::rules::eximo::Eximo;
    let expected = Eximo::expected();
    let shape = Shape {
        inputs: expected.inputs,
        hidden: 16,
        perspectives: expected.perspectives,
        outputs: expected.outputs,
    };
    let hopeful = Parameters {
        shape,
        unit: 10_000,
        description: "for a test".into(),
        feature_weights: vec![0; shape.inputs * shape.hidden],
        feature_biases: vec![0; shape.hidden],
        output_weights: vec![0; shape.outputs * shape.perspectives * shape.hidden],
        output_biases: vec![tricorn::eval::net::LOGIT; shape.outputs],
    };
    let folder = tempfile::tempdir().expect("a folder");
    let net = folder.path().join("hopeful.net");
    fs::write(&net, hopeful.to_bytes("eximo")).expect("a file");
    let mut task = play("eximo", &folder.path().join("games"), 2, 1);
    task.evaluation = EvalFile::read(net.to_str().expect("a name")).expect("sound");
    let error = visit("eximo", &task)
        .expect("a game")
        .expect_err("hopeless");
    assert!(error.to_string().contains("none of them level"), "{error}");
    // Nor does a net of another game play instead.
    let mut task = play("dameo", &folder.path().join("others"), 1, 1);
    task.evaluation = EvalFile::read(net.to_str().expect("a name")).expect("sound");
    let error = visit("dameo", &task).expect("a game").expect_err("foreign");
    assert!(error.to_string().contains("a net for eximo"), "{error}");
}

/// The trainer in a folder: its exit code, standard error, and standard output unless it is given.
fn trainer(folder: &Path, line: &str, out: Stdio) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_trainer"))
        .args(line.split(' '))
        .current_dir(folder)
        .stdout(out)
        .stderr(Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stderr),
        text(&output.stdout),
    )
}

const PLAY: &str = "play --variant eximo --net hand --nodes 60 --seed 5";

/// How many games a part has: records whose ending is marked as the first of a game.
fn games(path: &Path) -> usize {
    let bytes = fs::read(path).expect("a part");
    let records = &bytes[24..bytes.len() - 4];
    // Two sets of eight bytes, the score in two, then the ending.
    let firsts = records
        .chunks_exact(20)
        .filter(|record| record[18] & 4 != 0);
    firsts.count()
}

#[test]
fn as_many_games_are_played_as_were_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let played = |output: &str, count: u32| {
        let line = format!("{PLAY} --games {count} --output {output}");
        trainer(path, &line, Stdio::piped())
    };
    for (count, parts) in [(3, vec![3]), (101, vec![100, 1]), (130, vec![100, 30])] {
        let (code, error, text) = played("games", count);
        assert_eq!(code, Some(0), "{error}");
        assert!(
            text.starts_with(&format!("games: {count} games, ")),
            "{text}"
        );
        let found: Vec<_> = (0..parts.len() as u32)
            .map(|number| games(&part(&path.join("games"), number)))
            .collect();
        assert_eq!(found, parts);
        assert!(!part(&path.join("games"), parts.len() as u32).exists());
    }
    // The folder grew to what it would have been at once.
    assert_eq!(played("once", 130).0, Some(0));
    for number in 0..2 {
        let [one, other] =
            ["games", "once"].map(|name| fs::read(part(&path.join(name), number)).expect("a part"));
        assert_eq!(one, other);
    }
    for fewer in [99, 129] {
        let (code, error, _) = played("games", fewer);
        assert!(
            code == Some(1) && error.contains("ask for more --games"),
            "{error}"
        );
    }
}

#[test]
fn no_game_counts_twice_and_none_is_missing_unnoticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let line = format!("{PLAY} --games 201 --output games");
    assert_eq!(trainer(path, &line, Stdio::null()).0, Some(0));
    let refused = |data: &str, words: &[&str]| {
        let line =
            format!("train --variant eximo --hidden 16 --epochs 1 --data {data} --output net");
        let (code, error, _) = trainer(path, &line, Stdio::piped());
        assert_eq!(code, Some(1), "{data}: {error}");
        assert!(
            words.iter().all(|words| error.contains(words)),
            "{data}: {error}"
        );
    };
    fs::create_dir(path.join("copy")).expect("a folder");
    for entry in fs::read_dir(path.join("games")).expect("a folder") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), path.join("copy").join(entry.file_name())).expect("a copy");
    }
    let mut names = vec![
        "games".to_owned(),
        "./games".into(),
        "copy/../games".into(),
        "copy".into(),
    ];
    names.push(path.join("games").to_str().expect("a name").into());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("games", path.join("link")).expect("a link");
        names.push("link".into());
    }
    for name in names {
        refused(&format!("games {name}"), &["the same games as in games"]);
    }
    fs::copy(part(&path.join("copy"), 0), part(&path.join("copy"), 3)).expect("a copy");
    refused("copy", &["part-00003.bin", "the same positions as"]);
    fs::remove_file(part(&path.join("copy"), 3)).expect("a part");
    for number in 0..3 {
        let (missing, aside) = (part(&path.join("copy"), number), path.join("aside"));
        fs::rename(&missing, &aside).expect("a part");
        let name = format!("part-0000{number}.bin: missing, of 201 games");
        refused("copy", &[&name, "`trainer play`"]);
        fs::rename(&aside, &missing).expect("a part");
    }
    fs::remove_file(path.join("copy/checkpoint.json")).expect("a file");
    refused("copy", &["checkpoint.json: no such file"]);
    assert!(!path.join("net").exists() && !path.join("net.lock").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_or_full_output_does_not_lose_a_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let train = "train --variant eximo --hidden 16 --epochs 2 --batch 256 --data games";
    let lines = [
        format!("{PLAY} --games 40 --output games"),
        format!("{train} --output closed.net"),
    ];
    for line in lines {
        let (_, closed) = std::io::pipe().expect("a pipe");
        let (code, error, _) = trainer(path, &line, closed.into());
        // The code that all tools have for it, but after the run.
        assert_eq!((code, error.as_str()), (Some(141), ""), "{line}");
    }
    let full = fs::File::options().write(true).open("/dev/full");
    let full = full.expect("a full device");
    let (code, error, _) = trainer(path, &format!("{train} --output full.net"), full.into());
    assert!(
        code == Some(1) && error.contains("standard output:"),
        "{error}"
    );
    let [closed, full] = ["closed.net", "full.net"].map(|name| fs::read(path.join(name)));
    assert_eq!(closed.expect("a net"), full.expect("a net"));
    let (_, closed) = std::io::pipe().expect("a pipe");
    let (code, error, _) = trainer(path, "--help", closed.into());
    assert_eq!((code, error.as_str()), (Some(141), ""));
}
