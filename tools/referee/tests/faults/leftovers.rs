//! What is left of engines: nothing, however they and the referee end.
//! Not here: who loses.

use crate::arena::{
    assert_gone, easy, first_variant, game, impatient, place, player, processes, setup, spec,
};
use referee::engine::Player;
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
