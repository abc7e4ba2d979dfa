//! Wins and losses that a search of the real games claims to see, proved by trying all moves.
//! Not here: how soon it sees them.
//!
//! A claim is a proof with parts left out, and what was left out by mistake shows nowhere else: the
//! program plays on, a little worse.

use crate::steps::{Count, Numbers, random};
use tricorn::control::Control;
use tricorn::eval::dameo::{Hce, WithTables};
use tricorn::eval::{Evaluate, MATE, Score, eximo};
use tricorn::limits::Limits;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;
use tricorn::rules::{Game, Rules, Side, Tactics};
use tricorn::search::{AlphaBeta, Report, Request, Searcher};

/// Claims of more plies are not looked at.
const PLIES: Score = 5;

/// Whether the side to move can win within so many plies.
pub fn wins<G: Rules<Roll = ()>>(position: &G, plies: Score) -> bool {
    if plies == 0 || position.outcome().is_some() {
        return false;
    }
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    moves.iter().any(|m| loses(&position.play(m), plies - 1))
}

/// Whether it must lose within so many plies.
pub fn loses<G: Rules<Roll = ()>>(position: &G, plies: Score) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn().other());
    }
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    plies > 0 && moves.iter().all(|m| wins(&position.play(m), plies - 1))
}

/// Searches a position and returns the best move, and whether there was a claim to be proved.
fn ask<G: Tactics, E: Evaluate<G, Value = Score> + Clone + Send + 'static>(
    searcher: &mut Searcher<G, AlphaBeta<G, E>>,
    game: &Game<G>,
    nodes: u64,
) -> (G::Move, bool) {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let request = Request::new(limits);
    let answer = searcher.search(game, &request, &Control::new(), &mut |_| {});
    let score = answer.value.expect("a judgement");
    let plies = MATE - score.abs();
    let claims = plies <= PLIES;
    if claims {
        let claim = if score > 0 { wins } else { loses };
        let position = game.position();
        assert!(claim(position, plies), "{score} in {position:?}");
    }
    (answer.best.expect("a move"), claims)
}

/// Games of the search against itself, its table kept from turn to turn, from openings of random
/// moves; returns how many claims were proved.
fn prove<G: Tactics, E>(evaluation: &E, games: u32) -> u32
where
    E: Evaluate<G, Value = Score> + Clone + Send + 'static,
{
    let mut numbers = Numbers(5);
    let mut proved = 0;
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut game = Game::<G>::start();
        let mut searcher = Searcher::new(AlphaBeta::new(evaluation.clone()), 1);
        while game.outcome().is_none() {
            let next = if game.plies() < 10 {
                game.position().moves((), &mut moves);
                moves[numbers.next() as usize % moves.len()]
            } else {
                let (best, claims) = ask(&mut searcher, &game, 2_000);
                proved += u32::from(claims);
                best
            };
            game.play(&next);
        }
    }
    proved
}

#[test]
fn claims_in_dameo_are_true() {
    let proved = prove::<Dameo, _>(&Hce, 20);
    assert!(proved > 60, "{proved}");
}

#[test]
fn claims_in_eximo_are_true() {
    let proved = prove::<Eximo, _>(&eximo::Hce, 20);
    assert!(proved > 60, "{proved}");
}

#[test]
fn claims_in_a_small_game_are_true() {
    let mut numbers = Numbers(6);
    let mut searcher = Searcher::new(AlphaBeta::new(Count), 1);
    let mut proved = 0;
    for _ in 0..1_000 {
        let mut position = random(&mut numbers, 5);
        // No draw by the counter may come in between, which the table knows nothing of.
        position.quiet = 0;
        let (_, claims) = ask(&mut searcher, &Game::new(position, None), 3_000);
        proved += u32::from(claims);
    }
    assert!(proved > 60, "{proved}");
}

/// A board of Dameo with so many pieces, most of them the opponent's.
fn inferior_board(numbers: &mut Numbers, pieces: usize) -> Dameo {
    loop {
        let mut sets = [0_u64; 4];
        for piece in 0..pieces {
            // First the own king, then men and kings of the opponent, one of three the mover's.
            let kind = match piece {
                0 => 1,
                _ => [0, 2, 2, 3, 3, 3][numbers.next() as usize % 6],
            };
            // Men stand on the middle ranks, kings anywhere.
            let square = match kind % 2 {
                0 => 8 + numbers.next() % 48,
                _ => numbers.next() % 64,
            };
            sets[kind] |= 1 << square;
        }
        let all = sets.iter().fold(0, |all, set| all | set);
        if all.count_ones() as usize == pieces {
            let position = Dameo::with_pieces(sets, Side::First);
            if position.outcome().is_none() {
                return position;
            }
        }
    }
}

/// What was broken off in the middle of an iteration knows only some of the moves.
#[test]
fn searches_that_are_broken_off_claim_nothing_false() {
    let mut numbers = Numbers(8);
    let mut searcher = Searcher::new(AlphaBeta::new(WithTables::<Hce>::default()), 1);
    let mut told = 0;
    for round in 0..1_500 {
        let position = inferior_board(&mut numbers, 4 + round / 5 % 3);
        let game = Game::new(position, None);
        let mut request = Request::new(Limits {
            nodes: Some(50 << (round % 5)),
            ..Limits::default()
        });
        request.multipv = 1 + 2 * (round / 5 % 2);
        searcher.clear();
        let mut last = None;
        let answer = searcher.search(&game, &request, &Control::new(), &mut |report| {
            let Report::Line(info) = report else { return };
            if info.rank > 1 {
                return;
            }
            last = info.pv.first().copied();
            let plies = MATE - info.value.abs();
            if plies <= 4 {
                told += 1;
                let proved = if info.value > 0 { wins } else { loses };
                assert!(proved(&position, plies), "{} in {position:?}", info.value);
            }
        });
        assert_eq!(answer.best, last);
    }
    assert!(told > 100, "{told}");
}
