//! Tests of the endgame tables: a rebuild, verified by the rules and compared with the embedded file.
//! Not here: play with them, which the tests of the search check.

use super::dtm::{DRAW, Dtm, LOST, best, distance, one_ply_longer};
use super::file::{self, Contents, FileError, MAGIC};
use super::setup::{MAX_PIECES, Material, Setup};
use super::solve::solve;
use super::verify::{TableStats, verify};
use super::{EndgameTables, Endgames};
use crate::eval::{MATE, mated_in};
use crate::rules::dameo::Dameo;
use crate::rules::{Notation, Rules};
use std::sync::LazyLock;

/// All tables of up to three pieces, generated from scratch.
static FRESH: LazyLock<EndgameTables> = LazyLock::new(|| {
    let mut tables = EndgameTables::default();
    for material in file::stages(3).into_iter().flatten() {
        let solved = solve(material, &|setup| tables.dtm(setup).expect("solved before"));
        for (material, dtms) in solved {
            tables.insert(material, dtms);
        }
    }
    tables
});

const EMBEDDED: &[u8] = include_bytes!("three.bin");

fn position(text: &str) -> Dameo {
    Dameo::parse_position(text).expect(text).position
}

#[test]
fn two_kings_against_one_have_the_known_results() {
    let material = Material([0, 2, 0, 1]);
    let stats = TableStats::of(material, FRESH.of(material));
    assert_eq!(stats.all(), 124_992);
    assert_eq!((stats.won, stats.lost), (124_832, 0));
    assert_eq!(stats.longest, 13);
}

#[test]
fn the_embedded_tables_equal_a_rebuild() {
    let Contents {
        pieces,
        tables,
        valid_bytes,
    } = file::read(EMBEDDED).expect("tables");
    assert_eq!((pieces, valid_bytes), (3, EMBEDDED.len()));
    for material in file::materials(3) {
        assert!(tables.of(material) == FRESH.of(material), "{material:?}");
        assert_eq!(tables.of(material).len(), material.size());
    }
}

#[test]
fn every_value_follows_from_the_moves() {
    let endgames = Endgames::default();
    for material in file::materials(3) {
        assert_eq!(verify(material, &endgames), Ok(()), "{material:?}");
    }
}

#[test]
fn a_wrong_value_is_found() {
    let material = Material([0, 1, 0, 1]);
    let mut dtms = FRESH.of(material).to_vec();
    let index = (0..dtms.len())
        .find(|&index| material.setup(index).is_some())
        .expect("a setup");
    dtms[index] = if dtms[index] == DRAW { 2 } else { DRAW };
    let mut tables = EndgameTables::default();
    tables.insert(material, dtms);
    assert!(verify(material, &Endgames::with(tables, 3)).is_err());
    // So is a missing one.
    let unknown = Material([0, 2, 0, 2]);
    let mismatch = verify(unknown, &Endgames::default()).expect_err("no table");
    assert_eq!(mismatch.found, None);
}

#[test]
fn index_and_setup_are_inverse() {
    let mirrored = |setup: Setup| Setup(setup.0.map(|set| set.reverse_bits().swap_bytes()));
    for material in (2..=MAX_PIECES).flat_map(Material::all) {
        // All indices of small materials, and a sample of large ones.
        let step = 1 + material.size() / 10_000;
        let mut seen = 0;
        for index in (0..material.size()).step_by(step) {
            let Some(setup) = material.setup(index) else {
                continue;
            };
            seen += 1;
            assert_eq!(setup.material(), material);
            assert_eq!(material.index(setup), index, "{setup:?}");
            assert_eq!(setup.swapped().swapped(), setup);
            let image = material.index(mirrored(setup));
            assert!(image == index || material.symmetries() == 1, "{setup:?}");
            assert_eq!(Setup::of(&setup.position()), setup);
            assert_eq!(Setup::of(&setup.position().mirrored()), setup);
        }
        assert!(seen > 0, "{material:?}");
    }
    assert_eq!(Material::all(3).len(), 12);
    assert_eq!(Material::all(4).len(), 25);
}

#[test]
fn the_best_move_counts() {
    let of = |dtms: &[Dtm]| best(dtms.iter().copied());
    assert_eq!(of(&[]), LOST);
    assert_eq!(of(&[LOST]), one_ply_longer(LOST));
    assert_eq!(of(&[5, 3, DRAW, 2]), 4);
    assert_eq!(of(&[2, DRAW, 4]), DRAW);
    assert_eq!(of(&[2, 6, 4]), 7);
    assert_eq!((distance(DRAW), distance(LOST)), (None, Some(0)));
}

