//! Which net judges: what the option `EvalFile` says, read and checked.
//! Not here: nets, and the option.

use crate::eval::Source;
use crate::games;
use std::fs::File;
use std::io::Read;

/// The word for the evaluation that people made.
const HAND: &str = "hand";

/// No net file is as large as this, in bytes.
const LARGE: u64 = 16 << 20;

/// What is to judge positions.
#[derive(Clone, Debug, Default)]
pub enum Knowledge {
    /// The net within the program.
    #[default]
    BuiltIn,
    /// The evaluation that people made, in every game.
    Hand,
    /// The content of a sound net file, for one game.
    Net {
        /// The game.
        game: &'static str,
        /// The content.
        bytes: Vec<u8>,
    },
}

impl Knowledge {
    /// By the value of the option: nothing, [`HAND`], or the name of a file.
    ///
    /// # Errors
    /// The file cannot be read, or no game can use it; the text says why.
    pub fn read(name: &str) -> Result<Self, String> {
        match name {
            "" => Ok(Self::BuiltIn),
            HAND => Ok(Self::Hand),
            file => {
                let mut bytes = Vec::new();
                let opened = File::open(file);
                opened
                    .and_then(|file| file.take(LARGE).read_to_end(&mut bytes))
                    .map_err(|error| error.to_string())?;
                let game = games::check_net(&bytes)?;
                Ok(Self::Net { game, bytes })
            }
        }
    }

    /// What judges a game.
    pub fn source(&self, variant: &str) -> Source<'_> {
        match self {
            Self::Hand => Source::Hand,
            Self::Net { game, bytes } if *game == variant => Source::File(bytes),
            Self::BuiltIn | Self::Net { .. } => Source::BuiltIn,
        }
    }

    /// The game of the net, if it is another one than this.
    pub fn of_another(&self, variant: &str) -> Option<&'static str> {
        match self {
            Self::Net { game, .. } if *game != variant => Some(game),
            _ => None,
        }
    }
}
