//! The types of one game between two engines: setup, moves, result, failures.
//! Not here: playing it, its text, and statistics over games.

use crate::engine::FailureKind;
use std::fmt;
use std::time::Duration;
use tricorn::rules::{Reason, Side};
use tricorn_protocol::Score;

/// Plies after which a game ends as a draw where nothing else was said. Abak Evolution knows no
/// draw, and yet there are positions from which no game ends.
pub const LONGEST: u64 = 4_000;

/// All that a game depends on beside its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The name of the game, as [`tricorn::rules::list::NAMES`] spells it.
    pub variant: String,
    /// Where the line begins: the canonical text of a position, with a roll only where the opening
    /// prescribes the first one.
    pub position: String,
    /// The opening: moves from there that are given, in canonical text, rolls included. The game
    /// is not over after them.
    pub moves: Vec<String>,
    /// The number that all dice of the run are drawn from.
    pub seed: u64,
    /// The number of the pair in the schedule, from 0. Both games of a pair have the same dice,
    /// those of [`tricorn::dice::Throw`] with `game` set to this and `ply` counted from the
    /// position above.
    pub pair: u64,
    /// Which game of the pair this is, 1 or 2. The second has the players changed.
    pub game: u8,
    /// What the players may spend, by side.
    pub limits: [Limits; 2],
    /// When the referee ends a game early.
    pub adjudication: Adjudication,
    /// Ends the game as a draw once so many plies were played, those of the opening counted;
    /// `None` for [`LONGEST`].
    pub max_plies: Option<u32>,
}

impl Setup {
    /// Plies after which the game ends as a draw.
    #[must_use]
    pub fn most_plies(&self) -> u64 {
        self.max_plies.map_or(LONGEST, u64::from)
    }
}

/// Time to play with: `base` for the first `moves` moves (or all), and `increment` after each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// How many own moves the base has to last before it is given again; `None` for the game.
    pub moves: Option<u32>,
    /// Milliseconds at the beginning.
    pub base_ms: u64,
    /// Milliseconds gained with each move.
    pub increment_ms: u64,
}

/// What one player may spend on a move or on a game. Several limits hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// A clock.
    pub tc: Option<TimeControl>,
    /// Milliseconds for each move.
    pub movetime_ms: Option<u64>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// The clock counts nodes, so many for a millisecond, instead of time.
    pub nodestime: Option<u64>,
    /// How far, in milliseconds, the clock may be overdrawn before the game is lost, all moves
    /// together; of a time for the move, how late each answer may come.
    pub margin_ms: u64,
    /// Whether the engine is let think in its opponent's time.
    pub ponder: bool,
}

/// When the referee ends a game early. Nothing is on by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Ends lost games.
    pub resign: Option<ResignAdjudication>,
    /// Ends level games.
    pub draw: Option<DrawAdjudication>,
}

/// A game is lost when both players have said so for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignAdjudication {
    /// The loser has to claim at most minus this, the winner at least this; hundredths.
    pub score_cp: u32,
    /// For so many moves of each side in a row.
    pub moves: u32,
}

/// A game is drawn when both players have said so for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawAdjudication {
    /// No claim may be farther from 0 than this; hundredths.
    pub score_cp: u32,
    /// For so many moves of each side in a row.
    pub moves: u32,
    /// Not before so many plies were played, those of the opening counted.
    pub after_plies: u32,
}

/// One move as it was played, with what its player said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveRecord {
    /// The canonical text, roll included.
    pub text: String,
    /// The last score that the engine claimed, from its own side; mates in own turns.
    pub score: Option<Score>,
    /// The depth of that claim, in plies.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// From sending `go` to reading `bestmove`, in the referee's own measure.
    pub time: Option<Duration>,
    /// How long after it was due the answer came; `None` where nothing said when it is due.
    pub lag: Option<Duration>,
}

/// What a player did that loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForfeitReason {
    /// It could not be started, or did not greet in time.
    Start,
    /// It gave a move that is not legal.
    IllegalMove,
    /// It gave no move where there was one, or something that is none.
    NoMove,
    /// It overstepped its time.
    Time,
    /// It gave no answer at all by the last deadline.
    Hang,
    /// Its process ended, or closed its input or output.
    Crash,
    /// It sent what no reader can follow: more than one answer, or output without end.
    Protocol,
}

