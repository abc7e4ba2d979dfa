//! A list of words in one allocation: moves of a line, a position text, a principal variation.
//! Not here: what the words mean.

use std::fmt;

/// Words without blanks inside, kept as one text with one blank between neighbours.
///
/// A line of 5,000 moves is one allocation and one copy.
///
/// ```
/// use tricorn_protocol::Words;
///
/// let moves = Words::from(" b2b3 \t g7g6 ");
/// assert_eq!(moves.as_str(), "b2b3 g7g6");
/// assert_eq!(moves.iter().collect::<Vec<_>>(), ["b2b3", "g7g6"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Words(String);

impl Words {
    /// The words, separated by single blanks.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is no word.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words in order.
    pub fn iter(&self) -> std::str::SplitAsciiWhitespace<'_> {
        self.0.split_ascii_whitespace()
    }
}

impl From<&str> for Words {
    /// Splits at ASCII blanks of any kind and number.
    fn from(text: &str) -> Self {
        text.split_ascii_whitespace().collect()
    }
}

impl<S: AsRef<str>> FromIterator<S> for Words {
    /// Joins texts; one that has blanks inside counts as several words, an empty one as none.
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        let mut joined = String::new();
        for text in texts {
            for word in text.as_ref().split_ascii_whitespace() {
                if !joined.is_empty() {
                    joined.push(' ');
                }
                joined.push_str(word);
            }
        }
        Self(joined)
    }
}

impl<'a> IntoIterator for &'a Words {
    type Item = &'a str;
    type IntoIter = std::str::SplitAsciiWhitespace<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Words {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}
