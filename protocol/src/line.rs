//! Cuts a stream of bytes into lines of bounded length.
//! Not here: what a line says; blank lines and comments come out as any other.

use crate::error::{ErrorCode, ProtocolError};
use std::io::{self, BufRead, ErrorKind};

/// The greatest length of a line in bytes, its end not counted: 1 MiB.
pub const MAX_LINE: usize = 1 << 20;

/// The greatest length in bytes of the answer to `query legal`, the one answer that may be longer
/// than [`MAX_LINE`]: 16 MiB. See [`LineBuffer::with_limit`].
pub const MAX_LEGAL: usize = 16 << 20;

/// How much of the beginning of an unreadable line is kept, in bytes.
const HEAD: usize = 64;

/// The byte order mark that some systems put before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// One line of input, without its end (`\n` or `\r\n`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line as it came.
    Text(String),
    /// A line that is too long or not UTF-8. It is skipped as a whole.
    Unreadable {
        /// What is wrong: [`ErrorCode::TooLong`], or [`ErrorCode::NotUtf8`] with the column of
        /// the first byte that is not UTF-8.
        error: ProtocolError,
        /// How the line begins, at most 64 bytes of it, so that a reader can tell which command
        /// was lost.
        head: String,
    },
}

/// Takes bytes in pieces of any size and gives back lines.
///
/// It holds one unfinished line and never more than the limit of it, however long the line is.
///
/// ```
/// use tricorn_protocol::{Line, LineBuffer};
///
/// let mut lines = LineBuffer::new();
/// let mut input: &[u8] = b"isready\r\nqu";
/// assert_eq!(lines.push(&mut input), Some(Line::Text("isready".into())));
/// assert_eq!(lines.push(&mut input), None);
/// assert_eq!(lines.finish(), Some(Line::Text("qu".into())));
/// ```
#[derive(Clone, Debug)]
pub struct LineBuffer {
    /// The unfinished line; of one that is too long, its beginning.
    bytes: Vec<u8>,
    limit: usize,
    overflow: bool,
    first: bool,
}

impl LineBuffer {
    /// An empty buffer with the limit of the protocol, [`MAX_LINE`].
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(MAX_LINE)
    }

    /// An empty buffer for lines of at most `limit` bytes, their ends not counted.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        Self {
            bytes: Vec::new(),
            limit,
            overflow: false,
            first: true,
        }
    }

    /// Takes bytes from the front of `input` up to and with the next line end, and gives the
    /// line; without a line end it takes all and gives `None`. So call it until it gives `None`.
    pub fn push(&mut self, input: &mut &[u8]) -> Option<Line> {
        let end = input.iter().position(|&byte| byte == b'\n');
        let (piece, rest) = match end {
            Some(end) => (&input[..end], &input[end + 1..]),
            None => (*input, &input[input.len()..]),
        };
        *input = rest;
        self.extend(piece);
        end.map(|_| self.take())
    }

    /// The last line, if the input ended without a line end after it.
    pub fn finish(&mut self) -> Option<Line> {
        (self.overflow || !self.bytes.is_empty()).then(|| self.take())
    }

    fn extend(&mut self, piece: &[u8]) {
        if self.overflow {
            return;
        }
        // One byte more than the limit may yet turn out to be the `\r` of the line end.
        let room = self.limit + 1 - self.bytes.len();
        self.bytes
            .extend_from_slice(&piece[..piece.len().min(room)]);
        if piece.len() > room {
            self.overflow = true;
            self.bytes.truncate(HEAD);
            self.bytes.shrink_to_fit();
        }
    }

    fn take(&mut self) -> Line {
        let mut bytes = std::mem::take(&mut self.bytes);
        let mut long = std::mem::take(&mut self.overflow);
        if !long && bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        long |= bytes.len() > self.limit;
        if std::mem::take(&mut self.first) && bytes.starts_with(MARK) {
            bytes.drain(..MARK.len());
        }
        if long {
            let message = format!(
                "a line of more than {} bytes, expected at most that; the line is skipped",
                self.limit
            );
            return unreadable(&bytes, ProtocolError::new(ErrorCode::TooLong, message));
        }
        String::from_utf8(bytes).map_or_else(
            |error| {
                let at = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                let column = String::from_utf8_lossy(&bytes[..at]).chars().count() + 1;
                let message = format!(
                    "found byte 0x{:02x}, expected UTF-8; the line is skipped",
                    bytes[at]
                );
                unreadable(
                    bytes,
                    ProtocolError::new(ErrorCode::NotUtf8, message).at(column),
                )
            },
            Line::Text,
        )
    }
}

impl Default for LineBuffer {
    fn default() -> Self {
        Self::new()
    }
}

fn unreadable(bytes: &[u8], error: ProtocolError) -> Line {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).into_owned();
    Line::Unreadable { error, head }
}

/// The lines of a blocking reader.
///
/// An interrupted read is tried again; any other failure is given once and ends the lines.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    lines: LineBuffer,
    ended: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from `input`, with the limit of the protocol.
    pub fn new(input: R) -> Self {
        Self {
            input,
            lines: LineBuffer::new(),
            ended: false,
        }
    }
}

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let mut piece = match self.input.fill_buf() {
                Ok(piece) => piece,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            };
            let length = piece.len();
            if length == 0 {
                self.ended = true;
                return self.lines.finish().map(Ok);
            }
            let line = self.lines.push(&mut piece);
            let taken = length - piece.len();
            self.input.consume(taken);
            if line.is_some() {
                return line.map(Ok);
            }
        }
        None
    }
}
