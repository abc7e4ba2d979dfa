//! Small runs of the training of Abak's net: determinism on any number of threads, resuming, refusals.
//! Not here: how strong a net is; matches say that.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tricorn::games::Variant;
use tricorn::rules::eximo::Eximo;

fn trainer(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trainer"));
    command.arg("abak").args(line.split(' '));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(line: &str) -> Output {
    let output = trainer(line).output().expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {error}");
    output
}

/// What the program says when it refuses.
fn refused(line: &str) -> String {
    let output = trainer(line).output().expect("the program runs");
    assert!(!output.status.success(), "{line}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn td(output: &Path, threads: u32) -> String {
    format!(
        "td --games 80 --taught 40 --hidden 16 --batch 10 --check 20 --pairs 4 --threads {threads} --output {}",
        output.display()
    )
}

#[test]
fn self_play_is_resumed_where_it_was_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    run(&td(&whole, 1));
    let mut child = trainer(&td(&parts, 2)).spawn().expect("the program runs");
    // If it is over before it is killed, that is no less a test of the threads.
    while !parts.join("checkpoint.json").exists() {
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("a process of one's own");
    child.wait().expect("a process of one's own");
    run(&td(&parts, 2));
    let net = |folder: &Path| fs::read(folder.join("abak.net")).expect("a net");
    assert!(net(&whole) == net(&parts));

    let other = td(&parts, 1).replace("--hidden 16", "--hidden 32");
    let error = refused(&other);
    assert!(error.contains("hidden: 16"), "{error}");

    // A finished run whose net was lost writes it again; but not while another one is at it.
    fs::remove_file(parts.join("abak.net")).expect("a net");
    let lock = fs::File::options().append(true).open(parts.join("lock"));
    let lock = lock.expect("a lock");
    lock.try_lock().expect("free");
    let error = refused(&td(&parts, 1));
    assert!(error.contains("in use by another run"), "{error}");
    drop(lock);
    run(&td(&parts, 1));
    assert!(net(&whole) == net(&parts));
}

#[test]
fn positions_are_resumed_where_they_were_cut_off_and_a_net_is_fitted_to_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    run(&td(&path("td"), 2));
    let net = path("td").join("abak.net");
    let label = |out: &Path, threads: u32| {
        let [net, out] = [net.display(), out.display()];
        format!("label --games 21 --first 19 --net {net} --output {out} --threads {threads}")
    };
    let [whole, cut] = ["whole.txt", "cut.txt"].map(path);
    run(&label(&whole, 2));
    let lines = fs::read(&whole).expect("positions");
    fs::write(&cut, &lines[..lines.len() / 2]).expect("a file");
    run(&label(&cut, 1));
    assert!(fs::read(&cut).expect("positions") == lines);

    let [td, fit] = ["td", "fit"].map(path);
    let [data, from, out] = [whole.display(), td.display(), fit.display()];
    let line =
        format!("fit --data {data} --from {from} --output {out} --epochs 10 --pairs 4 --threads 1");
    run(&line);
    let log = fs::read_to_string(fit.join("log.txt")).expect("a log");
    let held: Vec<f64> = log
        .lines()
        .map(|line| {
            let (_, rest) = line.split_once("validation loss").expect("a loss");
            let word = rest.split([' ', ',']).find(|word| word.contains('.'));
            word.and_then(|word| word.parse().ok()).expect("a number")
        })
        .collect();
    assert_eq!(held.len(), 11, "{log}");
    assert!(held[10] < held[0], "{log}");

    // A net that was lost is written again; other positions of the same name are refused.
    let fitted = fs::read(fit.join("abak.net")).expect("a net");
    fs::remove_file(fit.join("abak.net")).expect("a net");
    run(&line);
    assert!(fs::read(fit.join("abak.net")).expect("a net") == fitted);
    let text = String::from_utf8_lossy(&lines).into_owned();
    fs::remove_file(&whole).expect("a file");
    let other = whole.display();
    run(&format!(
        "label --games 21 --first 19 --net hand --output {other}"
    ));
    let error = refused(&line);
    assert!(error.contains("begun with other positions"), "{error}");
    // So are those of a file that is not complete.
    let (most, _) = text.trim_end().rsplit_once(' ').expect("numbers");
    fs::write(&whole, most).expect("a file");
    let error = refused(&line);
    let number = format!("line {}", text.lines().count());
    assert!(
        error.contains(&number) && error.contains("cut off"),
        "{error}"
    );

    let [net, other] = [fit.join("abak.net"), td.join("abak.net")];
    let line = format!(
        "match --net {} --against {} --pairs 3",
        net.display(),
        other.display()
    );
    let output = run(&line);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("6 games: "));
    let line = format!(
        "match --net {} --against {} --pairs 3",
        net.display(),
        net.display()
    );
    let output = run(&line);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.trim_end(), "6 games: +0.0000 points a game +- 0.0000");
}

