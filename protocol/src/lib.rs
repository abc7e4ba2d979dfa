//! The text protocol: typed commands and answers, their grammar and their printing.
//! Not here: any game, any engine; a move or a position is a word to this crate.
