//! Foreign move notation: the canonical moves that a word can mean.
//! Not here: which of them is legal (`play`), and tokens (`pgn_words`).

use super::draft::Word;
use super::hops::{Hop, MOST_HOPS, follows, hops};

/// One turn of a list, perhaps of several words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    /// How many words it takes.
    pub words: usize,
    /// What it says, as in the text.
    pub text: String,
    /// Texts of the rules that it can stand for, the likeliest first.
    pub readings: Vec<String>,
    /// The squares at which it begins and ends, if it is made of squares.
    pub ends: Option<[String; 2]>,
    /// Whether it is marked as a promotion.
    pub promotes: bool,
}

impl Turn {
    /// Whether it names origin and destination alone.
    pub(super) fn is_short(&self) -> bool {
        let path = |text: &String| text.split('@').next().map_or(0, str::len);
        self.readings.iter().any(|text| path(text) == 4)
    }

    /// Whether it is a legal turn but for the order of its steps and the classes of checkers.
    pub(super) fn is_like(&self, legal: &str) -> bool {
        let legal = loose(legal);
        self.readings.iter().any(|text| {
            let text = loose(text);
            text.1 == legal.1 && (text.0.is_empty() || text.0 == legal.0)
        })
    }
}

/// The roll of a turn, and its steps in order without marks of hits and classes.
fn loose(text: &str) -> (&str, Vec<String>) {
    let (roll, steps) = text.split_once(':').unwrap_or(("", text));
    let steps = steps.split(',').map(|step| {
        let step = step.trim_end_matches('*');
        match (step.split_once('.'), step.split_once('/')) {
            (Some((from, _)), Some((_, to))) => format!("{from}/{to}"),
            _ => step.to_owned(),
        }
    });
    let mut steps: Vec<String> = steps.collect();
    steps.sort_unstable();
    (roll, steps)
}

/// What a list says in place of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    Resign,
    Timeout,
    Draw,
    Abandoned,
}

/// A word that ends a game, as Abstract Play writes it among the moves.
pub(super) fn special(word: &str) -> Option<Special> {
    let words = [
        ("resign", Special::Resign),
        ("resigns", Special::Resign),
        ("timeout", Special::Timeout),
        ("draw", Special::Draw),
        ("abandoned", Special::Abandoned),
    ];
    let found = words
        .iter()
        .find(|(text, _)| word.eq_ignore_ascii_case(text));
    found.map(|&(_, special)| special)
}

/// The turn that begins with the first of some words. `rolled` says whether dice lie on the table.
pub(super) fn turn(words: &[Word], rolled: bool) -> Turn {
    let Some(first) = words.first() else {
        return Turn::default();
    };
    let (plain, promotes) = plain(&first.text);
    if let Some(hops) = hops(&plain) {
        return by_squares(words, hops, promotes);
    }
    if rolled && is_steps(&plain) {
        return by_steps(words);
    }
    let mut readings = vec![plain.clone()];
    if let Some(roll) = plain.strip_suffix(':') {
        readings = vec![roll.to_owned()];
    } else if plain.contains('/') {
        readings.push(expanded(&plain));
    }
    readings.dedup();
    Turn {
        words: 1,
        text: first.text.clone(),
        readings,
        ..Turn::default()
    }
}

/// Hops that go on from where the last one ended are one turn: nobody else can move from there.
fn by_squares(words: &[Word], mut hops: Vec<Hop>, mut promotes: bool) -> Turn {
    let mut turn = Turn {
        words: 1,
        text: words[0].text.clone(),
        ..Turn::default()
    };
    for word in &words[1..] {
        let (plain, marked) = plain(&word.text);
        let Some(more) = super::hops::hops(&plain).filter(|more| follows(&hops, more)) else {
            break;
        };
        if hops.len() + more.len() > MOST_HOPS {
            break;
        }
        hops.extend(more);
        promotes |= marked;
        turn.words += 1;
        turn.text.push(' ');
        turn.text.push_str(&word.text);
    }
    turn.promotes = promotes;
    let whole = |short: bool| {
        let mut path: Vec<&str> = Vec::new();
        for hop in &hops {
            let squares = match &hop.without_captured {
                Some(squares) if short => &squares[..],
                _ => &hop.squares,
            };
            let skip = usize::from(!path.is_empty());
            path.extend(squares.iter().skip(skip).map(String::as_str));
        }
        let drops = hops.last().map_or("", |hop| &hop.drops);
        path.concat() + drops
    };
    turn.readings = vec![whole(false)];
    if hops.iter().any(|hop| hop.without_captured.is_some()) {
        turn.readings.push(whole(true));
    }
    let ends = [hops.first(), hops.last()];
    if let [Some(first), Some(last)] = ends
        && let (Some(from), Some(to)) = (first.squares.first(), last.squares.last())
    {
        turn.ends = Some([from.clone(), to.clone()]);
    }
    turn
}

