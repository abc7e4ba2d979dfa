//! The list of steps. Their order is their number, which never changes, so new ones go to the end.
//! Not here: what they do.

use super::dialogue::{Checked, Dialogue};
use super::{basic, commands, dice, lenient, options, tricorn};
use std::pin::Pin;

/// How much of the protocol is asked for; each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Level {
    /// What any match needs: the part that is plain UCI (or UGI).
    Basic,
    /// The whole protocol, for games without dice.
    Full,
    /// Dice as well.
    Dice,
}

impl Level {
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

/// Whether an engine may leave out what a step asks for (RFC 2119).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Every engine of the level has it.
    Must,
    /// An engine may lack it, which skips the step. What it offers must work.
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

/// What a step does, once it is run.
type Running<'t> = Pin<Box<dyn Future<Output = Checked> + Send + 't>>;

/// One step of the check.
pub struct Step {
    /// The level it belongs to.
    pub level: Level,
    /// Whether an engine may lack it.
    pub requirement: Requirement,
    /// What the engine does.
    pub title: &'static str,
    /// The sections of the specification that say so.
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
            level: Level::$level,
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
    Basic, Must, "4", basic::line, "follows a line of moves";
    Basic, Must, "4", basic::text, "takes a position text";
    Basic, Must, "5", basic::report, "reports a score, and a variation that leads with its move";
    Basic, Must, "4", basic::movetime, "keeps to a time for the move";
    Basic, Must, "4", basic::clock, "keeps to a clock";
    Basic, Must, "4", basic::nodes, "keeps to a number of nodes";
    Basic, Must, "3", basic::stop, "searches until stop, and answers then";
    Basic, Must, "3", basic::ready_in_search, "answers isready during a search";
    Basic, Must, "4", basic::ponder, "ponders until ponderhit, or until stop";
    Basic, Must, "5", basic::over, "has no move when the game is over";
    Basic, Must, "4", basic::new_game, "starts a new game";
    Basic, Must, "3", basic::quit, "ends at quit";
    Basic, Must, "3", basic::quit_in_search, "ends at quit during a search";
    Basic, Must, "3", basic::end_of_input, "ends at the end of input";
    Full, Must, "2", tricorn::no_greeting, "needs no greeting";
    Full, Must, "4", tricorn::both_greetings, "answers both greetings";
    Full, Must, "4", tricorn::legal, "lists the legal moves";
    Full, Must, "4", tricorn::position, "tells the position";
    Full, Must, "4", tricorn::questions, "tells whose turn it is and how things stand";
    Full, Must, "4", tricorn::result, "tells how a game ended";
    Full, Must, "4", tricorn::perft, "counts leaves";
    Full, Must, "4", tricorn::searchmoves, "searches some moves only";
    Full, Must, "4", tricorn::spent, "moves at once when nothing is left";
    Full, Must, "3", tricorn::in_order, "carries out what comes in one piece, in order";
    Full, Must, "3", tricorn::early_stop, "takes stop with the search it ends, and stray ones in silence";
    Full, Must, "3", tricorn::input_ends, "carries out what was read before the end of input";
    Full, Must, "5", tricorn::held_at_the_end, "holds its answer until stop when the game is over";
    Full, Must, "7", lenient::unknown_command, "refuses an unknown command";
    Full, Must, "7", lenient::bad_argument, "refuses a bad argument, and moves all the same";
    Full, Must, "4", lenient::bad_position, "refuses a bad position, and then any search";
    Full, Must, "4", lenient::illegal_move, "refuses an illegal move, and then any search";
    Full, Must, "6", lenient::options, "refuses options and values that there are not";
    Full, Must, "1", lenient::long_line, "skips a line that is too long";
    Full, Must, "1", lenient::not_utf8, "skips a line that is not UTF-8";
    Full, Must, "1", lenient::blanks, "takes blanks, line ends and comments of all kinds";
    Dice, Must, "8", dice::no_roll, "asks for the dice";
    Dice, Must, "8", dice::roll, "plays a roll that stands at the end of the line";
    Dice, Must, "8", dice::turned, "takes the dice in either order";
    Dice, Must, "8", dice::in_text, "takes a roll in the position text";
    Dice, Must, "8", dice::pass, "passes when nothing can be moved";
    Dice, Must, "8", dice::steps_alone, "takes steps alone where the roll is known";
    Dice, Must, "8", dice::disagreeing, "refuses rolls that do not agree";
    Dice, May, "8", dice::own_dice, "throws its own dice on request, and the same again";
    Full, Must, "4", tricorn::draws, "tells a draw, and a line just short of one";
    Full, Must, "4", commands::shown, "prints the board, the moves and an evaluation";
    Full, Must, "4", commands::described, "prints its commands and its build";
    Full, Must, "4", commands::flip, "flips the position";
    Full, Must, "4", commands::bench, "searches its benchmark";
    Full, Must, "4", commands::debug, "takes debug in silence";
    Full, Must, "4", commands::limits, "moves under every limit, alone and together";
    Full, May, "6", options::multi_pv, "reports several lines";
    Full, May, "6", options::show_wdl, "reports chances of win, draw and loss";
    Full, May, "6", options::hash, "changes and clears its table";
    Dice, Must, "4", commands::rollout, "rolls out the moves of a position";
}
