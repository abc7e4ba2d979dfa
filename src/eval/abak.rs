//! The hand-made evaluation of Abak.
//! Not here: search.
