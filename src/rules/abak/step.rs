//! Steps: moves of one checker by one die, and Janes, which hit a lone Guard with two checkers.
//! Not here: which steps make a turn (`turn`).

use super::board::{Checker, Class, POINTS, place};
use super::{Abak, BAR, OFF};
use crate::rules::Side;

/// The middle of the board, where a Druid traps: a bit for each own point, 7 to 18.
const MIDDLE: u32 = 0x0007_FF80;

/// The own home: points 1 to 6.
const HOME: u32 = 0x7E;

/// The bits of White's points, in the order of the board's columns.
const BITS: [u32; POINTS] = {
    let mut bits = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        bits[at] = 2 << at;
        at += 1;
    }
    bits
};

/// How the General has moved in this turn, which limits its further moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GeneralState {
    /// It has not moved on the board yet.
    Free,
    /// It has moved forward, and may not move backward any more.
    Forward,
    /// It has moved backward, and may not move any more.
    Back,
}

/// A position in the middle of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnState {
    pub(super) at: Abak,
    pub(super) general: GeneralState,
}

/// One checker moved by one die, in the point numbers of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The point it leaves, 1 to 24, or the bar.
    pub(super) from: u8,
    /// The point it enters, 1 to 24, or off.
    pub(super) to: u8,
    pub(super) class: Class,
    /// Whether it hits an enemy checker.
    pub(super) hits: bool,
}

/// Bitboards of the points as the side to move numbers them: point `n` is bit `n`.
pub(super) struct View {
    side: Side,
    /// Own checkers on top.
    own: u32,
    /// Full, or with two or more enemies on top.
    closed: u32,
    /// A single enemy on top.
    single: u32,
    /// A single enemy Guard on top.
    guard: u32,
    /// Own checkers outside the home, on top or trapped.
    away: u32,
}

/// What a checker finds on the point that it would enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    /// No room, or two enemies or more.
    Closed,
    /// A lone Guard, which only a Jane can hit.
    Guarded,
    /// Room on an empty or own point, or a checker to trap.
    Free,
    /// A checker to hit.
    Hit,
}

/// A checker that a die could move, if the point that it enters is open.
#[derive(Clone, Copy, Debug)]
struct Mover {
    from: u8,
    to: u8,
    class: Class,
    /// What the General may do after it.
    general: GeneralState,
}

impl View {
    pub(super) fn new(at: &Abak) -> Self {
        let side = at.turn;
        let [mut own, mut closed, mut single, mut guard, mut held] = [0; 5];
        // Without branches, which would be unpredictable; the compiler takes several columns
        // at once.
        for (&column, bit) in at.board.columns.iter().zip(BITS) {
            let put = |set: &mut u32, is: bool| *set |= if is { bit } else { 0 };
            let mine = column.is_topped_by(side);
            let enemy = !column.is_empty() & !mine;
            let lone = column.is_single();
            put(&mut own, mine);
            put(&mut closed, column.is_full() | (enemy & !lone));
            put(&mut single, enemy & lone);
            put(
                &mut guard,
                enemy & lone & column.is_topped_by_class(Class::Guard),
            );
            put(&mut held, column.holds(side));
        }
        // The bit of White's point `n` is the bit of Black's point 25 - n mirrored.
        let seen = |set: u32| match side {
            Side::First => set,
            Side::Second => set.reverse_bits() >> 6,
        };
        Self {
            side,
            own: seen(own),
            closed: seen(closed),
            single: seen(single),
            guard: seen(guard),
            away: seen(held) & !HOME,
        }
    }

    /// What a checker of `class` finds at `point`, 1 to 24.
    pub(super) fn landing(&self, class: Class, point: u8) -> Landing {
        let bit = 1 << point;
        if self.closed & bit != 0 {
            Landing::Closed
        } else if self.single & bit == 0 || class == Class::Druid && MIDDLE & bit != 0 {
            Landing::Free
        } else if self.guard & bit != 0 && class != Class::Guard {
            Landing::Guarded
        } else {
            Landing::Hit
        }
    }

    /// Whether own checkers stand on points above `point`.
    pub(super) fn own_above(&self, point: u8) -> bool {
        self.own >> point > 1
    }

