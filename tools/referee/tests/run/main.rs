//! Runs with players that need no process: order, resuming, parts, and what the files hold.
//! Not here: engines and their faults.

mod fake_runner;
mod journal;
mod openings;
mod records;
mod runs;
mod settings;
mod summary;
