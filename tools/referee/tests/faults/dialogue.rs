//! Fair games: the same moves every time, pondering, clocks, warnings, dice.
//! Not here: faults.

use crate::arena::{assert_gone, easy, first_variant, game, player, setup};
use referee::game::{End, LONGEST, Limits, TimeControl, Verdict};
use std::time::Duration;
use tricorn::rules::list;

#[tokio::test]
async fn equal_engines_play_equal_games_of_every_variant() {
    let tag = "t-equal";
    let mut one = player(tag, &[]);
    let mut other = player(tag, &[]);
    for variant in list::NAMES {
        let mut setup = setup(variant, easy());
        setup.max_plies = Some(300);
        let first = game(&setup, &mut one, &mut other).await.record;
        let second = game(&setup, &mut other, &mut one).await.record;
        assert_eq!(first.result, second.result);
        let texts = |record: &referee::game::GameRecord| -> Vec<String> {
            record
                .moves
                .iter()
                .map(|played| played.text.clone())
                .collect()
        };
        assert_eq!(texts(&first), texts(&second));
        assert_eq!(first.last, second.last);
        let fair = matches!(
            first.result.end,
            End::Rules(_) | End::Adjudicated(Verdict::MaxPlies)
        );
        assert!(fair, "{first:?}");
        assert_eq!(first.warnings, Vec::<String>::new());
    }
    assert!(one.quit().await && other.quit().await);
    assert_gone(tag);
}

#[tokio::test]
async fn a_game_without_end_is_broken_off() {
    let tag = "t-endless";
    let mut one = player(tag, &[]);
    let mut other = player(tag, &[]);
    let mut setup = setup("abak", easy());
    // Each waits on the bar before six made points.
    setup.position = "sso/ssd/ss/ss/su/ug/12/SSO/SSD/SS/SS/SU/UG w Ee -".into();
    setup.max_plies = None;
    let record = game(&setup, &mut one, &mut other).await.record;
    assert_eq!(record.result.end, End::Adjudicated(Verdict::MaxPlies));
    assert_eq!(record.moves.len() as u64, LONGEST);
    assert!(one.quit().await && other.quit().await);
    assert_gone(tag);
}

#[tokio::test]
async fn pondering_changes_no_move_and_no_fairness() {
    let tag = "t-ponder";
    let clock = Limits {
        tc: Some(TimeControl {
            moves: None,
            base_ms: 600_000,
            increment_ms: 0,
        }),
        ponder: true,
        ..Limits::default()
    };
    // The first expects what the second, being the same, answers; the third is another player, so
    // that its expectations and those of it come to nothing.
    for seeds in [["1", "1"], ["1", "2"]] {
        let mut moves = Vec::new();
        for ponder in [true, false] {
            let [mut one, mut other] = seeds.map(|seed| player(tag, &["--ponder", "--seed", seed]));
            let limits = Limits {
                ponder,
                ..clock.clone()
            };
            let mut setup = setup(first_variant(), limits);
            setup.max_plies = Some(20);
            let record = game(&setup, &mut one, &mut other).await.record;
            assert_eq!(
                record.result.end,
                End::Adjudicated(Verdict::MaxPlies),
                "{record:?}"
            );
            assert_eq!(record.warnings, Vec::<String>::new());
            let texts = record.moves.into_iter().map(|played| played.text);
            moves.push(texts.collect::<Vec<_>>());
            assert!(one.quit().await && other.quit().await);
        }
        assert_eq!(moves[0], moves[1]);
    }
    assert_gone(tag);
}

#[tokio::test]
async fn claims_that_are_not_true_are_told_once_each() {
    let tag = "t-claims";
    let mut liar = player(tag, &["--fault", "bad-variation", "--mate", "1"]);
    let mut silent = player(tag, &["--silent"]);
    let mut setup = setup(first_variant(), easy());
    setup.max_plies = Some(8);
    let record = game(&setup, &mut liar, &mut silent).await.record;
    let warnings = record.warnings;
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    let variation = format!("p1 ({tag}), ply 1: variation breaks off at move 2, \"a1a1\": ");
    assert!(warnings[0].starts_with(&variation), "{warnings:?}");
    assert!(warnings[0].ends_with("(and 3 more of the kind)"));
    let silence =
        format!("p2 ({tag}), ply 2: gave a move without a score (and 3 more of the kind)");
    assert_eq!(warnings[1], silence);
    let mate = format!(
        "p1 ({tag}), ply 3: let slip the win within 1 turns that it had announced (and 2 more of the kind)"
    );
    assert_eq!(warnings[2], mate);
    assert!(liar.quit().await && silent.quit().await);
    assert_gone(tag);
}

#[tokio::test]
async fn a_clock_of_nodes_ends_games_by_nodes_alone() {
    let tag = "t-nodes";
    let limits = Limits {
        tc: Some(TimeControl {
            moves: None,
            base_ms: 10,
            increment_ms: 0,
        }),
        nodestime: Some(100),
        ..Limits::default()
    };
    // The mock thinks for longer than its clock would allow, and says that it used its share.
    let mut one = player(tag, &["--think", "20"]);
    let mut other = player(tag, &[]);
    let record = game(&setup(first_variant(), limits), &mut one, &mut other)
        .await
        .record;
    assert_eq!(
        record.result.end,
        End::Adjudicated(Verdict::MaxPlies),
        "{record:?}"
    );
    let nodes: Vec<u64> = record
        .moves
        .iter()
        .filter_map(|played| played.nodes)
        .collect();
    assert_eq!(nodes, [41, 41, 39, 39, 38, 38]);
    let slow = record.moves[0].time.expect("measured");
    assert!(slow >= Duration::from_millis(20));
    assert!(one.quit().await && other.quit().await);
    assert_gone(tag);
}
