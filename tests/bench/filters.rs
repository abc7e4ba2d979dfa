//! What the filters of Abak's search cost and save, on positions of the engine's own play:
//! `cargo bench --bench filters [-- POSITIONS [REFERENCES]]`, 100 and 25 unless told.
//! Not here: the filters that play (`games.rs`), and strength; matches measure that.
//!
//! One row for each set of filters and depth: against the whole tree at depth 2; at depth 3, where
//! a whole tree takes half a minute, against filters several times as wide, on the first few
//! positions. "Same" is how often the same move is chosen, "lost" the mean equity, in thousandths
//! of a point, that the wider search sees the narrower one's choice give up. Times are of one
//! thread's processor, where the system tells them.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::time::{Duration, Instant};
use tricorn::control::Control;
use tricorn::eval::Value;
use tricorn::games::Variant;
use tricorn::limits::Limits;
use tricorn::rules::abak::{Abak, Dice, Move};
use tricorn::rules::{Chance, Game, Rules};
use tricorn::search::{Answer, Filter, Filters, Kernel, Request, Searcher, Selective};

/// Filters for depth 2 and 3 at the root, and for 2 below it; margins in thousandths of a point.
const fn filters<const N: usize>(
    root: [(usize, i32); 2],
    inner: [(usize, i32); N],
) -> ([Filter; 2], [Filter; N]) {
    let mut filled = ([Filter::NONE; 2], [Filter::NONE; N]);
    let mut at = 0;
    while at < 2 {
        filled.0[at] = filter(root[at]);
        at += 1;
    }
    at = 0;
    while at < N {
        filled.1[at] = filter(inner[at]);
        at += 1;
    }
    filled
}

const fn filter((max_moves, thousandths): (usize, i32)) -> Filter {
    Filter {
        max_moves,
        margin: thousandths * 1_000,
    }
}

macro_rules! sets {
    ($($name:literal: $root:expr, $inner:expr;)+) => {
        [$({
            static SET: ([Filter; 2], [Filter; 1]) = filters($root, [$inner]);
            ($name, Filters { root: &SET.0, inner: &SET.1 })
        }),+]
    };
}

/// Searches one position to a depth.
fn search<K: Kernel<Abak>>(
    searcher: &mut Searcher<Abak, K>,
    game: &Game<Abak>,
    depth: u32,
    only: Option<Move>,
) -> Answer<Abak, K::Value> {
    let mut request = Request::new(Limits {
        depth: Some(depth),
        ..Limits::default()
    });
    request.searchmoves = only.map(|m| vec![m]);
    searcher.search(game, &request, &Control::new(), &mut |_| {})
}

fn throw(random: &mut Pcg64) -> Dice {
    let mut at = random.random_range(0..36);
    for &(roll, weight) in Dice::ROLLS {
        if at < weight {
            return roll;
        }
        at -= weight;
    }
    unreachable!("the weights add up to 36")
}

/// Every seventh position, with its throw, of games played at depth 1, where there is a choice.
fn positions(wanted: usize) -> Vec<Game<Abak>> {
    let mut random = Pcg64::seed_from_u64(4);
    let mut found = Vec::new();
    let mut player = Searcher::new(Abak::kernel(Default::default()), 1);
    while found.len() < wanted {
        let mut game = Game::<Abak>::start();
        while game.outcome().is_none() {
            game.set_roll(throw(&mut random));
            let roll = game.roll().expect("just thrown");
            if game.plies() % 7 == 3 && game.position().count(roll) > 1 && found.len() < wanted {
                found.push(Game::new(*game.position(), Some(roll)));
            }
            let answer = search(&mut player, &game, 1, None);
            game.play(&answer.best.expect("a game that goes on has a move"));
        }
    }
    found
}

