//! Adjudication: a game ends as a win, loss or draw when the scores of both players agree.
//! Not here: the maximum number of plies.

use crate::game::{Adjudication, Verdict};
use tricorn::rules::Side;
use tricorn_protocol::Score;

/// How long the players have agreed.
#[derive(Clone, Debug)]
pub struct Claims {
    rules: Adjudication,
    /// Plies in a row after which both called it lost for that side.
    lost: [u32; 2],
    /// Plies in a row after which both called it level.
    level: u32,
}

impl Claims {
    /// Nothing claimed yet.
    #[must_use]
    pub fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            lost: [0; 2],
            level: 0,
        }
    }

    /// Takes what the player of `side` claimed with its move, from its own side, after which
    /// `plies` were played; gives the verdict and the winner once both have claimed it for long
    /// enough. A move without a claim begins the count anew.
    pub fn take(
        &mut self,
        side: Side,
        score: Option<Score>,
        plies: u64,
    ) -> Option<(Verdict, Option<Side>)> {
        let value = score.map(|score| match score {
            Score::Cp(value) => i64::from(value),
            Score::Mate(turns) if turns > 0 => i64::MAX,
            Score::Mate(_) => -i64::MAX,
        });
        if let Some(resign) = self.rules.resign {
            let bound = i64::from(resign.score_cp);
            for loser in Side::ALL {
                // As the loser would see it.
                let value = value.map(|value| if side == loser { value } else { -value });
                let count = &mut self.lost[loser.index()];
                *count = match value {
                    Some(value) if value <= -bound => count.saturating_add(1),
                    _ => 0,
                };
                if enough(*count, resign.moves) {
                    return Some((Verdict::Resign, Some(loser.other())));
                }
            }
        }
        if let Some(level) = self.rules.draw {
            self.level = match value {
                Some(value) if value.abs() <= i64::from(level.score_cp) => {
                    self.level.saturating_add(1)
                }
                _ => 0,
            };
            if enough(self.level, level.moves) && plies >= u64::from(level.after_plies) {
                return Some((Verdict::Draw, None));
            }
        }
        None
    }
}

/// Whether so many plies are so many moves of both sides, one at least.
fn enough(plies: u32, moves: u32) -> bool {
    plies >= moves.max(1).saturating_mul(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{DrawAdjudication, ResignAdjudication};
    use Side::{First, Second};

    fn claims() -> Claims {
        Claims::new(Adjudication {
            resign: Some(ResignAdjudication {
                score_cp: 500,
                moves: 2,
            }),
            draw: Some(DrawAdjudication {
                score_cp: 10,
                moves: 1,
                after_plies: 20,
            }),
        })
    }

    fn verdicts(scores: &[Option<Score>], from: u64) -> Vec<Option<(Verdict, Option<Side>)>> {
        let mut claims = claims();
        let sides = [First, Second].into_iter().cycle();
        let taken = scores.iter().zip(sides).zip(from..);
        taken
            .map(|((score, side), plies)| claims.take(side, *score, plies))
            .collect()
    }

    #[test]
    fn a_game_is_resigned_when_both_see_it_for_long_enough() {
        let down = Some(Score::Cp(-500));
        let up = Some(Score::Mate(7));
        let won = Some((Verdict::Resign, Some(Second)));
        assert_eq!(verdicts(&[down, up, down, up], 1)[3], won);
        // One that does not agree, or says nothing, begins the count anew.
        for other in [Some(Score::Cp(499)), None] {
            let verdicts = verdicts(&[down, up, down, other, down, up, down], 1);
            assert_eq!(verdicts, [None; 7]);
        }
    }

    #[test]
    fn a_game_is_drawn_when_both_see_it_and_late_enough() {
        let level = [Some(Score::Cp(10)), Some(Score::Cp(-10))];
        assert_eq!(verdicts(&level, 19)[1], Some((Verdict::Draw, None)));
        assert_eq!(verdicts(&level, 18), [None; 2]);
        assert_eq!(
            verdicts(&[Some(Score::Cp(11)), Some(Score::Cp(0))], 30),
            [None; 2]
        );
        assert_eq!(
            verdicts(&[Some(Score::Mate(0)), Some(Score::Cp(0))], 30),
            [None; 2]
        );
    }
}
