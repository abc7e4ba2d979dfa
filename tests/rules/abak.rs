//! What only abak does. Not here: the laws of all games.
