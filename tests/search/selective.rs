//! Tests of selective expectimax: it equals expectimax without move filters, and its values are exact.
//! Not here: how well it plays, which `cargo bench --bench filters` and `TRIALS.md` tell.

use crate::steps::Rng;
use crate::track::{Die, RaceLead, Track};
use tricorn::control::Control;
use tricorn::eval::abak::{Hce, OutcomeProbabilities};
use tricorn::eval::{Evaluate, Value};
use tricorn::limits::Limits;
use tricorn::rules::abak::Abak;
use tricorn::rules::{Game, Notation, Rules, Side};
use tricorn::search::{
    Answer, Expectimax, Filter, Filters, Kernel, Report, Request, Searcher, Selective,
};

const NARROW: Filters = Filters {
    root: &[
        Filter {
            max_moves: 6,
            margin: 200_000,
        },
        Filter {
            max_moves: 3,
            margin: 100_000,
        },
    ],
    inner: &[Filter {
        max_moves: 2,
        margin: 100_000,
    }],
};

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn answer<G: Rules, K: Kernel<G>>(kernel: K, game: &Game<G>, depth: u32) -> Answer<G, K::Value> {
    let mut searcher = Searcher::new(kernel, 1);
    let request = Request::new(to_depth(depth));
    searcher.search(game, &request, &Control::new(), &mut |_| {})
}

/// A position with and without its roll.
fn both<G: Rules>(position: G, roll: G::Roll) -> [Game<G>; 2] {
    [Some(roll), None].map(|roll| Game::new(position.clone(), roll))
}

fn is_expectimax<G: Rules, E: Evaluate<G>>(evaluator: E, game: &Game<G>, depth: u32) {
    let whole = answer(Expectimax::new(evaluator.clone()), game, depth);
    let unfiltered = answer(Selective::new(evaluator, Filters::NONE), game, depth);
    assert_eq!(unfiltered.value, whole.value, "depth {depth} of {game:?}");
    assert_eq!(unfiltered.best.is_some(), whole.best.is_some());
}

#[test]
fn without_filters_it_is_expectimax() {
    let mut rng = Rng(11);
    for round in 0..120 {
        let at = |rng: &mut Rng| (rng.next() % 5) as u8;
        let runners = [(); 2].map(|()| [at(&mut rng), at(&mut rng)]);
        let turn = Side::ALL[(rng.next() % 2) as usize];
        let die = Die(1 + (rng.next() % 3) as u8);
        for game in both(Track { runners, turn }, die) {
            is_expectimax(RaceLead, &game, 1 + round % 4);
        }
    }
}

/// Late positions with few moves and an earlier one, each with a roll and a depth at which the full
/// tree is small.
const SMALL: [(&str, u32); 6] = [
    ("4/SS/17/s/s w - 31", 3),
    ("s/2/e/14/S/E/1/O/2 b - 52", 3),
    ("2/u/S/9/sD/8/S/S w - 64", 3),
    ("S/1/s/20/U w - 21", 3),
    ("10/Sd/11/G/S b S 43", 3),
    (
        "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - 65",
        2,
    ),
];

fn position(text: &str) -> Game<Abak> {
    let placed = Abak::parse_position(text).expect(text);
    Game::new(placed.position, placed.roll)
}

#[test]
fn without_filters_it_is_expectimax_in_abak() {
    for (text, depth) in SMALL {
        let game = position(text);
        let roll = game.roll().expect("a roll");
        for game in both(*game.position(), roll) {
            let depth = if game.roll().is_none() {
                depth - 1
            } else {
                depth
            };
            is_expectimax(Hce, &game, depth);
        }
    }
}

/// The reports of a search: depth, rank, value, text of the move.
fn reports(
    game: &Game<Abak>,
    request: &Request<Abak>,
    threads: usize,
) -> Vec<(u32, usize, OutcomeProbabilities, String)> {
    let mut reports = Vec::new();
    let mut searcher = Searcher::new(Selective::new(Hce, NARROW), 1);
    searcher.set_threads(threads);
    searcher.search(game, request, &Control::new(), &mut |report| {
        if let Report::Line(info) = report {
            let text = info.pv.first().map(|m| game.position().move_text(m));
            reports.push((info.depth, info.rank, info.value, text.unwrap_or_default()));
        }
    });
    reports
}

