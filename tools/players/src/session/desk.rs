//! One game at the table: the position with its line, and who thinks about it.
//! Not here: how it is thought about.

use super::process::{report, say};
use super::{Dialect, Job, Settings};
use crate::budget::Budget;
use tricorn::dice::Throw;
use tricorn::rules::perft::{DEEPEST, Leaves, perft};
use tricorn::rules::{Chance, Game, Notation, Side, Token};
use tricorn_protocol::{
    Answer, ErrorCode, Go, Info, ProtocolError, Query, Score, ScoreReport, Start, Words, quote,
};

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Hundredths of the game's unit.
    Cp(i32),
    /// So many plies to a win, or (not positive) to a loss.
    Mate(i32),
}

/// What a player thinks at some point of a search.
#[derive(Clone, Debug)]
pub struct Thought<G: Notation> {
    /// Plies looked at.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// The worth of the position.
    pub worth: Worth,
    /// Nodes spent, in the player's own unit.
    pub nodes: u64,
    /// The best line; empty only before a throw.
    pub line: Vec<G::Move>,
}

/// What a player is to think about.
#[derive(Debug)]
pub struct Task<'a, G: Notation> {
    /// The game; it is not over.
    pub game: &'a Game<G>,
    /// The moves to choose from, at least one unless the dice are to be thrown first.
    pub moves: Vec<G::Move>,
    /// When to end.
    pub budget: Budget<'a>,
    /// What can be set.
    pub settings: &'a Settings,
}

/// One that thinks.
pub trait Mind<G: Notation>: Default + Send + 'static {
    /// Thinks, and tells at least one thought. The last one is what is played.
    fn think(&mut self, task: &Task<'_, G>, tell: &mut dyn FnMut(Thought<G>));
}

/// A game at the table, whichever it is.
pub trait Desk: Send {
    /// Begins a new game.
    fn new_game(&mut self);

    /// Sets a position.
    ///
    /// # Errors
    /// It is refused; then there is none.
    fn set(&mut self, start: &Start, moves: &Words) -> Result<(), ProtocolError>;

    /// There is no position any more.
    fn forget(&mut self);

    /// Searches; gives `bestmove`.
    fn go(
        &mut self,
        go: &Go,
        settings: &Settings,
        dialect: Dialect,
        games: u64,
        job: &Job,
    ) -> Answer;

    /// Counts leaves.
    ///
    /// # Errors
    /// There is no position, or the depth is beyond what can be counted.
    fn perft(&self, depth: u32, job: &Job) -> Result<String, ProtocolError>;

    /// Answers a question.
    ///
    /// # Errors
    /// There is no position.
    fn query(&self, query: Query) -> Result<Answer, ProtocolError>;
}

/// The desk of one game and one player.
#[derive(Debug)]
pub struct At<G: Notation, M> {
    /// `None` after a position that was refused.
    game: Option<Game<G>>,
    mind: M,
}

impl<G: Notation, M: Mind<G>> At<G, M> {
    /// A new game.
    #[must_use]
    pub fn open() -> Box<dyn Desk> {
        Box::new(Self {
            game: Some(Game::start()),
            mind: M::default(),
        })
    }

    fn game(&self) -> Result<&Game<G>, ProtocolError> {
        self.game.as_ref().ok_or_else(|| {
            let message = "the last position was refused, expected a good one first";
            ProtocolError::new(ErrorCode::NoPosition, message)
        })
    }
}

/// The legal moves, sorted by their texts.
fn legal<G: Notation>(game: &Game<G>) -> Vec<(String, G::Move)> {
    let mut moves = Vec::new();
    if let Some(roll) = game.roll() {
        game.position().moves(roll, &mut moves);
    }
    let text = |m: G::Move| (game.position().move_text(&m), m);
    let mut all: Vec<_> = moves.into_iter().map(text).collect();
    all.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    all
}

fn illegal(what: &str, word: &str, why: impl std::fmt::Display, legal: usize) -> ProtocolError {
    let message = format!("{what}{}: {why} ({legal} legal moves)", quote(word));
    ProtocolError::new(ErrorCode::IllegalMove, message)
}

