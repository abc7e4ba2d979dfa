//! Evaluations by name: a net file, the net within the program, or none.
//! Not here: what they are good for.

use anyhow::{Context, anyhow};
use std::path::{Path, PathBuf};
use std::{fs, str};
use tricorn::eval::Source;
use tricorn::games::{Sources, Variant};

/// The word for the evaluation that people made.
pub const HAND: &str = "hand";

/// The word for the net within the program.
pub const BUILT_IN: &str = "built-in";

/// An evaluation to be taken from somewhere.
#[derive(Clone, Debug)]
pub enum Judge {
    /// The net within the program.
    BuiltIn,
    /// The evaluation that people made.
    Hand,
    /// A net file, with its content.
    File(PathBuf, Vec<u8>),
}

impl str::FromStr for Judge {
    type Err = anyhow::Error;

    fn from_str(word: &str) -> anyhow::Result<Self> {
        match word {
            HAND => Ok(Self::Hand),
            BUILT_IN => Ok(Self::BuiltIn),
            file => {
                let bytes = fs::read(file).with_context(|| {
                    format!("{file}: neither a file nor `{HAND}` nor `{BUILT_IN}`")
                })?;
                Ok(Self::File(file.into(), bytes))
            }
        }
    }
}

impl Judge {
    /// The evaluation for a game.
    ///
    /// # Errors
    /// It is a file that is no net for the game.
    pub fn evaluation<G: Variant>(&self) -> anyhow::Result<G::Eval> {
        let (source, path) = match self {
            Self::BuiltIn => (Source::BuiltIn, Path::new(BUILT_IN)),
            Self::Hand => (Source::Hand, Path::new(HAND)),
            Self::File(path, bytes) => (Source::File(bytes), &**path),
        };
        let sources = Sources {
            net: source,
            ..Sources::default()
        };
        G::evaluation(sources).map_err(|error| anyhow!("{}: {error}", path.display()))
    }

    /// A name that tells different ones apart: the content of a file counts, not its path.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::BuiltIn => BUILT_IN.into(),
            Self::Hand => HAND.into(),
            Self::File(_, bytes) => format!("net {:08x}", crc32fast::hash(bytes)),
        }
    }
}
