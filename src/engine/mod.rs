//! The engine process: it owns stdin and stdout, and brings protocol and games together.
//! Not here: rules, evaluation, search, and the grammar of the protocol.

mod bench;
pub mod cli;
mod desk;
mod hangup;
mod help;
mod logs;
mod options;
mod output;
mod process;
mod queue;
mod rolling;
mod session;
mod show;
mod thinking;