#[test]
fn the_number_of_threads_changes_nothing_but_the_time() {
    let start = position(SMALL[5].0);
    for game in both(*start.position(), start.roll().expect("a roll")) {
        let depth = if game.roll().is_none() { 2 } else { 3 };
        let mut request = Request::new(to_depth(depth));
        request.multipv = 3;
        let alone = reports(&game, &request, 1);
        assert!(alone.len() >= 2);
        for threads in 2..=3 {
            assert_eq!(reports(&game, &request, threads), alone);
        }
    }
}

#[test]
fn every_reported_line_has_the_value_of_its_depth() {
    let game = position(SMALL[5].0);
    let mut request = Request::new(to_depth(2));
    request.multipv = 8;
    let lines = reports(&game, &request, 1);
    assert_eq!(lines.len(), 16);
    for &(depth, rank, value, ref text) in &lines {
        let mut alone = Request::new(to_depth(depth));
        let mut moves = Vec::new();
        game.position()
            .moves(game.roll().expect("a roll"), &mut moves);
        moves.retain(|m| game.position().move_text(m) == *text);
        alone.searchmoves = Some(moves);
        let last = reports(&game, &alone, 1).pop().expect("a line");
        assert_eq!((last.0, last.2), (depth, value), "{text}, rank {rank}");
    }
    let ranks: Vec<_> = lines.iter().map(|line| line.1).collect();
    assert_eq!(ranks[..8], ranks[8..]);
    assert!(lines[..8].is_sorted_by_key(|line| -line.2.score()));
    assert!(lines[8..].is_sorted_by_key(|line| -line.2.score()));
}

#[test]
fn filters_save_nodes_and_keep_true_values() {
    let game = position(SMALL[5].0);
    let unfiltered = answer(Selective::new(Hce, Filters::NONE), &game, 2);
    let narrow = answer(Selective::new(Hce, NARROW), &game, 2);
    assert!(
        narrow.nodes < unfiltered.nodes,
        "{} {}",
        narrow.nodes,
        unfiltered.nodes
    );
    // At depth 2 only the root is filtered: what is kept has its true value.
    let (narrow, unfiltered) = (narrow.value, unfiltered.value);
    assert!(narrow.map(Value::score) <= unfiltered.map(Value::score));
}

#[test]
fn a_stopped_search_answers_with_an_evaluated_move() {
    let game = position("usss/sdseo/ssg/ED/SS/3/O/S/G/S/3/SU/S/2/S/1/S/US/1 w - 11");
    let stopped = Control::new();
    stopped.stop();
    for nodes in [0, 1_400, 2_500, 9_000, 40_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        for control in [&Control::new(), &stopped] {
            let mut searcher = Searcher::new(Selective::new(Hce, NARROW), 1);
            let request = Request::new(limits.clone());
            let answer = searcher.search(&game, &request, control, &mut |_| {});
            assert!(answer.best.is_some() && answer.value.is_some());
            assert!(
                answer.nodes <= nodes.max(2_048),
                "{nodes}: {}",
                answer.nodes
            );
            // Depth 1 was finished: these 1329 moves are within the guaranteed nodes.
            let best = answer.best.expect("a move");
            let worth = Hce.value(best.after()).opposite().score();
            let mut moves = Vec::new();
            game.position()
                .moves(game.roll().expect("a roll"), &mut moves);
            let kept = moves
                .iter()
                .filter(|m| Hce.value(m.after()).opposite().score() > worth);
            assert!(kept.count() < 6);
        }
    }
}

#[test]
fn before_the_roll_a_stopped_search_still_has_a_value() {
    let game = Game::<Abak>::start();
    let control = Control::new();
    control.stop();
    let mut searcher = Searcher::new(Selective::new(Hce, NARROW), 1);
    let answer = searcher.search(&game, &Request::new(to_depth(3)), &control, &mut |_| {});
    assert!(answer.value.is_some() && answer.best.is_none());
}
