//! The engine behind the UCI process: it brings protocol and games together.
//! Not here: reading and printing lines (`uci`), rules, evaluation and search.

mod bench;
pub mod cli;
mod desk;
mod help;
mod options;
mod rolling;
mod session;
mod show;
mod thinking;
