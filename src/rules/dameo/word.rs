//! Move texts of Dameo: the canonical path of a move, and the move that a word means.
//! Not here: position texts (`notation`), and which moves are legal (`moves`).

use super::moves::View;
use super::notation::PROMOTED;
use super::{Dameo, Move};
use crate::rules::TextError;
use crate::rules::squares::{Path, Square, bit, each, name, push_name, read_path};
use std::collections::HashSet;

/// How many moves an error names before it says that there are more.
const NAMED: usize = 6;

impl Dameo {
    /// The canonical text of a legal move: of all its paths the first one bytewise.
    pub(super) fn written(&self, m: Move) -> String {
        let mut search = PathSearch {
            view: self.board.view(self.turn),
            king: self.board.kings() & bit(m.from) != 0,
            goal: m,
            path: vec![m.from],
            dead: HashSet::new(),
        };
        if m.captured == 0 || !search.reach(0) {
            search.path.push(m.to);
        }
        let mut text = String::with_capacity(2 * search.path.len());
        for &square in &search.path {
            push_name(&mut text, square);
        }
        text
    }

    /// The one of the `legal` moves that a word means: first as a full path, then as origin and
    /// destination.
    pub(super) fn read_move(&self, word: &str, legal: &[Move]) -> Result<Move, TextError> {
        let Path { squares, drops } = read_path(word.strip_suffix(PROMOTED).unwrap_or(word))?;
        if drops != 0 {
            let column = word.find('@').map_or(0, |at| at + 1);
            let message = "nothing is dropped in Dameo, expected squares alone";
            return Err(TextError::at(column, message));
        }
        let traced = self.traced(&squares);
        if let Some(m) = traced.filter(|m| legal.contains(m)) {
            return Ok(m);
        }
        if let [from, to] = squares[..] {
            let fits = |m: &&Move| m.from == from && m.to == to;
            let fitting: Vec<Move> = legal.iter().filter(fits).copied().collect();
            match fitting[..] {
                [] => {}
                [only] => return Ok(only),
                _ => return Err(self.ambiguous(&fitting)),
            }
        }
        Err(self.refusal(&squares, traced, legal))
    }

    /// What the squares say as a full path, if the piece could go that way were it not for the
    /// rule of the greatest number. Quiet moves are not examined.
    fn traced(&self, squares: &[Square]) -> Option<Move> {
        let view = self.board.view(self.turn);
        let from = squares[0];
        let king = self.board.kings() & bit(from) != 0;
        if self.board.pieces(self.turn) & bit(from) == 0 {
            return None;
        }
        let mut m = Move {
            captured: 0,
            from,
            to: from,
        };
        for &to in &squares[1..] {
            let mut taken = 0;
            view.leaps(m, king, |landings, over| {
                if landings & bit(to) != 0 {
                    taken = over;
                }
            });
            if taken == 0 {
                let quiet = squares.len() == 2;
                return quiet.then_some(Move { to, ..m });
            }
            m.captured |= taken;
            m.to = to;
        }
        Some(m)
    }

    fn ambiguous(&self, fitting: &[Move]) -> TextError {
        let mut texts: Vec<_> = fitting.iter().map(|&m| self.written(m)).collect();
        texts.sort_unstable();
        let more = if texts.len() > NAMED { ", ..." } else { "" };
        texts.truncate(NAMED);
        let message = format!(
            "fits {} legal moves: {}{more}; expected the whole path",
            fitting.len(),
            texts.join(", ")
        );
        TextError::at(0, message)
    }

    /// Why a well-formed word is not a legal move, where that is cheap to find out.
    fn refusal(&self, squares: &[Square], traced: Option<Move>, legal: &[Move]) -> TextError {
        let from = squares[0];
        let origin = name(from);
        let Some(greatest) = legal.first().map(|m| m.captured.count_ones()) else {
            return TextError::at(0, "the game is over: the side to move has no move");
        };
        if self.board.empty() & bit(from) != 0 {
            return TextError::at(1, format!("no piece stands on {origin}"));
        }
        if self.board.pieces(self.turn) & bit(from) == 0 {
            return TextError::at(1, format!("the piece on {origin} is the opponent's"));
        }
        let message = match traced.map_or(0, |m| m.captured.count_ones()) {
            0 if greatest == 0 => format!("no legal move of the piece on {origin}"),
            0 => format!("a capture is mandatory (of {greatest}), and this is none"),
            taken => format!("captures {taken}, where a capture of {greatest} is mandatory"),
        };
        TextError::at(0, message)
    }
}

/// Looks for the first path, bytewise, of one move.
struct PathSearch {
    view: View,
    king: bool,
    goal: Move,
    /// The squares so far; the last one is where the piece stands.
    path: Vec<Square>,
    /// Where the piece stood, and what it had captured, when no way led on to the goal.
    dead: HashSet<(Square, u64)>,
}

impl PathSearch {
    /// Extends the path to the goal, `captured` being what it has taken. Every path of a move has
    /// the same length, so taking the first square that leads on is enough.
    fn reach(&mut self, captured: u64) -> bool {
        let to = self.path[self.path.len() - 1];
        if captured == self.goal.captured {
            return to == self.goal.to;
        }
        if self.dead.contains(&(to, captured)) {
            return false;
        }
        let so_far = Move {
            captured,
            from: self.goal.from,
            to,
        };
        let wanted = self.goal.captured;
        let mut steps = Vec::new();
        self.view.leaps(so_far, self.king, |landings, over| {
            if over & wanted != 0 {
                steps.extend(each(landings).map(|square| (square % 8, square / 8, over)));
            }
        });
        // Bytewise order of names: by file, then by rank.
        steps.sort_unstable();
        for (file, rank, over) in steps {
            self.path.push(8 * rank + file);
            if self.reach(captured | over) {
                return true;
            }
            self.path.pop();
        }
        self.dead.insert((to, captured));
        false
    }
}
