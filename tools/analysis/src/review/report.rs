//! The review of a game: turns with losses and classes, and the figures of each side.
//! Not here: asking engines (`turn_analysis`), and how a review is shown.

use super::TurnToAnalyse;
use super::games::Game;
use super::tally::Tally;
use super::turn_analysis::{AnalysedTurn, Evaluation};
use crate::lines::{ExactAnswer, ScoreAnswer, Status, rounded};
use crate::move_quality::{MoveClass, PositionValue, accuracy};
use crate::pool::Exact;
use referee::board::has_dice;
use serde::Serialize;
use std::collections::BTreeMap;
use tricorn::rules::Outcome;

/// The name and version of the format of a review as JSON.
pub const FORMAT: &str = "tricorn-review 1";

/// A review of a game. Numbers have four decimals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The name and version of the format: `tricorn-review 1`.
    pub format: &'static str,
    /// The game.
    pub game: Game,
    /// Whether the game has dice: losses are points of equity then, else chances.
    pub dice: bool,
    /// How the game stands by the rules at its end; none while it goes on.
    pub status: Option<Status>,
    /// Both players, player 1 first.
    pub sides: [Tally; 2],
    /// The plies at which an error changed who stands better.
    pub turning_points: Vec<usize>,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// One turn. Chances and equities are those of the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// Moves played before it.
    pub ply: usize,
    /// Who moved, 1 or 2.
    pub player: u8,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The canonical text of the position, with the roll where there are dice.
    pub position: String,
    /// The position after the move.
    pub after: String,
    /// How many legal moves there were.
    pub legal: usize,
    /// How good the move was.
    pub class: MoveClass,
    /// What it lost: a part of a chance, or with dice points of equity.
    pub loss: f64,
    /// The accuracy of the move, 0 to 100.
    pub accuracy: f64,
    /// The chance before the move, with the best play.
    pub chance: f64,
    /// The chance after the move.
    pub chance_after: f64,
    /// The equity before the move, with the best play, in games with dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// The equity after the move, in games with dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity_after: Option<f64>,
    /// The score of the best move.
    pub score: ScoreAnswer,
    /// The score of the move that was played.
    pub score_after: ScoreAnswer,
    /// What an endgame table says of the position before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<ExactAnswer>,
    /// What it says after the move, seen by the same player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_after: Option<ExactAnswer>,
    /// The luck of the roll in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// The rollout that settled a close turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rollout: Option<RolloutReport>,
    /// Whether the game turned here.
    pub turning: bool,
    /// What the engine would have played, the best first.
    pub best: Vec<BestLine>,
    /// The line that the engine expects after the move that was played.
    pub line: Vec<String>,
}

/// A line that the engine would have played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BestLine {
    /// Its first move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its score.
    pub score: ScoreAnswer,
    /// Its chance.
    pub chance: f64,
    /// Its equity, in games with dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// Its depth in plies.
    pub depth: Option<u32>,
    /// The moves.
    pub pv: Vec<String>,
}

/// What a rollout said.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RolloutReport {
    /// Games of each move.
    pub games: u32,
    /// The equity of the search's best move.
    pub best: f64,
    /// That of the move that was played.
    pub played: f64,
    /// The standard error of the difference.
    pub error: f64,
    /// What the search said that the move lost.
    pub search_loss: f64,
}

/// Puts a review together. Every turn has been analysed.
pub(super) fn build(
    game: &Game,
    turns: &[TurnToAnalyse],
    outcome: Option<Outcome>,
    analysed: &BTreeMap<usize, AnalysedTurn>,
) -> Review {
    let dice = has_dice(&game.variant);
    let mut reported = Vec::with_capacity(turns.len());
    for turn in turns {
        if let Some(own) = analysed.get(&turn.ply) {
            let next = analysed.get(&(turn.ply + 1));
            reported.extend(report(turn, own, next, dice));
        }
    }
    let sides = [1, 2].map(|player| Tally::of(player, game, &reported, dice));
    let turning = reported.iter().filter(|turn| turn.turning);
    Review {
        format: FORMAT,
        game: game.clone(),
        dice,
        status: outcome.map(Status::from),
        sides,
        turning_points: turning.map(|turn| turn.ply).collect(),
        turns: reported,
    }
}

