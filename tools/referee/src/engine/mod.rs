//! Engines: how they are started, spoken to, watched, and ended.
//! Not here: the games they play, and who wins.

mod dialogue;
pub mod guard;
mod identity;
mod player;
mod process;
mod search;
mod spec;
mod traffic;

pub use dialogue::{Engine, Failure, Strays};
pub use identity::{Identity, VARIANT, refusal};
pub use player::Player;
pub use process::{Loss, Process};
pub use search::{Best, Report, Said};
pub use spec::{Deadlines, Dialect, EngineSpec, Place};
