//! Runs with players that need no process: order, resuming, parts, and what the files hold.
//! Not here: engines and their faults.

mod hall;
mod journal;
mod openings;
mod records;
mod runs;
mod settings;
