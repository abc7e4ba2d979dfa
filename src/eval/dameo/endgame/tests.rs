//! The tables built afresh, held against the rules and against what the program carries.
//! Not here: play with them, which the tests of the search try.

use super::code::{Code, DRAW, LOST, best, distance, farther};
use super::file::{self, Contents, FileError, MAGIC};
use super::setup::{MOST, Material, Setup};
use super::solve::solve;
use super::verify::{Census, prove};
use super::{EndgameTables, Endgames};
use crate::eval::{MATE, mated_in};
use crate::rules::dameo::Dameo;
use crate::rules::{Notation, Rules};
use std::sync::LazyLock;

/// Everything up to three pieces, solved from nothing.
static FRESH: LazyLock<EndgameTables> = LazyLock::new(|| {
    let mut tables = EndgameTables::default();
    for material in file::stages(3).into_iter().flatten() {
        let solved = solve(material, &|setup| {
            tables.code(setup).expect("solved before")
        });
        for (material, codes) in solved {
            tables.insert(material, codes);
        }
    }
    tables
});

const SHIPPED: &[u8] = include_bytes!("three.bin");

fn position(text: &str) -> Dameo {
    Dameo::parse_position(text).expect(text).position
}

#[test]
fn two_kings_against_one_are_won_as_often_as_is_known() {
    let material = Material([0, 2, 0, 1]);
    let census = Census::of(material, FRESH.of(material));
    assert_eq!(census.all(), 124_992);
    assert_eq!((census.won, census.lost), (124_832, 0));
    assert_eq!(census.longest, 13);
}

#[test]
fn the_program_carries_what_a_rebuild_gives() {
    let Contents {
        pieces,
        tables,
        sound,
    } = file::read(SHIPPED).expect("tables");
    assert_eq!((pieces, sound), (3, SHIPPED.len()));
    for material in file::materials(3) {
        assert!(tables.of(material) == FRESH.of(material), "{material:?}");
        assert_eq!(tables.of(material).len(), material.size());
    }
}

#[test]
fn every_code_follows_from_the_moves() {
    let endgames = Endgames::default();
    for material in file::materials(3) {
        assert_eq!(prove(material, &endgames), Ok(()), "{material:?}");
    }
}

#[test]
fn a_wrong_code_is_found() {
    let material = Material([0, 1, 0, 1]);
    let mut codes = FRESH.of(material).to_vec();
    let number = (0..codes.len())
        .find(|&number| material.setup(number).is_some())
        .expect("a setup");
    codes[number] = if codes[number] == DRAW { 2 } else { DRAW };
    let mut tables = EndgameTables::default();
    tables.insert(material, codes);
    assert!(prove(material, &Endgames::with(tables, 3)).is_err());
    // And a code that is missing.
    let unknown = Material([0, 2, 0, 2]);
    let fault = prove(unknown, &Endgames::default()).expect_err("no table");
    assert_eq!(fault.found, None);
}

#[test]
fn numbers_and_setups_belong_together() {
    let mirrored = |setup: Setup| Setup(setup.0.map(|set| set.reverse_bits().swap_bytes()));
    for material in (2..=MOST).flat_map(Material::all) {
        // All of the small ones, and some of the great.
        let step = 1 + material.size() / 10_000;
        let mut seen = 0;
        for number in (0..material.size()).step_by(step) {
            let Some(setup) = material.setup(number) else {
                continue;
            };
            seen += 1;
            assert_eq!(setup.material(), material);
            assert_eq!(material.number(setup), number, "{setup:?}");
            assert_eq!(setup.passed().passed(), setup);
            let image = material.number(mirrored(setup));
            assert!(image == number || material.images() == 1, "{setup:?}");
            assert_eq!(Setup::of(&setup.position()), setup);
            assert_eq!(Setup::of(&setup.position().mirrored()), setup);
        }
        assert!(seen > 0, "{material:?}");
    }
    assert_eq!(Material::all(3).len(), 12);
    assert_eq!(Material::all(4).len(), 25);
}

#[test]
fn the_greatest_of_the_moves_counts() {
    let of = |codes: &[Code]| best(codes.iter().copied());
    assert_eq!(of(&[]), LOST);
    assert_eq!(of(&[LOST]), farther(LOST));
    assert_eq!(of(&[5, 3, DRAW, 2]), 4);
    assert_eq!(of(&[2, DRAW, 4]), DRAW);
    assert_eq!(of(&[2, 6, 4]), 7);
    assert_eq!((distance(DRAW), distance(LOST)), (None, Some(0)));
}

#[test]
fn worth_is_seen_by_the_side_to_move() {
    let endgames = Endgames::default();
    let lost = endgames.probe(&position("8/8/8/8/3k4/8/8/KK6 b"));
    let turned = endgames.probe(&position("kk6/8/8/3K4/8/8/8/8 w"));
    assert!(lost.is_some() && lost == turned, "{lost:?} {turned:?}");
    let taken = position("8/8/8/3k4/8/3K4/8/8 w");
    assert_eq!(endgames.probe(&taken), Some(MATE - 1));
    // A side without pieces has lost, and one whose opponent has none wins with its next move.
    assert_eq!(
        endgames.probe(&position("8/8/8/8/8/8/8/k7 w")),
        Some(mated_in(0))
    );
    assert_eq!(
        endgames.probe(&position("8/8/8/8/8/8/8/k7 b")),
        Some(MATE - 1)
    );
    assert_eq!(endgames.probe(&position("k6k/8/8/8/8/8/8/K6K w")), None);
    assert_eq!(endgames.probe(&Dameo::start()), None);
}

