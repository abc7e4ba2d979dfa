//! The transcript of an engine process: the last lines in memory, all lines in a file.
//! Not here: the meaning of the lines.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// How many lines are kept for reports.
const KEPT: usize = 40;

/// How many of them may be the client's. These are kept longer than the engine's, which may be many
/// for each line sent.
const SENT: usize = 24;

/// How many characters of a line are kept for reports.
const WIDTH: usize = 160;

/// How much of an engine's standard error is written to the file, in bytes per process.
const ERRORS_LOGGED: usize = 1 << 20;

/// How much of the end of standard error is kept for reports, in bytes.
const ERRORS_KEPT: usize = 4096;

/// A file that several tasks write to.
type Shared = Arc<Mutex<BufWriter<File>>>;

/// The transcript of one process.
#[derive(Debug)]
pub struct Transcript {
    /// The lines kept, each with its number in the whole transcript.
    lines: VecDeque<(u64, String)>,
    count: u64,
    file: Option<Shared>,
    begun: Instant,
}

impl Transcript {
    /// An empty transcript, which is also appended to `file`.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn new(file: Option<&Path>) -> std::io::Result<Self> {
        let file = match file {
            None => None,
            Some(path) => {
                let file = File::options().append(true).create(true).open(path)?;
                Some(Arc::new(Mutex::new(BufWriter::new(file))))
            }
        };
        Ok(Self {
            lines: VecDeque::new(),
            count: 0,
            file,
            begun: Instant::now(),
        })
    }

    /// Records a line: `mark` is `>` for a line to the engine, `<` for a line from it, and `#` for a
    /// remark of the client.
    pub fn note(&mut self, mark: char, line: &str) {
        if self.lines.len() == KEPT {
            let heard = |(_, line): &(u64, String)| line.starts_with('<');
            let sent = self.lines.iter().filter(|line| !heard(line)).count();
            let oldest = self.lines.iter().position(heard);
            self.lines
                .remove(oldest.filter(|_| sent <= SENT).unwrap_or(0));
        }
        let mut kept: String = line.chars().take(WIDTH).collect();
        if kept.len() < line.len() {
            kept.push('…');
        }
        self.lines.push_back((self.count, format!("{mark} {kept}")));
        self.count += 1;
        if let Some(file) = &self.file {
            write(file, self.begun, mark, line, mark != '<');
        }
    }

    /// The last lines, oldest first, each after its mark; long ones are truncated. A remark marks
    /// omitted lines.
    #[must_use]
    pub fn tail(&self) -> Vec<String> {
        let mut tail = Vec::with_capacity(self.lines.len());
        let mut next = self.lines.front().map_or(0, |&(number, _)| number);
        for (number, line) in &self.lines {
            if *number > next {
                tail.push(format!("# {} lines left out", number - next));
            }
            tail.push(line.clone());
            next = number + 1;
        }
        tail
    }

    /// The record of the standard error of the same process.
    #[must_use]
    pub fn errors(&self) -> Errors {
        Errors {
            tail: VecDeque::new(),
            line: Vec::new(),
            logged: 0,
            file: self.file.clone(),
            begun: self.begun,
        }
    }
}

/// Writes a line with its time in seconds. Write errors are ignored, since they must not stop a match.
fn write(file: &Shared, begun: Instant, mark: char, line: &str, flush: bool) {
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    let seconds = begun.elapsed().as_secs_f64();
    let _ = writeln!(file, "{seconds:12.6} {mark} {line}");
    if flush {
        let _ = file.flush();
    }
}

/// The standard error of a process: the end in memory, the beginning in the file.
#[derive(Debug)]
pub struct Errors {
    tail: VecDeque<u8>,
    line: Vec<u8>,
    logged: usize,
    file: Option<Shared>,
    begun: Instant,
}

impl Errors {
    /// Adds bytes that were read.
    pub fn take(&mut self, bytes: &[u8]) {
        let kept = &bytes[bytes.len().saturating_sub(ERRORS_KEPT)..];
        let surplus = (self.tail.len() + kept.len()).saturating_sub(ERRORS_KEPT);
        self.tail.drain(..surplus);
        self.tail.extend(kept);
        if self.file.is_some() && self.logged < ERRORS_LOGGED {
            self.log(bytes);
        }
    }

    fn log(&mut self, bytes: &[u8]) {
        let Some(file) = &self.file else { return };
        self.logged += bytes.len();
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]);
            write(file, self.begun, '!', &line, true);
        }
        if self.logged >= ERRORS_LOGGED {
            self.line = Vec::new();
            write(
                file,
                self.begun,
                '#',
                "more of standard error is not logged",
                true,
            );
        }
    }

    /// The end of what was printed, at most 4 KiB.
    #[must_use]
    pub fn tail(&self) -> String {
        let (front, back) = self.tail.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sent_outlasts_the_answers() -> std::io::Result<()> {
        let mut transcript = Transcript::new(None)?;
        transcript.note('>', "go");
        for number in 0..100 {
            transcript.note('<', &format!("info {number}"));
        }
        transcript.note('>', "stop");
        let tail = transcript.tail();
        assert_eq!(tail[..2], ["> go", "# 62 lines left out"]);
        assert_eq!(tail[2], "< info 62");
        assert_eq!(tail.last().map(String::as_str), Some("> stop"));
        assert_eq!(tail.len(), KEPT + 1);
        Ok(())
    }

    #[test]
    fn a_long_game_keeps_answers_too() -> std::io::Result<()> {
        let mut transcript = Transcript::new(None)?;
        for number in 0..1000 {
            transcript.note('>', &format!("go {number}"));
            transcript.note('<', &format!("bestmove {number}"));
        }
        let tail = transcript.tail();
        let heard = tail.iter().filter(|line| line.starts_with('<')).count();
        assert!(heard >= KEPT - SENT - 1, "{tail:?}");
        assert_eq!(tail.last().map(String::as_str), Some("< bestmove 999"));
        Ok(())
    }
}
