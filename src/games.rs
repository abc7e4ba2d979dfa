//! The games of `rules::list` once more, each with its evaluation, search kernel, levels and bench.
//! Not here: anything about how a game works, and the list for programs that only need the rules.

use crate::eval::net::{NetError, NnueFeatures};
use crate::eval::{self, Evaluate, LoadError, NetOrHce, Source, Wdl};
use crate::picture::Draw;
use crate::rules::Rules;
use crate::rules::abak::Abak;
use crate::rules::dameo::Dameo;
use crate::rules::eximo::Eximo;
use crate::search::{
    AlphaBeta, Filter, Filters, FutilityMargins, Kernel, Selective, StrengthLevel,
};
use std::path::Path;

/// A game with all that the engine needs to play it.
pub trait Variant: Draw {
    /// The evaluation that `eval` explains.
    type Eval: Evaluate<Self> + Default;

    /// The way of searching.
    type Kernel: Kernel<Self>;

    /// The file of the net within the program.
    const NET: &'static [u8];

    /// Whether it has endgame tables in files.
    const ENDGAMES: bool = false;

    /// The evaluation of these sources. A file of endgames is no concern of a game without such.
    ///
    /// # Errors
    /// One of them is a file that cannot be used.
    fn evaluation(sources: Sources<'_>) -> Result<Self::Eval, LoadError>;

    /// The search with an evaluation.
    fn kernel(evaluation: Self::Eval) -> Self::Kernel;

    /// What a value found by searching `position` says of the result.
    fn wdl(position: &Self, value: SearchValue<Self>) -> Wdl;

    /// The strengths below the full one that can be asked for, weakest first: rating, spread of the
    /// noise, nodes. `tools/gauntlet/LEVELS.md` says how the ratings
    /// were measured.
    const LEVELS: &'static [StrengthLevel];

    /// The positions that `bench` searches.
    const BENCH: &'static [&'static str];

    /// How deep `bench` searches them, in plies, unless it is told.
    const BENCH_DEPTH: u32;
}

/// Where a game's evaluation and endgame tables come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sources<'a> {
    /// The evaluation.
    pub net: Source<'a>,
    /// A file of endgame tables, beside those within the program.
    pub endgames: Option<&'a Path>,
}

/// What the search of a game says of a position.
pub type SearchValue<G> = <<G as Variant>::Kernel as Kernel<G>>::Value;

/// Something to be done with a game that is known by its name only.
pub trait Visitor {
    /// What comes of it.
    type Out;

    /// Does it.
    fn visit<G: Variant>(self) -> Self::Out;
}

/// The lowest and the highest rating of some tables.
const fn ends(tables: &[&[StrengthLevel]]) -> [u32; 2] {
    let mut ends = [u32::MAX, 0];
    let mut next = 0;
    while next < tables.len() {
        if let [weakest, ..] = tables[next]
            && weakest.elo < ends[0]
        {
            ends[0] = weakest.elo;
        }
        if let [.., strongest] = tables[next]
            && strongest.elo > ends[1]
        {
            ends[1] = strongest.elo;
        }
        next += 1;
    }
    ends
}

/// Checks a net for the game that its file names.
struct CheckNet<'a>(&'a [u8]);

impl Visitor for CheckNet<'_> {
    type Out = Result<&'static str, LoadError>;

    fn visit<G: Variant>(self) -> Self::Out {
        let net = Source::NetFile(self.0);
        let sources = Sources {
            net,
            ..Sources::default()
        };
        G::evaluation(sources).map(|_| G::NAME)
    }
}

