//! Property tests that every game must pass, over positions of random games.
//! Not here: what only one game does.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::collections::HashSet;
use tricorn::eval::{Evaluate, Value};
use tricorn::rules::{Chance, Game, Notation, Rules, Token};

/// Plays `games` random games, of `plies` plies at most, and holds every position against
/// every law.
pub fn hold<G: Notation, E: Evaluate<G>>(games: u64, plies: usize, mut eval: E) {
    let total: u32 = G::Roll::ROLLS.iter().map(|&(_, weight)| weight).sum();
    let distinct: HashSet<_> = G::Roll::ROLLS.iter().map(|&(roll, _)| roll).collect();
    assert_eq!(distinct.len(), G::Roll::ROLLS.len());
    assert!([1, 36].contains(&total), "weights add up to {total}");

    for seed in 0..games {
        let mut random = Pcg64::seed_from_u64(seed);
        let mut game = Game::<G>::start();
        for _ in 0..plies {
            let (roll, _) = G::Roll::ROLLS[random.random_range(0..G::Roll::ROLLS.len())];
            game.set_roll(roll);
            let moves = hold_at(&game, roll, &mut eval);
            if moves.is_empty() {
                assert!(
                    game.outcome().is_some(),
                    "no moves, yet not over: {}",
                    game.text()
                );
                break;
            }
            game.play(&moves[random.random_range(0..moves.len())]);
        }
    }
}

fn list<G: Rules>(position: &G, roll: G::Roll) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.moves(roll, &mut moves);
    moves
}

fn hold_at<G: Notation, E: Evaluate<G>>(
    game: &Game<G>,
    roll: G::Roll,
    eval: &mut E,
) -> Vec<G::Move> {
    let position = game.position();
    let text = game.text();
    assert_eq!(position.key(), position.recomputed_key(), "key of {text}");

    let placed = G::parse_position(&text).expect(&text);
    assert_eq!(&placed.position, position, "{text} read again");
    assert_eq!(placed.roll, Some(roll), "roll of {text} read again");
    assert_eq!(placed.position.key(), position.key());

    assert_eq!(position.mirrored().pieces(), position.pieces(), "{text}");

    let moves = list(position, roll);
    assert_eq!(position.count(roll), moves.len() as u64, "count in {text}");
    let mut texts = HashSet::new();
    for m in &moves {
        assert_eq!(
            moves.iter().filter(|other| *other == m).count(),
            1,
            "twice in {text}"
        );
        let word = position.move_text(m);
        assert_eq!(
            position.parse_token(Some(roll), &word),
            Ok(Token::Move(*m)),
            "{word} in {text}"
        );
        assert!(texts.insert(word), "two moves share a text in {text}");
    }
    for wrong in [
        "",
        "a1",
        "zz",
        "a1a1",
        "64:",
        "\u{1F3B2}",
        "a1b2@",
        "1/2,3/4",
        "-",
        "99:1/2",
        "é1",
    ] {
        assert!(
            position.parse_token(Some(roll), wrong).is_err(),
            "{wrong} in {text}"
        );
    }

    let mirror = position.mirrored();
    assert_eq!(&mirror.mirrored(), position, "mirrored twice: {text}");
    assert_ne!(mirror.turn(), position.turn());
    assert_eq!(mirror.key(), mirror.recomputed_key());
    // By key: move numbers are raised after one colour's move only, and no image can keep that.
    let after: HashSet<u64> = moves
        .iter()
        .map(|m| position.play(m).mirrored().key())
        .collect();
    let images = list(&mirror, roll);
    let mirrored: HashSet<u64> = images.iter().map(|m| mirror.play(m).key()).collect();
    assert_eq!(after, mirrored, "mirrored moves of {text}");
    let flipped = mirror.outcome().map(|o| {
        (
            o.winner.map(tricorn::rules::Side::other),
            o.points,
            o.reason,
        )
    });
    assert_eq!(
        flipped,
        position.outcome().map(|o| (o.winner, o.points, o.reason))
    );

    if position.outcome().is_none() {
        let value = eval.value(position);
        assert_eq!(
            value,
            eval.value(&mirror),
            "value of {text} and its mirror image"
        );
        assert_eq!(value, value.opposite().opposite());
    }
    moves
}
