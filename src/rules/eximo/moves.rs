//! Moves, and the listing and counting of all legal ones.
//! Not here: texts; the squares that a move passes on its way are found by `route`.

use super::board::{CAPTURING, FORWARD, View, goal, turned};
use crate::rules::Side;
use crate::rules::squares::{Square, bit, each, shift};

/// Stands in a move where no man is dropped.
const NO_DROP: Square = 64;

/// One turn: a man's way from one square to another, what it captures, and the men dropped for
/// it. Two moves are equal when these agree, whatever squares lie between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    captured: u64,
    /// Origin, destination and the two drops in the order of the mover's view, [`NO_DROP`] last;
    /// a byte each, the lowest first. One number, so that a list is written word by word.
    squares: u32,
}

impl Move {
    const fn new(from: Square, to: Square, drops: [Square; 2], captured: u64) -> Self {
        Self {
            captured,
            squares: u32::from_le_bytes([from, to, drops[0], drops[1]]),
        }
    }

    /// The square that the man leaves.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.squares.to_le_bytes()[0]
    }

    /// The square that the man reaches; on the far rank it leaves the board there.
    #[must_use]
    pub const fn to(&self) -> Square {
        self.squares.to_le_bytes()[1]
    }

    /// The set of captured men.
    #[must_use]
    pub const fn captured(&self) -> u64 {
        self.captured
    }

    /// The set of squares on which men are dropped: two, one or none.
    #[must_use]
    pub const fn drops(&self) -> u64 {
        let [_, _, first, second] = self.squares.to_le_bytes();
        let mut set = 0;
        if first != NO_DROP {
            set |= bit(first);
        }
        if second != NO_DROP {
            set |= bit(second);
        }
        set
    }

    /// The squares that the move puts men of `side`, the mover, on. Origin and these squares change
    /// hands by exclusive or, also where a drop fills the origin again.
    pub(super) const fn placed(&self, side: Side) -> u64 {
        if bit(self.to()) & goal(side) == 0 {
            bit(self.to())
        } else {
            self.drops()
        }
    }
}

/// Replaces the content of `out` by the legal moves of `side`, each once.
pub(super) fn list(view: View, side: Side, out: &mut Vec<Move>) {
    out.clear();
    visit(view, &mut Lister { side, out });
}

/// The number of legal moves.
pub(super) fn count(view: View) -> u64 {
    let mut counter = Counter(0);
    visit(view, &mut counter);
    counter.0
}

/// What is done with the moves found. Squares are those of the mover's view.
trait Sink {
    /// Moves without capture to each square of `to`, none on the far rank, from the squares with
    /// numbers smaller by `back`.
    fn shifted(&mut self, to: u64, back: i8);

    /// One move that does not end on the far rank.
    fn plain(&mut self, from: Square, to: Square, captured: u64);

    /// One arrival on the far rank: as many moves as there are ways to drop on `room`.
    fn arrived(&mut self, from: Square, to: Square, captured: u64, room: u64);
}

struct Counter(u64);

impl Sink for Counter {
    fn shifted(&mut self, to: u64, _back: i8) {
        self.0 += u64::from(to.count_ones());
    }

    fn plain(&mut self, _from: Square, _to: Square, _captured: u64) {
        self.0 += 1;
    }

    fn arrived(&mut self, _from: Square, _to: Square, _captured: u64, room: u64) {
        self.0 += match u64::from(room.count_ones()) {
            0 | 1 => 1,
            squares => squares * (squares - 1) / 2,
        };
    }
}

struct Lister<'a> {
    side: Side,
    out: &'a mut Vec<Move>,
}

impl Lister<'_> {
    /// What turns a square's number in the view into its number on the board, by exclusive or.
    fn flip(&self) -> Square {
        match self.side {
            Side::First => 0,
            Side::Second => 56,
        }
    }
}