/// The game whose net is in these bytes of a file.
///
/// # Errors
/// No game could use it.
pub fn check_net(bytes: &[u8]) -> Result<&'static str, LoadError> {
    let game = eval::net::game(bytes)?;
    visit(&game, CheckNet(bytes)).unwrap_or_else(|| {
        let error = NetError::another_game(&format!("{game:?}"), &NAMES.join(", "));
        Err(error.into())
    })
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// The names of all games; the first is the one a process starts with.
        pub const NAMES: &[&str] = &[$(<$game as Rules>::NAME),+];

        /// The ratings of the weakest and of the strongest level of any game.
        pub const RATINGS: [u32; 2] = ends(&[$(<$game as Variant>::LEVELS),+]);

        /// Visits the game of that name, in whatever case; `None` if there is none.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
            $(if name.eq_ignore_ascii_case(<$game as Rules>::NAME) {
                return Some(visitor.visit::<$game>());
            })+
            None
        }

        /// Whether the games that have endgame tables could use those of a file.
        ///
        /// # Errors
        /// One of them could not.
        pub fn check_endgames(file: &Path) -> Result<(), LoadError> {
            let sources = Sources { endgames: Some(file), ..Sources::default() };
            $(if <$game as Variant>::ENDGAMES {
                <$game as Variant>::evaluation(sources)?;
            })+
            Ok(())
        }
    };
}

games!(Dameo, Eximo, Abak);

impl Variant for Dameo {
    const NET: &'static [u8] = <Self as NnueFeatures>::NET;

    type Eval = eval::dameo::WithTables<NetOrHce<eval::dameo::Net, eval::dameo::Hce>>;
    type Kernel = AlphaBeta<Self, Self::Eval>;

    const ENDGAMES: bool = true;

    fn evaluation(sources: Sources<'_>) -> Result<Self::Eval, LoadError> {
        let evaluation = NetOrHce::load(sources.net, eval::dameo::Net::read)?;
        let endgames = match sources.endgames {
            None => eval::dameo::Endgames::default(),
            Some(file) => eval::dameo::Endgames::load(file)
                .map_err(|error| LoadError::Endgames(error.into()))?,
        };
        Ok(Self::Eval::new(evaluation, endgames))
    }

    fn kernel(evaluation: Self::Eval) -> Self::Kernel {
        AlphaBeta::new(evaluation)
    }

    fn wdl(position: &Self, value: SearchValue<Self>) -> Wdl {
        eval::dameo::WDL_MODEL.of(value, position.pieces())
    }

    const LEVELS: &'static [StrengthLevel] = &[
        StrengthLevel::new(550, 500, 1),
        StrengthLevel::new(825, 200, 1),
        StrengthLevel::new(1140, 100, 1),
        StrengthLevel::new(1395, 40, 1),
        StrengthLevel::new(1755, 0, 100),
        StrengthLevel::new(2170, 0, 1_000),
        StrengthLevel::new(2600, 0, 4_000),
        StrengthLevel::new(2905, 0, 16_000),
        StrengthLevel::new(3205, 0, 64_000),
    ];

    const BENCH: &'static [&'static str] = &[
        "mmmmmmmm/1mmmmmm1/2mmmm2/8/8/2MMMM2/1MMMMMM1/MMMMMMMM w 0 1",
        "mmmmmmmm/1mmmmmm1/2mmm3/5m2/6M1/2MMMM2/MMMM1MM1/1MMMMMMM b 0 2",
        "mm1mmmm1/3m4/m1m1mmm1/1mm1m3/M2MM1M1/MMM1M3/4M3/2MM3k b 0 16",
        "1m2m3/1m1m4/1m1M2mm/m7/6MM/1MM1M1M1/M1M4M/2M1M1M1 w 0 24",
        "4K3/8/K4M1m/MM6/3m4/7m/MM1M1MM1/M3M3 b 0 26",
        "k2k4/8/2m2m2/8/3MM3/8/8/K6K w 0 1",
    ];
    const BENCH_DEPTH: u32 = 8;
}

impl Variant for Eximo {
    const NET: &'static [u8] = <Self as NnueFeatures>::NET;

    type Eval = NetOrHce<eval::eximo::Net, eval::eximo::Hce>;
    type Kernel = AlphaBeta<Self, Self::Eval>;

    fn evaluation(sources: Sources<'_>) -> Result<Self::Eval, LoadError> {
        Ok(NetOrHce::load(sources.net, eval::eximo::Net::read)?)
    }

