//! Figures that other tools published for the same counts.
//! Not here: figures worked out by hand.

use super::{close, report, sprt, tally};
use referee::stats::{
    Model, elo_of_score, logistic_elo, mean_llr, normalized_elo, score_of_elo, superiority, t_llr,
};

/// Log-likelihood ratios published by Fishtest with tests of Stockfish (pull requests 4194, 5712,
/// 5992, 6036 and 6616 of official-stockfish/Stockfish), bounds in normalized Elo, to two decimals.
#[test]
fn normalized_llr_as_fishtest_published_it() {
    let published = [
        (0.0, 2.0, [371, 10263, 24989, 10642, 379], 2.95),
        (0.5, 2.5, [47, 8181, 25234, 8575, 47], 2.94),
        (0.0, 2.0, [831, 31795, 68460, 32448, 834], 2.93),
        (0.5, 2.5, [307, 54901, 140959, 56230, 281], 2.95),
        (-1.75, 0.25, [199, 8300, 17907, 8514, 184], 2.94),
        (-1.75, 0.25, [288, 53162, 135805, 53009, 238], 2.94),
        (0.0, 2.0, [2, 1925, 6607, 2176, 2], 2.94),
        (0.5, 2.5, [5, 2968, 10474, 3253, 5], 2.96),
        (0.5, 2.5, [1, 1098, 3954, 1346, 1], 2.94),
        (0.0, 2.0, [0, 1236, 4490, 1474, 1], 2.94),
        (0.5, 2.5, [4, 2290, 7932, 2562, 4], 2.95),
    ];
    for (h0, h1, pentanomial, llr) in published {
        let found = sprt(Model::Normalized, h0, h1).llr(&tally(pentanomial));
        close(found, llr, 0.005);
    }
}

/// The same with bounds in Elo, from 2020 and 2021 (pull requests 2493, 2537, 2913, 2971, 3098,
/// 3209 and 3331).
#[test]
fn logistic_llr_as_fishtest_published_it() {
    let published = [
        (-1.0, 3.0, [424, 2948, 5832, 3045, 460], 2.94),
        (-1.5, 0.5, [1090, 7618, 14947, 7623, 1136], 2.94),
        (-1.5, 0.5, [2073, 13759, 27890, 13977, 1973], 2.97),
        (-0.5, 1.5, [17, 253, 1042, 337, 39], 2.96),
        (-0.25, 1.25, [491, 7345, 29693, 7670, 465], 2.96),
        (-0.25, 1.25, [253, 4282, 17604, 4431, 286], 2.94),
        (0.25, 1.25, [58, 3302, 33130, 3518, 84], 2.97),
        (-0.25, 1.25, [115, 2196, 11328, 2317, 136], 2.94),
    ];
    for (h0, h1, pentanomial, llr) in published {
        let found = sprt(Model::Logistic, h0, h1).llr(&tally(pentanomial));
        close(found, llr, 0.005);
    }
}

/// The page of raw statistics of test 69d3c8dc7c5b3724e29d2712 on montytest.muzhen.org, a Fishtest:
/// figures of one pentanomial to five decimals.
#[test]
fn raw_statistics_of_a_fishtest_page() {
    let tally = tally([13, 37, 50, 25, 3]);
    let pentanomial = tally.pentanomial();
    let (mean, variance) = pentanomial.moments().expect("pairs");
    close(mean / 4.0, 0.43750, 5e-6);
    close(variance / 16.0, 0.05762, 5e-6);
    close(
        logistic_elo(&pentanomial).expect("pairs").value,
        -43.6578,
        5e-5,
    );
    close(
        normalized_elo(&pentanomial).expect("pairs").value,
        -63.97,
        5e-3,
    );
    let normalized = sprt(Model::Normalized, 0.0, 4.0);
    close(normalized.llr(&tally), -0.54912, 5e-6);
    // Its logistic bound is that of normalized Elo 4 with the deviation of these pairs.
    let score = 0.5 + 4.0 * 10_f64.ln() / 800.0 * (2.0 * variance / 16.0).sqrt();
    close(score, 0.50391, 5e-6);
    close(elo_of_score(score), 2.716, 5e-4);
    let logistic = sprt(Model::Logistic, 0.0, elo_of_score(score));
    close(logistic.llr(&tally), -0.53772, 5e-6);
    let (lower, upper) = normalized.bounds();
    close(lower, -2.9444, 5e-5);
    close(upper, 2.9444, 5e-5);
}

