//! The entry of an endgame table: win, draw or loss with the distance to mate (DTM), in one byte.
//! Not here: scores of the search.

/// 0 for a draw, else the number of plies to the end plus one. The number of plies is even if the
/// side to move loses and odd if it wins.
pub type Dtm = u8;

/// A draw.
pub const DRAW: Dtm = 0;

/// The side to move has no move and has lost.
pub const LOST: Dtm = 1;

/// Whether the side to move loses.
#[inline]
#[must_use]
pub const fn is_lost(dtm: Dtm) -> bool {
    dtm % 2 == 1
}

/// The DTM of a setup whose best move leads to a setup with this DTM.
#[inline]
#[must_use]
pub const fn one_ply_longer(dtm: Dtm) -> Dtm {
    dtm + 1
}

/// The shorter of two wins, where [`DRAW`] means that there is none.
#[inline]
#[must_use]
pub const fn shorter_win(one: Dtm, other: Dtm) -> Dtm {
    if one == DRAW || other != DRAW && other < one {
        other
    } else {
        one
    }
}

/// The number of plies to the end; `None` for a draw.
#[inline]
#[must_use]
pub const fn distance(dtm: Dtm) -> Option<u16> {
    match dtm {
        DRAW => None,
        dtm => Some(dtm as u16 - 1),
    }
}

/// The DTM of a setup whose moves lead to setups with these DTM values.
#[must_use]
pub fn best(children: impl Iterator<Item = Dtm>) -> Dtm {
    let (mut won, mut lost, mut open) = (DRAW, DRAW, false);
    let mut any = false;
    for dtm in children {
        any = true;
        if dtm == DRAW {
            open = true;
        } else if is_lost(dtm) {
            won = shorter_win(won, one_ply_longer(dtm));
        } else {
            lost = lost.max(dtm);
        }
    }
    match () {
        () if !any => LOST,
        () if won != DRAW => won,
        () if open => DRAW,
        () => one_ply_longer(lost),
    }
}
