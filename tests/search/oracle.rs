//! The kernels against each other, and against a few lines of brute force.
//! Not here: limits and reports.

use crate::steps::{Count, Numbers, Steps, random};
use crate::track::{Ahead, Die, Track};
use tricorn::control::Control;
use tricorn::eval::dameo::Hce;
use tricorn::eval::{EvalTerm, Evaluate, MATE, Score, Value, mated_in};
use tricorn::limits::Limits;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;
use tricorn::rules::{Chance, Game, Notation, Rules, Side, Tactics};
use tricorn::search::{AlphaBeta, Answer, Expectimax, Kernel, Mode, Quiesce, Request, Searcher};

/// Searches to a depth and gives the answer.
fn to_depth<G: Rules, K: Kernel<G>>(kernel: K, game: &Game<G>, depth: u32) -> Answer<G, K::Value> {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(kernel, 1);
    searcher.search(game, &Request::new(limits), &Control::new(), &mut |_| {})
}

#[test]
fn plain_alpha_beta_is_expectimax() {
    let mut numbers = Numbers(1);
    for round in 0..400 {
        let position = random(&mut numbers, 2 + round % 4);
        let depth = 1 + round % 4;
        let game = Game::new(position.clone(), None);
        let cut = to_depth(AlphaBeta::with_mode(Count, Mode::Plain), &game, depth);
        let whole = to_depth(Expectimax::new(Quiesce::new(Count)), &game, depth);
        assert_eq!(cut.value, whole.value, "depth {depth} of {position:?}");
        assert!(cut.nodes > 0);
    }
}

#[test]
fn plain_alpha_beta_cuts() {
    let game = Game::new(Steps::start(), None);
    let cut = to_depth(AlphaBeta::with_mode(Count, Mode::Plain), &game, 6);
    let whole = to_depth(Expectimax::new(Quiesce::new(Count)), &game, 6);
    assert_eq!(cut.value, whole.value);
    assert!(
        cut.nodes * 2 < whole.nodes,
        "{} of {}",
        cut.nodes,
        whole.nodes
    );
}

#[test]
fn full_search_finds_the_wins_that_plain_search_proves() {
    let mut numbers = Numbers(2);
    let mut decided = 0;
    for _ in 0..300 {
        let position = random(&mut numbers, 2);
        let game = Game::new(position.clone(), None);
        let plain = to_depth(AlphaBeta::with_mode(Count, Mode::Plain), &game, 5);
        let Some(distance) = plain.value.and_then(Value::mate) else {
            continue;
        };
        decided += 1;
        let limits = Limits {
            mate: Some(3),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(AlphaBeta::new(Count), 1);
        let full = searcher.search(&game, &Request::new(limits), &Control::new(), &mut |_| {});
        let found = full.value.and_then(Value::mate);
        assert!(
            found.is_some_and(|found| (found > 0) == (distance > 0)),
            "{position:?}"
        );
    }
    assert!(decided >= 20, "{decided} positions were decided");
}

#[test]
fn wins_and_losses_have_the_right_sign_and_distance() {
    // Two lone pieces: the one that moves next to the other is taken.
    let mut numbers = Numbers(3);
    for turn in Side::ALL {
        let (own, other) = (0b0000_0000_0000_0001, 0b0000_0000_0000_0010);
        let pieces = if turn == Side::First {
            (own, other)
        } else {
            (other, own)
        };
        let game = Game::new(Steps::new(pieces.0, pieces.1, turn), None);
        let won = to_depth(AlphaBeta::new(Count), &game, 3);
        assert_eq!(won.value, Some(MATE - 1));
        assert_eq!(won.value.and_then(Value::mate), Some(1));
    }
    let mut lost = 0;
    for _ in 0..500 {
        let game = Game::new(random(&mut numbers, 2), None);
        let answer = to_depth(AlphaBeta::new(Count), &game, 2);
        if answer.value == Some(mated_in(2)) {
            lost += 1;
            let brute = to_depth(Expectimax::new(Count), &game, 2);
            assert_eq!(brute.value, Some(mated_in(2)));
        }
    }
    assert!(lost > 0);
}

/// A meaningless but deterministic evaluation.
#[derive(Clone)]
struct Scrambled;

impl<G: Rules> Evaluate<G> for Scrambled {
    type Value = Score;

    fn value(&mut self, position: &G) -> Score {
        (position.key() >> 40) as Score % 500 - 250
    }

    fn terms(&mut self, _position: &G) -> Vec<EvalTerm> {
        Vec::new()
    }
}

/// Compares the kernels on positions of random games, as deep as a whole tree allows.
fn compare_in_random_games<G: Tactics>(seed: u64, games: u32, most: usize) {
    let mut numbers = Numbers(seed);
    let mut moves = Vec::new();
    let mut compared = 0;
    for _ in 0..games {
        let mut game = Game::<G>::start();
        for ply in 0_u64.. {
            game.position().moves((), &mut moves);
            if game.outcome().is_some() || ply > 150 {
                break;
            }
            if ply % 7 == seed % 7 {
                let depth = (1..5).rev().find(|&depth| moves.len().pow(depth) < most);
                let depth = depth.unwrap_or(1);
                let fresh = Game::new(game.position().clone(), None);
                let cut = to_depth(AlphaBeta::with_mode(Scrambled, Mode::Plain), &fresh, depth);
                let whole = to_depth(Expectimax::new(Quiesce::new(Scrambled)), &fresh, depth);
                assert_eq!(cut.value, whole.value, "depth {depth} of {fresh:?}");
                compared += 1;
            }
            game.play(&moves[numbers.next() as usize % moves.len()]);
        }
    }
    assert!(compared > games * 3);
}

#[test]
fn plain_alpha_beta_is_expectimax_in_dameo() {
    compare_in_random_games::<Dameo>(1, 10, 300);
}

#[test]
fn plain_alpha_beta_is_expectimax_in_eximo() {
    compare_in_random_games::<Eximo>(2, 4, 100);
}

/// The value of a position before the roll, by definition.
fn before(position: &Track, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::ended(outcome, position.turn(), ply);
    }
    if depth == 0 {
        return Ahead.value(position);
    }
    let values: Vec<_> = Die::ROLLS
        .iter()
        .map(|&(die, weight)| (under(position, die, depth, ply), weight))
        .collect();
    Score::mean(&values)
}

