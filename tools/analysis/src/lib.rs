//! Game analysis with UCI engines: queries as JSON lines, and reviews of whole games.
//! Not here: evaluation and search, which the engines do.
//!
//! [`Pool`] runs one or several engines and answers [`Request`]s in any order. Two things are built
//! on it: [`lines`], questions and answers as JSON objects, and [`review()`], what each move of a
//! game lost. [`Cancel`] stops either.
//!
//! ```no_run
//! use analysis::{Cancel, Game, Pool, PoolSettings, ReviewSettings, lines, own_engine, review};
//! use std::sync::Arc;
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! // Two processes of the engine beside this program, whose `main` calls `guard::divert` first.
//! let pool = Arc::new(Pool::new(vec![own_engine()?; 2], &PoolSettings::default()));
//!
//! let question = r#"{"id":1,"variant":"eximo","nodes":10000}"#;
//! if let Ok(lines::Read::Question(question)) = lines::Read::parse(question) {
//!     let defaults = lines::Defaults::default();
//!     let answer = lines::ask(&pool, &question, &defaults, &Cancel::new(), None).await?;
//!     assert_eq!(answer.lines[0].rank, 1);
//! }
//!
//! let game = Game::plain("dameo", "c3c4 c6c5 c4c6")?;
//! let settings = ReviewSettings::default();
//! let told = |progress: analysis::Progress| assert!(progress.done <= progress.all);
//! let review = review(&pool, &game, &settings, &Cancel::new(), told).await?;
//! assert_eq!(review.turns.len(), 3);
//! pool.end().await;
//! # Ok(())
//! # }
//! ```

mod cancel;
pub mod cli;
pub mod import;
pub mod lines;
mod move_quality;
mod own_engine;
mod pool;
pub mod review;
mod setup;

pub use cancel::Cancel;
pub use move_quality::{MoveClass, PositionValue, accuracy};
pub use own_engine::own_engine;
pub use pool::{
    AskError, EngineTask, Exact, Found, FoundLine, Pool, PoolSettings, Request, RolledMove,
};
pub use review::{Game, Progress, Review, ReviewError, ReviewSettings, review};
pub use setup::{QueryError, QueryErrorCode, Setup};