/// Why the referee ended a game early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Both players called it lost for one of them.
    Resign,
    /// Both players called it level.
    Draw,
    /// The greatest number of plies was reached.
    MaxPlies,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By the rules of the game.
    Rules(Reason),
    /// By a fault of the loser.
    Forfeit(ForfeitReason),
    /// By decision of the referee.
    Adjudicated(Verdict),
}

impl ForfeitReason {
    /// Every fault once.
    pub const ALL: [Self; 7] = [
        Self::Start,
        Self::IllegalMove,
        Self::NoMove,
        Self::Time,
        Self::Hang,
        Self::Crash,
        Self::Protocol,
    ];

    /// The word that texts use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::IllegalMove => "illegal-move",
            Self::NoMove => "no-move",
            Self::Time => "time",
            Self::Hang => "hang",
            Self::Crash => "crash",
            Self::Protocol => "protocol",
        }
    }
}

impl From<FailureKind> for ForfeitReason {
    fn from(kind: FailureKind) -> Self {
        match kind {
            FailureKind::Start => Self::Start,
            FailureKind::Hang => Self::Hang,
            FailureKind::Crash => Self::Crash,
            FailureKind::Protocol => Self::Protocol,
        }
    }
}

impl Verdict {
    /// Every verdict once.
    pub const ALL: [Self; 3] = [Self::Resign, Self::Draw, Self::MaxPlies];

    /// The word that texts use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Resign => "resign",
            Self::Draw => "level",
            Self::MaxPlies => "max-plies",
        }
    }
}

impl End {
    /// Every end once.
    pub fn all() -> impl Iterator<Item = Self> {
        let reasons = [
            Reason::NoMoves,
            Reason::Repetition,
            Reason::QuietMoves,
            Reason::BorneOff,
        ];
        let ends = reasons.map(End::Rules).into_iter();
        let ends = ends.chain(ForfeitReason::ALL.map(End::Forfeit));
        ends.chain(Verdict::ALL.map(End::Adjudicated))
    }
}

/// Two words: who ended the game, and why.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Rules(reason) => write!(f, "rules {}", reason.word()),
            End::Forfeit(fault) => write!(f, "forfeit {}", fault.word()),
            End::Adjudicated(verdict) => write!(f, "adjudicated {}", verdict.word()),
        }
    }
}

/// The result of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner, `None` for a draw.
    pub winner: Option<Side>,
    /// What the win is worth, 1 to 3; 0 for a draw. Forfeits and adjudication give one point.
    pub points: u8,
    /// How it ended.
    pub end: End,
    /// More about it, for people; one line, empty where there is nothing to say.
    pub detail: String,
}

impl GameResult {
    /// What the game gave to a side: positive for a win, 0 for a draw, negative for a loss.
    #[must_use]
    pub fn points_of(&self, side: Side) -> i8 {
        let points = self.points.min(3) as i8;
        match self.winner {
            None => 0,
            Some(winner) if winner == side => points,
            Some(_) => -points,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// What it was played with.
    pub setup: Setup,
    /// The players' names, by side.
    pub players: [String; 2],
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// The canonical text of the last position, with the roll if one lay on the table.
    pub last: String,
    /// How it ended.
    pub result: GameResult,
    /// What the players did that was wrong and did not end the game, one line each.
    pub warnings: Vec<String>,
}

impl GameRecord {
    /// Whether the engine of a side failed between games, so that it had to be started again for
    /// this one; the warnings say so.
    #[must_use]
    pub fn restarted(&self, side: Side) -> bool {
        let words = restart_words(side, &self.players[side.index()]);
        self.warnings
            .iter()
            .any(|warning| warning.starts_with(&words))
    }
}

/// How the warning begins that an engine was started again before a game; the reason follows.
#[must_use]
pub fn restart_words(side: Side, name: &str) -> String {
    let player = side.index() + 1;
    format!("p{player} ({name}), before the game: started again: ")
}