/// The positions of a file with their targets in millionths.
fn targets(path: &Path) -> Vec<(String, Vec<i32>)> {
    let text = fs::read_to_string(path).expect("positions");
    let lines = text
        .lines()
        .skip(1)
        .filter(|line| !line.starts_with("end "));
    let lines = lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let (position, target) = words.split_at(words.len() - 5);
        let target = target.iter().map(|word| word.parse().expect("a number"));
        (position.join(" "), target.collect())
    });
    lines.collect()
}

#[test]
fn what_is_rolled_out_for_one_turn_is_what_all_throws_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let [all, some, cut] = ["all", "some", "cut"].map(path);
    let games = "--games 18 --seed 8 --exploration 0 --net built-in";
    run(&format!(
        "label {games} --lambda 0 --output {}",
        all.display()
    ));
    let rollouts = |out: &Path, threads: u32| {
        let out = out.display();
        format!(
            "rollouts {games} --positions 3 --trials 2 --plies 1 --output {out} --threads {threads}"
        )
    };
    run(&rollouts(&some, 2));
    let (all, found) = (targets(&all), targets(&some));
    assert_eq!(found.len(), 3 * 18);
    for (position, target) in &found {
        let same = all.iter().find(|(other, _)| other == position);
        let (_, expected) = same.expect("a position of the game");
        let near = target.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1);
        assert!(near, "{position}: {target:?} {expected:?}");
    }

    // It goes on where it was cut off, and for more turns it says something else.
    let lines = fs::read(&some).expect("positions");
    fs::write(&cut, &lines[..lines.len() / 2]).expect("a file");
    run(&rollouts(&cut, 1));
    assert!(fs::read(&cut).expect("positions") == lines);
    let error = refused(&rollouts(&cut, 1).replace("--plies 1", "--plies 4"));
    assert!(error.contains("begun as"), "{error}");
    fs::remove_file(&cut).expect("a file");
    run(&rollouts(&cut, 2).replace("--plies 1", "--plies 4"));
    let deeper = targets(&cut);
    let both = found.iter().zip(&deeper);
    assert!(both.clone().all(|((one, _), (other, _))| one == other));
    assert!(both.clone().any(|((_, one), (_, other))| one != other));

    // A net is fitted to both kinds of files together.
    let [whole, fit] = ["all", "fit"].map(path);
    let [whole, some, fit] = [whole.display(), some.display(), fit.display()];
    let output = run(&format!(
        "fit --data {whole} {some} --hidden 16 --epochs 1 --pairs 2 --output {fit} --threads 1"
    ));
    let text = String::from_utf8_lossy(&output.stdout);
    let first = text.lines().next().expect("a line");
    let (first, _) = first.split_once(':').expect("numbers");
    let numbers = first
        .split(' ')
        .filter_map(|word| word.parse::<usize>().ok());
    assert_eq!(numbers.sum::<usize>(), all.len() + found.len(), "{text}");

    // Not with the same positions twice, and not with none to check with.
    let error = refused(&format!(
        "fit --data {some} {some} --hidden 16 --epochs 1 --pairs 2 --output {fit}-twice"
    ));
    assert!(error.contains("name each game once"), "{error}");
    let few = path("few");
    run(&rollouts(&few, 1).replace("--games 18", "--games 2 --first 1"));
    let error = refused(&format!(
        "fit --data {} --hidden 16 --epochs 1 --pairs 2 --output {fit}-few",
        few.display()
    ));
    assert!(error.contains("0 for validation"), "{error}");
}

