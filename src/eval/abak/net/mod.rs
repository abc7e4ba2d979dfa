//! The learned evaluation of Abak.
//! Not here: how it learns.

pub mod inputs;
