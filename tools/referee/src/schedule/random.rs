//! Random openings, and the random number streams of a schedule.
//! Not here: the dice of the games (`tricorn::dice`).

use super::Opening;
use crate::board::{self, Board, Word};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// How many random games may end too soon before the search for an opening fails.
const TRIES: u64 = 1_000;

/// The purpose of a random number stream. Streams of different purposes are independent of each other
/// and of the dice.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// The moves of a random opening: round, attempt, retry.
    Opening([u64; 3]),
    /// The order of a book.
    Order,
    /// The numbered positions of a comparison of rules.
    Positions(u64),
}

/// The stream of a seed for a purpose.
#[must_use]
pub fn stream(seed: u64, purpose: Purpose) -> ChaCha8Rng {
    // The dice are keyed by seed, game, ply and zero; the last part here is never zero.
    let (mark, [a, b, c]) = match purpose {
        Purpose::Opening(place) => (1, place),
        Purpose::Order => (2, [0; 3]),
        Purpose::Positions(number) => (3, [number, 0, 0]),
    };
    let mut key = [0; 32];
    for (part, number) in key.chunks_mut(8).zip([seed, a, b, mark << 56 | c]) {
        part.copy_from_slice(&u64::to_le_bytes(number));
    }
    ChaCha8Rng::from_seed(key)
}

/// A line of random plies from the start position: all legal moves equally likely, and fair dice. It
/// is shorter than `plies` if the game ends.
///
/// # Errors
/// An unknown game.
pub fn walk(
    variant: &str,
    plies: u32,
    random: &mut ChaCha8Rng,
) -> Result<(Opening, Box<dyn Board>), String> {
    let position = board::start_text(variant)
        .ok_or_else(|| format!("no game is called {}", tricorn_protocol::quote(variant)))?;
    let mut line: Vec<String> = Vec::new();
    let mut board = board::open(variant, &position, &line).map_err(|error| error.to_string())?;
    let dice: u64 = random.random();
    for _ in 0..plies {
        if board.outcome().is_some() {
            break;
        }
        if board.awaits_roll() {
            board.throw(dice, 0);
        }
        let legal = board.legal();
        let word = &legal[random.random_range(0..legal.len())];
        match board.read(word) {
            Ok(Word::Move(text)) => line.push(text),
            Ok(Word::Roll) => {}
            Err(error) => return Err(format!("{word} of the list of legal moves: {error}")),
        }
    }
    let moves = line;
    Ok((Opening { position, moves }, board))
}

/// An opening of random plies after which the game is not over.
///
/// # Errors
/// An unknown game, and a thousand random games that all ended too soon.
pub fn opening(
    variant: &str,
    plies: u32,
    seed: u64,
    round: u64,
    attempt: u64,
) -> Result<Opening, String> {
    for number in 0..TRIES {
        let mut random = stream(seed, Purpose::Opening([round, attempt, number]));
        let (opening, board) = walk(variant, plies, &mut random)?;
        if board.outcome().is_none() {
            return Ok(opening);
        }
    }
    Err(format!("no random game of {variant} lasts {plies} plies"))
}
