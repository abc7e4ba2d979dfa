//! Move quality: win probability or equity, loss, class of error, accuracy.
//! Not here: the WDL models, which the engines have.
//!
//! In games without dice a move is measured by the *chance* of its side: that of a win and half that
//! of a draw, from 0 to 1, as the engine's WDL model has it. In games with dice it is measured by the
//! *equity*, the mean of the points, since gammons count.

use crate::pool::FoundLine;
use serde::{Deserialize, Serialize};
use tricorn_protocol::Score;

/// The value of a position or move for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionValue {
    /// The expected score: win probability plus half of the draw probability, from 0 to 1.
    pub chance: f64,
    /// The equity in points, in games with dice.
    pub equity: Option<f64>,
}

/// The score in hundredths that changes the odds by a factor of e, for engines without WDL: between the
/// values of this repository's WDL models, 186 in Eximo and 48 to 221 in Dameo.
const SCALE: f64 = 180.0;

/// The class of a move by its loss against the best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveClass {
    /// The only legal move.
    Forced,
    /// The engine's move, or one that is no worse.
    Best,
    /// The loss is less than that of an inaccuracy.
    Good,
    /// From 0.05 of a chance on: half a man of an even opening. With dice from 0.04 points on.
    Inaccuracy,
    /// From 0.10 of a chance on: a man of an even opening. With dice from 0.08 points on.
    Mistake,
    /// From 0.20 of a chance on: two men of an even opening. With dice from 0.16 points on.
    Blunder,
}

impl MoveClass {
    /// All classes, the best first.
    pub const ALL: [Self; 6] = [
        Self::Forced,
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];

    /// The least losses of an inaccuracy, a mistake and a blunder.
    ///
    /// By the WDL models of the repository a man more in an even opening makes 0.61 of 0.50 in Dameo
    /// and 0.63 in Eximo.
    pub const CHANCE_BORDERS: [f64; 3] = [0.05, 0.10, 0.20];

    /// The same for games with dice, in points: GNU Backgammon's thresholds for doubtful, bad and very
    /// bad moves.
    pub const EQUITY_BORDERS: [f64; 3] = [0.04, 0.08, 0.16];

    /// The class of a move by its loss, if there was a choice.
    #[must_use]
    pub fn of(loss: f64, dice: bool) -> Self {
        let [inaccuracy, mistake, blunder] = if dice {
            Self::EQUITY_BORDERS
        } else {
            Self::CHANCE_BORDERS
        };
        match loss {
            _ if loss >= blunder => Self::Blunder,
            _ if loss >= mistake => Self::Mistake,
            _ if loss >= inaccuracy => Self::Inaccuracy,
            _ if loss > 0.0 => Self::Good,
            _ => Self::Best,
        }
    }

    /// The word that texts use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The mark behind the move, as in annotated games; empty for moves without fault.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
            _ => "",
        }
    }
}

/// The accuracy of a move, from 0 to 100, by the chance that it lost: Lichess's formula,
/// `103.1668 exp(-4.354 loss) - 3.1669` (lichess.org/page/accuracy), cut to these bounds. An equity
/// of two points, from a loss to a win, is a whole chance.
#[must_use]
pub fn accuracy(loss: f64, dice: bool) -> f64 {
    let chance = if dice { loss / 2.0 } else { loss };
    (103.1668 * (-4.354 * chance).exp() - 3.1669).clamp(0.0, 100.0)
}

impl PositionValue {
    /// The value of a line for the side to move. `dice`: the game has dice.
    #[must_use]
    pub fn of(line: &FoundLine, dice: bool) -> Self {
        let equity = line.units().filter(|_| dice);
        let chance = match (line.chances, line.wdl, line.score.score) {
            (Some([win, ..]), ..) => win,
            (None, Some(wdl), _) => f64::from(wdl.win) / 1000.0 + f64::from(wdl.draw) / 2000.0,
            (None, None, Score::Mate(turns)) => f64::from(u8::from(turns > 0)),
            (None, None, Score::Cp(score)) => 1.0 / (1.0 + (-f64::from(score) / SCALE).exp()),
        };
        Self {
            chance: chance.clamp(0.0, 1.0),
            equity,
        }
    }

    /// What losses are measured in: the equity if there is one, else the expected score.
    #[must_use]
    pub fn measure(self) -> f64 {
        self.equity.unwrap_or(self.chance)
    }

    /// The same seen by the opponent.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self {
            chance: 1.0 - self.chance,
            equity: self.equity.map(|equity| -equity),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_belong_to_the_worse_class() {
        for (loss, dice, class) in [
            (-0.3, false, MoveClass::Best),
            (0.0, false, MoveClass::Best),
            (0.049, false, MoveClass::Good),
            (0.05, false, MoveClass::Inaccuracy),
            (0.10, false, MoveClass::Mistake),
            (0.20, false, MoveClass::Blunder),
            (0.05, true, MoveClass::Inaccuracy),
            (0.16, true, MoveClass::Blunder),
        ] {
            assert_eq!(MoveClass::of(loss, dice), class, "{loss} {dice}");
        }
    }

    #[test]
    fn accuracy_falls_from_a_hundred_to_nothing() {
        assert_eq!(accuracy(0.0, false), 100.0 - 0.0001);
        assert!((accuracy(0.10, false) - 63.58).abs() < 0.01);
        assert_eq!(accuracy(0.2, true), accuracy(0.1, false));
        assert_eq!(accuracy(1.0, false), 0.0);
    }
}
