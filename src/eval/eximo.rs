//! The hand-made evaluation of Eximo.
//! Not here: search.
