//! How scores and results go together in Dameo.
//! Not here: scores.

use crate::eval::{ByPieces, WdlModel};

/// How scores and results go together; fitted as `tools/gauntlet/LEVELS.md` says.
pub const WDL_MODEL: WdlModel = WdlModel {
    level: ByPieces {
        base: 68.1,
        piece: -1.66,
    },
    scale: ByPieces {
        base: 48.4,
        piece: 4.80,
    },
};
