//! The arguments of the mock engine: how it behaves.
//! Not here: the behaviour.

use clap::{Parser, ValueEnum};

/// An engine that speaks the protocol, knows the rules, and chooses its moves by a hash of the
/// position line. It is made to test referees.
#[derive(Clone, Debug, Parser)]
#[command(name = "referee-mock", version)]
pub struct Manners {
    /// The name it gives in its greeting.
    #[arg(long, default_value = "mock")]
    pub name: String,

    /// Another number gives another player: it is hashed with the position line.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// What it does wrong.
    #[arg(long, value_enum)]
    pub fault: Option<Misdeed>,

    /// At which of its moves (or games, for what happens between them) since it started, from 1.
    #[arg(long, default_value_t = 2)]
    pub at: u64,

    /// How long it thinks about a move, asleep, in milliseconds.
    #[arg(long, default_value_t = 0)]
    pub think: u64,

    /// It thinks for this part of its clock instead (one twentieth, with 20), asleep.
    #[arg(long)]
    pub share: Option<u64>,

    /// How late it is where it is late, in milliseconds.
    #[arg(long, default_value_t = 20)]
    pub late: u64,

    /// It gives a reply to ponder on: the one that it would choose itself.
    #[arg(long)]
    pub ponder: bool,

    /// The score that it claims, in hundredths.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub score: i32,

    /// It claims to win in so many own turns instead; to lose, if negative.
    #[arg(long, allow_negative_numbers = true)]
    pub mate: Option<i32>,

    /// It says nothing about its search, only `bestmove`.
    #[arg(long)]
    pub silent: bool,

    /// Where there are three or more legal moves, it does not know the last of them.
    #[arg(long)]
    pub lacks_moves: bool,

    /// How much it eats where it eats memory, in MiB, before it gives up.
    #[arg(long, default_value_t = 4096)]
    pub eat: usize,
}

/// One way of misbehaving. Where nothing else is said, it happens in the search of the move that
/// `--at` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Misdeed {
    /// Does not answer the greeting.
    Mute,
    /// Ends with exit code 3 instead of greeting.
    CrashAtStart,
    /// Never answers, nor anything else from then on.
    NeverAnswers,
    /// Answers by `--late` milliseconds after its time is up.
    Late,
    /// Dies of a signal.
    CrashInSearch,
    /// Ends with exit code 3 when a new game is announced for the time that `--at` says.
    CrashBetweenGames,
    /// Ends with exit code 0.
    ExitZero,
    /// Plays a move that is not legal.
    IllegalMove,
    /// Answers `bestmove (none)`.
    NoMove,
    /// Answers `bestmove` and nothing behind it.
    EmptyAnswer,
    /// Answers twice.
    TwoAnswers,
    /// Prints `info` lines without end and never answers.
    Babble,
    /// Prints one line without end.
    EndlessLine,
    /// Prints half an answer, without the end of the line, and never the rest.
    HalfLine,
    /// Prints its answers in two halves, which is allowed.
    SplitLines,
    /// Answers with bytes that are no UTF-8.
    NotUtf8,
    /// Prints bytes that are no UTF-8 before its answer, which is odd but harmless.
    NotUtf8Info,
    /// Writes 2 MiB to standard error before each answer, which is allowed.
    FloodStderr,
    /// Neither answers in time nor to `stop`, but to everything else.
    IgnoresStop,
    /// Does not end at `quit`, nor at the end of input.
    IgnoresQuit,
    /// Starts a process that leaves its session, keeps its output open and never ends.
    Grandchild,
    /// What `grandchild` leaves: sleeps in a session of its own.
    Orphan,
    /// Takes memory until there is no more, or `--eat` is reached.
    EatMemory,
    /// Prints a variation with an illegal move.
    BadVariation,
    /// Never says that a game is drawn.
    NeverDraws,
    /// Stops counting quiet plies at 49, so that it never reaches the limit of 50.
    CounterStops,
    /// Gives the count of each move to the next one in `perft`; the total stays right.
    WrongLines,
    /// Answers every option but the variant by an `io` error, as if it were a file that is not there.
    RefusesOptions,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_may_be_one_of_losing() {
        for (argument, mate) in [("--mate=-3", -3), ("--mate -3", -3), ("--mate 3", 3)] {
            let words = std::iter::once("mock").chain(argument.split(' '));
            let manners = Manners::try_parse_from(words).map_err(|error| error.to_string());
            assert_eq!(manners.map(|manners| manners.mate), Ok(Some(mate)));
        }
    }
}