/// The steps of checkers behind a roll that stood by itself: `24/18 13/9` is one turn.
fn by_steps(words: &[Word]) -> Turn {
    let mut steps = Vec::new();
    let mut texts = Vec::new();
    for word in words {
        let (plain, _) = plain(&word.text);
        if !is_steps(&plain) || steps.len() == MOST_HOPS {
            break;
        }
        steps.push(expanded(&plain));
        texts.push(word.text.as_str());
    }
    Turn {
        words: steps.len(),
        text: texts.join(" "),
        readings: vec![steps.join(",")],
        ..Turn::default()
    }
}

fn is_steps(word: &str) -> bool {
    word.contains('/') && !word.contains(':')
}

/// `13/8(2)` as `13/8,13/8`, and `24/18/14` as `24/18,18/14`, behind a roll if there is one.
fn expanded(word: &str) -> String {
    let (roll, steps) = match word.split_once(':') {
        Some((roll, steps)) => (format!("{roll}:"), steps),
        None => (String::new(), word),
    };
    let mut out = Vec::new();
    for step in steps.split(',') {
        let (step, times) = match step.split_once('(') {
            Some((step, times)) => (step, times.trim_end_matches(')').parse().unwrap_or(1)),
            None => (step, 1),
        };
        let points: Vec<&str> = step.split('/').collect();
        for _ in 0..times.min(4) {
            for pair in points.windows(2) {
                out.push(format!("{}/{}", pair[0].trim_end_matches('*'), pair[1]));
            }
        }
    }
    if out.is_empty() {
        return word.to_owned();
    }
    roll + &out.join(",")
}

/// A word without signs that say nothing of the move, in lower case, and whether it is marked as a
/// promotion.
fn plain(word: &str) -> (String, bool) {
    let mut text: String = word
        .chars()
        .map(|c| match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            '\u{d7}' | '\u{2715}' => 'x',
            c => c,
        })
        .collect();
    let signs = ['!', '?', '+', '#', ',', ';', '.', '\u{25a1}', '\u{2a00}'];
    text.truncate(text.trim_end_matches(signs).len());
    let mut promotes = false;
    for mark in ["=K", "(K)", "K", "k"] {
        if let Some(rest) = text.strip_suffix(mark)
            && rest.ends_with(|c: char| c.is_ascii_digit())
        {
            text.truncate(rest.len());
            promotes = true;
            break;
        }
    }
    // `c3-e3x` says that something was captured.
    if let Some(rest) = text.strip_suffix(['x', 'X'])
        && rest.ends_with(|c: char| c.is_ascii_digit())
    {
        text.truncate(rest.len());
    }
    (text.to_ascii_lowercase(), promotes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Turn {
        let word = |text: &str| Word {
            text: text.into(),
            ..Word::default()
        };
        let words: Vec<Word> = text.split(' ').map(word).collect();
        turn(&words, true)
    }

    #[test]
    fn hops_are_joined() {
        for text in [
            "d4d6,d6d8K",
            "d4d6 d6d8K",
            "d4-d6-d8",
            "d4xd6xd8",
            "D4-D6-D8x",
            "d4:d6:d8!?",
            "d4\u{2013}d6\u{d7}d8",
        ] {
            let turn = read(text);
            assert_eq!(turn.readings, ["d4d6d8"], "{text}");
            assert_eq!(turn.words, text.split(' ').count());
            assert_eq!(turn.promotes, text.ends_with('K'));
            assert_eq!(turn.ends, Some(["d4".into(), "d8".into()]));
        }
        assert_eq!(read("d4d6 d5d8").words, 1);
    }

    #[test]
    fn a_captured_square_is_one_of_two_readings() {
        let turn = read("d5xe5f5,f5xf6f7 f7xe7d7k");
        assert_eq!(turn.readings, ["d5e5f5f6f7e7d7", "d5f5f7d7"]);
        assert!(turn.promotes && turn.words == 2);
    }

    #[test]
    fn drops_stay() {
        assert_eq!(read("c6-c8@b1@g2").readings, ["c6c8@b1@g2"]);
        assert_eq!(read("c6c8@ c8c7").readings, ["c6c8@"]);
    }

    #[test]
    fn steps_are_joined_and_expanded() {
        assert_eq!(read("24/18 13/9 31").readings, ["24/18,13/9"]);
        assert_eq!(read("13/8(2) 6/1*").readings, ["13/8,13/8,6/1*"]);
        assert_eq!(read("24/18*/14").readings, ["24/18*,18/14"]);
        assert_eq!(read("64:").readings, ["64"]);
        assert_eq!(
            read("55:13/8(2),6/1").readings,
            ["55:13/8(2),6/1", "55:13/8,13/8,6/1"]
        );
    }
}
