//! Search: from a game and a request to a move, whatever the game.
//! Not here: rules, evaluation, and the wording of what is reported.
//!
//! One driver (deepening, limits, signals, reports) and two kernels: [`AlphaBeta`] for games
//! without dice, [`Expectimax`] for all. With one thread, the same requests after
//! [`Searcher::clear`] visit the same nodes, unless time or signals end them.

mod alphabeta;
mod budget;
mod clock;
mod control;
mod crew;
mod driver;
mod expectimax;
mod kernel;
mod level;
mod limits;
mod memory;
mod quiesce;
mod report;
mod searcher;
mod table;

pub use alphabeta::{AlphaBeta, Mode};
pub use budget::{Budget, Ending, Stopped};
pub use clock::Plan;
pub use control::Control;
pub use driver::Request;
pub use expectimax::Expectimax;
pub use kernel::{Bound, Kernel, Line, Root, Trying};
pub use level::{Level, Noise};
pub use limits::{Clock, Limits};
pub use memory::TableError;
pub use quiesce::Quiesce;
pub use report::{Answer, Info, Report, Reporter};
pub use searcher::Searcher;
pub use table::{Entry, Table};