#[test]
fn scores_are_for_the_side_to_move() {
    let endgames = Endgames::default();
    let lost = endgames.probe(&position("8/8/8/8/3k4/8/8/KK6 b"));
    let turned = endgames.probe(&position("kk6/8/8/3K4/8/8/8/8 w"));
    assert!(lost.is_some() && lost == turned, "{lost:?} {turned:?}");
    let taken = position("8/8/8/3k4/8/3K4/8/8 w");
    assert_eq!(endgames.probe(&taken), Some(MATE - 1));
    // A side without pieces has lost. If the opponent has none, any move wins.
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
fn a_win_must_come_before_the_draw_by_the_counter() {
    let endgames = Endgames::default();
    let material = Material([0, 2, 0, 1]);
    let dtms = FRESH.of(material);
    let index = dtms.iter().position(|&dtm| distance(dtm) == Some(13));
    let setup = index.and_then(|index| material.setup(index));
    let text = setup
        .expect("the longest win")
        .position()
        .position_text(None);
    let counted = |quiet: u32| position(&text.replace(" 0 1", &format!(" {quiet} 1")));
    assert_eq!(endgames.probe(&counted(37)), Some(MATE - 13));
    assert_eq!(endgames.probe(&counted(38)), None);
    // Draws and finished games do not depend on the counter.
    let drawn = dtms
        .iter()
        .enumerate()
        .find(|&(index, &dtm)| dtm == DRAW && material.setup(index).is_some());
    let setup = drawn.and_then(|(index, _)| material.setup(index));
    let text = setup.expect("a draw").position().position_text(None);
    let late = position(&text.replace(" 0 1", " 49 1"));
    assert_eq!(endgames.probe(&late), Some(0));
    assert_eq!(
        endgames.probe(&position("8/8/8/8/8/8/8/k7 w 50 1")),
        Some(mated_in(0))
    );
}

#[test]
fn loaded_tables_are_probed_first() {
    let material = Material([0, 2, 0, 2]);
    let mut tables = EndgameTables::default();
    tables.insert(material, vec![8; material.size()]);
    assert!(tables.contains(material) && !tables.contains(Material([0, 1, 0, 3])));
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
    assert!(text(EMBEDDED).is_ok());
    let mut wrong = EMBEDDED.to_vec();
    let twice = [EMBEDDED, &EMBEDDED[file::header(3).len()..]].concat();
    for (bytes, expected) in [
        (&b""[..], "not a Dameo endgame table file"),
        (
            b"Tricorn endgames Eximo 1\n",
            "not a Dameo endgame table file",
        ),
        (&MAGIC[..], "not a Dameo endgame table file"),
        (&[&MAGIC[..], &[5]].concat(), "tables of 5 pieces"),
        (&file::header(4), "incomplete: 0 of 25 materials"),
        (&EMBEDDED[..file::header(3).len()], "incomplete: 0 of 16"),
        (
            &EMBEDDED[..EMBEDDED.len() - 1],
            "damaged or truncated at byte ",
        ),
        (
            &[EMBEDDED, b"more"].concat(),
            "damaged or truncated at byte ",
        ),
        (
            &twice,
            &format!("damaged or truncated at byte {}", EMBEDDED.len()),
        ),
        (&vec![0; 2_000_000], "not a Dameo endgame table file"),
        (&[EMBEDDED, &vec![0; 2_000_000]].concat(), "longer than "),
    ] {
        let error = text(bytes).expect_err(expected);
        assert!(error.contains(expected), "{error}");
    }
    // A wrong bit anywhere: in the header, counts, lengths, checksums and data.
    for at in [3, 25, 26, 29, 31, 35, 40, 1_000, EMBEDDED.len() - 1] {
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
fn large_and_endless_files_are_not_read() {
    // Only the header is read where it is wrong.
    let path = std::env::temp_dir().join(format!("tricorn-large-{}", std::process::id()));
    let large = std::fs::File::create(&path).expect("a file");
    large.set_len(1 << 40).expect("a file with nothing in it");
    let loaded = file::load(&path);
    std::fs::remove_file(&path).expect("the file");
    assert!(
        matches!(loaded, Err(FileError::NotATableFile)),
        "{loaded:?}"
    );
    let endless = file::load(std::path::Path::new("/dev/zero"));
    assert!(endless.is_err_and(|error| error.to_string() == "not a regular file"));
}

#[test]
fn sections_may_come_in_any_order() {
    let order = file::stages(3).into_iter().flatten().rev();
    let sections = order.map(|m| file::section(m, &FRESH));
    let bytes: Vec<u8> = std::iter::once(file::header(3))
        .chain(sections)
        .flatten()
        .collect();
    let contents = file::read(&bytes).expect("tables");
    assert_eq!(contents.valid_bytes, bytes.len());
    let known = |&m: &Material| contents.tables.of(m) == FRESH.of(m);
    assert!(file::materials(3).iter().all(known));
}
