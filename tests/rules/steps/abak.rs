//! The steps of Abak once more, checker by checker: slow, and easy to check by eye.
//! Not here: anything that the engine runs.

use super::{Plain, hold_on_files, hold_on_games, some};
use std::collections::{BTreeMap, BTreeSet};
use tricorn::rules::abak;

const BAR: usize = 25;
const OFF: usize = 0;

/// What the General did in this turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum General {
    Nothing,
    Forward,
    Backward,
}

/// The board as the mover sees it: own checkers are capitals, points have own numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    /// Columns from bottom to top, 0 where nothing stands; `points[0]` is not used.
    points: [[u8; 5]; 25],
    /// The classes that wait on the own bar, 0 where nothing does.
    bar: [u8; 15],
    general: General,
    /// The dice to be played, 0 for one that is played.
    dice: [usize; 4],
    /// The point on which the second checker of a Jane is due.
    due: Option<usize>,
}

/// A turn under way: everything that its steps can have meant.
#[derive(Clone)]
pub struct Abak {
    states: Vec<State>,
    /// How many dice are still to be played.
    due: usize,
    /// The words allowed if the one die that can be played must be the higher.
    words: Option<BTreeSet<String>>,
}

impl Abak {
    /// Reads a position text with its roll, that is known to be good.
    pub fn new(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let white = words[1] == "w";
        let own = |c: char| c.is_uppercase() == white;
        let mut points = [[0; 5]; 25];
        let mut point = 24;
        for item in words[0].split('/') {
            if let Ok(run) = item.parse::<usize>() {
                point -= run;
                continue;
            }
            let number = if white { point } else { 25 - point };
            for (height, c) in item.chars().enumerate() {
                let class = c.to_ascii_lowercase();
                let c = if own(c) {
                    c.to_ascii_uppercase()
                } else {
                    class
                };
                points[number][height] = c as u8;
            }
            point -= 1;
        }
        let mut bar = [0; 15];
        let waiting = words[2].chars().filter(|&c| c != '-' && own(c));
        for (place, c) in bar.iter_mut().zip(waiting) {
            *place = c.to_ascii_uppercase() as u8;
        }
        let dice: Vec<usize> = words[3].bytes().map(|c| usize::from(c - b'0')).collect();
        let (high, low) = (dice[0], dice[1]);
        let state = State {
            points,
            bar,
            general: General::Nothing,
            dice: if high == low {
                [high; 4]
            } else {
                [high, low, 0, 0]
            },
            due: None,
        };
        let in_play = |own: bool| {
            let letters = [words[0], words[2]].concat();
            letters
                .chars()
                .any(|c| c.is_alphabetic() && c.is_uppercase() == (white == own))
        };
        // A finished game has no turns.
        let due = match in_play(true) && in_play(false) {
            true => state.most().unwrap_or(0),
            false => 0,
        };
        let words = (due == 1 && high != low).then(|| {
            let with = |die| {
                let steps = state.steps(die).into_iter();
                let whole = steps.filter(|(_, after)| after.due.is_none());
                whole.map(|(word, _)| word).collect()
            };
            let words: BTreeSet<String> = with(high);
            if words.is_empty() { with(low) } else { words }
        });
        Self {
            states: vec![state],
            due,
            words,
        }
    }
}

impl Plain for Abak {
    fn next(&self) -> BTreeMap<String, Self> {
        let mut found: BTreeMap<String, Self> = BTreeMap::new();
        for state in self.states.iter().filter(|_| self.due > 0) {
            for die in state.numbers() {
                for (word, after) in state.steps(die) {
                    let allowed = self
                        .words
                        .as_ref()
                        .is_none_or(|words| words.contains(&word));
                    if !allowed || after.most() != Some(self.due - 1) {
                        continue;
                    }
                    let entry = found.entry(word).or_insert(Self {
                        states: Vec::new(),
                        due: self.due - 1,
                        words: None,
                    });
                    entry.states.push(after);
                }
            }
        }
        found
    }
}

impl State {
    /// The numbers of the dice that are left.
    fn numbers(&self) -> BTreeSet<usize> {
        self.dice.into_iter().filter(|&die| die > 0).collect()
    }

    /// The most dice that can still be played; `None` if a Jane cannot be completed.
    fn most(&self) -> Option<usize> {
        let left = self.dice.iter().filter(|&&die| die > 0).count();
        let mut most = self.due.is_none().then_some(0);
        for die in self.numbers() {
            for (_, after) in self.steps(die) {
                most = most.max(after.most().map(|more| more + 1));
                if most == Some(left) {
                    return most;
                }
            }
        }
        most
    }

    fn top(&self, point: usize) -> u8 {
        let column = self.points[point];
        column.into_iter().rev().find(|&c| c != 0).unwrap_or(0)
    }

    /// How many of one colour stand on top.
    fn strength(&self, point: usize) -> usize {
        let own = self.top(point).is_ascii_uppercase();
        let run = self.points[point].into_iter().rev().filter(|&c| c != 0);
        run.take_while(|c| c.is_ascii_uppercase() == own).count()
    }

    /// How many own checkers stand above a point number, trapped ones too.
    fn own_above(&self, point: usize) -> usize {
        let columns = self.points[point + 1..].iter().flatten();
        columns.filter(|c| c.is_ascii_uppercase()).count()
    }

