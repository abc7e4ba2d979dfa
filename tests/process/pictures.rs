//! `tricorn picture`: the pictures in the repository are those that the program makes.
//! Not here: how they look.

use crate::engine::command;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tricorn::games::{NAMES, Variant, Visitor, visit};
use tricorn::picture::{Shown, svg};
use tricorn::rules::Game;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol/spec/pictures")
}

/// What the program prints for these arguments, if it ends well; else its error.
fn picture(arguments: &[&str]) -> Result<String, String> {
    let output = command(&["picture"]).args(arguments).output();
    let output = output.expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    match output.status.code() {
        Some(0) => Ok(text(output.stdout)),
        Some(1) => Err(text(output.stderr)),
        code => panic!("{code:?}"),
    }
}

/// The words of a command line, whose quotes are plain.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

#[test]
fn those_in_the_repository_are_current() {
    let page = fs::read_to_string(folder().join("README.md")).expect("a page");
    let mut made = BTreeSet::new();
    for line in page.lines() {
        let Some(line) = line.strip_prefix("tricorn picture ") else {
            continue;
        };
        let (arguments, name) = line.split_once(" > ").expect("a file");
        let drawn = picture(&words(arguments)).expect("a picture");
        let kept = fs::read_to_string(folder().join(name)).unwrap_or_default();
        assert!(
            drawn == kept,
            "{name} is not current: run the commands of {:?}",
            folder()
        );
        made.insert(name.to_owned());
    }
    let files = fs::read_dir(folder()).expect("a folder");
    let names = files.map(|file| {
        file.expect("a file")
            .file_name()
            .into_string()
            .expect("a name")
    });
    let kept: BTreeSet<String> = names.filter(|name| name.ends_with(".svg")).collect();
    assert_eq!(made, kept);
}

#[test]
fn every_picture_is_whole_and_tells_what_it_shows() {
    for (variant, moves) in [("dameo", "c3c4"), ("eximo", "c3c4"), ("abak", "31:8/5,6/5")] {
        let plain = picture(&["--variant", variant]).expect("a picture");
        let moved = picture(&["--variant", variant, "--moves", moves]).expect("a picture");
        let arrow = picture(&["--variant", variant, "--arrow", moves, "--title", "<&\">"]);
        // In Abak a move without its roll names none.
        let arrow = arrow.or_else(|_| {
            picture(&[
                "--variant",
                variant,
                "--moves",
                "31",
                "--arrow",
                moves,
                "--title",
                "<&\">",
            ])
        });
        let arrow = arrow.expect("a picture");
        assert_ne!(plain, moved);
        assert!(
            arrow.contains("<title id=\"title\">&lt;&amp;&quot;&gt;</title>"),
            "{arrow}"
        );
        for svg in [plain, moved, arrow] {
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
            let description = svg
                .split("<desc id=\"description\">")
                .nth(1)
                .expect("a description");
            assert!(description.contains(" to move."), "{description}");
            // Every symbol that is used is there.
            for used in svg.split("href=\"#").skip(1) {
                let id = used.split('"').next().expect("an id");
                assert!(svg.contains(&format!("<symbol id=\"{id}\"")), "{id}");
            }
            assert!(!svg.contains("http://") || svg.matches("http://").count() == 1);
        }
    }
}

#[test]
fn the_start_is_described_piece_by_piece() {
    let dameo = picture(&[]).expect("a picture");
    assert!(
        dameo.contains("White men on a1, b1, c1, d1, e1, f1, g1, h1, b2, "),
        "{dameo}"
    );
    let abak = picture(&["--variant", "abak"]).expect("a picture");
    assert!(
        abak.contains("24: White Even Wounded, White Druid."),
        "{abak}"
    );
    assert_eq!(abak.matches("<use ").count(), 30);
    let bar = picture(&["--variant", "abak", "--position", "23/S w sg -"]).expect("a picture");
    assert!(bar.contains("On Black's bar: General, Soldier."), "{bar}");
    assert!(bar.contains("White has borne off 14."), "{bar}");
}

#[test]
fn the_last_move_is_marked_and_captures_are_crossed_out() {
    let moved = picture(&["--moves", "c3c4", "d6d5"]).expect("a picture");
    let marked = ["#c9cf74", "#d6db8a"].map(|colour| moved.matches(colour).count());
    assert_eq!(marked.iter().sum::<usize>(), 2);
    let capture = ["--position", "8/8/3m4/8/3m4/3M4/8/8 w", "--arrow", "d3d5d7"];
    let crosses = picture(&capture)
        .expect("a picture")
        .matches("#c0392b")
        .count();
    assert_eq!(crosses, 2);
    let jane = [
        "--variant",
        "abak",
        "--position",
        "13/S/S/1/u/7 w - 32",
        "--arrow",
        "11/8,10/8",
    ];
    let svg = picture(&jane).expect("a picture");
    assert_eq!(svg.matches("#c0392b").count(), 1);
    assert_eq!(svg.matches("marker-end").count(), 2);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    for (arguments, told) in [
        (&["--position", "8/8"][..], "8/8"),
        (&["--moves", "c3c9"], "c3c9"),
        (&["--arrow", "c3c6"], "c3c6"),
        (&["--variant", "abak", "--arrow", "31"], "31"),
    ] {
        let error = picture(arguments).expect_err("refused");
        assert!(error.contains(told), "{error}");
    }
}

/// Plays a game by a rule of thumb and draws every position with some of its moves.
struct DrawAGame;

impl Visitor for DrawAGame {
    type Out = ();

    fn visit<G: Variant>(self) {
        let mut game = Game::<G>::start();
        let mut before = None;
        for ply in 0..300 {
            if game.outcome().is_some() {
                break;
            }
            if game.roll().is_none() {
                game.set_roll(tricorn::dice::throw(&game, 8, 0));
            }
            let position = game.position().clone();
            let mut moves = Vec::new();
            position.moves(game.roll().expect("a roll"), &mut moves);
            let arrows = moves
                .iter()
                .step_by(1 + moves.len() / 4)
                .map(|m| position.move_text(m));
            let shown = Shown {
                title: None,
                arrows: arrows.collect(),
            };
            let drawn = svg(&game, before.as_ref(), &shown).expect("legal moves are drawn");
            let pieces = drawn.matches("<use ").count();
            assert_eq!(pieces, position.pieces() as usize, "{}", game.text());
            before = Some(position);
            game.play(&moves[ply * 7 % moves.len()]);
        }
    }
}

#[test]
fn every_position_of_a_game_is_drawn_with_all_its_pieces() {
    for name in NAMES {
        visit(name, DrawAGame).expect("a game");
    }
}
