//! Records of games: written and read again they are the same, and broken ones are found out.
//! Not here: files of whole runs.

use super::fake_runner::play;
use proptest::prelude::*;
use referee::board;
use referee::game::{
    Adjudication, DrawAdjudication, End, GameRecord, GameResult, Limits, ResignAdjudication, Setup,
    TimeControl,
};
use referee::record::{Games, Located, Times, text, verify, verify_all};
use std::time::Duration;
use tricorn::rules::Side;

fn setup(variant: &str, pair: u64) -> Setup {
    Setup {
        variant: variant.into(),
        position: board::start_text(variant).expect("a game"),
        moves: Vec::new(),
        seed: 3,
        pair,
        game: 1,
        limits: [Limits::none(), Limits::none()],
        adjudication: Adjudication::default(),
        max_plies: Some(300),
    }
}

fn read(text: &str) -> Result<Vec<Located>, String> {
    Games::new(text.as_bytes())
        .map(|game| game.map_err(|error| error.to_string()))
        .collect()
}

/// The first game of a variant that has at least so many moves.
fn game(variant: &str, moves: usize) -> GameRecord {
    let mut games = (0..).map(|pair| play(&setup(variant, pair), ["a", "b"]));
    games
        .find(|game| game.moves.len() >= moves)
        .expect("some game is long")
}

