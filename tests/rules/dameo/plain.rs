//! Dameo's moves once more, square by square and path by path: slow, and easy to check by eye.
//! Not here: anything that the engine runs.

use std::collections::BTreeMap;

/// A board by file and rank, both from 0; letters as in position texts.
type Cells = [[Option<char>; 8]; 8];
type Cell = (i32, i32);

const SIDEWAYS: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ALL_WAYS: [Cell; 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

/// The canonical texts of all legal moves of a position text that is known to be good.
pub fn moves(position: &str) -> Vec<String> {
    let mut words = position.split(' ');
    let mut cells: Cells = [[None; 8]; 8];
    for (row, text) in words.next().unwrap().split('/').enumerate() {
        let mut file = 0;
        for c in text.chars() {
            match c.to_digit(10) {
                Some(run) => file += run as usize,
                None => {
                    cells[file][7 - row] = Some(c);
                    file += 1;
                }
            }
        }
    }
    let plain = Plain {
        cells,
        white: words.next() == Some("w"),
    };
    plain.moves()
}

struct Plain {
    cells: Cells,
    white: bool,
}

fn name((file, rank): Cell) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn step((file, rank): Cell, (right, up): Cell) -> Cell {
    (file + right, rank + up)
}

fn on_board((file, rank): Cell) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

impl Plain {
    fn letter(&self, at: Cell) -> Option<char> {
        self.cells[at.0 as usize][at.1 as usize]
    }

    fn is_empty(&self, at: Cell) -> bool {
        on_board(at) && self.letter(at).is_none()
    }

    fn is_own(&self, at: Cell) -> bool {
        on_board(at)
            && self
                .letter(at)
                .is_some_and(|c| c.is_uppercase() == self.white)
    }

    fn is_own_man(&self, at: Cell) -> bool {
        self.is_own(at) && matches!(self.letter(at), Some('M' | 'm'))
    }

    fn moves(self) -> Vec<String> {
        let squares = || (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)));
        // By identity: origin, destination and sorted captures; the first path stays.
        let mut captures: BTreeMap<(Cell, Cell, Vec<Cell>), String> = BTreeMap::new();
        let mut quiet = Vec::new();
        for from in squares().filter(|&at| self.is_own(at)) {
            let king = !self.is_own_man(from);
            let mut lifted = Plain { ..self };
            lifted.cells[from.0 as usize][from.1 as usize] = None;
            lifted.capture(
                from,
                king,
                &mut Vec::new(),
                name(from),
                &mut |to, taken, path| {
                    let mut set = taken.to_vec();
                    set.sort_unstable();
                    let known = captures.entry((from, to, set)).or_insert(path.to_owned());
                    if path < known.as_str() {
                        path.clone_into(known);
                    }
                },
            );
            quiet.extend(self.quiet(from, king).map(|to| name(from) + &name(to)));
        }
        let greatest = captures.keys().map(|(_, _, taken)| taken.len()).max();
        let mut texts = match greatest {
            None => quiet,
            Some(greatest) => captures
                .into_iter()
                .filter(|((_, _, taken), _)| taken.len() == greatest)
                .map(|(_, path)| path)
                .collect(),
        };
        texts.sort_unstable();
        texts
    }

    fn quiet(&self, from: Cell, king: bool) -> impl Iterator<Item = Cell> {
        let ahead = if self.white { 1 } else { -1 };
        let ways = ALL_WAYS
            .into_iter()
            .filter(move |way| king || way.1 == ahead);
        ways.flat_map(move |way| {
            let mut found = Vec::new();
            let mut at = step(from, way);
            if king {
                while self.is_empty(at) {
                    found.push(at);
                    at = step(at, way);
                }
            } else {
                while self.is_own_man(at) {
                    at = step(at, way);
                }
                if self.is_empty(at) {
                    found.push(at);
                }
            }
            found
        })
    }

    fn capture(
        &self,
        at: Cell,
        king: bool,
        taken: &mut Vec<Cell>,
        path: String,
        found: &mut impl FnMut(Cell, &[Cell], &str),
    ) {
        for way in SIDEWAYS {
            let mut over = step(at, way);
            while king && self.is_empty(over) {
                over = step(over, way);
            }
            let enemy = on_board(over) && !self.is_empty(over) && !self.is_own(over);
            if !enemy || taken.contains(&over) {
                continue;
            }
            let mut to = step(over, way);
            while self.is_empty(to) {
                taken.push(over);
                let path = path.clone() + &name(to);
                found(to, taken, &path);
                self.capture(to, king, taken, path, found);
                taken.pop();
                to = step(to, way);
                if !king {
                    break;
                }
            }
        }
    }
}
