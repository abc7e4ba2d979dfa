//! Openings: sets, files, random ones, and the order in which pairs get them.
//! Not here: games from them.

use super::fake_runner::{FakeRunner, go, plan_of};
use proptest::prelude::*;
use referee::board;
use referee::schedule::{Kind, Schedule, Shard, Source, read_book, shipped, shipped_names};
use std::collections::HashSet;
use tempfile::tempdir;

#[test]
fn every_game_has_a_set_of_different_sound_openings() {
    for variant in tricorn::rules::list::NAMES {
        assert!(shipped("level", variant).is_some(), "{variant}");
    }
    for (name, variant) in shipped_names() {
        let (found, text) = shipped(name, variant).expect(name);
        assert_eq!(found, name);
        let openings = read_book(variant, text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let different: HashSet<_> = openings.iter().map(|opening| &opening.position).collect();
        assert_eq!((openings.len(), different.len()), (400, 400), "{name}");
    }
}

#[test]
fn a_book_may_have_lines_of_several_kinds() {
    let variant = tricorn::rules::list::NAMES[0];
    let start = board::start_text(variant).expect("a game");
    let none: [&str; 0] = [];
    let mut board = board::open(variant, &start, &none).expect("start");
    let first = board.legal().remove(0);
    board.read(&first).expect("legal");
    let text = format!(
        "# comment\n\n{start}\nposition startpos\nstartpos moves {first}\n{first}\n\
         fen {start} moves {first}\n  {start} moves {first}\n{}\n",
        board.text()
    );
    let openings = read_book(variant, &text).expect("book");
    let moves: Vec<usize> = openings.iter().map(|opening| opening.moves.len()).collect();
    assert_eq!(moves, [0, 0, 1, 1, 1, 1, 0]);
    for (line, what) in [
        (
            format!("{first}\n{first} {first}"),
            "line 2: as moves: word 2",
        ),
        ("startpos nonsense".to_owned(), "line 1: "),
        ("# nothing\n".to_owned(), "found no opening"),
    ] {
        let error = read_book(variant, &line).expect_err(&line).to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn a_filter_decides_which_openings_are_played() {
    let extra = "openings = \"random\"\nplies = 3\nlevel = \"cmd=judge nodes=1\"";
    let folder = tempdir().expect("folder");
    let plan = plan_of(tricorn::rules::list::NAMES[0], &["a", "b"], extra);
    go(&plan, folder.path(), FakeRunner::new(&plan), 2).expect("run");
    let games = std::fs::read_to_string(folder.path().join("games.txt")).expect("games");
    for game in referee::record::Games::new(games.as_bytes()) {
        let moves = game.expect("game").record.setup.moves;
        assert!(FakeRunner::likes(&moves), "{moves:?}");
    }
}

#[test]
fn a_book_is_shuffled_by_the_seed_and_used_up_before_it_repeats() {
    let variant = tricorn::rules::list::NAMES[0];
    let (_, text) = shipped("level", variant).expect("set");
    let list = read_book(variant, text).expect("set");
    let [one, same, other] = [1, 1, 2].map(|seed| Source::book(list.clone(), Some(seed)));
    assert_eq!(one, same);
    assert_ne!(one, other);
    let drawn = |round| one.opening(1, round, 0).expect("opening").position;
    let first: HashSet<_> = (0..400).map(drawn).collect();
    assert_eq!(first.len(), 400);
    assert_eq!(drawn(400), drawn(0));
    assert!(one.opening(1, 0, 400).is_err());
}

proptest! {
    #[test]
    fn a_random_opening_is_a_function_of_its_place(seed: u64, round: u64, attempt in 0_u64..9, plies in 0_u32..9) {
        for variant in tricorn::rules::list::NAMES {
            let source = Source::Random { variant: (*variant).to_owned(), plies };
            let opening = source.opening(seed, round, attempt).expect("opening");
            prop_assert_eq!(&opening, &source.opening(seed, round, attempt).expect("opening"));
            prop_assert_eq!(opening.moves.len(), plies as usize);
            let board = board::open(variant, &opening.position, &opening.moves).expect("legal");
            prop_assert!(board.outcome().is_none());
        }
    }

    #[test]
    fn every_pair_is_in_one_shard(of in 1_u64..9, pair: u64) {
        let shards = (1..=of).map(|index| format!("{index}/{of}").parse::<Shard>().expect("shard"));
        prop_assert_eq!(shards.filter(|shard| shard.has(pair)).count(), 1);
    }

    #[test]
    fn every_encounter_comes_once_a_round(engines in 2_usize..7, rounds in 1_u64..5) {
        for (kind, width) in [(Kind::Gauntlet, engines - 1), (Kind::RoundRobin, engines * (engines - 1) / 2)] {
            let schedule = Schedule::new(kind, engines, rounds).expect("schedule");
            prop_assert_eq!(schedule.pairs(), rounds * width as u64);
            let pairings: Vec<_> = (0..schedule.pairs()).map_while(|pair| schedule.pairing(pair)).collect();
            let distinct: HashSet<_> = pairings.iter().map(|p| (p.round, p.engines)).collect();
            prop_assert_eq!(distinct.len() as u64, schedule.pairs());
            prop_assert!(pairings.iter().all(|p| p.engines[0] < p.engines[1] && p.engines[1] < engines));
            prop_assert!(schedule.pairing(schedule.pairs()).is_none());
        }
    }
}

#[test]
fn shards_and_schedules_that_make_no_sense_are_refused() {
    for text in ["0/2", "3/2", "1", "1/0", "a/b", "1/2/3"] {
        assert!(text.parse::<Shard>().is_err(), "{text}");
    }
    assert!(Schedule::new(Kind::Match, 3, 1).is_err());
    assert!(Schedule::new(Kind::RoundRobin, 1, 1).is_err());
}
