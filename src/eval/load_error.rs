//! Errors of loading an evaluation, by the file that failed.
//! Not here: reading these files.

use super::net::NetError;
use std::{fmt, io};

/// An error of loading an evaluation.
#[derive(Debug)]
pub enum LoadError {
    /// The net file cannot be read.
    NetFile(io::Error),
    /// The net is not valid or for another game.
    Net(NetError),
    /// The endgame table file cannot be used.
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
