//! Abak Evolution: backgammon with classes of checkers. The position, and how a game ends.
//! Not here: evaluation and search; a step is in `step`, a whole turn in `turn`.
//!
//! White is the side that texts write in capitals, and [`Side::First`]. Each side numbers the
//! points from its own end: 24 is farthest back, 1 to 6 is home, and the opponent's number of a
//! point is 25 minus one's own.

pub mod board;
mod dice;
mod keys;
mod notation;
mod position_text;
mod refusal;
mod step;
mod step_list;
mod steps;
mod turn;
mod word;

pub use dice::Dice;

use crate::rules::{Outcome, Reason, Rules, Side};
use board::{Board, Checker, Class, place};

/// The number of the bar in steps.
pub(crate) const BAR: u8 = 25;

/// The number in steps of the place of checkers that are borne off.
pub(crate) const OFF: u8 = 0;

/// A position: the board, and the side to move. The roll is an argument of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Abak {
    // First, so that unequal positions are distinguished by one comparison.
    key: u64,
    board: Board,
    turn: Side,
}

/// A whole turn: the roll, and the position after it. The steps are rebuilt where a text wants
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    roll: Dice,
    after: Abak,
}

impl Move {
    /// The roll that is played.
    #[must_use]
    pub fn roll(&self) -> Dice {
        self.roll
    }

    /// The position after the turn, the opponent to move.
    #[must_use]
    pub fn after(&self) -> &Abak {
        &self.after
    }
}

impl Abak {
    /// The position of a board that obeys the rules of columns and supply.
    fn new(board: Board, turn: Side) -> Self {
        let mut position = Self {
            key: 0,
            board,
            turn,
        };
        position.key = position.recomputed_key();
        position
    }

    /// The checkers in play.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Takes the top checker off a place that is not empty.
    fn lift(&mut self, place: usize) -> Option<Checker> {
        let column = &mut self.board.columns[place];
        let top = column.top()?;
        *column = column.below();
        self.key ^= keys::standing(place, column.height(), top);
        Some(top)
    }

    /// Puts a checker on top of a place that is not full.
    fn put(&mut self, place: usize, checker: Checker) {
        let column = &mut self.board.columns[place];
        self.key ^= keys::standing(place, column.height(), checker);
        *column = column.with(checker);
    }

    /// Sends a checker to its bar.
    fn send(&mut self, checker: Checker) {
        let bar = &mut self.board.bars[checker.side().index()];
        self.key ^= keys::waiting(checker, bar.count(checker.class()));
        bar.add(checker.class());
    }

    /// Takes a checker that waits from its bar.
    fn call(&mut self, checker: Checker) {
        let bar = &mut self.board.bars[checker.side().index()];
        bar.remove(checker.class());
        self.key ^= keys::waiting(checker, bar.count(checker.class()));
    }

    /// The same board with the other side to move.
    fn handed_over(mut self) -> Self {
        self.turn = self.turn.other();
        self.key ^= keys::SECOND_TO_MOVE;
        self
    }

    /// Whether a side has borne off all its checkers.
    fn is_over(&self) -> bool {
        Side::ALL.into_iter().any(|side| self.is_out(side))
    }

    fn is_out(&self, side: Side) -> bool {
        self.board.bar(side).is_empty()
            && !self.board.columns.iter().any(|column| column.holds(side))
    }
}

impl Rules for Abak {
    type Roll = Dice;
    type Move = Move;

    const NAME: &'static str = "abak";
    const WHITE: Side = Side::First;
    const MAX_POINTS: u8 = 3;
    const REPETITION: bool = false;

    fn start() -> Self {
        use Class::{Druid, Even, General, Guard, Odd, Soldier};
        let columns: [(u8, &[Class]); 5] = [
            (24, &[Even, Druid]),
            (23, &[Odd, Soldier]),
            (13, &[Soldier, Soldier, Guard, Soldier]),
            (8, &[Soldier, Guard, Soldier]),
            (6, &[Soldier, Soldier, Soldier, General]),
        ];
        let mut board = Board::default();
        for side in Side::ALL {
            for (point, classes) in columns {
                let column = &mut board.columns[place(side, point)];
                for &class in classes {
                    *column = column.with(Checker::new(side, class));
                }
            }
        }
        Self::new(board, Side::First)
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn recomputed_key(&self) -> u64 {
        let mut key = keys::turn(self.turn);
        for (place, column) in self.board.columns.iter().enumerate() {
            for (above, checker) in column.checkers().enumerate() {
                key ^= keys::standing(place, column.height() - 1 - above, checker);
            }
        }
        for side in Side::ALL {
            let bar = self.board.bar(side);
            for class in bar.classes() {
                for beside in 0..bar.count(class) {
                    key ^= keys::waiting(Checker::new(side, class), beside);
                }
            }
        }
        key
    }

    fn moves(&self, roll: Dice, out: &mut Vec<Move>) {
        out.clear();
        turn::each(self, roll, |after| out.push(Move { roll, after }));
    }

    fn play(&self, m: &Move) -> Self {
        m.after
    }

    /// One point; two where the loser has borne off nothing; three where besides that it has a
    /// checker on the bar or in the winner's home.
    fn outcome(&self) -> Option<Outcome> {
        let winner = Side::ALL.into_iter().find(|&side| self.is_out(side))?;
        let loser = winner.other();
        let all: u32 = Class::ALL.into_iter().map(Class::supply).sum();
        let behind = !self.board.bar(loser).is_empty()
            || (1..=6).any(|point| self.board.column(winner, point).holds(loser));
        let points = match (self.board.in_play(loser) == all, behind) {
            (false, _) => 1,
            (true, false) => 2,
            (true, true) => 3,
        };
        Some(Outcome {
            winner: Some(winner),
            points,
            reason: Reason::BorneOff,
        })
    }

    fn mirrored(&self) -> Self {
        Self::new(self.board.mirrored(), self.turn.other())
    }

    fn pieces(&self) -> u32 {
        let sides = Side::ALL.map(|side| self.board.in_play(side));
        sides[0] + sides[1]
    }

    fn count(&self, roll: Dice) -> u64 {
        let mut count = 0;
        turn::each(self, roll, |_| count += 1);
        count
    }
}
