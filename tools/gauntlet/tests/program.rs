//! The program as a whole, in a checkout that has nothing but its files of pairings.
//! Not here: playing, which needs built engines.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A repository with the shipped pairings and milestones, and no source to build.
fn checkout() -> io::Result<TempDir> {
    let folder = tempfile::tempdir()?;
    let own = folder.path().join("tools/gauntlet");
    fs::create_dir_all(&own)?;
    for file in ["pairings.toml", "milestones.toml"] {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        fs::copy(shipped, own.join(file))?;
    }
    let mut git = Command::new("git");
    let made = git.args(["init", "-q"]).current_dir(&folder).status()?;
    assert!(made.success());
    Ok(folder)
}

fn gauntlet(words: &[&str], folder: &Path, out: Stdio) -> io::Result<Output> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_gauntlet"));
    program.args(words).current_dir(folder);
    program.env_remove("CARGO_TARGET_DIR").stdout(out).output()
}

#[test]
fn a_reader_of_the_list_may_leave() -> io::Result<()> {
    let folder = checkout()?;
    let whole = gauntlet(&["--list"], folder.path(), Stdio::piped())?;
    assert!(whole.status.success());
    assert!(String::from_utf8_lossy(&whole.stdout).contains("dameo-uct: 200 games"));

    let (reader, writer) = io::pipe()?;
    drop(reader);
    let left = gauntlet(&["--list"], folder.path(), writer.into())?;
    let errors = String::from_utf8_lossy(&left.stderr).into_owned();
    assert_eq!((left.status.code(), errors.as_str()), (Some(141), ""));
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn a_list_on_a_full_disk_is_an_error() -> io::Result<()> {
    let folder = checkout()?;
    for words in ["--list", "--help"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full")?;
        let failed = gauntlet(&[words], folder.path(), full.into())?;
        let errors = String::from_utf8_lossy(&failed.stderr).into_owned();
        assert_eq!(failed.status.code(), Some(1), "{words}: {errors}");
        assert!(errors.contains("gauntlet: standard output: "), "{errors}");
    }
    Ok(())
}

#[test]
fn wrong_arguments_are_told_before_anything_is_built() -> io::Result<()> {
    let folder = checkout()?;
    for (words, told) in [
        (["--concurrency", "0"], "--concurrency"),
        (["--games", "0"], "even number"),
        (["--games", "7"], "even number"),
        (["--only", "zzz"], "\"zzz\", expected some of dameo-uct"),
        (["--variant", "chess"], "no game is called that"),
        (["--engine", "./none"], "is no file"),
    ] {
        let output = gauntlet(&words, folder.path(), Stdio::piped())?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {errors}");
        assert!(errors.contains(told), "{words:?}: {errors}");
        assert!(!folder.path().join("target").exists(), "{words:?}");
    }
    Ok(())
}
