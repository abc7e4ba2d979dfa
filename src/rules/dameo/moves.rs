//! Which moves are legal in Dameo: made for whole sets of pieces at once.
//! Not here: what a move does (`board`), and its text (`word`).

use super::board::{Board, Move};
use crate::rules::Side;
use crate::rules::squares::{Square, bit, each, shift, spread, star};

/// The board as the side to move sees it.
#[derive(Clone, Copy)]
pub(super) struct View {
    men: u64,
    kings: u64,
    foes: u64,
    empty: u64,
    /// Whether forward is up the board.
    up: bool,
}

impl Board {
    #[inline(always)]
    pub(super) const fn view(&self, side: Side) -> View {
        let own = self.pieces(side);
        View {
            men: own & !self.kings(),
            kings: own & self.kings(),
            foes: self.pieces(side.other()),
            empty: self.empty(),
            up: matches!(side, Side::First),
        }
    }
}

/// Replaces the content of `out` by all legal moves.
#[inline]
pub(super) fn list(board: &Board, side: Side, out: &mut Vec<Move>) {
    out.clear();
    let view = board.view(side);
    view.captures(out);
    if out.is_empty() {
        if view.up {
            view.men_quiet(out, 8, 7, 9);
        } else {
            view.men_quiet(out, -8, -7, -9);
        }
        view.kings_quiet(out);
    }
}

/// The number of legal moves; a list is made only where captures go on, or kings capture.
#[inline]
pub(super) fn count(board: &Board, side: Side) -> u64 {
    let view = board.view(side);
    let first = view.first_captures();
    if first.any() || view.kings != 0 && view.king_captures() != 0 {
        if first.goes_on(&view) || view.kings != 0 {
            let mut moves = Vec::new();
            list(board, side, &mut moves);
            return moves.len() as u64;
        }
        return first.count();
    }
    let men = if view.up {
        view.men_count(8, 7, 9)
    } else {
        view.men_count(-8, -7, -9)
    };
    let kings = each(view.kings).map(|king| view.reach(king).count_ones());
    u64::from(men + kings.sum::<u32>())
}

/// Whether `side` has a capture.
#[inline]
pub(super) fn can_capture(board: &Board, side: Side) -> bool {
    let view = board.view(side);
    view.first_captures().any() || view.kings != 0 && view.king_captures() != 0
}

/// Whether `side` has a legal move. A line that can be jumped begins with a man that can step,
/// so steps alone tell.
#[inline]
pub(super) fn any(board: &Board, side: Side) -> bool {
    let View { men, kings, up, .. } = board.view(side);
    let forward = if up {
        shift(men, 8) | shift(men, 7) | shift(men, 9)
    } else {
        shift(men, -8) | shift(men, -7) | shift(men, -9)
    };
    let beside = kings | shift(kings, 1) | shift(kings, -1);
    let around = beside | shift(beside, 8) | shift(beside, -8);
    (forward | around) & board.empty() != 0 || can_capture(board, side)
}

/// Where the men's first captures end: upwards, downwards, to the right, to the left.
struct FirstCaptures([u64; 4]);

impl FirstCaptures {
    #[inline(always)]
    fn any(&self) -> bool {
        let [up, down, right, left] = self.0;
        up | down | right | left != 0
    }

    #[inline(always)]
    fn count(&self) -> u64 {
        self.0.iter().map(|set| u64::from(set.count_ones())).sum()
    }

    /// Whether a second capture is possible after one of them. The way back is blocked by the
    /// captured piece, and no other second capture can end on the origin: so the sets need no
    /// correction for the move under way.
    #[inline(always)]
    fn goes_on(&self, view: &View) -> bool {
        let [up, down, right, left] = self.0;
        let sideways = right | left;
        let upright = up | down;
        view.leap_set(up | sideways, 8)
            | view.leap_set(down | sideways, -8)
            | view.leap_set(right | upright, 1)
            | view.leap_set(left | upright, -1)
            != 0
    }
}

impl View {
    /// Where men on `set` land when they capture in direction `by`.
    #[inline(always)]
    fn leap_set(&self, set: u64, by: i8) -> u64 {
        shift(shift(set, by) & self.foes, by) & self.empty
    }

    #[inline(always)]
    fn first_captures(&self) -> FirstCaptures {
        FirstCaptures([
            self.leap_set(self.men, 8),
            self.leap_set(self.men, -8),
            self.leap_set(self.men, 1),
            self.leap_set(self.men, -1),
        ])
    }

    /// The squares directly behind the pieces that kings can capture.
    #[inline(always)]
    fn king_captures(&self) -> u64 {
        self.leap_set(spread(self.kings, self.empty, 8), 8)
            | self.leap_set(spread(self.kings, self.empty, -8), -8)
            | self.leap_set(spread(self.kings, self.empty, 1), 1)
            | self.leap_set(spread(self.kings, self.empty, -1), -1)
    }

