//! Turns entered square by square: the piece, then each square it comes to.
//! Not here: whole turns and their texts (`moves`, `word`).
//!
//! A linear move is two steps as any quiet move: the man that jumps, and the square behind its line.
//! A capture may go any way that becomes a capture of the greatest number.

use super::board::{Board, far_rank};
use super::moves::{self, View};
use super::{Dameo, Move};
use crate::rules::squares::{NextSquares, Square, bit, each};
use crate::rules::steps::{BegunTurn, StepError};
use crate::rules::{Rules, Side};
use std::collections::HashSet;

/// How a turn can go on after the steps of `begun`.
pub(super) fn after(position: &Dameo, begun: &[&str]) -> Result<BegunTurn<Dameo>, StepError> {
    let mut turn = Entry::new(position);
    for (at, word) in begun.iter().enumerate() {
        let square = turn.next().read(at, word)?;
        turn.step(square);
    }
    let end = turn.end();
    Ok(BegunTurn {
        next: turn.next().words(),
        end,
        captured: NextSquares::Squares(turn.captured()).words(),
        shown: turn.shown(end.is_some()),
    })
}

/// A turn whose first steps are known.
struct Entry<'a> {
    position: &'a Dameo,
    view: View,
    legal: Vec<Move>,
    /// How many pieces every legal move captures.
    most: u32,
    /// The piece, where it stands now, and what it has captured.
    piece: Option<Move>,
    /// Where a piece stood, and what it had captured, when no way led to the greatest number.
    dead: HashSet<(Square, u64)>,
}

impl<'a> Entry<'a> {
    fn new(position: &'a Dameo) -> Self {
        let mut legal = Vec::new();
        moves::list(&position.board, position.turn, &mut legal);
        let most = legal.first().map_or(0, |m| m.captured.count_ones());
        Self {
            position,
            view: position.board.view(position.turn),
            legal,
            most,
            piece: None,
            dead: HashSet::new(),
        }
    }

    fn captured(&self) -> u64 {
        self.piece.map_or(0, |m| m.captured)
    }

    fn is_king(&self, m: Move) -> bool {
        self.position.board.kings() & bit(m.from) != 0
    }

    /// The squares of the next step.
    fn next(&mut self) -> NextSquares {
        let squares = |set: u64, square: Square| set | bit(square);
        NextSquares::Squares(match self.piece {
            None => self.legal.iter().map(|m| m.from).fold(0, squares),
            Some(_) if self.end().is_some() => 0,
            Some(m) if self.most == 0 => {
                let own = self.legal.iter().filter(|other| other.from == m.from);
                own.map(|m| m.to).fold(0, squares)
            }
            Some(m) => {
                let leaps = self.leaps(m);
                let leading = leaps.into_iter().filter(|&next| self.leads_on(next));
                leading.map(|m| m.to).fold(0, squares)
            }
        })
    }

    /// Takes a step that is one of [`next`](Self::next).
    fn step(&mut self, to: Square) {
        self.piece = Some(match self.piece {
            None => Move {
                captured: 0,
                from: to,
                to,
            },
            Some(m) => {
                let leap = self.leaps(m).into_iter().find(|next| next.to == to);
                leap.unwrap_or(Move { to, ..m })
            }
        });
    }

    /// The move, where it is complete.
    fn end(&self) -> Option<Move> {
        self.piece.filter(|m| match self.most {
            0 => m.to != m.from,
            most => m.captured.count_ones() == most,
        })
    }

    /// The capture with one piece more, in every way.
    fn leaps(&self, m: Move) -> Vec<Move> {
        let mut found = Vec::new();
        if self.most > 0 {
            self.view.leaps(m, self.is_king(m), |landings, over| {
                found.extend(each(landings).map(|to| Move {
                    captured: m.captured | over,
                    from: m.from,
                    to,
                }));
            });
        }
        found
    }

    /// Whether the capture can be continued to the greatest number. Ways that meet on one square
    /// with one captured set are followed once.
    fn leads_on(&mut self, m: Move) -> bool {
        if m.captured.count_ones() == self.most {
            return true;
        }
        if self.dead.contains(&(m.to, m.captured)) {
            return false;
        }
        let leads = self.leaps(m).into_iter().any(|next| self.leads_on(next));
        if !leads {
            self.dead.insert((m.to, m.captured));
        }
        leads
    }

    /// The board with the piece where it stands now; a man becomes a king where its move ends.
    fn shown(&self, ended: bool) -> Dameo {
        let position = self.position;
        let Some(m) = self.piece else {
            return *position;
        };
        let mut sets = position.board.sets();
        let promoted = ended && bit(m.to) & far_rank(position.turn) != 0;
        let men = match position.turn {
            Side::First => 0,
            Side::Second => 2,
        };
        let was_king = usize::from(self.is_king(m));
        sets[men + was_king] &= !bit(m.from);
        sets[men + usize::from(promoted || was_king == 1)] |= bit(m.to);
        Dameo::new(
            Board::new(sets),
            position.turn(),
            position.quiet,
            position.number,
        )
    }
}
