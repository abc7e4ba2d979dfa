//! Tests of rollouts: unbiased means whatever the evaluation, variance reduction, threads, stop.
//! Not here: stratified dice and standard errors, which have unit tests beside their code.

use crate::track::{RaceLead, Track};
use std::collections::HashMap;
use tricorn::control::Control;
use tricorn::eval::abak::{BearOff, Hce};
use tricorn::eval::{EvalTerm, Evaluate, Score, Value};
use tricorn::rules::abak::Abak;
use tricorn::rules::{Chance, Notation, Rules, Side};
use tricorn::search::{Filters, Rollout, RolloutStats, Selective};

const PLAIN: Rollout = Rollout {
    games: 1_296,
    plies: None,
    depth: 1,
    seed: 1,
    threads: 1,
};

/// Another evaluation without its exact values.
#[derive(Clone)]
struct WithoutExact<E>(E);

impl<G: Rules, E: Evaluate<G>> Evaluate<G> for WithoutExact<E> {
    type Value = E::Value;

    fn value(&mut self, position: &G) -> E::Value {
        self.0.value(position)
    }

    fn terms(&mut self, position: &G) -> Vec<EvalTerm> {
        self.0.terms(position)
    }
}

fn roll_out<G: Rules, E: Evaluate<G>>(
    rollout: Rollout,
    positions: &[G],
    evaluator: E,
) -> RolloutStats<E::Value> {
    let kernel = Selective::new(evaluator.clone(), Filters::NONE);
    let both = (&evaluator, &kernel);
    rollout.run(positions, both, &Control::new(), &mut |_| {})
}

/// The mean score over all rolls of games in which both sides play by static evaluation.
fn exact_mean<G: Rules, E: Evaluate<G>>(
    position: &G,
    plies: u32,
    evaluator: &mut E,
    known: &mut HashMap<(u64, u32), f64>,
) -> f64 {
    if let Some(outcome) = position.outcome() {
        return f64::from(E::Value::ended(outcome, position.turn(), 0).score());
    }
    if plies == 0 {
        return f64::from(evaluator.value(position).score());
    }
    if let Some(&known) = known.get(&(position.key(), plies)) {
        return known;
    }
    let (mut sum, mut total) = (0.0, 0.0);
    let mut moves = Vec::new();
    for &(roll, weight) in G::Roll::ROLLS {
        position.moves(roll, &mut moves);
        let mut best: Option<(Score, G)> = None;
        for m in &moves {
            let after = position.play(m);
            let value = match after.outcome() {
                Some(outcome) => E::Value::ended(outcome, after.turn(), 0),
                None => evaluator.value(&after),
            };
            let score = value.opposite().score();
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, after));
            }
        }
        let (_, after) = best.expect("a move");
        sum -= f64::from(weight) * exact_mean(&after, plies - 1, evaluator, known);
        total += f64::from(weight);
    }
    known.insert((position.key(), plies), sum / total);
    sum / total
}

fn position(text: &str) -> Abak {
    Abak::parse_position(text).expect(text).position
}

/// Bear-offs in which the order of the moves matters little or not at all.
const RACES: [&str; 4] = [
    "4/s/14/S/4 w - -",
    "1/s/s/18/SS/1/S w - -",
    "1/sd/1/o/16/G/1/S/1 w - -",
    "2/sss/1/e/13/S/SE/S/1/S/1 w - -",
];

#[test]
fn means_are_those_of_all_games() {
    // An evaluation without a bear-off database, so that luck is measured badly.
    for text in RACES {
        let start = position(text);
        let exact = exact_mean(&start, 60, &mut Hce, &mut HashMap::new());
        let stats = roll_out(PLAIN, &[start], WithoutExact(Hce));
        let found = stats.result(0).expect("games");
        for measured in [found.score, found.without_reduction] {
            let error = measured.error.expect("an error");
            let off = (measured.mean - exact).abs();
            assert!(off < 4.0 * error + 0.01, "{text}: {measured:?} and {exact}");
        }
        assert!((f64::from(found.value.score()) - found.score.mean).abs() < 4.0);
    }
}

#[test]
fn means_agree_with_the_bear_off_database() {
    for text in &RACES[..3] {
        let start = position(text);
        let exact = BearOff::new(Hce).exact(&start).expect(text);
        // With an exact evaluation, variance reduction removes all the luck.
        let stats = roll_out(PLAIN, &[start], WithoutExact(BearOff::new(Hce)));
        let found = stats.result(0).expect("games");
        let off = found.score.mean - f64::from(exact.score());
        assert!(off.abs() < 100.0, "{text}: {found:?} and {exact:?}");
        assert!(found.score.error < Some(50.0), "{text}: {found:?}");
        assert!(
            found.without_reduction.error > Some(1_000.0),
            "{text}: {found:?}"
        );
        // Where the evaluation is exact, no game is played.
        let stats = roll_out(PLAIN, &[start], BearOff::new(Hce));
        assert_eq!(stats.result(0).expect("games").value, exact);
    }
}

