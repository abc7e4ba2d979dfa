//! The list of conformance steps. A step's place is its number, which never changes: append new ones.
//! Not here: the code of the steps (`basic`, `tricorn` and the other files).

use super::dialogue::{Checked, Dialogue};
use super::{basic, commands, dice, lenient, options, tricorn};
use std::pin::Pin;

/// A level of conformance; each includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum ConformanceLevel {
    /// What a match needs: plain UCI or UGI.
    Basic,
    /// The whole protocol for games without dice.
    Full,
    /// Games with dice as well.
    Dice,
}

impl ConformanceLevel {
    /// The word that arguments use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Full => "full",
            Self::Dice => "dice",
        }
    }
}

/// Whether a step is required or optional (RFC 2119).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Required at this level.
    Must,
    /// Optional: skipped if the engine lacks the feature.
    May,
}

impl Requirement {
    /// The word of RFC 2119.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::May => "MAY",
        }
    }
}

/// The future of a running step.
type Running<'t> = Pin<Box<dyn Future<Output = Checked> + Send + 't>>;

/// One step of the check.
pub struct Step {
    /// The level it belongs to.
    pub level: ConformanceLevel,
    /// Whether it is required.
    pub requirement: Requirement,
    /// What the engine does, as a phrase for tables.
    pub title: &'static str,
    /// The sections of the specification that require it.
    pub section: &'static str,
    pub(super) run: for<'t, 'g> fn(&'t mut Dialogue<'g>) -> Running<'t>,
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Step({:?}, {:?})", self.level, self.title)
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        (self.level, self.title) == (other.level, other.title)
    }
}

impl Eq for Step {}

macro_rules! steps {
    ($($level:ident, $requirement:ident, $section:literal, $run:path, $title:literal;)+) => {
        /// All steps, in the order of their numbers.
        pub static STEPS: &[Step] = &[$(Step {
            level: ConformanceLevel::$level,
            requirement: Requirement::$requirement,
            title: $title,
            section: $section,
            run: |dialogue| Box::pin($run(dialogue)),
        }),+];
    };
}

steps! {
    Basic, Must, "4, 5", basic::greeting, "greets with its name and author";
    Basic, May, "6", basic::variant, "offers the variant";
    Basic, Must, "4", basic::ready, "answers isready";
    Basic, Must, "4", basic::start, "moves from the start position";
    Basic, Must, "4", basic::line, "plays from a position given with moves";
    Basic, Must, "4", basic::text, "plays from a position given as text";
    Basic, Must, "5", basic::report, "reports a score, and a pv that starts with its move";
    Basic, Must, "4", basic::movetime, "respects a time per move";
    Basic, Must, "4", basic::clock, "respects its clock";
    Basic, Must, "4", basic::nodes, "respects a node limit";
    Basic, Must, "3", basic::stop, "searches until stop, then answers";
    Basic, Must, "3", basic::ready_in_search, "answers isready during a search";
    Basic, Must, "4", basic::ponder, "ponders until ponderhit or stop";
    Basic, Must, "5", basic::over, "answers bestmove (none) when the game is over";
    Basic, Must, "4", basic::new_game, "starts a new game";
    Basic, Must, "3", basic::quit, "ends at quit";
    Basic, Must, "3", basic::quit_in_search, "ends at quit during a search";
    Basic, Must, "3", basic::end_of_input, "ends at the end of input";
    Full, Must, "2", tricorn::no_greeting, "needs no greeting";
    Full, Must, "4", tricorn::both_greetings, "answers both greetings";
    Full, Must, "4", tricorn::legal, "lists the legal moves";
    Full, Must, "4", tricorn::position, "answers query position";
    Full, Must, "4", tricorn::questions, "answers the queries about the turn and the state of the game";
    Full, Must, "4", tricorn::result, "answers the queries about a finished game";
    Full, Must, "4", tricorn::perft, "counts the leaves of perft";
    Full, Must, "4", tricorn::searchmoves, "restricts its search to searchmoves";
    Full, Must, "4", tricorn::spent, "moves at once when a limit is zero or below";
    Full, Must, "3", tricorn::in_order, "executes commands that arrive together, in order";
    Full, Must, "3", tricorn::early_stop, "obeys a stop that arrives with its search, and ignores stray ones";
    Full, Must, "3", tricorn::input_ends, "executes all commands before the end of input";
    Full, Must, "5", tricorn::held_at_the_end, "holds bestmove back until stop when the game is over";
    Full, Must, "7", lenient::unknown_command, "refuses an unknown command";
    Full, Must, "7", lenient::bad_argument, "refuses a bad argument, but still moves";
    Full, Must, "4", lenient::bad_position, "refuses a bad position, and then every search";
    Full, Must, "4", lenient::illegal_move, "refuses an illegal move, and then every search";
    Full, Must, "6", lenient::options, "refuses unknown options and invalid values";
    Full, Must, "1", lenient::long_line, "skips a line that is too long";
    Full, Must, "1", lenient::not_utf8, "skips a line that is not UTF-8";
    Full, Must, "1", lenient::blanks, "accepts all kinds of blanks, line ends and comments";
    Dice, Must, "8", dice::no_roll, "asks for the dice";
    Dice, Must, "8", dice::roll, "plays a roll given after the moves";
    Dice, Must, "8", dice::turned, "accepts the dice in either order";
    Dice, Must, "8", dice::in_text, "accepts a roll in the position text";
    Dice, Must, "8", dice::pass, "passes when no checker can move";
    Dice, Must, "8", dice::steps_alone, "accepts moves without the roll where it is known";
    Dice, Must, "8", dice::disagreeing, "refuses contradictory rolls";
    Dice, May, "8", dice::own_dice, "rolls its own dice on request, reproducibly";
    Full, Must, "4", tricorn::draws, "recognizes a draw, and a line just short of one";
    Full, Must, "4", commands::shown, "prints the board, the moves and an evaluation";
    Full, Must, "4", commands::described, "prints its help and its build";
    Full, Must, "4", commands::flip, "flips the position";
    Full, Must, "4", commands::bench, "runs its benchmark";
    Full, Must, "4", commands::debug, "accepts debug without an answer";
    Full, Must, "4", commands::limits, "respects the limits of go, alone and combined";
    Full, May, "6", options::multi_pv, "reports several lines";
    Full, May, "6", options::show_wdl, "reports win, draw and loss probabilities";
    Full, May, "6", options::hash, "resizes and clears its hash table";
    Dice, Must, "4", commands::rollout, "rolls out the moves of a position";
    Full, May, "4", tricorn::steps, "answers query steps";
}
