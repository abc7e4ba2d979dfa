//! Steps: a tiny draughts game without dice for tests of the search.
//! Not here: a game worth playing.
//!
//! On 4x4 squares a piece steps to an empty neighbour along rank or file, or captures an enemy
//! neighbour by jumping over it to the empty square behind. Captures are forced. A side without a
//! move loses; 12 plies without a capture or threefold repetition draw.

use tricorn::eval::{EvalTerm, Evaluate, Score};
use tricorn::rules::{Outcome, Reason, Rules, Side, Tactics};

const QUIET: u16 = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps {
    /// Squares of each side, bit `4 * rank + file`.
    pub pieces: [u16; 2],
    pub turn: Side,
    pub quiet: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    pub from: u8,
    pub to: u8,
    pub taken: u16,
}

impl Steps {
    pub fn new(first: u16, second: u16, turn: Side) -> Self {
        Self {
            pieces: [first, second],
            turn,
            quiet: 0,
        }
    }

    fn listed(&self, side: Side) -> Vec<Step> {
        let own = self.pieces[side.index()];
        let other = self.pieces[side.other().index()];
        let (mut steps, mut leaps) = (Vec::new(), Vec::new());
        for from in (0..16).filter(|from| own >> from & 1 != 0) {
            for (rank, file) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let square = |times: i8| {
                    let (r, f) = (from / 4 + rank * times, from % 4 + file * times);
                    ((0..4).contains(&r) && (0..4).contains(&f)).then_some(4 * r + f)
                };
                let holds = |set: u16, at: i8| set >> at & 1 != 0;
                let Some(near) = square(1) else { continue };
                let step = |to: i8, taken| Step {
                    from: from as u8,
                    to: to as u8,
                    taken,
                };
                if !holds(own | other, near) {
                    steps.push(step(near, 0));
                } else if holds(other, near)
                    && let Some(far) = square(2)
                    && !holds(own | other, far)
                {
                    leaps.push(step(far, 1 << near));
                }
            }
        }
        if leaps.is_empty() { steps } else { leaps }
    }
}

impl Rules for Steps {
    type Roll = ();
    type Move = Step;
    const NAME: &'static str = "steps";
    const WHITE: Side = Side::First;
    const REPETITION: bool = true;
    const COUNTER_LIMIT: Option<u16> = Some(QUIET);

    fn start() -> Self {
        Self::new(0x00F0, 0x0F00, Side::First)
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn key(&self) -> u64 {
        let bits = u64::from(self.pieces[0]) | u64::from(self.pieces[1]) << 16;
        let mut key = bits | (self.turn.index() as u64) << 32;
        for _ in 0..3 {
            key = (key ^ key >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        }
        key
    }

    fn recomputed_key(&self) -> u64 {
        self.key()
    }

    fn moves(&self, (): (), out: &mut Vec<Step>) {
        *out = self.listed(self.turn);
    }

    fn play(&self, m: &Step) -> Self {
        let mut next = self.clone();
        next.pieces[self.turn.index()] ^= 1 << m.from | 1 << m.to;
        next.pieces[self.turn.other().index()] &= !m.taken;
        next.turn = self.turn.other();
        next.quiet = if m.taken == 0 { self.quiet + 1 } else { 0 };
        next
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.listed(self.turn).is_empty() {
            return Some(Outcome::win(self.turn.other(), Reason::NoMoves));
        }
        self.draw_by_counter()
            .then_some(Outcome::draw(Reason::QuietMoves))
    }

    fn counter(&self) -> u16 {
        self.quiet.into()
    }

    fn pieces(&self) -> u32 {
        self.pieces[0].count_ones() + self.pieces[1].count_ones()
    }

    fn mirrored(&self) -> Self {
        let turned = self.pieces.map(u16::reverse_bits);
        Self {
            pieces: [turned[1], turned[0]],
            turn: self.turn.other(),
            quiet: self.quiet,
        }
    }
}

impl Tactics for Steps {
    const BUTTERFLY_SIZE: usize = 256;

    fn capturing(&self) -> bool {
        self.listed(self.turn).iter().any(|step| step.taken != 0)
    }

    fn threatened(&self) -> bool {
        let reply = self.listed(self.turn.other());
        reply.iter().any(|step| step.taken != 0)
    }

    fn captured(m: &Step) -> u32 {
        m.taken.count_ones()
    }

    fn butterfly_index(m: &Step) -> usize {
        usize::from(m.from) * 16 + usize::from(m.to)
    }
}

/// Material, with small bonuses for the centre and by square.
#[derive(Clone, Debug)]
pub struct PieceCount;

impl Evaluate<Steps> for PieceCount {
    type Value = Score;

    fn value(&mut self, position: &Steps) -> Score {
        let [own, other] = match position.turn {
            Side::First => position.pieces,
            Side::Second => position.mirrored().pieces,
        };
        let side = |set: u16| {
            let middle = (set & 0x0660).count_ones();
            let squares: u32 = (0..16).filter(|at| set >> at & 1 != 0).sum();
            (100 * set.count_ones() + 7 * middle + squares) as Score
        };
        side(own) - side(other.reverse_bits())
    }

    fn terms(&mut self, position: &Steps) -> Vec<EvalTerm> {
        vec![EvalTerm {
            name: "all".into(),
            score: self.value(position),
        }]
    }
}

/// A linear congruential generator.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

/// A random position with up to `most` pieces a side in which the game is not over.
pub fn random(rng: &mut Rng, most: u32) -> Steps {
    loop {
        let set = |rng: &mut Rng| (0..most).fold(0_u16, |set, _| set | 1 << (rng.next() % 16));
        let first = set(rng);
        let second = set(rng) & !first;
        let turn = Side::ALL[(rng.next() % 2) as usize];
        let mut position = Steps::new(first, second, turn);
        position.quiet = (rng.next() % u64::from(QUIET)) as u8;
        if position.outcome().is_none() && second != 0 {
            return position;
        }
    }
}
