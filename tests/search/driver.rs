//! Tests of iterative deepening: PVs, MultiPV, `searchmoves`, repetitions, determinism.
//! Not here: what ends a search (`limits`).

use crate::steps::{PieceCount, Rng, Step, Steps, random};
use crate::track::{Die, RaceLead, Track};
use tricorn::control::Control;
use tricorn::limits::Limits;
use tricorn::rules::{Game, Rules, Side};
use tricorn::search::{
    AlphaBeta, Answer, Bound, Budget, CounterRange, Expectimax, Kernel, Report, Request, Root,
    RootLine, Searcher, TimeManager, TranspositionTable, TtEntry,
};

type StepsSearcher = Searcher<Steps, AlphaBeta<Steps, PieceCount>>;

fn searcher() -> StepsSearcher {
    Searcher::new(AlphaBeta::new(PieceCount), 1)
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// An `info` line.
#[derive(Clone, Debug, PartialEq)]
struct ReportedLine<G: Rules> {
    depth: u32,
    rank: usize,
    score: i32,
    nodes: u64,
    pv: Vec<G::Move>,
}

fn search<G: Rules, K: Kernel<G, Value = i32>>(
    searcher: &mut Searcher<G, K>,
    game: &Game<G>,
    request: &Request<G>,
) -> (Vec<ReportedLine<G>>, Answer<G, i32>) {
    let mut lines = Vec::new();
    let answer = searcher.search(game, request, &Control::new(), &mut |report| {
        if let Report::Line(info) = report {
            assert!(info.hashfull <= 1000 && info.seldepth <= 300);
            lines.push(ReportedLine {
                depth: info.depth,
                rank: info.rank,
                score: info.value,
                nodes: info.nodes,
                pv: info.pv.to_vec(),
            });
        }
    });
    (lines, answer)
}

fn check_line(game: &Game<Steps>, pv: &[Step]) {
    let mut game = game.clone();
    let mut moves = Vec::new();
    for m in pv {
        assert_eq!(game.outcome(), None, "{pv:?} goes on after the end");
        game.position().moves((), &mut moves);
        assert!(moves.contains(m), "{m:?} of {pv:?} is not legal");
        game.play(m);
    }
}

#[test]
fn pvs_are_legal_and_the_last_one_is_the_answer() {
    let mut rng = Rng(5);
    let mut searcher = searcher();
    for round in 0..60 {
        let game = Game::new(random(&mut rng, 2 + round % 4), None);
        let (lines, answer) = search(&mut searcher, &game, &Request::new(depth(8)));
        assert!(lines.windows(2).all(|two| two[0].depth <= two[1].depth));
        assert!(lines.windows(2).all(|two| two[0].nodes <= two[1].nodes));
        for line in &lines {
            check_line(&game, &line.pv);
        }
        let last = lines
            .last()
            .map(|line| (line.pv.first().copied(), Some(line.score)));
        assert_eq!(last, Some((answer.best, answer.value)));
        assert_eq!(
            answer.ponder,
            lines.last().and_then(|line| line.pv.get(1).copied())
        );
        assert_eq!(answer.depth, 8);
    }
}

#[test]
fn multipv_lines_are_sorted_and_differ() {
    let mut rng = Rng(6);
    for _ in 0..30 {
        let game = Game::new(random(&mut rng, 4), None);
        let mut moves = Vec::new();
        game.position().moves((), &mut moves);
        let mut request = Request::new(depth(5));
        request.multipv = 3;
        let (lines, answer) = search(&mut searcher(), &game, &request);
        let expected = moves.len().min(3);
        assert_eq!(lines.len(), 5 * expected);
        for of_depth in lines.chunks(expected) {
            let ranks: Vec<_> = of_depth.iter().map(|line| line.rank).collect();
            assert_eq!(ranks, (1..=expected).collect::<Vec<_>>());
            assert!(of_depth.windows(2).all(|two| two[0].score >= two[1].score));
            for (index, line) in of_depth.iter().enumerate() {
                let same = |other: &ReportedLine<Steps>| other.pv[0] == line.pv[0];
                assert!(!of_depth[..index].iter().any(same));
            }
        }
        let best = lines[lines.len() - expected].pv.first().copied();
        assert_eq!(answer.best, best);
    }
}

#[test]
fn searchmoves_restricts_the_root() {
    let game = Game::new(Steps::start(), None);
    let mut moves = Vec::new();
    game.position().moves((), &mut moves);
    let nonsense = Step {
        from: 0,
        to: 15,
        taken: 0,
    };
    for &m in &moves {
        let mut request = Request::new(depth(4));
        request.searchmoves = Some(vec![nonsense, m]);
        request.multipv = 9;
        let (lines, answer) = search(&mut searcher(), &game, &request);
        assert_eq!(answer.best, Some(m));
        assert!(lines.iter().all(|line| line.pv[0] == m && line.rank == 1));
    }
    let mut request = Request::new(depth(4));
    request.searchmoves = Some(vec![nonsense]);
    let (lines, answer) = search(&mut searcher(), &game, &request);
    assert!(lines.is_empty());
    assert_eq!((answer.best, answer.value), (None, None));
}

#[test]
fn the_same_request_visits_the_same_nodes() {
    let mut rng = Rng(7);
    let mut searcher = searcher();
    let games: Vec<_> = (0..10)
        .map(|_| Game::new(random(&mut rng, 5), None))
        .collect();
    let mut all = || {
        searcher.clear();
        games
            .iter()
            .map(|game| search(&mut searcher, game, &Request::new(depth(7))).0)
            .collect::<Vec<_>>()
    };
    let first = all();
    assert_eq!(first, all());
}

#[test]
fn a_finished_game_is_scored_and_has_no_move() {
    let lost = Game::new(Steps::new(0, 1, Side::First), None);
    let (lines, answer) = search(&mut searcher(), &lost, &Request::new(depth(5)));
    assert_eq!((answer.best, lines.len()), (None, 1));
    assert_eq!((lines[0].depth, lines[0].score), (0, -32_000));
    let mut position = Steps::new(1, 1 << 15, Side::First);
    position.quiet = 12;
    let (lines, answer) = search(
        &mut searcher(),
        &Game::new(position, None),
        &Request::new(depth(5)),
    );
    assert_eq!((answer.best, lines[0].depth, lines[0].score), (None, 0, 0));
}

/// Both sides move a piece there and back, `times` times.
fn shuffled(times: usize) -> Game<Steps> {
    // The first side has one piece in a corner, the second three far away.
    let mut game = Game::new(Steps::new(0x0001, 0xC800, Side::First), None);
    let step = |from, to| Step { from, to, taken: 0 };
    for _ in 0..times {
        for m in [step(0, 1), step(14, 13), step(1, 0), step(13, 14)] {
            game.play(&m);
        }
    }
    game
}

#[test]
fn threefold_repetition_ends_the_game_and_twofold_does_not() {
    let (_, answer) = search(&mut searcher(), &shuffled(1), &Request::new(depth(3)));
    assert!(answer.best.is_some());
    let (lines, answer) = search(&mut searcher(), &shuffled(2), &Request::new(depth(3)));
    assert_eq!((answer.best, lines[0].score), (None, 0));
}

#[test]
fn a_move_into_threefold_repetition_scores_as_a_draw() {
    // Only the last move of the second round trip is missing, which repeats the start a third time.
    let mut game = shuffled(1);
    let step = |from, to| Step { from, to, taken: 0 };
    for m in [step(0, 1), step(14, 13), step(1, 0)] {
        game.play(&m);
    }
    let mut request = Request::new(depth(1));
    request.searchmoves = Some(vec![step(13, 14)]);
    let (lines, answer) = search(&mut searcher(), &game, &request);
    assert_eq!((answer.value, lines[0].pv.len()), (Some(0), 1));
    // In the same position without a history, the material counts.
    let fresh = Game::new(game.position().clone(), None);
    let (_, answer) = search(&mut searcher(), &fresh, &request);
    assert!(answer.value > Some(0));
}

#[test]
fn a_game_with_dice_is_searched_with_and_without_its_roll() {
    let mut searcher = Searcher::new(Expectimax::new(RaceLead), 1);
    let rolled = Game::new(Track::start(), Some(Die(2)));
    let (lines, answer) = search(&mut searcher, &rolled, &Request::new(depth(3)));
    assert_eq!(lines.len(), 3);
    assert!(answer.best.is_some() && answer.ponder.is_none());
    assert!(lines.iter().all(|line| line.pv.len() == 1));
    let before = Game::new(Track::start(), None);
    let (lines, answer) = search(&mut searcher, &before, &Request::new(depth(3)));
    assert!(lines.iter().all(|line| line.pv.is_empty()));
    assert_eq!((lines.len(), answer.best), (3, None));
}

#[test]
fn a_size_beyond_memory_is_refused_and_the_old_one_kept() {
    let mut searcher = searcher();
    assert!(searcher.prepare().is_ok());
    let error = searcher.resize(usize::MAX >> 21);
    assert!(error.is_err_and(|error| error.to_string().contains("MiB")));
    assert_eq!(searcher.mib(), 1);
    assert!(searcher.resize(2).is_ok());
    assert_eq!(searcher.mib(), 2);
    let (lines, _) = search(&mut searcher, &Game::start(), &Request::new(depth(3)));
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_key_collision_in_the_table_does_no_harm() {
    let table = TranspositionTable::smallest();
    let position = Steps::start();
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    for m in &moves {
        let foreign = TtEntry {
            score: 0,
            bound: Bound::Upper,
            depth: 0,
            best: Some(60_000),
            counters: CounterRange::ALL,
        };
        table.store(position.play(m).key(), &foreign);
    }
    let mut root = Root {
        position: position.clone(),
        roll: Some(()),
        keys: vec![position.key()],
        lines: moves.iter().map(|&m| RootLine::new(vec![m])).collect(),
        mate_search: false,
    };
    let (limits, control) = (depth(4), Control::new());
    let mut budget = Budget::new(&limits, TimeManager::default(), &control, 1_000);
    let mut kernel = AlphaBeta::new(PieceCount);
    kernel.begin(&root, 1);
    for depth in 1..=4 {
        let result = kernel.search(&mut root, 0, depth, &table, &mut budget, &mut |_, _| {});
        assert_eq!(result, Ok(()));
        assert_eq!(root.lines[0].depth, depth);
    }
    check_line(&Game::start(), &root.lines[0].pv);
}

#[test]
fn a_stop_interrupts_the_ordering_of_very_many_root_moves() {
    let position = Steps::start();
    let mut moves = Vec::new();
    position.moves((), &mut moves);
    let mut root = Root {
        position: position.clone(),
        roll: Some(()),
        keys: vec![position.key()],
        lines: moves
            .iter()
            .cycle()
            .take(5_000)
            .map(|&m| RootLine::new(vec![m]))
            .collect(),
        mate_search: false,
    };
    let (limits, control) = (Limits::default(), Control::new());
    control.stop();
    let mut budget = Budget::new(&limits, TimeManager::default(), &control, 1_000);
    // Longer than the guaranteed nodes may delay a stop.
    std::thread::sleep(std::time::Duration::from_millis(60));
    let mut kernel = AlphaBeta::new(PieceCount);
    kernel.begin(&root, 1);
    let result = kernel.search(
        &mut root,
        0,
        1,
        &TranspositionTable::smallest(),
        &mut budget,
        &mut |_, _| {},
    );
    assert!(result.is_err());
    let evaluated = root
        .lines
        .iter()
        .take_while(|line| line.value.is_some())
        .count();
    assert!((1..1_000).contains(&evaluated), "{evaluated}");
    assert!(
        root.lines[evaluated..]
            .iter()
            .all(|line| line.value.is_none())
    );
}
