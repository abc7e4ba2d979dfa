//! The steps of Dameo and Eximo once more, square by square: slow, and easy to check by eye.
//! Not here: anything that the engine runs.

use super::{Plain, hold_on_files, hold_on_games, some};
use std::collections::{BTreeMap, BTreeSet};
use tricorn::rules::{dameo, eximo};

/// File and rank, from 0.
type Cell = (i32, i32);
type Taken = BTreeSet<Cell>;

/// A board of letters as in position texts, and the piece that is under way.
#[derive(Clone)]
struct Board {
    pieces: BTreeMap<Cell, char>,
    white: bool,
    /// Whether the mover's men go to higher ranks.
    up: bool,
}

/// A piece under way: where it began and stands, what it has taken, and how often it has moved.
#[derive(Clone, Default)]
struct Way {
    from: Cell,
    at: Cell,
    taken: Taken,
    moves: usize,
    stepped: bool,
    dropped: BTreeSet<Cell>,
}

fn name((file, rank): Cell) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn step((file, rank): Cell, (right, up): Cell) -> Cell {
    (file + right, rank + up)
}

fn squares() -> impl Iterator<Item = Cell> {
    (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)))
}

impl Board {
    fn new(text: &str, white_up: bool) -> Self {
        let mut words = text.split(' ');
        let mut pieces = BTreeMap::new();
        for (row, text) in words.next().unwrap_or_default().split('/').enumerate() {
            let mut file = 0;
            for c in text.chars() {
                if let Some(run) = c.to_digit(10) {
                    file += run as i32;
                } else {
                    pieces.insert((file, 7 - row as i32), c);
                    file += 1;
                }
            }
        }
        let white = words.next() == Some("w");
        Self {
            pieces,
            white,
            up: white == white_up,
        }
    }

    fn is_own(&self, at: Cell) -> bool {
        self.pieces
            .get(&at)
            .is_some_and(|c| c.is_uppercase() == self.white)
    }

    fn own(&self) -> Vec<Cell> {
        squares().filter(|&at| self.is_own(at)).collect()
    }

    fn ahead(&self) -> i32 {
        if self.up { 1 } else { -1 }
    }

    fn far(&self, (_, rank): Cell) -> bool {
        rank == if self.up { 7 } else { 0 }
    }

    /// Whether a square of the board is empty while the piece of `way` is under way.
    fn is_empty(&self, at: Cell, way: &Way) -> bool {
        let on_board = (0..8).contains(&at.0) && (0..8).contains(&at.1);
        on_board && (at == way.from || !self.pieces.contains_key(&at))
    }
}

/// Dameo.
#[derive(Clone)]
pub struct Dameo {
    board: Board,
    /// The greatest number that can be captured.
    most: usize,
    way: Option<Way>,
}

impl Dameo {
    /// Reads a position text that is known to be good.
    pub fn new(text: &str) -> Self {
        let mut plain = Self {
            board: Board::new(text, true),
            most: 0,
            way: None,
        };
        let ways = plain.board.own().into_iter().map(standing);
        plain.most = ways.map(|way| plain.longest(&way)).max().unwrap_or(0);
        plain
    }

    fn is_king(&self, way: &Way) -> bool {
        matches!(self.board.pieces.get(&way.from), Some('K' | 'k'))
    }

