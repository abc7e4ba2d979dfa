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

/// Plays games. A table is what one of the games that run at once needs: its engines.
pub trait GameRunner: Send + Sync + 'static {
    /// The engines of one table.
    type Table: Send;

    /// A table. `slot` counts from 0 and tells tables apart that are used at once.
    fn table(&self, slot: usize) -> Self::Table;

    /// Plays a game between two engines, given by their places in the list, by side. It can be
    /// dropped at any moment, after which the table is good for [`leave`](Self::leave) alone.
    ///
    /// # Errors
    /// If it cannot be played for a reason that no engine answers for.
    fn play(
        &self,
        table: &mut Self::Table,
        setup: &Setup,
        seats: [usize; 2],
    ) -> impl Future<Output = Result<GameReport, String>> + Send;

    /// Whether an opening is level enough to be played.
    ///
    /// # Errors
    /// If the engine that should say so fails.
    fn accepts(
        &self,
        table: &mut Self::Table,
        opening: &Opening,
    ) -> impl Future<Output = Result<bool, String>> + Send;

    /// Ends the engines of a table, kindly or, in a hurry, not.
    fn leave(&self, table: Self::Table, hurry: bool) -> impl Future<Output = ()> + Send;
}
