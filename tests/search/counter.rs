//! Draw counters against the transposition table: what a search found at one counter must not
//! decide at another. A solver that knows counters is the reference.
//! Not here: claims in whole games (`claims`).

use crate::claims::{loses, wins};
use crate::steps::{Count, Numbers, Steps};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use tricorn::control::Control;
use tricorn::eval::dameo::endgame::code::distance;
use tricorn::eval::dameo::endgame::setup::{Material, Setup};
use tricorn::eval::dameo::{Endgames, Hce, WithTables};
use tricorn::eval::{Evaluate, Score, Value};
use tricorn::limits::Limits;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::{Game, Rules, Tactics};
use tricorn::search::{AlphaBeta, Answer, Request, Searcher};

/// What a position is worth to its mover: 1 if won, 0 if drawn, -1 if lost.
type Verdict = i8;

/// How many positions may be looked at for one verdict.
const LOOKED_AT: u32 = 30_000;

/// Solves positions with their draw counters by trying all moves.
struct Solver<G> {
    /// By key and counter. Kept between positions.
    known: HashMap<(u64, u16), Verdict>,
    /// The verdict of positions that need no search.
    look_up: fn(&G) -> Option<Verdict>,
    /// How many more positions may be looked at.
    left: u32,
}

impl<G: Rules<Roll = ()>> Solver<G> {
    fn new(look_up: fn(&G) -> Option<Verdict>) -> Self {
        Self {
            known: HashMap::new(),
            look_up,
            left: 0,
        }
    }

    /// The verdict, or `None` if it takes too long to find.
    fn solve(&mut self, position: &G) -> Option<Verdict> {
        self.left = LOOKED_AT;
        self.verdict(position)
    }

    /// The verdict, if so many plies are enough to see it: the game ends in them, or a position is
    /// reached that needs no search.
    fn near(&mut self, position: &G, plies: u32) -> Option<Verdict> {
        if let Some(verdict) = (self.look_up)(position) {
            return Some(verdict);
        }
        self.within(position, plies, Self::near)
    }

    /// The verdict, if every line ends within so many plies.
    fn decided(&mut self, position: &G, plies: u32) -> Option<Verdict> {
        self.within(position, plies, Self::decided)
    }

    /// The verdict, if the game is over or `next` knows that of enough moves.
    fn within(
        &mut self,
        position: &G,
        plies: u32,
        next: fn(&mut Self, &G, u32) -> Option<Verdict>,
    ) -> Option<Verdict> {
        if position.outcome().is_some() {
            return self.verdict(position);
        }
        self.left = self.left.checked_sub(1)?;
        let mut moves = Vec::new();
        position.moves((), &mut moves);
        let below = plies.checked_sub(1)?;
        let mut best = Some(-1);
        for m in &moves {
            let reply = next(self, &position.play(m), below);
            if reply == Some(-1) {
                return Some(1);
            }
            best = best.and_then(|best| reply.map(|reply| best.max(-reply)));
        }
        best
    }

    fn verdict(&mut self, position: &G) -> Option<Verdict> {
        if let Some(outcome) = position.outcome() {
            return Some(match outcome.winner {
                None => 0,
                Some(winner) if winner == position.turn() => 1,
                Some(_) => -1,
            });
        }
        if let Some(verdict) = (self.look_up)(position) {
            return Some(verdict);
        }
        let place = (position.key(), position.counter());
        if let Some(&verdict) = self.known.get(&place) {
            return Some(verdict);
        }
        self.left = self.left.checked_sub(1)?;
        let mut moves = Vec::new();
        position.moves((), &mut moves);
        let mut best = -1;
        for m in &moves {
            best = best.max(-self.verdict(&position.play(m))?);
            if best == 1 {
                break;
            }
        }
        self.known.insert(place, best);
        Some(best)
    }
}

