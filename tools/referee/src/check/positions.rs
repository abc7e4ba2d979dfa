//! Test positions of the conformance steps: start, middlegame, finished game.
//! Not here: the queries.

use crate::board::{self, Board, SetupError};
use crate::schedule::random::{Purpose, stream, walk};
use tricorn_protocol::quote;

/// The seed of the random games. Any number will do, but it must not change.
const SEED: u64 = 1;

/// The maximum length of a random game, in plies.
const LONGEST: u32 = 3000;

/// A line of moves from the start position, and where it leads.
pub struct TestPosition {
    /// The moves, separated by blanks.
    pub moves: String,
    /// The board after them.
    pub board: Box<dyn Board>,
}

/// The test positions of a variant.
pub struct TestPositions {
    /// Its name.
    pub variant: String,
    /// The start position, in a game with dice after a throw.
    pub start: Box<dyn Board>,
    /// The same, before the throw.
    pub fresh: Box<dyn Board>,
    /// The roll of `start`, empty in a game without dice.
    pub roll: String,
    /// A dozen random plies, and a roll where there are dice.
    pub middle: TestPosition,
    /// A random game that ended with a win.
    pub won: Option<TestPosition>,
    /// Whether the engine has turned out not to play the variant. Its moves cannot be checked then,
    /// and only the start position is usable.
    pub foreign: bool,
    /// In a game with dice, a turn without a legal move.
    pub pass: Option<TestPosition>,
}

impl TestPositions {
    /// The positions of a variant.
    ///
    /// # Errors
    /// There is no such variant.
    pub fn new(variant: &str) -> Result<Self, SetupError> {
        let unknown = || SetupError::Variant(variant.to_owned());
        let text = board::start_text(variant).ok_or_else(unknown)?;
        let fresh = board::open::<&str>(variant, &text, &[])?;
        let mut start = fresh.fork();
        let roll = throw(start.as_mut());
        let mut positions = Self {
            variant: variant.to_lowercase(),
            start,
            fresh,
            roll,
            middle: middle(variant)?,
            won: None,
            foreign: false,
            pass: None,
        };
        let dice = positions.has_dice();
        for number in 0..40 {
            let end = game(variant, LONGEST, number)?;
            if dice && positions.pass.is_none() {
                positions.pass = passing(variant, &end.moves)?;
            }
            let won = end.board.outcome().is_some_and(|end| end.winner.is_some());
            if won && positions.won.is_none() {
                positions.won = Some(end);
            }
            if positions.won.is_some() && (positions.pass.is_some() || !dice) {
                break;
            }
        }
        Ok(positions)
    }

    /// Marks the engine as one that does not play the variant.
    pub fn leave_rules(&mut self) {
        self.foreign = true;
        self.middle = TestPosition {
            moves: String::new(),
            board: self.fresh.fork(),
        };
    }

    /// Whether the variant is played with dice.
    pub fn has_dice(&self) -> bool {
        !self.roll.is_empty()
    }

    /// `position` for the start, with the roll where there are dice.
    pub fn at_start(&self) -> String {
        if self.foreign {
            return line("");
        }
        line(&self.roll)
    }
}

impl TestPosition {
    /// The `position` command that leads here.
    pub fn line(&self) -> String {
        line(&self.moves)
    }
}

/// `position` for the start and moves from there.
fn line(moves: &str) -> String {
    if moves.is_empty() {
        "position startpos".to_owned()
    } else {
        format!("position startpos moves {moves}")
    }
}

/// Rolls the dice if the position awaits a roll; returns the roll, or an empty string.
fn throw(board: &mut dyn Board) -> String {
    if board.awaits_roll() {
        board.throw(SEED, 0)
    } else {
        String::new()
    }
}

/// A random game of at most this many plies, with a roll at the end if it is not over.
fn game(variant: &str, plies: u32, number: u64) -> Result<TestPosition, SetupError> {
    let mut random = stream(SEED, Purpose::Positions(number));
    let (opening, mut board) = walk(variant, plies, &mut random).map_err(SetupError::Opening)?;
    let mut moves = opening.moves;
    if board.outcome().is_none() && board.awaits_roll() {
        moves.push(throw(board.as_mut()));
    }
    let moves = moves.join(" ");
    Ok(TestPosition { moves, board })
}

/// A position from the middle of a game, with a choice of moves if there is one.
fn middle(variant: &str) -> Result<TestPosition, SetupError> {
    let mut place = game(variant, 12, 0)?;
    for number in 1..40 {
        if place.board.legal().len() > 1 {
            break;
        }
        place = game(variant, 12, number)?;
    }
    Ok(place)
}

/// The first turn of a game without a legal move.
fn passing(variant: &str, moves: &str) -> Result<Option<TestPosition>, SetupError> {
    let words: Vec<&str> = moves.split(' ').collect();
    let Some(at) = words.iter().position(|word| word.ends_with(":pass")) else {
        return Ok(None);
    };
    let start = board::start_text(variant).unwrap_or_default();
    let mut board = board::open(variant, &start, &words[..at])?;
    let refused = || SetupError::Opening(quote(words[at]));
    let roll = board.roll_of(words[at]).ok_or_else(refused)?;
    board.read(&roll).map_err(|_| refused())?;
    let mut before = words[..at].to_vec();
    before.push(&roll);
    let moves = before.join(" ");
    Ok(Some(TestPosition { moves, board }))
}