    fn kernel(evaluation: Self::Eval) -> Self::Kernel {
        AlphaBeta::new(evaluation).margins(FutilityMargins {
            futility: Some(100),
            reverse_futility: Some(80),
        })
    }

    fn wdl(position: &Self, value: SearchValue<Self>) -> Wdl {
        eval::eximo::WDL_MODEL.of(value, position.pieces())
    }

    const LEVELS: &'static [StrengthLevel] = &[
        StrengthLevel::new(645, 500, 1),
        StrengthLevel::new(940, 250, 1),
        StrengthLevel::new(1275, 100, 1),
        StrengthLevel::new(1405, 40, 1),
        StrengthLevel::new(1565, 0, 100),
        StrengthLevel::new(1900, 0, 700),
        StrengthLevel::new(2105, 0, 3_000),
        StrengthLevel::new(2340, 0, 12_000),
        StrengthLevel::new(2755, 0, 60_000),
    ];

    const BENCH: &'static [&'static str] = &[
        "1MMMMMM1/1MMMMMM1/1MM2MM1/8/8/1mm2mm1/1mmmmmm1/1mmmmmm1 b 1",
        "1MMMMMM1/1MMMMM2/M3MMM1/8/8/1m6/2mmmm2/1mmm1m2 b 11",
        "1M1M1MM1/2MM1MM1/1MM1MMM1/m7/m5mm/2m5/4m3/4mmm1 b 14",
        "8/6m1/8/3M1m1M/8/2m2mm1/3m2mm/8 w 34",
        "1M3M2/2M4M/4M3/6M1/4m3/3M1m2/1Mm5/8 w 16",
    ];
    const BENCH_DEPTH: u32 = 8;
}

impl Variant for Abak {
    const NET: &'static [u8] = eval::abak::Net::BUILT_IN;

    type Eval = eval::abak::BearOff<NetOrHce<eval::abak::Net, eval::abak::Hce>>;
    type Kernel = Selective<Self, Self::Eval>;

    fn evaluation(sources: Sources<'_>) -> Result<Self::Eval, LoadError> {
        let evaluation = NetOrHce::load(sources.net, eval::abak::Net::read)?;
        Ok(Self::Eval::new(evaluation))
    }

    fn kernel(evaluation: Self::Eval) -> Self::Kernel {
        // FutilityMargins in millionths of a point.
        const fn filter(max_moves: usize, margin: i32) -> Filter {
            Filter { max_moves, margin }
        }
        const FILTERS: Filters = Filters {
            root: &[filter(20, 400_000), filter(8, 160_000)],
            inner: &[filter(2, 80_000)],
        };
        Selective::new(evaluation, FILTERS)
    }

    fn wdl(_: &Self, value: SearchValue<Self>) -> Wdl {
        value.wdl()
    }

    const LEVELS: &'static [StrengthLevel] = &[
        StrengthLevel::new(360, 600_000, 1),
        StrengthLevel::new(615, 300_000, 1),
        StrengthLevel::new(1005, 150_000, 1),
        StrengthLevel::new(1190, 60_000, 1),
        StrengthLevel::new(1300, 0, 1),
        StrengthLevel::new(1390, 0, 30_000),
    ];

    const BENCH: &'static [&'static str] = &[
        "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - 31",
        "ED/OS/3/sssg/1/sus/3/SSUS/ssus/3/SUS/1/SSSG/3/os/ed w - -",
        "u/OSE/sus/1/D/sssgs/s/1/s/2/SSU/3/G/SU/s/2/S/SS/SS/ed b o 11",
        "suu/s/ssd/E/S/G/1/ss/S/1/S/se/O/s/1/osg/S/3/SS/D/1/USUSS b - 42",
        "ssuus/dg/1/s/O/4/DS/1/s/S/s/o/s/2/G/s/SE/se/USS/USSSS w - 31",
    ];
    const BENCH_DEPTH: u32 = 2;
}