/// The moves that `searchmoves` leaves; illegal ones are reported.
fn allowed<G: Notation>(game: &Game<G>, words: &Words) -> Vec<G::Move> {
    let legal = legal(game);
    if words.is_empty() {
        return legal.into_iter().map(|(_, m)| m).collect();
    }
    let mut allowed = Vec::new();
    for word in words {
        match game.position().parse_token(game.roll(), word) {
            Ok(Token::Move(m)) if game.roll().is_some() => {
                if !allowed.contains(&m) {
                    allowed.push(m);
                }
            }
            Ok(Token::Roll(_)) => {}
            Ok(Token::Move(_)) => {
                report([illegal("searchmoves ", word, "the roll is not known", 0)]);
            }
            Err(error) => report([illegal("searchmoves ", word, error, legal.len())]),
        }
    }
    allowed
}

/// The clock of the side to move and its increment.
fn clock<G: Notation>(position: &G, go: &Go) -> Option<(i64, u64)> {
    let (player, gain) = match position.turn() {
        Side::First => (go.p1time, go.p1inc),
        Side::Second => (go.p2time, go.p2inc),
    };
    let (colour, colour_gain) = if position.turn() == G::WHITE {
        (go.wtime, go.winc)
    } else {
        (go.btime, go.binc)
    };
    let left = player.or(colour)?;
    Some((left, gain.or(colour_gain).unwrap_or(0)))
}

/// `info` of a thought.
fn info<G: Notation>(game: &Game<G>, thought: &Thought<G>, dialect: Dialect, millis: u64) -> Info {
    let mut position = game.position().clone();
    let mut texts = Vec::new();
    for m in &thought.line {
        texts.push(position.move_text(m));
        position = position.play(m);
    }
    let score = match (thought.worth, dialect) {
        (Worth::Cp(score), _) => Score::Cp(score),
        (Worth::Mate(plies), Dialect::Ugi) => Score::Mate(plies),
        (Worth::Mate(plies @ 1..), Dialect::Uci) => Score::Mate((plies + 1) / 2),
        (Worth::Mate(plies), Dialect::Uci) => Score::Mate(plies / 2),
    };
    Info {
        depth: Some(thought.depth),
        seldepth: Some(thought.seldepth),
        multipv: Some(1),
        score: Some(ScoreReport { score, bound: None }),
        nodes: Some(thought.nodes),
        nps: Some(thought.nodes.saturating_mul(1_000) / millis.max(1)),
        time: Some(millis),
        pv: texts.into_iter().collect(),
        ..Info::default()
    }
}

/// `info` of a game that is over.
fn over<G: Notation>(game: &Game<G>) -> Option<Info> {
    let outcome = game.outcome()?;
    let score = match outcome.winner {
        None => Score::Cp(0),
        Some(winner) if winner == game.position().turn() => {
            Score::Cp(100 * i32::from(outcome.points))
        }
        Some(_) => Score::Mate(0),
    };
    Some(Info {
        depth: Some(0),
        score: Some(ScoreReport { score, bound: None }),
        ..Info::default()
    })
}

impl<G: Notation, M: Mind<G>> Desk for At<G, M> {
    fn new_game(&mut self) {
        self.game = Some(Game::start());
    }

    fn set(&mut self, start: &Start, moves: &Words) -> Result<(), ProtocolError> {
        self.game = None;
        let mut game = match start {
            Start::Startpos => Game::start(),
            Start::Fen(text) => {
                let placed = G::parse_position(text.as_str()).map_err(|error| {
                    let message = format!("{}: {error}", quote(text.as_str()));
                    ProtocolError::new(ErrorCode::BadPosition, message)
                })?;
                Game::new(placed.position, placed.roll)
            }
        };
        let mut number = 1;
        for word in moves {
            match game.read(word) {
                Ok(Token::Move(_)) => number += 1,
                Ok(Token::Roll(_)) => {}
                Err(error) => {
                    let what = format!("move {number} ");
                    return Err(illegal(&what, word, error, legal(&game).len()));
                }
            }
        }
        self.game = Some(game);
        Ok(())
    }

