//! Texts of Dameo: positions in two forms, and reading of move texts.
//! Not here: how a move text is matched with the legal moves (`word`).

use super::board::{Board, LETTERS, MOST_PIECES, far_rank};
use super::{Dameo, Move, steps};
use crate::rules::squares::{
    ParsedList, Square, bit, column_of, diagram, drop_chess_fields, name, read_board, read_list,
    read_number, shifted, words, write_board,
};
use crate::rules::steps::{BegunTurn, StepError};
use crate::rules::{LegalMoves, Notation, ParsedPosition, Side, TextError, Token, colour};

/// What some programs write behind a move that ends with a promotion.
pub(super) const PROMOTED: char = 'K';

impl Dameo {
    /// Whether a legal move makes a king of a man.
    fn promotes(&self, m: Move) -> bool {
        let man = self.board.kings() & bit(m.from) == 0;
        man && bit(m.to) & far_rank(self.turn) != 0
    }
}

impl Notation for Dameo {
    fn parse_position(text: &str) -> Result<ParsedPosition<Self>, TextError> {
        let mut words = words(text);
        let Some(&(column, first)) = words.first() else {
            return Err(TextError::at(0, "empty, expected a position"));
        };
        let position = if first.contains(':') {
            if let Some((column, _)) = words.get(1) {
                let message = "nothing may follow a position in list form";
                return Err(TextError::at(*column, message));
            }
            read_listed(first).map_err(|error| shifted(error, column))?
        } else {
            drop_chess_fields(&mut words);
            read_words(&words)?
        };
        Ok(ParsedPosition::new(position))
    }

    fn position_text(&self, _: Option<()>) -> String {
        let board = write_board(self.board.sets(), LETTERS);
        let side = match self.turn {
            Side::First => 'w',
            Side::Second => 'b',
        };
        format!("{board} {side} {} {}", self.quiet, self.number)
    }

    fn move_text(&self, m: &Move) -> String {
        self.written(*m)
    }

    fn read_token(legal: &LegalMoves<'_, Self>, word: &str) -> Result<Token<Self>, TextError> {
        let position = legal.position();
        let m = position.read_move(word, legal.list())?;
        if word.ends_with(PROMOTED) && !position.promotes(m) {
            let message = "K after a move that promotes no man, expected squares alone";
            return Err(TextError::at(word.len(), message));
        }
        Ok(Token::Move(m))
    }

    fn steps(&self, (): (), begun: &[&str]) -> Result<BegunTurn<Self>, StepError> {
        steps::after(self, begun)
    }

    fn roll_text((): ()) -> String {
        String::new()
    }

    fn diagram(&self) -> String {
        let legend = [
            "White, moving up: M man, K king",
            "Black, moving down: m man, k king",
            &format!("{} to move", colour::<Self>(self.turn)),
        ];
        diagram(self.board.sets(), LETTERS, &legend)
    }
}

/// Reads `<board> <side> <quiet> <move>`, of which the last two may be missing.
fn read_words(words: &[(usize, &str)]) -> Result<Dameo, TextError> {
    let (start, text) = words[0];
    let sets = read_board(text, LETTERS).map_err(|error| shifted(error, start))?;
    check(sets, |square| start - 1 + column_of(text, square))?;
    let turn = match words.get(1) {
        Some((_, "w")) => Side::First,
        Some((_, "b")) => Side::Second,
        Some(&(column, _)) => {
            let message = "expected w or b, the side to move";
            return Err(TextError::at(column, message));
        }
        None => {
            let message = "the side to move is missing, expected w or b after the board";
            return Err(TextError::at(0, message));
        }
    };
    let quiet = match words.get(2) {
        Some(&(column, text)) => quiet(read_number(text, column, QUIET, MOST_QUIET)?),
        None => 0,
    };
    let number = match words.get(3) {
        Some(&(column, text)) => positive(read_number(text, column, NUMBER, u32::MAX)?, column)?,
        None => 1,
    };
    if let Some(&(column, _)) = words.get(4) {
        let message = "expected nothing after the move number";
        return Err(TextError::at(column, message));
    }
    Ok(Dameo::new(Board::new(sets), turn, quiet, number))
}

/// Reads the list form; columns count from the head of the word.
fn read_listed(text: &str) -> Result<Dameo, TextError> {
    let ParsedList {
        white_to_move,
        white: [white, white_kings],
        black: [black, black_kings],
        quiet: plies,
        number,
    } = read_list(text)?;
    let sets = [white, white_kings, black, black_kings];
    // A square's name stands nowhere else in such a text, and all before it is ASCII.
    let column = |square| text.find(&name(square)).map_or(0, |at| at + 1);
    check(sets, column)?;
    let turn = if white_to_move {
        Side::First
    } else {
        Side::Second
    };
    let after = |letter| text.find(letter).map_or(0, |at| at + 2);
    let plies = plies.unwrap_or(0);
    if plies > MOST_QUIET {
        let message = format!("expected {QUIET}, a number up to {MOST_QUIET}");
        return Err(TextError::at(after('H'), message));
    }
    let number = positive(number.unwrap_or(1), after('F'))?;
    Ok(Dameo::new(Board::new(sets), turn, quiet(plies), number))
}

const QUIET: &str = "the plies since the last capture or man's move";
const NUMBER: &str = "the move number";
/// The counter's range. Everything from the limit on is a draw, and no game can count so far.
const MOST_QUIET: u32 = u16::MAX as u32;

fn quiet(plies: u32) -> u16 {
    u16::try_from(plies).unwrap_or(u16::MAX)
}

fn positive(number: u32, column: usize) -> Result<u32, TextError> {
    if number == 0 {
        return Err(TextError::at(column, "move numbers begin with 1"));
    }
    Ok(number)
}

/// Whether the rules can go on from these pieces; `column` says where the text has a square.
fn check(sets: [u64; 4], column: impl Fn(Square) -> usize) -> Result<(), TextError> {
    for (side, who) in Side::ALL
        .into_iter()
        .map(|side| (side, colour::<Dameo>(side)))
    {
        let [men, kings] = [sets[2 * side.index()], sets[2 * side.index() + 1]];
        let pieces = (men | kings).count_ones();
        if pieces > MOST_PIECES {
            let message = format!("{who} has {pieces} pieces, {MOST_PIECES} at the most");
            return Err(TextError::at(0, message));
        }
        let uncrowned = men & far_rank(side);
        if uncrowned != 0 {
            let square = uncrowned.trailing_zeros() as Square;
            let message = format!(
                "a man of {who} on {}, its far rank, where only a king can stand",
                name(square)
            );
            return Err(TextError::at(column(square), message));
        }
    }
    Ok(())
}
