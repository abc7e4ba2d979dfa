//! How the net of Abak comes to be: self-play, fitting, matches.
//! Not here: what the net sees of a position, which the engine's library knows.
//!
//! Two ways of learning follow one another. First temporal differences: games of the net against
//! itself, each of whose positions is moved at once towards what came after it. Then rounds of
//! games in which every position is weighed against all throws; what chance did is taken out of
//! what came after it, and a net is fitted to the positions of many games together.

mod cli;
mod fit;
mod games;
mod label;
mod lesson;
mod output;
mod play;
mod rollouts;
mod store;
mod td;

pub use cli::{Task, run};
