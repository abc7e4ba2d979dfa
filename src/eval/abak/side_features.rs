//! The features of one side in Abak, from pip count to primes, computed with bitboards.
//! Not here: their weights.

use crate::rules::Side;
use crate::rules::abak::board::{Bar, Board, Checker, Class, POINTS, place};

/// The home board, points 1 to 6; point `n` is bit `n`.
pub(super) const HOME: u32 = 0x7E;

/// The features of one side, with its own point numbers; in bitboards point `n` is bit `n` and the bar
/// bit 25.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SideFeatures {
    /// Pips to bear off everything.
    pub(super) pips: i32,
    /// Pips to bring everything home.
    pub(super) to_home: i32,
    /// Pips to bring the rearmost checker out of the opponent's home.
    pub(super) to_leave: i32,
    /// Checkers in play.
    pub(super) count: i32,
    /// Checkers in the opponent's home or on the bar.
    pub(super) behind: i32,
    /// Checkers under an enemy Druid, a Guard or General counted twice.
    pub(super) trapped: i32,
    /// Checkers above the third on a point.
    pub(super) stacked: i32,
    /// Checkers on the two lowest points.
    pub(super) low: i32,
    /// Pips of the two Wounded outside the home.
    pub(super) wounded: i32,
    /// Guards that hold a point alone.
    pub(super) alone: i32,
    /// The highest point held, trapped checkers and the bar included; 0 if nothing is in play.
    pub(super) rear: i32,
    /// Made points: two or more checkers on top, or a Guard.
    pub(super) made: u32,
    /// Single checkers on top that are not Guards.
    pub(super) blots: u32,
    /// Points whose top checker moves by all numbers, by even ones, by odd ones.
    movers: [u32; 3],
    /// Points with the General on top.
    pub(super) general: u32,
    /// Points with the Druid on top.
    pub(super) druid: u32,
}

/// What each checker of a column adds to the sums of one side. Each word packs several sums, which do
/// not overflow into each other with 15 checkers.
struct Weights {
    /// Pips; from bit 10 those outside the home; from bit 20 those in the opponent's home.
    pips: [u32; POINTS],
    /// One; from bit 8 whether it is in the opponent's home; from bit 16 whether it is low.
    counts: [u32; POINTS],
    /// Pips outside the home.
    outside: [u32; POINTS],
}

const WEIGHTS: [Weights; 2] = [Weights::new(Side::First), Weights::new(Side::Second)];

impl Weights {
    const fn new(side: Side) -> Self {
        let mut weights = Self {
            pips: [0; POINTS],
            counts: [0; POINTS],
            outside: [0; POINTS],
        };
        let mut point = 1;
        while point <= POINTS as u32 {
            let at = place(side, point as u8);
            let outside = point.saturating_sub(6);
            weights.pips[at] = point | outside << 10 | point.saturating_sub(18) << 20;
            weights.counts[at] = 1 | ((point > 18) as u32) << 8 | ((point <= 2) as u32) << 16;
            weights.outside[at] = outside;
            point += 1;
        }
        weights
    }
}

/// Bitboards of column properties; White's point `n` is bit `n`.
#[derive(Default)]
pub(super) struct ColumnSets {
    /// Columns with a side's checker on top, by [`Side::index`].
    pub(super) topped: [u32; 2],
    /// Columns with any checker of a side.
    pub(super) held: [u32; 2],
    single: u32,
    guard: u32,
    general: u32,
    druid: u32,
    even: u32,
    odd: u32,
    /// Columns with at least four checkers of a colour on top, and with at least five.
    pub(super) tall: [u32; 2],
}

impl ColumnSets {
    /// Branchless, so that the compiler vectorises it.
    #[inline(always)]
    pub(super) fn of(board: &Board) -> Self {
        let mut sets = Self::default();
        for (at, &column) in board.columns.iter().enumerate() {
            let bit = 2 << at;
            let put = |set: &mut u32, is: bool| *set |= if is { bit } else { 0 };
            put(&mut sets.topped[0], column.is_topped_by(Side::First));
            put(&mut sets.topped[1], column.is_topped_by(Side::Second));
            put(&mut sets.held[0], column.holds(Side::First));
            put(&mut sets.held[1], column.holds(Side::Second));
            put(&mut sets.single, column.is_single());
            put(&mut sets.guard, column.is_topped_by_class(Class::Guard));
            put(&mut sets.general, column.is_topped_by_class(Class::General));
            put(&mut sets.druid, column.is_topped_by_class(Class::Druid));
            put(&mut sets.even, column.is_topped_by_class(Class::Even));
            put(&mut sets.odd, column.is_topped_by_class(Class::Odd));
            put(&mut sets.tall[0], column.has_run_of(4));
            put(&mut sets.tall[1], column.has_run_of(5));
        }
        sets
    }
}

/// Converts a bitboard of White's points to the point numbers of a side.
pub(super) const fn own_points(side: Side, set: u32) -> u32 {
    match side {
        Side::First => set,
        // The bit of White's point `n` is the bit of Black's point 25 - n mirrored.
        Side::Second => set.reverse_bits() >> 6,
    }
}

