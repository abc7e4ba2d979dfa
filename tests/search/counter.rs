//! Tests of rule-50 counters in the transposition table, against a brute-force solver.
//! Not here: mate scores in whole games (`mate_scores`).

use crate::mate_scores::{loses_within, wins_within};
use crate::steps::{PieceCount, Rng, Steps};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use tricorn::control::Control;
use tricorn::eval::dameo::endgame::dtm::distance;
use tricorn::eval::dameo::endgame::setup::{Material, Setup};
use tricorn::eval::dameo::{Endgames, Hce, WithTables};
use tricorn::eval::{Evaluate, Score, Value};
use tricorn::limits::Limits;
use tricorn::rules::dameo::Dameo;
use tricorn::rules::{Game, Rules, Tactics};
use tricorn::search::{AlphaBeta, Answer, Request, Searcher};

/// The game-theoretic value for the side to move: 1 won, 0 drawn, -1 lost.
type Verdict = i8;

/// The node limit of the solver for one verdict.
const SOLVER_NODES: u32 = 30_000;

/// Solves positions with their draw counters by brute force.
struct Solver<G> {
    /// Verdicts by key and counter, kept between positions.
    known: HashMap<(u64, u16), Verdict>,
    /// The verdict of positions that need no search.
    known_verdict: fn(&G) -> Option<Verdict>,
    /// How many more nodes the solver may visit.
    left: u32,
}

impl<G: Rules<Roll = ()>> Solver<G> {
    fn new(known_verdict: fn(&G) -> Option<Verdict>) -> Self {
        Self {
            known: HashMap::new(),
            known_verdict,
            left: 0,
        }
    }

    /// The verdict, or `None` if it takes too many nodes.
    fn solve(&mut self, position: &G) -> Option<Verdict> {
        self.left = SOLVER_NODES;
        self.verdict(position)
    }

    /// The verdict, if a search of this many plies proves it: its lines end the game or reach
    /// positions that need no search.
    fn near(&mut self, position: &G, plies: u32) -> Option<Verdict> {
        if let Some(verdict) = (self.known_verdict)(position) {
            return Some(verdict);
        }
        self.within(position, plies, Self::near)
    }

    /// The verdict, if every line ends within this many plies.
    fn decided(&mut self, position: &G, plies: u32) -> Option<Verdict> {
        self.within(position, plies, Self::decided)
    }

