//! Warnings about engine output: illegal PVs, and mate scores that do not come true.
//! Not here: anything that forfeits a game.

use crate::board::{Board, Word};
use crate::engine::Report;
use crate::game::{Limits, restart_words};
use tricorn::rules::Side;
use tricorn_protocol::{Bound, Score, ScoreReport, quote};

/// What is said about one kind of mistake of one player: the first time in full, then counted.
#[derive(Clone, Debug)]
struct Warning {
    side: Side,
    kind: Kind,
    text: String,
    more: u32,
}

/// A kind of mistake that is told once a game and player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Variation,
    Head,
    NoScore,
    Mate,
    Limit,
    Complaint,
    Line,
    Ponder,
    Restart,
}

/// The warnings of one game.
#[derive(Clone, Debug)]
pub struct Warnings {
    names: [String; 2],
    entries: Vec<Warning>,
    /// By side: the ply by which it has claimed to win, and the claim in own turns.
    mates: [Option<(u64, i32)>; 2],
}

impl Warnings {
    /// None yet; the names are those of the players, by side.
    #[must_use]
    pub fn new(names: [String; 2]) -> Self {
        Self {
            names,
            entries: Vec::new(),
            mates: [None; 2],
        }
    }

    /// Adds what went wrong after so many plies.
    fn add(&mut self, side: Side, kind: Kind, plies: u64, what: &str) {
        let player = side.index() + 1;
        let name = &self.names[side.index()];
        let text = format!("p{player} ({name}), ply {}: {what}", plies + 1);
        self.put(side, kind, text);
    }

    fn put(&mut self, side: Side, kind: Kind, text: String) {
        let known = |entry: &&mut Warning| entry.side == side && entry.kind == kind;
        if let Some(entry) = self.entries.iter_mut().find(known) {
            entry.more += 1;
            return;
        }
        self.entries.push(Warning {
            side,
            kind,
            text,
            more: 0,
        });
    }

    /// The engine had to be started again before the game.
    pub fn restarted(&mut self, side: Side, why: &str) {
        let mut text = restart_words(side, &self.names[side.index()]);
        text += why;
        self.put(side, Kind::Restart, text);
    }

    /// The move that the engine would have liked to ponder on is none.
    pub fn bad_ponder(&mut self, side: Side, plies: u64, word: &str) {
        let what = format!("offered ponder move {}, which is not legal", quote(word));
        self.add(side, Kind::Ponder, plies, &what);
    }

    /// Compares what an engine said about its search with the position it searched, and with its
    /// move, which is legal and given in canonical text.
    pub fn search(&mut self, board: &dyn Board, limits: &Limits, report: &Report, best: &str) {
        let (side, plies) = (board.side(), board.plies());
        for error in &report.errors {
            let what = format!("it complained: {error}");
            self.add(side, Kind::Complaint, plies, &what);
        }
        for oddity in &report.oddities {
            self.add(side, Kind::Line, plies, oddity);
        }
        if report.score.is_none() {
            self.add(side, Kind::NoScore, plies, "gave a move without a score");
        }
        if let (Some(limit), Some(nodes)) = (limits.nodes, report.nodes)
            && nodes > limit.saturating_add((limit / 10).max(4096))
        {
            let what = format!("searched {nodes} nodes, the limit was {limit}");
            self.add(side, Kind::Limit, plies, &what);
        }
        self.variation(board, report, best);
        self.mate(side, plies, report);
    }

    /// The last variation of a search: legal to its end, not past the end of the game, and led by
    /// the move.
    fn variation(&mut self, board: &dyn Board, report: &Report, best: &str) {
        let (side, plies) = (board.side(), board.plies());
        let mut fork = None;
        for (index, word) in report.pv.iter().enumerate() {
            let on = fork.get_or_insert_with(|| board.fork());
            if index > 0 && on.outcome().is_some() {
                let what = format!(
                    "variation goes on after the end of the game with move {}, {}",
                    index + 1,
                    quote(word)
                );
                return self.add(side, Kind::Variation, plies, &what);
            }
            match on.read(word) {
                Ok(Word::Roll) => {}
                Ok(Word::Move(text)) if index == 0 && text != best => {
                    let what = format!("variation begins with {text}, but the move is {best}");
                    return self.add(side, Kind::Head, plies, &what);
                }
                Ok(Word::Move(_)) => {}
                Err(error) => {
                    let what = format!(
                        "variation breaks off at move {}, {}: {error}",
                        index + 1,
                        quote(word)
                    );
                    return self.add(side, Kind::Variation, plies, &what);
                }
            }
        }
    }

    /// Notes a claimed win, and whether an older one has come to nothing.
    fn mate(&mut self, side: Side, plies: u64, report: &Report) {
        let claim = match report.score {
            Some(ScoreReport {
                score: Score::Mate(turns @ 1..),
                bound: None | Some(Bound::Lower),
            }) => Some(turns),
            _ => None,
        };
        let mate = &mut self.mates[side.index()];
        if let Some((by, turns)) = *mate
            && plies >= by
        {
            *mate = None;
            let what = slipped(turns);
            self.add(side, Kind::Mate, plies, &what);
        }
        let mate = &mut self.mates[side.index()];
        if let Some(turns) = claim {
            let by = plies + 2 * u64::from(turns.unsigned_abs()) - 1;
            if mate.is_none_or(|(earlier, _)| by < earlier) {
                *mate = Some((by, turns));
            }
        }
    }

    /// The game has ended by the rules, so that a side which had claimed to win and has not is
    /// warned about.
    pub fn ended(&mut self, winner: Option<Side>, plies: u64) {
        for side in Side::ALL {
            if let Some((_, turns)) = self.mates[side.index()].take()
                && winner != Some(side)
            {
                let what = slipped(turns);
                self.add(side, Kind::Mate, plies, &what);
            }
        }
    }

    /// All warnings, a line each.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.entries
            .iter()
            .map(|entry| match entry.more {
                0 => entry.text.clone(),
                more => format!("{} (and {more} more of the kind)", entry.text),
            })
            .collect()
    }
}

/// Says that a claimed win did not come. The claim may well have been right.
fn slipped(turns: i32) -> String {
    format!("let slip the win within {turns} turns that it had announced")
}