impl SideFeatures {
    /// The features of both sides of a board, by [`Side::index`].
    pub(super) fn both(board: &Board) -> [Self; 2] {
        Self::by_sets(board, &ColumnSets::of(board))
    }

    /// The same with precomputed column sets.
    #[inline(always)]
    pub(super) fn by_sets(board: &Board, sets: &ColumnSets) -> [Self; 2] {
        let [first, second] = Side::ALL;
        let on_points = |side| Self::on_points(board, sets, side);
        let mut sides = [on_points(first), on_points(second)];
        // Few points have checkers of both colours.
        for white in points(sets.held[0] & sets.held[1]) {
            let column = board.columns[white as usize - 1];
            let top = column.top().map(Checker::side);
            let below = column
                .checkers()
                .filter(|checker| Some(checker.side()) != top);
            for checker in below {
                let dear = matches!(checker.class(), Class::Guard | Class::General);
                sides[checker.side().index()].trapped += if dear { 2 } else { 1 };
            }
        }
        for side in Side::ALL {
            let bar = board.bar(side);
            if !bar.is_empty() {
                sides[side.index()].add_bar(bar);
            }
        }
        sides
    }

    /// The features of the checkers on the points, except `trapped`.
    #[inline(always)]
    fn on_points(board: &Board, sets: &ColumnSets, side: Side) -> Self {
        let weights = &WEIGHTS[side.index()];
        let [mut pips, mut counts, mut wounded] = [0; 3];
        for (at, column) in board.columns.iter().enumerate() {
            let own = column.count(side);
            pips += own * weights.pips[at];
            counts += own * weights.counts[at];
            wounded += column.wounded(side) * weights.outside[at];
        }
        let seen = |set| own_points(side, set);
        let topped = sets.topped[side.index()];
        let alone = topped & sets.single & sets.guard;
        let blots = topped & sets.single & !sets.guard;
        let tall = sets.tall.map(|set| (set & topped).count_ones() as i32);
        let [even, odd] = [sets.even, sets.odd].map(|set| seen(topped & set));
        Self {
            pips: (pips & 0x3FF) as i32,
            to_home: (pips >> 10 & 0x3FF) as i32,
            to_leave: (pips >> 20) as i32,
            count: (counts & 0xFF) as i32,
            behind: (counts >> 8 & 0xFF) as i32,
            trapped: 0,
            stacked: tall[0] + tall[1],
            low: (counts >> 16) as i32,
            wounded: wounded as i32,
            alone: alone.count_ones() as i32,
            rear: seen(sets.held[side.index()]).checked_ilog2().unwrap_or(0) as i32,
            made: seen(topped & !blots),
            blots: seen(blots),
            movers: [seen(topped) & !even & !odd, even, odd],
            general: seen(topped & sets.general),
            druid: seen(topped & sets.druid),
        }
    }

    /// Adds the checkers on the bar, which is not empty.
    fn add_bar(&mut self, bar: Bar) {
        let waiting = bar.total() as i32;
        let wounded = bar.count(Class::Even) + bar.count(Class::Odd);
        self.count += waiting;
        self.pips += 25 * waiting;
        self.to_home += 19 * waiting;
        self.to_leave += 7 * waiting;
        self.behind += waiting;
        self.wounded += 19 * wounded as i32;
        self.rear = 25;
        self.movers[0] |= 1 << 25;
    }

    /// An estimate of the shots (of 36 rolls) that bring a checker of this side to its own point
    /// `point`: direct shots, and three rolls for every distance of 7 to 12. Blocking points are
    /// ignored.
    #[inline(always)]
    pub(super) fn shots(&self, point: u32) -> i32 {
        let [every, even, odd] = self.movers.map(|set| set >> point);
        let back = (1..=6)
            .filter(|&die| point > die && self.general >> (point - die) & 1 != 0)
            .fold(0, |set, die| set | 1 << die);
        let direct = (every | even & 0b101_0100 | odd & 0b010_1010 | back) & 0b111_1110;
        let combined = every & 0b1_1111_1000_0000;
        let throws = [0, 11, 20, 27, 32, 35, 36][direct.count_ones() as usize];
        (throws + 3 * combined.count_ones() as i32).min(36)
    }

    /// The exposure of this side's blots: for each, the pips lost when hit plus five for the tempo,
    /// times the probability that `enemy` hits it.
    pub(super) fn exposure(&self, enemy: &Self) -> i32 {
        self.exposed(enemy).0
    }

    /// The same, and the number of shots (of 36) at the most exposed blot.
    #[inline(always)]
    pub(super) fn exposed(&self, enemy: &Self) -> (i32, i32) {
        let (mut lost, mut most) = (0, 0);
        for point in points(self.blots) {
            let shots = enemy.shots(25 - point);
            lost += shots * (30 - point as i32);
            most = most.max(shots);
        }
        (lost / 36, most)
    }

    /// The number of made points in a set.
    pub(super) fn made_in(&self, set: u32) -> i32 {
        (self.made & set).count_ones() as i32
    }

