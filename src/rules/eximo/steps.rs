//! Turns entered step by step: the man, each square it comes to, each square dropped on.
//! Not here: whole turns and their texts (`moves`, `route`).

use super::board::{CAPTURING, FORWARD, View, goal, turned};
use super::moves::{self, Move};
use super::{Board, Eximo};
use crate::rules::Rules;
use crate::rules::squares::{NextSquares, Square, bit, shift};
use crate::rules::steps::{BegunTurn, StepError};

/// How a turn can go on after the steps of `begun`.
pub(super) fn after(position: &Eximo, begun: &[&str]) -> Result<BegunTurn<Eximo>, StepError> {
    let mut turn = Entry::new(position);
    for (at, word) in begun.iter().enumerate() {
        let square = turn.next().read(at, word)?;
        turn.step(square);
    }
    Ok(BegunTurn {
        next: turn.next().words(),
        end: turn.end(),
        captured: Vec::new(),
        shown: turn.shown(),
    })
}

/// How the man has moved so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Standing,
    Stepped,
    Jumped,
    Captured,
}

/// A man under way. Squares are those of the mover's view.
#[derive(Clone, Copy)]
struct Man {
    from: Square,
    at: Square,
    way: Way,
    captured: u64,
    dropped: u64,
}

/// A turn whose first steps are known.
struct Entry<'a> {
    position: &'a Eximo,
    view: View,
    man: Option<Man>,
}

impl<'a> Entry<'a> {
    fn new(position: &'a Eximo) -> Self {
        Self {
            position,
            view: position.view(),
            man: None,
        }
    }

    /// The same set on the board instead of in the view, or the other way round.
    fn turned(&self, set: u64) -> u64 {
        turned(set, self.position.turn)
    }

    /// The steps that can follow.
    fn next(&self) -> NextSquares {
        match self.man {
            None => NextSquares::Squares(self.turned(self.movable())),
            Some(man) if bit(man.at) & View::GOAL != 0 => {
                NextSquares::Drops(self.turned(self.drops(man)))
            }
            Some(man) => {
                let goals = self.goals(man).into_iter();
                let set = goals.fold(0, |set, (to, _)| set | to);
                NextSquares::Squares(self.turned(set))
            }
        }
    }

    /// Takes a step that is one of [`next`](Self::next).
    fn step(&mut self, square: Square) {
        let to = self.turned(bit(square));
        let square = to.trailing_zeros() as Square;
        match self.man {
            None => {
                self.man = Some(Man {
                    from: square,
                    at: square,
                    way: Way::Standing,
                    captured: 0,
                    dropped: 0,
                });
            }
            Some(man) if bit(man.at) & View::GOAL != 0 => {
                let dropped = man.dropped | to;
                self.man = Some(Man { dropped, ..man });
            }
            Some(man) => {
                let goal = self.goals(man).into_iter().find(|(goal, _)| *goal == to);
                self.man = goal.map(|(_, after)| after);
            }
        }
    }

    /// The men that have a move.
    fn movable(&self) -> u64 {
        let hunters = self.view.hunters();
        if hunters != 0 {
            return hunters;
        }
        let empty = self.view.empty();
        let steps = FORWARD.map(|way| shift(empty, -way));
        let ways = steps.into_iter().chain(self.view.springs());
        ways.fold(0, |set, way| set | way) & self.view.own
    }

    /// Every square that the man can go to now, as a set of one, and the man there. A capture or
    /// jump goes on as long as it can, whichever way.
    fn goals(&self, man: Man) -> Vec<(u64, Man)> {
        let own = self.view.own & !bit(man.from);
        let enemy = self.view.enemy & !man.captured;
        let empty = !(own | enemy);
        let mut found = Vec::new();
        let mut add = |landing: u64, way: Way, captured: u64| {
            if landing & empty != 0 {
                let at = landing.trailing_zeros() as Square;
                let captured = man.captured | captured;
                found.push((
                    landing,
                    Man {
                        at,
                        way,
                        captured,
                        ..man
                    },
                ));
            }
        };
        let capturing = self.view.hunters() != 0;
        if capturing {
            for way in CAPTURING {
                let over = shift(bit(man.at), way) & enemy;
                add(shift(over, way), Way::Captured, over);
            }
            return found;
        }
        for way in FORWARD {
            let ahead = shift(bit(man.at), way);
            if man.way == Way::Standing {
                add(ahead, Way::Stepped, 0);
            }
            if man.way != Way::Stepped {
                add(shift(ahead & own, way), Way::Jumped, 0);
            }
        }
        found
    }

    /// Where the next man may be dropped for one that has arrived: two in all, as long as there
    /// is room.
    fn drops(&self, man: Man) -> u64 {
        if man.dropped.count_ones() == 2 {
            return 0;
        }
        self.view.room(man.from, man.captured) & !man.dropped
    }

    /// The move, where it is complete.
    fn end(&self) -> Option<Move> {
        let man = self.man?;
        let open = match self.next() {
            NextSquares::Squares(set) | NextSquares::Drops(set) => set,
        };
        if open != 0 {
            return None;
        }
        let square = |square: Square| self.turned(bit(square)).trailing_zeros() as Square;
        let ends = (square(man.from), square(man.at));
        let sets = (self.turned(man.captured), self.turned(man.dropped));
        let mut legal = Vec::new();
        moves::list(self.view, self.position.turn, &mut legal);
        legal
            .into_iter()
            .find(|m| (m.from(), m.to()) == ends && (m.captured(), m.drops()) == sets)
    }

    /// The board with the man where it stands now, captured men and a man that arrived gone.
    fn shown(&self) -> Eximo {
        let Some(man) = self.man else {
            return *self.position;
        };
        let side = self.position.turn;
        let at = self.turned(bit(man.at)) & !goal(side);
        let own = self.position.board.of(side) & !self.turned(bit(man.from));
        let enemy = self.position.board.of(side.other()) & !self.turned(man.captured);
        let mut men = [0; 2];
        men[side.index()] = own | at | self.turned(man.dropped);
        men[side.other().index()] = enemy;
        Eximo::new(Board { men }, self.position.turn(), self.position.number)
    }
}