#[test]
fn a_distance_is_claimed_only_where_the_counter_leaves_time() {
    let endgames = Endgames::default();
    let material = Material([0, 2, 0, 1]);
    let codes = FRESH.of(material);
    let number = codes.iter().position(|&code| distance(code) == Some(13));
    let setup = number.and_then(|number| material.setup(number));
    let text = setup
        .expect("the longest win")
        .position()
        .position_text(None);
    let counted = |quiet: u32| position(&text.replace(" 0 1", &format!(" {quiet} 1")));
    assert_eq!(endgames.probe(&counted(37)), Some(MATE - 13));
    assert_eq!(endgames.probe(&counted(38)), None);
    // Neither a draw nor a side without a move depends on it.
    let drawn = codes
        .iter()
        .enumerate()
        .find(|&(number, &code)| code == DRAW && material.setup(number).is_some());
    let setup = drawn.and_then(|(number, _)| material.setup(number));
    let text = setup.expect("a draw").position().position_text(None);
    let late = position(&text.replace(" 0 1", " 49 1"));
    assert_eq!(endgames.probe(&late), Some(0));
    assert_eq!(
        endgames.probe(&position("8/8/8/8/8/8/8/k7 w 50 1")),
        Some(mated_in(0))
    );
}

#[test]
fn loaded_tables_are_asked_first_and_reach_farther() {
    let material = Material([0, 2, 0, 2]);
    let mut tables = EndgameTables::default();
    tables.insert(material, vec![8; material.size()]);
    assert!(tables.knows(material) && !tables.knows(Material([0, 1, 0, 3])));
    let endgames = Endgames::with(tables, 4);
    let four = position("k6k/8/8/8/8/8/8/K6K w");
    assert_eq!(endgames.probe(&four), Some(MATE - 7));
    assert_eq!(endgames.probe(&position("k6k/8/8/8/8/8/8/K6M w")), None);
    let three = position("k7/8/8/8/8/8/8/K6K w");
    assert_eq!(endgames.probe(&three), Endgames::default().probe(&three));
    assert_eq!(endgames.probe(&position("k6k/8/8/8/8/8/8/K5KK w")), None);
}

#[test]
fn files_that_cannot_be_used_say_why() {
    let text = |bytes: &[u8]| {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("tricorn-endgames-{}", std::process::id()));
        std::fs::write(&path, bytes).expect("a file");
        let loaded = file::load(&path);
        std::fs::remove_file(&path).expect("the file");
        loaded.map_err(|error| error.to_string())
    };
    assert!(text(SHIPPED).is_ok());
    let mut wrong = SHIPPED.to_vec();
    let twice = [SHIPPED, &SHIPPED[file::head(3).len()..]].concat();
    for (bytes, expected) in [
        (&b""[..], "no file of Dameo endgames"),
        (b"Tricorn endgames Eximo 1\n", "no file of Dameo endgames"),
        (&MAGIC[..], "no file of Dameo endgames"),
        (&[&MAGIC[..], &[5]].concat(), "endgames of 5 pieces"),
        (&file::head(4), "unfinished, 0 of 25 materials"),
        (&SHIPPED[..file::head(3).len()], "unfinished, 0 of 16"),
        (&SHIPPED[..SHIPPED.len() - 1], "damaged or cut off at byte "),
        (&[SHIPPED, b"more"].concat(), "damaged or cut off at byte "),
        (
            &twice,
            &format!("damaged or cut off at byte {}", SHIPPED.len()),
        ),
        (&vec![0; 2_000_000], "no file of Dameo endgames"),
        (&[SHIPPED, &vec![0; 2_000_000]].concat(), "longer than the "),
    ] {
        let error = text(bytes).expect_err(expected);
        assert!(error.contains(expected), "{error}");
    }
    // A bit anywhere: in the head, in counts, lengths, sums and codes.
    for at in [3, 25, 26, 29, 31, 35, 40, 1_000, SHIPPED.len() - 1] {
        wrong[at] ^= 1;
        assert!(text(&wrong).is_err(), "byte {at}");
        wrong[at] ^= 1;
    }
    let missing = file::load(std::path::Path::new("no such folder/file"));
    assert!(matches!(missing, Err(FileError::Io(_))));
    let folder = file::load(&std::env::temp_dir());
    assert!(folder.is_err_and(|error| error.to_string() == "not a regular file"));
}

#[cfg(unix)]
#[test]
fn what_may_never_end_is_not_read() {
    // A length that is told does not matter where the head is wrong: only the head is read.
    let path = std::env::temp_dir().join(format!("tricorn-great-{}", std::process::id()));
    let great = std::fs::File::create(&path).expect("a file");
    great.set_len(1 << 40).expect("a file with nothing in it");
    let loaded = file::load(&path);
    std::fs::remove_file(&path).expect("the file");
    assert!(matches!(loaded, Err(FileError::Foreign)), "{loaded:?}");
    let endless = file::load(std::path::Path::new("/dev/zero"));
    assert!(endless.is_err_and(|error| error.to_string() == "not a regular file"));
}

#[test]
fn a_file_holds_its_sections_in_any_order() {
    let order = file::stages(3).into_iter().flatten().rev();
    let sections = order.map(|m| file::section(m, &FRESH));
    let bytes: Vec<u8> = std::iter::once(file::head(3))
        .chain(sections)
        .flatten()
        .collect();
    let contents = file::read(&bytes).expect("tables");
    assert_eq!(contents.sound, bytes.len());
    let known = |&m: &Material| contents.tables.of(m) == FRESH.of(m);
    assert!(file::materials(3).iter().all(known));
}
