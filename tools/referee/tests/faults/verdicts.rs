//! The misbehaving engine loses, for the right reason, on either side, and the next game starts.
//! Not here: what is left of the processes when all is over; that is looked at in passing.

use crate::arena::{
    assert_forfeit, assert_gone, easy, first_variant, game, impatient, place, player, setup, spec,
};
use referee::engine::{Deadlines, Player};
use referee::game::{End, ForfeitReason, Limits, Verdict};
use std::time::Duration;
use tricorn::rules::Side;

/// Plays the misbehaving engine on both sides against an honest one, two games on each with the
/// same players, and sees that it loses each time.
async fn loses(
    tag: &str,
    mut culprit: Player,
    limits: Limits,
    fault: ForfeitReason,
) -> Vec<String> {
    let mut honest = player(tag, &["--seed", "9"]);
    let mut details = Vec::new();
    for side in [Side::First, Side::First, Side::Second, Side::Second] {
        let mut setup = setup(first_variant(), easy());
        setup.limits[side.index()] = limits.clone();
        let played = match side {
            Side::First => game(&setup, &mut culprit, &mut honest).await,
            Side::Second => game(&setup, &mut honest, &mut culprit).await,
        };
        assert_forfeit(&played.record, side, fault);
        // The honest one never comes to harm.
        let blamed = played.failures.iter().all(|(of, _)| *of == side);
        assert!(blamed, "{:?}", played.failures);
        details.push(played.record.result.detail);
    }
    culprit.kill().await;
    honest.quit().await;
    assert_gone(tag);
    details
}

/// A mock with a fault in its first search after every start.
fn faulty(tag: &str, fault: &str, deadlines: Deadlines) -> Player {
    Player::new(
        spec(tag, &["--fault", fault, "--at", "1"]),
        place(deadlines),
    )
}

#[tokio::test]
async fn an_engine_that_never_answers_is_hung() {
    let tag = "t-never";
    let culprit = faulty(tag, "never-answers", impatient());
    let details = loses(tag, culprit, easy(), ForfeitReason::Hang).await;
    assert_eq!(details, ["no bestmove within 800 ms"; 4]);
}

#[tokio::test]
async fn an_engine_that_ignores_stop_is_hung() {
    let tag = "t-nostop";
    let culprit = faulty(tag, "ignores-stop", impatient());
    loses(tag, culprit, easy(), ForfeitReason::Hang).await;
}

#[tokio::test]
async fn half_a_line_is_no_answer() {
    let tag = "t-halfline";
    let culprit = faulty(tag, "half-line", impatient());
    loses(tag, culprit, easy(), ForfeitReason::Hang).await;
}

#[tokio::test]
async fn an_engine_that_does_not_greet_cannot_start() {
    let tag = "t-mute";
    let deadlines = Deadlines {
        greeting: Duration::from_millis(400),
        ..Deadlines::default()
    };
    let culprit = faulty(tag, "mute", deadlines);
    let details = loses(tag, culprit, easy(), ForfeitReason::Start).await;
    assert_eq!(details, ["no uciok within 400 ms"; 4]);
}

#[tokio::test]
async fn a_crash_at_start_is_told_with_its_last_words() {
    let tag = "t-crashstart";
    let culprit = faulty(tag, "crash-at-start", Deadlines::default());
    let details = loses(tag, culprit, easy(), ForfeitReason::Start).await;
    let told = "it ended with exit code 3, last on stderr: \"mock: no such table base\"";
    assert_eq!(details, [told; 4]);
}

#[tokio::test]
async fn a_program_that_does_not_exist_cannot_start() {
    let tag = "t-missing";
    let mut spec = spec(tag, &[]);
    "./no-such-engine".clone_into(&mut spec.command);
    let culprit = Player::new(spec, place(Deadlines::default()));
    let details = loses(tag, culprit, easy(), ForfeitReason::Start).await;
    assert!(
        details[0].contains("cannot start ./no-such-engine"),
        "{details:?}"
    );
}

#[tokio::test]
async fn an_option_that_the_engine_does_not_have_is_no_start() {
    let tag = "t-option";
    let mut spec = spec(tag, &[]);
    spec.options = vec![("Contempt".to_owned(), "10".to_owned())];
    let culprit = Player::new(spec, place(Deadlines::default()));
    let details = loses(tag, culprit, easy(), ForfeitReason::Start).await;
    assert_eq!(details, ["it has no option \"Contempt\""; 4]);
}

/// A mock that answers its second move wrongly, once in its life: the process lives on.
async fn wrong_once(tag: &str, fault_name: &str, fault: ForfeitReason) -> String {
    let mut culprit = player(tag, &["--fault", fault_name, "--at", "2"]);
    let mut honest = player(tag, &["--seed", "9"]);
    let setup = setup(first_variant(), easy());
    let played = game(&setup, &mut culprit, &mut honest).await;
    assert_forfeit(&played.record, Side::First, fault);
    assert_eq!(played.record.moves.len(), 2);
    let next = game(&setup, &mut culprit, &mut honest).await.record;
    assert_eq!(next.result.end, End::Adjudicated(Verdict::MaxPlies));
    assert_eq!(next.moves.len(), 6);
    culprit.kill().await;
    honest.kill().await;
    assert_gone(tag);
    played.record.result.detail
}

#[tokio::test]
async fn an_illegal_move_loses() {
    let detail = wrong_once("t-illegal", "illegal-move", ForfeitReason::IllegalMove).await;
    assert!(detail.starts_with("move \"a1a1\": "), "{detail}");
}

