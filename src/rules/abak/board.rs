//! The bare board: checkers by class, columns of checkers, the bars.
//! Not here: keys, whose turn it is, what a move may do.

use crate::rules::Side;

/// The classes of checkers, in the order in which texts list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// Moves backward too, once a turn.
    General = 1,
    /// Traps instead of hitting on the middle points.
    Druid,
    /// Holds a point alone.
    Guard,
    /// Moves by 2, 4 and 6 only.
    Even,
    /// Moves by 1, 3 and 5 only.
    Odd,
    /// A plain checker.
    Soldier,
}

impl Class {
    /// Every class, in the order of texts.
    pub const ALL: [Class; 6] = [
        Class::General,
        Class::Druid,
        Class::Guard,
        Class::Even,
        Class::Odd,
        Class::Soldier,
    ];

    /// How many of the class each side has.
    #[must_use]
    pub const fn supply(self) -> u32 {
        match self {
            Class::Guard => 2,
            Class::Soldier => 9,
            _ => 1,
        }
    }

    /// The letter of the class in lower case.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"gdueos"[self as usize - 1]
    }

    /// The class of a letter, in either case.
    #[must_use]
    pub fn named(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_lowercase();
        Class::ALL
            .into_iter()
            .find(|class| char::from(class.letter()) == letter)
    }

    /// Whether a step by `die` on the board is open to the class: the Wounded want their parity.
    #[must_use]
    pub const fn steps_by(self, die: u8) -> bool {
        match self {
            Class::Even => die.is_multiple_of(2),
            Class::Odd => !die.is_multiple_of(2),
            _ => true,
        }
    }
}

/// A checker of one side: never 0, below 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checker(u8);

impl Checker {
    /// A checker of a side and class.
    #[must_use]
    pub const fn new(side: Side, class: Class) -> Self {
        Self((side as u8) << 3 | class as u8)
    }

    /// Its owner.
    #[must_use]
    pub const fn side(self) -> Side {
        if self.0 & 8 == 0 {
            Side::First
        } else {
            Side::Second
        }
    }

    /// Its class.
    #[must_use]
    pub const fn class(self) -> Class {
        match self.0 & 7 {
            1 => Class::General,
            2 => Class::Druid,
            3 => Class::Guard,
            4 => Class::Even,
            5 => Class::Odd,
            _ => Class::Soldier,
        }
    }

    /// An index of tables by checker, below 16.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Its letter: capital for White.
    #[must_use]
    pub const fn letter(self) -> char {
        let letter = self.class().letter();
        match self.side() {
            Side::First => letter.to_ascii_uppercase() as char,
            Side::Second => letter as char,
        }
    }

    /// The checker of a letter.
    #[must_use]
    pub fn named(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() {
            Side::First
        } else {
            Side::Second
        };
        Class::named(letter).map(|class| Self::new(side, class))
    }
}

/// How many of the lowest bits of checkers are set. By multiplication, which is done to several
/// columns at once where counting bits is not.
const fn added(each: u32) -> u32 {
    (each.wrapping_mul(EACH) >> (4 * (HEIGHT - 1))) & 15
}

/// The checkers on one point: a stack of four-bit checkers, the top one lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Column(u32);

/// The most checkers that a point holds.
pub const HEIGHT: usize = 5;

/// The lowest bit of each checker of a column.
const EACH: u32 = 0x11111;

impl Column {
    /// Whether nothing stands on the point.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether no further checker finds room.
    #[must_use]
    pub const fn is_full(self) -> bool {
        self.0 >= 1 << (4 * (HEIGHT - 1))
    }

    /// The number of checkers, 0 to 5.
    #[must_use]
    pub const fn height(self) -> usize {
        (35 - self.0.leading_zeros() as usize) / 4
    }

    /// The topmost checker.
    #[must_use]
    pub const fn top(self) -> Option<Checker> {
        if self.0 == 0 {
            None
        } else {
            Some(Checker((self.0 & 15) as u8))
        }
    }

    /// What stands below the topmost checker.
    #[must_use]
    pub const fn below(self) -> Self {
        Self(self.0 >> 4)
    }

    /// The column with one more checker on top; it must not be full.
    #[must_use]
    pub const fn with(self, checker: Checker) -> Self {
        Self(self.0 << 4 | checker.0 as u32)
    }

    /// Whether the topmost checker is of a side.
    #[must_use]
    pub const fn is_topped_by(self, side: Side) -> bool {
        (self.0 != 0) & ((self.0 >> 3) & 1 == side as u32)
    }

    /// Whether the topmost checker is of a class.
    #[must_use]
    pub const fn is_topped_by_class(self, class: Class) -> bool {
        self.0 & 7 == class as u32
    }

    /// Whether at least so many checkers of one colour stand on top, 1 to 5.
    #[must_use]
    pub const fn has_run_of(self, checkers: usize) -> bool {
        let above = 4 * (checkers - 1);
        // Equal colours differ in no bit 3.
        let changes = (self.0 ^ self.0 >> 4) & (EACH << 3) & ((1 << above) - 1);
        (self.0 >> above != 0) & (changes == 0)
    }

