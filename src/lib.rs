//! Tricorn, the library: rules, evaluation, search and the UCI process of three board games.
//! Not here: the text protocol (crate `tricorn-protocol`) and the referee (under `tools/`).

pub mod control;
pub mod dice;
pub mod engine;
pub mod eval;
pub mod eval_source;
pub mod games;
pub mod regular_file;
pub mod rules;
pub mod search;
pub mod session;
pub mod uci;