#[test]
fn players_are_named_as_everywhere() {
    let output = run("match --net hand --against built-in --pairs 1 --threads 1");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.starts_with("2 games: ") && text.contains("one pair"),
        "{text}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let (out, other) = (
        folder.path().join("positions"),
        folder.path().join("eximo.net"),
    );
    run(&format!(
        "label --games 1 --net hand --output {}",
        out.display()
    ));
    let text = fs::read_to_string(&out).expect("positions");
    assert!(
        text.lines()
            .next()
            .is_some_and(|head| head.ends_with("by hand"))
    );
    fs::write(&other, Eximo::NET).expect("a file");
    let error = refused(&format!("match --net {} --pairs 1", other.display()));
    assert!(
        error.contains("a net for eximo, expected one for abak"),
        "{error}"
    );
    let error = refused(&format!(
        "match --net {} --pairs 1",
        folder.path().display()
    ));
    assert!(error.contains("not a regular file"), "{error}");
}

#[test]
fn what_is_refused_leaves_no_file_and_no_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let positions = path.join("positions");
    let positions = positions.display();
    run(&format!("label --games 21 --net hand --output {positions}"));
    run(&td(&path.join("td"), 2).replace("--games 80", "--games 20"));
    let [out, nothing, td] = ["out", "nothing", "td"].map(|name| path.join(name));
    let [out, nothing, td] = [out.display(), nothing.display(), td.display()];
    let fit = format!("fit --epochs 1 --pairs 1 --data {positions}");
    let lines = [
        (
            format!("fit --epochs 1 --data {nothing} --output {out}"),
            "No such file",
        ),
        (
            format!("{fit} {positions} --output {out}"),
            "name each game once",
        ),
        (
            format!("{fit} --from {nothing} --output {out}"),
            "checkpoint.json: no such file",
        ),
        (
            format!("{fit} --from {td} --hidden 32 --output {out}"),
            "'--from <FOLDER>' cannot be used with '--hidden <HIDDEN>'",
        ),
        (
            format!("{fit} --output {td}"),
            "belongs to a run of `trainer abak td`",
        ),
        (format!("label --net {nothing} --output {out}"), "nothing: "),
    ];
    for (line, words) in lines {
        let error = refused(&line);
        let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(error.contains(words), "{line}: {error}");
        let out = path.join("out");
        assert!(
            !out.exists() && !out.with_added_extension("lock").exists(),
            "{line}"
        );
    }
    // A pipe is not waited for.
    #[cfg(unix)]
    {
        let pipe = path.join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        for line in [
            format!("fit --epochs 1 --data {} --output {out}", pipe.display()),
            format!("label --net hand --output {}", pipe.display()),
        ] {
            assert!(
                refused(&line).contains("pipe: not a regular file"),
                "{line}"
            );
        }
    }
    // A folder of something else is not touched either.
    fs::create_dir(path.join("out")).expect("a folder");
    fs::write(path.join("out/letter"), "Dear reader").expect("a file");
    for line in [
        format!("{fit} --output {out}"),
        self::td(&path.join("out"), 1),
    ] {
        let error = refused(&line);
        assert!(error.contains("though the folder is not empty"), "{error}");
        assert_eq!(fs::read_dir(path.join("out")).expect("a folder").count(), 1);
    }
}

#[test]
fn what_was_edited_is_not_resumed_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let line = td(&path.join("td"), 2).replace("--games 80", "--games 20");
    run(&line);
    let checkpoint = path.join("td/checkpoint.json");
    let text = fs::read_to_string(&checkpoint).expect("a checkpoint");
    let at = text.find("\"first\":[").expect("weights") + 10;
    let end = at + text[at..].find(',').expect("a weight");
    let edited = [&text[..at], "0.125", &text[end..]].concat();
    fs::write(&checkpoint, edited).expect("a file");
    let error = refused(&line);
    assert!(
        error.contains("checkpoint.json: damaged or edited"),
        "{error}"
    );
    // Nor does another run start from it.
    let positions = path.join("positions");
    let label = format!(
        "label --games 21 --net hand --output {}",
        positions.display()
    );
    run(&label);
    let fit = format!(
        "fit --epochs 1 --data {} --from {}",
        positions.display(),
        path.join("td").display()
    );
    let error = refused(&format!("{fit} --output {}", path.join("fit").display()));
    assert!(
        error.contains("checkpoint.json: damaged or edited"),
        "{error}"
    );

    // Two lines of a finished game, which leave the sides to move in turn.
    let text = fs::read_to_string(&positions).expect("positions");
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.drain(4..6);
    fs::write(&positions, lines.concat()).expect("a file");
    for line in [label, fit.replace(" --from", " --output")] {
        let error = refused(&line);
        assert!(error.contains("the checksum of game 0"), "{error}");
    }
}
