//! Suggestions for words that are not known: the nearest one that is.
//! Not here: where the words are expected.

use crate::error::quote;
use crate::message::Keyword;
use strsim::damerau_levenshtein;

/// No word of the protocol is so long, in bytes, that a longer one could be meant for it.
const LONGEST: usize = 24;

/// What other programs call some commands.
const ALIASES: [(&str, Keyword); 14] = [
    ("exit", Keyword::Quit),
    ("bye", Keyword::Quit),
    ("q", Keyword::Quit),
    ("board", Keyword::Display),
    ("display", Keyword::Display),
    ("print", Keyword::Display),
    ("show", Keyword::Display),
    ("new", Keyword::UciNewGame),
    ("newgame", Keyword::UciNewGame),
    ("option", Keyword::SetOption),
    ("set", Keyword::SetOption),
    ("search", Keyword::Go),
    ("think", Keyword::Go),
    ("?", Keyword::Help),
];

/// The known word that `word` is most likely a slip for: in other case, or with few letters wrong.
pub(super) fn nearest(
    word: &str,
    known: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let near = known.map(|known| (damerau_levenshtein(&word, known), known));
    let (distance, nearest) = near.min_by_key(|&(distance, _)| distance)?;
    // One letter wrong of two or three, two of up to seven, and so on.
    let most = nearest.len().min(word.len()).div_ceil(3);
    (distance == 0 || distance <= most && distance < nearest.len()).then_some(nearest)
}

/// What to do instead of a first word that is no command.
pub(super) fn instead_of_command(word: &str) -> String {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == word);
    let alias = alias.map(|(_, keyword)| keyword.as_str());
    let known = Keyword::ALL.iter().map(|keyword| keyword.as_str());
    match alias.or_else(|| nearest(word, known)) {
        Some(known) => format!("did you mean {known}? (help lists the commands)"),
        None if looks_like_move(word) => format!(
            "a move is played by position, as in position startpos moves {} (help lists the commands)",
            quote(word).trim_matches('"')
        ),
        None => "help lists the commands".into(),
    }
}

/// Whether a word has the shape of a move in some game: squares one after the other, or points and
/// a slash.
fn looks_like_move(word: &str) -> bool {
    let squares = word.as_bytes().chunks(2).take_while(|square| {
        matches!(square, [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit())
    });
    let points = word.split_once('/').is_some_and(|(from, to)| {
        let digit = |text: &str| text.bytes().any(|c| c.is_ascii_digit());
        digit(from) || digit(to)
    });
    word.len() <= LONGEST && (squares.count() >= 2 || points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_find_the_command_that_was_meant() {
        let meant = |word| instead_of_command(word);
        for (word, known) in [
            ("posiitton", "position"),
            ("GO", "go"),
            ("Uci", "uci"),
            ("exit", "quit"),
            ("isredy", "isready"),
            ("setopton", "setoption"),
            ("hlep", "help"),
        ] {
            assert!(
                meant(word).starts_with(&format!("did you mean {known}?")),
                "{word}: {}",
                meant(word)
            );
        }
        for word in ["e2e4", "24/18", "64:24/18,13/9"] {
            assert!(meant(word).contains(&format!("moves {word}")), "{word}");
        }
        for word in ["foo", "x", "\0", "zzzzzzzz", &"go".repeat(50)] {
            assert_eq!(meant(word), "help lists the commands", "{word}");
        }
    }
}
