//! What is left of engines: nothing, however they and the referee end.
//! Not here: who loses.

use crate::arena::{
    assert_gone, easy, first_variant, game, impatient, place, player, processes, setup, spec,
};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use referee::engine::Player;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Plays a game between an honest mock and one that leaves an orphan.
async fn with_orphan(tag: &str) -> (Player, Player) {
    let mut parent = player(tag, &["--fault", "grandchild", "--at", "1"]);
    let mut honest = player(tag, &[]);
    let setup = setup(first_variant(), easy());
    game(&setup, &mut parent, &mut honest).await;
    if cfg!(target_os = "linux") {
        until(tag, |lines| {
            lines.iter().any(|line| line.contains("--fault orphan"))
        })
        .await;
    }
    (parent, honest)
}

/// Waits until the processes with `tag` are as wished; as long as a loaded machine may take.
async fn until(tag: &str, wished: impl Fn(&[String]) -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !wished(&processes(tag)) {
        assert!(Instant::now() < end, "{:?}", processes(tag));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn an_orphan_ends_with_an_engine_that_quits() {
    let tag = "t-orphan-quit";
    let (mut parent, mut honest) = with_orphan(tag).await;
    assert!(parent.quit().await && honest.quit().await);
    assert_gone(tag);
}

#[tokio::test]
async fn an_orphan_ends_with_an_engine_that_is_killed() {
    let tag = "t-orphan-kill";
    let (mut parent, mut honest) = with_orphan(tag).await;
    parent.kill().await;
    honest.kill().await;
    assert_gone(tag);
}

#[tokio::test]
async fn a_player_that_is_dropped_leaves_nothing() {
    let tag = "t-orphan-drop";
    let (parent, honest) = with_orphan(tag).await;
    drop((parent, honest));
    // Nobody waits for the guards now.
    until(tag, <[String]>::is_empty).await;
}

#[tokio::test]
async fn an_engine_that_ignores_quit_is_killed() {
    let tag = "t-noquit";
    let spec = spec(tag, &["--fault", "ignores-quit"]);
    let mut stubborn = Player::new(spec, place(impatient()));
    let mut honest = player(tag, &[]);
    let setup = setup(first_variant(), easy());
    game(&setup, &mut stubborn, &mut honest).await;
    assert!(!stubborn.quit().await);
    assert!(honest.quit().await);
    assert_gone(tag);
}

#[tokio::test]
async fn a_game_that_is_given_up_leaves_nothing() {
    let tag = "t-giveup";
    let mut hung = player(tag, &["--fault", "never-answers", "--at", "1"]);
    let mut honest = player(tag, &[]);
    let setup = setup(first_variant(), easy());
    let time = Duration::from_millis(500);
    let cut = tokio::time::timeout(time, game(&setup, &mut hung, &mut honest)).await;
    assert!(cut.is_err());
    hung.kill().await;
    honest.kill().await;
    assert_gone(tag);
}

/// A run of the real program in which one engine leaves an orphan and both then think forever,
/// ended by a signal. Its engines get the tag by their names.
async fn run_ended_by(signal: Signal) {
    let tag = format!("t-run-{}", signal.as_str());
    let mock = env!("CARGO_BIN_EXE_referee-mock");
    let folder = tempfile::tempdir().expect("a folder");
    let engine = |fault: &str| {
        let words = format!("--engine name={tag}-{fault} cmd={mock} ");
        let args = format!("args=--name {tag} --fault {fault} --at 1 --think 3600000");
        let mut words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        words.push(args);
        words
    };
    let variant = first_variant();
    let rest = format!("match --variant {variant} --openings start --games 2 --each depth=1");
    let mut referee = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(rest.split(' '))
        .args(engine("grandchild"))
        .args(engine("ignores-stop"))
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the referee starts");
    until(&tag, |lines| {
        lines.iter().any(|line| line.contains("--fault orphan"))
    })
    .await;
    kill(Pid::from_raw(referee.id() as i32), signal).expect("it runs");
    referee.wait().expect("it ends");
    if signal == Signal::SIGKILL {
        // Nobody waits for the guards now.
        until(&tag, <[String]>::is_empty).await;
    }
    assert_gone(&tag);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_referee_that_is_interrupted_leaves_nothing() {
    run_ended_by(Signal::SIGINT).await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_referee_that_is_terminated_leaves_nothing() {
    run_ended_by(Signal::SIGTERM).await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_referee_that_is_killed_leaves_nothing() {
    run_ended_by(Signal::SIGKILL).await;
}
