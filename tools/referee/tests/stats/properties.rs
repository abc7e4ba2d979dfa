//! What holds for any counts and any hypotheses.
//! Not here: particular counts.

use super::{pair, sprt};
use proptest::prelude::*;
use referee::stats::{Histogram, Model, Report, Setting, Tally, Trial, mean_llr, t_llr};

prop_compose! {
    fn any_tally()(
        pairs in prop::collection::vec((-3i8..=3, -3i8..=3, 0usize..40), 0..12),
        most in 0u8..6,
    ) -> Tally {
        let mut tally = Tally::new(most);
        for (first, second, times) in pairs {
            for _ in 0..times {
                tally.record(pair(first, second));
            }
        }
        tally
    }
}

proptest! {
    #[test]
    fn slices_add_up_in_any_order(a in any_tally(), b in any_tally(), c in any_tally()) {
        let sum = |parts: [&Tally; 3]| {
            let mut sum = Tally::new(1);
            parts.into_iter().for_each(|part| sum.merge(part));
            sum
        };
        let all = sum([&a, &b, &c]);
        prop_assert_eq!(&all, &sum([&c, &a, &b]));
        prop_assert_eq!(all.pairs(), a.pairs() + b.pairs() + c.pairs());
        let text = serde_json::to_string(&all).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Tally>(&text).expect("the same tally"), all);
    }

    #[test]
    fn figures_are_never_nan_and_mirror(tally in any_tally(), h0 in -900.0..0.0, h1 in 1.0..900.0) {
        let tests = [
            sprt(Model::Logistic, h0, h1),
            sprt(Model::Normalized, h0, h1),
            sprt(Model::Points, h0 / 1e3, h1 / 1e3),
        ];
        let seen = tally.reversed();
        for test in tests {
            let Setting { model, .. } = *test.setting();
            let trial = Trial::new(&test, &tally);
            prop_assert!(!trial.llr.is_nan());
            let scale = if model == Model::Points { 1e3 } else { 1.0 };
            let mirrored = sprt(model, -h1 / scale, -h0 / scale).llr(&seen);
            prop_assert!((trial.llr + mirrored).abs() <= 1e-6 * (1.0 + trial.llr.abs()),
                "{model:?}: {} and {mirrored}", trial.llr);
        }
        let report = Report::new(["a".into(), "b".into()], &tally, Some(&tests[1]), None);
        let text = report.to_string() + &serde_json::to_string(&report).expect("JSON");
        prop_assert!(!text.contains("NaN"), "{text}");
        let estimates = [report.score, report.elo, report.normalized_elo, report.points,
            report.draw_rate, report.first_mover_rate];
        for estimate in estimates.into_iter().flatten() {
            prop_assert!(estimate.low <= estimate.value && estimate.value <= estimate.high,
                "{estimate:?}");
        }
    }

    /// The ratio of a hypothesis to the observed value itself is the greatest there is.
    #[test]
    fn nothing_explains_data_better_than_their_own_mean(
        counts in prop::collection::vec(1u64..500, 5),
        share in 0.01..0.99f64,
    ) {
        let mut histogram = Histogram::new(0, 4);
        for (key, count) in (0..).zip(counts) {
            histogram.add(key, count);
        }
        let bins = histogram.regularized(0.25);
        let (mean, variance) = histogram.moments().expect("data");
        prop_assert!(mean_llr(&bins, share, mean / 4.0) >= -1e-9);
        let t = (mean - 2.0) / variance.sqrt();
        let other = 4.0 * share - 2.0;
        prop_assert!(t_llr(&bins, 0.5, other, t) >= -1e-7);
    }
}