#[test]
fn means_with_a_misleading_evaluation_are_unbiased() {
    /// `RaceLead` with the wrong sign in a third of the positions.
    #[derive(Clone)]
    struct Misleading;
    impl Evaluate<Track> for Misleading {
        type Value = Score;
        fn value(&mut self, position: &Track) -> Score {
            let score = RaceLead.value(position);
            if position.key().is_multiple_of(3) {
                -score
            } else {
                score
            }
        }
        fn terms(&mut self, position: &Track) -> Vec<EvalTerm> {
            RaceLead.terms(position)
        }
    }
    for (runners, plies) in [([[0, 0], [0, 0]], 6), ([[2, 3], [1, 4]], 5)] {
        let start = Track {
            runners,
            turn: Side::Second,
        };
        let exact = exact_mean(&start, plies, &mut Misleading, &mut HashMap::new());
        let rollout = Rollout {
            games: 3_600,
            plies: Some(plies),
            ..PLAIN
        };
        let found = roll_out(rollout, &[start], Misleading).result(0);
        for measured in found
            .map(|found| [found.score, found.without_reduction])
            .expect("games")
        {
            let error = measured.error.expect("an error");
            assert!(
                (measured.mean - exact).abs() < 4.0 * error,
                "{found:?} and {exact}"
            );
        }
    }
}

#[test]
fn variance_reduction_leaves_a_fraction_of_the_variance() {
    let rollout = Rollout {
        games: 72,
        plies: Some(8),
        ..PLAIN
    };
    let start = Abak::start();
    let found = roll_out(rollout, &[start], Hce).result(0);
    let found = found.expect("games");
    let [reduced, plain] =
        [found.score, found.without_reduction].map(|measured| measured.error.expect("an error"));
    assert!(reduced * reduced < plain * plain / 3.0, "{found:?}");
}

/// Positions of different phases of the game.
fn some() -> Vec<Abak> {
    let texts = [
        "u/OSE/sus/1/D/sssgs/s/1/s/2/SSU/3/G/SU/s/2/S/SS/SS/ed b o -",
        "ssuus/dg/1/s/O/4/DS/1/s/S/s/o/s/2/G/s/SE/se/USS/USSSS w - -",
        RACES[3],
    ];
    texts.into_iter().map(position).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (depth, games) in [(1, 40), (2, 3)] {
        let rollout = Rollout {
            games,
            plies: Some(3),
            depth,
            ..PLAIN
        };
        let alone = roll_out(rollout, &some(), Hce);
        assert_eq!(alone.games(), 3 * games as usize);
        for threads in [2, 3] {
            let rollout = Rollout { threads, ..rollout };
            assert_eq!(roll_out(rollout, &some(), Hce), alone);
        }
        let other = Rollout { seed: 2, ..rollout };
        assert_ne!(roll_out(other, &some(), Hce), alone);
    }
}

#[test]
fn a_position_has_the_same_games_alone_and_among_others() {
    let rollout = Rollout {
        games: 36,
        plies: Some(2),
        ..PLAIN
    };
    let all = roll_out(rollout, &some(), Hce);
    for (at, position) in some().into_iter().enumerate() {
        let alone = roll_out(rollout, &[position], Hce);
        assert_eq!(alone.result(0), all.result(at));
    }
    let [first, second] = [0, 1].map(|at| all.result(at).expect("games").score.mean);
    let apart = all.difference(0, 1).expect("games");
    assert!((apart.mean - (first - second)).abs() < 1e-6);
    assert_eq!(
        all.difference(1, 1).map(|none| (none.mean, none.error)),
        Some((0.0, Some(0.0)))
    );
}

#[test]
fn a_stop_keeps_the_finished_games() {
    let control = Control::new();
    control.stop();
    let kernel = Selective::new(Hce, Filters::NONE);
    let both = (&Hce, &kernel);
    let none = PLAIN.run(&some(), both, &control, &mut |_| {});
    assert_eq!((none.games(), none.result(0)), (0, None));

    let control = Control::new();
    let mut told = 0;
    let endless = Rollout {
        games: 100_000,
        threads: 2,
        ..PLAIN
    };
    let some = endless.run(&some(), both, &control, &mut |stats| {
        told = stats.games();
        control.stop();
    });
    assert!(told > 0 && some.games() >= told && some.games() < 300_000);
    assert!(some.result(0).is_some());
}

#[test]
fn finished_games_have_their_final_score() {
    let over = Track {
        runners: [[5, 5], [1, 2]],
        turn: Side::Second,
    };
    let found = roll_out(PLAIN, &[over], RaceLead).result(0).expect("games");
    assert_eq!(
        (found.score.mean, found.score.error),
        (-32_000.0, Some(0.0))
    );
}
