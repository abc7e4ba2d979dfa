//! `trainer`: makes the nets of the engine.
//! Not here: the work itself, which the library does.

fn main() {}