    fn forget(&mut self) {
        self.game = None;
    }

    fn go(
        &mut self,
        go: &Go,
        settings: &Settings,
        dialect: Dialect,
        games: u64,
        job: &Job,
    ) -> Answer {
        let answer = |best| Answer::BestMove { best, ponder: None };
        let mut game = match self.game() {
            Ok(game) => game.clone(),
            Err(error) => {
                report([error]);
                job.hold();
                return answer(None);
            }
        };
        if let Some(info) = over(&game) {
            say(Answer::Info(Box::new(info)));
            job.hold();
            return answer(None);
        }
        if settings.roll_dice && game.roll().is_none() {
            let throw = Throw {
                seed: settings.dice_seed,
                game: games,
                ply: game.plies() as u64,
                opening: *game.position() == G::start(),
            };
            game.set_roll(throw.roll());
        }
        let task = Task {
            moves: allowed(&game, &go.searchmoves),
            budget: Budget::new(go, clock(game.position(), go), job),
            game: &game,
            settings,
        };
        let before_throw = game.roll().is_none();
        if task.moves.is_empty() && !before_throw {
            job.hold();
            return answer(None);
        }
        let mut best = None;
        self.mind.think(&task, &mut |thought| {
            let millis = u64::try_from(task.budget.elapsed().as_millis()).unwrap_or(u64::MAX);
            let info = info(&game, &thought, dialect, millis);
            best = info.pv.iter().next().map(str::to_owned);
            say(Answer::Info(Box::new(info)));
        });
        job.hold();
        if before_throw && go.searchmoves.is_empty() {
            best = Some("roll".into());
        }
        answer(best)
    }

    fn perft(&self, depth: u32, job: &Job) -> Result<String, ProtocolError> {
        if depth > DEEPEST {
            let message = format!("perft {depth}, expected at most {DEEPEST}");
            return Err(ProtocolError::new(ErrorCode::BadArgument, message));
        }
        let game = self.game()?;
        let count = |position: &G, roll, depth| {
            perft(position, roll, depth, Leaves::Counted, &|| job.stopped())
        };
        let below = depth.saturating_sub(1);
        let rows = if depth == 0 {
            Vec::new()
        } else if game.roll().is_some() {
            let row = |(text, m)| (text, count(&game.position().play(&m), None, below));
            legal(game).into_iter().map(row).collect()
        } else {
            let row = |&(roll, _): &(G::Roll, u32)| {
                let leaves = count(game.position(), Some(roll), depth);
                (G::roll_text(roll), leaves)
            };
            G::Roll::ROLLS.iter().map(row).collect()
        };
        let mut total = u64::from(depth == 0);
        for (text, leaves) in rows {
            let Some(leaves) = leaves else {
                return Ok("info string perft stopped".into());
            };
            say(format_args!("{text}: {leaves}"));
            total += leaves;
        }
        Ok(format!("Nodes searched: {total}"))
    }

    fn query(&self, query: Query) -> Result<Answer, ProtocolError> {
        let game = self.game()?;
        let outcome = game.outcome();
        let words = match query {
            Query::P1Turn => (game.position().turn() == Side::First).to_string(),
            Query::GameOver => outcome.is_some().to_string(),
            Query::Result => match outcome.map(|outcome| outcome.winner) {
                None => "none".into(),
                Some(None) => "draw".into(),
                Some(Some(side)) => format!("p{}win", side.index() + 1),
            },
            Query::Points => outcome.map_or(0, |outcome| outcome.points).to_string(),
            Query::Reason => {
                let word = outcome.map(|outcome| outcome.reason.word());
                word.unwrap_or("none").into()
            }
            Query::Position => game.text(),
            Query::Legal if game.roll().is_none() && outcome.is_none() => "roll".into(),
            Query::Legal => {
                let texts = legal(game).into_iter().map(|(text, _)| text);
                return Ok(Answer::Response(texts.collect()));
            }
        };
        Ok(Answer::Response(words.as_str().into()))
    }
}
