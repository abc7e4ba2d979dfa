//! Tallies and efforts, counted by hand, and the lines made of them.
//! Not here: matches without a usual answer.

use super::{close, pair, sprt};
use referee::stats::{Effort, Estimate, Model, Pair, Report, Tally};
use std::time::Duration;

#[test]
fn a_tally_counts_games_and_pairs_by_hand() {
    let mut tally = Tally::new(3);
    for (first, second) in [(3, -1), (1, -2), (1, 1), (-1, 1)] {
        tally.record(pair(first, second));
    }
    tally.record(pair(0, 1));
    assert_eq!(tally.pairs(), 5);
    assert_eq!(tally.games(), [0, 1, 2, 1, 5, 0, 1]);
    assert_eq!(tally.wins_draws_losses(), [6, 1, 3]);
    // Moving first, the first engine won 3 of 5; moving second, it lost 2.
    assert_eq!(tally.first_mover(), [5, 1, 4]);
    assert_eq!(tally.pentanomial().counts(), [0, 0, 3, 1, 1]);
    assert_eq!(tally.first_mover_pairs().counts(), [1, 1, 1, 0, 2]);
    assert_eq!(tally.draw_pairs().counts(), [4, 1, 0]);
    let sums = tally.point_pairs();
    assert_eq!(sums.counts(), [0, 0, 0, 0, 0, 1, 1, 1, 2, 0, 0, 0, 0]);
    let points = Estimate::of_mean(&sums, 0.5).expect("pairs");
    close(points.value, 0.4, 1e-12);

    let seen = tally.reversed();
    assert_eq!(seen.wins_draws_losses(), [3, 1, 6]);
    assert_eq!(seen.first_mover(), tally.first_mover());
    assert_eq!(seen.reversed(), tally);
    assert!(Pair::new(4, 0).is_err() && Pair::new(0, -4).is_err());
}

#[test]
fn effort_adds_up() {
    let mut effort = Effort::default();
    let millis = Duration::from_millis;
    effort.record(millis(10), Some(1_000), millis(0));
    effort.record(millis(20), None, millis(3));
    effort.record(Duration::MAX, Some(u64::MAX), millis(1));
    assert_eq!((effort.moves, effort.counted), (3, 2));
    assert_eq!(effort.worst_lag_micros, 3_000);
    let mut two = Effort::default();
    two.record(millis(10), Some(1_000), millis(0));
    two.record(millis(20), None, millis(3));
    assert_eq!(two.millis_a_move(), Some(15.0));
    assert_eq!(two.nodes_a_move(), Some(1_000.0));
    assert_eq!(Effort::default().millis_a_move(), None);
    assert_eq!(Effort::default().nodes_a_move(), None);
}

#[test]
fn the_report_of_a_game_with_gammons() {
    let mut abak = Tally::new(3);
    for (first, second, times) in [(2, -1, 30), (1, 1, 20), (-1, -1, 15), (-3, 1, 5)] {
        for _ in 0..times {
            abak.record(pair(first, second));
        }
    }
    let test = sprt(Model::Points, 0.0, 0.2);
    let mut effort = Effort::default();
    effort.record(
        Duration::from_micros(1_500),
        Some(900),
        Duration::from_micros(250),
    );
    let engines = ["new".into(), "old".into()];
    let report = Report::new(
        engines,
        &abak,
        Some(&test),
        Some([effort, Effort::default()]),
    );
    let text = report.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "new against old: 140 games in 70 pairs, +75 =0 -65"
    );
    assert!(
        lines[1].starts_with("score 53.57 % se 4.20 ["),
        "{}",
        lines[1]
    );
    assert!(
        lines[1].ends_with("pairs (0 to 2) 15 0 35 0 20"),
        "{}",
        lines[1]
    );
    assert!(
        lines[3].starts_with("points a game +0.214 se 0.095 [+0.0"),
        "{}",
        lines[3]
    );
    assert!(lines[3].ends_with("games by points -3:5 -2:0 -1:60 +0:0 +1:45 +2:30 +3:0"));
    assert_eq!(
        lines[7..],
        [
            "new: 1 moves, 1.500 ms a move, 900 nodes a move, worst lag 0.250 ms",
            "old: 0 moves, worst lag 0.000 ms"
        ]
    );
    let json = serde_json::to_value(&report).expect("JSON");
    assert_eq!(json["sprt"]["setting"]["model"], "points");
    assert_eq!(json["effort"][0]["nodes"], 900);
}
