//! The engine's library as this tool uses it: what judges, and searches to a depth.
//! Not here: which positions are searched.

use anyhow::{Context, anyhow};
use std::fs;
use tricorn::eval::{Source, Value};
use tricorn::games::{Sources, Variant};
use tricorn::rules::Game;
use tricorn::search::{Control, Limits, Report, Request, Searcher};

/// The size of the table, in MiB.
const TABLE: usize = 16;

/// What judges positions.
pub enum Net {
    /// The evaluation that the engine is built with.
    BuiltIn,
    /// The one that was made by hand.
    Hand,
    /// A net file: its bytes.
    File(Vec<u8>),
}

impl Net {
    /// Reads `built-in`, `hand`, or the file of that name.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(name: &str) -> anyhow::Result<Self> {
        Ok(match name {
            "built-in" => Self::BuiltIn,
            "hand" => Self::Hand,
            file => Self::File(fs::read(file).with_context(|| file.to_owned())?),
        })
    }

    /// What tells it from others: the name, or a hash of the file (FNV-1a).
    pub fn id(&self) -> String {
        match self {
            Self::BuiltIn => "built-in".into(),
            Self::Hand => "hand".into(),
            Self::File(bytes) => {
                let mix = |hash: u64, byte: &u8| {
                    (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
                };
                let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix);
                format!("{hash:016x}")
            }
        }
    }

    /// The evaluation of a game.
    ///
    /// # Errors
    /// The game cannot use it.
    pub fn evaluation<G: Variant>(&self) -> anyhow::Result<G::Eval> {
        let net = match self {
            Self::BuiltIn => Source::BuiltIn,
            Self::Hand => Source::Hand,
            Self::File(bytes) => Source::File(bytes),
        };
        let sources = Sources {
            net,
            ..Sources::default()
        };
        G::evaluation(sources).map_err(|error| anyhow!(error))
    }
}

/// A searcher with this evaluation.
pub fn searcher<G: Variant>(evaluation: &G::Eval, threads: usize) -> Searcher<G, G::Kernel> {
    let mut searcher = Searcher::new(G::kernel(evaluation.clone()), TABLE);
    searcher.set_threads(threads);
    searcher
}

/// The best moves at a depth, the best first, each with its worth in points or men.
pub fn best<G: Variant>(
    searcher: &mut Searcher<G, G::Kernel>,
    game: &Game<G>,
    depth: u32,
    moves: usize,
) -> Vec<(G::Move, f64)> {
    let mut request = Request::new(Limits {
        depth: Some(depth),
        ..Limits::default()
    });
    request.lines = moves;
    let mut best = Vec::new();
    searcher.search(game, &request, &Control::new(), &mut |report| {
        if let Report::Line(info) = report
            && let Some(&m) = info.pv.first()
        {
            // The ranks of a depth come in their order, and take the place of those before.
            best.truncate(info.rank - 1);
            best.push((m, points(info.value)));
        }
    });
    best
}

/// A value's score in points.
fn points<V: Value>(value: V) -> f64 {
    f64::from(value.score()) / f64::from(V::UNIT)
}
