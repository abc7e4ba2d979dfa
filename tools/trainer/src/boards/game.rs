//! One game of self-play, and the positions of it that become samples.
//! Not here: many games (`play`).

use super::Boards;
use super::play::Conditions;
use super::record::{Ending, Record};
use anyhow::bail;
use rand::{Rng, RngExt};
use tricorn::control::Control;
use tricorn::eval::{MATE_BOUND, Score};
use tricorn::limits::Limits;
use tricorn::rules::{Game, Side};
use tricorn::search::{Request, Searcher};

/// Win adjudication: a score, and for how many plies it must last.
const WON: (Score, u32) = (2_500, 4);

/// Draw adjudication: the length of a game in plies.
const LONG: usize = 400;

/// An opening whose first search gives one side more than this is discarded.
const HOPELESS: Score = 600;

/// The most openings that are tried for a game.
const TRIES: u32 = 10_000;

/// Plays a game from a random opening; returns its positions with search scores and ending.
/// Positions with captures on the board and decided ones are left out.
///
/// # Errors
/// The evaluation calls every opening hopeless.
pub fn play<G: Boards>(
    searcher: &mut Searcher<G, G::Kernel>,
    conditions: &Conditions,
    rng: &mut impl Rng,
) -> anyhow::Result<Vec<Record<G::Bitboards>>> {
    let control = Control::new();
    let request = Request::new(Limits {
        nodes: Some(conditions.nodes),
        ..Limits::default()
    });
    for _ in 0..TRIES {
        searcher.clear();
        let Some(mut game) = opening::<G>(conditions, rng) else {
            continue;
        };
        let mut positions: Vec<(Side, Record<G::Bitboards>)> = Vec::new();
        let mut decided = 0;
        let mut started = false;
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            if game.plies() >= LONG {
                break None;
            }
            let answer = searcher.search(&game, &request, &control, &mut |_| {});
            let (Some(best), Some(value)) = (answer.best, answer.value) else {
                break None;
            };
            let score = G::score(value);
            if !started && score.abs() > HOPELESS {
                break None;
            }
            started = true;
            let position = game.position();
            let turn = position.turn();
            decided = if score.abs() >= WON.0 { decided + 1 } else { 0 };
            if score.abs() >= MATE_BOUND || decided >= WON.1 {
                break Some(if score > 0 { turn } else { turn.other() });
            }
            if !position.capturing() {
                positions.push((turn, Record::new(position, score, positions.is_empty())));
            }
            game.play(&best);
        };
        if positions.is_empty() {
            continue;
        }
        let ended = positions.into_iter().map(|(turn, record)| Record {
            ending: Ending::of(winner, turn),
            ..record
        });
        return Ok(ended.collect());
    }
    bail!("{TRIES} openings, and none of them level by this evaluation")
}

/// A game after some random moves; `None` if they ended it.
fn opening<G: Boards>(conditions: &Conditions, rng: &mut impl Rng) -> Option<Game<G>> {
    let mut game = Game::<G>::start();
    let mut moves = Vec::new();
    for _ in 0..rng.random_range(conditions.opening[0]..=conditions.opening[1]) {
        game.position().moves((), &mut moves);
        if moves.is_empty() {
            return None;
        }
        game.play(&moves[rng.random_range(0..moves.len())]);
    }
    game.outcome().is_none().then_some(game)
}
