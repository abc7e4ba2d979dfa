//! The interface between a run and what plays its games: engines, or a fake in tests.
//! Not here: which games are played.

use crate::engine::Failure;
use crate::game::{GameRecord, Setup};
use crate::schedule::Opening;
use std::future::Future;

/// A game, and what is worth telling beside its record.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The game.
    pub record: GameRecord,
    /// Failures of engines, each with the engine's place in the list.
    pub failures: Vec<(usize, Failure)>,
}

/// Plays games. Games that run at once have separate engines.
pub trait GameRunner: Send + Sync + 'static {
    /// The engines of one of the concurrent games.
    type Engines: Send;

    /// The engines of a slot. Slots number the concurrent games from 0.
    fn engines(&self, slot: usize) -> Self::Engines;

    /// Plays a game between two engines, given by their places in the list, by side. It can be
    /// dropped at any moment; the engines may then only be passed to [`leave`](Self::leave).
    ///
    /// # Errors
    /// If it cannot be played for a reason that no engine answers for.
    fn play(
        &self,
        engines: &mut Self::Engines,
        setup: &Setup,
        seats: [usize; 2],
    ) -> impl Future<Output = Result<GameReport, String>> + Send;

    /// Whether an opening is level enough to be played.
    ///
    /// # Errors
    /// If the engine that should say so fails.
    fn accepts(
        &self,
        engines: &mut Self::Engines,
        opening: &Opening,
    ) -> impl Future<Output = Result<bool, String>> + Send;

    /// Ends the engines: with `quit`, or by killing them if `hurry`.
    fn leave(&self, engines: Self::Engines, hurry: bool) -> impl Future<Output = ()> + Send;
}