/// Time that this thread has had a processor.
fn worked(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// What a search chose, and what its choosing took.
struct Choice {
    best: Move,
    score: i32,
    nodes: u64,
    time: Duration,
}

fn choices<K: Kernel<Abak>>(kernel: K, games: &[Game<Abak>], depth: u32) -> Vec<Choice> {
    let start = Instant::now();
    let mut searcher = Searcher::new(kernel, 16);
    let one = |game| {
        let before = worked(start);
        let answer = search(&mut searcher, game, depth, None);
        Choice {
            best: answer.best.expect("a move"),
            score: answer.value.expect("a worth").score(),
            nodes: answer.nodes,
            time: worked(start) - before,
        }
    };
    games.iter().map(one).collect()
}

fn report<K: Kernel<Abak>>(
    name: &str,
    depth: u32,
    found: &[Choice],
    judge: K,
    games: &[Game<Abak>],
    wide: &[Choice],
) {
    let (mut same, mut lost) = (0, 0.0);
    let mut judge = Searcher::new(judge, 16);
    for ((choice, best), game) in found.iter().zip(wide).zip(games) {
        if choice.best == best.best {
            same += 1;
        } else {
            let worth = search(&mut judge, game, depth, Some(choice.best))
                .value
                .expect("a worth");
            lost += f64::from(best.score - worth.score()) / 1e3;
        }
    }
    let mut times: Vec<_> = found.iter().map(|choice| choice.time).collect();
    times.sort();
    let nodes: u64 = found.iter().map(|choice| choice.nodes).sum();
    let total: Duration = times.iter().sum();
    let compared = wide.len().min(found.len()) as f64;
    println!(
        "| {name} | {depth} | {} | {:.1} | {:.2} | {:.1} | {:.1} | {:.1} | {:.1} |",
        wide.len().min(found.len()),
        100.0 * f64::from(same) / compared,
        lost / compared,
        nodes as f64 / found.len() as f64 / 1e3,
        total.as_secs_f64() * 1e3 / found.len() as f64,
        times[times.len() / 2].as_secs_f64() * 1e3,
        times.last().expect("a time").as_secs_f64() * 1e3,
    );
}

fn main() {
    let mut numbers = std::env::args().filter_map(|word| word.parse().ok());
    let games = positions(numbers.next().unwrap_or(100));
    let few = &games[..numbers.next().unwrap_or(25).min(games.len())];
    let sets = sets! {
        "8 in 0.16, 4 in 0.08; 1": [(8, 160), (4, 80)], (1, 0);
        "8 in 0.16, 4 in 0.08; 2 in 0.08": [(8, 160), (4, 80)], (2, 80);
        "12 in 0.24, 6 in 0.12; 2 in 0.08": [(12, 240), (6, 120)], (2, 80);
        "20 in 0.40, 8 in 0.16; 2 in 0.08": [(20, 400), (8, 160)], (2, 80);
        "20 in 0.40, 8 in 0.16; 3 in 0.12": [(20, 400), (8, 160)], (3, 120);
        "20 in 0.40, 8 in 0.16; 4 in 0.20": [(20, 400), (8, 160)], (4, 200);
    };
    let eval = <Abak as Variant>::Eval::default();
    let [wide] = sets! { "40 in 0.80, 16 in 0.32; 6 in 0.30": [(40, 800), (16, 320)], (6, 300); };
    println!(
        "| root at 2, at 3; below | depth | positions | same % | lost | nodes/1000 | mean ms | median ms | worst ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let judges = [
        ("none", Filters::NONE, 2, &games[..]),
        (wide.0, wide.1, 3, few),
    ];
    for (name, judge, depth, judged) in judges {
        let judge = || Selective::new(eval.clone(), judge);
        let best = choices(judge(), judged, depth);
        report(name, depth, &best, judge(), judged, &best);
        for (name, filters) in sets {
            let found = choices(Selective::new(eval.clone(), filters), judged, depth);
            report(name, depth, &found, judge(), judged, &best);
        }
        let found = choices(Abak::kernel(Default::default()), &games, depth);
        report("as played", depth, &found, judge(), &games, &best);
    }
}
