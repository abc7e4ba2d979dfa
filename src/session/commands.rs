//! The commands that need nothing but the session: a program that speaks the protocol hands them on,
//! whichever game is at hand.
//! Not here: how a session carries them out.

use super::{GameSession, variant_info};
use crate::rules::Notation;
use tricorn_protocol::{Answer, ProtocolError, Query, Start, Words};

/// A session of whichever game.
pub trait SessionCommands {
    /// `position`: see [`GameSession::set_position`].
    ///
    /// # Errors
    /// The position text or a move is refused. Then there is no position until a good one comes.
    fn set_position(&mut self, start: &Start, moves: &Words) -> Result<(), ProtocolError>;

    /// Forgets the position: a line that was to set one could not be read.
    fn forget_position(&mut self);

    /// `flip`: swaps the colours and forgets the line.
    ///
    /// # Errors
    /// There is no position.
    fn flip(&mut self) -> Result<(), ProtocolError>;

    /// The answer to `query`, with the error to report before it where there is no position.
    fn query(&self, query: Query) -> (Answer, Option<ProtocolError>);

    /// The answer to `query steps`: see [`GameSession::steps`].
    fn steps(&self, begun: &Words) -> (Answer, Option<ProtocolError>);

    /// The line that tells a client how to draw the board.
    fn variant_info(&self) -> Answer;
}

impl<G: Notation> SessionCommands for GameSession<G> {
    fn set_position(&mut self, start: &Start, moves: &Words) -> Result<(), ProtocolError> {
        self.set_position(start, moves)
    }

    fn forget_position(&mut self) {
        self.forget_position();
    }

    fn flip(&mut self) -> Result<(), ProtocolError> {
        self.flip()
    }

    fn query(&self, query: Query) -> (Answer, Option<ProtocolError>) {
        self.query(query)
    }

    fn steps(&self, begun: &Words) -> (Answer, Option<ProtocolError>) {
        self.steps(begun)
    }

    fn variant_info(&self) -> Answer {
        variant_info::<G>()
    }
}