    /// What the piece can capture next.
    fn captures(&self, way: &Way) -> Vec<Way> {
        let mut found = Vec::new();
        for by in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut over = step(way.at, by);
            while self.is_king(way) && self.board.is_empty(over, way) {
                over = step(over, by);
            }
            let enemy = self.board.pieces.contains_key(&over) && !self.board.is_own(over);
            if !enemy || way.taken.contains(&over) {
                continue;
            }
            let mut to = step(over, by);
            while self.board.is_empty(to, way) {
                let mut after = way.clone();
                after.at = to;
                after.taken.insert(over);
                after.moves += 1;
                found.push(after);
                to = step(to, by);
                if !self.is_king(way) {
                    break;
                }
            }
        }
        found
    }

    fn longest(&self, way: &Way) -> usize {
        self.longest_known(way, &mut BTreeMap::new())
    }

    fn longest_known(&self, way: &Way, known: &mut BTreeMap<(Cell, Taken), usize>) -> usize {
        let key = (way.at, way.taken.clone());
        if let Some(&longest) = known.get(&key) {
            return longest;
        }
        let captures = self.captures(way).into_iter();
        let longest = captures.map(|after| 1 + self.longest_known(&after, known));
        let longest = longest.max().unwrap_or(0);
        known.insert(key, longest);
        longest
    }

    fn quiet(&self, way: &Way) -> Vec<Way> {
        let mut found = Vec::new();
        let mut go = |at: Cell| {
            let mut after = way.clone();
            after.at = at;
            after.moves = 1;
            found.push(after);
        };
        for by in (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank))) {
            let mut at = step(way.at, by);
            if by == (0, 0) {
                continue;
            }
            if self.is_king(way) {
                while self.board.is_empty(at, way) {
                    go(at);
                    at = step(at, by);
                }
            } else if by.1 == self.board.ahead() {
                let man = |at| matches!(self.board.pieces.get(&at), Some('M' | 'm'));
                while self.board.is_own(at) && man(at) {
                    at = step(at, by);
                }
                if self.board.is_empty(at, way) {
                    go(at);
                }
            }
        }
        found
    }

    fn after(&self, way: Way) -> Self {
        let way = Some(way);
        Self {
            way,
            ..self.clone()
        }
    }
}

fn standing(from: Cell) -> Way {
    Way {
        from,
        at: from,
        ..Way::default()
    }
}

impl Plain for Dameo {
    fn next(&self) -> BTreeMap<String, Self> {
        let ways = match &self.way {
            None => {
                let pieces = self.board.own().into_iter().map(standing);
                let movable = |way: &Way| match self.most {
                    0 => !self.quiet(way).is_empty(),
                    most => self.longest(way) == most,
                };
                pieces.filter(movable).collect()
            }
            Some(way) if self.most > 0 => {
                let left = self.most - way.moves;
                let mut captures = self.captures(way);
                captures.retain(|after| 1 + self.longest(after) == left);
                captures
            }
            Some(way) if way.moves == 0 => self.quiet(way),
            Some(_) => Vec::new(),
        };
        let named = |way: Way| (name(way.at), self.after(way));
        ways.into_iter().map(named).collect()
    }
}

/// Eximo.
#[derive(Clone)]
pub struct Eximo {
    board: Board,
    way: Option<Way>,
}

impl Eximo {
    /// Reads a position text that is known to be good.
    pub fn new(text: &str) -> Self {
        Self {
            board: Board::new(text, false),
            way: None,
        }
    }

    fn captures(&self, way: &Way) -> Vec<Way> {
        let ahead = self.board.ahead();
        let mut found = Vec::new();
        for by in [(-1, 0), (1, 0), (-1, ahead), (0, ahead), (1, ahead)] {
            let over = step(way.at, by);
            let enemy = self.board.pieces.contains_key(&over) && !self.board.is_own(over);
            if !enemy || way.taken.contains(&over) {
                continue;
            }
            let to = step(over, by);
            if self.board.is_empty(to, way) || way.taken.contains(&to) {
                let mut after = way.clone();
                after.at = to;
                after.taken.insert(over);
                after.moves += 1;
                found.push(after);
            }
        }
        found
    }

