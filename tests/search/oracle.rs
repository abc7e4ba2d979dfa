//! The kernels compared with each other and with a few lines of brute force.
//! Not here: limits and reports.

use crate::steps::{PieceCount, Rng, Steps, random};
use crate::track::{Die, RaceLead, Track};
use tricorn::control::Control;
use tricorn::eval::dameo::Hce;
use tricorn::eval::{EvalTerm, Evaluate, MATE, Score, Value, mated_in};
use tricorn::limits::Limits;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::eximo::Eximo;
use tricorn::rules::{Chance, Game, Notation, Rules, Side, Tactics};
use tricorn::search::{AlphaBeta, Answer, Expectimax, Kernel, Mode, Quiesce, Request, Searcher};

/// Searches to a depth.
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
    let mut rng = Rng(1);
    for round in 0..400 {
        let position = random(&mut rng, 2 + round % 4);
        let depth = 1 + round % 4;
        let game = Game::new(position.clone(), None);
        let cut = to_depth(AlphaBeta::with_mode(PieceCount, Mode::Plain), &game, depth);
        let whole = to_depth(Expectimax::new(Quiesce::new(PieceCount)), &game, depth);
        assert_eq!(cut.value, whole.value, "depth {depth} of {position:?}");
        assert!(cut.nodes > 0);
    }
}

#[test]
fn plain_alpha_beta_saves_nodes() {
    let game = Game::new(Steps::start(), None);
    let cut = to_depth(AlphaBeta::with_mode(PieceCount, Mode::Plain), &game, 6);
    let whole = to_depth(Expectimax::new(Quiesce::new(PieceCount)), &game, 6);
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
    let mut rng = Rng(2);
    let mut decided = 0;
    for _ in 0..300 {
        let position = random(&mut rng, 2);
        let game = Game::new(position.clone(), None);
        let plain = to_depth(AlphaBeta::with_mode(PieceCount, Mode::Plain), &game, 5);
        let Some(distance) = plain.value.and_then(Value::mate) else {
            continue;
        };
        decided += 1;
        let limits = Limits {
            mate: Some(3),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(AlphaBeta::new(PieceCount), 1);
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
    let mut rng = Rng(3);
    for turn in Side::ALL {
        let (own, other) = (0b0000_0000_0000_0001, 0b0000_0000_0000_0010);
        let pieces = if turn == Side::First {
            (own, other)
        } else {
            (other, own)
        };
        let game = Game::new(Steps::new(pieces.0, pieces.1, turn), None);
        let won = to_depth(AlphaBeta::new(PieceCount), &game, 3);
        assert_eq!(won.value, Some(MATE - 1));
        assert_eq!(won.value.and_then(Value::mate), Some(1));
    }
    let mut lost = 0;
    for _ in 0..500 {
        let game = Game::new(random(&mut rng, 2), None);
        let answer = to_depth(AlphaBeta::new(PieceCount), &game, 2);
        if answer.value == Some(mated_in(2)) {
            lost += 1;
            let brute = to_depth(Expectimax::new(PieceCount), &game, 2);
            assert_eq!(brute.value, Some(mated_in(2)));
        }
    }
    assert!(lost > 0);
}

/// A meaningless but deterministic evaluation.
#[derive(Clone)]
struct HashEval;

impl<G: Rules> Evaluate<G> for HashEval {
    type Value = Score;

    fn value(&mut self, position: &G) -> Score {
        (position.key() >> 40) as Score % 500 - 250
    }

    fn terms(&mut self, _position: &G) -> Vec<EvalTerm> {
        Vec::new()
    }
}

/// Compares the kernels on positions of random games, as deep as a full tree allows.
fn compare_in_random_games<G: Tactics>(seed: u64, games: u32, most: usize) {
    let mut rng = Rng(seed);
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
                let cut = to_depth(AlphaBeta::with_mode(HashEval, Mode::Plain), &fresh, depth);
                let whole = to_depth(Expectimax::new(Quiesce::new(HashEval)), &fresh, depth);
                assert_eq!(cut.value, whole.value, "depth {depth} of {fresh:?}");
                compared += 1;
            }
            game.play(&moves[rng.next() as usize % moves.len()]);
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

/// The value of a chance node, by definition.
fn chance_node(position: &Track, depth: u32, ply: u32) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::ended(outcome, position.turn(), ply);
    }
    if depth == 0 {
        return RaceLead.value(position);
    }
    let values: Vec<_> = Die::ROLLS
        .iter()
        .map(|&(die, weight)| (after_roll(position, die, depth, ply), weight))
        .collect();
    Score::mean(&values)
}

fn after_roll(position: &Track, die: Die, depth: u32, ply: u32) -> Score {
    let mut moves = Vec::new();
    position.moves(die, &mut moves);
    let values = moves
        .iter()
        .map(|m| -chance_node(&position.play(m), depth - 1, ply + 1));
    values.max().unwrap_or(Score::MIN)
}

#[test]
fn expectimax_is_its_definition() {
    let mut rng = Rng(4);
    for round in 0..200 {
        let at = |rng: &mut Rng| (rng.next() % 5) as u8;
        let runners = [(); 2].map(|()| [at(&mut rng), at(&mut rng)]);
        let turn = Side::ALL[(rng.next() % 2) as usize];
        let position = Track { runners, turn };
        let depth = 1 + round % 3;
        let die = Die(1 + (rng.next() % 3) as u8);
        let rolled = Game::new(position.clone(), Some(die));
        let answer = to_depth(Expectimax::new(RaceLead), &rolled, depth);
        assert_eq!(answer.value, Some(after_roll(&position, die, depth, 0)));
        let best = answer
            .best
            .map(|m| -chance_node(&position.play(&m), depth - 1, 1));
        assert_eq!(best, answer.value);
        let before_roll = to_depth(
            Expectimax::new(RaceLead),
            &Game::new(position.clone(), None),
            depth,
        );
        assert_eq!(before_roll.value, Some(chance_node(&position, depth, 0)));
        assert_eq!((before_roll.best, before_roll.ponder), (None, None));
    }
}

#[test]
fn table_scores_are_not_used_at_a_higher_counter() {
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
