//! The program: its page, its pipes, its questions, and what hostile peers can do to it.
//! Not here: parts by themselves, whose tests stand with the code.

mod api;
mod command;
mod games;
mod hostile;
mod pipes;
mod readme;
mod schema;
mod support;
mod vanish;
