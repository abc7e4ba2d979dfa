//! The bear-off database: the end of a race, evaluated from the distributions of the number of
//! rolls that each side needs.
//! Not here: everything before that, which another evaluation sees.

mod position;
mod table;

use super::OutcomeProbabilities;
use super::probabilities::CERTAINTY;
use crate::eval::{EvalTerm, Evaluate, Value};
use crate::rules::Rules;
use crate::rules::abak::Abak;
use position::BearOffPosition;
use std::sync::LazyLock;
use table::{BearoffTable, ONE, Row};

/// Made once for the whole process: 7 MiB.
static TABLE: LazyLock<BearoffTable> = LazyLock::new(BearoffTable::new);

/// The width in millionths within which bounds are said to meet.
const EXACT: i32 = 4;

/// An evaluation that knows the end of races: positions where both sides have all their checkers
/// at home, and six at most.
///
/// The two distributions bound the value of the race from both sides: a side
/// has at least what the play for the least mean number of turns gives it against an opponent who
/// would play best for every number at once, and at most the reverse. Where the bounds meet, the
/// value is exact; elsewhere it is taken from the middle.
#[derive(Clone, Copy, Debug)]
pub struct BearOff<E> {
    inner: E,
    table: &'static BearoffTable,
}

impl<E> BearOff<E> {
    /// Adds the end of races to `inner`. The first one made in a process takes a fraction of a
    /// second, so that no search has to.
    pub fn new(inner: E) -> Self {
        Self {
            inner,
            table: &TABLE,
        }
    }

    /// The value of the end of a race, exact or nearly; `None` for other positions.
    #[must_use]
    pub fn known(&self, position: &Abak) -> Option<OutcomeProbabilities> {
        self.race(position).map(|(probabilities, _)| probabilities)
    }

    /// The value of the end of a race, and whether it is exact.
    fn race(&self, position: &Abak) -> Option<(OutcomeProbabilities, bool)> {
        let board = position.board();
        // Nearly always there is something in the middle.
        let apart = board.columns[6..18].iter().all(|column| column.is_empty())
            && board.bars.iter().all(|bar| bar.is_empty());
        if !apart {
            return None;
        }
        let mover = position.turn();
        let own = self.table.roll_counts(&BearOffPosition::of(board, mover)?);
        let other = self
            .table
            .roll_counts(&BearOffPosition::of(board, mover.other())?);
        let least = ahead(&own.soon, &other.bound);
        let most = ahead(&own.bound, &other.soon);
        // Both have borne off checkers: there are no gammons.
        let probabilities = OutcomeProbabilities::new((least + most) / 2, [0; 2], [0; 2]);
        Some((probabilities, most - least <= EXACT))
    }
}

/// The chance in millionths to be off before the other side is, whose turn comes after each own.
fn ahead(own: &Row, other: &Row) -> i32 {
    let own = own.windows(2).map(|two| u64::from(two[1] - two[0]));
    let slow = other.iter().map(|&chance| u64::from(ONE - chance));
    let sum: u64 = own.zip(slow).map(|(now, slow)| now * slow).sum();
    // Two to the 60th is certainty; the last bits do not matter.
    (((sum >> 30) * CERTAINTY as u64 + u64::from(ONE / 2)) >> 30) as i32
}

impl<E: Default> Default for BearOff<E> {
    fn default() -> Self {
        Self::new(E::default())
    }
}

impl<E: Evaluate<Abak, Value = OutcomeProbabilities>> Evaluate<Abak> for BearOff<E> {
    type Value = OutcomeProbabilities;

    fn value(&mut self, position: &Abak) -> OutcomeProbabilities {
        match self.race(position) {
            Some((probabilities, _)) => probabilities,
            None => self.inner.value(position),
        }
    }

    fn exact(&mut self, position: &Abak) -> Option<OutcomeProbabilities> {
        let (probabilities, exact) = self.race(position)?;
        exact.then_some(probabilities)
    }

