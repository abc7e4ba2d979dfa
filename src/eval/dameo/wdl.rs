//! The WDL model of Dameo: win, draw and loss probabilities of a score.
//! Not here: the model's formula, which all games share.

use crate::eval::{ByPieces, WdlModel};

/// The parameters, fitted as `tools/gauntlet/LEVELS.md` says.
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
