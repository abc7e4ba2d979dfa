//! CRC-32 checksums in JSON objects and at the end of JSON lines.
//! Not here: what the objects contain, and writing them.
//!
//! A sealed object has `crc32` as its last member, so it is still JSON: `{"a":1,"crc32":"0d4a1185"}`.
//! The checksum covers everything before that member. In a file of several lines it covers the
//! lines before as well, so that a line that was changed, moved or left out is found; only lines
//! missing at the end are not.

use crc32fast::Hasher;
use std::fmt;

/// What stands between the object and its checksum.
const OPEN: &str = ",\"crc32\":\"";

/// What follows the checksum.
const CLOSE: &str = "\"}";

/// The checksum of the lines so far, with which the next line goes on.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    sum: Hasher,
}

/// Why a line cannot be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChecksumError {
    /// It does not end with a checksum.
    Missing,
    /// The checksum in the line, and that of its text.
    Wrong(u32, u32),
}

impl fmt::Display for ChecksumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("no checksum at its end, expected \"crc32\""),
            Self::Wrong(found, expected) => write!(
                f,
                "damaged or edited: its checksum is {found:08x}, that of its text {expected:08x}"
            ),
        }
    }
}

impl std::error::Error for ChecksumError {}

impl Chain {
    /// A JSON object with members as a line: the object, its checksum, and the line end.
    #[must_use]
    pub fn seal(&mut self, object: &str) -> String {
        let open = object.trim_end();
        let open = open.strip_suffix('}').unwrap_or(open);
        self.sum.update(open.as_bytes());
        let end = format!("{OPEN}{:08x}{CLOSE}\n", self.sum.clone().finalize());
        self.sum.update(end.as_bytes());
        format!("{open}{end}")
    }

    /// Checks a line, without its line end, that follows on those checked so far.
    ///
    /// # Errors
    /// It has no checksum, or a wrong one.
    pub fn check(&mut self, line: &str) -> Result<(), ChecksumError> {
        let found = line
            .strip_suffix(CLOSE)
            .and_then(|line| line.rsplit_once(OPEN));
        let (text, found) = found.ok_or(ChecksumError::Missing)?;
        let found = u32::from_str_radix(found, 16).map_err(|_| ChecksumError::Missing)?;
        self.sum.update(text.as_bytes());
        let expected = self.sum.clone().finalize();
        if found != expected {
            return Err(ChecksumError::Wrong(found, expected));
        }
        self.sum.update(&line.as_bytes()[text.len()..]);
        self.sum.update(b"\n");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(), ChecksumError> {
        let mut chain = Chain::default();
        text.lines().try_for_each(|line| chain.check(line))
    }

    #[test]
    fn a_change_of_any_byte_is_found() {
        let mut chain = Chain::default();
        let text: String = [r#"{"a":1}"#, r#"{"b":[2.5]}"#, r#"{"c":"x"}"#]
            .map(|object| chain.seal(object))
            .concat();
        assert_eq!(check(&text), Ok(()));
        for (at, old) in text.char_indices() {
            let mut edited = text.clone();
            edited.replace_range(at..at + old.len_utf8(), "7");
            assert_eq!(check(&edited).is_err(), old != '7', "{edited}");
        }
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        assert!(check(&[lines[0], lines[2]].concat()).is_err(), "left out");
        assert!(check(&[lines[0], lines[2], lines[1]].concat()).is_err());
        assert_eq!(check(r#"{"a":1}"#), Err(ChecksumError::Missing));
    }
}
