//! The value of the option `EvalFile`: the net within the program, the hand-crafted evaluation, or
//! a net file.
//! Not here: the reading of nets, and the option itself.

use crate::eval::net::NetError;
use crate::eval::{LoadError, Source};
use crate::games::{self, Sources, Variant};
use crate::regular_file;
use std::path::Path;

/// The word for the net within the program; the empty name means it too.
const BUILT_IN: &str = "built-in";

/// The word for the hand-crafted evaluation.
const HAND: &str = "hand";

/// No net file is larger than this, in bytes.
const LARGE: u64 = 16 << 20;

/// Which evaluation is to be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EvalFile {
    /// The net within the program.
    #[default]
    BuiltIn,
    /// The hand-crafted evaluation (HCE), in every game.
    Hce,
    /// The content of a sound net file, for one game.
    Net {
        /// The game.
        game: &'static str,
        /// The content.
        bytes: Vec<u8>,
    },
}

impl EvalFile {
    /// By name: `built-in` or nothing, `hand`, or a file.
    ///
    /// # Errors
    /// The file cannot be read, or no game can use it.
    pub fn read(name: &str) -> Result<Self, LoadError> {
        match name {
            "" | BUILT_IN => Ok(Self::BuiltIn),
            HAND => Ok(Self::Hce),
            file => {
                // More than any net file has is read as its beginning, which the checksum refuses.
                let bytes = regular_file::read(Path::new(file), LARGE);
                let bytes = bytes.map_err(LoadError::NetFile)?;
                let game = games::check_net(&bytes)?;
                Ok(Self::Net { game, bytes })
            }
        }
    }

    /// The source of a game's evaluation; where the net is for another game, the net within the
    /// program.
    #[must_use]
    pub fn source(&self, variant: &str) -> Source<'_> {
        match self {
            Self::Hce => Source::Hce,
            Self::Net { game, bytes } if *game == variant => Source::NetFile(bytes),
            Self::BuiltIn | Self::Net { .. } => Source::BuiltIn,
        }
    }

    /// The game of the net, if it is another one than this.
    #[must_use]
    pub fn of_another(&self, variant: &str) -> Option<&'static str> {
        match self {
            Self::Net { game, .. } if *game != variant => Some(game),
            _ => None,
        }
    }

    /// The evaluation of a game, for tools that have one game in mind.
    ///
    /// # Errors
    /// The net is for another game.
    pub fn evaluation<G: Variant>(&self) -> Result<G::Eval, LoadError> {
        if let Some(game) = self.of_another(G::NAME) {
            return Err(NetError::another_game(game, G::NAME).into());
        }
        let sources = Sources {
            net: self.source(G::NAME),
            ..Sources::default()
        };
        G::evaluation(sources)
    }

    /// What tells it from others in a game: the content of a net counts, not where it lies.
    #[must_use]
    pub fn id<G: Variant>(&self) -> String {
        match self.source(G::NAME) {
            Source::Hce => HAND.into(),
            Source::NetFile(bytes) => format!("net {:08x}", crc32fast::hash(bytes)),
            Source::BuiltIn => format!("net {:08x}", crc32fast::hash(G::NET)),
        }
    }
}
