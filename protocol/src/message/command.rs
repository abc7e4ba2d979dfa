//! What a client sends, as types.
//! Not here: how it is read from text, and what an engine does with it.

use super::Words;
use crate::keyword_enum::keyword_enum;

keyword_enum! {
    /// The first word of a command.
    pub enum Keyword {
        /// Greeting of UCI.
        Uci = "uci",
        /// Greeting of UGI.
        Ugi = "ugi",
        /// Asks for `readyok`.
        IsReady = "isready",
        /// A new game begins, in the words of UCI.
        UciNewGame = "ucinewgame",
        /// A new game begins, in the words of UGI.
        UgiNewGame = "uginewgame",
        /// Turns additional `info string` lines on or off.
        Debug = "debug",
        /// Sets an option or presses a button.
        SetOption = "setoption",
        /// Sets the position.
        Position = "position",
        /// Starts a search.
        Go = "go",
        /// Ends a search.
        Stop = "stop",
        /// The move that was pondered on was played.
        PonderHit = "ponderhit",
        /// Ends the process.
        Quit = "quit",
        /// Asks about the position.
        Query = "query",
        /// Shows the position.
        Display = "d",
        /// Lists the legal moves.
        Moves = "moves",
        /// Evaluates without search.
        Eval = "eval",
        /// Counts the leaves of the tree of moves.
        Perft = "perft",
        /// Searches a fixed set of positions.
        Bench = "bench",
        /// Plays games on from the position.
        Rollout = "rollout",
        /// Lists the commands.
        Help = "help",
        /// Says how the program was built.
        Compiler = "compiler",
        /// Swaps the colours.
        Flip = "flip",
    }
}

keyword_enum! {
    /// What `query` asks with one word; [`Command::Steps`] is the question with arguments.
    pub enum Query {
        /// Whether player 1 is to move: `true` or `false`. (UGI)
        P1Turn = "p1turn",
        /// Whether the game is over: `true` or `false`. (UGI)
        GameOver = "gameover",
        /// `p1win`, `p2win`, `draw` or `none`. (UGI)
        Result = "result",
        /// All legal moves.
        Legal = "legal",
        /// The canonical text of the position.
        Position = "position",
        /// What the win is worth.
        Points = "points",
        /// Why the game is over.
        Reason = "reason",
    }
}

/// The most steps that `query steps` takes. No turn of any game has half as many.
pub const MAX_STEPS: usize = 64;

/// One command of a client. Displays as its canonical line, without a line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`
    Uci,
    /// `ugi`
    Ugi,
    /// `isready`
    IsReady,
    /// `ucinewgame`, or `uginewgame`, which means the same and prints as the former.
    NewGame,
    /// `debug on` or `debug off`
    Debug(bool),
    /// `setoption name <name> [value <value>]`
    SetOption {
        /// The name as typed, with single blanks between its words; to be compared without
        /// regard to case.
        name: String,
        /// The value: blanks inside as typed, none at its ends. `None` without the word `value`;
        /// empty with nothing after it or with `<empty>`.
        value: Option<String>,
    },
    /// `position startpos|fen <text> [moves <moves>]`
    Position {
        /// Where the line begins.
        start: Start,
        /// The moves from there, unread.
        moves: Words,
    },
    /// `go …`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `query <what>`
    Query(Query),
    /// `query steps [<step> …]`: how the turn can go on after these steps, unread; at most
    /// [`MAX_STEPS`](crate::MAX_STEPS) of them in a command that was read.
    Steps(Words),
    /// `d`
    Display,
    /// `moves`
    Moves,
    /// `eval`
    Eval,
    /// `perft <plies>`
    Perft(u32),
    /// `bench [<depth>]`
    Bench(Option<u32>),
    /// `rollout [<argument> …]`
    Rollout(Box<Rollout>),
    /// `help`
    Help,
    /// `compiler`
    Compiler,
    /// `flip`
    Flip,
}

impl Command {
    /// Whether the command is carried out while a search runs; every other one waits for its end.
    #[must_use]
    pub const fn acts_at_once(&self) -> bool {
        matches!(
            self,
            Self::IsReady | Self::Stop | Self::PonderHit | Self::Quit | Self::Debug(_)
        )
    }
}

/// Where the moves of a `position` line begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start position of the variant.
    Startpos,
    /// A position text, unread; never empty in a command that was read.
    Fen(Words),
}

/// The arguments of `go`. Times in milliseconds, depths in plies, mates in own turns.
///
/// Where limits were given and all of them refused, the reader sets `movetime` to 0. Numbers that
/// are too large for their field saturate. Without any limit the search goes on until `stop`: see
/// [`until_stop`](Self::until_stop).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Search only these moves, unread; empty for all.
    pub searchmoves: Words,
    /// Ponder: limits count from `ponderhit`.
    pub ponder: bool,
    /// White's clock; may be zero or below.
    pub wtime: Option<i64>,
    /// Black's clock; may be zero or below.
    pub btime: Option<i64>,
    /// What White gains a turn.
    pub winc: Option<u64>,
    /// What Black gains a turn.
    pub binc: Option<u64>,
    /// Player 1's clock; may be zero or below.
    pub p1time: Option<i64>,
    /// Player 2's clock; may be zero or below.
    pub p2time: Option<i64>,
    /// What player 1 gains a turn.
    pub p1inc: Option<u64>,
    /// What player 2 gains a turn.
    pub p2inc: Option<u64>,
    /// Own turns to the next time control.
    pub movestogo: Option<u32>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Look for a mate in so many own turns.
    pub mate: Option<u32>,
    /// Time to search.
    pub movetime: Option<u64>,
    /// Hold the answer until `stop`.
    pub infinite: bool,
    /// Count leaves to this depth instead of searching.
    pub perft: Option<u32>,
}

impl Go {
    /// Whether a word says when the search is to end. `infinite` says so, too.
    #[must_use]
    pub fn limited(&self) -> bool {
        let clocks = [self.wtime, self.btime, self.p1time, self.p2time];
        let long = [self.winc, self.binc, self.p1inc, self.p2inc];
        let short = [self.movestogo, self.depth, self.mate, self.perft];
        self.infinite
            || clocks.iter().any(Option::is_some)
            || long.iter().any(Option::is_some)
            || short.iter().any(Option::is_some)
            || self.nodes.is_some()
            || self.movetime.is_some()
    }

    /// Whether the answer is held until `stop`: for `infinite`, and where nothing limits the
    /// search.
    #[must_use]
    pub fn until_stop(&self) -> bool {
        self.infinite || !self.limited()
    }
}

/// The arguments of `rollout`; what is not given is the engine's to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rollout {
    /// Games from each position.
    pub games: Option<u32>,
    /// Turns after which a game is cut off; 0 for none.
    pub plies: Option<u32>,
    /// How deep the moves in the games are searched, in plies.
    pub depth: Option<u32>,
    /// What the dice are thrown from.
    pub seed: Option<u64>,
    /// How many moves are compared.
    pub moves: Option<u32>,
    /// Compare these moves, unread; empty to have them chosen.
    pub searchmoves: Words,
}
