//! What can be wrong with a line: codes, columns, and the text that says what was expected.
//! Not here: the decision what to do about an error; every reader of lines takes its own.

use crate::keyword_enum::keyword_enum;
use std::fmt;

keyword_enum! {
    /// The kind of an error, printed as its code. A client may rely on the words.
    pub enum ErrorCode {
        /// The first word of a line is no command.
        UnknownCommand = "unknown-command",
        /// A command is known, but what follows it is not as it should be.
        BadArgument = "bad-argument",
        /// A position text that the game refuses.
        BadPosition = "bad-position",
        /// A move that is not legal where it stands.
        IllegalMove = "illegal-move",
        /// `setoption` names no option of the engine.
        UnknownOption = "unknown-option",
        /// An option does not take this value.
        BadValue = "bad-value",
        /// A command needs a position, and the last one was refused.
        NoPosition = "no-position",
        /// A line is longer than [`MAX_LINE`](crate::MAX_LINE) bytes.
        TooLong = "too-long",
        /// A line is not UTF-8.
        NotUtf8 = "not-utf8",
        /// A file or a stream failed.
        Io = "io",
        /// The engine broke a rule of its own.
        Internal = "internal",
    }
}

/// One error, printed as `<code>: [column <n>: ]<message>`; as an answer it follows
/// `info string ERROR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolError {
    /// The kind of error.
    pub code: ErrorCode,
    /// Where in the line, in characters from 1, if one place is to blame. The end of a line is
    /// the column after its last character that is not blank.
    pub column: Option<usize>,
    /// What was found and what was expected, for people. Quote what came from outside with
    /// [`quote`].
    pub message: String,
}

impl ProtocolError {
    /// An error that no single column is to blame for.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            column: None,
            message: message.into(),
        }
    }

    /// The same error, blamed on a column (from 1).
    #[must_use]
    pub fn at(mut self, column: usize) -> Self {
        self.column = Some(column);
        self
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: ", self.code)?;
        if let Some(column) = self.column {
            write!(out, "column {column}: ")?;
        }
        out.write_str(&self.message)
    }
}

impl std::error::Error for ProtocolError {}

/// How many errors of one line are told; a last one then counts the others.
const TOLD: usize = 16;

/// The errors of one line, as many as are worth telling: a line of a mebibyte may have half a
/// million of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorList {
    code: ErrorCode,
    told: Vec<ProtocolError>,
    untold: usize,
}

impl ErrorList {
    /// An empty list. The error that counts those beyond the first 16 has this code.
    #[must_use]
    pub const fn new(code: ErrorCode) -> Self {
        Self {
            code,
            told: Vec::new(),
            untold: 0,
        }
    }

    /// Adds an error, which is made only if it is to be told.
    pub fn push_with(&mut self, error: impl FnOnce() -> ProtocolError) {
        if self.told.len() < TOLD {
            self.told.push(error());
        } else {
            self.untold += 1;
        }
    }

    /// Adds an error that is told however many came before; it may take the place of another, which
    /// is then among those that are counted.
    pub fn push_told(&mut self, error: ProtocolError) {
        if self.told.len() == TOLD {
            self.told.pop();
            self.untold += 1;
        }
        self.told.push(error);
    }

    /// Whether there is no error.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// What to report: the first 16 errors, and one more that counts the others.
    #[must_use]
    pub fn finish(mut self) -> Vec<ProtocolError> {
        if self.untold > 0 {
            let message = format!("{} more errors in this line", self.untold);
            self.told.push(ProtocolError::new(self.code, message));
        }
        self.told
    }
}

/// How many characters of foreign text an error message repeats.
const QUOTED: usize = 60;

/// Foreign text made fit for an error message: in quotation marks, control characters and
/// quotation marks escaped, cut after 60 characters.
///
/// ```
/// assert_eq!(tricorn_protocol::quote("e2\0e4"), r#""e2\0e4""#);
/// assert_eq!(tricorn_protocol::quote("\"can't\""), r#""\"can't\"""#);
/// ```
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::from('"');
    let mut characters = text.chars();
    for character in characters.by_ref().take(QUOTED) {
        match character {
            // It needs no escape between these quotation marks.
            '\'' => quoted.push(character),
            _ => quoted.extend(character.escape_debug()),
        }
    }
    quoted.push_str(if characters.next().is_some() {
        "…\""
    } else {
        "\""
    });
    quoted
}
