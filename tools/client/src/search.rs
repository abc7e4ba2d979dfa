//! The `info` and `bestmove` lines of one search, parsed and summarised.
//! Not here: checking them against a board.

use super::spec::Dialect;
use std::time::Instant;
use tricorn_protocol::{
    Answer, Info, Line, ProtocolError, Score, ScoreReport, Words, parse_answer, quote,
};

/// The `bestmove` of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// When it came.
    pub at: Instant,
    /// Its contents.
    pub said: Said,
}

/// What follows `bestmove`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A word that should be a move.
    Move {
        /// The word.
        word: String,
        /// The ponder move.
        ponder: Option<String>,
    },
    /// `(none)`.
    None,
    /// An invalid line; what is wrong with it.
    Garbage(String),
}

/// A score with mates in own turns; UGI sends them in plies.
#[must_use]
fn in_turns(report: ScoreReport, dialect: Dialect) -> ScoreReport {
    match (report.score, dialect) {
        (Score::Mate(plies), Dialect::Ugi) => ScoreReport {
            score: Score::Mate(plies / 2 + plies % 2),
            ..report
        },
        _ => report,
    }
}

/// How many errors and oddities of a search are kept.
const KEPT: usize = 4;

/// The `info` lines of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The last score of the best line; mates in own turns.
    pub score: Option<ScoreReport>,
    /// Its depth in plies.
    pub depth: Option<u32>,
    /// The last node count.
    pub nodes: Option<u64>,
    /// The last principal variation of the best line.
    pub pv: Words,
    /// The first few errors that the engine reported.
    pub errors: Vec<ProtocolError>,
    /// The first few oddities of its lines.
    pub oddities: Vec<String>,
    /// The last line that is no protocol answer.
    unread: Option<String>,
    /// The greatest depth of the best line so far.
    deepest: u32,
    dialect: Dialect,
}

impl Report {
    /// An empty report.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            ..Self::default()
        }
    }

    /// The last line that is no protocol answer, truncated, escaped and quoted.
    #[must_use]
    pub fn unread(&self) -> Option<&str> {
        self.unread.as_deref()
    }

    /// Stores a line that is no protocol answer.
    pub(crate) fn keep_unread(&mut self, line: &str) {
        if !line.trim_ascii().is_empty() {
            self.unread = Some(quote(line));
        }
    }

    /// Adds a line; returns `bestmove` if it is that.
    pub fn take(&mut self, at: Instant, line: &Line) -> Option<Best> {
        let text = match line {
            Line::Text(text) => text,
            Line::Unreadable { error, head } => {
                if begins_answer(head) {
                    let said = Said::Garbage(error.to_string());
                    return Some(Best { at, said });
                }
                self.keep_unread(head);
                self.odd(format!("printed a line that cannot be read: {error}"));
                return None;
            }
        };
        let parsed = parse_answer(text);
        let said = match parsed.answer {
            Some(Answer::Info(info)) => {
                self.info(*info);
                None
            }
            Some(Answer::Error(error)) => {
                if self.errors.len() < KEPT {
                    self.errors.push(error);
                }
                None
            }
            Some(Answer::BestMove { best, ponder }) => Some(match best {
                Some(word) => Said::Move { word, ponder },
                None => Said::None,
            }),
            None if begins_answer(text) => {
                Some(Said::Garbage(format!("it printed {}", quote(text))))
            }
            None | Some(Answer::Text(_)) => {
                self.keep_unread(text);
                None
            }
            _ => None,
        };
        if said.is_none()
            && let Some(error) = parsed.errors.first()
        {
            self.odd(format!("printed {}: {error}", quote(text)));
        }
        said.map(|said| Best { at, said })
    }

    fn info(&mut self, info: Info) {
        self.nodes = info.nodes.or(self.nodes);
        if info.multipv.is_some_and(|rank| rank != 1) {
            return;
        }
        if let Some(wdl) = info.wdl
            && u64::from(wdl.win) + u64::from(wdl.draw) + u64::from(wdl.loss) != 1000
        {
            self.odd(format!("claimed chances {wdl}, whose sum is not 1000"));
        }
        if !info.pv.is_empty() {
            self.pv = info.pv;
        }
        let Some(score) = info.score else { return };
        self.score = Some(in_turns(score, self.dialect));
        self.depth = info.depth.or(self.depth);
        if let Some(depth) = info.depth {
            if depth < self.deepest {
                self.odd(format!("went back from depth {} to {depth}", self.deepest));
            }
            self.deepest = self.deepest.max(depth);
        }
    }

    fn odd(&mut self, what: String) {
        if self.oddities.len() < KEPT {
            self.oddities.push(what);
        }
    }
}

fn begins_answer(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}
