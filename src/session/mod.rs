//! Game sessions: where the protocol meets the rules. A position out of a `position` line, and what
//! every program that speaks the protocol says about it: engine, reference players, referee.
//! Not here: evaluation, search, options, and the order of commands (`uci`).

mod commands;
mod dialect;
mod limits;
mod moves;
mod perft;
mod query;
mod steps;

pub use commands::SessionCommands;
pub use dialect::Dialect;
pub use limits::SearchRequest;
pub use moves::{Restriction, legal_texts, searchmoves};
pub use perft::divide;
pub use query::{response, response_without_position};
pub use steps::{Steps, steps};

use crate::rules::{Game, Notation, Side};
use tricorn_protocol::{Answer, ErrorCode, Info, ProtocolError, Query, Start, Words, quote};

/// What follows a change of `UCI_Variant`: how a client can draw the board, in the words of
/// Fairy-Stockfish.
#[must_use]
pub fn variant_info<G: Notation>() -> Answer {
    let [files, ranks] = G::BOARD;
    let start = G::start().position_text(None);
    let name = G::NAME;
    Answer::Info(Box::new(Info {
        string: Some(format!(
            "variant {name} files {files} ranks {ranks} pocket 0 template fairy startpos {start}"
        )),
        ..Info::default()
    }))
}

/// The game that the commands of one client are about.
#[derive(Clone, Debug)]
pub struct GameSession<G: Notation> {
    /// `None` after a position that was refused.
    game: Option<Game<G>>,
    /// Whether the line begins with `startpos`, so that the client need not know which colour
    /// moves first.
    from_startpos: bool,
}

impl<G: Notation> Default for GameSession<G> {
    fn default() -> Self {
        Self {
            game: Some(Game::start()),
            from_startpos: true,
        }
    }
}

impl<G: Notation> GameSession<G> {
    /// A session at the start position.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// `ucinewgame`: the start position again.
    pub fn new_game(&mut self) {
        *self = Self::default();
    }

    /// `position`: sets the position and plays the moves, all of it or nothing.
    ///
    /// # Errors
    /// The position text or a move is refused. Then there is no position until a good one comes.
    pub fn set_position(&mut self, start: &Start, moves: &Words) -> Result<(), ProtocolError> {
        self.game = None;
        let mut game = match start {
            Start::Startpos => Game::start(),
            Start::Fen(text) => {
                let placed = G::parse_position(text.as_str()).map_err(|error| {
                    let message = format!("{}: {error}", quote(text.as_str()));
                    ProtocolError::new(ErrorCode::BadPosition, message)
                })?;
                Game::new(placed.position, placed.roll)
            }
        };
        moves::play(&mut game, moves)?;
        self.game = Some(game);
        self.from_startpos = *start == Start::Startpos;
        Ok(())
    }

    /// Forgets the position: a line that was to set one could not be read.
    pub fn forget_position(&mut self) {
        self.game = None;
    }

    /// `flip`: swaps the colours and forgets the line.
    ///
    /// # Errors
    /// There is no position.
    pub fn flip(&mut self) -> Result<(), ProtocolError> {
        let game = self.game()?;
        self.game = Some(Game::new(game.position().mirrored(), game.roll()));
        self.from_startpos = false;
        Ok(())
    }

    /// The current game.
    ///
    /// # Errors
    /// There is no position.
    pub fn game(&self) -> Result<&Game<G>, ProtocolError> {
        self.game.as_ref().ok_or_else(|| {
            let message = "the last position was refused, expected a good one first";
            ProtocolError::new(ErrorCode::NoPosition, message)
        })
    }

    /// The side whose clock `wtime` is. A client that sends `startpos` may know no colours and
    /// gives the first mover `wtime`; one that sends a position text has written the letter of the
    /// side to move, and means what the text calls White.
    #[must_use]
    pub fn white_clock(&self) -> Side {
        if self.from_startpos {
            Side::First
        } else {
            G::WHITE
        }
    }

    /// The answer to `query`, with the error to report before it where there is no position.
    #[must_use]
    pub fn query(&self, query: Query) -> (Answer, Option<ProtocolError>) {
        match self.game() {
            Ok(game) => (Answer::Response(response(game, query)), None),
            Err(error) => {
                let words = response_without_position(query);
                (Answer::Response(words), Some(error))
            }
        }
    }
}
