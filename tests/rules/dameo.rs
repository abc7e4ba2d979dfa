//! What only dameo does. Not here: the laws of all games.
