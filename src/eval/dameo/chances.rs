//! How scores and results go together in Dameo.
//! Not here: scores.

use crate::eval::{Linear, Model};

/// How scores and results go together; fitted as said in the README under "Chances and levels".
pub const CHANCES: Model = Model {
    level: Linear {
        base: 58.3,
        piece: -1.28,
    },
    scale: Linear {
        base: 12.2,
        piece: 6.70,
    },
};
