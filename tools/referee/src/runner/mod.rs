//! Runs a plan: several games at once, results in the order of the schedule, resumable.
//! Not here: how one game is played, and the arguments.

mod dispatch;
mod finish;
mod game_runner;
mod ledger;
mod opening_filter;
mod pool;
mod stop;
mod store;

pub use dispatch::{RunOptions, run};
pub use finish::{Finish, merge};
pub use game_runner::{GameReport, GameRunner};
pub use ledger::{Counted, Ending, Ledger};
pub use opening_filter::is_level;
pub use pool::{EnginePool, Engines, Trial};
pub use stop::{Stop, stop_signal};
pub use store::{Store, StoreError};
