//! A report of a run, read from its folder while the run goes on, after it was interrupted, or after its end.
//! Not here: the statistics behind the figures (`stats`), and which pair counts when (`runner::ledger`).
//!
//! ```no_run
//! use referee::summary::RunReader;
//!
//! let mut run = RunReader::open("run".as_ref())?;
//! println!("{}", run.summary().table[0].engine);
//! // Later: reads only what was appended since.
//! if run.refresh()? {
//!     let last = run.games(run.len().saturating_sub(1)).next();
//!     println!("{last:?}");
//! }
//! # Ok::<(), referee::runner::StoreError>(())
//! ```

mod counts;
mod games;
mod history;
mod lengths;
mod model;
mod openings;
mod reader;
mod text;
mod times;

pub use games::GameRow;
pub use history::Point;
pub use lengths::Lengths;
pub use model::{EndCount, EngineSummary, FORMAT, MeetingSummary, PairCounts, RunState, Summary};
pub use openings::{OpeningCounts, Openings};
pub use reader::RunReader;
pub use times::Times;
