//! Search: iterative deepening over a kernel, from a game and a request to a move.
//! Not here: rules, evaluation, and the text of `info` lines.
//!
//! One driver (iterative deepening, limits, signals, reports) and three kernels: [`AlphaBeta`] for
//! games without dice, [`Selective`] for games with dice, and [`Expectimax`], which searches the
//! full tree of any game and serves to test the other two. With one thread, the same requests after
//! [`Searcher::clear`] search the same nodes, unless time or a signal ends them.

mod alphabeta;
mod budget;
mod counter;
mod driver;
mod expectimax;
mod kernel;
mod lazy_smp;
mod level;
mod memory;
mod quiesce;
mod report;
mod rollout;
mod searcher;
mod selective;
mod table;
mod time_manager;

pub use alphabeta::{AlphaBeta, Margins, Mode};
pub use budget::{Budget, Ending, Stopped};
pub use counter::CounterRange;
pub use driver::Request;
pub use expectimax::Expectimax;
pub use kernel::{Bound, Kernel, Line, Root, Trying};
pub use level::{Level, Noise};
pub use memory::TableError;
pub use quiesce::Quiesce;
pub use report::{Answer, Info, Report, Reporter};
pub use rollout::{Estimate, Measured, Rollout, Tally};
pub use searcher::Searcher;
pub use selective::{Filter, Filters, Selective};
pub use table::{Entry, PackedEntry, Table};
pub use time_manager::TimeManager;