    /// Fills the empty list `out` with all captures of the greatest number of pieces.
    #[inline(always)]
    fn captures(&self, out: &mut Vec<Move>) {
        let first = self.first_captures();
        let mut more = false;
        if first.any() {
            let [up, down, right, left] = first.0;
            push_leaps(out, up, 8);
            push_leaps(out, down, -8);
            push_leaps(out, right, 1);
            push_leaps(out, left, -1);
            more = first.goes_on(self);
        }
        if self.kings != 0 && self.king_captures() != 0 {
            for from in each(self.kings) {
                let standing = Move {
                    captured: 0,
                    from,
                    to: from,
                };
                self.extend(standing, out);
            }
            more = true;
        }
        if more {
            self.prolong(out);
        }
    }

    /// Replaces captures of one piece by the longest that they lead to.
    ///
    /// All captures grow together, one piece at a time, and whatever falls behind is dropped:
    /// the last list that is not empty holds exactly the captures of the greatest number. A
    /// capture under way is told by origin, square and captured set, as a finished one is, so
    /// different ways to the same set are merged while they grow and never multiply.
    #[cold]
    #[inline(never)]
    fn prolong(&self, out: &mut Vec<Move>) {
        loop {
            let shorter = out.len();
            for index in 0..shorter {
                self.extend(out[index], out);
            }
            if out.len() == shorter {
                return;
            }
            out.drain(..shorter);
            out.sort_unstable();
            out.dedup();
        }
    }

    /// Appends every way in which the capture `m` can take one more piece.
    fn extend(&self, m: Move, out: &mut Vec<Move>) {
        let king = self.kings & bit(m.from) != 0;
        self.leaps(m, king, |landings, over| {
            out.extend(each(landings).map(|to| Move {
                captured: m.captured | over,
                from: m.from,
                to,
            }));
        });
    }

    /// Calls `found` with the landing squares and the piece passed over, for each direction in
    /// which the piece, having captured as `m` says, can capture one more. Captured pieces still
    /// stand in the way; the origin is empty.
    #[inline(always)]
    pub(super) fn leaps(&self, m: Move, king: bool, mut found: impl FnMut(u64, u64)) {
        let empty = self.empty | bit(m.from);
        let prey = self.foes & !m.captured;
        let mut toward = |by| {
            let over;
            let landings;
            if king {
                over = shift(spread(bit(m.to), empty, by), by) & prey;
                landings = spread(over, empty, by) ^ over;
            } else {
                over = shift(bit(m.to), by) & prey;
                landings = shift(over, by) & empty;
            }
            if landings != 0 {
                found(landings, over);
            }
        };
        toward(8);
        toward(-8);
        toward(1);
        toward(-1);
    }

    #[inline(always)]
    fn men_quiet(&self, out: &mut Vec<Move>, ahead: i8, left: i8, right: i8) {
        self.push_lines(out, ahead);
        self.push_lines(out, left);
        self.push_lines(out, right);
    }

    /// Appends the men's moves in one direction: steps first, then jumps over one own man, over
    /// two, and so on.
    #[inline(always)]
    fn push_lines(&self, out: &mut Vec<Move>, by: i8) {
        let mut front = shift(self.men, by);
        let mut back = by;
        while front != 0 {
            push_from(out, front & self.empty, |to| Move {
                captured: 0,
                from: (to as i8 - back) as Square,
                to,
            });
            front = shift(front & self.men, by);
            back += by;
        }
    }

    /// The number of the men's quiet moves. In each direction a man has one move at most: it
    /// has it if its line of men, which may be itself alone, ends before an empty square.
    #[inline(always)]
    fn men_count(&self, ahead: i8, left: i8, right: i8) -> u32 {
        self.movable(ahead).count_ones()
            + self.movable(left).count_ones()
            + self.movable(right).count_ones()
    }

    #[inline(always)]
    fn movable(&self, by: i8) -> u64 {
        spread(shift(self.empty, -by) & self.men, self.men, -by)
    }

    fn kings_quiet(&self, out: &mut Vec<Move>) {
        for from in each(self.kings) {
            push_from(out, self.reach(from), |to| Move {
                captured: 0,
                from,
                to,
            });
        }
    }

    /// The squares that a king on `square` reaches without capturing.
    fn reach(&self, square: Square) -> u64 {
        star(bit(square), self.empty)
    }
}

/// Appends single captures by men, in direction `by`.
#[inline(always)]
fn push_leaps(out: &mut Vec<Move>, landings: u64, by: i8) {
    push_from(out, landings, |to| Move {
        captured: bit((to as i8 - by) as Square),
        from: (to as i8 - 2 * by) as Square,
        to,
    });
}

/// Appends one move for each destination. The length is known before, so that the list grows
/// once and not at every move.
#[inline(always)]
fn push_from(out: &mut Vec<Move>, mut destinations: u64, make: impl Fn(Square) -> Move) {
    out.extend((0..destinations.count_ones()).map(|_| {
        let to = destinations.trailing_zeros() as Square;
        destinations &= destinations.wrapping_sub(1);
        make(to)
    }));
}