    /// The number of made home points.
    pub(super) fn home(&self) -> i32 {
        self.made_in(HOME)
    }

    /// The best prime: the greatest number of made points among six neighbours that an enemy
    /// checker still has to pass.
    pub(super) fn prime(&self, enemy: &Self) -> i32 {
        // Bit n of ones, twos and fours together count the made points among n to n + 5: carry-save
        // adders, for all n at once.
        let add = |a: u32, b: u32, c: u32| (a ^ b ^ c, a & b | c & (a | b));
        let [a, b, c, d, e, f] = std::array::from_fn(|n| self.made >> n);
        let (low, low_carry) = add(a, b, c);
        let (high, high_carry) = add(d, e, f);
        let (ones, carry) = add(low, high, 0);
        let (twos, fours) = add(low_carry, high_carry, carry);
        // The enemy's rearmost checker is on this own point, 0 being its bar.
        let hindmost = 25 - enemy.rear;
        let mut places = 0x000F_FFFE & !0 << (hindmost + 1);
        let mut most = 0;
        for (weight, sum) in [(4, fours), (2, twos), (1, ones)] {
            if places & sum != 0 {
                places &= sum;
                most += weight;
            }
        }
        most
    }
}

/// The points of a set, lowest first.
pub(super) fn points(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(point)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::abak::Abak;
    use crate::rules::{Chance, Rules};

    /// The reference: the features checker by checker.
    fn naive(board: &Board) -> [SideFeatures; 2] {
        let mut sides = [SideFeatures::default(); 2];
        let mut add = |checker: Checker, point: i32| {
            let side = &mut sides[checker.side().index()];
            side.count += 1;
            side.pips += point;
            side.to_home += (point - 6).max(0);
            side.to_leave += (point - 18).max(0);
            side.behind += i32::from(point > 18);
            side.low += i32::from(point <= 2);
            side.rear = side.rear.max(point);
            if matches!(checker.class(), Class::Even | Class::Odd) {
                side.wounded += (point - 6).max(0);
            }
        };
        let own = |side: Side, white: i32| match side {
            Side::First => white,
            Side::Second => 25 - white,
        };
        for (white, column) in (1..).zip(&board.columns) {
            column
                .checkers()
                .for_each(|checker| add(checker, own(checker.side(), white)));
        }
        for side in Side::ALL {
            let bar = board.bar(side);
            for class in bar.classes() {
                (0..bar.count(class)).for_each(|_| add(Checker::new(side, class), 25));
            }
        }
        for (white, column) in (1..).zip(&board.columns) {
            let Some(top) = column.top() else { continue };
            for below in column
                .checkers()
                .filter(|checker| checker.side() != top.side())
            {
                let dear = matches!(below.class(), Class::Guard | Class::General);
                sides[below.side().index()].trapped += if dear { 2 } else { 1 };
            }
            let run = column
                .checkers()
                .take_while(|checker| checker.side() == top.side());
            let strength = run.count() as i32;
            let side = &mut sides[top.side().index()];
            let bit = 1 << own(top.side(), white);
            side.stacked += (strength - 3).max(0);
            side.alone += i32::from(strength == 1 && top.class() == Class::Guard);
            if strength > 1 || top.class() == Class::Guard {
                side.made |= bit;
            } else {
                side.blots |= bit;
            }
            match top.class() {
                Class::Even => side.movers[1] |= bit,
                Class::Odd => side.movers[2] |= bit,
                _ => side.movers[0] |= bit,
            }
            match top.class() {
                Class::General => side.general = bit,
                Class::Druid => side.druid = bit,
                _ => {}
            }
        }
        for side in Side::ALL {
            if !board.bar(side).is_empty() {
                sides[side.index()].movers[0] |= 1 << 25;
            }
        }
        sides
    }

    /// The reference for primes, window by window.
    fn naive_prime(own: &SideFeatures, enemy: &SideFeatures) -> i32 {
        let made = |point: i32| own.made >> point & 1 != 0;
        let windows = (26 - enemy.rear).max(1)..=19;
        let counts = windows.map(|low| (low..low + 6).filter(|&point| made(point)).count());
        counts.max().unwrap_or(0) as i32
    }

    #[test]
    fn bitboard_features_equal_the_reference() {
        let mut number = 1_u64;
        let mut moves = Vec::new();
        let (mut seen, mut trapped) = (0, 0);
        for _ in 0..30 {
            let mut position = Abak::start();
            while position.outcome().is_none() {
                number = number
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let rolls = <Abak as Rules>::Roll::ROLLS;
                let (roll, _) = rolls[(number >> 33) as usize % rolls.len()];
                position.moves(roll, &mut moves);
                position = *moves[(number >> 40) as usize % moves.len()].after();
                let sides = SideFeatures::both(position.board());
                assert_eq!(sides, naive(position.board()), "{position:?}");
                for (own, enemy) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
                    assert_eq!(own.prime(enemy), naive_prime(own, enemy), "{position:?}");
                }
                seen += 1;
                trapped += sides[0].trapped + sides[1].trapped;
            }
        }
        assert!(seen > 2_000 && trapped > 100, "{seen} {trapped}");
    }
}
