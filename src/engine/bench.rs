//! The bench: a fixed set of positions of every game, searched to a fixed depth. The number of
//! nodes is the signature of the search, the same on every machine; the rest is speed.
//! Not here: the positions; each game brings its own.

use crate::games::{self, Variant, Visitor};
use crate::limits::Limits;
use crate::rules::Game;
use crate::search::{Request, Searcher};
use crate::uci::{Job, Output};
use std::time::{Duration, Instant};

/// The size of the table, in MiB: fixed, since the signature depends on it.
const HASH: usize = 16;

/// What the bench of one game, or of all, took.
#[derive(Clone, Copy, Default)]
struct Tally {
    nodes: u64,
    time: Duration,
}

impl Tally {
    fn per_second(self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Searches all positions of all games, to `depth` or to each game's own; returns the last line,
/// the nodes. A stopped one says so and gives no signature.
pub fn run(depth: Option<u32>, job: &Job, out: &Output) -> String {
    let mut total = Tally::default();
    for name in games::NAMES {
        let tally = games::visit(name, OneGame { depth, job, out });
        let tally = tally.unwrap_or_default();
        if job.control.stopped() {
            return "info string bench stopped".into();
        }
        out.line(format_args!(
            "{name}: {} nodes, {} nps",
            tally.nodes,
            tally.per_second()
        ));
        total.nodes += tally.nodes;
        total.time += tally.time;
    }
    format!("{} nodes {} nps", total.nodes, total.per_second())
}

struct OneGame<'a> {
    depth: Option<u32>,
    job: &'a Job,
    out: &'a Output,
}

impl Visitor for OneGame<'_> {
    type Out = Tally;

    fn visit<G: Variant>(self) -> Tally {
        let mut searcher = Searcher::<G, G::Kernel>::new(G::kernel(G::Eval::default()), HASH);
        let mut tally = Tally::default();
        for (number, text) in (1..).zip(G::BENCH) {
            let placed = G::parse_position(text).expect("the bench's own positions are good");
            let game = Game::new(placed.position, placed.roll);
            let request = Request::new(Limits {
                depth: Some(self.depth.unwrap_or(G::BENCH_DEPTH)),
                ..Limits::default()
            });
            searcher.clear();
            let begin = Instant::now();
            let answer = searcher.search(&game, &request, &self.job.control, &mut |_| {});
            tally.time += begin.elapsed();
            tally.nodes += answer.nodes;
            if self.job.control.stopped() {
                break;
            }
            self.out.line(format_args!(
                "info string {} {number}/{}: {} nodes",
                G::NAME,
                G::BENCH.len(),
                answer.nodes
            ));
        }
        tally
    }
}