    /// Whether a single checker of its colour stands on top.
    #[must_use]
    pub const fn is_single(self) -> bool {
        // Equal colours differ in no bit 3; an empty place below differs by being empty.
        (self.0 != 0) & ((self.0 >> 4 == 0) | ((self.0 ^ self.0 >> 4) & 8 != 0))
    }

    /// Whether any checker of a side stands here, however deep.
    #[must_use]
    pub const fn holds(self, side: Side) -> bool {
        self.each_of(side) != 0
    }

    /// How many checkers of a side stand here, however deep.
    #[must_use]
    pub const fn count(self, side: Side) -> u32 {
        added(self.each_of(side))
    }

    /// How many of the two Wounded of a side stand here, however deep.
    #[must_use]
    pub const fn wounded(self, side: Side) -> u32 {
        // Alone among the classes they have bit 2 set and bit 1 not.
        added(self.each_of(side) & self.0 >> 2 & !(self.0 >> 1))
    }

    /// The checkers that are not Soldiers, from top to bottom, each with how many stand above it.
    pub fn specials(self) -> impl Iterator<Item = (usize, Checker)> {
        let mut rest = self.each_special();
        std::iter::from_fn(move || {
            let at = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some((at as usize / 4, Checker((self.0 >> at & 15) as u8)))
        })
    }

    /// Whether there is a checker that is not a Soldier.
    #[must_use]
    pub const fn has_specials(self) -> bool {
        self.each_special() != 0
    }

    /// The lowest bit of each checker that is not a Soldier.
    const fn each_special(self) -> u32 {
        // Alone among the classes a Soldier has bits 1 and 2 set.
        self.each() & !(self.0 >> 1 & self.0 >> 2)
    }

    /// The lowest bit of each checker of a side.
    const fn each_of(self, side: Side) -> u32 {
        let black = (self.0 >> 3) & EACH;
        match side {
            Side::First => self.each() & !black,
            Side::Second => black,
        }
    }

    /// The lowest bit of each checker.
    const fn each(self) -> u32 {
        (self.0 | self.0 >> 1 | self.0 >> 2) & EACH
    }

    /// The checkers from top to bottom.
    pub fn checkers(self) -> impl Iterator<Item = Checker> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let top = rest.top();
            rest = rest.below();
            top
        })
    }
}

/// The checkers of one side on the bar: a four-bit count for each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bar(u32);

impl Bar {
    /// Whether nobody waits.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many of a class wait.
    #[must_use]
    pub const fn count(self, class: Class) -> u32 {
        self.0 >> (4 * class as u32) & 15
    }

    /// How many wait.
    #[must_use]
    pub fn total(self) -> u32 {
        Class::ALL.into_iter().map(|class| self.count(class)).sum()
    }

    /// The classes that wait, in the order of texts.
    pub fn classes(self) -> impl Iterator<Item = Class> {
        Class::ALL
            .into_iter()
            .filter(move |&class| self.count(class) > 0)
    }

    /// Whether checkers of more than one class wait.
    #[must_use]
    pub fn is_mixed(self) -> bool {
        self.classes().nth(1).is_some()
    }

    /// One more of a class.
    pub const fn add(&mut self, class: Class) {
        self.0 += 1 << (4 * class as u32);
    }

    /// One less of a class, of which at least one must wait.
    pub const fn remove(&mut self, class: Class) {
        self.0 -= 1 << (4 * class as u32);
    }
}

/// The number of points.
pub const POINTS: usize = 24;

/// The place in the board's array of a point that `side` numbers `point` (1 to 24).
#[must_use]
pub const fn place(side: Side, point: u8) -> usize {
    match side {
        Side::First => point as usize - 1,
        Side::Second => POINTS - point as usize,
    }
}

/// All checkers in play. Columns lie in White's order, its point 1 first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The points.
    pub columns: [Column; POINTS],
    /// The bars, by [`Side::index`].
    pub bars: [Bar; 2],
}

impl Board {
    /// The column on a point that `side` numbers `point` (1 to 24).
    #[must_use]
    pub const fn column(&self, side: Side, point: u8) -> Column {
        self.columns[place(side, point)]
    }

    /// The bar of a side.
    #[must_use]
    pub const fn bar(&self, side: Side) -> Bar {
        self.bars[side.index()]
    }

    /// The checkers of a side that are not borne off.
    #[must_use]
    pub fn in_play(&self, side: Side) -> u32 {
        let standing: u32 = self.columns.iter().map(|column| column.count(side)).sum();
        standing + self.bar(side).total()
    }

    /// The board with colours and directions exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut image = Self::default();
        for (column, from) in image.columns.iter_mut().zip(self.columns.iter().rev()) {
            // A colour is one bit, set only where a checker stands.
            *column = Column(from.0 ^ from.each() << 3);
        }
        image.bars = [self.bars[1], self.bars[0]];
        image
    }
}
