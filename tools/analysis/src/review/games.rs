//! Input of a review: game records, and plain move lists with one game per line.
//! Not here: legality (`setup`), and the grammar of records (the referee's parser).

use referee::record::{self, result_words};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::BufRead;
use tricorn_protocol::{Line, LineReader, MAX_LINE, quote};

/// A game to review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Game {
    /// The variant.
    pub variant: String,
    /// The position in which it begins; `None` for the start position.
    pub position: Option<String>,
    /// The moves. In games with dice each carries its roll, or the roll stands before it.
    pub moves: Vec<String>,
    /// How many of the moves were given and not chosen by the players.
    pub opening: usize,
    /// The names of player 1 and player 2, empty where they are not known.
    pub players: [String; 2],
    /// The result as the record has it, such as `1-0`; empty where it is not known.
    pub result: String,
    /// How it ended as the record has it, such as `rules no-moves`; empty where it is not known.
    pub end: String,
    /// The line of the file on which it begins, from 1; 0 for a game from elsewhere.
    pub line: usize,
}

/// Why a file of games cannot be read on, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesError {
    /// The line, from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for GamesError {}

impl Game {
    /// A plain game: a list of moves, perhaps behind `startpos moves` or `fen <position> moves`, as
    /// in a `position` command.
    ///
    /// # Errors
    /// There is neither a move nor a position.
    pub fn plain(variant: &str, text: &str) -> Result<Self, String> {
        let text = text.trim_ascii();
        let text = text.strip_prefix("position ").unwrap_or(text).trim_ascii();
        let (position, moves) = match text.strip_prefix("fen ") {
            Some(rest) => {
                let (position, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
                (Some(position.trim_ascii().to_owned()), moves)
            }
            None => {
                let rest = text.strip_prefix("startpos").unwrap_or(text).trim_ascii();
                (None, rest.strip_prefix("moves ").unwrap_or(rest))
            }
        };
        let moves: Vec<String> = moves.split_ascii_whitespace().map(str::to_owned).collect();
        if moves.is_empty() {
            return Err(format!("found {}, expected moves", quote(text)));
        }
        Ok(Self {
            variant: variant.to_owned(),
            position,
            moves,
            ..Self::default()
        })
    }

    /// The name of a player: as known, or `player 1` and `player 2`.
    #[must_use]
    pub fn player(&self, index: usize) -> String {
        match self.players.get(index) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("player {}", index + 1),
        }
    }
}

/// Reads games, one at a time: records if the text begins with a tag, else a game a line. It ends
/// after an error.
pub struct Games {
    games: Box<dyn Iterator<Item = Result<Game, GamesError>> + Send>,
}

impl Games {
    /// Reads from `input`. `variant` is that of plain lists; records name their own.
    ///
    /// # Errors
    /// The input cannot be read, or is a list of moves and no variant is given.
    pub fn new(
        mut input: impl BufRead + Send + 'static,
        variant: Option<&str>,
    ) -> Result<Self, GamesError> {
        let (is_record, skipped) = begins_record(&mut input).map_err(|error| GamesError {
            line: 1,
            message: error.to_string(),
        })?;
        if is_record {
            let games = record::Games::new(input).map(move |game| match game {
                Ok(game) => {
                    let game = from_record(&game);
                    Ok(Game {
                        line: skipped + game.line,
                        ..game
                    })
                }
                Err(error) => Err(GamesError {
                    line: skipped + error.line,
                    message: error.message,
                }),
            });
            return Ok(Self {
                games: Box::new(games),
            });
        }
        let Some(variant) = variant.map(str::to_owned) else {
            let message = "found no game record, and a list of moves needs a variant: --variant";
            return Err(GamesError {
                line: 1,
                message: message.into(),
            });
        };
        let mut number = skipped;
        let games = LineReader::new(input).filter_map(move |line| {
            number += 1;
            let wrong = |message| {
                Some(Err(GamesError {
                    line: number,
                    message,
                }))
            };
            match line {
                Ok(Line::Text(text)) => {
                    let text = text.trim_ascii();
                    if text.is_empty() || text.starts_with('#') {
                        return None;
                    }
                    match Game::plain(&variant, text) {
                        Ok(game) => Some(Ok(Game {
                            line: number,
                            ..game
                        })),
                        Err(message) => wrong(message),
                    }
                }
                Ok(Line::Unreadable { error, .. }) => wrong(error.message),
                Err(error) => wrong(error.to_string()),
            }
        });
        Ok(Self {
            games: Box::new(games),
        })
    }
}

impl Iterator for Games {
    type Item = Result<Game, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.games.next()
    }
}

/// Whether the first line that says something begins with a tag, and how many lines stand before
/// it. Takes empty lines away.
fn begins_record(input: &mut impl BufRead) -> std::io::Result<(bool, usize)> {
    let mut skipped = 0;
    let mut lines = 0;
    loop {
        let held = input.fill_buf()?;
        let Some(&first) = held.first() else {
            return Ok((false, lines));
        };
        match first {
            b'[' => return Ok((true, lines)),
            // Comments are left to the reader; a record may begin behind some.
            b'#' => return Ok((begins_behind_comments(held), lines)),
            _ if first.is_ascii_whitespace() && skipped < MAX_LINE => {
                lines += usize::from(first == b'\n');
                skipped += 1;
                input.consume(1);
            }
            _ => return Ok((false, lines)),
        }
    }
}

/// The same, as far as the buffer goes, for an input that begins with a comment.
fn begins_behind_comments(held: &[u8]) -> bool {
    let mut lines = held.split(|&byte| byte == b'\n');
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.starts_with(b"["))
}

fn from_record(game: &record::Located) -> Game {
    let record = &game.record;
    let setup = &record.setup;
    let played = record.moves.iter().map(|m| m.text.clone());
    Game {
        variant: setup.variant.clone(),
        position: Some(setup.position.clone()),
        moves: setup.moves.iter().cloned().chain(played).collect(),
        opening: setup.moves.len(),
        players: record.players.clone(),
        result: result_words(&record.result),
        end: record.result.end.to_string(),
        line: game.line,
    }
}