fn report(
    turn: &TurnToAnalyse,
    own: &AnalysedTurn,
    next: Option<&AnalysedTurn>,
    dice: bool,
) -> Option<Turn> {
    let best = own.lines.first()?;
    let played = own.played.as_ref().unwrap_or(best);
    let (before, mut later) = (best.value(), played.value());
    let exact = own.exact.map(verdict);
    let exact_after = next
        .and_then(|next| next.exact)
        .map(|plies| verdict(-plies));
    let search_loss = (before.measure() - later.measure()).max(0.0);
    let mut loss = search_loss;
    if let (Some(before), Some(after)) = (own.exact, next.and_then(|next| next.exact)) {
        // Both are known for certain, so that only the result counts.
        loss = (f64::from(before.signum()) + f64::from(after.signum())).max(0.0) / 2.0;
    }
    if let Some(rolled) = own.rolled {
        loss = (rolled.best - rolled.played).max(0.0);
        later.equity = Some(before.measure() - loss);
    }
    let forced = turn.legal <= 1;
    let loss = if forced || own.played.is_none() {
        0.0
    } else {
        rounded(loss)
    };
    let class = match MoveClass::of(loss, dice) {
        _ if forced => MoveClass::Forced,
        class => class,
    };
    let turning = class >= MoveClass::Inaccuracy && standing(before) != standing(later);
    Some(Turn {
        ply: turn.ply,
        player: turn.player,
        text: turn.played.clone(),
        position: turn.position.clone(),
        after: turn.after.clone(),
        legal: turn.legal,
        class,
        loss,
        accuracy: rounded(accuracy(loss, dice)),
        chance: rounded(before.chance),
        chance_after: rounded(later.chance),
        equity: before.equity.map(rounded),
        equity_after: later.equity.map(rounded),
        score: score(best),
        score_after: score(played),
        exact,
        exact_after,
        luck: own.luck.map(rounded),
        rollout: own.rolled.map(|rolled| RolloutReport {
            games: rolled.games,
            best: rounded(rolled.best),
            played: rounded(rolled.played),
            error: rounded(rolled.error),
            search_loss: rounded(search_loss),
        }),
        turning,
        best: own.lines.iter().filter_map(best_line).collect(),
        line: played.pv.clone(),
    })
}

fn best_line(line: &Evaluation) -> Option<BestLine> {
    Some(BestLine {
        text: line.pv.first()?.clone(),
        score: score(line),
        chance: rounded(line.chance),
        equity: line.equity.map(rounded),
        depth: line.depth,
        pv: line.pv.clone(),
    })
}

fn score(line: &Evaluation) -> ScoreAnswer {
    match (line.mate, line.cp) {
        (Some(turns), _) => ScoreAnswer::Mate(turns),
        (None, hundredths) => ScoreAnswer::Cp(hundredths.unwrap_or(0)),
    }
}

fn verdict(plies: i32) -> ExactAnswer {
    let distance = plies.unsigned_abs();
    ExactAnswer::from(match plies {
        1.. => Exact::Won(distance),
        0 => Exact::Drawn,
        _ => Exact::Lost(distance),
    })
}

/// Whether a side stands better (1), worse (-1) or about even (0): at two chances of three, or at an
/// equity of a third of a point.
fn standing(value: PositionValue) -> i8 {
    let chance = value
        .equity
        .map_or(value.chance, |equity| (1.0 + equity) / 2.0);
    i8::from(chance >= 2.0 / 3.0) - i8::from(chance <= 1.0 / 3.0)
}
