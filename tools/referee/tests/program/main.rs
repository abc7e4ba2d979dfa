//! The program itself: arguments in, files and exit codes out.
//! Not here: what single engines do wrong; the fault tests have that.

mod exits;
mod luck;
mod output;
mod parallel;
mod perft;
mod ratings;
mod readme;
mod report;
mod result;
mod resume;
mod scores;
mod setting;