    fn terms(&mut self, position: &Abak) -> Vec<EvalTerm> {
        match self.race(position) {
            Some((probabilities, _)) => vec![EvalTerm {
                name: "end of the race".into(),
                score: probabilities.score(),
            }],
            None => self.inner.terms(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::abak::Hce;
    use crate::rules::abak::Dice;
    use crate::rules::{Chance, Notation, Side};
    use std::collections::{BTreeSet, HashMap};

    /// A generator of Knuth's, good enough to vary positions.
    struct Random(u64);

    impl Random {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (self.0 >> 33) as usize % end
        }
    }

    /// Six columns of a side's home, from its point 6 down, with some checkers of its set.
    fn home(random: &mut Random, checkers: usize) -> [String; 6] {
        let mut set: Vec<char> = "GDUUEOSSSSSSSSS".chars().collect();
        let mut columns: [String; 6] = Default::default();
        for _ in 0..checkers {
            let checker = set.remove(random.below(set.len()));
            let open: Vec<_> = (0..6).filter(|&at| columns[at].len() < 5).collect();
            columns[open[random.below(open.len())]].push(checker);
        }
        columns
    }

    /// The end of a race, White to move.
    fn race(random: &mut Random, most: usize) -> Abak {
        let [white, black] = [(); 2].map(|()| {
            let checkers = 1 + random.below(most);
            home(random, checkers)
        });
        let low = |column: &String| column.to_lowercase();
        let points = black.iter().rev().map(low);
        let points = points.chain(vec![String::new(); 12]).chain(white);
        let mut text: Vec<String> = Vec::new();
        let mut empty = 0;
        for column in points.chain([String::from("end")]) {
            if column.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push(empty.to_string());
                empty = 0;
            }
            text.push(column);
        }
        text.pop();
        let text = format!("{} w - -", text.join("/"));
        Abak::parse_position(&text).expect(&text).position
    }

    fn own(position: &Abak) -> BearOffPosition {
        BearOffPosition::of(position.board(), Side::First).expect("an position")
    }

    #[test]
    fn turns_are_those_of_the_rules() {
        let mut random = Random(1);
        let mut moves = Vec::new();
        let mut turns = TABLE.turns();
        for _ in 0..300 {
            let position = race(&mut random, position::MOST);
            for &(roll, _) in Dice::ROLLS {
                position.moves(roll, &mut moves);
                let positions = moves.iter().map(|m| TABLE.number(&own(m.after())));
                let rules: BTreeSet<_> = positions.collect();
                let passed = rules.contains(&TABLE.number(&own(&position)));
                let found = turns(&own(&position), roll);
                let expected = if passed { BTreeSet::new() } else { rules };
                assert_eq!(
                    found,
                    expected,
                    "{roll} in {}",
                    position.position_text(None)
                );
            }
        }
    }

    /// The winning chance of the side to move, by every play of both, up to so many turns.
    fn win(position: &Abak, turns: u32, known: &mut HashMap<(u64, u32), f64>) -> f64 {
        if position.outcome().is_some() {
            return 0.0;
        }
        if turns == 0 {
            return 0.5;
        }
        if let Some(&known) = known.get(&(position.key(), turns)) {
            return known;
        }
        let mut sum = 0.0;
        let mut moves = Vec::new();
        for &(roll, weight) in Dice::ROLLS {
            position.moves(roll, &mut moves);
            let chances = moves.iter().map(|m| 1.0 - win(m.after(), turns - 1, known));
            sum += f64::from(weight) * chances.fold(0.0, f64::max);
        }
        known.insert((position.key(), turns), sum / 36.0);
        sum / 36.0
    }

    #[test]
    fn what_is_called_exact_is_exact() {
        let mut random = Random(2);
        let mut bearoff = BearOff::new(Hce);
        let (mut exact, mut near) = (0, 0);
        for round in 0..60 {
            let position = race(&mut random, 2 + usize::from(round % 4 == 0));
            let chance = 1e6 * win(&position, 18, &mut HashMap::new());
            let off = (f64::from(bearoff.value(&position).wins[0]) - chance).abs();
            let text = position.position_text(None);
            match bearoff.exact(&position) {
                Some(probabilities) => {
                    exact += 1;
                    assert!(off < 2.0, "{text}: {chance} and {probabilities:?}");
                }
                None => {
                    near += 1;
                    assert!(off < 2_000.0, "{text}: {chance} by {off}");
                }
            }
        }
        assert!(exact > 40, "{exact} exact, {near} near");
    }

    #[test]
    fn the_bounds_meet_for_most() {
        let mut random = Random(3);
        let bearoff = BearOff::new(Hce);
        for (most, percent) in [(1, 100), (2, 98), (3, 85), (6, 45)] {
            let mut exact = 0;
            for _ in 0..1_000 {
                let position = race(&mut random, most);
                let roll_counts = TABLE.roll_counts(&own(&position));
                // Nothing is lost beyond the last number of turns.
                assert!(roll_counts.soon.last() > Some(&(ONE - 50)));
                let known = bearoff.race(&position).expect("in the table");
                exact += u32::from(known.1);
            }
            assert!(exact >= 10 * percent, "{exact} of 1000 up to {most}");
        }
    }

    #[test]
    fn everything_else_is_left_to_the_other_evaluation() {
        let start = Abak::start();
        let mut bearoff = BearOff::new(Hce);
        assert_eq!(bearoff.value(&start), Hce.value(&start));
        assert_eq!(bearoff.exact(&start), None);
        assert_eq!(bearoff.terms(&start), Hce.terms(&start));
    }
}
