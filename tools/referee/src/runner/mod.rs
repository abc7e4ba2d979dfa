//! Runs a plan: several games at once, pairs counted in their order, an end that can be resumed.
//! Not here: how one game is played, and what the arguments were.

mod dispatch;
mod finish;
mod hall;
mod host;
mod ledger;
mod scale;
mod stop;
mod store;

pub use dispatch::{Manner, run};
pub use finish::{Finish, merge};
pub use hall::{Engines, Hall};
pub use host::{Host, Told};
pub use ledger::{Ending, Ledger};
pub use scale::is_level;
pub use stop::{Stop, stop_signal};
pub use store::{Store, StoreError};
