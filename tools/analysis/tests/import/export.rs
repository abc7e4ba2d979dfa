//! Exports: what is written is read as the same game.
//! Not here: the form of what is read.

use super::playstrategy::{GAME, numbered};
use super::{game, of};
use analysis::import::{ExportFormat, ImportRequest, ImportedGame, export, import};
use referee::board;

/// A game of random moves, from a seed.
fn random_game(variant: &str, mut seed: u64, plies: usize) -> String {
    let start = board::start_text(variant).expect(variant);
    let mut board = board::open::<&str>(variant, &start, &[]).expect("a board");
    let mut words = Vec::new();
    while words.len() < plies && board.outcome().is_none() {
        if board.awaits_roll() {
            board.throw(seed, 0);
        }
        let legal = board.legal();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let word = legal[(seed >> 33) as usize % legal.len()].clone();
        board.read(&word).expect("legal");
        words.push(word);
    }
    words.join(" ")
}

#[test]
fn games_come_back_as_they_were() {
    let formats = [
        ExportFormat::Records,
        ExportFormat::Pgn,
        ExportFormat::Moves,
    ];
    for variant in ["dameo", "eximo", "abak"] {
        let texts = (1..4).map(|seed| random_game(variant, seed, 400));
        let mut games: Vec<ImportedGame> = Vec::new();
        for text in texts {
            let mut game = game(&of(variant, &text)).clone();
            game.number = games.len() + 1;
            game.players = ["a \"b\"".into(), "c\\d".into()];
            games.push(game);
        }
        for format in formats {
            let text = export(&games, format);
            let answer = of(variant, &text);
            assert!(answer.errors.is_empty(), "{:?}", answer.errors);
            assert!(answer.questions.is_empty() && answer.notices.is_empty());
            assert_eq!(answer.games.len(), games.len());
            for (read, written) in answer.games.iter().zip(&games) {
                assert_eq!(read.moves, written.moves);
                assert_eq!(read.last, written.last);
                assert_eq!((&read.result, &read.end), (&written.result, &written.end));
                if format != ExportFormat::Moves {
                    assert_eq!(read.players, written.players);
                }
            }
            // Once written so, it stays so.
            assert_eq!(export(&answer.games, format), text.clone());
        }
    }
}

#[test]
fn pgn_has_the_hops_of_playstrategy() {
    let answer = of("dameo", GAME);
    let text = export(&answer.games, ExportFormat::Pgn);
    let turns = text
        .split("\n\n")
        .nth(1)
        .expect("turns")
        .replace(" 1-0", "");
    let turns = turns.trim();
    assert_eq!(turns, numbered(GAME).trim().replace('\n', " "));
}

#[test]
fn comments_tags_and_positions_stay() {
    let text = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n[Variant \"Dameo\"]\n\
        [FEN \"B:Wc2.k,d4:Bf7.k,g5:H0:F12\"]\n\n{first} 12... f7f6 {second} 13. d4d5 {third} *\n";
    let answer = import(&ImportRequest::new(text));
    let before = game(&answer).clone();
    assert_eq!(before.comments.len(), 3);
    for format in [ExportFormat::Records, ExportFormat::Pgn] {
        let written = export(&answer.games, format);
        let again = import(&ImportRequest::new(written.clone()));
        let game = game(&again);
        assert_eq!(game.comments, before.comments, "{written}");
        assert_eq!(game.position, before.position);
        assert_eq!(game.moves, before.moves);
        assert!(game.tags.iter().any(|tag| tag.name == "Event"), "{written}");
    }
}
