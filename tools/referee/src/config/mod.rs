//! What a run is asked to be: from arguments, from a file, and as the text that a run is resumed by.
//! Not here: doing it.

mod engine;
mod parts;
mod plan;
mod raw;

pub use engine::EngineConfig;
pub use parts::{Filter, Order};
pub use plan::{Plan, PlanError};
pub use raw::{RawConfig, RawSettings};
