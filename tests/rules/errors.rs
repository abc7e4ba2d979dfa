//! Error messages about texts, in all games: they are short, and never repeat what was read.
//! Not here: what each message says, which the tests of each game hold.

use proptest::prelude::*;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::list::{NAMES, Visitor, visit};
use tricorn::rules::{Chance, Game, Notation, Rules, TextError};

/// A character that no message of ours contains.
const MARK: char = '\u{1F3B2}';

/// Reads `text` as a position and as a word of a move list, before and after the throw.
struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Out = Vec<TextError>;

    fn visit<G: Notation>(self) -> Vec<TextError> {
        let start = G::start();
        let (roll, _) = G::Roll::ROLLS[G::Roll::ROLLS.len() / 2];
        let words = [None, Some(roll)].map(|roll| start.parse_token(roll, self.0).err());
        let position = G::parse_position(self.0).err();
        words.into_iter().chain([position]).flatten().collect()
    }
}

/// What valid texts of all games look like, to be spoiled in one place.
struct Samples;

impl Visitor for Samples {
    type Out = Vec<String>;

    fn visit<G: Notation>(self) -> Vec<String> {
        let mut game = Game::<G>::start();
        let mut texts = Vec::new();
        for ply in 0..60_usize {
            let (roll, _) = G::Roll::ROLLS[ply % G::Roll::ROLLS.len()];
            game.set_roll(roll);
            texts.push(game.text());
            let mut moves = Vec::new();
            game.position().moves(roll, &mut moves);
            let Some(m) = moves.get(ply * 7 % moves.len().max(1)) else {
                break;
            };
            texts.push(game.position().move_text(m));
            game.play(m);
        }
        texts
    }
}

fn check(text: &str) -> Result<(), TestCaseError> {
    for name in NAMES {
        for error in visit(name, Read(text)).expect("a game of the list") {
            let message = &error.message;
            let length = message.chars().count();
            prop_assert!(length <= TextError::LONGEST, "{name}: {length} characters");
            prop_assert!(!message.contains(char::is_control), "{name}: {message:?}");
            prop_assert!(!message.contains(MARK), "{name}: {message}");
            prop_assert!(error.column <= text.chars().count() + 1, "{name}: {error}");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn no_message_repeats_a_spoiled_text(
        game in 0..NAMES.len(),
        sample in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        junk in prop::sample::select(vec!["\u{1b}[31m", "\u{7}", "\0", "\u{9b}", "\u{1F3B2}", "/", ":", "@", ",", "K", "-", "0"]),
        times in prop::sample::select(vec![1_usize, 2, 5_000]),
    ) {
        let samples = visit(NAMES[game], Samples).expect("a game of the list");
        let text = sample.get(&samples);
        let ends: Vec<usize> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).collect();
        let (head, tail) = text.split_at(*place.get(&ends));
        let mark = if junk == "\0" { "\u{1F3B2}" } else { "" };
        check(&format!("{head}{}{mark}{tail}", junk.repeat(times)))?;
        check(&format!("{head}{}", junk.repeat(times)))?;
    }

    #[test]
    fn no_message_repeats_any_other_text(text in any::<String>()) {
        check(&text)?;
        check(&format!("64:{text}"))?;
        check(&format!("23/{text}/S w {text} {text}"))?;
        check(&format!("8/8/8/8/8/8/8/8 w {text}"))?;
    }
}

#[test]
fn a_message_that_lists_moves_is_cut() {
    let kings = "2m5/1m5m/8/8/m7/7K/2m5/8 w 0 1";
    let read = Dameo::parse_position(kings).expect("a position").position;
    let mut moves = Vec::new();
    read.moves((), &mut moves);
    let mut longest = 0;
    for m in &moves {
        let text = read.move_text(m);
        let ends = format!("{}{}", &text[..2], &text[text.len() - 2..]);
        if let Err(error) = read.parse_token(None, &ends) {
            longest = longest.max(error.message.chars().count());
        }
    }
    assert!((1..=TextError::LONGEST).contains(&longest), "{longest}");
}
