//! The parser of game records, one game at a time.
//! Not here: whether the moves are legal (`verify`).

use super::at;
use crate::game::{Adjudication, End, GameRecord, GameResult, Limits, MoveRecord, Setup};
use std::fmt;
use std::io::BufRead;
use std::str::FromStr;
use std::time::Duration;
use tricorn::rules::Side;
use tricorn_protocol::record::{self, Tag};
use tricorn_protocol::{Line, LineReader, Score, quote};

/// Why a text is not a game record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for RecordError {}

/// A game with the line numbers that it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The game.
    pub record: GameRecord,
    /// The line of its first tag, counted from 1.
    pub line: usize,
    /// The lines of its moves, starting with those of the opening.
    pub moves: Vec<usize>,
    lines: [usize; Tag::ALL.len()],
}

impl Located {
    /// The line of a tag; that of the first tag if the tag is missing.
    pub(super) fn tag(&self, tag: Tag) -> usize {
        match self.lines[tag as usize] {
            0 => self.line,
            line => line,
        }
    }
}

/// An iterator over the games of a reader. It ends after an error.
#[derive(Debug)]
pub struct Games<R> {
    lines: LineReader<R>,
    number: usize,
    failed: bool,
}

impl<R: BufRead> Games<R> {
    /// Reads games from `input`.
    pub fn new(input: R) -> Self {
        Self {
            lines: LineReader::new(input),
            number: 0,
            failed: false,
        }
    }

    /// The next line that is not a comment, trimmed; `None` at the end of input.
    fn line(&mut self) -> Result<Option<String>, RecordError> {
        for line in self.lines.by_ref() {
            self.number += 1;
            match line {
                Ok(Line::Text(text)) if text.starts_with('#') => {}
                Ok(Line::Text(text)) => return Ok(Some(text.trim().to_owned())),
                Ok(Line::Unreadable { error, .. }) => return Err(at(self.number, error.message)),
                Err(error) => return Err(at(self.number, error.to_string())),
            }
        }
        Ok(None)
    }

    fn game(&mut self) -> Result<Option<Located>, RecordError> {
        let mut draft = Draft::default();
        while let Some(line) = self.line()? {
            let number = self.number;
            match (line.is_empty(), draft.line) {
                (true, 0) => {}
                (true, _) => break,
                (false, _) => draft
                    .take(number, &line)
                    .map_err(|error| at(number, error))?,
            }
        }
        if draft.line == 0 {
            return Ok(None);
        }
        draft.finish().map(Some)
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Located, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let game = self.game().transpose();
        self.failed = matches!(game, Some(Err(_)));
        game
    }
}

/// A record while it is being read.
#[derive(Default)]
struct Draft {
    line: usize,
    values: [Option<String>; Tag::ALL.len()],
    lines: [usize; Tag::ALL.len()],
    warnings: Vec<String>,
    moves: Vec<MoveRecord>,
    move_lines: Vec<usize>,
}

impl Draft {
    fn take(&mut self, number: usize, line: &str) -> Result<(), String> {
        if self.line == 0 {
            record::check_version(line)?;
            self.line = number;
        }
        if !line.starts_with('[') {
            self.moves.push(read_move(line)?);
            self.move_lines.push(number);
            return Ok(());
        }
        let (name, value) = record::parse_tag(line)?;
        if !self.moves.is_empty() {
            return Err(format!("the tag {name} stands after moves"));
        }
        match Tag::from_word(name) {
            None => {}
            Some(Tag::Warning) => self.warnings.push(value),
            Some(tag) => {
                if self.values[tag as usize].replace(value).is_some() {
                    return Err(format!("the tag {name} comes twice"));
                }
                self.lines[tag as usize] = number;
            }
        }
        Ok(())
    }

    fn optional(&mut self, tag: Tag) -> Option<String> {
        self.values[tag as usize].take()
    }

    fn text(&mut self, tag: Tag) -> Result<String, RecordError> {
        let value = self.optional(tag);
        value.ok_or_else(|| at(self.line, format!("the tag {tag} is missing")))
    }

