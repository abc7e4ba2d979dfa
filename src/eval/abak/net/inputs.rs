//! NNUE input features of Abak: a bitset of binary features for each position.
//! Not here: their weights.
//!
//! Features are relative to the side to move, and each side has its own point numbers, so that the
//! position with the colours swapped has the same features. Counts are thermometer-coded: one feature
//! for each threshold reached. Bitsets make the difference of two positions cheap (XOR), which an
//! accumulator update needs.

use super::super::side_features::{ColumnSets, SideFeatures, own_points, points};
use crate::rules::abak::Abak;
use crate::rules::abak::board::{Board, Checker, Class};
use crate::rules::{Rules, Side};
use multiversion::multiversion;

/// Sets of points of one side, of 32 bits each.
const SETS: usize = 26;

/// Words of one side: its bitboards, two per word, and two words of thermometers.
const SIDE_WORDS: usize = SETS / 2 + 2;

/// Words of a position: those of the side to move, those of the opponent, and one for both.
pub const WORDS: usize = 2 * SIDE_WORDS + 1;

/// The active features of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Input `n` is bit `n % 64` of word `n / 64`.
    pub words: [u64; WORDS],
    /// Whether the position is a race, without contact: races have separate weights.
    pub race: bool,
}

/// The classes other than the Soldier, which have bitboards of their own.
const SPECIALS: [Class; 5] = [
    Class::General,
    Class::Druid,
    Class::Guard,
    Class::Even,
    Class::Odd,
];

/// Bitboards of the special checkers, by [`Checker::index`], in White's point numbers.
#[derive(Default)]
struct SpecialCheckers {
    /// Anywhere in a column.
    at: [u32; 16],
    /// Below another.
    covered: [u32; 16],
    /// Below two others or more.
    deep: [u32; 16],
}

impl SpecialCheckers {
    /// `special` are the columns with such checkers.
    #[inline(always)]
    fn of(board: &Board, special: u32) -> Self {
        let mut specials = Self::default();
        for white in points(special) {
            let bit = 1 << white;
            for (above, checker) in board.columns[white as usize - 1].specials() {
                let index = checker.index();
                specials.at[index] |= bit;
                specials.covered[index] |= if above > 0 { bit } else { 0 };
                specials.deep[index] |= if above > 1 { bit } else { 0 };
            }
        }
        specials
    }
}

/// A thermometer code: `count` ones, at most `most`, from bit `first` on.
const fn thermometer(count: i32, first: u32, most: u32) -> u64 {
    let count = if count < 0 { 0 } else { count as u32 };
    let count = if count < most { count } else { most };
    ((1 << count) - 1) << first
}

/// A thermometer code with unequal thresholds, as a table by value.
struct ThermometerScale([u16; 41]);

impl ThermometerScale {
    /// One feature for each threshold; thresholds ascend from 1.
    const fn new(thresholds: &[usize]) -> Self {
        let mut bits = [0; 41];
        let mut degree = 0;
        while degree < thresholds.len() {
            let mut value = thresholds[degree];
            while value < bits.len() {
                bits[value] |= 1 << degree;
                value += 1;
            }
            degree += 1;
        }
        Self(bits)
    }

    /// The code of a non-negative value, from bit `first` on.
    fn bits(&self, value: i32, first: u32) -> u64 {
        let value = (value as usize).min(self.0.len() - 1);
        u64::from(self.0[value]) << first
    }
}

static EXPOSURE: ThermometerScale =
    ThermometerScale::new(&[1, 3, 5, 7, 9, 11, 13, 16, 20, 25, 31, 40]);
static SHOTS: ThermometerScale = ThermometerScale::new(&[1, 4, 9, 11, 13, 15, 19, 22, 26, 30]);
static TO_LEAVE: ThermometerScale = ThermometerScale::new(&[1, 3, 6, 9, 12, 16, 22, 30]);

