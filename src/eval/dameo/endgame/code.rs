//! The entry of an endgame table: the distance to the end of one setup (DTM), in a byte.
//! Not here: scores of the search.

/// 0 for a draw; else one more than the number of plies to the end, which is even where the side
/// to move loses and odd where it wins.
pub type Code = u8;

/// Nobody can force a win.
pub const DRAW: Code = 0;

/// The side to move has no move: it has lost.
pub const LOST: Code = 1;

/// Whether the side to move loses.
#[inline]
#[must_use]
pub const fn is_lost(code: Code) -> bool {
    code % 2 == 1
}

/// What a decided setup makes of the one a ply before it.
#[inline]
#[must_use]
pub const fn farther(code: Code) -> Code {
    code + 1
}

/// The nearer of two wins, either of which may be missing ([`DRAW`]).
#[inline]
#[must_use]
pub const fn nearer(one: Code, other: Code) -> Code {
    if one == DRAW || other != DRAW && other < one {
        other
    } else {
        one
    }
}

/// The number of plies to the end; `None` for a draw.
#[inline]
#[must_use]
pub const fn distance(code: Code) -> Option<u16> {
    match code {
        DRAW => None,
        code => Some(code as u16 - 1),
    }
}

/// The code of a setup whose moves lead to setups with these codes.
#[must_use]
pub fn best(children: impl Iterator<Item = Code>) -> Code {
    let (mut won, mut lost, mut open) = (DRAW, DRAW, false);
    let mut any = false;
    for code in children {
        any = true;
        if code == DRAW {
            open = true;
        } else if is_lost(code) {
            won = nearer(won, farther(code));
        } else {
            lost = lost.max(code);
        }
    }
    match () {
        () if !any => LOST,
        () if won != DRAW => won,
        () if open => DRAW,
        () => farther(lost),
    }
}
