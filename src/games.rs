//! The list of the games: for each its evaluation, its way of searching, its bench.
//! Not here: anything about how a game works. This is the only file that names them all.

use crate::eval::{self, Evaluate};
use crate::rules::eximo::Eximo;
use crate::rules::{Notation, Rules};
use crate::search::{AlphaBeta, Kernel};

/// A game with all that the engine needs to play it.
pub trait Variant: Notation {
    /// The evaluation that `eval` explains.
    type Eval: Evaluate<Self> + Default;

    /// The way of searching.
    type Kernel: Kernel<Self>;

    /// The search as the game starts with it.
    fn kernel() -> Self::Kernel;

    /// The positions that `bench` searches.
    const BENCH: &'static [&'static str];

    /// How deep `bench` searches them, in plies, unless it is told.
    const BENCH_DEPTH: u32;
}

/// Something to be done with a game that is known by its name only.
pub trait Visitor {
    /// What comes of it.
    type Out;

    /// Does it.
    fn visit<G: Variant>(self) -> Self::Out;
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The names of all games; the first is the one a process starts with.
        pub const NAMES: &[&str] = &[$(<$game as Rules>::NAME),+];

        /// Visits the game of that name, in whatever case; `None` if there is none.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
            $(if name.eq_ignore_ascii_case(<$game as Rules>::NAME) {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

games!(Eximo);

impl Variant for Eximo {
    type Eval = eval::eximo::Hand;
    type Kernel = AlphaBeta<Self, Self::Eval>;

    fn kernel() -> Self::Kernel {
        AlphaBeta::new(Self::Eval::default())
    }

    const BENCH: &'static [&'static str] = &[
        "1MMMMMM1/1MMMMMM1/1MM2MM1/8/8/1mm2mm1/1mmmmmm1/1mmmmmm1 b 1",
        "1MMMMMM1/1MMMMM2/M3MMM1/8/8/1m6/2mmmm2/1mmm1m2 b 11",
        "1M1M1MM1/2MM1MM1/1MM1MMM1/m7/m5mm/2m5/4m3/4mmm1 b 14",
        "8/6m1/8/3M1m1M/8/2m2mm1/3m2mm/8 w 34",
        "1M3M2/2M4M/4M3/6M1/4m3/3M1m2/1Mm5/8 w 16",
    ];
    const BENCH_DEPTH: u32 = 8;
}