/// Asks for a move.
fn think<G: Tactics, E: Evaluate<G, Value = Score>>(
    searcher: &mut Searcher<G, AlphaBeta<G, E>>,
    position: &G,
    limits: Limits,
) -> Answer<G, Score> {
    let game = Game::new(position.clone(), None);
    searcher.search(&game, &Request::new(limits), &Control::new(), &mut |_| {})
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn mate(turns: u32) -> Limits {
    Limits {
        mate: Some(turns),
        ..Limits::default()
    }
}

/// What the tests count, to show that they test something.
#[derive(Debug, Default)]
struct Seen {
    solved: u32,
    drawn: u32,
    decided: u32,
    claimed: u32,
    mates: u32,
}

/// Searches positions with an empty table, and with one that was filled by searches of the same
/// board at other counters: `at` puts a board at a counter.
struct Trial<G: Tactics, E> {
    solver: Solver<G>,
    evaluation: E,
    at: fn(&G, u16) -> G,
    seen: Seen,
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> Trial<G, E> {
    fn new(evaluation: E, look_up: fn(&G) -> Option<Verdict>, at: fn(&G, u16) -> G) -> Self {
        Self {
            solver: Solver::new(look_up),
            evaluation,
            at,
            seen: Seen::default(),
        }
    }

    /// The claim of a search must be true, and where everything is decided within its depth, its
    /// move must keep what the position is worth.
    fn check(&mut self, answer: &Answer<G, Score>, position: &G, verdict: Verdict, decided: bool) {
        let claim = answer.value.expect("a value").mate();
        if let Some(distance) = claim {
            self.seen.claimed += 1;
            let claimed = if distance > 0 { 1 } else { -1 };
            assert_eq!(claimed, verdict, "mate {distance} in {position:?}");
        }
        if decided {
            self.seen.decided += 1;
            let after = position.play(&answer.best.expect("a move"));
            if let Some(kept) = self.solver.solve(&after) {
                assert_eq!(-kept, verdict, "{:?} in {position:?}", answer.best);
            }
        }
    }

    /// The first of `counters` at which a board is drawn that is won or lost within `plies` when
    /// nothing is counted.
    fn too_late(
        &mut self,
        board: &G,
        plies: u32,
        mut counters: RangeInclusive<u16>,
    ) -> Option<u16> {
        self.solver.left = LOOKED_AT;
        let uncounted = self.solver.near(&(self.at)(board, 0), plies);
        if uncounted.is_none_or(|verdict| verdict == 0) {
            return None;
        }
        counters.find(|&counter| self.solver.solve(&(self.at)(board, counter)) == Some(0))
    }

    /// One board at `counter`, after searches at `others`, the last of which leaves the most
    /// entries.
    fn one(&mut self, board: &G, counter: u16, others: &[u16], deep: u32) {
        let position = (self.at)(board, counter);
        let Some(verdict) = self.solver.solve(&position) else {
            return;
        };
        self.seen.solved += 1;
        self.seen.drawn += u32::from(verdict == 0);
        self.solver.left = LOOKED_AT;
        let decided = self.solver.decided(&position, deep).is_some();
        let mut warm = Searcher::new(AlphaBeta::new(self.evaluation.clone()), 1);
        for &other in others {
            think(&mut warm, &(self.at)(board, other), depth(deep));
            think(&mut warm, &(self.at)(board, other), mate(2));
        }
        let mut cold = Searcher::new(AlphaBeta::new(self.evaluation.clone()), 1);
        for searcher in [&mut cold, &mut warm] {
            let answer = think(searcher, &position, depth(deep));
            self.check(&answer, &position, verdict, decided);
        }
        let won = wins(&position, 3);
        let lost = loses(&position, 4);
        let mut cold = Searcher::new(AlphaBeta::new(self.evaluation.clone()), 1);
        for searcher in [&mut cold, &mut warm] {
            let answer = think(searcher, &position, mate(2));
            self.check(&answer, &position, verdict, false);
            let distance = answer.value.and_then(Value::mate);
            let found = |plies| distance.is_some_and(|found| (1..=plies).contains(&found));
            assert_eq!(found(3), won, "go mate 2 in {position:?}: {distance:?}");
            assert!(lost || !distance.is_some_and(|found| (-4..=0).contains(&found)));
            self.seen.mates += u32::from(won);
        }
    }
}

/// A random board with so many pieces and nothing to capture at once.
fn board(numbers: &mut Numbers, pieces: u32) -> Dameo {
    let materials = Material::all(pieces);
    loop {
        let material = materials[numbers.next() as usize % materials.len()];
        let setup = material.setup(numbers.next() as usize % material.size());
        if let Some(board) = setup.map(Setup::position)
            && board.outcome().is_none()
            && !board.capturing()
        {
            return board;
        }
    }
}

/// A board of three pieces that is won or lost in so many plies when nothing is counted, and in
/// how many.
fn decided_board(numbers: &mut Numbers, plies: RangeInclusive<u16>) -> (Dameo, u16) {
    let endgames = Endgames::default();
    loop {
        let board = board(numbers, 3);
        let distance = endgames.code(Setup::of(&board)).and_then(distance);
        if let Some(distance) = distance.filter(|distance| plies.contains(distance)) {
            return (board, distance);
        }
    }
}

/// What the tables of three pieces know is known without a search.
fn tables(position: &Dameo) -> Option<Verdict> {
    thread_local! {
        static TABLES: Endgames = Endgames::default();
    }
    let score = TABLES.with(|tables| tables.probe(position))?;
    Some(score.signum() as Verdict)
}

fn trial<E: Evaluate<Dameo, Value = Score>>(evaluation: E) -> Trial<Dameo, E> {
    Trial::new(evaluation, tables, |board: &Dameo, counter| {
        board.at_quiet(counter)
    })
}

/// Counters beside `counter`, in rising or falling order: what was searched last has the most
/// entries.
fn others(counter: u16, rising: bool) -> Vec<u16> {
    let mut others = vec![0, 20, counter - 2, counter - 1, counter + 1];
    if !rising {
        others.reverse();
    }
    others
}

/// Three and four pieces at every counter from 30 to 49, and boards whose win comes just too late.
fn dameo<E: Evaluate<Dameo, Value = Score>>(evaluation: E, seed: u64, rounds: u16) -> Seen {
    let mut trial = trial(evaluation);
    let mut numbers = Numbers(seed);
    for round in 0..rounds {
        let (pieces, rising) = (3 + u32::from(round / 20 % 2), round % 2 == 0);
        let counter = 30 + round % 20;
        let any = board(&mut numbers, pieces);
        trial.one(&any, counter, &others(counter, rising), 4);
        if round % 2 == 0 {
            let (late, counter) = loop {
                let board = board(&mut numbers, pieces);
                if let Some(counter) = trial.too_late(&board, 3, 46..=48) {
                    break (board, counter);
                }
            };
            trial.one(&late, counter, &others(counter, round % 4 < 2), 4);
        }
        let (board, plies) = decided_board(&mut numbers, 3..=9);
        // The end comes a few plies too late, or just in time.
        let counter = (55 - plies - round % 6).min(48);
        trial.one(&board, counter, &others(counter, rising), 4);
    }
    trial.seen
}

#[test]
fn dameo_endings_are_judged_by_their_counter() {
    let seen = dameo(Hce, 21, 40);
    assert!(seen.solved >= 60 && seen.drawn >= 15, "{seen:?}");
    assert!(seen.claimed > 50 && seen.mates > 0, "{seen:?}");
}

#[test]
fn dameo_endings_with_tables_are_judged_by_their_counter() {
    let seen = dameo(WithTables::<Hce>::default(), 22, 40);
    assert!(seen.solved >= 60 && seen.drawn >= 15, "{seen:?}");
    assert!(seen.claimed > 50 && seen.mates > 0, "{seen:?}");
}

#[test]
fn a_small_game_is_judged_by_its_counter() {
    let at = |position: &Steps, counter: u16| Steps {
        quiet: counter as u8,
        ..position.clone()
    };
    let mut trial = Trial::new(Count, |_| None, at);
    let mut numbers = Numbers(23);
    for round in 0..200 {
        let board = crate::steps::random(&mut numbers, 2 + round % 2);
        let any = 4 + (numbers.next() % 8) as u16;
        let late = trial.too_late(&board, 6, 4..=10);
        let counter = late.unwrap_or(any);
        let mut others = [0, 2, counter - 1, 11];
        if round % 4 < 2 {
            others.reverse();
        }
        trial.one(&board, counter, &others, 6);
    }
    let seen = trial.seen;
    assert!(seen.claimed > 50 && seen.mates > 0, "{seen:?}");
}
