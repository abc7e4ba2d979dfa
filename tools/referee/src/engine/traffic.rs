//! What passes between referee and engine: the last lines in memory, all of it in a file.
//! Not here: what the lines mean.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// How many lines of the dialogue are kept for reports.
const KEPT: usize = 40;

/// How many characters of a line are kept for reports.
const WIDTH: usize = 160;

/// How much of an engine's standard error goes to the file, in bytes a process.
const ERRORS_LOGGED: usize = 1 << 20;

/// How much of the end of standard error is kept for reports, in bytes.
const ERRORS_KEPT: usize = 4096;

/// A file that several tasks write to.
type Shared = Arc<Mutex<BufWriter<File>>>;

/// The dialogue with one process.
#[derive(Debug)]
pub struct Traffic {
    lines: VecDeque<String>,
    file: Option<Shared>,
    begun: Instant,
}

impl Traffic {
    /// Nothing said yet. All that is said is appended to `file` as well.
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
            file,
            begun: Instant::now(),
        })
    }

    /// Takes down a line: `mark` is `>` for what the engine was sent, `<` for what it answered,
    /// `#` for what the referee has to say about it.
    pub fn note(&mut self, mark: char, line: &str) {
        if self.lines.len() == KEPT {
            self.lines.pop_front();
        }
        let mut kept: String = line.chars().take(WIDTH).collect();
        if kept.len() < line.len() {
            kept.push('…');
        }
        self.lines.push_back(format!("{mark} {kept}"));
        if let Some(file) = &self.file {
            write(file, self.begun, mark, line, mark != '<');
        }
    }

    /// The last lines, oldest first, each behind its mark; long ones are cut.
    pub fn tail(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }

    /// What is to become of the standard error of the same process.
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

/// Writes a line with its time in seconds. A log that cannot be written must not stop a match.
fn write(file: &Shared, begun: Instant, mark: char, line: &str, flush: bool) {
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    let seconds = begun.elapsed().as_secs_f64();
    let _ = writeln!(file, "{seconds:12.6} {mark} {line}");
    if flush {
        let _ = file.flush();
    }
}

/// The standard error of a process: its end in memory, its beginning in the file.
#[derive(Debug)]
pub struct Errors {
    tail: VecDeque<u8>,
    line: Vec<u8>,
    logged: usize,
    file: Option<Shared>,
    begun: Instant,
}

impl Errors {
    /// Takes what was read.
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
