//! The two dialects of the protocol: the greeting decides which.
//! Not here: the words that both share.

use tricorn_protocol::{Answer, Score};

/// How a client greeted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `uci`, and before any greeting: `mate` counts own turns, and `bestmove` may name the move
    /// to ponder on.
    #[default]
    Uci,
    /// `ugi`: `mate` counts plies, and `bestmove` is a move alone.
    Ugi,
}

impl Dialect {
    /// The score of a forced end of the game: `plies` to a win, or (0 or negative) to a loss.
    #[must_use]
    pub fn mate(self, plies: i32) -> Score {
        match (self, plies) {
            (Self::Ugi, _) => Score::Mate(plies),
            // The side to move wins with its own turn, and loses with the opponent's.
            (Self::Uci, 1..) => Score::Mate((plies + 1) / 2),
            (Self::Uci, _) => Score::Mate(plies / 2),
        }
    }

    /// The line that ends the greeting.
    #[must_use]
    pub fn greeting_end(self) -> Answer {
        match self {
            Self::Uci => Answer::UciOk,
            Self::Ugi => Answer::UgiOk,
        }
    }

    /// `bestmove`. UGI has the move alone, and clients of it read exactly two words.
    #[must_use]
    pub fn best_move(self, best: Option<String>, ponder: Option<String>) -> Answer {
        let ponder = ponder.filter(|_| self == Self::Uci);
        Answer::BestMove { best, ponder }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_own_turns_or_plies() {
        let uci = [(1, 1), (2, 1), (3, 2), (0, 0), (-1, 0), (-2, -1), (-4, -2)];
        for (plies, turns) in uci {
            assert_eq!(Dialect::Uci.mate(plies), Score::Mate(turns));
            assert_eq!(Dialect::Ugi.mate(plies), Score::Mate(plies));
        }
    }

    #[test]
    fn ugi_has_the_move_alone() {
        let answer = |dialect: Dialect| {
            let answer = dialect.best_move(Some("c3c4".into()), Some("f6f5".into()));
            answer.to_string()
        };
        assert_eq!(answer(Dialect::Uci), "bestmove c3c4 ponder f6f5");
        assert_eq!(answer(Dialect::Ugi), "bestmove c3c4");
    }
}
