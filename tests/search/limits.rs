//! Tests of limits and signals: what ends a search, and when its answer waits.
//! Not here: time management, which has unit tests beside its code.

use crate::steps::{PieceCount, Steps};
use crate::track::{Die, RaceLead, Track};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tricorn::control::Control;
use tricorn::limits::{Clock, Limits};
use tricorn::rules::{Game, Rules, Side};
use tricorn::search::{AlphaBeta, Answer, Expectimax, Report, Request, Searcher};

fn search(limits: Limits, control: &Control) -> (usize, Answer<Steps, i32>) {
    let mut reports = 0;
    let mut searcher = Searcher::new(AlphaBeta::new(PieceCount), 1);
    let request = Request::new(limits);
    let answer = searcher.search(&Game::start(), &request, control, &mut |report| {
        reports += usize::from(matches!(report, Report::Line(_)));
    });
    (reports, answer)
}

fn clock(left_ms: i64, moves_to_go: Option<u32>) -> Limits {
    Limits {
        clock: Some(Clock {
            left_ms,
            increment_ms: 0,
            moves_to_go,
        }),
        ..Limits::default()
    }
}

#[test]
fn zero_limits_still_give_a_move_with_a_score() {
    let none = Limits::default;
    let all = [
        Limits {
            depth: Some(0),
            ..none()
        },
        Limits {
            nodes: Some(0),
            ..none()
        },
        Limits {
            mate: Some(0),
            ..none()
        },
        Limits {
            movetime: Some(Duration::ZERO),
            ..none()
        },
        clock(0, None),
        clock(-1, None),
        clock(9_999, Some(0)),
    ];
    for limits in all {
        let (reports, answer) = search(limits.clone(), &Control::new());
        assert!(reports >= 1 && answer.best.is_some(), "{limits:?}");
        assert_eq!(answer.depth, 1, "{limits:?}");
    }
}

#[test]
fn node_limits_are_exact_and_deterministic() {
    let least = search(
        Limits {
            nodes: Some(0),
            ..Limits::default()
        },
        &Control::new(),
    )
    .1
    .nodes;
    for nodes in [1, 100, 1_000, 2_345, 20_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let (reports, answer) = search(limits.clone(), &Control::new());
        assert_eq!(answer.nodes, nodes.max(least));
        assert!(reports > 0);
        let (again, same) = search(limits, &Control::new());
        assert_eq!(
            (reports, answer.best, answer.value),
            (again, same.best, same.value)
        );
    }
}

#[test]
fn the_first_limit_reached_counts() {
    let limits = Limits {
        depth: Some(2),
        nodes: Some(u64::MAX),
        movetime: Some(Duration::MAX),
        ..clock(i64::MAX, None)
    };
    assert_eq!(search(limits, &Control::new()).1.depth, 2);
}

#[test]
fn a_mate_ends_the_search_for_it() {
    let mut searcher = Searcher::new(AlphaBeta::new(PieceCount), 1);
    let game = Game::new(Steps::new(0b01, 0b10, Side::First), None);
    let limits = Limits {
        mate: Some(4),
        ..Limits::default()
    };
    let control = Control::new();
    let answer = searcher.search(&game, &Request::new(limits), &control, &mut |_| {});
    assert_eq!((answer.value, answer.depth), (Some(31_999), 1));
}

#[test]
fn a_forced_move_is_played_at_once_on_a_clock() {
    let mut searcher = Searcher::new(Expectimax::new(RaceLead), 1);
    let game = Game::new(Track::start(), Some(Die(1)));
    let request = Request::new(Limits {
        clock: Some(Clock {
            left_ms: i64::MAX,
            increment_ms: 0,
            moves_to_go: None,
        }),
        ..Limits::default()
    });
    let answer = searcher.search(&game, &request, &Control::new(), &mut |_| {});
    assert_eq!(answer.depth, 1);
    let analysis = Request {
        analyse: true,
        limits: Limits {
            depth: Some(3),
            ..request.limits.clone()
        },
        ..request
    };
    let answer = searcher.search(&game, &analysis, &Control::new(), &mut |_| {});
    assert_eq!(answer.depth, 3);
}

/// Starts a search on another thread; the channel receives its answer.
fn start(limits: Limits) -> (Arc<Control>, mpsc::Receiver<Answer<Steps, i32>>) {
    let control = Arc::new(Control::new());
    let (sender, receiver) = mpsc::channel();
    let own = Arc::clone(&control);
    thread::spawn(move || sender.send(search(limits, &own).1));
    (control, receiver)
}

fn shortly<T>(receiver: &mpsc::Receiver<T>) -> Option<T> {
    receiver.recv_timeout(Duration::from_millis(50)).ok()
}

fn finally<T>(receiver: &mpsc::Receiver<T>) -> Option<T> {
    receiver.recv_timeout(Duration::from_secs(60)).ok()
}

#[test]
fn a_stop_before_the_search_still_gives_a_move() {
    let control = Control::new();
    control.stop();
    let (reports, answer) = search(Limits::default(), &control);
    assert!(reports >= 1 && answer.best.is_some());
}

#[test]
fn an_unlimited_search_waits_for_the_stop() {
    let depth = Limits {
        depth: Some(2),
        infinite: true,
        ..Limits::default()
    };
    for limits in [Limits::default(), depth] {
        let (control, answer) = start(limits);
        assert_eq!(shortly(&answer), None);
        control.ponderhit();
        assert_eq!(shortly(&answer), None);
        control.stop();
        assert!(finally(&answer).is_some_and(|answer| answer.best.is_some()));
    }
}

#[test]
fn pondering_waits_for_ponderhit_and_then_obeys_its_limits() {
    for limits in [
        Limits {
            depth: Some(2),
            ..Limits::default()
        },
        Limits {
            nodes: Some(100),
            ..Limits::default()
        },
        clock(10, None),
    ] {
        let (control, answer) = start(Limits {
            ponder: true,
            ..limits
        });
        assert_eq!(shortly(&answer), None);
        control.ponderhit();
        assert!(finally(&answer).is_some_and(|answer| answer.best.is_some()));
    }
}

#[test]
fn the_end_of_input_stops_searches_that_wait_for_it() {
    for limits in [
        Limits::default(),
        Limits {
            ponder: true,
            ..clock(i64::MAX, None)
        },
    ] {
        let control = Control::new();
        control.end_of_input();
        let (_, answer) = search(limits, &control);
        assert_eq!(answer.depth, 1);
    }
    let control = Control::new();
    control.end_of_input();
    let limits = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    assert_eq!(search(limits, &control).1.depth, 4);
}

#[test]
fn an_unlimited_search_of_a_finished_game_waits_too() {
    let control = Arc::new(Control::new());
    let (sender, receiver) = mpsc::channel();
    let own = Arc::clone(&control);
    thread::spawn(move || {
        let lost = Game::new(Steps::new(0, 1, Side::First), None);
        let mut searcher = Searcher::new(AlphaBeta::new(PieceCount), 1);
        let request = Request::new(Limits::default());
        sender.send(searcher.search(&lost, &request, &own, &mut |_| {}).best)
    });
    assert_eq!(shortly(&receiver), None);
    control.stop();
    assert_eq!(finally(&receiver), Some(None));
    assert!(Track::start().outcome().is_none());
}
