//! Tricorn, the library: rules, evaluation, search and the engine process of three board games.
//! Not here: the text protocol (crate `tricorn-protocol`) and the referee (under `tools/`).

pub mod eval;
pub mod rules;
pub mod search;