    /// The steps of one die, with the state after each.
    fn steps(&self, die: usize) -> Vec<(String, Self)> {
        let mut found = Vec::new();
        if self.bar[0] != 0 {
            let classes: BTreeSet<u8> = self.bar.into_iter().filter(|&c| c != 0).collect();
            for &class in &classes {
                self.move_to(&mut found, BAR, BAR - die, class, die);
            }
            return found;
        }
        for from in 1..=24 {
            let class = self.top(from);
            if !class.is_ascii_uppercase() {
                continue;
            }
            if class == b'G' {
                let others = self.own_above(6) - usize::from(from > 6);
                if self.general == General::Nothing && from + die <= 24 && others > 0 {
                    self.move_to(&mut found, from, from + die, class, die);
                }
                if self.general == General::Backward {
                    continue;
                }
            }
            let fits = match class {
                b'E' => die.is_multiple_of(2),
                b'O' => !die.is_multiple_of(2),
                _ => true,
            };
            if from > die && fits {
                self.move_to(&mut found, from, from - die, class, die);
            }
            let highest = from == die || self.own_above(from) == 0;
            if from <= die && self.own_above(6) == 0 && highest {
                self.move_to(&mut found, from, OFF, class, die);
            }
        }
        found
    }

    /// Adds the move of a checker, if what it comes to lets it.
    fn move_to(
        &self,
        found: &mut Vec<(String, Self)>,
        from: usize,
        to: usize,
        class: u8,
        die: usize,
    ) {
        if self.due.is_some_and(|point| point != to) {
            return;
        }
        let middle = (7..=18).contains(&to);
        let joins = class != b'U' && !(class == b'D' && middle);
        let mut after = *self;
        let mut hits = false;
        if self.due.is_some() {
            if !joins {
                return;
            }
            hits = true;
            after.due = None;
        } else if to != OFF {
            let top = self.top(to);
            let enemy = top.is_ascii_lowercase();
            if self.points[to][4] != 0 || enemy && self.strength(to) > 1 {
                return;
            }
            if enemy && !(class == b'D' && middle) {
                if top == b'u' && joins {
                    after.due = Some(to);
                } else {
                    hits = true;
                }
                after.lift(to);
            }
        }
        let mixed = self
            .bar
            .iter()
            .filter(|&&c| c != 0)
            .collect::<BTreeSet<_>>()
            .len()
            > 1;
        let origin = match from {
            BAR if mixed => format!("bar.{}", char::from(class.to_ascii_lowercase())),
            BAR => "bar".to_owned(),
            _ => from.to_string(),
        };
        let goal = if to == OFF {
            "off".to_owned()
        } else {
            to.to_string()
        };
        let star = if hits { "*" } else { "" };
        if from == BAR {
            let at = self.bar.iter().position(|&c| c == class).unwrap_or(0);
            after.bar.copy_within(at + 1.., at);
            after.bar[14] = 0;
        } else {
            after.lift(from);
            if class == b'G' {
                after.general = if to > from {
                    General::Backward
                } else {
                    General::Forward
                };
            }
        }
        if to != OFF {
            let free = after.points[to].iter().position(|&c| c == 0).unwrap_or(0);
            after.points[to][free] = class;
        }
        let played = after
            .dice
            .iter()
            .position(|&other| other == die)
            .unwrap_or(0);
        after.dice[played] = 0;
        found.push((format!("{origin}/{goal}{star}"), after));
    }

    fn lift(&mut self, point: usize) {
        let height = self.points[point].iter().filter(|&&c| c != 0).count();
        self.points[point][height - 1] = 0;
    }
}

/// The steps of a move text.
fn steps(text: &str) -> Vec<&str> {
    let own = text.split_once(':').map_or(text, |(_, own)| own);
    own.split(',').collect()
}

/// Two checkers that come to one point one right after the other, of which the second hits.
fn is_jane(text: &str) -> bool {
    let goal = |step: &str| step.split_once('/').map(|(_, to)| to.replace('*', ""));
    let pair = |pair: &[&str]| goal(pair[0]) == goal(pair[1]) && pair[1].ends_with('*');
    steps(text).windows(2).any(pair)
}

/// A step to a higher number: the General's.
fn is_backward(text: &str) -> bool {
    steps(text).into_iter().any(|step| {
        let ends = step.split_once('/');
        let numbers = ends.map(|(from, to)| [from, to].map(|end| end.replace('*', "").parse()));
        matches!(numbers, Some([Ok::<u8, _>(from), Ok(to)]) if to > from)
    })
}

#[test]
fn abak_conformance() {
    let files = ["abak-play.jsonl", "abak-special.jsonl"];
    hold_on_files::<abak::Abak, _>(&files, Abak::new);
}

#[test]
fn abak_games() {
    hold_on_games::<abak::Abak, _, 8>(
        Abak::new,
        [
            ("doubles", |text, _| {
                text.as_bytes()[text.len() - 2] == text.as_bytes()[text.len() - 1]
            }),
            ("Janes", |_, legal| some(legal, is_jane)),
            ("checkers on the bar", |_, legal| {
                some(legal, |m| m.contains("bar/"))
            }),
            ("several classes on the bar", |_, legal| {
                some(legal, |m| m.contains("bar."))
            }),
            ("the General backward", |_, legal| some(legal, is_backward)),
            ("checkers borne off", |_, legal| {
                some(legal, |m| m.contains("off"))
            }),
            ("passes", |_, legal| some(legal, |m| m.ends_with("pass"))),
            ("one die of two", |text, legal| {
                let double = text.as_bytes()[text.len() - 2] == text.as_bytes()[text.len() - 1];
                !double && some(legal, |m| steps(m).len() == 1 && !m.ends_with("pass"))
            }),
        ],
    );
}
