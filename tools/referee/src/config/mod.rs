//! The configuration of a run: raw settings from arguments and files, and the validated plan.
//! Not here: playing the run (`runner`).

mod engine;
mod parts;
mod plan;
mod raw;

pub use engine::EngineConfig;
pub use parts::{OpeningFilter, Order};
pub use plan::{Plan, PlanError};
pub use raw::{RawConfig, RawSettings};
