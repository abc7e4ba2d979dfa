//! The arbiter: plays one game between two engines, checks every move, and ends the game.
//! Not here: engine processes, the rules, and the schedule.
//!
//! Every turn goes the same way, a forced one and a pass in Abak Evolution included: the referee
//! throws the dice if there are any, sends the whole line and waits for `readyok`, which also
//! shows what was printed too much before; then it sends `go`, and the time of the player runs
//! from there until the line with `bestmove` has come.

mod adjudicate;
pub mod clock;
mod game_in_progress;
mod ponder;
mod request;
mod turn;
mod warnings;

use crate::board::{self, SetupError};
use crate::engine::{Failure, Player};
use crate::game::{End, GameRecord, GameResult, MoveRecord, Setup, Verdict};
use adjudicate::Claims;
use game_in_progress::{Forfeit, GameInProgress};
use tricorn::rules::Side;
use warnings::Warnings;

/// A game that was played, and what went wrong with the engines on the way.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game.
    pub record: GameRecord,
    /// The failures of engines, with the side: those that ended the game or came with its end,
    /// and those before its begin, which cost nothing but a new start.
    pub failures: Vec<(Side, Failure)>,
}

/// Plays a game. The players are given by side, the first mover first; their engines are started
/// as needed, and are ready for the next game afterwards unless they had to be killed.
///
/// Cancelling this leaves the engines in the middle of something: kill them then.
///
/// # Errors
/// The setup names no game that could be played; nothing was started.
pub async fn play(setup: &Setup, players: [&mut Player; 2]) -> Result<Played, SetupError> {
    let board = board::open(&setup.variant, &setup.position, &setup.moves)?;
    let names = players.each_ref().map(|player| player.name().to_owned());
    let mut game = GameInProgress::new(setup, board, players, Warnings::new(names.clone()));
    let mut moves = Vec::new();
    let result = match game.begin(&setup.variant).await {
        Ok(()) => run(setup, &mut game, &mut moves).await,
        Err(forfeit) => forfeited(forfeit),
    };
    let failures = game.leave().await;
    let record = GameRecord {
        setup: setup.clone(),
        players: names,
        moves,
        last: game.board.text(),
        result,
        warnings: game.warnings.lines(),
    };
    Ok(Played { record, failures })
}

/// Plays until the game is over.
async fn run(
    setup: &Setup,
    game: &mut GameInProgress<'_>,
    moves: &mut Vec<MoveRecord>,
) -> GameResult {
    let mut claims = Claims::new(setup.adjudication);
    loop {
        if let Some(outcome) = game.board.outcome() {
            game.warnings.ended(outcome.winner, game.board.plies());
            return GameResult {
                winner: outcome.winner,
                points: outcome.points,
                end: End::Rules(outcome.reason),
                detail: String::new(),
            };
        }
        if game.board.plies() >= setup.most_plies() {
            return decided(Verdict::MaxPlies, None);
        }
        if game.board.awaits_roll() {
            let roll = game.board.throw(setup.seed, setup.pair);
            game.say(&roll);
        }
        let side = game.board.side();
        let played = match game.turn().await {
            Ok(played) => played,
            Err(forfeit) => return forfeited(forfeit),
        };
        let claim = played.score;
        moves.push(played);
        if let Some((verdict, winner)) = claims.take(side, claim, game.board.plies())
            && game.board.outcome().is_none()
        {
            return decided(verdict, winner);
        }
    }
}

fn decided(verdict: Verdict, winner: Option<Side>) -> GameResult {
    GameResult {
        winner,
        points: u8::from(winner.is_some()),
        end: End::Adjudicated(verdict),
        detail: String::new(),
    }
}

fn forfeited(forfeit: Forfeit) -> GameResult {
    GameResult {
        winner: Some(forfeit.side.other()),
        points: 1,
        end: End::Forfeit(forfeit.fault),
        detail: forfeit.detail,
    }
}
