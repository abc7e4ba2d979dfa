//! Matches without pairs, without variance or without losses, and tests that are none.
//! Not here: what a usual match gives.

use super::{close, report, sprt, tally};
use referee::stats::{
    Model, Report, Setting, Sprt, SprtDecision, Tally, elo_of_score, logistic_elo, normalized_elo,
    superiority,
};

#[test]
fn no_pairs_no_figures() {
    let test = sprt(Model::Normalized, 0.0, 5.0);
    let none = Tally::new(1);
    let report = Report::new(["a".into(), "b".into()], &none, Some(&test), None);
    assert!(report.elo.is_none() && report.superiority.is_none());
    assert_eq!(
        report.sprt.map(|trial| trial.decision),
        Some(SprtDecision::Continue)
    );
    assert_eq!(
        report.to_string(),
        "a against b: 0 games in 0 pairs, +0 =0 -0\n\
         SPRT normalized [0, 5]: LLR 0.00 (-2.94, 2.94), not decided"
    );
}

#[test]
fn all_pairs_won() {
    let pairs = tally([0, 0, 0, 0, 10]).pentanomial();
    let elo = logistic_elo(&pairs).expect("pairs");
    assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
    // 0.025^(1/10) of all pairs won at least, the rest lost.
    close(elo.low, elo_of_score(0.691_503), 1e-3);
    let normalized = normalized_elo(&pairs).expect("pairs");
    assert_eq!(normalized.value, f64::INFINITY);
    assert!(normalized.low > 0.0 && normalized.low.is_finite());
    close(
        superiority(&tally([0, 0, 0, 0, 3]).point_pairs()).expect("pairs"),
        0.9375,
        1e-12,
    );
    let text = serde_json::to_string(&report(&tally([10, 0, 0, 0, 0]))).expect("JSON");
    assert!(text.contains(r#""elo":{"value":null,"#), "{text}");
}

/// What two copies of one deterministic engine give.
#[test]
fn all_pairs_even() {
    let report = report(&tally([0, 0, 200, 0, 0]));
    let elo = report.elo.expect("pairs");
    assert_eq!((elo.value, elo.standard_error), (0.0, 0.0));
    // 0.025^(1/200) of all pairs even at least, the rest won: a score of 0.50914.
    close(elo.high, 6.350, 1e-3);
    close(elo.low, -elo.high, 1e-9);
    assert_eq!(report.superiority, Some(0.5));
    let normalized = report.normalized_elo.expect("pairs");
    assert_eq!(normalized.value, 0.0);
    close(normalized.low, -normalized.high, 1e-9);
}

#[test]
fn settings_that_are_no_test_are_refused() {
    let good = *sprt(Model::Points, -0.1, 0.1).setting();
    let bad = [
        Setting { h0: 0.1, ..good },
        Setting { h0: -1.0, ..good },
        Setting {
            h1: f64::NAN,
            ..good
        },
        Setting { alpha: 0.0, ..good },
        Setting { beta: 0.95, ..good },
    ];
    for setting in bad {
        assert!(Sprt::new(setting).is_err(), "{setting:?}");
    }
    let text = r#"{"model": "logistic", "h0": 0, "h1": 5}"#;
    let read: Sprt = serde_json::from_str(text).expect("a test with default errors");
    assert_eq!(read, sprt(Model::Logistic, 0.0, 5.0));
    let text = r#"{"model": "logistic", "h0": 5, "h1": 5}"#;
    assert!(serde_json::from_str::<Sprt>(text).is_err());
}
