//! Analysis by engines: positions as JSON lines, and reviews of whole games.
//! Not here: evaluation and search, which the engines have, and the page that shows a review.
//!
//! [`Pool`] runs one or several engines and answers [`Request`]s in any order. Two things are built
//! on it: [`lines`], questions and answers as JSON objects, and [`review()`], what each move of a
//! game lost. `Cancel` stops either.

mod cancel;
pub mod cli;
pub mod lines;
mod own_engine;
mod pool;
pub mod review;
mod setup;
mod worth;

pub use cancel::Cancel;
pub use own_engine::own_engine;
pub use pool::{AskError, Exact, Found, FoundLine, Pool, PoolSettings, Request, RolledMove, Task};
pub use review::{Game, Progress, Review, ReviewError, ReviewSettings, review};
pub use setup::{Fault, FaultCode, Setup};
pub use worth::{Class, Worth, accuracy};
