//! The source of benchmark positions: close decisions from self-play.
//! Not here: rolling them out (`make`).

use anyhow::bail;
use tricorn::control::Control;
use tricorn::dice::Throw;
use tricorn::eval::Value;
use tricorn::games::Variant;
use tricorn::rules::Game;
use tricorn::search::Searcher;

/// The search depth, and the number of best moves, by which a decision is judged.
const DEPTH: u32 = 2;
const MOVES: usize = 5;

/// A decision is close if the second best move is at most so many points behind,
const CLOSE: f64 = 0.1;

/// and matters if the last of the moves is at least so many points behind.
const APART: f64 = 0.02;

/// The most games that are searched for one position.
const TRIES: u64 = 100;

/// The position with this number out of `all`, with its roll. It is about as far into its game,
/// played at depth 1, as the number is into the set, so that a set covers openings, middle games
/// and endgames alike.
///
/// # Errors
/// No game had a close decision.
pub fn position<G: Variant>(
    searcher: &mut Searcher<G, G::Kernel>,
    seed: u64,
    number: u32,
    all: u32,
) -> anyhow::Result<Game<G>> {
    for attempt in 0..TRIES {
        let turns = game(searcher, seed, u64::from(number) + attempt * u64::from(all));
        let wanted = turns.len() * (2 * number as usize + 1) / (2 * all as usize);
        let mut order: Vec<usize> = (0..turns.len()).collect();
        order.sort_by_key(|turn| turn.abs_diff(wanted));
        // Farther off than an eighth of the game it would be another part of it.
        order.truncate(turns.len() / 4 + 1);
        for turn in order {
            let choice = searcher.best(&turns[turn], DEPTH, MOVES, &Control::new());
            if let [(_, first), (_, second), .., (_, last)] = choice[..]
                && points(first) - points(second) <= CLOSE
                && points(first) - points(last) >= APART
            {
                return Ok(turns[turn].clone());
            }
        }
    }
    bail!("no position in {TRIES} games has a close decision")
}

/// A value's score in points.
fn points<V: Value>(value: V) -> f64 {
    f64::from(value.score()) / f64::from(V::UNIT)
}

/// The turns of a game from the start, each with its roll.
fn game<G: Variant>(searcher: &mut Searcher<G, G::Kernel>, seed: u64, number: u64) -> Vec<Game<G>> {
    let mut turns = Vec::new();
    let mut game = Game::<G>::start();
    while game.outcome().is_none() {
        let throw = Throw {
            seed,
            game: number,
            ply: game.plies() as u64,
            opening: game.plies() == 0,
        };
        game.set_roll(throw.roll());
        turns.push(Game::new(game.position().clone(), game.roll()));
        let Some((m, _)) = searcher.best(&game, 1, 1, &Control::new()).pop() else {
            break;
        };
        game.play(&m);
    }
    turns
}
