//! The figures of one side in a game: losses, move classes, accuracy, error rate, luck.
//! Not here: single turns.

use super::games::Game;
use super::report::Turn;
use crate::lines::rounded;
use crate::move_quality::MoveClass;
use serde::Serialize;
use std::collections::BTreeMap;

/// The sum of one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    /// 1 or 2.
    pub player: u8,
    /// The player's name.
    pub name: String,
    /// Turns that were analysed.
    pub turns: usize,
    /// Turns with a choice, that is, with more than one legal move.
    pub decisions: usize,
    /// The mean accuracy over these, 0 to 100; none without any.
    pub accuracy: Option<f64>,
    /// What was lost in all: chances, or with dice points of equity.
    pub loss: f64,
    /// The turns of each class, by its word.
    pub classes: BTreeMap<&'static str, usize>,
    /// With dice: thousandths of a point lost for each decision, as GNU Backgammon reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_rate: Option<f64>,
    /// With dice: the luck of all rolls, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
}

impl Tally {
    /// The sum over the turns of a player, 1 or 2.
    pub(super) fn of(player: u8, game: &Game, turns: &[Turn], dice: bool) -> Self {
        let own = || turns.iter().filter(|turn| turn.player == player);
        let choices = || own().filter(|turn| turn.class != MoveClass::Forced);
        let decisions = choices().count();
        let mean = |sum: f64| (decisions > 0).then(|| rounded(sum / decisions as f64));
        let loss: f64 = own().map(|turn| turn.loss).sum();
        let count = |class: MoveClass| own().filter(|turn| turn.class == class).count();
        let luck: Vec<f64> = own().filter_map(|turn| turn.luck).collect();
        Self {
            player,
            name: game.player(usize::from(player) - 1),
            turns: own().count(),
            decisions,
            accuracy: mean(choices().map(|turn| turn.accuracy).sum()),
            loss: rounded(loss),
            classes: MoveClass::ALL
                .map(|class| (class.word(), count(class)))
                .into(),
            error_rate: mean(1000.0 * loss).filter(|_| dice),
            luck: (!luck.is_empty()).then(|| rounded(luck.iter().sum())),
        }
    }

    /// How many turns were of a class.
    #[must_use]
    pub fn count(&self, class: MoveClass) -> usize {
        self.classes.get(class.word()).copied().unwrap_or(0)
    }
}
