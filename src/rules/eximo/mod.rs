//! The rules of Eximo.
//! Not here: evaluation and search.
