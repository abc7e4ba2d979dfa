//! What is typed: a line editor with history on a terminal, plain lines elsewhere.
//! Not here: what the lines mean (`command`, `entry`).

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufReader, IsTerminal, Stdin};
use tricorn_protocol::{Line, LineReader};

/// What came of asking for a line.
#[derive(Debug)]
pub enum Typed {
    /// A line.
    Line(String),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-D, or the end of input.
    End,
}

/// The words that the Tab key completes.
#[derive(Default)]
pub struct Words(pub Vec<String>);

impl Helper for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let head = line[..cursor].trim_start();
        let fitting = self.0.iter().filter(|word| word.starts_with(head));
        Ok((cursor - head.len(), fitting.cloned().collect()))
    }
}

/// Where lines come from.
pub enum Prompt {
    /// A terminal.
    Editor(Box<Editor<Words, DefaultHistory>>),
    /// A pipe or a file.
    Plain(LineReader<BufReader<Stdin>>),
}

impl Prompt {
    /// Standard input; the line editor if that and the output are a terminal.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn open(terminal: bool) -> anyhow::Result<Self> {
        if !terminal || !io::stdin().is_terminal() {
            return Ok(Self::Plain(LineReader::new(BufReader::new(io::stdin()))));
        }
        let config = Config::builder()
            .auto_add_history(true)
            .history_ignore_space(true)
            .completion_type(CompletionType::List)
            .build();
        Ok(Self::Editor(Box::new(Editor::with_config(config)?)))
    }

    /// Whether a person sits there.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Editor(_))
    }

    /// Asks for a line; `words` are those that Tab completes.
    ///
    /// # Errors
    /// Reading fails.
    pub fn read(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
    ) -> anyhow::Result<Typed> {
        match self {
            Self::Plain(lines) => Ok(match lines.next() {
                None => Typed::End,
                Some(line) => match line? {
                    Line::Text(text) => Typed::Line(text),
                    // It is answered as a line that means nothing.
                    Line::Unreadable { head, .. } => Typed::Line(head),
                },
            }),
            Self::Editor(editor) => {
                editor.set_helper(Some(Words(words())));
                match editor.readline(prompt) {
                    Ok(line) => Ok(Typed::Line(line)),
                    Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
                    Err(ReadlineError::Eof) => Ok(Typed::End),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }
}