#[tokio::test]
async fn no_move_loses() {
    let detail = wrong_once("t-nomove", "no-move", ForfeitReason::NoMove).await;
    assert_eq!(detail, "it gave no move, and there are some");
}

#[tokio::test]
async fn an_empty_answer_loses() {
    let detail = wrong_once("t-empty", "empty-answer", ForfeitReason::NoMove).await;
    assert_eq!(detail, "it printed \"bestmove\"");
}

#[tokio::test]
async fn an_answer_that_is_not_utf8_loses() {
    let detail = wrong_once("t-utf8", "not-utf8", ForfeitReason::NoMove).await;
    assert!(detail.starts_with("not-utf8: column 10: "), "{detail}");
}

#[tokio::test]
async fn a_late_answer_loses_by_what_it_is_late() {
    let tag = "t-late";
    let limits = Limits {
        movetime_ms: Some(50),
        margin_ms: 20,
        ..Limits::default()
    };
    let arguments = ["--fault", "late", "--at", "1", "--late", "21"];
    let mut culprit = player(tag, &arguments);
    let mut honest = player(tag, &[]);
    let mut setup = setup(first_variant(), easy());
    setup.limits[0] = limits;
    let record = game(&setup, &mut culprit, &mut honest).await.record;
    assert_forfeit(&record, Side::First, ForfeitReason::Time);
    assert!(
        record.result.detail.starts_with("answered after "),
        "{record:?}"
    );
    culprit.kill().await;
    honest.kill().await;
    assert_gone(tag);
}

#[tokio::test]
async fn the_second_of_two_answers_loses() {
    let tag = "t-two";
    let mut culprit = player(tag, &["--fault", "two-answers", "--at", "1"]);
    let mut honest = player(tag, &[]);
    let setup = setup(first_variant(), easy());
    for _ in 0..2 {
        let played = game(&setup, &mut culprit, &mut honest).await;
        assert_forfeit(&played.record, Side::First, ForfeitReason::Protocol);
        assert_eq!(played.record.moves.len(), 2);
    }
    culprit.kill().await;
    honest.kill().await;
    assert_gone(tag);
}

#[tokio::test]
async fn output_without_end_loses() {
    for (tag, fault) in [("t-babble", "babble"), ("t-endless", "endless-line")] {
        // Whether the flood or the patience comes to its end first is a matter of speed.
        let mut culprit = faulty(tag, fault, Deadlines::default());
        let mut honest = player(tag, &[]);
        let setup = setup(first_variant(), easy());
        let played = game(&setup, &mut culprit, &mut honest).await;
        assert_forfeit(&played.record, Side::First, ForfeitReason::Protocol);
        assert_eq!(played.record.result.detail, "output without end");
        culprit.kill().await;
        honest.kill().await;
        assert_gone(tag);
    }
}

#[tokio::test]
async fn a_crash_in_search_is_told_with_its_signal() {
    let tag = "t-crash";
    let culprit = faulty(tag, "crash-in-search", Deadlines::default());
    let details = loses(tag, culprit, easy(), ForfeitReason::Crash).await;
    let told = "signal 6 ended it (exit code 134), last on stderr: \"mock: cannot go on\"";
    assert_eq!(details, [told; 4]);
}

#[tokio::test]
async fn a_quiet_end_in_the_middle_loses_too() {
    let tag = "t-exit";
    let culprit = faulty(tag, "exit-zero", Deadlines::default());
    let details = loses(tag, culprit, easy(), ForfeitReason::Crash).await;
    assert_eq!(details, ["it ended with exit code 0"; 4]);
}

#[tokio::test]
async fn an_engine_that_eats_memory_ends_at_its_limit() {
    let tag = "t-eats";
    let mut spec = spec(tag, &["--fault", "eat-memory", "--at", "1"]);
    spec.memory_mib = Some(256);
    let culprit = Player::new(spec, place(Deadlines::default()));
    loses(tag, culprit, easy(), ForfeitReason::Crash).await;
}

#[tokio::test]
async fn a_crash_between_games_costs_a_new_start_and_no_game() {
    let tag = "t-between";
    let mut culprit = player(tag, &["--fault", "crash-between-games", "--at", "2"]);
    let mut honest = player(tag, &[]);
    let setup = setup(first_variant(), easy());
    let first = game(&setup, &mut culprit, &mut honest).await;
    assert!(first.record.warnings.is_empty() && first.failures.is_empty());
    let second = game(&setup, &mut culprit, &mut honest).await;
    let end = End::Adjudicated(Verdict::MaxPlies);
    assert_eq!(second.record.result.end, end);
    let told = format!(
        "p1 ({tag}), before the game: started again: it ended with exit code 3, last on \
         stderr: \"mock: ended between games\""
    );
    assert_eq!(second.record.warnings, [told]);
    assert_eq!(second.failures.len(), 1);
    culprit.quit().await;
    honest.quit().await;
    assert_gone(tag);
}

#[tokio::test]
async fn what_is_odd_but_harmless_costs_nothing() {
    for fault in ["split-lines", "not-utf8-info", "flood-stderr"] {
        let tag = format!("t-odd-{fault}");
        let mut odd = player(&tag, &["--fault", fault, "--at", "1"]);
        let mut honest = player(&tag, &[]);
        let setup = setup(first_variant(), easy());
        let record = game(&setup, &mut odd, &mut honest).await.record;
        let end = End::Adjudicated(Verdict::MaxPlies);
        assert_eq!(record.result.end, end, "{record:?}");
        let warned = fault == "not-utf8-info";
        assert_eq!(record.warnings.len(), usize::from(warned), "{record:?}");
        assert!(odd.quit().await && honest.quit().await);
        assert_gone(&tag);
    }
}
