//! Tests of the search with Dameo endgame tables: shortest wins, longest defence.
//! Not here: whether the tables are right, which their own tests prove.

use crate::steps::Rng;
use tricorn::control::Control;
use tricorn::eval::dameo::endgame::dtm::distance;
use tricorn::eval::dameo::endgame::setup::{Material, Setup};
use tricorn::eval::dameo::{Endgames, Hce, WithTables};
use tricorn::eval::{MATE, Value, mated_in};
use tricorn::limits::Limits;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::{Game, Rules, Side};
use tricorn::search::{AlphaBeta, Answer, Request, Searcher};

type EndgameSearcher = Searcher<Dameo, AlphaBeta<Dameo, WithTables<Hce>>>;

fn searcher() -> EndgameSearcher {
    Searcher::new(AlphaBeta::new(WithTables::default()), 1)
}

fn think(searcher: &mut EndgameSearcher, game: &Game<Dameo>, depth: u32) -> Answer<Dameo, i32> {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    searcher.search(game, &Request::new(limits), &Control::new(), &mut |_| {})
}

/// A position of three pieces that the side to move wins in five plies or more, with the number of
/// plies.
fn won(rng: &mut Rng, endgames: &Endgames) -> (Dameo, u16) {
    let materials = Material::all(3);
    loop {
        let material = materials[rng.next() as usize % materials.len()];
        let Some(setup) = material.setup(rng.next() as usize % material.size()) else {
            continue;
        };
        let plies = endgames.dtm(setup).and_then(distance).unwrap_or(0);
        if plies % 2 == 1 && plies >= 5 {
            let position = setup.position();
            let turned = rng.next() % 2 == 1;
            let position = if turned {
                position.mirrored()
            } else {
                position
            };
            return (position, plies);
        }
    }
}

#[test]
fn both_sides_play_to_the_exact_distance() {
    let (mut rng, endgames) = (Rng(11), Endgames::default());
    let mut longest = 0;
    for round in 0..40 {
        let (position, plies) = won(&mut rng, &endgames);
        let winner = position.turn();
        let mut game = Game::new(position, None);
        let mut searchers = [searcher(), searcher()];
        for left in (1..=i32::from(plies)).rev() {
            let side = game.position().turn();
            let answer = think(&mut searchers[side.index()], &game, 1 + round % 6);
            let expected = if side == winner {
                MATE - left
            } else {
                mated_in(left as u32)
            };
            assert_eq!(answer.value, Some(expected), "{:?}", game.position());
            game.play(&answer.best.expect("a move"));
        }
        let outcome = game.outcome().expect("the end");
        assert_eq!(outcome.winner, Some(winner));
        longest = longest.max(plies);
    }
    assert!(longest > 13, "{longest}");
}

#[test]
fn no_defence_lasts_longer_than_the_table_says() {
    let (mut rng, endgames) = (Rng(12), Endgames::default());
    let mut moves = Vec::new();
    for round in 0..60 {
        let (position, plies) = won(&mut rng, &endgames);
        let winner = position.turn();
        let mut game = Game::new(position, None);
        let mut searcher = searcher();
        let mut left = i32::from(plies);
        while game.outcome().is_none() {
            if game.position().turn() == winner {
                let answer = think(&mut searcher, &game, 2 + round % 3);
                let mate = answer.value.and_then(Value::mate);
                assert!(mate.is_some_and(|mate| 0 < mate && mate <= left));
                left = mate.unwrap_or(0);
                game.play(&answer.best.expect("a move"));
            } else {
                game.position().moves((), &mut moves);
                game.play(&moves[rng.next() as usize % moves.len()]);
            }
            left -= 1;
            assert!(left >= 0);
        }
        assert_eq!(game.outcome().and_then(|end| end.winner), Some(winner));
    }
}

#[test]
fn a_search_without_nodes_still_plays_the_best_move() {
    let (mut rng, endgames) = (Rng(13), Endgames::default());
    for _ in 0..40 {
        let (position, plies) = won(&mut rng, &endgames);
        let game = Game::new(position, None);
        let limits = Limits {
            nodes: Some(0),
            ..Limits::default()
        };
        let answer = searcher().search(&game, &Request::new(limits), &Control::new(), &mut |_| {});
        let child = game.position().play(&answer.best.expect("a move"));
        let after = endgames.dtm(Setup::of(&child)).and_then(distance);
        assert_eq!(after, Some(plies - 1));
    }
}

#[test]
fn table_draws_score_zero() {
    // King against king, neither of which can capture.
    let position = Setup([0, 1, 0, 1 << 63]).position();
    assert_eq!(position.turn(), Side::First);
    let answer = think(&mut searcher(), &Game::new(position, None), 6);
    assert_eq!(answer.value, Some(0));
}
