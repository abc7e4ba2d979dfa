//! The format of one journal entry, with its checksum.
//! Not here: its contents.

use super::FORMAT;
use std::collections::BTreeSet;
use std::io::{self, BufRead, Read};

/// The greatest body that is believed; more is a torn or foreign file.
const LARGEST: usize = 1 << 30;

/// The greatest length of the line before a body.
const HEAD: u64 = 80;

/// What an entry is, and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JournalEntry {
    /// The format's name, or the number of a pair.
    pub what: String,
    pub body: String,
}

impl JournalEntry {
    pub fn plan(text: &str) -> Self {
        Self {
            what: FORMAT.into(),
            body: text.into(),
        }
    }

    pub fn pair(pair: u64, games: &str) -> Self {
        Self {
            what: pair.to_string(),
            body: games.into(),
        }
    }

    /// The entry as it is written.
    pub fn bytes(&self) -> Vec<u8> {
        let head = format!(
            "{} {} {:08x}\n",
            self.what,
            self.body.len(),
            self.checksum()
        );
        [head.as_bytes(), self.body.as_bytes(), b"\n"].concat()
    }

    /// How many bytes the entry has as it is written.
    pub fn length(&self) -> u64 {
        let head = self.what.len() + self.body.len().to_string().len() + 11;
        (head + self.body.len() + 1) as u64
    }

    /// A checksum of head and body, so that an entry cannot be taken for that of another pair.
    fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(self.what.as_bytes());
        hasher.update(b" ");
        hasher.update(self.body.as_bytes());
        hasher.finalize()
    }

    /// The next entry; `None` at the end, or where no whole one follows.
    pub fn read(input: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut head = Vec::new();
        input.by_ref().take(HEAD).read_until(b'\n', &mut head)?;
        let Some((what, length, checksum)) = parse(&head) else {
            return Ok(None);
        };
        let mut body = Vec::new();
        input
            .by_ref()
            .take(length as u64 + 1)
            .read_to_end(&mut body)?;
        if body.len() != length + 1 || body.pop() != Some(b'\n') {
            return Ok(None);
        }
        let entry = String::from_utf8(body).ok().map(|body| Self { what, body });
        Ok(entry.filter(|entry| entry.checksum() == checksum))
    }
}

fn parse(head: &[u8]) -> Option<(String, usize, u32)> {
    let text = std::str::from_utf8(head).ok()?.strip_suffix('\n')?;
    let mut words = text.split(' ');
    let what = words.next()?.to_owned();
    let length = words
        .next()?
        .parse()
        .ok()
        .filter(|&length| length <= LARGEST)?;
    let checksum = u32::from_str_radix(words.next()?, 16).ok()?;
    // As it is written, to the byte, so that the length of an entry follows from what was read.
    (text == format!("{what} {length} {checksum:08x}")).then_some((what, length, checksum))
}

/// How many entries stand in what follows the last good one, the bad one at its begin counted;
/// `None` if nothing does, or only the begin of one that was not written to its end.
pub(super) fn damaged(rest: &[u8]) -> Option<u64> {
    let after_line = |(place, &byte): (usize, &u8)| (byte == b'\n').then_some(place + 1);
    let mut starts: BTreeSet<usize> = rest.iter().enumerate().filter_map(after_line).collect();
    let torn = match starts.first().copied() {
        None => (rest.len() as u64) < HEAD,
        Some(body) => parse(&rest[..body]).is_some_and(|(_, length, _)| {
            // The next begins here even if it is the line end before it that is damaged.
            let next = body + length + 1;
            starts.insert(next.min(rest.len()));
            next > rest.len()
        }),
    };
    let whole = |&start: &usize| matches!(JournalEntry::read(&mut &rest[start..]), Ok(Some(_)));
    let behind = starts.iter().copied().filter(whole).count() as u64;
    (behind > 0 || !torn).then_some(behind + 1)
}
