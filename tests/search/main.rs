//! The search, tried out on two games small enough to be checked by brute force.
//! Not here: the real games' strength and speed.

mod driver;
mod limits;
mod oracle;
mod selective;
mod steps;
mod threads;
mod track;
