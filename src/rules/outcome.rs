//! Sides, results and the reasons for them.
//! Not here: when a game ends (each game's own folder).

/// A player, by the order of moving in the starting position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that moves first in the starting position (`p1`).
    First,
    /// The other side (`p2`).
    Second,
}

impl Side {
    /// Both sides, the first one first.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second: an index of tables by side.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move had no legal move.
    NoMoves,
    /// The position occurred for the third time.
    Repetition,
    /// Too many plies in a row without a capture or an irreversible move.
    QuietMoves,
    /// All checkers of one side were borne off.
    BorneOff,
}

impl Reason {
    /// The word that texts use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Reason::NoMoves => "no-moves",
            Reason::Repetition => "repetition",
            Reason::QuietMoves => "quiet-moves",
            Reason::BorneOff => "borne-off",
        }
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, `None` for a draw.
    pub winner: Option<Side>,
    /// What the win is worth: 0 for a draw, 1 for a plain win, up to 3 in games that count more.
    pub points: u8,
    /// Why the game is over.
    pub reason: Reason,
}

impl Outcome {
    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Self {
        Self {
            winner: None,
            points: 0,
            reason,
        }
    }

    /// A win of one point.
    #[must_use]
    pub const fn win(winner: Side, reason: Reason) -> Self {
        Self {
            winner: Some(winner),
            points: 1,
            reason,
        }
    }
}
