//! The review of one turn: best move, played move and its loss, luck, rollouts.
//! Not here: the figures of a whole game (`report`).

use super::{ReviewSettings, RolloutSettings, TurnToAnalyse, luck};
use crate::cancel::Cancel;
use crate::lines::Defaults;
use crate::move_quality::PositionValue;
use crate::pool::{AskError, EngineTask, Exact, Found, FoundLine, Pool, Request};
use referee::board::has_dice;
use serde::{Deserialize, Serialize};
use tricorn_protocol::{Go, Rollout, Score, Words};

/// An engine's evaluation of a move, for the side that plays it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The line; its first move is the one that is meant.
    pub pv: Vec<String>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// Hundredths of a man or a point; `None` for a mate.
    pub cp: Option<i32>,
    /// Own turns to a win; to a loss, if negative.
    pub mate: Option<i32>,
    /// The expected score: win probability plus half of the draw probability, from 0 to 1.
    pub chance: f64,
    /// The equity in points, in games with dice.
    pub equity: Option<f64>,
}

/// A rollout of the played move and of the search's best move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RolloutComparison {
    /// Games of each move.
    pub games: u32,
    /// The equity of the search's best move.
    pub best: f64,
    /// That of the move that was played.
    pub played: f64,
    /// The standard error of the difference, which is less than that of either.
    pub error: f64,
}

/// A analysed turn: all that engines were asked about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysedTurn {
    /// Which turn: moves played before it.
    pub ply: usize,
    /// The lines of the search, the best first.
    pub lines: Vec<Evaluation>,
    /// The move that was played; `None` if it is that of the first line.
    pub played: Option<Evaluation>,
    /// The endgame table value of the position: plies to a win, or negative to a loss; 0 for a draw.
    /// `None` if there is none.
    pub exact: Option<i32>,
    /// The luck of the roll in points, to the side that rolled.
    pub luck: Option<f64>,
    /// The rollout, if the turn was close.
    pub rolled: Option<RolloutComparison>,
}

impl Evaluation {
    fn new(line: &FoundLine, dice: bool) -> Self {
        let value = PositionValue::of(line, dice);
        let (cp, mate) = match line.score.score {
            Score::Cp(hundredths) => (Some(hundredths), None),
            Score::Mate(turns) => (None, Some(turns)),
        };
        Self {
            pv: line.pv.clone(),
            depth: line.depth,
            cp,
            mate,
            chance: value.chance,
            equity: value.equity,
        }
    }

    /// Its value for the side that plays it.
    #[must_use]
    pub fn value(&self) -> PositionValue {
        PositionValue {
            chance: self.chance,
            equity: self.equity,
        }
    }
}

/// The `go` command with these limits.
fn go(limits: &Defaults) -> Go {
    Go {
        depth: limits.depth,
        nodes: limits.nodes,
        movetime: limits.movetime,
        ..Go::default()
    }
}

/// Analyses a turn. Every search starts with cleared hash, so that the result depends on the turn
/// alone.
pub(super) async fn analyse_turn(
    pool: &Pool,
    turn: &TurnToAnalyse,
    settings: &ReviewSettings,
    cancel: &Cancel,
) -> Result<AnalysedTurn, AskError> {
    let dice = has_dice(&turn.line.variant);
    let request = |task| Request {
        variant: turn.line.variant.clone(),
        position: turn.line(),
        task,
        multipv: settings.multipv.max(1),
        fresh: true,
        exact: !dice,
        engine: None,
    };
    let search = |go: Go| request(EngineTask::Search(Box::new(go)));
    let found = whole(
        pool.ask(search(go(&settings.limits)), cancel).await?,
        cancel,
    )?;
    let lines: Vec<Evaluation> = found
        .lines
        .iter()
        .map(|line| Evaluation::new(line, dice))
        .collect();
    let Some(best) = lines.first() else {
        return Err(unanswered(turn, &found));
    };
    let is_played = |line: &Evaluation| line.pv.first() == Some(&turn.played);
    let mut played = None;
    if !is_played(best) && turn.legal > 1 {
        // Engines report an equity for the best line only.
        let known = lines.iter().find(|line| is_played(line) && !dice);
        played = match known.filter(|line| line.depth == best.depth) {
            Some(known) => Some(known.clone()),
            None => {
                let mut alone = go(&settings.limits);
                alone.searchmoves = Words::from(turn.played.as_str());
                // The same depth as the best move, so that the two are comparable.
                alone.depth = best.depth.or(alone.depth);
                let mut request = search(alone);
                request.multipv = 1;
                request.exact = false;
                let found = whole(pool.ask(request, cancel).await?, cancel)?;
                let line = found.lines.first();
                let line = line.ok_or_else(|| unanswered(turn, &found))?;
                Some(Evaluation::new(line, dice))
            }
        };
    }
    let luck = match settings.luck_depth {
        Some(depth) if turn.roll.is_some() => Some(luck::luck(pool, turn, depth, cancel).await?),
        _ => None,
    };
    let mut rolled = None;
    if let (true, Some(settings), Some(played)) = (dice, &settings.rollout, &played)
        && let Some(first) = best.pv.first()
        && best.value().measure() - played.value().measure() < settings.close
    {
        let task = rollout(settings, [first, &turn.played]);
        let found = whole(pool.ask(request(task), cancel).await?, cancel)?;
        rolled = compare(&found, first, &turn.played);
        if rolled.is_none() {
            return Err(unanswered(turn, &found));
        }
    }
    Ok(AnalysedTurn {
        ply: turn.ply,
        exact: found.exact.map(|exact| match exact {
            Exact::Won(plies) => i32::try_from(plies).unwrap_or(i32::MAX),
            Exact::Lost(plies) => -i32::try_from(plies).unwrap_or(i32::MAX),
            Exact::Drawn => 0,
        }),
        lines,
        played,
        luck,
        rolled,
    })
}

/// An interrupted search is an error.
pub(super) fn whole(found: Found, cancel: &Cancel) -> Result<Found, AskError> {
    match (found.stopped, cancel.is_cancelled()) {
        (false, _) => Ok(found),
        (true, true) => Err(AskError::Cancelled),
        (true, false) => {
            let message = format!("{}: a search took too long (--patience)", found.engine);
            Err(AskError::Engine(message))
        }
    }
}

fn rollout(settings: &RolloutSettings, moves: [&str; 2]) -> EngineTask {
    EngineTask::Rollout(Box::new(Rollout {
        games: Some(settings.games),
        seed: Some(1),
        searchmoves: moves.into_iter().collect(),
        ..Rollout::default()
    }))
}

/// Compares two moves of a rollout.
fn compare(found: &Found, best: &str, played: &str) -> Option<RolloutComparison> {
    let of = |word: &str| found.rolled.iter().find(|rolled| rolled.text == word);
    let (best, played) = (of(best)?, of(played)?);
    // The move that ranks first has no difference.
    let (_, error) = played.behind.or(best.behind)?;
    Some(RolloutComparison {
        games: played.games.min(best.games),
        best: best.equity,
        played: played.equity,
        error,
    })
}

/// The engine gave no score, for instance because it cannot do what was asked.
pub(super) fn unanswered(turn: &TurnToAnalyse, found: &Found) -> AskError {
    let said = found.errors.first();
    let said = said.map_or_else(String::new, |error| format!(": {error}"));
    AskError::Unsupported(format!(
        "{}: no score for ply {} ({}){said}",
        found.engine, turn.ply, turn.played
    ))
}
