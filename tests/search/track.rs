//! Track: a tiny race game with dice for tests of the search.
//! Not here: a game worth playing.
//!
//! Each side brings two runners home. A roll moves one of them by its number; a runner that would go
//! past home stops there. A runner that lands on an opponent's runner sends it back to the start.

use tricorn::eval::{EvalTerm, Evaluate, Score};
use tricorn::rules::{Chance, Outcome, Reason, Rules, Side};

const HOME: u8 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(pub u8);

impl Chance for Die {
    const ROLLS: &'static [(Self, u32)] = &[(Die(1), 3), (Die(2), 2), (Die(3), 1)];
    const ONLY: Option<Self> = None;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    pub runners: [[u8; 2]; 2],
    pub turn: Side,
}

/// Which runner, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    pub runner: u8,
    pub die: u8,
}

impl Rules for Track {
    type Roll = Die;
    type Move = Run;
    const NAME: &'static str = "track";
    const WHITE: Side = Side::First;
    const REPETITION: bool = false;

    fn start() -> Self {
        Self {
            runners: [[0; 2]; 2],
            turn: Side::First,
        }
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn key(&self) -> u64 {
        let digits = self.runners.iter().flatten();
        digits.fold(self.turn.index() as u64, |key, &at| key * 8 + u64::from(at))
    }

    fn recomputed_key(&self) -> u64 {
        self.key()
    }

    fn moves(&self, die: Die, out: &mut Vec<Run>) {
        out.clear();
        if self.outcome().is_some() {
            return;
        }
        let own = self.runners[self.turn.index()];
        for runner in (0..2).filter(|&runner| own[runner] < HOME) {
            out.push(Run {
                runner: runner as u8,
                die: die.0,
            });
        }
        if out.len() == 2 && own[0] == own[1] {
            out.pop();
        }
    }

    fn play(&self, m: &Run) -> Self {
        let mut next = self.clone();
        let own = &mut next.runners[self.turn.index()][usize::from(m.runner)];
        *own = (*own + m.die).min(HOME);
        let at = *own;
        for other in &mut next.runners[self.turn.other().index()] {
            if at < HOME && *other == HOME - at {
                *other = 0;
            }
        }
        next.turn = self.turn.other();
        next
    }

    fn outcome(&self) -> Option<Outcome> {
        let before = self.turn.other();
        (self.runners[before.index()] == [HOME; 2])
            .then_some(Outcome::win(before, Reason::BorneOff))
    }

    fn pieces(&self) -> u32 {
        let running = self.runners.iter().flatten().filter(|&&at| at < HOME);
        running.count() as u32
    }

    fn mirrored(&self) -> Self {
        Self {
            runners: [self.runners[1], self.runners[0]],
            turn: self.turn.other(),
        }
    }
}

/// The difference of squared distances covered, times a hundred.
#[derive(Clone, Debug)]
pub struct RaceLead;

impl Evaluate<Track> for RaceLead {
    type Value = Score;

    fn value(&mut self, position: &Track) -> Score {
        let sum = |side: Side| {
            let squares =
                position.runners[side.index()].map(|at| Score::from(at) * Score::from(at));
            squares[0] + squares[1]
        };
        100 * (sum(position.turn) - sum(position.turn.other()))
    }

    fn terms(&mut self, position: &Track) -> Vec<EvalTerm> {
        vec![EvalTerm {
            name: "race lead".into(),
            score: self.value(position),
        }]
    }
}
