//! The bear-off database: races evaluated from the roll-count distributions of both sides.
//! Not here: all other positions, which another evaluation handles.

mod position;
mod table;

use super::OutcomeProbabilities;
use super::probabilities::CERTAINTY;
use crate::eval::{EvalTerm, Evaluate, Value};
use crate::rules::Rules;
use crate::rules::abak::Abak;
use position::BearOffPosition;
use std::sync::LazyLock;
use table::{BearoffTable, Cdf, ONE};

/// Computed once per process: 7 MiB.
static TABLE: LazyLock<BearoffTable> = LazyLock::new(BearoffTable::new);

/// The distance of the two bounds, in millionths, up to which the value counts as exact.
const EXACT_TOLERANCE: i32 = 4;

/// An evaluation with a bear-off database: positions in which both sides have all their checkers at
/// home, at most six each.
///
/// The database has two distributions for each side: that of the play with the least mean number of
/// turns, and an upper bound over all plays. The first of one side against the second of the other
/// bounds the value of the race from below, the reverse from above. Where the bounds meet, the value
/// is exact; elsewhere the midpoint is used.
#[derive(Clone, Copy, Debug)]
pub struct BearOff<E> {
    inner: E,
    table: &'static BearoffTable,
}

impl<E> BearOff<E> {
    /// Adds the database to `inner`. The first call in a process computes the database, which takes
    /// a fraction of a second.
    pub fn new(inner: E) -> Self {
        Self {
            inner,
            table: &TABLE,
        }
    }

    /// The value of a position in the database, exact or nearly; `None` for other positions.
    #[must_use]
    pub fn lookup(&self, position: &Abak) -> Option<OutcomeProbabilities> {
        self.probe(position).map(|(probabilities, _)| probabilities)
    }

    /// The value of a position in the database, and whether it is exact.
    fn probe(&self, position: &Abak) -> Option<(OutcomeProbabilities, bool)> {
        let board = position.board();
        // The cheap test first: most positions have checkers outside the homes.
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
        let least = race_win_chance(&own.mean_play, &other.upper_bound);
        let most = race_win_chance(&own.upper_bound, &other.mean_play);
        // Both sides have borne off checkers, so there are no gammons.
        let probabilities = OutcomeProbabilities::new((least + most) / 2, [0; 2], [0; 2]);
        Some((probabilities, most - least <= EXACT_TOLERANCE))
    }
}

/// The probability in millionths that the side to move bears off first.
fn race_win_chance(own: &Cdf, other: &Cdf) -> i32 {
    let own = own.windows(2).map(|two| u64::from(two[1] - two[0]));
    let slow = other.iter().map(|&chance| u64::from(ONE - chance));
    let sum: u64 = own.zip(slow).map(|(now, slow)| now * slow).sum();
    // A probability of 1 is 2^60 here; the lowest bits do not matter.
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
        match self.probe(position) {
            Some((probabilities, _)) => probabilities,
            None => self.inner.value(position),
        }
    }

    fn exact(&mut self, position: &Abak) -> Option<OutcomeProbabilities> {
        let (probabilities, exact) = self.probe(position)?;
        exact.then_some(probabilities)
    }

    fn terms(&mut self, position: &Abak) -> Vec<EvalTerm> {
        match self.probe(position) {
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

    /// Knuth's linear congruential generator.
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

    /// The six points of a home board from point 6 down, with random checkers.
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

    /// A random position in the database, White to move.
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
    fn turns_equal_those_of_the_rules() {
        let mut random = Random(1);
        let mut moves = Vec::new();
        let mut turns = TABLE.turns();
        for _ in 0..300 {
            let position = race(&mut random, position::MAX_CHECKERS);
            for &(roll, _) in Dice::ROLLS {
                position.moves(roll, &mut moves);
                let positions = moves.iter().map(|m| TABLE.index(&own(m.after())));
                let rules: BTreeSet<_> = positions.collect();
                let passed = rules.contains(&TABLE.index(&own(&position)));
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

    /// The winning probability of the side to move with best play, searched this many turns deep.
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
    fn exact_values_are_exact() {
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
    fn most_values_are_exact() {
        let mut random = Random(3);
        let bearoff = BearOff::new(Hce);
        for (most, percent) in [(1, 100), (2, 98), (3, 85), (6, 45)] {
            let mut exact = 0;
            for _ in 0..1_000 {
                let position = race(&mut random, most);
                let roll_counts = TABLE.roll_counts(&own(&position));
                // Hardly anything is beyond the last number of turns.
                assert!(roll_counts.mean_play.last() > Some(&(ONE - 50)));
                let known = bearoff.probe(&position).expect("in the table");
                exact += u32::from(known.1);
            }
            assert!(exact >= 10 * percent, "{exact} of 1000 up to {most}");
        }
    }

    #[test]
    fn other_positions_use_the_inner_evaluation() {
        let start = Abak::start();
        let mut bearoff = BearOff::new(Hce);
        assert_eq!(bearoff.value(&start), Hce.value(&start));
        assert_eq!(bearoff.exact(&start), None);
        assert_eq!(bearoff.terms(&start), Hce.terms(&start));
    }
}
