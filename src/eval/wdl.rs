//! The WDL model: probabilities of win, draw and loss from a score, fitted to games.
//! Not here: the parameters, which stand with each game's evaluation, and the fitting, which the
//! referee does (`referee wdl`).

use super::{MATE_BOUND, Score};

/// Win, draw and loss probabilities of the side to move, in thousandths; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

/// A parameter that is linear in the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByPieces {
    /// The value without any piece.
    pub base: f64,
    /// What each piece adds.
    pub piece: f64,
}

/// A WDL model as in Stockfish.
///
/// The win probability is `1 / (1 + exp((level - score) / scale))`, the loss probability that of a win
/// with the negated score, and the draw probability the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The score in hundredths at which the win probability is 50 %; at least 0.
    pub level: ByPieces,
    /// The hundredths that change the odds of a win by a factor of e; at least 1.
    pub scale: ByPieces,
}

impl Wdl {
    /// For a game without draws; `win` in thousandths.
    #[must_use]
    pub fn without_draws(win: u32) -> Self {
        let win = win.min(1000);
        Self {
            win,
            draw: 0,
            loss: 1000 - win,
        }
    }
}

impl ByPieces {
    /// A value for any number of pieces.
    #[must_use]
    pub const fn constant(base: f64) -> Self {
        Self { base, piece: 0.0 }
    }

    fn at(self, pieces: u32) -> f64 {
        self.base + self.piece * f64::from(pieces)
    }
}

impl WdlModel {
    /// The probabilities of a score with this number of pieces. Mate scores are certain.
    #[must_use]
    pub fn of(&self, score: Score, pieces: u32) -> Wdl {
        if score.abs() >= MATE_BOUND {
            return Wdl::without_draws(if score > 0 { 1000 } else { 0 });
        }
        let level = self.level.at(pieces).max(0.0);
        let scale = self.scale.at(pieces).max(1.0);
        let win = |score: f64| 1000.0 / (1.0 + ((level - score) / scale).exp());
        // Both rounded down, so that the rest is not negative.
        let (win, loss) = (win(score.into()) as u32, win((-score).into()) as u32);
        let draw = 1000 - win - loss;
        // Without draws, the rounding error goes to the likelier result.
        match (draw, score) {
            (..=1, 0..) if level == 0.0 => Wdl::without_draws(1000 - loss),
            (..=1, _) if level == 0.0 => Wdl::without_draws(win),
            _ => Wdl { win, draw, loss },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MATE, mated_in};
    use super::*;

    const SOME: WdlModel = WdlModel {
        level: ByPieces {
            base: 30.0,
            piece: -0.5,
        },
        scale: ByPieces {
            base: 60.0,
            piece: 1.0,
        },
    };

    #[test]
    fn probabilities_add_up_and_are_symmetric() {
        let even = WdlModel {
            level: ByPieces::constant(0.0),
            ..SOME
        };
        for model in [SOME, even] {
            for score in -3_000..=3_000 {
                for pieces in [0, 20, 32, 100] {
                    let seen = model.of(score, pieces);
                    assert_eq!(seen.win + seen.draw + seen.loss, 1000);
                    let turned = model.of(-score, pieces);
                    if score != 0 {
                        assert_eq!((seen.win, seen.loss), (turned.loss, turned.win));
                    }
                    let better = model.of(score + 1, pieces);
                    assert!(better.win >= seen.win && better.loss <= seen.loss);
                }
            }
        }
        assert_eq!(even.of(0, 10), Wdl::without_draws(500));
    }

    #[test]
    fn the_level_is_where_wins_have_50_percent() {
        assert_eq!(SOME.of(20, 20).win, 500);
        assert_eq!(SOME.of(10, 40).win, 500);
        // One scale above it the odds are e to 1.
        assert_eq!(SOME.of(100, 20).win, 731);
    }

    #[test]
    fn mate_scores_are_certain() {
        assert_eq!(SOME.of(MATE - 5, 9), Wdl::without_draws(1000));
        assert_eq!(SOME.of(mated_in(4), 9), Wdl::without_draws(0));
    }
}
