//! The PGN parser, also for numbered move lists: tags, comments, variations, results.
//! Not here: tokens (`pgn_words`), and lists without numbers, tags or results (`layout`).

use super::draft::{Claim, Draft, Drafts, Word, read_result};
use super::pgn_words::{Placed, Token, Tokens};
use super::{Format, MOST_GAMES, SourceTag};
use std::collections::HashSet;
use tricorn_protocol::quote;

/// Reads all games.
pub(super) fn read(text: &str) -> Drafts {
    let mut reader = Reader::default();
    for placed in Tokens::new(text) {
        if !reader.take(placed) {
            break;
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    drafts: Drafts,
    draft: Draft,
    /// How deep in variations.
    depth: usize,
    /// How many variations the game has.
    variations: usize,
    /// Whether the game's result was read.
    ended: bool,
    /// Whether a tag of the game was read.
    tagged: bool,
    any_tag: bool,
    /// The names of the game's tags.
    seen: HashSet<String>,
}

impl Reader {
    /// Takes a token; `false` once there are too many games.
    fn take(&mut self, placed: Placed) -> bool {
        let Placed {
            token,
            line,
            at_head,
        } = placed;
        match token {
            Token::Tag(name, value) => {
                if self.depth > 0 {
                    self.wrong(line, "a variation has no end, expected )".into());
                }
                // Tags stand before the moves of a game, so that these are of the next.
                let again = self.seen.contains(&name);
                if self.ended || again || !self.draft.words.is_empty() {
                    self.close();
                }
                self.seen.insert(name.clone());
                self.begin(line);
                self.tagged = true;
                self.any_tag = true;
                self.tag(name, value);
            }
            Token::Wrong(message) => {
                self.begin(line);
                self.wrong(line, message.into());
            }
            Token::Open => self.open(line),
            Token::Close if self.depth == 0 => {
                self.begin(line);
                self.wrong(line, "found ) outside a variation".into());
            }
            Token::Close => self.depth -= 1,
            Token::Nag => {}
            _ if self.depth > 0 => {}
            Token::Comment(text) => {
                if self.ended || text.is_empty() {
                    // Behind the result it still belongs to the game.
                    let words = self.draft.words.len();
                    if !text.is_empty() {
                        self.draft.comments.push((words, text));
                    }
                } else {
                    self.begin(line);
                    self.draft.comments.push((self.draft.words.len(), text));
                }
            }
            Token::Number(number, single) => {
                let again = number == 1 && single && !self.draft.words.is_empty();
                if self.ended || again {
                    self.close();
                }
                self.begin(line);
                self.drafts.structured = true;
            }
            Token::Word(text) => return self.word(text, line, at_head),
        }
        self.drafts.games.len() < MOST_GAMES
    }

    fn word(&mut self, text: String, line: usize, at_head: bool) -> bool {
        let claim = if self.draft.colours.iter().any(Option::is_some) {
            Claim::Colours
        } else {
            Claim::Players
        };
        // `draw` can be a word of a list, too; `play` reads it there.
        let result = (text != "draw")
            .then(|| read_result(&text, claim))
            .flatten();
        if let Some(result) = result {
            if self.draft.is_empty() && !self.tagged {
                self.begin(line);
                self.wrong(line, format!("found the result {text}, expected a move"));
                return true;
            }
            self.draft.result = result.or(self.draft.result);
            self.ended = true;
            self.drafts.structured = true;
            return true;
        }
        if self.ended {
            self.close();
        }
        self.begin(line);
        // `..` stands where Black begins.
        if text.bytes().all(|byte| byte == b'.') {
            return true;
        }
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        self.draft.push(Word {
            text,
            line,
            numbering: digits && at_head,
        });
        self.drafts.games.len() < MOST_GAMES
    }

    fn open(&mut self, line: usize) {
        self.begin(line);
        if self.depth == 0 {
            self.variations += 1;
        }
        self.depth += 1;
    }

    /// Notes where the game begins.
    fn begin(&mut self, line: usize) {
        if self.draft.line == 0 {
            self.draft.line = line;
        }
    }

    fn wrong(&mut self, line: usize, message: String) {
        self.draft.error.get_or_insert((line, message));
    }

    fn tag(&mut self, name: String, value: String) {
        let known = |value: String| (!matches!(value.as_str(), "" | "?" | "-")).then_some(value);
        let draft = &mut self.draft;
        match name.as_str() {
            "White" => draft.colours[0] = known(value),
            "Black" => draft.colours[1] = known(value),
            "P1" => draft.players[0] = known(value),
            "P2" => draft.players[1] = known(value),
            "Variant" => draft.variant = known(value),
            "FEN" | "Position" => draft.position = known(value),
            "Result" => match read_result(&value, Claim::Players) {
                Some(result) => draft.result = result,
                None => {
                    let message = format!("Result: found {}, which is none", quote(&value));
                    draft.notices.push((draft.line, message));
                }
            },
            _ => draft.tags.push(SourceTag { name, value }),
        }
    }

    fn close(&mut self) {
        let mut draft = std::mem::take(&mut self.draft);
        // A tag of the result may stand before those of the names.
        if draft.colours.iter().any(Option::is_some)
            && let Some(Claim::Players(first, second)) = draft.result
        {
            draft.result = Some(Claim::Colours(first, second));
        }
        if self.depth > 0 {
            let message = "a variation has no end, expected )".into();
            draft.error.get_or_insert((draft.line, message));
        }
        if self.variations > 0 {
            let count = self.variations;
            let message =
                format!("left out {count} variations: a game record has the moves played");
            draft.notices.push((draft.line, message));
        }
        let tagged = self.tagged && draft.result.is_some();
        if !draft.is_empty() || tagged {
            self.drafts.games.push(draft);
        }
        (self.depth, self.variations) = (0, 0);
        (self.ended, self.tagged) = (false, false);
        self.seen.clear();
    }

    fn finish(mut self) -> Drafts {
        if self.drafts.games.len() < MOST_GAMES {
            self.close();
        } else if !self.draft.is_empty() {
            let message = format!("more than {MOST_GAMES} games");
            self.drafts.errors.push((self.draft.line, message));
        }
        let mut drafts = self.drafts;
        if self.any_tag {
            drafts.format = Format::Pgn;
            drafts.structured = true;
        }
        drafts
    }
}
