//! Tests of the node limit of quiescence search, with a game whose leaf has more captures.
//! Not here: real positions of that kind (the tests of the process).

use tricorn::control::Control;
use tricorn::eval::{EvalTerm, Evaluate, Score, Value};
use tricorn::limits::Limits;
use tricorn::rules::{Game, Outcome, Reason, Rules, Side, Tactics};
use tricorn::search::{AlphaBeta, Request, Searcher};

/// How many captures the first side has after its own quiet move and the second side's capture.
const REPLIES: u64 = 3_000;

/// The first side makes its only move, the second side captures in one of two ways. After the
/// first of these, each of the first side's many captures wins; after the other, the game is
/// drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wide {
    Start,
    Choice,
    Replies,
    Won(u64),
    Drawn,
}

impl Rules for Wide {
    type Roll = ();
    type Move = u64;
    const NAME: &'static str = "wide";
    const WHITE: Side = Side::First;
    const REPETITION: bool = false;

    fn start() -> Self {
        Self::Start
    }

    fn turn(&self) -> Side {
        match self {
            Self::Start | Self::Replies | Self::Drawn => Side::First,
            Self::Choice | Self::Won(_) => Side::Second,
        }
    }

    fn key(&self) -> u64 {
        let number = match self {
            Self::Start => 1,
            Self::Choice => 2,
            Self::Replies => 3,
            Self::Drawn => 4,
            Self::Won(reply) => 5 + reply,
        };
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn recomputed_key(&self) -> u64 {
        self.key()
    }

    fn moves(&self, (): (), out: &mut Vec<u64>) {
        let count = match self {
            Self::Start => 1,
            Self::Choice => 2,
            Self::Replies => REPLIES,
            Self::Won(_) | Self::Drawn => 0,
        };
        out.clear();
        out.extend(0..count);
    }

    fn play(&self, &m: &u64) -> Self {
        match self {
            Self::Start => Self::Choice,
            Self::Choice if m == 0 => Self::Replies,
            Self::Choice => Self::Drawn,
            Self::Replies => Self::Won(m),
            Self::Won(_) | Self::Drawn => *self,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Won(_) => Some(Outcome::win(Side::First, Reason::NoMoves)),
            Self::Drawn => Some(Outcome::draw(Reason::QuietMoves)),
            _ => None,
        }
    }

    fn mirrored(&self) -> Self {
        *self
    }

    fn pieces(&self) -> u32 {
        2
    }
}

impl Tactics for Wide {
    const BUTTERFLY_SIZE: usize = 4;

    fn capturing(&self) -> bool {
        matches!(self, Self::Choice | Self::Replies)
    }

    fn threatened(&self) -> bool {
        false
    }

    fn captured(_: &u64) -> u32 {
        1
    }

    fn butterfly_index(_: &u64) -> usize {
        0
    }
}

#[derive(Clone, Debug)]
struct Even;

impl Evaluate<Wide> for Even {
    type Value = Score;

    fn value(&mut self, _: &Wide) -> Score {
        7
    }

    fn terms(&mut self, _: &Wide) -> Vec<EvalTerm> {
        Vec::new()
    }
}

/// The draw is the capture that is not searched.
#[test]
fn a_leaf_at_its_node_limit_reports_no_loss() {
    let mut searcher = Searcher::new(AlphaBeta::new(Even), 1);
    let request = Request::new(Limits {
        depth: Some(1),
        ..Limits::default()
    });
    let game = Game::<Wide>::start();
    let answer = searcher.search(&game, &request, &Control::new(), &mut |_| {});
    assert!(answer.nodes > 1_000, "{answer:?}");
    assert_eq!(answer.value.and_then(Value::mate), None, "{answer:?}");
    assert_eq!(answer.value, Some(-7));
}
