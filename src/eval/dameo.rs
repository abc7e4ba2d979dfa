//! The hand-made evaluation of Dameo.
//! Not here: search.
