//! The features of one side in Abak, computed in one pass over the board.
//! Not here: their weights. This is a frozen copy.

use tricorn::rules::Side;
use tricorn::rules::abak::board::{Board, Checker, Class};

/// The home, points 1 to 6, point `n` being bit `n`.
pub(super) const HOME: u32 = 0x7E;

/// The features of one side, with its own point numbers; in bitboards point `n` is bit `n` and the bar
/// bit 25.
#[derive(Clone, Copy, Debug, Default)]
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

impl SideFeatures {
    /// Both sides of a board, by [`Side::index`].
    pub(super) fn both(board: &Board) -> [Self; 2] {
        let mut sides = [Self::default(); 2];
        for (white, column) in (1..).zip(&board.columns) {
            let Some(top) = column.top() else { continue };
            let mut strength = 0;
            let mut unbroken = true;
            for checker in column.checkers() {
                let side = checker.side();
                let point = match side {
                    Side::First => white,
                    Side::Second => 25 - white,
                };
                let features = &mut sides[side.index()];
                features.add(checker, point);
                unbroken &= side == top.side();
                strength += i32::from(unbroken);
                if side != top.side() {
                    let dear = matches!(checker.class(), Class::Guard | Class::General);
                    features.trapped += if dear { 2 } else { 1 };
                }
            }
            let point = match top.side() {
                Side::First => white,
                Side::Second => 25 - white,
            };
            sides[top.side().index()].top(top.class(), strength, point as u32);
        }
        for side in Side::ALL {
            let bar = board.bar(side);
            let features = &mut sides[side.index()];
            for class in bar.classes() {
                for _ in 0..bar.count(class) {
                    features.add(Checker::new(side, class), 25);
                }
                features.movers[0] |= 1 << 25;
            }
        }
        sides
    }

    fn add(&mut self, checker: Checker, point: i32) {
        self.count += 1;
        self.pips += point;
        self.to_home += (point - 6).max(0);
        self.to_leave += (point - 18).max(0);
        self.behind += i32::from(point > 18);
        self.low += i32::from(point <= 2);
        self.rear = self.rear.max(point);
        if matches!(checker.class(), Class::Even | Class::Odd) {
            self.wounded += (point - 6).max(0);
        }
    }

    fn top(&mut self, class: Class, strength: i32, point: u32) {
        let bit = 1 << point;
        self.stacked += (strength - 3).max(0);
        match (strength, class) {
            (1, Class::Guard) => {
                self.made |= bit;
                self.alone += 1;
            }
            (1, _) => self.blots |= bit,
            _ => self.made |= bit,
        }
        match class {
            Class::Even => self.movers[1] |= bit,
            Class::Odd => self.movers[2] |= bit,
            _ => self.movers[0] |= bit,
        }
        match class {
            Class::General => self.general = bit,
            Class::Druid => self.druid = bit,
            _ => {}
        }
    }

    /// An estimate of the shots (of 36 rolls) that bring a checker of this side to its own point
    /// `point`: direct shots, and three rolls for every distance of 7 to 12. Blocking points are
    /// ignored.
    fn shots(&self, point: u32) -> i32 {
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
        points(self.blots)
            .map(|point| enemy.shots(25 - point) * (30 - point as i32))
            .sum::<i32>()
            / 36
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
    /// checker still has to pass, squared.
    pub(super) fn prime(&self, enemy: &Self) -> i32 {
        // The enemy's rearmost checker is on this own point, 0 being its bar.
        let hindmost = (25 - enemy.rear) as u32;
        (hindmost + 1..=19)
            .map(|low| self.made_in(0x3F << low).pow(2))
            .max()
            .unwrap_or(0)
    }
}

/// The points of a set, lowest first.
fn points(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(point)
    })
}