/// The words of one side.
#[inline(always)]
fn side_words(
    board: &Board,
    side: Side,
    sides: &[SideFeatures; 2],
    sets: &ColumnSets,
    runs: &Runs,
    specials: &SpecialCheckers,
) -> [u64; SIDE_WORDS] {
    let own = &sides[side.index()];
    let other = &sides[side.other().index()];
    let bar = board.bar(side);
    let topped = sets.topped[side.index()];
    let seen = |set| own_points(side, set);
    let waiting = |class| if bar.count(class) > 0 { 1 << 25 } else { 0 };
    let mut list = [0_u32; SETS];
    list[0] = seen(topped) | if bar.is_empty() { 0 } else { 1 << 25 };
    list[1] = seen(topped & runs.two);
    list[2] = seen(topped & runs.three);
    list[3] = seen(topped & sets.tall[0]);
    list[4] = seen(topped & sets.tall[1]);
    list[5] = own.made;
    list[6] = own.blots;
    list[7] = seen(runs.trapped[side.index()]);
    list[8] = seen(topped & runs.full);
    list[9] = 1 << own.rear & !1;
    for (at, class) in SPECIALS.into_iter().enumerate() {
        let index = Checker::new(side, class).index();
        list[10 + at] = seen(specials.at[index]) | waiting(class);
        list[15 + at] = seen(specials.covered[index]);
        list[20 + at] = seen(specials.deep[index]);
    }
    let mut words = [0; SIDE_WORDS];
    for (word, two) in words.iter_mut().zip(list.chunks(2)) {
        *word = u64::from(two[0]) | u64::from(two[1]) << 32;
    }
    let (exposure, shots) = own.exposed(other);
    words[SIDE_WORDS - 2] = thermometer(15 - own.count, 0, 15)
        | thermometer(bar.total() as i32, 15, 4)
        | thermometer(own.prime(other) - 1, 19, 5)
        | thermometer(own.behind, 24, 6)
        | EXPOSURE.bits(exposure, 30)
        | SHOTS.bits(shots, 42)
        | thermometer(own.trapped, 52, 3)
        | thermometer(own.home(), 55, 6);
    words[SIDE_WORDS - 1] = thermometer(own.pips / 8, 0, 26)
        | thermometer((own.to_home + 6) / 7, 26, 16)
        | TO_LEAVE.bits(own.to_leave, 42)
        | thermometer((own.wounded + 5) / 6, 50, 6)
        | thermometer(own.low, 56, 6);
    words
}

/// More bitboards of column properties, in White's point numbers.
#[derive(Default)]
struct Runs {
    two: u32,
    three: u32,
    full: u32,
    /// With a checker that is not a Soldier.
    special: u32,
    trapped: [u32; 2],
}

impl Runs {
    #[inline(always)]
    fn of(board: &Board, sets: &ColumnSets) -> Self {
        let mut runs = Self::default();
        for (at, &column) in board.columns.iter().enumerate() {
            let bit = 2 << at;
            let put = |set: &mut u32, is: bool| *set |= if is { bit } else { 0 };
            put(&mut runs.two, column.has_run_of(2));
            put(&mut runs.three, column.has_run_of(3));
            put(&mut runs.full, column.is_full());
            put(&mut runs.special, column.has_specials());
        }
        for side in Side::ALL {
            let [own, other] = [side, side.other()].map(Side::index);
            runs.trapped[own] = sets.held[own] & sets.topped[other];
        }
        runs
    }
}

/// [`Inputs::of`], dispatched to the best instruction set.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"))]
fn compute(position: &Abak) -> Inputs {
    let board = position.board();
    let mover = position.turn();
    let sets = ColumnSets::of(board);
    let sides = SideFeatures::by_sets(board, &sets);
    let runs = Runs::of(board, &sets);
    let specials = SpecialCheckers::of(board, runs.special);
    let own = sides[mover.index()];
    let other = sides[mover.other().index()];
    let mut words = [0; WORDS];
    for (side, half_words) in [mover, mover.other()]
        .into_iter()
        .zip(words.chunks_mut(SIDE_WORDS))
    {
        half_words.copy_from_slice(&side_words(board, side, &sides, &sets, &runs, &specials));
    }
    let apart = other.pips - own.pips + 4;
    let total = (own.pips + other.pips).max(1) as u32;
    let lead = 100 * apart / (total + 16).isqrt() as i32;
    let between = own.rear + other.rear - 25;
    words[WORDS - 1] = thermometer((apart + 48) / 4, 0, 24)
        | thermometer((lead + 300) / 20, 24, 30)
        | thermometer((between + 2) / 3, 54, 8);
    let race = between <= 0;
    for (word, used) in words.iter_mut().zip(&USED[usize::from(race)]) {
        *word &= used;
    }
    Inputs { words, race }
}

impl Inputs {
    /// The features of a position.
    #[must_use]
    pub fn of(position: &Abak) -> Self {
        compute(position)
    }

    /// Whether a gammon and a backgammon are still possible for the side to move, and against it.
    #[must_use]
    pub fn possible(&self) -> [[bool; 2]; 2] {
        // A side that has borne off a checker cannot lose a gammon. In a race, a side without
        // checkers in the opponent's home cannot lose a backgammon.
        let lost = |half: usize| {
            let word = self.words[half * SIDE_WORDS + SIDE_WORDS - 2];
            let gammon = word & 1 == 0;
            [gammon, gammon && !(self.race && word >> 24 & 1 == 0)]
        };
        [lost(1), lost(0)]
    }

