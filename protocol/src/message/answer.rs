//! What an engine prints, as types.
//! Not here: how it is read from text, and how an engine comes to say it.

use super::Words;
use crate::error::ProtocolError;

/// One line of an engine. Displays as its canonical text, without a line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `id name <text>`
    IdName(String),
    /// `id author <text>`
    IdAuthor(String),
    /// `option name <name> type <type> …`
    Option(OptionLine),
    /// `uciok`
    UciOk,
    /// `ugiok`
    UgiOk,
    /// `readyok`
    ReadyOk,
    /// `info …`
    Info(Box<Info>),
    /// `info string ERROR <code>: …`
    Error(ProtocolError),
    /// `bestmove <move>|(none) [ponder <move>]`
    BestMove {
        /// The move, or `roll` where the dice are to be thrown first; `None` prints `(none)`.
        best: Option<String>,
        /// The reply on which the engine would like to ponder.
        ponder: Option<String>,
    },
    /// `response <words>`
    Response(Words),
    /// Any other line, as it is: what the commands for use by hand print, and what the engines
    /// of others print besides.
    Text(String),
}

/// The declaration of one option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// The name; blanks inside are usual.
    pub name: String,
    /// Type, default and range.
    pub kind: OptionKind,
}

/// The type of an option with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value at start.
        default: bool,
    },
    /// An integer.
    Spin {
        /// The value at start.
        default: i64,
        /// The least value; the least `i64` if the line read gives none.
        min: i64,
        /// The greatest value; the greatest `i64` if the line read gives none.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value at start.
        default: String,
        /// The values, in the order of the line.
        vars: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// A text.
    String {
        /// The value at start; empty prints `<empty>`.
        default: String,
    },
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of the game's unit.
    Cp(i32),
    /// The game is won within so many turns (own turns under UCI, plies under UGI); negative
    /// when it is lost, 0 when it is lost already.
    Mate(i32),
}

/// On which side of a score the true value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// A score as `info` carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreReport {
    /// The score.
    pub score: Score,
    /// `None` for an exact score.
    pub bound: Option<Bound>,
}

/// Chances of win, draw and loss for the side to move, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Thousandths of wins.
    pub win: u32,
    /// Thousandths of draws.
    pub draw: u32,
    /// Thousandths of losses.
    pub loss: u32,
}

/// What one `info` line carries; absent fields are not printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Nominal depth, in plies.
    pub depth: Option<u32>,
    /// Greatest depth reached, in plies.
    pub seldepth: Option<u32>,
    /// The rank of this line among several, from 1.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<ScoreReport>,
    /// The chances.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Time since the search began, in milliseconds.
    pub time: Option<u64>,
    /// The root move being searched.
    pub currmove: Option<String>,
    /// Its number among the root moves, from 1.
    pub currmovenumber: Option<u32>,
    /// The principal variation; empty for none.
    pub pv: Words,
    /// Free text; printed last, since it takes the rest of the line.
    pub string: Option<String>,
}
