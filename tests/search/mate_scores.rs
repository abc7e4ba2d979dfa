//! Mate scores of the search in the real games, proved by brute force.
//! Not here: how soon the search finds a mate.
//!
//! A wrong mate score is how unsound pruning and table cutoffs show. Otherwise the program only
//! plays a little worse.

use crate::steps::{PieceCount, Rng, random};
use tricorn::control::Control;
use tricorn::eval::dameo::{Hce, WithTables};
use tricorn::eval::{Evaluate, MATE, Score, eximo};
use tricorn::limits::Limits;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;
use tricorn::rules::{Game, Rules, Side, Tactics};
use tricorn::search::{AlphaBeta, Report, Request, Searcher};

/// Longer mates are not checked.
const PLIES: Score = 5;

/// Whether the side to move can force a win within this many plies.
pub fn wins_within<G: Rules<Roll = ()>>(position: &G, plies: Score) -> bool {
    if plies == 0 || position.outcome().is_some() {
        return false;
    }
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    moves
        .iter()
        .any(|m| loses_within(&position.play(m), plies - 1))
}

/// Whether the side to move loses within this many plies whatever it plays.
pub fn loses_within<G: Rules<Roll = ()>>(position: &G, plies: Score) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn().other());
    }
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    plies > 0
        && moves
            .iter()
            .all(|m| wins_within(&position.play(m), plies - 1))
}

/// Searches a position, proves a mate score, and returns the best move and whether there was one.
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
    let score = answer.value.expect("a value");
    let plies = MATE - score.abs();
    let is_mate = plies <= PLIES;
    if is_mate {
        let proves = if score > 0 { wins_within } else { loses_within };
        let position = game.position();
        assert!(proves(position, plies), "{score} in {position:?}");
    }
    (answer.best.expect("a move"), is_mate)
}

/// Plays games of self-play from random openings, with the table kept from move to move. Returns how
/// many mate scores were proved.
fn prove<G: Tactics, E>(evaluation: &E, games: u32) -> u32
where
    E: Evaluate<G, Value = Score> + Clone + Send + 'static,
{
    let mut rng = Rng(5);
    let mut proved = 0;
    let mut moves = Vec::new();
    for _ in 0..games {
        let mut game = Game::<G>::start();
        let mut searcher = Searcher::new(AlphaBeta::new(evaluation.clone()), 1);
        while game.outcome().is_none() {
            let next = if game.plies() < 10 {
                game.position().moves((), &mut moves);
                moves[rng.next() as usize % moves.len()]
            } else {
                let (best, is_mate) = ask(&mut searcher, &game, 2_000);
                proved += u32::from(is_mate);
                best
            };
            game.play(&next);
        }
    }
    proved
}

#[test]
fn mate_scores_in_dameo_are_true() {
    let proved = prove::<Dameo, _>(&Hce, 20);
    assert!(proved > 60, "{proved}");
}

#[test]
fn mate_scores_in_eximo_are_true() {
    let proved = prove::<Eximo, _>(&eximo::Hce, 20);
    assert!(proved > 60, "{proved}");
}

#[test]
fn mate_scores_in_a_small_game_are_true() {
    let mut rng = Rng(6);
    let mut searcher = Searcher::new(AlphaBeta::new(PieceCount), 1);
    let mut proved = 0;
    for _ in 0..1_000 {
        let mut position = random(&mut rng, 5);
        // Brute force does not stop at draws by the counter, so none may come within its plies.
        position.quiet = 0;
        let (_, is_mate) = ask(&mut searcher, &Game::new(position, None), 3_000);
        proved += u32::from(is_mate);
    }
    assert!(proved > 60, "{proved}");
}

/// A random Dameo position with this many pieces, most of them the opponent's.
fn inferior_board(rng: &mut Rng, pieces: usize) -> Dameo {
    loop {
        let mut sets = [0_u64; 4];
        for piece in 0..pieces {
            // First an own king, then men and kings of the opponent, and some own kings.
            let kind = match piece {
                0 => 1,
                _ => [0, 2, 2, 3, 3, 3][rng.next() as usize % 6],
            };
            // Men on the middle ranks, kings anywhere.
            let square = match kind % 2 {
                0 => 8 + rng.next() % 48,
                _ => rng.next() % 64,
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

/// An interrupted iteration has searched only some of the root moves.
#[test]
fn interrupted_searches_report_no_false_mate() {
    let mut rng = Rng(8);
    let mut searcher = Searcher::new(AlphaBeta::new(WithTables::<Hce>::default()), 1);
    let mut reported = 0;
    for round in 0..1_500 {
        let position = inferior_board(&mut rng, 4 + round / 5 % 3);
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
                reported += 1;
                let proved = if info.value > 0 {
                    wins_within
                } else {
                    loses_within
                };
                assert!(proved(&position, plies), "{} in {position:?}", info.value);
            }
        });
        assert_eq!(answer.best, last);
    }
    assert!(reported > 100, "{reported}");
}