impl Sink for Lister<'_> {
    fn shifted(&mut self, to: u64, back: i8) {
        let flip = self.flip();
        self.out.extend(counted(to).map(|square| {
            let from = (square - back as Square) ^ flip;
            Move::new(from, square ^ flip, [NO_DROP; 2], 0)
        }));
    }

    fn plain(&mut self, from: Square, to: Square, captured: u64) {
        let [from, to] = [from, to].map(|square| square ^ self.flip());
        let captured = turned(captured, self.side);
        self.out.push(Move::new(from, to, [NO_DROP; 2], captured));
    }

    fn arrived(&mut self, from: Square, to: Square, captured: u64, room: u64) {
        let flip = self.flip();
        let [from, to] = [from, to].map(|square| square ^ flip);
        let captured = turned(captured, self.side);
        if room.count_ones() < 2 {
            let only = match room {
                0 => NO_DROP,
                _ => room.trailing_zeros() as Square ^ flip,
            };
            self.out
                .push(Move::new(from, to, [only, NO_DROP], captured));
            return;
        }
        let mut rest = room;
        for first in each(room) {
            rest &= rest - 1;
            self.out.extend(
                counted(rest)
                    .map(|second| Move::new(from, to, [first ^ flip, second ^ flip], captured)),
            );
        }
    }
}

/// The squares of a set, lowest first, as an iterator that says its length: a vector extended by
/// it makes room once, not square by square.
fn counted(mut set: u64) -> impl Iterator<Item = Square> {
    (0..set.count_ones()).map(move |_| {
        let square = set.trailing_zeros() as Square;
        set &= set - 1;
        square
    })
}

fn visit(view: View, sink: &mut impl Sink) {
    let hunters = view.hunters();
    if hunters != 0 {
        for from in each(hunters) {
            hunt(view, from, from, 0, sink);
        }
        return;
    }
    let empty = view.empty();
    for way in FORWARD {
        spread(view, shift(view.own, way) & empty, way, sink);
    }
    jumps(view, sink);
}

/// Reports every way in which the man from `from`, now on `at`, can go on capturing. Two ways of
/// a man never have the same captured set: ranks are not walked back, the men beside it tell how
/// far it went along a rank, and the one man captured between two ranks tells where it left.
fn hunt(view: View, from: Square, at: Square, captured: u64, sink: &mut impl Sink) {
    if bit(at) & View::GOAL != 0 {
        sink.arrived(from, at, captured, view.room(from, captured));
        return;
    }
    let enemy = view.enemy ^ captured;
    let empty = !((view.own ^ bit(from)) | enemy);
    let mut last = true;
    for way in CAPTURING {
        let over = shift(bit(at), way) & enemy;
        let landing = shift(over, way) & empty;
        if landing != 0 {
            last = false;
            let at = landing.trailing_zeros() as Square;
            hunt(view, from, at, captured | over, sink);
        }
    }
    if last {
        sink.plain(from, at, captured);
    }
}

/// Reports the jumping moves. They capture nothing, so that of several ways with the same ends
/// one must be kept: men that may jump again are followed by sets of squares, not by ways.
fn jumps(view: View, sink: &mut impl Sink) {
    let springs = view.springs();
    let onward = springs[0] | springs[1] | springs[2];
    if onward & view.own == 0 {
        return;
    }
    let mut restless = 0;
    for (way, springs) in FORWARD.into_iter().zip(springs) {
        let landings = shift(shift(view.own & springs, way), way);
        spread(view, landings & !onward, 2 * way, sink);
        restless |= shift(shift(landings & onward, -way), -way);
    }
    for from in each(restless) {
        let mut level = leap(bit(from), springs) & onward;
        let mut ends = 0;
        while level != 0 {
            let next = leap(level, springs);
            ends |= next & !onward;
            level = next & onward;
        }
        for to in each(ends) {
            if bit(to) & View::GOAL == 0 {
                sink.plain(from, to, 0);
            } else {
                sink.arrived(from, to, 0, view.room(from, 0));
            }
        }
    }
}

/// The squares that men on `set` reach with one jump.
fn leap(set: u64, springs: [u64; 3]) -> u64 {
    let ways = FORWARD.into_iter().zip(springs);
    ways.fold(0, |reached, (way, springs)| {
        reached | shift(shift(set & springs, way), way)
    })
}

/// Reports moves without capture to the squares of `to`, all from as far behind.
fn spread(view: View, to: u64, back: i8, sink: &mut impl Sink) {
    sink.shifted(to & !View::GOAL, back);
    for arrival in each(to & View::GOAL) {
        let from = arrival - back as Square;
        sink.arrived(from, arrival, 0, view.room(from, 0));
    }
}
