//! The tokenizer of PGN and move lists: tags, comments, numbers, results, moves.
//! Not here: what belongs to which game (`pgn`).

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// `{...}`, or `;` to the end of the line.
    Comment(String),
    /// The head of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// `$1`.
    Nag,
    /// `12.`; whether it has one dot, so that the first player moves next.
    Number(u32, bool),
    /// Everything else between blanks.
    Word(String),
    /// A line that is neither; what was expected.
    Wrong(&'static str),
}

/// Splits a text into tokens, each with its line.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    /// Whether nothing of the line was read yet.
    at_head: bool,
}

/// A token with its place.
pub(super) struct Placed {
    pub token: Token,
    pub line: usize,
    /// Whether it is the first of its line.
    pub at_head: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            line: 1,
            at_head: true,
        }
    }

    /// Takes the text up to an offset, and counts its lines.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    fn line_length(&self) -> usize {
        self.rest.find('\n').unwrap_or(self.rest.len())
    }

    /// Passes over blanks, and over lines that begin with `%` or `#`.
    fn skip(&mut self) {
        loop {
            let length = self.rest.len() - self.rest.trim_start().len();
            let blanks = self.take(length);
            self.at_head |= blanks.contains('\n');
            if !(self.at_head && self.rest.starts_with(['%', '#'])) {
                return;
            }
            self.take(self.line_length());
        }
    }

    fn word(&mut self) -> Token {
        let mut length = self.rest.len();
        let mut depth = 0;
        for (at, c) in self.rest.char_indices() {
            match c {
                // `13/8(2)` is one word, and so is `c7c8(K)`.
                '(' if !self.rest[at..].starts_with("(K)")
                    && !self.rest[at + 1..].starts_with(|c: char| c.is_ascii_digit()) => {}
                '(' if at > 0 => {
                    depth = 1;
                    continue;
                }
                ')' if depth == 1 => {
                    depth = 0;
                    continue;
                }
                ')' | '{' | ';' | '$' | '[' => {}
                c if c.is_whitespace() => {}
                _ => continue,
            }
            length = at;
            break;
        }
        // A sign that belongs nowhere is a word of its own.
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        Token::Word(self.take(length.max(first)).to_owned())
    }

    /// `12.`, `12...` or `12)`; a move may follow at once.
    fn number(&mut self) -> Option<Token> {
        let count =
            |text: &str, sign: fn(char) -> bool| text.len() - text.trim_start_matches(sign).len();
        let digits = count(self.rest, |c| c.is_ascii_digit());
        let behind = &self.rest[digits..];
        let dots = count(behind, |c| c == '.');
        let is_result = self.rest.starts_with("0.5-0.5");
        let signs = match dots {
            0 => usize::from(behind.starts_with(')')),
            dots => dots,
        };
        if digits == 0 || signs == 0 || is_result {
            return None;
        }
        let number = self.rest[..digits].parse().unwrap_or(u32::MAX);
        self.take(digits + signs);
        Some(Token::Number(number, dots < 2))
    }
}

impl Iterator for Tokens<'_> {
    type Item = Placed;

    fn next(&mut self) -> Option<Placed> {
        self.skip();
        let (line, at_head) = (self.line, self.at_head);
        self.at_head = false;
        let token = match self.rest.as_bytes().first()? {
            b'[' if at_head => {
                let length = self.line_length();
                // Some programs write a tag and go on in the same line.
                let end = self.rest[..length]
                    .find("\"]")
                    .map_or(length, |end| end + 2);
                self.at_head = end < length && self.rest[end..length].trim_start().starts_with('[');
                tag(self.take(end))
            }
            b'{' => match self.rest.find('}') {
                Some(end) => {
                    let comment = self.take(end + 1);
                    Token::Comment(comment[1..end].trim().to_owned())
                }
                None => {
                    self.take(self.rest.len());
                    Token::Wrong("a comment has no end, expected }")
                }
            },
            b';' => {
                let comment = self.take(self.line_length());
                Token::Comment(comment[1..].trim().to_owned())
            }
            b'(' => {
                self.take(1);
                Token::Open
            }
            b')' => {
                self.take(1);
                Token::Close
            }
            b'$' => {
                let digits = self.rest[1..].bytes().take_while(u8::is_ascii_digit);
                let length = 1 + digits.count();
                self.take(length);
                Token::Nag
            }
            _ => self.number().unwrap_or_else(|| self.word()),
        };
        Some(Placed {
            token,
            line,
            at_head,
        })
    }
}

/// A tag in brackets; the value may lack its quotation marks.
fn tag(text: &str) -> Token {
    let wrong = Token::Wrong("expected [Name \"value\"]");
    let inside = text
        .trim()
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let Some((name, value)) = inside.and_then(|inside| inside.split_once(char::is_whitespace))
    else {
        return wrong;
    };
    if name.is_empty()
        || !name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        return wrong;
    }
    let value = value.trim();
    let value = value.strip_prefix('"').unwrap_or(value);
    let value = value.strip_suffix('"').unwrap_or(value);
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    Token::Tag(name.to_owned(), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        Tokens::new(text).map(|placed| placed.token).collect()
    }

    fn word(text: &str) -> Token {
        Token::Word(text.into())
    }

    #[test]
    fn a_list_is_split() {
        let text = "[White \"A \\\"B\\\"\"]\n\n1.d3d4$1 d6d5 (1... c6c5; why\n) 2... {a} 0.5-0.5";
        let expected = [
            Token::Tag("White".into(), "A \"B\"".into()),
            Token::Number(1, true),
            word("d3d4"),
            Token::Nag,
            word("d6d5"),
            Token::Open,
            Token::Number(1, false),
            word("c6c5"),
            Token::Comment("why".into()),
            Token::Close,
            Token::Number(2, false),
            Token::Comment("a".into()),
            word("0.5-0.5"),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn brackets_inside_a_word_stay() {
        assert_eq!(
            tokens("13/8(2) c7c8(K) 1) 8/5"),
            [
                word("13/8(2)"),
                word("c7c8(K)"),
                Token::Number(1, true),
                word("8/5"),
            ]
        );
        assert_eq!(
            tokens("d3d4(d2d3)"),
            [word("d3d4"), Token::Open, word("d2d3"), Token::Close,]
        );
    }

    #[test]
    fn lines_are_counted_and_escaped_lines_skipped() {
        let text = "% no\n# no\nd3d4 {two\nlines} d6d5\r\n  % no\n[Event \"x\"] 1.";
        let lines: Vec<_> = Tokens::new(text).map(|placed| placed.line).collect();
        assert_eq!(lines, [3, 3, 4, 6, 6]);
    }
}
