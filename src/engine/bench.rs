//! The bench: fixed positions of every game, searched to a fixed depth, for the node signature and speed.
//! Not here: the positions, which each game has.

use crate::games::{self, Variant, Visitor};
use crate::limits::Limits;
use crate::rules::Game;
use crate::search::{Request, Searcher};
use crate::uci::{Job, Output};
use std::time::{Duration, Instant};

/// The size of the transposition table in MiB, fixed since the signature depends on it.
const HASH: usize = 16;

/// Nodes and time of one game, or of all.
#[derive(Clone, Copy, Default)]
struct BenchStats {
    nodes: u64,
    time: Duration,
}

impl BenchStats {
    fn per_second(self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Searches all positions of all games to `depth`, or to the depth of each game, and returns the last
/// line with the node signature. A stopped bench has no signature.
pub fn run(depth: Option<u32>, job: &Job, out: &Output) -> String {
    let mut total = BenchStats::default();
    for name in games::NAMES {
        let stats = games::visit(name, OneGame { depth, job, out });
        let stats = stats.unwrap_or_default();
        if job.control.stopped() {
            return "info string bench stopped".into();
        }
        out.line(format_args!(
            "{name}: {} nodes, {} nps",
            stats.nodes,
            stats.per_second()
        ));
        total.nodes += stats.nodes;
        total.time += stats.time;
    }
    format!("{} nodes {} nps", total.nodes, total.per_second())
}

struct OneGame<'a> {
    depth: Option<u32>,
    job: &'a Job,
    out: &'a Output,
}

impl Visitor for OneGame<'_> {
    type Out = BenchStats;

    fn visit<G: Variant>(self) -> BenchStats {
        let mut searcher = Searcher::<G, G::Kernel>::new(G::kernel(G::Eval::default()), HASH);
        let mut stats = BenchStats::default();
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
            stats.time += begin.elapsed();
            stats.nodes += answer.nodes;
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
        stats
    }
}