    /// The verdict, if the game is over or `next` gives the verdicts of enough moves.
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
        if let Some(verdict) = (self.known_verdict)(position) {
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

/// Searches a position.
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

/// What a test has covered, to show that it tests something.
#[derive(Debug, Default)]
struct Counts {
    solved: u32,
    drawn: u32,
    decided: u32,
    mate_scores: u32,
    mates: u32,
}

/// Compares searches with an empty table and with one that was filled by searches of the same board
/// at other counters. `at` gives a board at a counter.
struct WarmTableTest<G: Tactics, E> {
    solver: Solver<G>,
    evaluation: E,
    at: fn(&G, u16) -> G,
    counts: Counts,
}

impl<G: Tactics, E: Evaluate<G, Value = Score>> WarmTableTest<G, E> {
    fn new(evaluation: E, known_verdict: fn(&G) -> Option<Verdict>, at: fn(&G, u16) -> G) -> Self {
        Self {
            solver: Solver::new(known_verdict),
            evaluation,
            at,
            counts: Counts::default(),
        }
    }

    /// A mate score must be true, and where every line ends within the depth, the move must keep
    /// the verdict.
    fn check(&mut self, answer: &Answer<G, Score>, position: &G, verdict: Verdict, decided: bool) {
        let mate = answer.value.expect("a value").mate();
        if let Some(distance) = mate {
            self.counts.mate_scores += 1;
            let expected = if distance > 0 { 1 } else { -1 };
            assert_eq!(expected, verdict, "mate {distance} in {position:?}");
        }
        if decided {
            self.counts.decided += 1;
            let after = position.play(&answer.best.expect("a move"));
            if let Some(kept) = self.solver.solve(&after) {
                assert_eq!(-kept, verdict, "{:?} in {position:?}", answer.best);
            }
        }
    }

    /// For a board that is won or lost within `plies` at counter 0: the first of `counters` at which
    /// it is drawn.
    fn drawn_by_counter(
        &mut self,
        board: &G,
        plies: u32,
        mut counters: RangeInclusive<u16>,
    ) -> Option<u16> {
        self.solver.left = SOLVER_NODES;
        let uncounted = self.solver.near(&(self.at)(board, 0), plies);
        if uncounted.is_none_or(|verdict| verdict == 0) {
            return None;
        }
        counters.find(|&counter| self.solver.solve(&(self.at)(board, counter)) == Some(0))
    }

    /// Checks one board at `counter` after searches at `others`, the last of which leaves the most
    /// entries.
    fn check_board(&mut self, board: &G, counter: u16, others: &[u16], deep: u32) {
        let position = (self.at)(board, counter);
        let Some(verdict) = self.solver.solve(&position) else {
            return;
        };
        self.counts.solved += 1;
        self.counts.drawn += u32::from(verdict == 0);
        self.solver.left = SOLVER_NODES;
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
        let won = wins_within(&position, 3);
        let lost = loses_within(&position, 4);
        let mut cold = Searcher::new(AlphaBeta::new(self.evaluation.clone()), 1);
        for searcher in [&mut cold, &mut warm] {
            let answer = think(searcher, &position, mate(2));
            self.check(&answer, &position, verdict, false);
            let distance = answer.value.and_then(Value::mate);
            let found = |plies| distance.is_some_and(|found| (1..=plies).contains(&found));
            assert_eq!(found(3), won, "go mate 2 in {position:?}: {distance:?}");
            assert!(lost || !distance.is_some_and(|found| (-4..=0).contains(&found)));
            self.counts.mates += u32::from(won);
        }
    }
}

/// A random board with this many pieces and no capture.
fn board(rng: &mut Rng, pieces: u32) -> Dameo {
    let materials = Material::all(pieces);
    loop {
        let material = materials[rng.next() as usize % materials.len()];
        let setup = material.setup(rng.next() as usize % material.size());
        if let Some(board) = setup.map(Setup::position)
            && board.outcome().is_none()
            && !board.capturing()
        {
            return board;
        }
    }
}

/// A board of three pieces that is won or lost in a number of plies in this range at counter 0, with
/// the number.
fn decided_board(rng: &mut Rng, plies: RangeInclusive<u16>) -> (Dameo, u16) {
    let endgames = Endgames::default();
    loop {
        let board = board(rng, 3);
        let distance = endgames.dtm(Setup::of(&board)).and_then(distance);
        if let Some(distance) = distance.filter(|distance| plies.contains(distance)) {
            return (board, distance);
        }
    }
}

/// The verdict of the three-piece tables.
fn tables(position: &Dameo) -> Option<Verdict> {
    thread_local! {
        static TABLES: Endgames = Endgames::default();
    }
    let score = TABLES.with(|tables| tables.probe(position))?;
    Some(score.signum() as Verdict)
}

fn test<E: Evaluate<Dameo, Value = Score>>(evaluation: E) -> WarmTableTest<Dameo, E> {
    WarmTableTest::new(evaluation, tables, |board: &Dameo, counter| {
        board.at_quiet(counter)
    })
}

/// Counters to search before `counter`, in rising or falling order: the last search leaves the most
/// entries.
fn others(counter: u16, rising: bool) -> Vec<u16> {
    let mut others = vec![0, 20, counter - 2, counter - 1, counter + 1];
    if !rising {
        others.reverse();
    }
    others
}

/// Three and four pieces at every counter from 30 to 49, and boards whose win comes just too late
/// for the draw counter.
fn dameo<E: Evaluate<Dameo, Value = Score>>(evaluation: E, seed: u64, rounds: u16) -> Counts {
    let mut test = test(evaluation);
    let mut rng = Rng(seed);
    for round in 0..rounds {
        let (pieces, rising) = (3 + u32::from(round / 20 % 2), round % 2 == 0);
        let counter = 30 + round % 20;
        let any = board(&mut rng, pieces);
        test.check_board(&any, counter, &others(counter, rising), 4);
        if round % 2 == 0 {
            let (late, counter) = loop {
                let board = board(&mut rng, pieces);
                if let Some(counter) = test.drawn_by_counter(&board, 3, 46..=48) {
                    break (board, counter);
                }
            };
            test.check_board(&late, counter, &others(counter, round % 4 < 2), 4);
        }
        let (board, plies) = decided_board(&mut rng, 3..=9);
        // The win comes a few plies too late, or just in time.
        let counter = (55 - plies - round % 6).min(48);
        test.check_board(&board, counter, &others(counter, rising), 4);
    }
    test.counts
}

#[test]
fn dameo_endgames_are_scored_by_their_counter() {
    let counts = dameo(Hce, 21, 40);
    assert!(counts.solved >= 60 && counts.drawn >= 15, "{counts:?}");
    assert!(counts.mate_scores > 50 && counts.mates > 0, "{counts:?}");
}

#[test]
fn dameo_endgames_with_tables_are_scored_by_their_counter() {
    let counts = dameo(WithTables::<Hce>::default(), 22, 40);
    assert!(counts.solved >= 60 && counts.drawn >= 15, "{counts:?}");
    assert!(counts.mate_scores > 50 && counts.mates > 0, "{counts:?}");
}

#[test]
fn a_small_game_is_scored_by_its_counter() {
    let at = |position: &Steps, counter: u16| Steps {
        quiet: counter as u8,
        ..position.clone()
    };
    let mut test = WarmTableTest::new(PieceCount, |_| None, at);
    let mut rng = Rng(23);
    for round in 0..200 {
        let board = crate::steps::random(&mut rng, 2 + round % 2);
        let any = 4 + (rng.next() % 8) as u16;
        let late = test.drawn_by_counter(&board, 6, 4..=10);
        let counter = late.unwrap_or(any);
        let mut others = [0, 2, counter - 1, 11];
        if round % 4 < 2 {
            others.reverse();
        }
        test.check_board(&board, counter, &others, 6);
    }
    let counts = test.counts;
    assert!(counts.mate_scores > 50 && counts.mates > 0, "{counts:?}");
}
