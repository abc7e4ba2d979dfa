//! The WDL model of Eximo: win, draw and loss probabilities of a score.
//! Not here: the model's formula, which all games share.

use crate::eval::{ByPieces, WdlModel};

/// The parameters, fitted as `tools/gauntlet/LEVELS.md` says. Nobody draws.
pub const WDL_MODEL: WdlModel = WdlModel {
    level: ByPieces::constant(0.0),
    scale: ByPieces::constant(185.8),
};