    /// Parses a tag's value with `read`; an error gets the tag's line.
    fn read<T>(
        &mut self,
        tag: Tag,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<T, RecordError> {
        let value = self.text(tag)?;
        let line = self.lines[tag as usize];
        read(&value).map_err(|error| at(line, format!("{tag}: {error}")))
    }

    fn if_there<T: FromStr<Err: ToString>>(&mut self, tag: Tag) -> Result<Option<T>, RecordError> {
        match self.values[tag as usize] {
            None => Ok(None),
            Some(_) => self.read(tag, parsed).map(Some),
        }
    }

    fn finish(mut self) -> Result<Located, RecordError> {
        let opening: usize = self.read(Tag::Opening, parsed)?;
        if opening > self.moves.len() {
            let message = format!(
                "Opening: {opening} moves, but there are {}",
                self.moves.len()
            );
            return Err(at(self.lines[Tag::Opening as usize], message));
        }
        let played = self.moves.split_off(opening);
        let moves = std::mem::take(&mut self.moves);
        let (winner, points) = self.read(Tag::Result, read_result)?;
        let end = self.read(Tag::End, read_end)?;
        let limits = [Tag::Limits1, Tag::Limits2];
        let [first, second] = limits.map(|tag| self.read(tag, str::parse::<Limits>));
        let setup = Setup {
            variant: self.text(Tag::Variant)?,
            position: self.text(Tag::Position)?,
            moves: moves.into_iter().map(|m| m.text).collect(),
            seed: self.read(Tag::Seed, parsed)?,
            pair: self.read(Tag::Pair, parsed)?,
            game: self.read(Tag::Game, |text| match text {
                "1" => Ok(1),
                "2" => Ok(2),
                _ => Err(format!("found {}, expected 1 or 2", quote(text))),
            })?,
            limits: [first?, second?],
            adjudication: Adjudication {
                resign: self.if_there(Tag::Resign)?,
                draw: self.if_there(Tag::Draw)?,
            },
            max_plies: self.if_there(Tag::MaxPlies)?,
        };
        let record = GameRecord {
            setup,
            players: [self.text(Tag::P1)?, self.text(Tag::P2)?],
            moves: played,
            last: self.text(Tag::Last)?,
            result: GameResult {
                winner,
                points,
                end,
                detail: self.optional(Tag::Detail).unwrap_or_default(),
            },
            warnings: self.warnings,
        };
        Ok(Located {
            record,
            line: self.line,
            moves: self.move_lines,
            lines: self.lines,
        })
    }
}

fn parsed<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|error: T::Err| format!("found {}: {}", quote(text), error.to_string()))
}

fn read_result(text: &str) -> Result<(Option<Side>, u8), String> {
    match text {
        "draw" => Ok((None, 0)),
        "1-0" => Ok((Some(Side::First), 1)),
        "2-0" => Ok((Some(Side::First), 2)),
        "3-0" => Ok((Some(Side::First), 3)),
        "0-1" => Ok((Some(Side::Second), 1)),
        "0-2" => Ok((Some(Side::Second), 2)),
        "0-3" => Ok((Some(Side::Second), 3)),
        _ => Err(format!(
            "found {}, expected draw, or 1-0 to 3-0, or 0-1 to 0-3",
            quote(text)
        )),
    }
}

fn read_end(text: &str) -> Result<End, String> {
    End::all()
        .find(|end| end.to_string() == text)
        .ok_or_else(|| {
            format!(
                "found {}, expected the end of a game, such as \"rules no-moves\"",
                quote(text)
            )
        })
}

/// Parses a move with its annotations, and skips those that this version does not know.
fn read_move(line: &str) -> Result<MoveRecord, String> {
    let mut words = line.split_ascii_whitespace();
    let mut m = MoveRecord {
        text: words.next().unwrap_or_default().to_owned(),
        ..MoveRecord::default()
    };
    for word in words {
        let (key, value) = crate::limits::split(word)?;
        let told = |error: String| format!("{key}: {error}");
        match key {
            "cp" => m.score = Some(Score::Cp(parsed(value).map_err(told)?)),
            "mate" => m.score = Some(Score::Mate(parsed(value).map_err(told)?)),
            "depth" => m.depth = Some(parsed(value).map_err(told)?),
            "nodes" => m.nodes = Some(parsed(value).map_err(told)?),
            "ms" => m.time = Some(read_millis(value).map_err(told)?),
            "lag" => m.lag = Some(read_millis(value).map_err(told)?),
            _ => {}
        }
    }
    Ok(m)
}

/// Milliseconds with three decimals.
fn read_millis(text: &str) -> Result<Duration, String> {
    let wrong = || {
        format!(
            "found {}, expected milliseconds with three decimals",
            quote(text)
        )
    };
    let (whole, decimals) = text.split_once('.').ok_or_else(wrong)?;
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if decimals.len() != 3 || whole.is_empty() || !plain(whole) || !plain(decimals) {
        return Err(wrong());
    }
    let micros: u64 = decimals.parse().map_err(|_| wrong())?;
    let millis: u64 = whole.parse().map_err(|_| wrong())?;
    Ok(Duration::from_millis(millis) + Duration::from_micros(micros))
}
