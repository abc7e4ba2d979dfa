//! The referee's statistics against published figures, against themselves, and against simulation.
//! Not here: games; every match here is a list of numbers.

mod counts;
mod edges;
mod properties;
mod published;
mod simulation;

use referee::stats::{Model, Pair, Report, Setting, Sprt, Tally};

fn pair(first: i8, second: i8) -> Pair {
    Pair::new(first, second).expect("at most three points")
}

/// A tally with the given pentanomial, out of games worth one point.
fn tally(pentanomial: [u64; 5]) -> Tally {
    let mut tally = Tally::new(1);
    let pairs = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1)];
    for (times, (first, second)) in pentanomial.into_iter().zip(pairs) {
        for _ in 0..times {
            tally.record(pair(first, second));
        }
    }
    tally
}

fn sprt(model: Model, h0: f64, h1: f64) -> Sprt {
    let (alpha, beta) = (0.05, 0.05);
    Sprt::new(Setting {
        model,
        h0,
        h1,
        alpha,
        beta,
    })
    .expect("a sound setting")
}

fn close(found: f64, published: f64, tolerance: f64) {
    assert!(
        (found - published).abs() <= tolerance,
        "{found} is not within {tolerance} of {published}"
    );
}

fn report(tally: &Tally) -> Report {
    Report::new(["a".into(), "b".into()], tally, None, None)
}
