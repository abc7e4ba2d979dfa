//! The rules of all games against the conformance set, the laws and the tables of the rules text.
//! Not here: search and the process, which have tests of their own.

mod abak;
mod conformance;
mod dameo;
mod errors;
mod eximo;
mod golden;
mod laws;
mod lists;
mod steps;
