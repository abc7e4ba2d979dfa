//! Laws of turns entered step by step: they lead to the legal turns, to all of them, in every order.
//! Not here: the answers of the process to `query steps`.

mod abak;
mod answers;
mod hostile;
mod squares;

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tricorn::rules::steps::BegunTurn;
use tricorn::rules::{Chance, Game, Notation, Rules};

/// How many ways of entering a turn are followed one by one; where there are more, some at random.
const ALL: usize = 50;

/// How many positions of random games are checked of each game.
const POSITIONS: usize = 10_000;

/// The steps as the rules say them once more, the plain way.
trait Plain: Clone {
    /// What can follow, with what is then.
    fn next(&self) -> BTreeMap<String, Self>;
}

/// Checks one position under one roll. Returns the legal turns, with their texts.
fn hold<G: Notation, P: Plain>(
    position: &G,
    roll: G::Roll,
    plain: &P,
    random: &mut Pcg64,
) -> BTreeMap<String, G::Move> {
    let mut legal = Vec::new();
    position.moves(roll, &mut legal);
    let mut check = Check {
        position,
        roll,
        text: position.position_text(Some(roll)),
        reached: BTreeSet::new(),
        legal: legal.iter().map(|m| (position.move_text(m), *m)).collect(),
        ways: 0,
    };
    if !check.walk_all(&mut Vec::new(), plain) {
        for _ in 0..3 {
            check.walk_any(plain, random);
        }
    } else {
        let legal: BTreeSet<String> = check.legal.keys().cloned().collect();
        assert_eq!(check.reached, legal, "turns reached in {}", check.text);
    }
    check.legal
}

struct Check<'a, G: Notation> {
    position: &'a G,
    roll: G::Roll,
    text: String,
    legal: BTreeMap<String, G::Move>,
    reached: BTreeSet<String>,
    ways: usize,
}

impl<G: Notation> Check<'_, G> {
    /// Follows every way of entering a turn, unless they are too many.
    fn walk_all<P: Plain>(&mut self, begun: &mut Vec<String>, plain: &P) -> bool {
        let next = self.node(begun, plain);
        if next.is_empty() {
            self.ways += 1;
        }
        for (step, after) in next {
            if self.ways > ALL {
                return false;
            }
            begun.push(step);
            self.walk_all(begun, &after);
            begun.pop();
        }
        self.ways <= ALL
    }

    /// Follows one way.
    fn walk_any<P: Plain>(&mut self, plain: &P, random: &mut impl Rng) {
        let mut begun = Vec::new();
        let mut plain = plain.clone();
        loop {
            let next = self.node(&begun, &plain);
            if next.is_empty() {
                return;
            }
            let taken = random.random_range(0..next.len());
            let (step, after) = next.into_iter().nth(taken).expect("in range");
            begun.push(step);
            plain = after;
        }
    }

    /// Checks what the rules say after these steps, and returns what can follow.
    fn node<P: Plain>(&mut self, begun: &[String], plain: &P) -> BTreeMap<String, P> {
        let place = || format!("{} after {}", self.text, begun.join(" "));
        let words: Vec<&str> = begun.iter().map(String::as_str).collect();
        let turn = self.position.steps(self.roll, &words);
        let BegunTurn { next, end, .. } = turn.unwrap_or_else(|e| panic!("{}: {e:?}", place()));
        let expected = plain.next();
        let plainly: Vec<&String> = expected.keys().collect();
        assert_eq!(next.iter().collect::<Vec<_>>(), plainly, "{}", place());
        assert_eq!(
            end.is_some(),
            next.is_empty() && !self.legal.is_empty(),
            "{}",
            place()
        );
        if let Some(end) = end {
            let text = self.position.move_text(&end);
            assert!(self.legal.contains_key(&text), "{text} in {}", place());
            self.reached.insert(text);
        }
        expected
    }
}

#[derive(Deserialize)]
struct Case {
    position: String,
}

/// Every position of the conformance set.
fn hold_on_files<G: Notation, P: Plain>(files: &[&str], plain: impl Fn(&str) -> P) {
    let mut random = Pcg64::seed_from_u64(1);
    for file in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
        let text = std::fs::read_to_string(path.join(file)).expect(file);
        for line in text.lines() {
            let case: Case = serde_json::from_str(line).expect("a case");
            let placed = G::parse_position(&case.position).expect(&case.position);
            let roll = placed.roll.expect("a roll");
            let plain = plain(&case.position);
            hold(&placed.position, roll, &plain, &mut random);
        }
    }
}

/// Whether something shows in a position text or in its legal turns.
type Feature<G> = fn(&str, &BTreeMap<String, <G as Rules>::Move>) -> bool;

/// Positions of random games. Each of the features must show in 20 of them, in the position text or
/// the texts of the legal turns.
fn hold_on_games<G: Notation, P: Plain, const N: usize>(
    plain: impl Fn(&str) -> P,
    features: [(&str, Feature<G>); N],
) {
    let mut random = Pcg64::seed_from_u64(2);
    let mut game = Game::<G>::start();
    let mut seen = [0; N];
    for _ in 0..POSITIONS {
        let (roll, _) = G::Roll::ROLLS[random.random_range(0..G::Roll::ROLLS.len())];
        game.set_roll(roll);
        let text = game.text();
        let legal = hold(game.position(), roll, &plain(&text), &mut random);
        for ((_, shows), seen) in features.iter().zip(&mut seen) {
            *seen += usize::from(shows(&text, &legal));
        }
        if legal.is_empty() || game.outcome().is_some() {
            game = Game::start();
        } else {
            let taken = random.random_range(0..legal.len());
            let m = legal.values().nth(taken).expect("in range");
            game.play(m);
        }
    }
    for ((feature, _), seen) in features.iter().zip(seen) {
        assert!(seen >= 20, "{feature} in {seen} positions of {POSITIONS}");
    }
}

/// Whether the text of some legal turn has a property.
fn some<M>(legal: &BTreeMap<String, M>, has: impl Fn(&str) -> bool) -> bool {
    legal.keys().any(|text| has(text))
}
