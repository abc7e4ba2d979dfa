//! Tests of lazy SMP: helpers search, stop, and may panic without harm.
//! Not here: how much faster they make the search.

use crate::steps::{PieceCount, Rng, Steps, random};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;
use tricorn::control::Control;
use tricorn::eval::{EvalTerm, Evaluate, Score};
use tricorn::limits::Limits;
use tricorn::rules::{Game, Rules};
use tricorn::search::{AlphaBeta, Report, Request, Searcher};

/// Piece count that also calls a function on helper threads.
#[derive(Clone)]
struct HelperHook(fn(&Sender<()>), Sender<()>);

impl Evaluate<Steps> for HelperHook {
    type Value = Score;

    fn value(&mut self, position: &Steps) -> Score {
        if thread::current().name() == Some("helper") {
            (self.0)(&self.1);
        }
        PieceCount.value(position)
    }

    fn terms(&mut self, position: &Steps) -> Vec<EvalTerm> {
        PieceCount.terms(position)
    }
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

#[test]
fn helpers_search_while_the_lead_does() {
    let (sender, searched) = channel();
    let tell: fn(&Sender<()>) = |sender| {
        // The receiver is gone once the test is over.
        let _ = sender.send(());
    };
    let mut searcher = Searcher::new(AlphaBeta::new(HelperHook(tell, sender)), 1);
    searcher.set_threads(3);
    let (request, control) = (Request::new(depth(12)), Control::new());
    let mut waited = Err(std::sync::mpsc::RecvTimeoutError::Timeout);
    searcher.search(&Game::start(), &request, &control, &mut |report| {
        if matches!(report, Report::Line(info) if info.depth == 2) {
            waited = searched.recv_timeout(Duration::from_secs(60));
        }
    });
    assert_eq!(waited, Ok(()));
    searcher.set_threads(1);
    while searched.try_recv().is_ok() {}
    searcher.search(&Game::start(), &request, &control, &mut |_| {});
    assert!(searched.try_recv().is_err(), "one thread is one thread");
}

#[test]
fn several_threads_report_legal_lines_within_the_node_limit() {
    let mut rng = Rng(7);
    let mut searcher = Searcher::new(AlphaBeta::new(PieceCount), 1);
    searcher.set_threads(4);
    for round in 0..40 {
        let game = Game::new(random(&mut rng, 2 + round % 4), None);
        let request = Request {
            multipv: 1 + round as usize % 3,
            ..Request::new(Limits {
                nodes: Some(20_000),
                ..Limits::default()
            })
        };
        let mut last = (0, 0);
        let answer = searcher.search(&game, &request, &Control::new(), &mut |report| {
            let Report::Line(info) = report else { return };
            assert!(info.depth >= last.0 && info.nodes >= last.1);
            last = (info.depth, info.nodes);
            let mut line = game.clone();
            let mut legal = Vec::new();
            for m in info.pv {
                line.position().moves((), &mut legal);
                assert!(legal.contains(m));
                line.play(m);
            }
        });
        assert!(answer.best.is_some());
        assert!(answer.nodes <= 20_000, "{}", answer.nodes);
    }
}

#[test]
fn a_helper_that_panics_does_not_stop_the_search() {
    let (sender, _) = channel();
    let fail: fn(&Sender<()>) = |_| panic!("a fault on purpose");
    let mut searcher = Searcher::new(AlphaBeta::new(HelperHook(fail, sender)), 1);
    searcher.set_threads(3);
    for _ in 0..3 {
        let (request, control) = (Request::new(depth(8)), Control::new());
        let answer = searcher.search(&Game::start(), &request, &control, &mut |_| {});
        assert_eq!(answer.depth, 8);
        assert!(answer.best.is_some());
    }
}
