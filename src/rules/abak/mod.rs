//! The rules of Abak.
//! Not here: evaluation and search.
