//! What a run is asked to be: from arguments, from a file, and as the text that a run is resumed by.
//! Not here: doing it.

mod engine;
mod knobs;
mod parts;
mod plan;

pub use engine::EngineConfig;
pub use knobs::{Given, Knobs};
pub use parts::{Filter, Order};
pub use plan::{Plan, PlanError};
