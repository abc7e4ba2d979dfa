//! How scores and results go together in Dameo.
//! Not here: scores.

use crate::eval::{Linear, Model};

/// How scores and results go together; fitted as `tools/gauntlet/LEVELS.md` says.
pub const CHANCES: Model = Model {
    level: Linear {
        base: 68.1,
        piece: -1.66,
    },
    scale: Linear {
        base: 48.4,
        piece: 4.80,
    },
};
