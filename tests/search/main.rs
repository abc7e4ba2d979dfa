//! Tests of the search, mostly on two games that are small enough for brute force.
//! Not here: playing strength and speed.

mod counter;
mod driver;
mod endgame;
mod limits;
mod mate_scores;
mod oracle;
mod rollout;
mod selective;
mod steps;
mod threads;
mod track;
mod wide;
