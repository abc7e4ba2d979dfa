//! The rules of Dameo.
//! Not here: evaluation and search.
