//! The program: questions and answers, faults of engines and of input, reviews, its page.
//! Not here: the parts by themselves, whose tests stand with the code.

mod faults;
mod import;
mod killed;
mod lines;
mod memory;
mod readme;
mod review;
mod setting;
