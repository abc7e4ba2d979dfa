//! The search, tried out on two games small enough to be checked by brute force.
//! Not here: the real games' strength and speed.

mod claims;
mod counter;
mod driver;
mod endgame;
mod limits;
mod oracle;
mod rollout;
mod selective;
mod steps;
mod threads;
mod track;
mod wide;
