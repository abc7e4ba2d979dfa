//! How scores and results go together in Eximo.
//! Not here: scores.

use crate::eval::{ByPieces, WdlModel};

/// How scores and results go together; fitted as `tools/gauntlet/LEVELS.md` says. Nobody draws.
pub const WDL_MODEL: WdlModel = WdlModel {
    level: ByPieces::constant(0.0),
    scale: ByPieces::constant(185.8),
};