#[test]
fn games_of_all_kinds_hold() {
    for variant in tricorn::rules::list::NAMES {
        for pair in 0..20 {
            let record = play(&setup(variant, pair), ["a", "weak"]);
            let games = read(&text(&record, Times::Kept)).expect("readable");
            verify(&games[0]).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[test]
fn newer_versions_are_read_if_they_only_add() {
    let sound = text(&game("dameo", 2), Times::Dropped);
    let versions = [("1.7", true), ("1.10", true), ("2.0", false), ("1.", false)];
    for (version, good) in versions {
        let tags = format!("tricorn-game {version}\"]\n[Weather \"rain\"]");
        let newer = sound.replacen("tricorn-game 1.0\"]", &tags, 1);
        let found = verify_all(newer.as_bytes()).map_err(|error| error.to_string());
        if good {
            assert_eq!(found, Ok(1), "{version}");
        } else {
            let expected = format!(
                "line 1: Format: found \"tricorn-game {version}\", expected a supported version: \
                 tricorn-game 1.x"
            );
            assert_eq!(found, Err(expected));
        }
    }
}

#[test]
fn a_file_holds_games_and_each_of_them_once() {
    let sound = text(&game("dameo", 2), Times::Dropped);
    let told = |text: &str| verify_all(text.as_bytes()).map_err(|error| error.to_string());
    for empty in ["", "\n\n", "# nothing\n"] {
        assert_eq!(told(empty), Err("line 1: no games".to_owned()));
    }
    let twice = [sound.as_str(), &sound].concat();
    let pair = game("dameo", 2).setup.pair;
    let expected = format!(
        "line {}: game 1 of pair {pair} stands at line 1 already",
        sound.lines().count() + 4
    );
    assert_eq!(told(&twice), Err(expected));
    let second = sound.replacen("[Game \"1\"]", "[Game \"2\"]", 1);
    let same_sides = told(&[sound.as_str(), &second].concat()).expect_err("sides are the same");
    assert!(same_sides.ends_with("with sides changed"), "{same_sides}");
    let changed =
        second
            .replacen("[P1 \"a\"]", "[P1 \"b\"]", 1)
            .replacen("[P2 \"b\"]", "[P2 \"a\"]", 1);
    assert_eq!(told(&[sound, changed].concat()), Ok(2));
}

/// Every way of breaking a game, with the line to blame: the first that says `from`.
#[test]
fn every_break_is_found_at_its_line() {
    for variant in tricorn::rules::list::NAMES {
        let record = game(variant, 12);
        let sound = text(&record, Times::Dropped);
        let moves = &record.moves;
        let result = record.result.winner.map_or("draw", |winner| match winner {
            Side::First => "1-0",
            Side::Second => "0-1",
        });
        let other = if result == "0-1" { "1-0" } else { "0-1" };
        let points = format!(
            "[Result \"{}",
            text(&record, Times::Dropped)
                .split("[Result \"")
                .nth(1)
                .and_then(|rest| rest.split('"').next())
                .expect("result")
        );
        for (from, to) in [
            (points.as_str(), format!("[Result \"{other}")),
            ("[End \"", "[End \"forfeit time\"]\n[Old \"".to_owned()),
            (
                "[Last \"",
                format!("[Last \"{}\"]\n[Old \"", record.setup.position),
            ),
            ("[Position \"", "[Position \"8/8/8\"]\n[Old \"".to_owned()),
            ("[Variant \"", "[Variant \"chess\"]\n[Old \"".to_owned()),
        ] {
            broken(&sound, from, &to);
        }
        // A move of the other side's can never be played here.
        let third = format!("\n{}", moves[2].text);
        let second = format!("\n{}", moves[1].text);
        let line = sound
            .lines()
            .position(|line| line.starts_with(&moves[2].text))
            .expect("move");
        let doubled = sound.replacen(&third, &format!("{second}{third}"), 1);
        if moves[1].text != moves[2].text {
            let error = first_flaw(&doubled);
            let number: usize = error
                .split([' ', ':'])
                .nth(1)
                .and_then(|n| n.parse().ok())
                .expect(&error);
            assert!(number > line, "{error}");
        }
        let cut: String = sound
            .lines()
            .filter(|line| !line.starts_with(&moves[11].text))
            .map(|line| format!("{line}\n"))
            .collect();
        assert!(first_flaw(&cut).starts_with("line "));
    }
}

fn first_flaw(text: &str) -> String {
    match read(text) {
        Err(error) => error,
        Ok(games) => match games.iter().find_map(|game| verify(game).err()) {
            Some(error) => error.to_string(),
            None => panic!("no flaw in {text}"),
        },
    }
}

fn broken(sound: &str, from: &str, to: &str) {
    assert!(sound.contains(from), "{from} in {sound}");
    let line = sound
        .lines()
        .position(|line| line.contains(from))
        .expect("line")
        + 1;
    let error = first_flaw(&sound.replacen(from, to, 1));
    assert!(
        error.starts_with(&format!("line {line}: ")),
        "{error} for {to}"
    );
}

#[test]
fn dice_that_the_seed_does_not_give_are_found() {
    for variant in tricorn::rules::list::NAMES {
        let record = game(variant, 3);
        let dice = record.moves[0].text.contains(':');
        let changed = text(&record, Times::Kept).replacen("[Seed \"3\"]", "[Seed \"4\"]", 1);
        let games = read(&changed).expect("readable");
        assert_eq!(verify(&games[0]).is_err(), dice, "{variant}");
    }
}

#[test]
fn what_is_no_record_says_where() {
    let sound = text(&game(tricorn::rules::list::NAMES[0], 2), Times::Kept);
    for (from, to, expected) in [
        (
            "[Format \"tricorn-game 1.0\"]",
            "[Format \"tricorn-game 9.0\"]",
            "line 1: ",
        ),
        ("[Pair \"0\"]", "[Pair \"x\"]", "line 3: Pair: "),
        (
            "[Game \"1\"]",
            "[Game \"1\"]\n[Game \"1\"]",
            "line 5: the tag Game comes twice",
        ),
        ("[P1 \"a\"]", "[P1 \"a]", "line 5: "),
        ("[P1 \"a\"]\n", "", "the tag P1 is missing"),
        ("[Opening \"0\"]", "[Opening \"999\"]", "Opening: 999 moves"),
        (" cp=", " cp", "expected key=value"),
        (" cp=", " cp=x", "cp: found"),
    ] {
        let sound = sound.replace("[Pair \"1\"]", "[Pair \"0\"]");
        assert!(sound.contains(from), "{from}");
        let error = read(&sound.replacen(from, to, 1)).expect_err(to);
        assert!(error.contains(expected), "{error} for {to}");
    }
    // Newer tags and words, comments, and other line ends are no errors.
    let lax = sound
        .replace("[P1 ", "# remark\n[New \"tag\"]\n[P1 ")
        .replace(" cp=", " new=1 cp=")
        .replace('\n', "\r\n");
    assert_eq!(
        read(&lax).expect("readable")[0].record,
        read(&sound).expect("readable")[0].record
    );
}

fn limits() -> impl Strategy<Value = Limits> {
    let time = 1_u64..100_000_000;
    let tc = (
        proptest::option::of(1_u32..100),
        time.clone(),
        0_u64..100_000,
    );
    let tc = tc.prop_map(|(moves, base_ms, increment_ms)| TimeControl {
        moves,
        base_ms,
        increment_ms,
    });
    (
        proptest::option::of(tc),
        proptest::option::of(time),
        any::<Option<u64>>(),
        any::<Option<u32>>(),
        proptest::option::of(1..u64::MAX),
        0_u64..10_000,
        any::<bool>(),
    )
        .prop_map(
            |(tc, movetime_ms, nodes, depth, nodestime, margin_ms, ponder)| Limits {
                tc,
                movetime_ms,
                nodes,
                depth,
                nodestime,
                margin_ms,
                ponder,
            },
        )
}

proptest! {
    #[test]
    fn limits_read_as_they_are_written(limits in limits()) {
        prop_assert_eq!(limits.to_string().parse::<Limits>(), Ok(limits));
    }

    #[test]
    fn any_text_is_refused_or_read(text in ".{0,60}") {
        // Neither may panic, whatever the text says.
        let _ = text.parse::<Limits>();
        let _ = text.parse::<TimeControl>();
        let _ = read(&text);
    }

    #[test]
    fn records_read_as_they_are_written(
        names in [".{1,9}", ".{1,9}"],
        detail in ".{0,20}",
        warnings in prop::collection::vec("(.|\n){0,20}", 0..3),
        one in limits(),
        other in limits(),
        resign in proptest::option::of((1_u32..999, 1_u32..9)),
        draw in proptest::option::of((0_u32..999, 1_u32..9, 0_u32..999)),
        max_plies in any::<Option<u32>>(),
        (seed, pair, game) in (any::<u64>(), any::<u64>(), 1_u8..=2),
        end in 0..End::all().count(),
        winner in 0..3_usize,
        points in 1_u8..=3,
        micros in any::<u32>(),
        opening in 0_usize..3,
    ) {
        let mut record = play(&setup(tricorn::rules::list::NAMES[0], 0), ["a", "b"]);
        let moved: Vec<_> = record.moves.drain(..opening).collect();
        record.setup = Setup {
            moves: moved.into_iter().map(|m| m.text).collect(),
            seed,
            pair,
            game,
            limits: [one, other],
            adjudication: Adjudication {
                resign: resign.map(|(score_cp, moves)| ResignAdjudication { score_cp, moves }),
                draw: draw.map(|(score_cp, moves, after_plies)| DrawAdjudication { score_cp, moves, after_plies }),
            },
            max_plies,
            ..record.setup
        };
        record.players = names;
        record.warnings = warnings;
        let winner = [None, Some(Side::First), Some(Side::Second)][winner];
        record.result = GameResult {
            winner,
            points: if winner.is_some() { points } else { 0 },
            end: End::all().nth(end).expect("end"),
            detail,
        };
        let micros = Duration::from_micros(micros.into());
        for m in &mut record.moves {
            m.time = Some(micros);
            m.lag = Some(micros / 2).map(|lag| Duration::from_micros(lag.as_micros() as u64));
        }
        let twice = text(&record, Times::Kept).repeat(2);
        let games = read(&twice).expect("readable");
        prop_assert_eq!(games.len(), 2);
        prop_assert_eq!(&games[1].record, &record);
        let bare = read(&text(&record, Times::Dropped)).expect("readable");
        prop_assert!(bare[0].record.moves.iter().all(|m| m.time.is_none() && m.lag.is_none()));
    }
}
