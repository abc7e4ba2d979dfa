//! Engines that misbehave, each in one way: who loses and why, what goes on, what is left.
//! Not here: engines that play fair.

mod arena;
mod dialogue;
mod leftovers;
mod streams;
mod verdicts;
