//! Texts of Eximo's positions and moves.
//! Not here: why a move text is refused (`refusal`).

use super::route::{routes, squares_text};
use super::{Board, Eximo, Move, goal, refusal, steps};
use crate::rules::squares::{
    self, Path, Square, column_of, drop_chess_fields, each, name, read_board, read_list,
    read_number, read_path, shifted, words, write_board,
};
use crate::rules::steps::{BegunTurn, StepError};
use crate::rules::{LegalMoves, Notation, ParsedPosition, Side, TextError, Token, colour};

/// The letters of White's and Black's men in position texts.
const LETTERS: [char; 2] = ['M', 'm'];

impl Notation for Eximo {
    fn parse_position(text: &str) -> Result<ParsedPosition<Self>, TextError> {
        let mut words = words(text);
        let Some(&(column, first)) = words.first() else {
            return Err(TextError::at(0, "no position; expected a board"));
        };
        let position = if first.contains(':') {
            if let Some(&(column, _)) = words.get(1) {
                let message = "a word after the list of squares, expected nothing";
                return Err(TextError::at(column, message));
            }
            read_listed(first).map_err(|e| shifted(e, column))?
        } else {
            if drop_chess_fields(&mut words)
                && let [_, _, (column, plies), _, ..] = words[..]
            {
                // With them comes a count of quiet plies, which Eximo ignores.
                read_number(plies, column, "a count of quiet plies", u32::MAX)?;
                words.remove(2);
            }
            read_words(&words)?
        };
        Ok(ParsedPosition::new(position))
    }

    fn position_text(&self, _roll: Option<()>) -> String {
        let board = write_board(lettered(&self.board), LETTERS);
        let side = match self.turn {
            Side::First => 'b',
            Side::Second => 'w',
        };
        format!("{board} {side} {}", self.number)
    }

    fn move_text(&self, m: &Move) -> String {
        let routes = routes(&self.board, self.turn, m);
        let mut text = squares_text(&routes[0]);
        for drop in names(m.drops()) {
            text.push('@');
            text.push_str(&drop);
        }
        text
    }

    fn read_token(legal: &LegalMoves<'_, Self>, word: &str) -> Result<Token<Self>, TextError> {
        let (position, moves) = (legal.position(), legal.list());
        let path = read_path(word)?;
        let ends = (path.squares[0], path.squares[path.squares.len() - 1]);
        let near: Vec<Move> = moves
            .iter()
            .filter(|m| (m.from(), m.to()) == ends)
            .copied()
            .collect();
        let exact = |m: &&Move| m.drops() == path.drops && position.passes(m, &path);
        let fits = |m: &&Move| {
            (path.drops == 0 || m.drops() == path.drops)
                && (path.squares.len() == 2 || position.passes(m, &path))
        };
        if let Some(m) = near.iter().find(exact) {
            return Ok(Token::Move(*m));
        }
        let fitting: Vec<Move> = near.iter().filter(fits).copied().collect();
        match fitting[..] {
            [m] => Ok(Token::Move(m)),
            _ => Err(refusal::explain(
                position, word, &path, moves, &near, &fitting,
            )),
        }
    }

    fn steps(&self, (): (), begun: &[&str]) -> Result<BegunTurn<Self>, StepError> {
        steps::after(self, begun)
    }

    fn roll_text((): ()) -> String {
        String::new()
    }

    fn diagram(&self) -> String {
        let legend = [
            "Black, moving up: m man",
            "White, moving down: M man",
            &format!("{} to move", colour::<Self>(self.turn)),
        ];
        squares::diagram(lettered(&self.board), LETTERS, &legend)
    }
}

impl Eximo {
    /// Whether the squares of `path` are a way of the move.
    pub(super) fn passes(&self, m: &Move, path: &Path) -> bool {
        routes(&self.board, self.turn, m).contains(&path.squares)
    }

    /// Whether the squares of `path` are a way of the move, or its beginning.
    pub(super) fn begins(&self, m: &Move, path: &Path) -> bool {
        routes(&self.board, self.turn, m)
            .iter()
            .any(|route| route.starts_with(&path.squares))
    }
}

/// The men in the order of [`LETTERS`].
fn lettered(board: &Board) -> [u64; 2] {
    [board.of(Side::Second), board.of(Side::First)]
}

fn read_words(words: &[(usize, &str)]) -> Result<Eximo, TextError> {
    let (column, text) = words[0];
    let [white, black] = read_board(text, LETTERS).map_err(|e| shifted(e, column))?;
    let board = Board {
        men: [black, white],
    };
    if let Some((side, square)) = stranded(&board) {
        return Err(stranded_at(
            column - 1 + column_of(text, square),
            side,
            square,
        ));
    }
    let end = column + text.chars().count();
    let turn = match words.get(1) {
        Some(&(_, "b")) => Side::First,
        Some(&(_, "w")) => Side::Second,
        Some(&(column, _)) => {
            return Err(TextError::at(column, "expected w or b, the side to move"));
        }
        None => {
            return Err(TextError::at(
                end,
                "expected w or b, the side to move, after the board",
            ));
        }
    };
    let number = match words.get(2) {
        None => 1,
        Some(&(column, word)) => positive(read_number(word, column, NUMBER, u32::MAX)?, column)?,
    };
    if let Some(&(column, _)) = words.get(3) {
        let message = "a word after the move number, expected nothing";
        return Err(TextError::at(column, message));
    }
    Ok(Eximo::new(board, turn, number))
}

const NUMBER: &str = "the move number";

fn positive(number: u32, column: usize) -> Result<u32, TextError> {
    match number {
        0 => Err(TextError::at(column, "expected the move number, from 1 on")),
        _ => Ok(number),
    }
}

/// A man on the far rank of its side, if there is one: the far-most left of Black's, then White's.
fn stranded(board: &Board) -> Option<(Side, Square)> {
    let first = |side: Side| each(board.of(side) & goal(side)).next();
    Side::ALL
        .into_iter()
        .find_map(|side| Some((side, first(side)?)))
}

fn stranded_at(column: usize, side: Side, square: Square) -> TextError {
    let colour = colour::<Eximo>(side);
    let message = format!(
        "a {colour} man on {}, its far rank; expected none there",
        name(square)
    );
    TextError::at(column, message)
}

fn read_listed(text: &str) -> Result<Eximo, TextError> {
    let listed = read_list(text)?;
    if listed.quiet.is_some() {
        let column = text.find(":H").map_or(0, |at| at + 2);
        let message = "Eximo counts no quiet plies; expected no section H";
        return Err(TextError::at(column, message));
    }
    if listed.white[1] | listed.black[1] != 0 {
        let column = text.find('K').map_or(0, |at| at + 1);
        return Err(TextError::at(
            column,
            "Eximo has no kings; expected a square",
        ));
    }
    let board = Board {
        men: [listed.black[0], listed.white[0]],
    };
    if let Some((side, square)) = stranded(&board) {
        let column = text.find(&name(square)).map_or(0, |at| at + 1);
        return Err(stranded_at(column, side, square));
    }
    let turn = if listed.white_to_move {
        Side::Second
    } else {
        Side::First
    };
    let column = text.find(":F").map_or(0, |at| at + 3);
    let number = positive(listed.number.unwrap_or(1), column)?;
    Ok(Eximo::new(board, turn, number))
}

/// The names of squares, in the order in which texts list drops.
pub(super) fn names(set: u64) -> Vec<String> {
    let mut names: Vec<String> = each(set).map(name).collect();
    names.sort();
    names
}