/// fastchess's unit tests (app/tests/sprt_test.cpp), which allow one per cent.
#[test]
fn llr_of_the_fastchess_tests() {
    let normalized = [
        (0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25),
        (-1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01),
        (0.0, 5.0, [0, 0, 0, 0, 5550], 111.82),
    ];
    for (h0, h1, pentanomial, llr) in normalized {
        let found = sprt(Model::Normalized, h0, h1).llr(&tally(pentanomial));
        close(found, llr, 0.01 * llr);
    }
    let logistic = [
        (0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07),
        (0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98),
    ];
    for (h0, h1, pentanomial, llr) in logistic {
        let found = sprt(Model::Logistic, h0, h1).llr(&tally(pentanomial));
        close(found, llr, 0.01 * -llr);
    }
    // Of single games: losses, draws, wins as three bins.
    let games = |losses, draws, wins| [(0.0, losses), (0.5, draws), (1.0, wins)];
    let unit = 10_f64.ln() / 800.0;
    let bins = games(36433.0, 68692.0, 36027.0).map(|(value, n)| (1.0 - value, n));
    let bins = [bins[2], bins[1], bins[0]];
    close(t_llr(&bins, 0.5, 0.0, 2.0 * unit), 0.92, 0.0092);
    let bins = games(21184.0, 40708.0, 21404.0);
    let [s0, s1] = [0.5, 2.5].map(score_of_elo);
    close(mean_llr(&bins, s0, s1), -1.57, 0.0157);
}

/// Two very one-sided matches from the discussion of fastchess's pull request 882, on which simpler
/// iterations fail.
#[test]
fn llr_far_from_even() {
    for (pentanomial, llr) in [([77, 1, 0, 0, 0], -2.95), ([72, 10, 0, 0, 0], -2.97)] {
        let test = sprt(Model::Normalized, -1_000.0, -500.0);
        close(test.llr(&tally(pentanomial)), llr, 0.005);
    }
}

/// fastchess's unit tests (app/tests/elo_test.cpp), which allow one per cent. Its error of
/// normalized Elo leaves out the higher moments, so that one is held to 4 per cent.
#[test]
fn elo_of_the_fastchess_tests() {
    let published = [
        ([34, 54, 63, 64, 75], [57.94, 28.28, 55.58, 27.65]),
        ([332, 433, 498, 333, 334], [-9.17, 10.96, -8.64, 10.33]),
        ([7895, 8757, 5685, 568, 9999], [-19.01, 2.65, -21.04, 2.95]),
    ];
    for (pentanomial, [normalized, normalized_error, elo, error]) in published {
        let pairs = tally(pentanomial).pentanomial();
        let found = normalized_elo(&pairs).expect("pairs");
        close(found.value, normalized, 0.01 * normalized.abs());
        let half = (found.high - found.low) / 2.0;
        close(half, normalized_error, 0.04 * normalized_error);
        let found = logistic_elo(&pairs).expect("pairs");
        close(found.value, elo, 0.01 * elo.abs());
        close((found.high - found.low) / 2.0, error, 0.01 * error);
    }
    let los = superiority(&tally([332, 433, 498, 333, 334]).point_pairs());
    close(los.expect("pairs"), 0.0505, 5e-5);
}

/// Whole reports of fastchess: pentanomial, Elo, normalized Elo, superiority in per cent (issue 807
/// of Disservin/fastchess, and the read-me texts of two engines).
#[test]
fn reports_of_fastchess() {
    let published = [
        ([30, 6, 18, 0, 6], -168.40, -170.08, 0.0),
        ([12, 6, 25, 8, 9], -11.59, -12.83, 34.29),
        ([11, 1, 32, 8, 48], 149.26, 148.57, 100.0),
    ];
    for (pentanomial, elo, normalized, los) in published {
        let report = report(&tally(pentanomial));
        close(report.elo.expect("pairs").value, elo, 0.005);
        close(
            report.normalized_elo.expect("pairs").value,
            normalized,
            0.005,
        );
        close(100.0 * report.superiority.expect("pairs"), los, 0.005);
    }
}
