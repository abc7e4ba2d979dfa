//! The games of a file, in whatever form: ours game by game, those of other programs by the import.
//! Not here: reading the forms (`review::games`, `import`).

use crate::import::{ImportRequest, LONGEST_TEXT, import};
use crate::review::{Game, Games, GamesError};
use anyhow::{Context, ensure};
use std::io::{BufRead, Cursor, Read};
use tricorn_protocol::{Line, LineReader};

/// A source of games; each may have an error in its place.
pub(super) type GameSource = Box<dyn Iterator<Item = Result<Game, GamesError>> + Send>;

/// The games of `input`. Records and lists of one game a line are read as they are wanted, so that
/// a file may be of any size; others as a whole.
pub(super) fn games(
    mut input: Box<dyn BufRead + Send>,
    name: &str,
    variant: Option<&str>,
) -> anyhow::Result<GameSource> {
    let head = String::from_utf8_lossy(input.fill_buf().context(name.to_owned())?).into_owned();
    let head = head.trim_start_matches('\u{feff}');
    let mut lines = head.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    let first = first.unwrap_or_default();
    if first.starts_with("[Format \"") {
        return Ok(Box::new(Records {
            lines: LineReader::new(input),
            number: 0,
        }));
    }
    let digits = first.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = digits.len() < first.len() && digits.starts_with(['.', ')']);
    if first.starts_with(['[', '{']) || is_numbered {
        let text = whole_text(input, name)?;
        return Ok(Box::new(foreign(text, variant).into_iter()));
    }
    let games = Games::new(input, variant).with_context(|| name.to_owned())?;
    Ok(Box::new(games.map(|game| game.map(canonical))))
}

/// The text of an input.
pub(super) fn whole_text(input: Box<dyn BufRead + Send>, name: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    let mut limited = input.take(LONGEST_TEXT as u64 + 1);
    limited
        .read_to_string(&mut text)
        .with_context(|| name.to_owned())?;
    ensure!(
        text.len() <= LONGEST_TEXT,
        "{name}: more than {LONGEST_TEXT} bytes"
    );
    Ok(text)
}

/// The games of a text up to the first that is not wholly clear.
fn foreign(text: String, variant: Option<&str>) -> Vec<Result<Game, GamesError>> {
    let answer = import(&ImportRequest {
        variant: variant.map(str::to_owned),
        ..ImportRequest::new(text)
    });
    let questions = answer.questions.iter().map(|question| {
        let message = format!("{question} (analyse import answers such questions)");
        (question.game, question.line, message)
    });
    let errors = answer.errors.iter();
    let errors = errors.map(|error| (error.game, error.line, error.to_string()));
    let fault = questions.chain(errors).min();
    let until = fault.as_ref().map_or(usize::MAX, |(game, _, _)| *game);
    let games = answer.games.iter().filter(|game| game.number < until);
    let mut read: Vec<_> = games.map(|game| Ok(Game::from(game))).collect();
    if let Some((_, line, message)) = fault {
        let place = format!("line {line}: ");
        let message = message.strip_prefix(&place).unwrap_or(&message).to_owned();
        read.push(Err(GamesError { line, message }));
    }
    read
}

/// A plain game in the texts of the rules, if they understand it; else as it is, so that whoever
/// plays it says what is wrong.
fn canonical(game: Game) -> Game {
    let text = match &game.position {
        Some(position) => format!("position fen {position} moves {}", game.moves.join(" ")),
        None => game.moves.join(" "),
    };
    let answer = import(&ImportRequest {
        variant: Some(game.variant.clone()),
        ..ImportRequest::new(text)
    });
    match &answer.games[..] {
        [read] if read.complete && answer.notices.is_empty() => Game {
            moves: read.moves.clone(),
            ..game
        },
        _ => game,
    }
}

/// Game records, one at a time.
struct Records {
    lines: LineReader<Box<dyn BufRead + Send>>,
    number: usize,
}

impl Records {
    /// The text of the next record, and the number of the line before it.
    fn text(&mut self) -> Result<Option<(usize, String)>, GamesError> {
        let mut text = String::new();
        let mut before = self.number;
        for line in self.lines.by_ref() {
            self.number += 1;
            let line = match line {
                Ok(Line::Text(line)) => line,
                Ok(Line::Unreadable { error, .. }) => return Err(self.wrong(error.message)),
                Err(error) => return Err(self.wrong(error.to_string())),
            };
            if !line.trim().is_empty() {
                text.push_str(&line);
                text.push('\n');
            } else if text.is_empty() {
                before = self.number;
            } else {
                break;
            }
        }
        Ok((!text.is_empty()).then_some((before, text)))
    }

    fn wrong(&self, message: String) -> GamesError {
        GamesError {
            line: self.number,
            message,
        }
    }

    fn game(&mut self) -> Result<Option<Game>, GamesError> {
        let (before, text) = loop {
            let Some((before, text)) = self.text()? else {
                return Ok(None);
            };
            // Comments between records are none.
            if !text.lines().all(|line| line.starts_with('#')) {
                break (before, text);
            }
        };
        let strict = Games::new(Cursor::new(text.clone()), None).and_then(|mut games| {
            games.next().unwrap_or_else(|| {
                Err(GamesError {
                    line: 1,
                    message: "expected a game record".into(),
                })
            })
        });
        let read = match strict {
            Ok(game) => Ok(game),
            // A game that goes on, as `tricorn play` keeps it, has no result.
            Err(error) if error.message.contains("is missing") => {
                foreign(text, None).pop().unwrap_or(Err(error))
            }
            Err(error) => Err(error),
        };
        let placed = |line: usize| before + line;
        match read {
            Ok(game) => Ok(Some(Game {
                line: placed(game.line),
                ..game
            })),
            Err(error) => Err(GamesError {
                line: placed(error.line),
                message: error.message,
            }),
        }
    }
}

impl Iterator for Records {
    type Item = Result<Game, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.game().transpose()
    }
}
