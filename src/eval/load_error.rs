//! Why an evaluation cannot be loaded, by the file that is to blame.
//! Not here: the reading of these files.

use super::net::NetError;
use std::{fmt, io};

/// Why an evaluation cannot be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The net file cannot be read.
    NetFile(io::Error),
    /// The net cannot be used.
    Net(NetError),
    /// The file of endgame tables cannot be used.
    Endgames(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NetFile(error) => error.fmt(f),
            Self::Net(error) => error.fmt(f),
            Self::Endgames(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<NetError> for LoadError {
    fn from(error: NetError) -> Self {
        Self::Net(error)
    }
}
