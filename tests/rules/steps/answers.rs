//! The answers to `query steps`, word by word.
//! Not here: which steps the rules allow (`squares`, `abak`).

use tricorn::rules::Notation;
use tricorn::rules::abak::Abak;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;
use tricorn::session::GameSession;
use tricorn_protocol::{Answer, Start, Words};

fn ask<G: Notation>(position: &str, begun: &str) -> (String, Option<String>) {
    let mut session = GameSession::<G>::new();
    let start = Start::Fen(Words::from(position));
    let set = session.set_position(&start, &Words::default());
    assert_eq!(set, Ok(()));
    let (answer, error) = session.steps(&Words::from(begun));
    (answer.to_string(), error.map(|error| error.to_string()))
}

#[test]
fn captured_men_stand_until_the_end() {
    let king = "8/8/8/5k2/6k1/3kk3/8/3K4 w 0 1";
    let expected = [
        ("", "response next d1 board 8/8/8/5k2/6k1/3kk3/8/3K4 w 0 1"),
        (
            "d1",
            "response next d5 board 8/8/8/5k2/6k1/3kk3/8/3K4 w 0 1",
        ),
        (
            "d1 d5 g5",
            "response next g1 g2 g3 captured d3 f5 board 8/8/8/5kK1/6k1/3kk3/8/8 w 0 1",
        ),
        (
            "d1 d5 g5 g3",
            "response end d1d5g5g3 captured d3 f5 g4 board 8/8/8/5k2/6k1/3kk1K1/8/8 w 0 1",
        ),
    ];
    for (begun, answer) in expected {
        assert_eq!(ask::<Dameo>(king, begun), (answer.into(), None));
    }
}

#[test]
fn drops_follow_a_man_that_arrives() {
    let position = "8/2m5/8/8/8/8/1mmmm3/1mmmmm2 b 1";
    let (answer, _) = ask::<Eximo>(position, "c7 c8 @g2");
    let expected = "response next @f2 @g1 board 8/8/8/8/8/8/1mmmm1m1/1mmmmm2 b 1";
    assert_eq!(answer, expected);
    let (answer, _) = ask::<Eximo>(position, "c7 c8 @g2 @f2");
    let expected = "response end c7c8@f2@g2 board 8/8/8/8/8/8/1mmmmmm1/1mmmmm2 b 1";
    assert_eq!(answer, expected);
}

#[test]
fn dice_come_first_and_a_pass_has_no_step() {
    let start = "12/sD/11 b - -";
    assert_eq!(
        ask::<Abak>(start, "").0,
        "response roll board 12/sD/11 b - -"
    );
    let (answer, error) = ask::<Abak>(start, "13/12");
    assert_eq!(answer, "response board 12/sD/11 b - -");
    let error = error.expect("an error");
    assert!(
        error.starts_with("illegal-move: step 1 \"13/12\": "),
        "{error}"
    );
    assert_eq!(
        ask::<Abak>("12/sD/11 b - 31", "").0,
        "response end 31:pass board 12/sD/11 b - 31"
    );
}

#[test]
fn a_jane_is_two_steps() {
    let jane = "13/S/S/1/u/7 w - 32";
    let expected = [
        (
            "",
            "response next 10/7 10/8 11/8 11/9 board 13/S/S/1/u/7 w - 32",
        ),
        ("11/8", "response next 10/8* board 14/S/1/S/7 w u 32"),
        (
            "11/8 10/8",
            "response end 32:11/8,10/8* board 16/SS/7 w u 32",
        ),
    ];
    for (begun, answer) in expected {
        assert_eq!(ask::<Abak>(jane, begun), (answer.into(), None));
    }
}

#[test]
fn what_cannot_follow_is_named_with_what_can() {
    let (answer, error) = ask::<Dameo>("8/8/8/8/8/2M5/m7/8 w 0 1", "c3 C4");
    assert_eq!(answer, "response board 8/8/8/8/8/2M5/m7/8 w 0 1");
    let expected = "illegal-move: step 2 \"C4\": expected lower case, as in c4";
    assert_eq!(error.as_deref(), Some(expected));
    let (_, error) = ask::<Dameo>("8/8/8/8/8/2M5/m7/8 w 0 1", "c3 c5");
    let expected = "illegal-move: step 2 \"c5\": cannot follow, expected b4, c4 or d4";
    assert_eq!(error.as_deref(), Some(expected));
    let (_, error) = ask::<Dameo>("8/8/8/8/8/2M5/m7/8 w 0 1", "c3 c4 c5");
    let expected = "illegal-move: step 3 \"c5\": the turn is complete, expected no further step";
    assert_eq!(error.as_deref(), Some(expected));
}

/// The dialogues about steps on the page of a game.
fn examples<G: Notation>() {
    let page = format!("protocol/spec/{}.md", G::NAME);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&page);
    let text = std::fs::read_to_string(path).expect(&page);
    let mut session = GameSession::<G>::new();
    let mut due: Vec<String> = Vec::new();
    let mut questions = 0;
    for line in text.lines() {
        if let Some(position) = line.strip_prefix("> position fen ") {
            let start = Start::Fen(Words::from(position));
            assert_eq!(session.set_position(&start, &Words::default()), Ok(()));
        } else if let Some(begun) = line.strip_prefix("> query steps") {
            assert!(due.is_empty(), "{page}: {due:?} before {line}");
            let (answer, error) = session.steps(&Words::from(begun));
            due.extend(error.map(|error| format!("< {}", Answer::Error(error))));
            due.push(format!("< {answer}"));
            questions += 1;
        } else if !due.is_empty() {
            assert_eq!(line, due.remove(0), "{page}");
        }
    }
    assert!(
        due.is_empty() && questions > 2,
        "{page}: {questions} questions"
    );
}

#[test]
fn the_examples_of_the_pages_are_true() {
    examples::<Dameo>();
    examples::<Eximo>();
    examples::<Abak>();
}
