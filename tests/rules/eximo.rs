//! What only eximo does. Not here: the laws of all games.
