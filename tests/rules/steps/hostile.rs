//! Steps that are nonsense, too many, in the wrong case or of another game: refused with a reason.
//! Not here: steps that are possible.

use proptest::prelude::*;
use tricorn::rules::list::{self, Visitor};
use tricorn::rules::{Chance, Game, Notation};
use tricorn::session::{GameSession, steps};
use tricorn_protocol::{Answer, Start, Words, parse_command};

/// Words that are steps somewhere, nearly steps, or nothing of the kind.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-h][1-8]",
        "@?[A-Ia-i][0-9]",
        "(bar|bar\\.[a-z]|[0-9]{1,3})/(off|[0-9]{1,3})\\*{0,2}",
        "\\PC{0,8}",
        Just("pass".to_owned()),
    ]
}

/// Enters possible steps, as `choices` say, and then others.
struct Enter<'a> {
    choices: &'a [usize],
    words: &'a [String],
}

impl Visitor for Enter<'_> {
    type Out = Result<(), TestCaseError>;

    fn visit<G: Notation>(self) -> Self::Out {
        for &(roll, _) in G::Roll::ROLLS {
            let mut game = Game::<G>::start();
            game.set_roll(roll);
            let mut begun: Vec<String> = Vec::new();
            for choice in self.choices {
                let next = steps(&game, &begun).expect("possible steps").next;
                let Some(step) = next.get(choice % next.len().max(1)) else {
                    break;
                };
                begun.push(step.clone());
            }
            let possible = begun.len();
            for word in self.words {
                begun.push(word.clone());
                let Err(error) = steps(&game, &begun) else {
                    continue;
                };
                prop_assert!(error.message.len() < 1_000, "{}", error.message);
                prop_assert!(error.message.starts_with("step "), "{}", error.message);
                prop_assert!(begun.len() > possible);
                break;
            }
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_follows_no_rule_is_refused(
        choices in prop::collection::vec(any::<usize>(), 0..5),
        words in prop::collection::vec(word(), 1..6),
    ) {
        for name in list::NAMES {
            let enter = Enter { choices: &choices, words: &words };
            list::visit(name, enter).expect("a game of the list")?;
        }
    }
}

/// Steps after the end, without a roll, and without a position.
struct Ask;

impl Visitor for Ask {
    type Out = ();

    fn visit<G: Notation>(self) {
        let mut session = GameSession::<G>::new();
        let thousands = Words::from("c3 ".repeat(5_000).as_str());
        let (answer, error) = session.steps(&thousands);
        let start = G::start().position_text(G::Roll::ONLY);
        assert_eq!(answer.to_string(), format!("response board {start}"));
        assert!(error.is_some());
        let nonsense = Start::Fen(Words::from("nonsense"));
        assert!(session.set_position(&nonsense, &Words::default()).is_err());
        let (answer, error) = session.steps(&Words::default());
        assert_eq!(answer, Answer::Response(Words::default()));
        assert!(error.is_some_and(|error| error.to_string().starts_with("no-position: ")));
    }
}

#[test]
fn thousands_of_steps_and_no_position_are_answered() {
    for name in list::NAMES {
        list::visit(name, Ask).expect("a game of the list");
    }
    let line = format!("query steps{}", " c3".repeat(100_000));
    let parsed = parse_command(&line);
    assert!(parsed.command.is_none() && parsed.errors.len() == 1);
}
