//! `info` lines: prints the reports of a search, at a limited rate.
//! Not here: searching, and commands other than `go`.

use crate::eval::Value;
use crate::games::{SearchValue, Variant};
use crate::rules::Game;
use crate::search::{Bound, Info, Report};
use crate::session::Dialect;
use crate::uci::Output;
use std::time::{Duration, Instant};
use tricorn_protocol::{self as protocol, Answer, Score, ScoreReport, Wdl, Words};

/// The settings of a search, from options and earlier commands.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// Whether the client speaks UCI or UGI.
    pub dialect: Dialect,
    /// `MultiPV`.
    pub multipv: usize,
    /// `Move Overhead`.
    pub overhead: Duration,
    /// `UCI_AnalyseMode`.
    pub analyse: bool,
    /// `UCI_ShowWDL`.
    pub show_wdl: bool,
    /// `UCI_Elo`; `None` for full strength.
    pub elo: Option<u32>,
    /// `Ponder`.
    pub ponder: bool,
    /// `RollDice`: the engine rolls if the position has no roll.
    pub roll_dice: bool,
    /// The seed of these dice.
    pub seed: u64,
    /// Games begun since the process started.
    pub games: u64,
}

/// The rate limit of a token bucket: lines at once, and lines per second after that.
const BURST: f64 = 60.0;
const RATE: f64 = 30.0;

/// Prints the reports of one search, at a limited rate.
pub struct SearchReporter<'a, G: Variant> {
    game: &'a Game<G>,
    dialect: Dialect,
    show_wdl: bool,
    out: &'a Output,
    /// Lines that may be printed now, and when that was computed.
    allowance: f64,
    counted: Instant,
    /// Lines of the latest depth that are not printed yet.
    held: Vec<String>,
}

impl<'a, G: Variant> SearchReporter<'a, G> {
    /// A reporter for a search of `game`.
    pub fn new(game: &'a Game<G>, settings: &SearchSettings, out: &'a Output) -> Self {
        Self {
            game,
            dialect: settings.dialect,
            show_wdl: settings.show_wdl,
            out,
            allowance: BURST,
            counted: Instant::now(),
            held: Vec::new(),
        }
    }

    /// Prints a report, or holds it until a later depth replaces it.
    pub fn report(&mut self, report: &Report<'_, G, SearchValue<G>>) {
        match report {
            Report::Line(info) => {
                if info.rank == 1 {
                    self.held.clear();
                }
                self.held.push(self.line(info).to_string());
                if info.rank == 1
                    && info.depth > 0
                    && let Some(details) = info.value.details()
                {
                    self.held.push(text(details).to_string());
                }
                if self.may_print(self.held.len()) {
                    self.flush();
                }
            }
            Report::CurrMove {
                depth,
                currmove,
                number,
            } => {
                let info = protocol::Info {
                    depth: Some(*depth),
                    currmove: Some(self.game.position().move_text(currmove)),
                    currmovenumber: Some(u32::try_from(*number).unwrap_or(u32::MAX)),
                    ..protocol::Info::default()
                };
                self.out.line(Answer::Info(Box::new(info)));
            }
        }
    }

    /// Prints the lines held back.
    pub fn flush(&mut self) {
        for line in self.held.drain(..) {
            self.out.line(line);
        }
    }

    fn may_print(&mut self, lines: usize) -> bool {
        let passed = self.counted.elapsed();
        self.counted += passed;
        self.allowance = (self.allowance + passed.as_secs_f64() * RATE).min(BURST);
        let enough = self.allowance >= lines as f64;
        if enough {
            self.allowance -= lines as f64;
        }
        enough
    }

    /// The score of a finished game; losses and draws look the same in all games.
    fn final_score(&self, value: SearchValue<G>) -> Score {
        match self.game.outcome().and_then(|outcome| outcome.winner) {
            None => Score::Cp(0),
            Some(winner) if winner == self.game.position().turn() => score(value, self.dialect),
            Some(_) => Score::Mate(0),
        }
    }

    fn line(&self, info: &Info<'_, G, SearchValue<G>>) -> Answer {
        let mut position = self.game.position().clone();
        let mut pv = Vec::with_capacity(info.pv.len());
        for m in info.pv {
            pv.push(position.move_text(m));
            position = position.play(m);
        }
        let over = info.depth == 0;
        let millis = u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX);
        let nps = info.nodes as f64 / info.time.as_secs_f64().max(1e-6);
        let wdl = G::wdl(self.game.position(), info.value);
        let line = protocol::Info {
            depth: Some(info.depth),
            seldepth: (!over).then_some(info.seldepth),
            multipv: (!over).then_some(u32::try_from(info.rank).unwrap_or(u32::MAX)),
            score: Some(ScoreReport {
                score: if over {
                    self.final_score(info.value)
                } else {
                    score(info.value, self.dialect)
                },
                bound: match info.bound {
                    Bound::Exact => None,
                    Bound::Lower => Some(protocol::Bound::Lower),
                    Bound::Upper => Some(protocol::Bound::Upper),
                },
            }),
            wdl: (self.show_wdl && !over).then_some(Wdl {
                win: wdl.win,
                draw: wdl.draw,
                loss: wdl.loss,
            }),
            nodes: (!over).then_some(info.nodes),
            nps: (!over).then_some(nps as u64),
            hashfull: (!over).then_some(info.hashfull),
            time: (!over).then_some(millis),
            pv: pv.into_iter().collect::<Words>(),
            ..protocol::Info::default()
        };
        Answer::Info(Box::new(line))
    }
}

/// A value as the protocol prints it.
fn score<V: Value>(value: V, dialect: Dialect) -> Score {
    match value.mate() {
        None => Score::Cp(value.centi()),
        Some(plies) => dialect.mate(plies),
    }
}

/// A line of free text.
pub fn text(string: String) -> Answer {
    Answer::Info(Box::new(protocol::Info {
        string: Some(string),
        ..protocol::Info::default()
    }))
}