    /// Fills `out` with the indices of the active features, ascending.
    pub fn active(&self, out: &mut Vec<u16>) {
        let mut numbers = [FeatureList::default(), FeatureList::default()];
        let nothing = [0; WORDS];
        self.since(&nothing, &mut numbers);
        out.clear();
        out.extend_from_slice(numbers[1].list());
    }

    /// The number of active features.
    #[inline]
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Fills the lists with the features removed and added since `before`, a position of the same
    /// kind (contact or race).
    #[inline]
    pub fn since(&self, before: &[u64; WORDS], [removed, added]: &mut [FeatureList; 2]) {
        let mut differ = 0_u32;
        for (at, (before, now)) in before.iter().zip(&self.words).enumerate() {
            differ |= u32::from(before != now) << at;
        }
        removed.len = 0;
        added.len = 0;
        for at in points(differ) {
            let at = at as usize;
            let numbers = &NUMBERS[usize::from(self.race)][at];
            removed.push(numbers, before[at] & !self.words[at]);
            added.push(numbers, self.words[at] & !before[at]);
        }
    }
}

/// How many indices of a word are written without checking whether there are that many, which is
/// faster.
const AT_ONCE: usize = 2;

/// FeatureList of inputs, in a buffer to be used again.
#[derive(Clone, Debug)]
pub struct FeatureList {
    list: [u16; MAX_ACTIVE + AT_ONCE],
    len: usize,
}

impl Default for FeatureList {
    fn default() -> Self {
        Self {
            list: [0; MAX_ACTIVE + AT_ONCE],
            len: 0,
        }
    }
}

impl FeatureList {
    /// The numbers, ascending.
    #[inline]
    #[must_use]
    pub fn list(&self) -> &[u16] {
        &self.list[..self.len]
    }

    /// Adds those that stand for the bits of a word.
    #[inline]
    fn push(&mut self, numbers: &[u16; 64], mut word: u64) {
        let end = self.len + word.count_ones() as usize;
        let mut at = self.len;
        while at < end {
            for place in &mut self.list[at..at + AT_ONCE] {
                // Without a bit left it is any number, which does not count.
                *place = numbers[word.trailing_zeros() as usize % 64];
                word &= word.wrapping_sub(1);
            }
            at += AT_ONCE;
        }
        self.len = end;
    }
}

/// The bits that say something, in contact and in a race; the others have no weights.
const USED: [[u64; WORDS]; 2] = [used(false), used(true)];

const fn used(race: bool) -> [u64; WORDS] {
    let mut used = [0; WORDS];
    let mut half = 0;
    while half < 2 {
        let mut set = 0;
        while set < SETS {
            let bits: u64 = match set {
                _ if race && !matches!(set, 0..=4 | 9 | 13 | 14 | 18 | 19 | 23 | 24) => 0,
                7 => 0x0007_FF80,
                0 | 9..=14 if !race => 0x03FF_FFFE,
                _ => 0x01FF_FFFE,
            };
            used[half * SIDE_WORDS + set / 2] |= bits << (set % 2 * 32);
            set += 1;
        }
        used[half * SIDE_WORDS + SIDE_WORDS - 2] = if race { 0x3F00_7FFF } else { (1 << 61) - 1 };
        used[half * SIDE_WORDS + SIDE_WORDS - 1] = (1 << 62) - 1;
        half += 1;
    }
    used[WORDS - 1] = if race { (1 << 54) - 1 } else { (1 << 62) - 1 };
    used
}

/// The number of the input that stands for a bit, in contact and in a race.
static NUMBERS: [[[u16; 64]; WORDS]; 2] = {
    let mut numbers = [[[0; 64]; WORDS]; 2];
    let (mut race, mut next) = (0, 0);
    while race < 2 {
        let mut bit = 0;
        while bit < 64 * WORDS {
            numbers[race][bit / 64][bit % 64] = next;
            next += (USED[race][bit / 64] >> (bit % 64) & 1) as u16;
            bit += 1;
        }
        race += 1;
    }
    numbers
};

/// How many inputs there are.
pub const INPUTS: usize = {
    let (mut count, mut at) = (0, 0);
    while at < WORDS {
        count += USED[0][at].count_ones() + USED[1][at].count_ones();
        at += 1;
    }
    count as usize
};

/// The most inputs that are on at once: a side's 15 checkers with two sets of runs each, eighteen
/// marks of its specials and a few more, and all thermometers at their ends.
pub const MAX_ACTIVE: usize = 2 * (2 * 15 + 18 + 7 + 61 + 62) + 62;