    fn others(&self, way: &Way) -> Vec<Way> {
        let mut found = Vec::new();
        let mut go = |at: Cell, stepped: bool| {
            let mut after = way.clone();
            after.at = at;
            after.moves += 1;
            after.stepped = stepped;
            found.push(after);
        };
        for file in -1..=1 {
            let by = (file, self.board.ahead());
            let beside = step(way.at, by);
            let beyond = step(beside, by);
            if way.moves == 0 && self.board.is_empty(beside, way) {
                go(beside, true);
            }
            if self.board.is_own(beside) && self.board.is_empty(beyond, way) {
                go(beyond, false);
            }
        }
        found
    }

    /// The squares for the next drop, if one is due.
    fn drops(&self, way: &Way) -> Vec<Cell> {
        let ranks = if self.board.up { [0, 1] } else { [7, 6] };
        let zone = (1..7).flat_map(|file| ranks.map(|rank| (file, rank)));
        let free = |&at: &Cell| {
            let empty = self.board.is_empty(at, way) || way.taken.contains(&at);
            empty && !way.dropped.contains(&at)
        };
        zone.filter(free)
            .filter(|_| way.dropped.len() < 2)
            .collect()
    }

    fn goes(&self, way: &Way) -> Vec<Way> {
        let must = |from| !self.captures(&standing(from)).is_empty();
        if self.board.own().into_iter().any(must) {
            self.captures(way)
        } else if way.stepped {
            Vec::new()
        } else {
            self.others(way)
        }
    }

    fn after(&self, way: Way) -> Self {
        let way = Some(way);
        Self {
            way,
            ..self.clone()
        }
    }
}

impl Plain for Eximo {
    fn next(&self) -> BTreeMap<String, Self> {
        let named = |way: Way| (name(way.at), self.after(way));
        match &self.way {
            None => {
                let men = self.board.own().into_iter().map(standing);
                let movable = men.filter(|way| !self.goes(way).is_empty());
                movable.map(named).collect()
            }
            Some(way) if self.board.far(way.at) => {
                let drop = |at: Cell| {
                    let mut after = way.clone();
                    after.dropped.insert(at);
                    (format!("@{}", name(at)), self.after(after))
                };
                self.drops(way).into_iter().map(drop).collect()
            }
            Some(way) => self.goes(way).into_iter().map(named).collect(),
        }
    }
}

#[test]
fn dameo_conformance() {
    hold_on_files::<dameo::Dameo, _>(&["dameo.jsonl"], Dameo::new);
}

#[test]
fn dameo_games() {
    hold_on_games::<dameo::Dameo, _, 4>(
        Dameo::new,
        [
            ("kings", |text, _| text.contains(['K', 'k'])),
            ("captures of three", |_, legal| {
                some(legal, |m| m.len() == 8)
            }),
            ("captures by a king", |text, legal| {
                let board = Board::new(text, true);
                let king = |at: &Cell| matches!(board.pieces.get(at), Some('K' | 'k'));
                let kings = board.own().into_iter().filter(king).map(name);
                let kings: Vec<String> = kings.collect();
                some(legal, |m| m.len() > 4 && kings.contains(&m[..2].to_owned()))
            }),
            ("linear moves", |_, legal| {
                some(legal, |m| {
                    m.len() == 4 && m.as_bytes()[1].abs_diff(m.as_bytes()[3]) > 1
                })
            }),
        ],
    );
}

#[test]
fn eximo_conformance() {
    hold_on_files::<eximo::Eximo, _>(&["eximo.jsonl"], Eximo::new);
}

#[test]
fn eximo_games() {
    hold_on_games::<eximo::Eximo, _, 4>(
        Eximo::new,
        [
            ("two drops", |_, legal| {
                some(legal, |m| m.matches('@').count() == 2)
            }),
            ("one drop", |_, legal| {
                some(legal, |m| m.matches('@').count() == 1)
            }),
            ("drops after a capture of two", |_, legal| {
                some(legal, |m| m.find('@') >= Some(6))
            }),
            ("chains of three", |_, legal| {
                some(legal, |m| m.find('@').unwrap_or(m.len()) >= 8)
            }),
        ],
    );
}
