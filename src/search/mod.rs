//! Search: iterative deepening over a search algorithm (kernel) for each kind of game.
//! Not here: rules, evaluation, and the text of `info` lines.
//!
//! One driver handles iterative deepening, limits, signals and reports. It drives three kernels:
//! [`AlphaBeta`] for games without dice, [`Selective`] for games with dice, and [`Expectimax`],
//! which searches the full tree of any game and is the reference in the tests of the other two.
//! With one thread, the same requests after [`Searcher::clear`] search the same nodes, unless time
//! or a signal ends them.

mod alphabeta;
mod budget;
mod counter;
mod driver;
mod expectimax;
mod kernel;
mod lazy_smp;
mod memory;
mod quiesce;
mod report;
mod rollout;
mod searcher;
mod selective;
mod strength;
mod time_manager;
mod tt;

pub use alphabeta::{AlphaBeta, FutilityMargins, Mode};
pub use budget::{Budget, StopOnDrop, Stopped};
pub use counter::CounterRange;
pub use driver::Request;
pub use expectimax::Expectimax;
pub use kernel::{Bound, Kernel, OnRootMove, Root, RootLine};
pub use memory::TableError;
pub use quiesce::Quiesce;
pub use report::{Answer, Info, Report, Reporter};
pub use rollout::{Estimate, Rollout, RolloutResult, RolloutStats};
pub use searcher::Searcher;
pub use selective::{Filter, Filters, Selective};
pub use strength::{EvalNoise, StrengthLevel};
pub use time_manager::TimeManager;
pub use tt::{PackedTtEntry, TranspositionTable, TtEntry};