fn under(position: &Track, die: Die, depth: u32, ply: u32) -> Score {
    let mut moves = Vec::new();
    position.moves(die, &mut moves);
    let values = moves
        .iter()
        .map(|m| -before(&position.play(m), depth - 1, ply + 1));
    values.max().unwrap_or(Score::MIN)
}

#[test]
fn expectimax_is_its_definition() {
    let mut numbers = Numbers(4);
    for round in 0..200 {
        let at = |numbers: &mut Numbers| (numbers.next() % 5) as u8;
        let runners = [(); 2].map(|()| [at(&mut numbers), at(&mut numbers)]);
        let turn = Side::ALL[(numbers.next() % 2) as usize];
        let position = Track { runners, turn };
        let depth = 1 + round % 3;
        let die = Die(1 + (numbers.next() % 3) as u8);
        let thrown = Game::new(position.clone(), Some(die));
        let answer = to_depth(Expectimax::new(Ahead), &thrown, depth);
        assert_eq!(answer.value, Some(under(&position, die, depth, 0)));
        let best = answer
            .best
            .map(|m| -before(&position.play(&m), depth - 1, 1));
        assert_eq!(best, answer.value);
        let unthrown = to_depth(
            Expectimax::new(Ahead),
            &Game::new(position.clone(), None),
            depth,
        );
        assert_eq!(unthrown.value, Some(before(&position, depth, 0)));
        assert_eq!((unthrown.best, unthrown.ponder), (None, None));
    }
}

#[test]
fn what_the_table_knows_of_a_board_does_not_outlive_the_counter() {
    let game = |quiet: u32| {
        let text = format!("k2k4/8/8/8/8/8/K7/K6K w {quiet} 60");
        let placed = Dameo::parse_position(&text).expect("good text");
        Game::new(placed.position, placed.roll)
    };
    let limits = Limits {
        depth: Some(1),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(AlphaBeta::new(Hce), 1);
    let mut value = |quiet| {
        let request = Request::new(limits.clone());
        let answer = searcher.search(&game(quiet), &request, &Control::new(), &mut |_| {});
        answer.value.expect("a value")
    };
    assert!(value(0) > 0, "three kings are more than two");
    assert_eq!(value(49), 0, "the next quiet ply is a draw");
}
