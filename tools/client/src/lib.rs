//! A UCI client: one engine as a child process, from its handshake to its end.
//! Not here: boards, rules, clocks and results; the client knows only the protocol.
//!
//! [`Engine`] is a running engine: [`start`](Engine::start) it, give it a
//! [`position`](Engine::position), let it [`go`](Engine::go), await its [`answer`](Engine::answer)
//! and read its last [`report`](Engine::report). Every wait has a deadline, and what the engine
//! prints is bounded. [`Player`] starts an engine when it is needed and again after a failure.
//! [`Process`] is the layer below: lines in and lines out.
//!
//! Nothing is left behind: a small guard process between your program and the engine kills the
//! engine and everything that it started as soon as your program drops it, or dies. Your own program
//! is the guard's, so its `main` must call [`guard::divert`] before anything else:
//!
//! ```no_run
//! use std::process::ExitCode;
//! use std::time::{Duration, Instant};
//! use tricorn_client::{Engine, EngineSpec, Place, Said, guard};
//! use tricorn_protocol::{Command, Go};
//!
//! fn main() -> ExitCode {
//!     guard::divert().unwrap_or_else(|| match ask() {
//!         Ok(()) => ExitCode::SUCCESS,
//!         Err(_) => ExitCode::FAILURE,
//!     })
//! }
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn ask() -> Result<(), Box<dyn std::error::Error>> {
//!     let spec = EngineSpec {
//!         name: "tricorn".into(),
//!         command: "./tricorn".into(),
//!         options: vec![("Hash".into(), "64".into())],
//!         ..EngineSpec::default()
//!     };
//!     let mut engine = Engine::start(&spec, &Place::default()).await?;
//!     engine.choose("dameo").await?;
//!     engine.new_game().await?;
//!
//!     // Think for at most two seconds, and say `stop` then.
//!     engine.position("position startpos").await?;
//!     engine.go(&Go { infinite: true, ..Go::default() }).await?;
//!     tokio::time::sleep(Duration::from_secs(2)).await;
//!     engine.command(&Command::Stop).await?;
//!     let best = engine.answer(Some(Instant::now() + Duration::from_secs(3))).await?;
//!     let score = engine.report().score;
//!     if let Said::Move { word, .. } = best.said {
//!         let _ = (word, score); // what the engine plays, and what it thinks of it
//!     }
//!     engine.quit().await;
//!     Ok(())
//! }
//! ```

mod engine;
pub mod guard;
mod identity;
mod player;
mod process;
mod search;
mod spec;
mod transcript;

pub use engine::{Engine, Failure, FailureKind};
pub use identity::{Identity, VARIANT, refusal};
pub use player::Player;
pub use process::{Arrived, Loss, Process};
pub use search::{Best, Report, Said};
pub use spec::{Deadlines, Dialect, EngineSpec, Place};