    /// Whether an own checker in play stands outside the home, those on the bar not counted.
    pub(super) fn any_away(&self) -> bool {
        self.away != 0
    }

    /// Whether an own checker other than the one on top of `point` stands outside the home.
    pub(super) fn others_away(&self, at: &Abak, point: u8) -> bool {
        let below = at.board.column(self.side, point).below();
        let alone = !below.holds(self.side);
        let apart = if alone { 1 << point } else { 0 };
        self.away & !apart != 0
    }

    /// Calls `f` with every checker that `die` could move, whatever is on the point that it enters.
    fn each_mover(&self, state: &TurnState, die: u8, mut f: impl FnMut(Mover)) {
        let bar = state.at.board.bar(self.side);
        if !bar.is_empty() {
            for class in bar.classes() {
                f(Mover {
                    from: BAR,
                    to: BAR - die,
                    class,
                    general: state.general,
                });
            }
            return;
        }
        let mut rest = self.own;
        while rest != 0 {
            let from = (31 - rest.leading_zeros()) as u8;
            rest &= !(1 << from);
            let Some(top) = state.at.board.column(self.side, from).top() else {
                continue;
            };
            let class = top.class();
            let mut general = state.general;
            if class == Class::General {
                if general == GeneralState::Back {
                    continue;
                }
                if general == GeneralState::Free
                    && from + die <= 24
                    && self.others_away(&state.at, from)
                {
                    f(Mover {
                        from,
                        to: from + die,
                        class,
                        general: GeneralState::Back,
                    });
                }
                general = GeneralState::Forward;
            }
            let to = from.saturating_sub(die);
            let may = if to == OFF {
                self.away == 0 && (from == die || !self.own_above(from))
            } else {
                class.steps_by(die)
            };
            if may {
                f(Mover {
                    from,
                    to,
                    class,
                    general,
                });
            }
        }
    }

    /// Calls `f` with every legal step of one die, from the rearmost checker on.
    pub(super) fn each_step(&self, state: &TurnState, die: u8, mut f: impl FnMut(Step, TurnState)) {
        self.each_mover(state, die, |mover| {
            let landing = if mover.to == OFF {
                Landing::Free
            } else {
                self.landing(mover.class, mover.to)
            };
            let hits = match landing {
                Landing::Free => false,
                Landing::Hit => true,
                Landing::Closed | Landing::Guarded => return,
            };
            let (step, after) = self.moved(state, mover, hits);
            f(step, after);
        });
    }

    /// Calls `f` with every Jane: two checkers that enter the point of a lone Guard, the first by
    /// `die`, the second by `next`.
    pub(super) fn each_jane(
        &self,
        state: &TurnState,
        die: u8,
        next: u8,
        mut f: impl FnMut([Step; 2], TurnState),
    ) {
        if self.guard == 0 {
            return;
        }
        self.each_mover(state, die, |first| {
            let point = first.to;
            if point == OFF || self.landing(first.class, point) != Landing::Guarded {
                return;
            }
            // The Guard is hit with the first step. Only the second step sees the position in
            // between, and for it the first checker is on the Guard's point.
            let (one, between) = self.moved(state, first, true);
            let view = Self::new(&between.at);
            view.each_mover(&between, next, |second| {
                if second.to == point && self.landing(second.class, point) == Landing::Guarded {
                    let (two, after) = view.moved(&between, second, false);
                    f(
                        [Step { hits: false, ..one }, Step { hits: true, ..two }],
                        after,
                    );
                }
            });
        });
    }

    fn moved(&self, state: &TurnState, mover: Mover, hits: bool) -> (Step, TurnState) {
        let Mover {
            from,
            to,
            class,
            general,
        } = mover;
        let checker = Checker::new(self.side, class);
        let mut at = state.at;
        if from == BAR {
            at.call(checker);
        } else {
            at.lift(place(self.side, from));
        }
        if to != OFF {
            let to = place(self.side, to);
            if hits && let Some(enemy) = at.lift(to) {
                at.send(enemy);
            }
            at.put(to, checker);
        }
        let step = Step {
            from,
            to,
            class,
            hits,
        };
        (step, TurnState { at, general })
    }
}
